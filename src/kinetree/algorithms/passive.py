"""Passive forces of joints: springs, damping and dry friction."""

from ..functions import algorithm
from ..model import Model
from ..scalar.array import Array, structural
from .configuration import difference
from .regressors import sign


@algorithm("(nq),(nv)->(nv)", model_parameters=("damping", "friction", "stiffness"))
def passive_forces(model: Model, q: Array, v: Array) -> Array:
    """The torques of joint springs, damping and dry friction.

    They are -stiffness * difference(spring_reference, q) - damping * v - friction * sign(v). A
    spring acts along the shorter way: that of a (cos, sin) joint does not count turns, and those
    of spherical, planar and free-flyer joints act along the velocity that leads to q.

    No algorithm adds them by itself: aba(q, v, tau + passive_forces(q, v)). At rest there is no
    friction here: static friction is not a function of the state.
    Shapes: q (..., nq), v (..., nv); result (..., nv). `damping`, `friction` and `stiffness`
    (..., nv) replace those of the model, also per sample.

    >>> import kinetree as kt
    >>> arm = kt.robots.arm().replace(damping=[0.5] * 7, friction=[0.1] * 7)
    >>> sprung = arm.replace(stiffness=[10.0] * 7, spring_reference=[0.2] * 7)
    >>> q, v = [0.3, 0.2, 0.1, 0.2, 0.2, 0.2, 0.2], [2.0, -2.0, 1.0, 0, 0, 0, 0]
    >>> kt.passive_forces(arm, q, v)[:3].tolist()
    [-1.1, 1.1, -0.6]
    >>> kt.passive_forces(sprung, q, v)[:3].round(12).tolist()
    [-2.1, 1.1, 0.4]
    """
    deflection = difference(model, structural(model.spring_reference), q)
    spring, drag = structural(model.stiffness) * deflection, structural(model.damping) * v
    return -spring - drag - structural(model.friction) * sign(v)
