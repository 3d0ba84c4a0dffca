"""The robots of spheres of examples/collision, beside the distances of their meshes by coal."""

import re
import runpy
from pathlib import Path

import numpy as np
import pytest

import kinetree as kt

FOLDER = Path(__file__).parents[2] / "examples" / "collision"


def test_sphere_models(capsys: pytest.CaptureFixture[str]) -> None:
    x = runpy.run_path(str(FOLDER / "sphere_models.py"))
    printed = capsys.readouterr().out
    assert re.search(r"panda: 17 shapes, [45]\d spheres", printed)
    assert re.search(r"go1: 38 shapes, [67]\d spheres", printed)
    for name, (robot, spheres, errors, q, clearance) in x["results"].items():
        tolerance = x["TOLERANCES"][name]
        assert max(errors.values()) <= tolerance * (1 + 1e-9)
        assert spheres.replace(geometries=robot.geometries) == robot
        exact = kt.collision.mesh_distances(robot, q[:100]).distances.min(-1)
        gap = exact - clearance[:100]
        apart = exact > 0
        assert (gap[apart] > -1e-6).all() and (gap[apart] <= 2 * tolerance + 1e-6).all()
        assert apart.any() or name == "go1", "rotors of its legs overlap in its file"


@pytest.mark.sweep
def test_rrt_connect(capsys: pytest.CaptureFixture[str]) -> None:
    x = runpy.run_path(str(FOLDER / "rrt_connect.py"))
    assert "5 boxes" in capsys.readouterr().out
    robot, path, short = x["robot"], x["path"], x["short"]
    np.testing.assert_array_equal(path[[0, -1]], [x["start"].q, x["goal"].q])
    np.testing.assert_array_equal(short[[0, -1]], path[[0, -1]])
    assert (kt.distance(robot, path[:-1], path[1:]) < x["STEP"] + 1e-9).all()
    for way in (path, short):
        assert x["free"](way[:-1], way[1:]).all()
    assert x["lengths"][1] < x["lengths"][0] and x["clearance"](x["dense"]).min() > 0
