"""Wrenches that joints, and cuts at frames, transmit. Body frames."""

from ..errors import ModelError
from ..functions import NumberedFrame, OptionalArray, ResolvedFrame, algorithm
from ..model import Frame, Model, TreeJoint
from ..scalar.array import Array, structural
from ..scalar.math import stack, zeros
from ..spatial import SE3, Force, Inertia, Motion
from .kinematics import Reference, add_to_parents, body_motions, frame_in_reference, world_frame


@algorithm("(nq),(nv),(nv),(njoints,6)->(njoints,6)")
def joint_forces(model: Model, q: Array, v: Array, a: Array, f_ext: OptionalArray = None) -> Array:
    """The wrench that each joint transmits: what its body receives from the parent body.

    Row i is the sum of Y A + V x* (Y V) - f_ext over the bodies of the subtree of joint i, gravity
    included: motor, bearings and stops together. S^T of it is the joint's torque by rnea(q, v, a)
    without armature; the parent body receives the opposite. Row 0, of the universe, is zero.
    Shapes: q (..., nq), v and a (..., nv), f_ext (..., njoints, 6) as for `rnea`;
    result (..., njoints, 6), rows [force; moment] in the axes and about the origin of the joint's
    frame, in N and N m.
    Source: [PinocchioSheet, RNEA], phi_i.
    Cost: that of `rnea`.

    >>> import kinetree as kt
    >>> pendulum = kt.robots.pendulum(mass=2.0)
    >>> kt.joint_forces(pendulum, [0.0], [0.0], [0.0])[1, 2].item()
    19.62
    """
    V, A = body_motions(model, q, v, a, -model.gravity_motion)
    F = {0: Force.zero()}
    for j in model.joints:
        F[j.index] = _moving(j.inertia, V[j.index], A[j.index], f_ext[j.index])
    add_to_parents(F, model.joints, q)
    return stack([zeros(6), *(F[j.index].vector for j in model.joints)])


@algorithm("(nq),(nv),(nv),(njoints,6)->(6)")
def frame_force(
    model: Model,
    q: Array,
    v: Array,
    a: Array,
    f_ext: OptionalArray = None,
    *,
    frame: NumberedFrame,
    reference: Reference,
) -> Force:
    """The wrench through a cut at a frame: what the part beyond it receives from the part before.

    Beyond a fixed joint are the links and joints that it carries (`Frame.parent_frame`), with their
    subtrees, although it merged its link into the body before: as if a real joint were there, at
    rest. A body's frame is a cut at the joint before it, that of a moving joint gives its row of
    `joint_forces`, and "universe" all that the ground carries, fixed links too. A frame of kind
    "op" is a place on a link: the cut is before that link, as for sensors at sites of MuJoCo.
    `f_ext[i]` of the frame's own body acts beyond the cut: leave out forces on links before it.
    Shapes: q (..., nq), v and a (..., nv), f_ext (..., njoints, 6) as for `rnea`;
    result (..., 6), [force; moment], or (..., k, 6) for k frames, in N and N m. `reference` as in
    `frame_velocity`: axes, and the point that the moment is about.
    Raises ModelError where a body has links on both sides of the cut and the model does not know
    which (an older file), or not their inertias (`inertias=`, `model.replace`).
    Derived here: [PinocchioSheet, RNEA], phi_i, on a part of a body.

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> rest = [0.0] * 7
    >>> weight = kt.frame_force(arm, rest, rest, rest, frame="universe", reference="world")
    >>> bool(abs(weight[2] - 9.81 * arm.inertias[:, 0].sum()) < 1e-12)
    True
    """
    i, (own, carried) = frame.joint, beyond_cut(model, frame)
    V, A = body_motions(model, q, v, a, -model.gravity_motion, [*model.path(i), *carried])
    F = {i: _moving(own, V[i], A[i], f_ext[i] if i else zeros(6))}
    for j in carried:
        F[j.index] = _moving(j.inertia, V[j.index], A[j.index], f_ext[j.index])
    add_to_parents(F, carried, q)
    T_rf = frame_in_reference(reference, world_frame(model, q, frame, zeros(3)))
    return T_rf @ SE3.from_matrix(frame.placement).act_inverse(F[i])


def _moving(Y: Inertia, V: Motion, A: Motion, f_ext: Array) -> Force:
    """The force that moves a body, less the external one."""
    return Y @ A + V.cross(Y @ V) - Force.from_vector(f_ext)


def beyond_cut(model: Model, frame: ResolvedFrame) -> tuple[Inertia, list[TreeJoint]]:
    """The inertia of what is beyond a frame on its own body, and the joints, parents first."""
    if frame.number is None:
        raise ModelError(
            "frame_force: its frame is another algorithm's, which has one code for all frames of a "
            "joint; give the frame's name, by a keyword that is not called frame."
        )
    i, cut, frames = frame.joint, frame.number, model.frames
    while cut is not None and frames[cut].kind == "op":
        cut = frames[cut].parent_frame
    if cut is not None and frames[cut].kind in ("joint", "universe"):
        own, inside = Inertia.from_parameters(structural(model.inertias[i])), {i}
    else:
        beyond = {cut} - {None}
        for k, f in enumerate(frames):
            if f.parent_frame in beyond:
                beyond.add(k)
        own = _links_beyond(model, frames[frame.number], beyond)
        inside = {f.joint for k, f in enumerate(frames) if k in beyond and f.kind == "joint"}
    carried: list[TreeJoint] = []
    for j in model.joints:
        if j.index != i and not inside.isdisjoint((j.index, j.parent)):
            inside.add(j.index)
            carried.append(j)
    return own, carried


def _links_beyond(model: Model, cut: Frame, beyond: set[int | None]) -> Inertia:
    """The inertia of the links of a body that are among some frames; ModelError if unknown."""
    i, frames = cut.joint, model.frames
    placed = {f.joint for f in frames if f.kind == "joint" and f.parent_frame is not None}
    placed |= {j.index for j in model.joints if j.parent != i}
    fixed = [f for f in frames[1:] if f.joint == i and f.kind in ("body", "fixed_joint")]
    lost = not beyond or len(placed) < len(model.joints)
    lost |= any(f.parent_frame is None for f in fixed)
    links = {
        k: f.inertia
        for k, f in enumerate(frames)
        if f.joint == i and (f.kind == "body" or f.inertia is not None)
    }
    row = structural(model.inertias[i])
    if links.keys() <= beyond and not lost:
        return Inertia.from_parameters(row)
    weightless = all(isinstance(x, int) and x == 0 for x in row.flat)
    if lost or not (weightless or any(links.values()) or beyond.isdisjoint(links)):
        raise ModelError(
            f"{model.name}: which links are beyond the cut at {cut.name!r}, or their own inertias, "
            "is not known: see `parent_frame` and `inertia` of model.frames. A file has them, and "
            "model.with_payload keeps them; `inertias=` is of whole bodies."
        )
    known = [frames[k].placement @ Y for k, Y in links.items() if k in beyond and Y is not None]
    return Inertia.from_parameters(structural(sum(known, Inertia.zero()).parameters))
