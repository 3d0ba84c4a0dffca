"""The dynamics on a moving base linearised about a motion."""

from ...functions import algorithm
from ...model import Model
from ...scalar.array import Array, zeros
from ...spatial import Motion
from ..aba_derivatives import Linearization, with_acceleration
from ..aba_derivatives import linearize as of_joints
from .state import MovingBaseState, Representation


@algorithm("(4,4),(nq-7),(6),(nv-6),(nv)->(2*nv,2*nv),(2*nv,nv)")
def linearize(
    model: Model,
    H: Array,
    s: Array,
    twist: Array,
    ds: Array,
    tau: Array,
    *,
    representation: Representation,
) -> Linearization:
    """The error dynamics dx/dt = A x + B u about a motion of a robot on a moving base: (A, B).

    x = [e; e_s; z; e_ds] is the error of a motion next to this one. Its base has the pose
    H exp(e) and the twist twist + X z, with X as for `inverse_dynamics_derivatives`: e and z are in
    the axes of the base. Its joints are at integrate(s, e_s) with the velocities ds + e_ds, its
    forces tau + u. Then

    - "body": de/dt = z - v x e with the body twist v, as for `kt.linearize`;
    - "inertial": de/dt = z, the coordinates of [Bos2022]; in float32 off by 1e-2 and more beyond
      some 100 m from the origin, as errors grow with the distance squared;
    - "mixed": de/dt = z but for the position: z - [w x e_p; 0].

    tau is the wrench on the base, in the base's frame, and the joint torques, in any
    representation. Along a trajectory operands have an axis for time, as for any batch.
    Shapes: H (..., 4, 4), s (..., nq - 7), twist (..., 6), ds (..., nv - 6), tau (..., nv);
    results (..., 2 nv, 2 nv) and (..., 2 nv, nv). Raises ModelError as `inverse_dynamics` does.
    Derived here: [Singh2022, Eq. 5], and the rates of e and z from the perturbations of
    [Bos2022, Tables 5, 7].

    >>> import kinetree as kt
    >>> robot = kt.robots.quadruped()
    >>> H, s, rest, tau = kt.SE3.identity().matrix, [0.0] * 12, [0.0] * 6, [0.0] * 18
    >>> A, B = kt.moving_base.linearize(robot, H, s, rest, s, tau, representation="inertial")
    >>> A.shape, B.shape
    ((36, 36), (36, 18))
    """
    state, n = MovingBaseState.of(model, H, s, twist, ds, representation), model.nv
    robot, base, of_twist = state.model_at_pose(model), slice(6), slice(n, n + 6)
    A, B = of_joints(robot, state.q, state.v, tau)
    ddq, _ = with_acceleration(robot, state.q, state.v, tau, zeros(model.njoints, 6))
    a = Motion.from_vector(ddq[:6])
    dV = state.pose_derivative(state.V).matrix  # the body twist's error is z + dV e
    A = A.add((slice(2 * n), base), A[:, of_twist] @ dV)
    A = A.add((of_twist, base), -state.pose_derivative(a).matrix)
    A = A.add((of_twist, slice(2 * n)), -(dV @ A[:6]))
    return Linearization(A, B)
