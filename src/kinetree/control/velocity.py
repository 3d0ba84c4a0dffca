"""`kt.velocity_inverse_kinematics`: velocities towards tasks, within limits."""

from collections.abc import Sequence

from numpy.typing import ArrayLike

from ..algorithms.velocity_inverse_kinematics import (
    velocity_inverse_kinematics as velocity_of_tasks,
)
from ..functions.framework import FrameworkArray
from ..model import Model
from .targets import array
from .task_problem import TaskProblem, Tasks


def velocity_inverse_kinematics(
    model: Model,
    tasks: Tasks,
    q: ArrayLike,
    dt: ArrayLike,
    *,
    joints: Sequence[str] | None = None,
    gain: ArrayLike = 1.0,
    damping: ArrayLike = 1e-3,
) -> FrameworkArray:
    """The velocity that takes a robot towards its tasks within limits, once a tick of `dt`.

    v has the least sum of |w (J v - gain e / dt)|^2 over all tasks, e being the error, J its
    Jacobian and w the weight, plus |damping v|^2: it removes the part `gain` of the errors within
    dt, in (0, 1]. It is within the velocity limits, and q + v dt within the position limits; beyond
    them v goes back as fast as the velocity limits allow. Joints that are not in `joints` rest.
    v is damped more where the errors would decrease by less than half of what J predicts: before a
    target out of reach it comes to rest where no small motion comes nearer.
    Tasks, loops and couplings, weights and batches are as in `inverse_kinematics`.

    The bounded least squares are solved to rounding by projected Newton's method, from rest on, in
    one kernel. nan where q or a target is not finite, and in programs of frameworks where dt, gain
    or damping are not positive. Arrays of JAX, PyTorch or CuPy give one of their kind; in float32 a
    damping below 3e-3 |J| is raised to that, with |J| the Frobenius norm of all rows w J.
    Shapes: q (..., nq), dt, gain and damping (...), dt in s; result (..., nv). Raises ModelError
    for dt and damping that are not positive.
    Source: [Bertsekas1982], [Marquardt1963].

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> task = kt.tasks.Position("tool", [0.4, 0.2, 0.6])
    >>> q = kt.neutral(arm) + 0.3
    >>> for _ in range(200):
    ...     v = kt.velocity_inverse_kinematics(arm, [task], q, 0.01, gain=0.2)
    ...     q = kt.integrate(arm, q, 0.01 * v)
    >>> kt.frame_placement(arm, q, frame="tool")[:3, 3].round(4).tolist()
    [0.4, 0.2, 0.6]
    """
    problem = TaskProblem.of("velocity_inverse_kinematics", model, tasks)
    start = array("q", q, (model.nq,), f": the nq of {model.name}")
    return velocity_of_tasks(
        model,
        start,
        dt if type(dt) is float else array("dt", dt),
        gain if type(gain) is float else array("gain", gain),
        damping if type(damping) is float else array("damping", damping),
        problem.targets("q", start),
        problem.weights,
        problem.moving(joints).velocity_limits,
        model.lower_position_limits,
        model.upper_position_limits,
        tasks=problem.tasks,
    )
