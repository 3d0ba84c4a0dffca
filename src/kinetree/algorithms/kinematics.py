"""Placements of joints and frames in the world."""

from typing import Literal

from ..functions import ResolvedFrame, algorithm
from ..model import Model
from ..scalar.array import Array
from ..scalar.math import zeros
from ..spatial import SE3
from .operands import OptionalArray
from .reference import world_frame


def world_placements(model: Model, q: Array) -> list[SE3]:
    """T_0i of every joint, the universe first: T_0i = T_0p T_pi [PinocchioSheet, RNEA]."""
    T = [SE3.identity()]
    for j in model.joints:
        T.append(T[j.parent] @ j.placement(q))
    return T


def root_placements(model: Model, q: Array) -> dict[int, SE3]:
    """T_ri of every joint in the frame of the body of its root joint.

    Source: [PinocchioSheet, Composition].
    """
    T: dict[int, SE3] = {}
    for j in model.joints:
        T[j.index] = T[j.parent] @ j.placement(q) if j.parent else SE3.identity()
    return T


@algorithm("(nq)->(njoints,4,4)")
def forward_kinematics(model: Model, q: Array) -> list[SE3]:
    """The placements T_0i of all joints in the world; that of the universe is the identity.

    Shapes: q (..., nq); result (..., njoints, 4, 4), in m.
    Source: [PinocchioSheet, Composition; RNEA].

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> kt.forward_kinematics(arm, kt.neutral(arm)).shape
    (8, 4, 4)
    """
    return world_placements(model, q)


@algorithm("(nq)->(nframes,4,4)")
def frame_placements(model: Model, q: Array) -> list[SE3]:
    """The placements of all frames in the world, in the order of `model.frame_names`.

    Shapes: q (..., nq); result (..., nframes, 4, 4), in m. Source: [PinocchioSheet, Composition].

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> kt.frame_placements(arm, kt.neutral(arm)).shape
    (17, 4, 4)
    """
    T = world_placements(model, q)
    return [T[frame.joint] @ frame.placement for frame in model.frames]


@algorithm("(nq),(k,3)->(4,4)")
def frame_placement(
    model: Model, q: Array, offset: OptionalArray = None, *, frame: ResolvedFrame
) -> SE3:
    """The placement of a frame in the world.

    Shapes: q (..., nq); result (..., 4, 4), or (..., k, 4, 4) for a sequence of k frames. `frame`
    is a name, an index or a sequence of them; all frames of one joint share a kernel. `offset`
    (..., 3) is a point in the frame that takes the place of its origin, one for each of k frames.
    Source: [PinocchioSheet, Composition].

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> round(float(kt.frame_placement(arm, kt.neutral(arm), frame="tool")[2, 3]), 9)
    1.26
    """
    return world_frame(model, q, frame, offset)


@algorithm
def geometry_placements(
    model: Model, q: Array, *, kind: Literal["visual", "collision"] = "visual"
) -> Array:
    """The placements in the world of all shapes of a kind, in the order of `model.geometries`.

    Shapes: q (..., nq); result (..., n, 4, 4), in m, for the n shapes of this kind.
    Source: [PinocchioSheet, Composition].

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> kt.geometry_placements(arm, kt.neutral(arm)).shape
    (0, 4, 4)
    """
    T = world_placements(model, q)
    shapes = [g for g in model.geometries if g.kind == kind]
    result = zeros(len(shapes), 4, 4)
    for k, g in enumerate(shapes):
        result = result.add(k, (T[g.joint] @ g.placement).matrix)
    return result
