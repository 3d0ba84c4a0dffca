"""The motion of a user-defined joint is checked when a robot is built."""

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
    joint = type("Mine", (Turn,), {k: lambda self, q, f=f: f(q) for k, f in methods.items()})
    builder.add_body("b", joint=joint())
    return builder.build()


def _turn(q: Any, sign: float = -1.0, factor: float = 1.0) -> kt.SE3:
    c, s = kt.math.cos(q[0]), kt.math.sin(q[0])
    return kt.SE3([[factor * c, sign * s, 0], [s, c, 0], [0, 0, 1]], [0, 0, 0])


def test_a_consistent_joint_is_built():
    turning = kt.Revolute("z")
    assert _built(placement=_turn, subspace=turning.subspace, tangent_map=turning.tangent_map).nv


@pytest.mark.parametrize(
    ("methods", "message"),
    [
        ({"placement": lambda q: _turn(q, sign=1.0)}, r"placement\(q\) at q = .* is not rigid"),
        ({"placement": lambda q: _turn(q, factor=2.0)}, r"at q = \[0.0\] is not rigid"),
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
    ],
)
def test_a_joint_that_contradicts_itself_is_refused(methods: Any, message: str):
    with pytest.raises(kt.ModelError, match=rf"^r: joint 'b_joint' \(Mine\): .*{message}"):
        _built(**methods)


def test_where_a_joint_is_not_defined_it_is_not_checked():
    assert _built(placement=lambda q: _turn([kt.math.log(q[0] - 5.0)])).nv == 1
