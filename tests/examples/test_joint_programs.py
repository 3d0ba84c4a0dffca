"""The joints of the examples, which define only their placement, against closed forms.

A closed form gives subspace and bias worked out by hand, as kinetree's own joints do.
"""

import runpy
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from agreement import assert_agree, run

import kinetree as kt
from kinetree.spatial import motions

EXAMPLES = Path(__file__).parents[2] / "examples"
ON_RAIL, IN_RING, ON_ELLIPSOID = (
    runpy.run_path(str(EXAMPLES / name))
    for name in (
        "algorithms/02_rolling_joint.py",
        "joints/01_rolling_contact.py",
        "joints/02_ellipsoid_surface.py",
    )
)
RADII = 0.07, 0.15, 0.08


class Rolling(ON_RAIL["Rolling"]):
    """T = (Ry(q), [r q, 0, r])."""

    def subspace(self, q: Any) -> Any:
        r, c, s = ON_RAIL["RADIUS"], kt.math.cos(q[0]), kt.math.sin(q[0])
        return motions([kt.Motion([r * c, 0, r * s], [0, 1, 0])])

    def bias(self, q: Any, v: Any) -> Any:
        r, c, s = ON_RAIL["RADIUS"], kt.math.cos(q[0]), kt.math.sin(q[0])
        k = r * (v[0] * v[0])
        return kt.Motion([-(k * s), 0, k * c], [0, 0, 0])


class RollingInside(IN_RING["RollingInside"]):
    """T = (Rz(-k q), l [cos q, sin q, 0]): in the wheel's axes the ring turns by (1 + k) q."""

    def subspace(self, q: Any) -> Any:
        angle = (1 + self.turns) * q[0]
        c, s = kt.math.cos(angle), kt.math.sin(angle)
        return motions([kt.Motion([-self.way * s, self.way * c, 0], [0, 0, -self.turns])])

    def bias(self, q: Any, v: Any) -> Any:
        angle = (1 + self.turns) * q[0]
        k = self.way * (1 + self.turns) * (v[0] * v[0])
        return kt.Motion([-k * kt.math.cos(angle), -k * kt.math.sin(angle), 0], [0, 0, 0])


class EllipsoidSurface(ON_ELLIPSOID["EllipsoidSurface"]):
    """p = (a s1, -b s0 c1, c c0 c1), V = [R^T p'; w], c = [R^T p'' - w x R^T p'; w']."""

    def subspace(self, q: Any) -> Any:
        (s0, s1, s2), (c0, c1, c2) = kt.math.sin(q), kt.math.cos(q)
        (a, b, c), R = self.radii, self.placement(q).rotation
        along_0 = R.T @ [0, -b * R[2, 2], c * R[1, 2]]
        along_1 = R.T @ [a * c1, b * (s0 * s1), -c * (c0 * s1)]
        angular = [R[0, 0], R[0, 1], s1], [s2, c2, 0], [0, 0, 1]
        return motions(map(kt.Motion, (along_0, along_1, [0, 0, 0]), angular))

    def bias(self, q: Any, v: Any) -> Any:
        (s0, s1, s2), (c0, c1, c2) = kt.math.sin(q), kt.math.cos(q)
        (a, b, c), R, V = self.radii, self.placement(q).rotation, self.subspace(q) @ v
        k, w = v[0] * v[1], v[1] * v[1]
        m = v[0] * v[0] + w
        y, z = 2 * k * (c0 * s1) - m * R[1, 2], 2 * k * (s0 * s1) - m * R[2, 2]
        push = kt.Array([-a * (s1 * w), b * y, c * z])
        wx, wy, _ = V.angular
        turned = [v[2] * wy - c2 * (s1 * k), s2 * (s1 * k) - v[2] * wx, c1 * k]
        return kt.Motion(R.T @ push - kt.math.cross(V.angular, V.linear), turned)


PAIRS = {
    "on a rail": (ON_RAIL["Rolling"](), Rolling()),
    "in a ring": (IN_RING["RollingInside"](0.5, 0.2), RollingInside(0.5, 0.2)),
    "on an ellipsoid": (ON_ELLIPSOID["EllipsoidSurface"](*RADII), EllipsoidSurface(*RADII)),
}
every_joint = pytest.mark.parametrize("name", PAIRS)


def with_joint(model: kt.Model, at: int, joint: kt.Joint) -> kt.Model:
    """A robot with one of its joints replaced."""
    builder = kt.ModelBuilder(model.name)
    names = ["world", *(f"body{i}" for i in range(1, model.njoints))]
    for j in model.joints:
        builder.add_body(
            names[j.index],
            parent=names[j.parent],
            joint=joint if j.index == at else j.type,
            placement=j.origin,
            inertia=j.inertia,
        )
    return builder.build()


ROBOTS = {"arm": (kt.robots.arm(), 4), "biped": (kt.robots.biped(), 4)}


@every_joint
@pytest.mark.parametrize("robot", ROBOTS)
def test_giving_only_the_placement_costs_less_than_5_percent(name: str, robot: str) -> None:
    own, closed = (with_joint(*ROBOTS[robot], joint) for joint in PAIRS[name])
    assert with_joint(*ROBOTS[robot], kt.Revolute("y")).nv <= own.nv
    for algorithm in (kt.rnea, kt.crba, kt.aba):
        ours, best = (algorithm.trace(model).operation_count for model in (own, closed))
        assert ours <= 1.05 * best, algorithm.__name__


@pytest.mark.sweep
@every_joint
def test_the_numbers_are_those_of_the_closed_form(name: str) -> None:
    own, closed = (with_joint(*ROBOTS["arm"], joint) for joint in PAIRS[name])
    rng = np.random.default_rng(0)
    q = np.concatenate([np.zeros((1, own.nq)), rng.uniform(-2, 2, (5, own.nq))])
    v, a = rng.normal(size=(2, 6, own.nv))
    operands = {"forward_kinematics": (q,), "rnea": (q, v, a), "crba": (q,), "aba": (q, v, a)}
    for algorithm, given in operands.items():
        ours, best = (run(getattr(kt, algorithm), model, *given) for model in (own, closed))
        assert_agree(ours, best, 1e-13)
    rates = [run(kt.jacobian(kt.rnea, ("q", "v")), model, q, v, a) for model in (own, closed)]
    for ours, best in zip(*rates, strict=True):
        assert_agree(ours, best, 1e-12)


@pytest.mark.parametrize("example", [ON_RAIL, IN_RING, ON_ELLIPSOID])
def test_the_joints_are_written_in_less_than_20_lines(example: dict[str, Any]) -> None:
    blocks = Path(example["__file__"]).read_text().split("\n\n\n")
    (joint,) = (block for block in blocks if "(kt.Joint):" in block)
    assert len(joint.splitlines()) < 20


def test_the_wheel_in_the_ring_stands_still_where_it_touches() -> None:
    joint, ring, wheel = PAIRS["in a ring"][0], 0.5, 0.2
    for angle in (0.0, 0.4, 2.5):
        q = kt.Array([angle])
        V, T = joint.subspace(q) @ [1.7], joint.placement(q)
        arm = np.array(T.act_inverse([ring * np.cos(angle), ring * np.sin(angle), 0.0]), float)
        assert np.linalg.norm(arm) == pytest.approx(wheel, rel=1e-15)
        slip = np.array(V.linear, float) + np.cross(np.array(V.angular, float), arm)
        assert abs(slip).max() < 1e-15
