"""Distances of robots' shapes beside MuJoCo's; experiments/distances has 66 robots."""

from typing import Any
from xml.etree import ElementTree

import mujoco
import numpy as np
import pytest

import kinetree as kt
from kinetree.formats.installed import installed_robots
from kinetree.formats.mjcf.arrays import Names
from kinetree.geometry import PAIRS

WALKER = """<mujoco><worldbody><geom name="floor" type="plane" size="1 1 1" euler="3 0 0"/>
  <geom name="post" type="box" size="0.2 0.1 0.5" pos="0.8 0 0.5" euler="0 20 30"/>
  <body pos="0 0 1"><freejoint/><geom type="capsule" size="0.1" fromto="-0.2 0 0 0.2 0.1 0"/>
    <geom type="box" size="0.2 0.1 0.05" pos="0 0 0.2"/>
    <body pos="0.2 0 0"><joint axis="1 0 0"/><joint axis="0 1 0"/>
      <geom type="capsule" size="0.06 0.2" pos="0 0 -0.2"/>
      <body pos="0 0 -0.4"><joint axis="0 1 0"/>
        <geom type="capsule" size="0.05 0.2" pos="0 0 -0.2"/>
        <geom type="sphere" size="0.07" pos="0 0 -0.4"/></body></body>
    <body pos="-0.2 0 0"><joint axis="1 0 0"/>
      <geom type="cylinder" size="0.06 0.2" pos="0 0 -0.2"/>
      <body pos="0 0 -0.4"><joint axis="0 1 0"/>
        <geom type="capsule" size="0.05 0.2" pos="0 0 -0.2"/>
        <geom type="box" size="0.1 0.05 0.02" pos="0 0 -0.4"/></body></body></body></worldbody>
  </mujoco>"""


def from_urdf(name: str) -> Any:
    """MuJoCo's model of an installed robot's URDF, of its shapes that are no meshes."""
    root = ElementTree.parse(installed_robots()[name]).getroot()
    for link in root.iter("link"):
        for part in [*link.findall("visual"), *link.findall("collision")]:
            if part.tag == "visual" or part.find("geometry/mesh") is not None:
                link.remove(part)
    options = {"fusestatic": "false", "discardvisual": "false"}
    ElementTree.SubElement(ElementTree.SubElement(root, "mujoco"), "compiler", options)
    return mujoco.MjModel.from_xml_string(ElementTree.tostring(root, "unicode"))


ROBOTS = ("walker", "a1_description/a1", "panda_description/panda_collision")


@pytest.mark.parametrize("name", ROBOTS)
def test_distances_are_mujocos(name: str) -> None:
    """But for capsules with boxes and cylinders: MuJoCo iterates, and stops in overlap."""
    mj = mujoco.MjModel.from_xml_string(WALKER) if name == "walker" else from_urdf(name)
    model, numbers = kt.load(mj), {x: i for i, x in enumerate(Names(mj).geoms)}
    kinds = {x.name: type(x.shape) for x in model.geometries if x.kind == "collision"}
    every = [(x, tuple(kinds[y] for y in x)) for x in kt.collision.pairs(model)]
    pairs = tuple(x for x, two in every if two in PAIRS or two[::-1] in PAIRS)
    pairs = pairs[:: max(len(pairs) // 30, 1)]
    assert len(pairs) > 20
    q = kt.random_configuration(model, 20, rng=np.random.default_rng(0))
    found = kt.collision.nearest(model, q, pairs=pairs)
    data, points, checked = mujoco.MjData(mj), np.zeros(6), 0
    for data.qpos, d, ours in zip(
        kt.convert.to_mujoco(model, q).q, found.distances, found.points, strict=True
    ):
        mujoco.mj_kinematics(mj, data)
        for k, (a, b) in enumerate(pairs):
            i, j = numbers[a], numbers[b]
            expected = mujoco.mj_geomDistance(mj, data, i, j, 1e3, points)
            other = {kinds[a].__name__, kinds[b].__name__} - {"Capsule"}
            rounded = kinds[a] is not kinds[b] and other in ({"Box"}, {"Cylinder"})
            rounded = rounded and kt.shapes.Capsule in (kinds[a], kinds[b])
            if rounded and d[k] < -0.04:
                assert expected > d[k] - 1e-6
                continue
            assert abs(d[k] - expected) < (1e-6 if rounded else 1e-13), (a, b)
            if not rounded and d[k] > 0 and kinds[a] is kinds[b] is kt.shapes.Sphere:
                np.testing.assert_allclose(ours[k].ravel(), points, atol=1e-12)
                checked += 1
    assert checked or name == "walker"
