"""The forces that joints make by themselves."""

from ..door import algorithm
from ..model import Model
from ..scalar.array import Array, structural
from .regressors import sign


@algorithm("(nv)->(nv)")
def passive_forces(model: Model, v: Array) -> Array:
    """The torques of damping and dry friction, -damping v - friction sign(v).

    No algorithm applies them by itself: aba(q, v, tau + passive_forces(v)). At rest there is no
    friction here: what holds a joint still is no function of its state.
    Shapes: v (..., nv); result (..., nv).

    >>> import kinetree as kt
    >>> arm = kt.robots.arm().replace(damping=[0.5] * 7, friction=[0.1] * 7)
    >>> kt.passive_forces(arm, [2.0, -2.0, 1.0, 0, 0, 0, 0])[:3].tolist()
    [-1.1, 1.1, -0.6]
    """
    return -(structural(model.damping) * v) - structural(model.friction) * sign(v)
