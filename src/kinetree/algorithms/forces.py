"""External forces on bodies, passive forces of joints, and inertias with a payload."""

from collections.abc import Sequence

from ..functions import ResolvedFrame, algorithm
from ..model import Model
from ..scalar.array import Array, structural
from ..scalar.math import zeros
from ..spatial import SE3, Force, Inertia
from .configuration import difference
from .kinematics import Reference, world_placements
from .regressors import sign


@algorithm("(nq),(k,6)->(njoints,6)")
def external_forces(
    model: Model,
    q: Array,
    wrenches: Array,
    *,
    frames: Sequence[ResolvedFrame],
    reference: Reference,
) -> Array:
    """`f_ext` for `rnea` and `aba` from wrenches at frames: `{frame: wrench}`.

    Shapes: q (..., nq), each wrench (..., 6), [force; moment]; result (..., njoints, 6), each row
    in the frame of its joint. Wrenches may also come as one array (..., k, 6) with the k names as
    `frames`; those at frames of one joint add up. `reference` says in which axes and about which
    point the wrenches are: "local" (the frame's), "local_world_aligned" (its origin, world
    axes) or "world".
    Source: [PinocchioSheet, Force Application].

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> push = {"tool": [0, 0, -10, 0, 0, 0]}
    >>> kt.external_forces(arm, kt.neutral(arm), push, reference="world").shape
    (8, 6)
    """
    T = world_placements(model, q)
    f_ext = zeros(model.njoints, 6)
    for frame, wrench in zip(frames, wrenches, strict=True):
        T_joint_frame, f = SE3.from_matrix(frame.placement), Force.from_vector(wrench)
        if reference == "local_world_aligned":
            f = SE3((T[frame.joint] @ T_joint_frame).rotation, zeros(3)).act_inverse(f)
        f = T[frame.joint].act_inverse(f) if reference == "world" else T_joint_frame @ f
        f_ext = f_ext.add(frame.joint, f.vector)
    return f_ext


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


@algorithm("(10)->(njoints,10)")
def payload_inertias(model: Model, payload: Array, *, frame: ResolvedFrame) -> Array:
    """The inertias of the robot with a payload fixed in a frame, for `inertias=` of algorithms.

    The payload is a `kt.Inertia` in the frame, or its ten parameters, also per sample: nothing is
    compiled anew when it changes. `model.with_payload` gives a model that has it for good.
    Shapes: payload (..., 10); result (..., njoints, 10), in kg, kg m, kg m^2.
    Source: [PinocchioSheet, Inertia addition].

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> box = kt.Inertia(2.0, [0, 0, 0.1], [[0.01, 0, 0], [0, 0.01, 0], [0, 0, 0.01]])
    >>> inertias = kt.payload_inertias(arm, box, frame="tool")
    >>> tau = kt.generalized_gravity(arm, kt.neutral(arm), inertias=inertias)
    """
    moved = SE3.from_matrix(frame.placement) @ Inertia.from_parameters(payload)
    return model.inertias.add(frame.joint, moved.parameters)
