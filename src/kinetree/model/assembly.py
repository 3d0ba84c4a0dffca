"""From bodies in any order to a frozen model: numbers, coordinates, mimics.

The builder collects `Parts`; surgery takes a model apart into them and changes them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from ..errors import ModelError, unknown
from ..parameters import OF_JOINTS, PARAMETERS
from ..scalar.array import Array
from ..spatial import SE3, Inertia
from .joints import Continuous, Fixed, Joint, Mimic
from .joints.base import snapped
from .model import Model
from .tree import Annotations, Constraint, Coupling, Frame, Geometry


@dataclass
class Body:
    """A moving body with the joint that carries it; body 0 is the universe."""

    name: str
    parent: int
    joint: Joint
    origin: SE3
    inertia: Inertia
    numbers: dict[str, Any] = field(default_factory=dict[str, Any])
    """The joint's limits and the like, one for all coordinates or one each."""

    @classmethod
    def universe(cls) -> "Body":
        return cls("universe", 0, Fixed(), SE3.identity(), Inertia.zero())


@dataclass
class Parts:
    """What a model is made of; frames, shapes and constraints name bodies by their place here."""

    bodies: list[Body]
    frames: list[Frame]
    geometries: list[Geometry]
    constraints: list[Constraint]


def snapped_placement(T: SE3) -> SE3:
    """A placement with entries next to 0, 1 and -1 as these constants."""
    return SE3(snapped(T.rotation), snapped(T.translation))


def assembled(name: str, parts: Parts) -> tuple[Model, dict[int, int]]:
    """The model, and the number in it of each body."""
    order = _depth_first(parts.bodies)
    number = {old: new for new, old in enumerate(order)}
    bodies = [parts.bodies[i] for i in order]
    joints = _slots(name, bodies, [number[body.parent] for body in bodies])
    frames = [replace(f, joint=number[f.joint]) for f in parts.frames]
    annotations = Annotations(
        geometries=tuple(replace(g, joint=number[g.joint]) for g in parts.geometries),
        constraints=tuple(_renumbered(c, number) for c in parts.constraints),
    )
    return Model(name, joints, frames, _arrays(name, bodies, joints), annotations), number


def _depth_first(bodies: Sequence[Body]) -> list[int]:
    children: list[list[int]] = [[] for _ in bodies]
    for i, body in enumerate(bodies[1:], 1):
        children[body.parent].append(i)
    order: list[int] = []
    stack = [0]
    while stack:
        i = stack.pop()
        order.append(i)
        stack += reversed(children[i])
    return order


_Joints = list[tuple[str, int, Joint, slice, slice]]


def _slots(robot: str, bodies: Sequence[Body], parents: Sequence[int]) -> _Joints:
    """Joints with their coordinates; mimics get those of their sources."""
    types = _resolved(robot, {body.name: body.joint for body in bodies[1:]})
    slots: dict[str, tuple[slice, slice]] = {}
    nq = nv = 0
    for name, joint in types.items():
        if joint.independent:
            slots[name] = slice(nq, nq + joint.nq), slice(nv, nv + joint.nv)
            nq, nv = nq + joint.nq, nv + joint.nv
    slots |= {n: slots[j.source] for n, j in types.items() if isinstance(j, Mimic)}
    return [
        (name, parent, joint, *slots[name])
        for (name, joint), parent in zip(types.items(), parents[1:], strict=True)
    ]


def _resolved(robot: str, types: dict[str, Joint]) -> dict[str, Joint]:
    """Every mimic as the mimic of a joint with coordinates of its own."""
    mimics = {name: joint for name, joint in types.items() if isinstance(joint, Mimic)}
    resolved = {name: joint for name, joint in types.items() if name not in mimics}
    for name in mimics:
        for follower in reversed(_chain(robot, name, mimics, resolved)):
            resolved[follower] = _followed(robot, follower, mimics[follower], resolved)
    return {name: resolved[name] for name in types}


def _chain(
    robot: str, name: str, mimics: Mapping[str, Mimic], resolved: Mapping[str, Joint]
) -> list[str]:
    """A mimic, the mimic that it follows, and so on, as far as they are not resolved."""
    chain: dict[str, None] = {}
    while name not in resolved:
        if name not in mimics:
            known = unknown("joint", name, [*resolved, *mimics])
            raise ModelError(f"{robot}: joint {list(chain)[-1]!r} mimics {known}")
        if name in chain:
            cycle = " -> ".join([*chain, name])
            raise ModelError(f"{robot}: mimic joints follow each other in a circle: {cycle}.")
        chain[name] = None
        name = mimics[name].source
    return list(chain)


def _followed(robot: str, name: str, mimic: Mimic, resolved: Mapping[str, Joint]) -> Mimic:
    source = resolved[mimic.source]
    if isinstance(source, Mimic):
        mimic = mimic.followed(source, mimic.joint or source.joint)
        source = resolved[mimic.source]
    return _fitting(robot, name, mimic, mimic.joint or source, source)


def _fitting(robot: str, name: str, mimic: Mimic, kind: Joint, source: Joint) -> Mimic:
    fits = kind.nv == source.nv == 1
    if fits:
        mimic = Mimic(mimic.source, mimic.multiplier, mimic.offset, kind)
        fits = mimic.fits(source)
    if not fits:
        hint = (
            "a (cos, sin) joint is followed by Continuous joints at integer ratios; load it with "
            'continuous="angle"'
            if isinstance(source, Continuous)
            else "a mimic and its source are joints of one coordinate, whose rate is the velocity"
        )
        raise ModelError(f"{robot}: joint {name!r} ({kind}) cannot follow {source}: {hint}.")
    return mimic


def _renumbered(constraint: Constraint, number: Mapping[int, int]) -> Constraint:
    if isinstance(constraint, Coupling):
        return constraint
    first, second = (
        replace(end, joint=number[end.joint]) for end in (constraint.first, constraint.second)
    )
    return replace(constraint, first=first, second=second)


def _arrays(robot: str, bodies: Sequence[Body], joints: _Joints) -> dict[str, Any]:
    own = [(b, j) for b, j in zip(bodies[1:], joints, strict=True) if j[2].independent]
    arrays: dict[str, Any] = {
        "gravity": PARAMETERS["gravity"].default,
        "inertias": _table([b.inertia.parameters for b in bodies], (-1, 10)),
        "placements": _table([b.origin.matrix for b in bodies], (-1, 4, 4)),
    }
    for key, row in OF_JOINTS.items():
        (n,) = row.dimensions
        arrays[key] = [x for b, j in own for x in _each(robot, b, key, getattr(j[2], n))]
    return arrays


def _each(robot: str, body: Body, key: str, n: int) -> list[Any]:
    """One number a coordinate."""
    given = body.numbers.get(key, PARAMETERS[key].default)
    if given is None:
        given = body.joint.neutral()
    values: list[Any] = [given] * n if np.ndim(given) == 0 else list(given)
    if len(values) != n:
        raise ModelError(
            f"{robot}: {key} of joint {body.name!r} has {len(values)} numbers; expected one, or {n}"
            f" for {body.joint}."
        )
    return values


def _table(rows: list[Array], shape: tuple[int, ...]) -> Any:
    flat = [x for row in rows for x in row.flat]
    plain = all(isinstance(x, (int, float)) for x in flat)
    return np.array(flat, dtype=float if plain else object).reshape(shape)
