"""A user's shape, joint and format through every door; back ends are in their guide."""

import copy
import dataclasses
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from trees import Cam

import kinetree as kt
from kinetree.export.mjcf.geometries import GEOMS
from kinetree.formats.registry import FORMATS
from kinetree.formats.urdf.write import SHAPES as URDF
from kinetree.geometry.rays import distance_along
from kinetree.viewer.meshes import parts


@dataclasses.dataclass(frozen=True)
class Torus(kt.shapes.Sized):
    """A ring about z of a tube."""

    ring: float
    tube: float


Plane, Sphere = kt.shapes.Plane, kt.shapes.Sphere


def robot(shape: Any, joint: Any = None) -> kt.Model:
    """A body of this shape above the ground, at rest at z = 1."""
    b = kt.ModelBuilder("r")
    inertia = kt.Inertia(1.0, [0, 0, 0], np.eye(3))
    b.add_body("ring", joint=joint or kt.Prismatic("z"), inertia=inertia)
    b.add_geometry("ring", parent="ring", shape=shape, kind="collision")
    b.add_geometry("floor", parent="world", shape=Plane(), kind="collision")
    return b.build()


def test_a_shape_is_saved_copied_and_told_by_its_module(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = robot(Torus(0.3, 0.05))
    kt.save(model, tmp_path / "r.json")
    text = (tmp_path / "r.json").read_text()
    for again in (kt.load(tmp_path / "r.json"), copy.deepcopy(model), model.replace()):
        assert again == model and again.digest == model.digest
        assert again.geometries[0].shape == Torus(0.3, 0.05)
    assert pickle.loads(pickle.dumps(model)) == model and kt.check(model) == []
    with pytest.raises(kt.ModelError, match=r"Torus is user-defined, in the module 'mine', where"):
        kt.load(text.replace(f'"module": "{__name__}"', '"module": "mine"'))
    monkeypatch.setattr(Torus, "__module__", "__main__")
    with pytest.warns(UserWarning, match="r has types of __main__; define them in a module"):
        kt.save(model, tmp_path / "r.json")
    monkeypatch.undo()
    (finding,) = kt.check(text.replace('"ring": 0.3', '"ring": -1'))
    assert "Torus: its ring is -1" in finding.message

    def other() -> kt.Model:
        fields: Any = ("Torus", [("ring", float), ("tube", float)])
        kind = dataclasses.make_dataclass(*fields, bases=(kt.shapes.Sized,), frozen=True)
        return robot(kind(0.3, 0.05))

    a, b = other(), other()
    assert a.digest != model.digest and a != b  # another module; two classes of one name


def test_a_shape_without_entries_is_refused_or_left_out_by_name() -> None:
    model = robot(Torus(0.3, 0.05))
    for write in (kt.to_urdf, kt.to_sdf, kt.to_mjcf):
        with pytest.warns(match="ring"):
            assert "orus" not in write(model)
    with pytest.raises(kt.ModelError, match=r"no distance of .*@kt.geometry.pair\("):
        kt.collision.distances(model, [0.0])
    with pytest.warns(match=r"no mesh of Torus; .*kt.geometry.MESHES\[Torus\]"):
        assert len([*parts(model, "collision")]) == 1
    with pytest.raises(kt.ModelError, match=r"r: ring: no mesh of Torus"):
        kt.collision.with_spheres(model, tolerance=0.05)


def test_a_shape_with_an_entry_passes_every_door(monkeypatch: pytest.MonkeyPatch) -> None:
    trimesh = pytest.importorskip("trimesh")

    def above(a: Plane, b: Torus, T: kt.SE3) -> Any:
        """Its lowest point, where it lies flat."""
        p = T.translation - kt.Array([0, 0, b.tube])
        return kt.geometry.Nearest(p[2], kt.Array([p[0], p[1], 0]), p, kt.Array([0, 0, 1]))

    enter, tables = monkeypatch.setitem, kt.geometry
    enter(tables.PAIRS, (Plane, Torus), above)
    enter(tables.MESHES, Torus, lambda x: trimesh.creation.torus(x.ring, x.tube))
    enter(tables.INSIDE, Torus, lambda x, p, d: tables.INSIDE[Sphere](Sphere(x.ring), p, d))
    enter(URDF, Torus, lambda x: ("mesh", {"filename": "torus.stl"}))
    enter(GEOMS, Torus, lambda x, _: ({"type": "sphere", "size": f"{x.ring}"}, kt.SE3.identity()))
    model = robot(Torus(0.3, 0.05))
    assert len(kt.collision.pairs(model)) == 1
    np.testing.assert_allclose(kt.collision.distances(model, [1.0]), [0.95])
    jacobian = kt.jacobian(kt.collision.distances, "q")(model, [1.0])
    np.testing.assert_allclose(np.ravel(jacobian), [1.0])
    ray = kt.Array([0, 0, 1]), kt.Array([0, 0, -1])
    assert distance_along(Torus(0.3, 0.05), kt.SE3.identity(), *ray) == 0.7
    other = dataclasses.replace(model.geometries[0], name="other", shape=Torus(0.1, 0.2))
    two = model.replace(geometries=(*model.geometries, other))  # one is chosen by an index
    np.testing.assert_allclose(kt.collision.clearance(two, [[1.0], [2.0]]), [0.8, 1.8])
    simulation, q, v = kt.Simulation.of(model), np.array([0.05]), np.zeros(1)
    for _ in range(50):  # it lies on the plane
        q, v, *_ = kt.simulation.contact_step(model, q, v, [0.0], 1e-3, simulation=simulation)
    assert abs(q[0] - 0.05) < 1e-3 and abs(v[0]) < 1e-2
    assert len([*parts(model, "collision")]) == 2
    covered = kt.collision.with_spheres(model, tolerance=0.05)
    assert covered.errors["ring"] <= 0.05 and len(covered.model.geometries) > 5
    enter(kt.collision.COVERS, Torus, None)  # it stays
    assert kt.collision.with_spheres(model, tolerance=0.05).errors == {}
    with pytest.warns(match="floor"):
        assert 'filename="torus.stl"' in kt.to_urdf(model)
    assert "torus.stl" in kt.to_sdf(model)
    assert 'size="0.3"' in kt.to_mjcf(model)
    pytest.importorskip("coal")
    by_coal = kt.collision.mesh_distances(model, [1.0]).distances
    np.testing.assert_allclose(by_coal, [0.95], atol=1e-6)


def test_a_joint_passes_every_door(tmp_path: Path) -> None:
    model = robot(Sphere(0.1), Cam("x"))
    kt.save(model, tmp_path / "r.json")
    for again in (kt.load(tmp_path / "r.json"), copy.deepcopy(model)):
        assert again == model and again.digest == model.digest
    assert pickle.loads(pickle.dumps(model)) == model and kt.check(model) == []
    for write in (kt.to_urdf, kt.to_sdf, kt.to_mjcf):
        with pytest.raises(kt.ModelError, match="ring"):
            write(model)
    assert np.isfinite(kt.collision.distances(model, [0.3])).all()
    assert kt.simulation.step(model, [0.3], [0.0], [0.0], 1e-3)[0].shape == (1,)


def read_lengths(source: Any, options: Any, findings: Any) -> kt.Model:
    """A chain of links with the lengths in a text."""
    return kt.robots.serial_chain(len(source.decoded().split()) - 1)


def test_a_format_is_read_as_the_others_are(tmp_path: Path, monkeypatch: Any) -> None:
    form = kt.Format("lengths", read_lengths, beginning="lengths", suffixes=(".len",))
    monkeypatch.setitem(FORMATS, "lengths", form)
    kt.register_format(form)  # as a cell that runs again
    (tmp_path / "a.len").write_text("lengths 1 2 3")
    assert kt.load(tmp_path / "a.len").nq == 3 and kt.load("lengths 1\n 2").nq == 2
    assert kt.check("lengths 1\n2") == []
    (tmp_path / "a.txt").write_text("what is it")
    with pytest.raises(kt.ModelError, match=r"lengths \(.len\)"):
        kt.load(tmp_path / "a.txt")
    for other in (
        kt.Format("more", read_lengths, suffixes=(".urdf",)),
        kt.Format("more", read_lengths, root="sdf"),
        kt.Format("lengths", lambda *_: kt.robots.arm()),
    ):
        with pytest.raises(kt.ModelError, match="told to be of"):
            kt.register_format(other)
