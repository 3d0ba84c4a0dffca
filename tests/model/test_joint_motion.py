"""The motion of a user-defined joint is checked when a robot is built."""

import math
import re
from typing import Any

import pytest

import kinetree as kt


class Turn(kt.Joint):
    """A revolute joint by a user."""

    nq = nv = 1

    def placement(self, q: Any) -> Any:
        return kt.Revolute("z").placement(q)


def _built(**methods: Any) -> kt.Model:
    builder = kt.ModelBuilder("r")
    joint = type("Mine", (Turn,), {k: lambda self, *x, f=f: f(*x) for k, f in methods.items()})
    builder.add_body("b", joint=joint())
    return builder.build()


def _turn(q: Any, sign: float = -1.0, factor: float = 1.0) -> kt.SE3:
    c, s = kt.math.cos(q[0]), kt.math.sin(q[0])
    return kt.SE3([[factor * c, sign * s, 0], [s, c, 0], [0, 0, 1]], [0, 0, 0])


def _cam(q: Any) -> kt.SE3:
    """q^2 on one side, 2 q^2 on the other."""
    return kt.SE3(kt.math.eye(3), [q[0] ** 2 + kt.math.maximum(q[0], 0) ** 2, 0, 0])


def test_a_joint_of_two_pieces_is_built():
    """Its bias jumps at neutral, where neither side is wrong."""

    def bias(q: Any, v: Any) -> kt.Motion:
        return kt.Motion([kt.math.where(q[0] > 0, 4.0, 2.0) * v[0] ** 2, 0, 0], [0, 0, 0])

    assert _built(placement=_cam, bias=bias).nv == 1


def test_a_consistent_joint_is_built():
    turning = kt.Revolute("z")
    assert _built(placement=_turn, subspace=turning.subspace, tangent_map=turning.tangent_map).nv


@pytest.mark.parametrize(
    "joint",
    [kt.Continuous("z"), kt.SphericalZYX(), kt.Planar(), kt.FreeFlyer(), kt.Universal("x", "y")],
    ids=repr,
)
def test_a_joint_that_defines_everything_is_built(joint: kt.Joint):
    """The library's own, as a user's: what they define beyond the placement is compared."""
    own = type("Mine", (type(joint),), {})
    mine = own.__new__(own)
    vars(mine).update(vars(joint))
    builder = kt.ModelBuilder("r")
    builder.add_body("b", joint=mine)
    assert builder.build().nv == joint.nv


@pytest.mark.parametrize(
    ("methods", "message"),
    [
        ({"placement": lambda q: _turn(q, sign=1.0)}, r"SE3: the rotation is not rigid"),
        ({"placement": lambda q: _turn(q, factor=2.0)}, r"SE3: the rotation is not rigid"),
        (
            {"placement": lambda q: _turn(q).matrix},
            r"is an Array of shape \(4, 4\); expected kt.SE3",
        ),
        ({"placement": lambda q: None}, r"placement\(q\) is None; expected kt.SE3"),
        ({"placement": lambda q: _turn([0.3])}, r"velocities \[0\] move nothing; placement"),
        (
            {"subspace": kt.Helical("z", pitch=1.0).subspace},
            r"subspace\(q\) .* derivative of placem",
        ),
        ({"subspace": kt.Translation().subspace}, r"has shape \(6, 3\); expected \(6, 1\)"),
        ({"subspace": lambda q: [[0]] * 6}, r"subspace\(q\) is a list; expected columns"),
        (
            {"tangent_map": lambda q: kt.Array([[2.0]])},
            r"tangent_map\(q\) .* derivative of integrate",
        ),
        (
            {"tangent_map_inverse": lambda q: kt.Array([[2.0]])},
            r"tangent_map_inverse\(q\) @ tangent_map\(q\) .* is \[\[2.0\]\], but 1 is",
        ),
        (
            {"bias": lambda q, v: kt.Motion([0, 0, 1], [0, 0, 0])},
            r"bias\(q, v\) .* but the rate of",
        ),
        (
            {"subspace_derivatives": lambda q: (kt.Helical("z", pitch=1.0).subspace(q),)},
            r"subspace_derivatives\(q\) .* but the derivative of subspace",
        ),
        (
            {"bias_derivative": lambda q, v: kt.Helical("z", pitch=1.0).subspace(q)},
            r"bias_derivative\(q, v\) .* but the derivative of bias",
        ),
        ({"difference": lambda q0, q1: q0 - q1}, r"difference\(q, .* is \[-0.1.*\], but v is"),
        ({"displacement": lambda q, v: _turn(1.1 * v)}, r"displacement\(q, v\) .* but placem"),
        (
            {"placement": _cam, "subspace": lambda q: kt.Prismatic("x").subspace(q) * (4.0 * q[0])},
            r"subspace\(q\) at q = \[-.*the derivative of placement",
        ),
    ],
)
def test_a_joint_that_contradicts_itself_is_refused(methods: Any, message: str):
    with pytest.raises(kt.ModelError, match=rf"^r: joint 'b_joint' \(Mine\): .*{message}"):
        _built(**methods)


def test_where_a_joint_is_not_defined_it_is_not_checked():
    assert _built(placement=lambda q: _turn([kt.math.log(q[0] - 5.0)])).nv == 1


@pytest.mark.parametrize("x", [lambda q: q if q > 0 else 2 * q, math.sin])
def test_what_compiled_code_cannot_have_is_reported_when_the_robot_is_built(x: Any):
    line = x.__code__.co_firstlineno if hasattr(x, "__code__") else "[0-9]+"
    slider = kt.Prismatic("x")
    with pytest.raises(kt.TraceError, match=rf"{re.escape(__file__)}:{line}: .* traced number"):
        _built(
            placement=lambda q: kt.SE3(kt.math.eye(3), [x(q[0]), 0, 0]),
            subspace=lambda q: slider.subspace(q) * ((x(q[0] + 1e-6) - x(q[0] - 1e-6)) / 2e-6),
        )
