"""The inverse of the mass matrix of a robot on a moving base (IMMAmb)."""

from ...functions import algorithm
from ...model import Model
from ...scalar.array import Array
from ..inverse_mass_matrix import inverse_mass_matrix as of_joints
from .state import configuration


@algorithm("(nq-7)->(nv,nv)")
def inverse_mass_matrix(model: Model, s: Array) -> Array:
    """The inverse of the mass matrix, of the base's body twist and the joints' velocities.

    The algorithm is that of `kt.inverse_mass_matrix`, and works in the frame of the base: it does
    not depend on the pose of the base.
    Shapes: s (..., nq - 7), q without that of the base; result (..., nv, nv), the base first.
    Raises ModelError where the first joint is no FreeFlyer, or is not the root of all others.
    Source: [Bos2022, Table 9], for trees of any joints.

    >>> import kinetree as kt
    >>> robot = kt.robots.quadruped()
    >>> inverse = kt.moving_base.inverse_mass_matrix(robot, kt.neutral(robot)[7:])
    >>> (inverse @ kt.crba(robot, kt.neutral(robot))).diagonal()[:4].round(9).tolist()
    [1.0, 1.0, 1.0, 1.0]
    """
    return of_joints(model, configuration(model, s))
