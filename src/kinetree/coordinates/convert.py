"""`kt.convert`: states in the conventions of other libraries, and other velocities of a base.

The world is the model's, in which gravity is given: the pose of a free joint in another library is
that of its body in this world, `base_placement` of the loader included.
"""

from typing import Final

from numpy.typing import ArrayLike

from ..algorithms.moving_base.state import base_acceleration, base_velocity, speeds
from ..model import Model
from ..model.joints import (
    Continuous,
    Fixed,
    Helical,
    Planar,
    Prismatic,
    Revolute,
    Spherical,
    SphericalEuler,
    Translation,
    Universal,
)
from .conversion import Convention, Conversion, Optional, State

__all__ = [
    "State",
    "base_acceleration",
    "base_velocity",
    "from_kindr",
    "from_mujoco",
    "from_rbdl",
    "speeds",
    "to_kindr",
    "to_mujoco",
    "to_rbdl",
]

_RATES: Final = (Revolute, Prismatic, Continuous, Universal, SphericalEuler, Translation, Fixed)
MUJOCO: Final = Convention(
    "MuJoCo", (*_RATES, Spherical, Planar), lambda j: j.parent == 0, "on the world", True
)
KINDR: Final = Convention("kindr", (*_RATES, Helical), lambda j: j.index == 1, "first", True)
RBDL: Final = Convention(
    "RBDL", (*_RATES, Helical, Spherical, Planar), lambda j: True, "anywhere", False
)


def from_mujoco(
    model: Model, q: ArrayLike, v: Optional = None, a: Optional = None, tau: Optional = None
) -> State:
    """MuJoCo's qpos, qvel, qacc and qfrc as q, v, a and tau.

    The model's joints are MuJoCo's hinges, slides, balls and free joints in the same order, as they
    are when both read the same file; a Planar joint is two slides and a hinge, a Universal joint
    two hinges. There quaternions are w first and a (cos, sin) joint is an angle. The pose of a free
    joint is in the model's world, which a `base_placement` sets apart from the file's; its velocity
    is that of the body's origin in the axes of that world and the angular velocity in those of the
    body, its acceleration the rate of that. So qfrc_bias is `kt.rnea` at the a of qacc = 0, not
    `kt.nonlinear_effects`, where a joint is free; qfrc_passive has no dry friction, which
    `kt.passive_forces` has; torques are qfrc_actuator, not ctrl. v is linear in qvel, v = X qvel
    with `X = kt.convert.from_mujoco(model, qpos, np.eye(model.nv)).v.T`: MuJoCo's mass matrix is
    `X.T @ kt.crba(model, q) @ X`, and its Jacobians are those of kinetree @ X.
    Shapes: q (..., MuJoCo's nq), the others (..., nv), batch axes broadcast; a needs v. Raises
    ModelError for a joint that MuJoCo does not have.

    >>> import kinetree as kt
    >>> robot = kt.robots.quadruped()
    >>> qpos = [0, 0, 0.5, 1, 0, 0, 0] + [0.0] * 12
    >>> kt.convert.from_mujoco(robot, qpos).q[:7].tolist()
    [0.0, 0.0, 0.5, 0.0, 0.0, 0.0, 1.0]
    """
    return Conversion(model, MUJOCO).to_kinetree(q, v, a, tau)


def to_mujoco(
    model: Model, q: ArrayLike, v: Optional = None, a: Optional = None, tau: Optional = None
) -> State:
    """q, v, a and tau as MuJoCo's qpos, qvel, qacc and qfrc: the inverse of `from_mujoco`.

    Angles of (cos, sin) joints are in [-pi, pi], quaternions of length 1.

    >>> import kinetree as kt
    >>> robot = kt.robots.quadruped()
    >>> kt.convert.to_mujoco(robot, kt.neutral(robot)).q[:7].tolist()
    [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]
    """
    return Conversion(model, MUJOCO).from_kinetree(q, v, a, tau)


def from_kindr(
    model: Model, q: ArrayLike, v: Optional = None, a: Optional = None, tau: Optional = None
) -> State:
    """kindr's q, u, du/dt and generalized forces as q, v, a and tau.

    There q = (position, quaternion w first, joints) and u = (velocity of the base in the axes of
    the world, angular velocity in those of the base, rates of the joints). The model's base is
    fixed or floating, its joints have v = dq/dt or are (cos, sin), an angle there.
    Shapes: q (..., kindr's nq), the others (..., nv), batch axes broadcast; a needs v. Raises
    ModelError for a joint that does not fit.
    Source: [KindrSheet, Generalized Coordinates].

    >>> import kinetree as kt
    >>> robot = kt.robots.quadruped()
    >>> q = [0, 0, 0.5, 1, 0, 0, 0] + [0.0] * 12
    >>> kt.convert.from_kindr(robot, q).q[:7].tolist()
    [0.0, 0.0, 0.5, 0.0, 0.0, 0.0, 1.0]
    """
    return Conversion(model, KINDR).to_kinetree(q, v, a, tau)


def to_kindr(
    model: Model, q: ArrayLike, v: Optional = None, a: Optional = None, tau: Optional = None
) -> State:
    """q, v, a and tau as kindr's q, u, du/dt and generalized forces: the inverse of `from_kindr`.

    >>> import kinetree as kt
    >>> robot = kt.robots.quadruped()
    >>> kt.convert.to_kindr(robot, kt.neutral(robot)).q[:7].tolist()
    [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]
    """
    return Conversion(model, KINDR).from_kinetree(q, v, a, tau)


def from_rbdl(
    model: Model, q: ArrayLike, v: Optional = None, a: Optional = None, tau: Optional = None
) -> State:
    """RBDL's Q, QDot, QDDot and Tau as q, v, a and tau.

    There the w of every quaternion is at the end of Q, in the order of the joints, which is the
    model's. A free joint is a translation and a ball: its velocity is that of the body's origin in
    the axes of the joint, for a child of the world those of the world, and the angular velocity in
    those of the body. A Planar joint is (x, y, angle), a (cos, sin) joint an angle.
    Shapes: q (..., RBDL's q_size), the others (..., nv), batch axes broadcast; a needs v. Raises
    ModelError for a joint that RBDL does not have.

    >>> import kinetree as kt
    >>> robot = kt.robots.quadruped()
    >>> kt.convert.from_rbdl(robot, [0, 0, 0.5] + [0.0] * 15 + [1.0]).q[:7].tolist()
    [0.0, 0.0, 0.5, 0.0, 0.0, 0.0, 1.0]
    """
    return Conversion(model, RBDL).to_kinetree(q, v, a, tau)


def to_rbdl(
    model: Model, q: ArrayLike, v: Optional = None, a: Optional = None, tau: Optional = None
) -> State:
    """q, v, a and tau as RBDL's Q, QDot, QDDot and Tau: the inverse of `from_rbdl`.

    >>> import kinetree as kt
    >>> robot = kt.robots.quadruped()
    >>> kt.convert.to_rbdl(robot, kt.neutral(robot)).q[[3, 4, 5, -1]].tolist()
    [0.0, 0.0, 0.0, 1.0]
    """
    return Conversion(model, RBDL).from_kinetree(q, v, a, tau)
