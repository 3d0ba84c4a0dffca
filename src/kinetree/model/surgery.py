"""Models from models: joints locked, robots joined, bases freed, sub-trees cut out.

Each takes a model apart into bodies, hangs these on others, and assembles what results.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..errors import ModelError
from ..parameters import OF_JOINTS
from ..scalar.array import as_array, structural
from ..spatial import SE3, Inertia
from .assembly import Body, Parts, assembled, snapped_placement
from .builder import ModelBuilder
from .configuration import angle_of, configuration, neutral
from .joints import FreeFlyer, Joint, Mimic
from .model import Model
from .rigid import rigid
from .tree import Anchor, Constraint, Coupling, Frame, Loop, TreeJoint

Hosts = Mapping[int, Anchor]
"""By body taken apart: the new body that it is part of, and where in it; others are left out."""


@dataclass(frozen=True, eq=False)
class IndexMap:
    """Where the joints, frames and coordinates of one model are in another.

    With the map of a part in a whole, `q_part = q_whole[..., map.q]`, and
    `q_whole[..., map.q] = q_part` puts it back; so do `v`, `joints` and `frames`.
    """

    joints: Any
    frames: Any
    q: Any
    v: Any


def index_map(whole: Model, part: Model, prefix: str) -> IndexMap:
    """Where the parts of `part` are in `whole`, by name."""
    _expect("index_map", part, Model)
    _expect("index_map: prefix", prefix, str)
    joints, q, v = [0], list[int](), list[int]()
    for j in part.joints:
        other = whole.joint(prefix + j.name)
        if (other.type.nq, other.type.nv) != (j.type.nq, j.type.nv):
            raise ModelError(
                f"joint {other.name!r} is {other.type} in {whole.name}, and {j.type} in "
                f"{part.name}; expected joints with as many coordinates."
            )
        joints.append(other.index)
        if j.type.independent:
            q += range(other.q_slice.start, other.q_slice.stop)
            v += range(other.v_slice.start, other.v_slice.stop)
    numbers = {(f.name, f.kind): i for i, f in enumerate(whole.frames)}
    frames = [_frame_number(whole, numbers, f, prefix) for f in part.frames]
    return IndexMap(*(np.array(x, dtype=int) for x in (joints, frames, q, v)))


def _frame_number(
    whole: Model, numbers: Mapping[tuple[str, str], int], frame: Frame, prefix: str
) -> int:
    """The frame of a joint that was locked is, where it was not, that of the joint."""
    if frame.kind == "universe":
        return 0
    name = prefix + frame.name
    if frame.kind == "fixed_joint" and (name, "fixed_joint") not in numbers:
        return numbers[name, whole.frame(name, kind="joint").kind]
    return numbers[name, whole.frame(name, kind=frame.kind).kind]


def reduced(model: Model, lock: Mapping[str, Any]) -> Model:
    """The model with the joints of `lock` fixed, mimics of these too."""
    if not isinstance(lock, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ModelError(f"lock is {lock!r}; expected values of q by joint, as {{'elbow': 0.5}}.")
    lock = {model.joint(k).name: x[0] if np.shape(x) == (1,) else x for k, x in lock.items()}
    q = configuration(model, lock)
    if q.ndim != 1:
        raise ModelError(f"lock holds values of {q.shape[:-1]} samples; expected one.")
    for name, value in lock.items():
        if not np.isfinite(q[model.joint(name).q_slice]).all():
            raise ModelError(f"{model.name}: {name!r} is locked at {value}; expected numbers.")
    sources = {j.name: j.type.source for j in model.joints if isinstance(j.type, Mimic)}
    locked = {j.name for j in model.joints if sources.get(j.name, j.name) in lock}
    hosts, kept = {0: Anchor(0, SE3.identity())}, [0]
    for j in model.joints:
        if j.name in locked:
            at = hosts[j.parent]
            hosts[j.index] = Anchor(at.joint, at.placement @ j.placement(as_array(q)))
        else:
            hosts[j.index] = Anchor(len(kept), SE3.identity())
            kept.append(j.index)
    parts = _rehung(_taken_apart(model), hosts, kept)
    parts.frames = [
        replace(f, kind="fixed_joint") if f.kind == "joint" and f.name in locked else f
        for f in parts.frames
    ]
    values = {j.name: _value(j, q) for j in model.joints if j.name in locked}
    parts.constraints = [c for c in (_at(c, values) for c in parts.constraints) if c]
    return _finished(model.name, parts, ("", model))


def _value(joint: TreeJoint, q: Any) -> float:
    """The one coordinate of a joint, an angle for (cos, sin); nan of a joint with several."""
    own, kind = q[joint.q_slice], joint.type
    if len(own) == 2 and joint.type.nv <= 1:
        own = angle_of(own)
    value = float(own[0]) if len(own) == 1 else float("nan")
    return kind.multiplier * value + kind.offset if isinstance(kind, Mimic) else value


def _at(constraint: Constraint, values: Mapping[str, float]) -> Constraint | None:
    """A constraint with some joints locked; None if it couples a locked joint."""
    if isinstance(constraint, Loop):
        return constraint
    if constraint.joint in values:
        return None
    if constraint.source is None or constraint.source not in values:
        return constraint
    value = float(np.polynomial.Polynomial(constraint.coefficients)(values[constraint.source]))
    return replace(constraint, source=None, coefficients=(value,))


def subtree(model: Model, joint: str | int) -> Model:
    """A joint and all beyond it; the body that carries it becomes the universe."""
    root = model.joint(joint)
    hosts, kept = {root.parent: Anchor(0, SE3.identity())}, [root.parent]
    for j in model.joints[root.index - 1 :]:
        if j.index == root.index or (j.parent in hosts and j.parent != root.parent):
            hosts[j.index] = Anchor(len(kept), SE3.identity())
            kept.append(j.index)
    names = {model.joint_names[i] for i in kept[1:]}
    parts = _rehung(_taken_apart(model), hosts, kept)
    for body in parts.bodies[1:]:
        if isinstance(body.joint, Mimic) and body.joint.source not in names:
            raise ModelError(
                f"{model.name}: joint {body.name!r} follows {body.joint.source!r}, which is not "
                f"beyond {root.name!r}; cut nearer to the root, or load with mimic=False."
            )
    parts.constraints = [
        c
        for c in parts.constraints
        if isinstance(c, Loop) or names.issuperset({c.joint, c.source or c.joint})
    ]
    return _finished(model.name, parts, ("", model))


def _expect(what: str, x: Any, kind: type) -> None:
    if not isinstance(x, kind):
        name = "a kt.Model" if kind is Model else "a string"
        raise ModelError(f"{what}: {type(x).__name__}; expected {name}.")


def append(model: Model, other: Model, frame: Any, placement: Any, prefix: str) -> Model:
    """Both models as one: the universe of `other` stands at `placement` in a frame of `model`."""
    _expect("append", other, Model)
    _expect("append: prefix", prefix, str)
    parent = model.frame(frame)
    at = Anchor(parent.joint, parent.placement @ _placement("append", placement))
    first, second = _taken_apart(model), _taken_apart(other, prefix)
    _check_names(first, second)
    return _finished(model.name, _joined(first, second, at), ("", model), (prefix, other))


def with_floating_base(model: Model, joint: Joint) -> Model:
    """The model on a joint called "root_joint" that stands where its root link does."""
    if any(isinstance(j.type, FreeFlyer) and not j.parent for j in model.joints):
        raise ModelError(f"{model.name} has a free base already.")
    if "root_joint" in model.frame_names:
        raise ModelError(f"{model.name} has a 'root_joint' already: its base is on it.")
    roots = [f.placement for f in model.frames if f.kind == "body" and not f.joint]
    origin = roots[0] if roots else SE3.identity()
    builder = ModelBuilder(model.name)
    builder.add_root("base", joint=joint, placement=origin)
    base, rest = _taken_apart(builder.build()), _taken_apart(model)
    (link,) = (f for f in base.frames if f.name == "base")
    base.frames.remove(link)
    at = Anchor(link.joint, link.placement @ origin.inverse())
    return _finished(model.name, _joined(base, rest, at), ("", model))


def with_frame(model: Model, name: str, parent: Any, placement: Any) -> Model:
    """The model with one more frame, the last."""
    _expect("with_frame: name", name, str)
    at = model.frame(parent)
    if any((f.name, f.kind) == (name, "op") for f in model.frames):
        raise ModelError(f"{model.name} has a frame {name!r} already; choose another name.")
    origin = snapped_placement(at.placement @ _placement(name, placement))
    parts = _taken_apart(model)
    parts.frames.append(Frame(name, "op", at.joint, origin))
    return _finished(model.name, parts, ("", model))


def _placement(what: str, placement: Any) -> SE3:
    return SE3.identity() if placement is None else rigid(f"{what}: placement", placement)


def _check_names(first: Parts, second: Parts) -> None:
    """Raise ModelError if joints or frames of both are called alike."""
    shared = {body.name for body in first.bodies} & {body.name for body in second.bodies}
    shared |= {(f.name, f.kind) for f in first.frames} & {(f.name, f.kind) for f in second.frames}
    names = sorted({x if isinstance(x, str) else x[0] for x in shared} - {"universe"})
    if names:
        raise ModelError(
            f"both robots have {', '.join(map(repr, names[:10]))}; give the names of the second one"
            " a prefix: append(..., prefix='left_')."
        )


def _taken_apart(model: Model, prefix: str = "") -> Parts:
    """The parts of a model, with a prefix to all names."""
    bodies = [
        replace(Body.universe(), inertia=Inertia.from_parameters(structural(model.inertias[0])))
    ]
    for j in model.joints:
        kind = j.type
        if isinstance(kind, Mimic):
            kind = Mimic(prefix + kind.source, kind.multiplier, kind.offset, kind.joint)
        numbers = {key: list(model.parameter_of(j, key)) for key in OF_JOINTS}
        bodies.append(Body(prefix + j.name, j.parent, kind, j.origin, j.inertia, numbers))
    return Parts(
        bodies,
        [f if f.kind == "universe" else replace(f, name=prefix + f.name) for f in model.frames],
        [replace(g, name=prefix + g.name, body=prefix + g.body) for g in model.geometries],
        [_renamed(c, prefix) for c in model.constraints],
    )


def _renamed(constraint: Constraint, prefix: str) -> Constraint:
    name = prefix + constraint.name
    if isinstance(constraint, Loop):
        return replace(constraint, name=name)
    source = None if constraint.source is None else prefix + constraint.source
    return replace(constraint, name=name, joint=prefix + constraint.joint, source=source)


def _moved(parts: Parts, hosts: Hosts) -> Parts:
    """What is on bodies with a host, there; the frame of the universe is left out."""

    def place(x: Any) -> Any:
        at = hosts[x.joint]
        placement = snapped_placement(at.placement @ x.placement)
        return replace(x, joint=at.joint, placement=placement)

    loops = [c for c in parts.constraints if isinstance(c, Loop)]
    whole = [c for c in loops if {c.first.joint, c.second.joint} <= hosts.keys()]
    return Parts(
        [_carried(body, hosts) if body.parent in hosts else body for body in parts.bodies],
        [place(f) for f in parts.frames if f.joint in hosts and f.kind != "universe"],
        [place(g) for g in parts.geometries if g.joint in hosts],
        [c for c in parts.constraints if isinstance(c, Coupling)]
        + [replace(c, first=place(c.first), second=place(c.second)) for c in whole],
    )


def _carried(body: Body, hosts: Hosts) -> Body:
    at = hosts[body.parent]
    origin = snapped_placement(at.placement @ body.origin)
    return replace(body, parent=at.joint, origin=origin)


def _rehung(parts: Parts, hosts: Hosts, kept: Sequence[int]) -> Parts:
    """The bodies `kept`, in this order, the others of `hosts` being parts of these."""
    moved = _moved(parts, hosts)
    root, *others = (moved.bodies[i] for i in kept)
    bodies = [replace(Body.universe(), inertia=root.inertia), *others]
    for i, at in hosts.items():
        if i not in kept:
            _load(bodies[at.joint], at, parts.bodies[i].inertia)
    return replace(moved, bodies=bodies)


def _joined(first: Parts, second: Parts, at: Anchor) -> Parts:
    """Two models as one, the universe of the second being part of a body of the first."""
    n = len(first.bodies) - 1
    hosts = {i: Anchor(n + i, SE3.identity()) for i in range(len(second.bodies))} | {0: at}
    moved = _moved(second, hosts)
    _load(first.bodies[at.joint], at, second.bodies[0].inertia)
    return Parts(
        first.bodies + moved.bodies[1:],
        first.frames + moved.frames,
        first.geometries + moved.geometries,
        first.constraints + moved.constraints,
    )


def _load(body: Body, at: Anchor, inertia: Inertia) -> None:
    body.inertia = body.inertia + at.placement @ inertia


def _finished(name: str, parts: Parts, *sources: tuple[str, Model]) -> Model:
    """The model of these parts, with what its sources (by prefix) say beside their dynamics."""
    universe = Frame("universe", "universe", 0, SE3.identity())
    parts.frames = [universe, *(f for f in parts.frames if f.kind != "universe")]
    model, _ = assembled(name, parts)
    bodies = {f.name for f in model.frames if f.kind == "body"}
    configurations: dict[str, Any] = {}
    groups: dict[str, list[str]] = {}
    disabled: list[tuple[str, str, str]] = []
    for prefix, source in sources:
        for title, q in source.reference_configurations.items():
            _put(model, configurations.setdefault(title, neutral(model)), prefix, source, q)
        for title, joints in source.groups.items():
            names = [prefix + joint for joint in joints]
            groups[prefix + title] = [x for x in names if x in model.joint_names[1:]]
        for one, other, reason in source.disabled_collisions:
            if bodies.issuperset({prefix + one, prefix + other}):
                disabled.append((prefix + one, prefix + other, reason))
    return model.replace(
        gravity=sources[0][1].gravity,
        reference_configurations=configurations,
        groups=groups,
        disabled_collisions=disabled,
    )


def _put(model: Model, configuration: Any, prefix: str, source: Model, q: Any) -> None:
    """Write a configuration of `source` into one of `model`, as far as its joints are there."""
    for j in source.free_joints:
        if prefix + j.name in model.joint_names[1:]:
            configuration[model.joint(prefix + j.name).q_slice] = q[j.q_slice]
