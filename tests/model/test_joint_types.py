"""Joint types: their names and units, composites of them, and invalid ones."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from agreement import assert_agree, run
from refused import check, refused
from scipy.spatial.transform import Rotation

import kinetree as kt
from kinetree.model.joints.angles import EULER_ORDERS

BALL = kt.Inertia(1.3, [0.1, 0.2, -0.5], np.diag([0.1, 0.2, 0.25]))


class Offset(kt.Joint):
    """No motion: a step aside."""

    nq = nv = 0

    def placement(self, q: Any) -> kt.SE3:
        return kt.SE3(np.eye(3), [0.1, 0.2, 0.3])


class Halved(kt.Joint):
    """A turn about z by half the integral of its velocity."""

    nq = nv = 1

    def placement(self, q: Any) -> kt.SE3:
        return kt.Revolute("z").placement(q)

    def integrate(self, q: Any, v: Any) -> Any:
        return q + 0.5 * v

    def difference(self, q0: Any, q1: Any) -> Any:
        return 2.0 * (q1 - q0)

    def tangent_map(self, q: Any) -> Any:
        return kt.Array([[0.5]])

    def tangent_map_inverse(self, q: Any) -> Any:
        return kt.Array([[2.0]])


def built(*joints: kt.Joint) -> kt.Model:
    """A chain of bodies a, b, ... on these joints."""
    b, parent = kt.ModelBuilder("r"), "world"
    for name, joint in zip("abcdef", joints, strict=False):
        b.add_body(name, parent=parent, joint=joint, inertia=BALL)
        parent = name
    return b.build()


WORDS = {
    kt.Helical("x", 0.1): ("", "rad", "", "rad/s"),
    kt.Translation(): ("x y z", "m m m", "vx vy vz", "m/s m/s m/s"),
    kt.Planar(): ("x y cos sin", "m m 1 1", "vx vy wz", "m/s m/s rad/s"),
    kt.SphericalZYX(): ("z y x", "rad rad rad", "z y x", "rad/s rad/s rad/s"),
    kt.SphericalEuler("zxz"): ("1 2 3", "rad rad rad", "1 2 3", "rad/s rad/s rad/s"),
    kt.Composite(kt.Revolute("x"), kt.Planar()): (
        "1 2.x 2.y 2.cos 2.sin",
        "rad m m 1 1",
        "1 2.vx 2.vy 2.wz",
        "rad/s m/s m/s rad/s",
    ),
    kt.Composite(kt.Composite(kt.Continuous("x"), kt.Prismatic("y")), Offset(), kt.Revolute("z")): (
        "1.1.cos 1.1.sin 1.2 3",
        "1 1 m rad",
        "1.1 1.2 3",
        "rad/s m/s rad/s",
    ),
    kt.Composite(kt.Fixed(), kt.Prismatic("x")): ("", "m", "", "m/s"),
    kt.Composite(kt.Continuous("x")): ("1.cos 1.sin", "1 1", "", "rad/s"),
}


@pytest.mark.parametrize("joint", WORDS, ids=repr)
def test_coordinates_have_names_and_units(joint: kt.Joint) -> None:
    model = built(joint)
    q, q_units, v, v_units = (words.split(" ") for words in WORDS[joint])
    assert list(model.q_names) == [f"a_joint.{word}".removesuffix(".") for word in q]
    assert list(model.v_names) == [f"a_joint.{word}".removesuffix(".") for word in v]
    assert (list(model.q_units), list(model.v_units)) == (q_units, v_units)
    assert model.tau_units == tuple({"m/s": "N", "rad/s": "N m"}[unit] for unit in v_units)


def test_a_joint_is_written_as_it_is_made() -> None:
    up = kt.SE3(np.eye(3), [0, 0, 0.1])
    composite = kt.Composite(kt.Planar(), kt.Composite(up, kt.Helical("y", -0.5)))
    assert repr(composite) == (
        "Composite(Planar(), Composite(SE3([[1, 0, 0], [0, 1, 0], [0, 0, 1]], [0, 0, 0.1]), "
        "Helical([0, 1, 0], -0.5)))"
    )
    again = eval(repr(composite), {name: getattr(kt, name) for name in dir(kt)})
    assert repr(again) == repr(composite)
    assert repr(kt.SphericalZYX()) == "SphericalEuler('zyx')"


@pytest.mark.parametrize("order", EULER_ORDERS)
def test_angles_in_any_order_are_turns_about_moving_axes(order: str) -> None:
    """SciPy's intrinsic angles; subspace and bias as in `Joint`, by differentiation."""
    joint, (q, v) = kt.SphericalEuler(order), np.random.default_rng(2).normal(size=(2, 3))
    R = Rotation.from_euler(order.upper(), q).as_matrix()
    assert_agree(np.array(joint.placement(kt.Array(q)).rotation, float), R, 1e-15)
    q, v = kt.Array(q), kt.Array(v)
    S, c = joint.subspace(q), joint.bias(q, v)
    assert_agree(np.array(S.matrix, float), np.array(kt.Joint.subspace(joint, q).matrix, float))
    assert_agree(np.array(c.vector, float), np.array(kt.Joint.bias(joint, q, v).vector, float))


@pytest.mark.parametrize("radii", [(0.1, -0.1, 0.2), (0.1, float("inf"), 0.2), ("1", 1, 1)])
def test_radii_of_an_ellipsoid_are_lengths(radii: Any) -> None:
    with pytest.raises(kt.ModelError, match=r"^radii .*; expected three numbers >= 0, in metres"):
        kt.Ellipsoid(*radii)


def test_an_order_of_angles_is_three_axes_and_none_twice_in_a_row(tmp_path: Path) -> None:
    assert len(EULER_ORDERS) == 12
    for order in ("xxy", "zyxz", "XYZ", "", None, ["x", "y", "z"]):
        with pytest.raises(kt.ModelError, match=r"^order .*; expected one of xyx, xyz, xzx, xzy"):
            kt.SphericalEuler(order)  # type: ignore
    model = built(kt.SphericalEuler("yzx"), kt.SphericalZYX(), kt.Ellipsoid(0.1, 0, 0.3))
    kt.save(model, tmp_path / "angles.json")
    text = (tmp_path / "angles.json").read_text()
    assert kt.load(tmp_path / "angles.json") == model == kt.load(text)
    older = text.replace('"SphericalEuler", "order": "zyx"', '"SphericalZYX"')
    assert older != text and kt.load(older) == model


def test_a_composite_is_its_parts_on_bodies_without_inertia() -> None:
    parts = kt.Helical("y", 0.2), kt.Planar(), Offset(), kt.Universal([1, 1, 0], [0, 1, 1])
    one = built(kt.Revolute("x"), kt.Composite(*parts), kt.Spherical())
    b, parent = kt.ModelBuilder("apart"), "world"
    for k, joint in enumerate((kt.Revolute("x"), *parts, kt.Spherical())):
        inertia = BALL if k in (0, 4, 5) else None
        b.add_body(str(k), parent=parent, joint=joint, inertia=inertia)
        parent = str(k)
    apart = b.build()
    rng = np.random.default_rng(0)
    q = kt.random_configuration(apart, 5, rng=rng)
    v, a = rng.normal(size=(2, 5, apart.nv))
    for algorithm, operands in ((kt.rnea, (q, v, a)), (kt.crba, (q,)), (kt.integrate, (q, v))):
        ours, theirs = (run(algorithm, model, *operands) for model in (one, apart))
        assert_agree(ours, theirs, 1e-14)
    placements = run(kt.forward_kinematics, apart, q)[:, [0, 1, 5, 6]]
    assert_agree(run(kt.forward_kinematics, one, q), placements, 1e-14)
    assert one.q_names[1:3] == ("b_joint.1", "b_joint.2.x")


def test_a_screw_about_an_axis_elsewhere_is_a_screw_between_two_placements(tmp_path: Path) -> None:
    T, screw = kt.SE3(kt.SO3.exp([0.3, -0.2, 0.5]), [0.1, 0.2, -0.3]), kt.Helical("z", 0.1)
    one = built(kt.Revolute("x"), kt.Composite(T, screw, T.inverse()), kt.Spherical())
    b = kt.ModelBuilder("apart")
    b.add_body("a", joint=kt.Revolute("x"), inertia=BALL)
    b.add_body("nut", parent="a", joint=screw, placement=T)
    b.add_body("b", parent="nut", joint=kt.Fixed(), placement=T.inverse(), inertia=BALL)
    b.add_body("c", parent="b", joint=kt.Spherical(), inertia=BALL)
    apart = b.build()
    assert one.q_names == ("a_joint", "b_joint", *(f"c_joint.q{x}" for x in "xyzw"))
    rng = np.random.default_rng(0)
    q = kt.random_configuration(apart, 5, rng=rng)
    v, a = rng.normal(size=(2, 5, apart.nv))
    for algorithm in (kt.rnea, kt.aba):
        ours, theirs = (run(algorithm, model, q, v, a) for model in (one, apart))
        assert_agree(ours, theirs, 1e-13)
    kt.save(one, tmp_path / "screw.json")
    assert kt.load(tmp_path / "screw.json") == one
    names = built(kt.Composite(kt.Revolute("x"), T, kt.Prismatic("y"))).q_names
    assert names == ("a_joint.1", "a_joint.2")
    with pytest.raises(kt.ModelError, match=r"^Composite: no joints; pass the joints"):
        kt.Composite(T)


def test_random_configurations_of_parts_are_in_their_limits_and_of_unit_length() -> None:
    model = built(kt.Composite(kt.Revolute("x"), kt.Planar(), kt.Spherical(), kt.Translation()))
    low, high = np.full(model.nq, -np.inf), np.full(model.nq, np.inf)
    low[[0, 1, 9]], high[[0, 1, 9]] = [0.5, 2, -3], [0.6, 2.5, -2.5]
    q = kt.random_configuration(model, 400, rng=0, lower=low, upper=high)
    assert kt.check_configuration(model.replace(lower_position_limits=low), q) == []
    assert (q[:, [0, 1, 9]] >= low[[0, 1, 9]]).all() and (q[:, [0, 1, 9]] <= high[[0, 1, 9]]).all()
    assert (abs(q[:, [2, 10, 11]]) <= 1).all() and (q[:, 2:5].min(0) < -0.9).all()
    (finding,) = kt.check_configuration(model, 2 * kt.neutral(model))
    assert "unit length" in finding.message
    assert (
        built(kt.Composite(kt.Revolute("x"), kt.Prismatic("y"))).joints[0].type.norm_error(q)
        is None
    )


def test_a_mimic_follows_a_composite_of_one_coordinate() -> None:
    screw = kt.Composite(kt.Fixed(), kt.Helical("z", 0.2))
    follower = kt.Mimic("a_joint", 2.0, 0.1, kt.Composite(Offset(), kt.Prismatic("x")))
    model, plain = built(screw, follower), built(kt.Helical("z", 0.2), kt.Prismatic("x"))
    assert (model.nq, model.nv, model.q_names) == (1, 1, ("a_joint",))
    T = run(kt.forward_kinematics, model, np.array([0.3]))[1:]
    expected = run(kt.forward_kinematics, plain, np.array([0.3, 2 * 0.3 + 0.1]))[1:]
    expected[1] = expected[0] @ [[1, 0, 0, 0.8], [0, 1, 0, 0.2], [0, 0, 1, 0.3], [0, 0, 0, 1]]
    assert_agree(T, expected, 1e-15)


@refused(__file__)
def test_what_cannot_be_is_refused(call: str, message: str) -> None:
    check(call, message, globals())


def test_a_joint_with_another_rate_moves_by_it() -> None:
    model = built(Halved())
    tau = kt.rnea(built(kt.Revolute("z")), [0.4], [0.5], [1.0])
    np.testing.assert_allclose(kt.rnea(model, [0.4], [1.0], [2.0]), 0.5 * tau, rtol=1e-14)


def test_a_mimic_moves_only_as_a_part_of_a_model():
    with pytest.raises(kt.ModelError, match="the mimic of 'a' is not part of a model yet"):
        kt.Mimic("a", 2.0).placement(kt.Array([0.1]))


@pytest.mark.parametrize("kind", [kt.Revolute, kt.Continuous, kt.Prismatic])
@pytest.mark.parametrize(
    ("name", "axis"), [("-x", [-1, 0, 0]), ("-y", [0, -1, 0]), ("z", [0, 0, 1])]
)
def test_the_name_of_an_axis_may_have_a_sign(kind: Any, name: str, axis: list[int]) -> None:
    assert list(kind(name).axis.flat) == list(kind(axis).axis.flat) == axis
    for wrong in ("--y", "+y", "y-", "-", "-w"):
        with pytest.raises(
            kt.ModelError, match='expected "x", "y", "z", "-x", "-y", "-z" or three'
        ):
            kind(wrong)
