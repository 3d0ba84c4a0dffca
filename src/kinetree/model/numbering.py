"""Number the joints of a description depth first, and find those of one robot in another."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from ..errors import ModelError, kind_of, unknown
from ..parameters import OF_JOINTS, PARAMETERS, ParameterArray
from ..scalar.array import Array, Scalar
from .assembly import moved
from .description import ANNOTATIONS, Anchor, Body, Configuration, Description, Universe
from .joints import Continuous, Joint, Mimic
from .parts import Frame
from .structure import Structure
from .tree_joint import placement_and_inertia


def depth_first(parents: Sequence[int]) -> list[int]:
    """The numbers of a tree's nodes, 0 first, in the order of a model; 1, ... have these parents.

    Siblings are in the order of their numbers.
    """
    children: list[list[int]] = [[] for _ in range(len(parents) + 1)]
    for i, parent in enumerate(parents, 1):
        children[parent].append(i)
    order: list[int] = []
    stack = [0]
    while stack:
        i = stack.pop()
        order.append(i)
        stack += reversed(children[i])
    return order


def numbered(description: Description) -> Description:
    """The same robot in the order of a model, with mimics of mimics resolved."""
    if not isinstance(description, Description):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ModelError(
            f"Model: its argument is {kind_of(description)}; expected a description of a robot, "
            "as `model.description`. kt.load reads a robot, kt.ModelBuilder makes one."
        )
    order = depth_first([b.parent for b in description.joints])
    number = {old: new for new, old in enumerate(order)}
    bodies = [description.joints[i - 1] for i in order[1:]]
    types = _resolved(description.name, {body.name: body.joint for body in bodies})
    joints = tuple(replace(b, parent=number[b.parent], joint=types[b.name]) for b in bodies)
    places = moved(description, lambda end: Anchor(number[end.joint], end.placement))
    return replace(places, joints=joints)


def arrays(description: Description) -> dict[str, ParameterArray]:
    """The parameters of a model."""
    bodies = [description.universe, *description.joints]
    free = [body for body in description.joints if body.joint.independent]
    of_joints = {
        key: [x for body in free for x in _each(description.name, body, key)] for key in OF_JOINTS
    }
    return {
        "gravity": description.gravity,
        "inertias": _table([b.inertia.parameters for b in bodies], (-1, 10)),
        "placements": _table([b.placement.matrix for b in bodies], (-1, 4, 4)),
        **of_joints,
    }


def configuration_array(description: Description, name: str, values: Configuration) -> list[float]:
    """q of a reference configuration."""
    where = f"{description.name}: the configuration {name!r}"
    free = {body.name: body.joint for body in description.joints if body.joint.independent}
    for joint, q in values.items():
        if joint not in free:
            raise ModelError(f"{where}: {unknown('joint with coordinates', joint, free)}")
        if len(q) != free[joint].nq:
            raise ModelError(
                f"{where} has {len(q)} coordinates of {joint!r}; expected {free[joint].nq}."
            )
    return [x for joint, kind in free.items() for x in values.get(joint, kind.neutral())]


def kept_inertias(
    frames: tuple[Frame, ...], old: ParameterArray, new: ParameterArray
) -> tuple[Frame, ...]:
    """The frames, those of bodies with another inertia than before without theirs."""
    if old is new:
        return frames
    numbers = enumerate(zip(old.flat, new.flat, strict=True))
    other = {i // 10 for i, (x, y) in numbers if not (isinstance(y, (int, float)) and x == y)}
    return tuple(replace(f, inertia=None) if f.joint in other else f for f in frames)


def describe(robot: Structure, values: Mapping[str, ParameterArray]) -> Description:
    """The description of a model by its parameters and annotations: the inverse of `Model`."""
    bodies: list[Body] = []
    for j in robot.nodes:
        of_joint = {
            key: _plain(values[key][j.q_slice if row.axes == "(nq)" else j.v_slice])
            for key, row in OF_JOINTS.items()
            if j.type.independent
        }
        own = placement_and_inertia(values, j.index)
        limits = j.limit_softness, j.limit_margin
        bodies.append(Body(j.name, j.parent, j.type, *own, of_joint, *limits))
    configurations = {
        name: {j.name: _plain(q[j.q_slice]) for j in robot.free_nodes}
        for name, q in values["reference_configurations"].items()
    }
    annotations: dict[str, Any] = {key: values[key] for key in ANNOTATIONS}
    annotations |= {"reference_configurations": configurations, "groups": dict(values["groups"])}
    return Description(
        robot.name,
        _plain(values["gravity"]),
        Universe(*placement_and_inertia(values, 0)),
        tuple(bodies),
        robot.frames,
        **annotations,
    )


def _plain(x: ParameterArray) -> tuple[Scalar, ...]:
    """The elements of an array as Python objects."""
    return tuple(x.flat) if isinstance(x, Array) else tuple(x.tolist())


def _resolved(robot: str, types: Mapping[str, Joint]) -> dict[str, Joint]:
    """The joints by name, with every mimic as a mimic of an independent joint."""
    mimics = {name: joint for name, joint in types.items() if isinstance(joint, Mimic)}
    resolved = {name: joint for name, joint in types.items() if name not in mimics}
    for name in mimics:
        followers: dict[str, Mimic] = {}
        while name not in resolved:
            if name not in mimics:
                known = unknown("joint", name, types)
                raise ModelError(f"{robot}: joint {[*followers][-1]!r} mimics {known}")
            if name in followers:
                cycle = " -> ".join([*followers, name])
                raise ModelError(f"{robot}: mimic joints follow each other in a cycle: {cycle}.")
            followers[name] = mimics[name]
            name = mimics[name].source
        for follower, mimic in reversed(followers.items()):
            source = resolved[mimic.source]
            if isinstance(source, Mimic):
                k, offset = mimic.multiplier, mimic.multiplier * source.offset + mimic.offset
                kind = mimic.joint or source.joint
                mimic = Mimic(source.source, k * source.multiplier, offset, kind)
                source = resolved[mimic.source]
            resolved[follower] = _checked_mimic(f"{robot}: joint {follower!r}", mimic, source)
    return resolved


def _checked_mimic(where: str, mimic: Mimic, source: Joint) -> Mimic:
    """A mimic with the type of joint as which it moves."""
    kind = mimic.joint or source
    if kind.nv == source.nv == 1:
        mimic = Mimic(mimic.source, mimic.multiplier, mimic.offset, kind)
        if mimic.fits(source):
            return mimic
    hint = (
        "a (cos, sin) joint is followed by Continuous joints at integer ratios; load it with "
        'continuous="angle"'
        if isinstance(source, Continuous)
        else "a mimic and its source are joints of one coordinate, whose rate is the velocity"
    )
    raise ModelError(f"{where} ({kind}) cannot follow {source}: {hint}.")


def _each(robot: str, body: Body, key: str) -> Sequence[Scalar]:
    """The values of a parameter of a joint, one for each of its coordinates."""
    joint, value = body.joint, body.parameters.get(key, PARAMETERS[key].default)
    n = joint.nq if PARAMETERS[key].axes == "(nq)" else joint.nv
    if value is None:
        value = joint.neutral()
    values = [value] * n if np.ndim(value) == 0 else [*cast(Sequence[Scalar], value)]
    if len(values) != n:
        raise ModelError(
            f"{robot}: {key} of joint {body.name!r} has {len(values)} numbers; expected one, or {n}"
            f" for {joint}."
        )
    return values


def _table(rows: Sequence[Array], shape: tuple[int, ...]) -> NDArray[np.generic]:
    flat = [x for row in rows for x in row.flat]
    plain = all(isinstance(x, (int, float)) for x in flat)
    return np.array(flat, dtype=float if plain else object).reshape(shape)


# --- one robot in another


@dataclass(frozen=True, eq=False)
class IndexMap:
    """Where the joints, frames and coordinates of one model are in another.

    With the map of a part in a whole, `q_part = q_whole[..., map.q]`, and
    `q_whole[..., map.q] = q_part` writes it back; likewise `v`, `joints` and `frames`.
    """

    joints: NDArray[np.int64]
    frames: NDArray[np.int64]
    q: NDArray[np.int64]
    v: NDArray[np.int64]


def index_map(whole: Structure, part: Structure, prefix: str) -> IndexMap:
    """Where joints, frames and coordinates of `part` are in `whole`, by name."""
    joints, q, v = [0], list[int](), list[int]()
    for j in part.nodes:
        other = whole.node(prefix + j.name)
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
    frames: list[int] = []
    for f in part.frames:
        if f.kind == "universe":
            frames.append(0)
            continue
        name, kind = prefix + f.name, f.kind
        if kind == "fixed_joint" and (name, kind) not in numbers:
            kind = "joint"  # that of a joint locked in the part
        frames.append(numbers[name, whole.frame(name, kind).kind])
    return IndexMap(*(np.array(x, dtype=int) for x in (joints, frames, q, v)))
