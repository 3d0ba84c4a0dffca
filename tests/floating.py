"""The random trees of `trees` on a floating base, in states whose base is a pose and a twist."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from agreement import times
from trees import TREES, tree_of_plan, vectors
from trees import configurations as configurations_of

import kinetree as kt

REPRESENTATIONS = ("body", "inertial", "mixed")
H = 1e-30


@dataclass(frozen=True, eq=False)
class Moving:
    """Six states: q, v, a (or forces) as joints take them, and the pose of the base."""

    model: kt.Model
    q: Any
    v: Any
    a: Any
    pose: Any

    def twist(self, representation: str) -> Any:
        """The base's, in a representation."""
        return times(to_representation(self.pose, representation), self.v[:, :6])

    def state(self, representation: str) -> tuple[Any, ...]:
        """H, s, twist, ds."""
        return self.pose, self.q[:, 7:], self.twist(representation), self.v[:, 6:]

    def acceleration(self, representation: str) -> Any:
        """The base's, as `kt.moving_base.inverse_dynamics` takes it."""
        if representation == "inertial":
            return self.a[:, :6]
        return rate_of_twist(self.pose, self.v[:, :6], self.a[:, :6], representation)

    def motion(self, representation: str) -> tuple[Any, ...]:
        """All operands of `kt.moving_base.inverse_dynamics`."""
        base = self.acceleration(representation)
        return *self.state(representation), base, self.a[:, 6:]


@cache
def floating(name: str) -> Moving:
    """A tree on a floating base, instead of the world."""
    rng = np.random.default_rng(len(name))
    plan = [(body, "base" if on == "world" else on, joint) for body, on, joint in TREES[name].plan]
    model = tree_of_plan(name, [("base", "world", kt.FreeFlyer()), *plan], rng).model
    q = configurations_of(model)
    q[:, :7] = kt.random_configuration(model, 6, rng=rng)[:, :7]
    v, a = vectors(model, 2)
    return Moving(model, q, v, a, kt.forward_kinematics.evaluate(model, q)[:, 1])


def cross_matrix(w: Any) -> Any:
    """The matrices of w x."""
    return np.cross(np.eye(3), w[..., None, :])


def hat(twist: Any) -> Any:
    """[[w^, v], [0, 0]]."""
    result = np.zeros((*twist.shape[:-1], 4, 4), twist.dtype)
    result[..., :3, :3], result[..., :3, 3] = cross_matrix(twist[..., 3:]), twist[..., :3]
    return result


def blocks(A: Any, B: Any) -> Any:
    """[[A, B], [0, A]]."""
    return np.block([[A, B], [np.zeros_like(A), A]])


def to_representation(pose: Any, representation: str) -> Any:
    """X, which takes body twists to a representation."""
    R, p = pose[..., :3, :3], pose[..., :3, 3]
    if representation == "body":
        R = np.broadcast_to(np.eye(3), R.shape)
    return blocks(R, cross_matrix(p) @ R if representation == "inertial" else 0 * R)


def rate_of_twist(pose: Any, V: Any, A: Any, representation: str) -> Any:
    """d(X V)/dt, with the rate A of the body twist."""
    X, turn = to_representation(pose, representation), cross_matrix(V[..., 3:])
    if representation == "body":
        return A
    shift = cross_matrix(V[..., :3]) if representation == "inertial" else 0 * turn
    return times(X, A + times(blocks(turn, shift), V))


def moved(pose: Any, e: Any) -> Any:
    """H exp(i h e) for the tiny step h."""
    return pose @ (np.eye(4) + 1j * H * hat(e))
