"""Number a robot: bodies depth first, slices of q and v, sources of mimics, parameters."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ..errors import ModelError, unknown
from ..parameters import OF_JOINTS, PARAMETERS
from ..scalar.array import Array
from .description import Body, Configuration, Description
from .joints import Continuous, Joint, Mimic
from .tree import Constraint, Coupling

Slots = tuple[tuple[slice, slice], ...]
"""The slices of each joint in q and v."""


def depth_first(description: Description) -> list[int]:
    """The joint numbers of a description, including 0, in the order of a model."""
    children: list[list[int]] = [[] for _ in range(len(description.joints) + 1)]
    for i, body in enumerate(description.joints, 1):
        children[body.parent].append(i)
    order: list[int] = []
    stack = [0]
    while stack:
        i = stack.pop()
        order.append(i)
        stack += reversed(children[i])
    return order


def numbered(description: Description) -> Description:
    """The same robot in the order of a model, with mimics of mimics resolved."""
    order = depth_first(description)
    number = {old: new for new, old in enumerate(order)}
    bodies = [description.joints[i - 1] for i in order[1:]]
    types = _resolved(description.name, {body.name: body.joint for body in bodies})
    return replace(
        description,
        joints=tuple(replace(b, parent=number[b.parent], joint=types[b.name]) for b in bodies),
        frames=tuple(replace(f, joint=number[f.joint]) for f in description.frames),
        geometries=tuple(replace(g, joint=number[g.joint]) for g in description.geometries),
        constraints=tuple(_renumbered(c, number) for c in description.constraints),
    )


def slots(description: Description) -> Slots:
    """The slices of each joint, those of the source for a mimic."""
    found: dict[str, tuple[slice, slice]] = {}
    nq = nv = 0
    for body in description.joints:
        if body.joint.independent:
            joint = body.joint
            found[body.name] = slice(nq, nq + joint.nq), slice(nv, nv + joint.nv)
            nq, nv = nq + joint.nq, nv + joint.nv
    sources = ((b.name, b.joint) for b in description.joints)
    return tuple(found[j.source if isinstance(j, Mimic) else name] for name, j in sources)


def arrays(description: Description) -> dict[str, Any]:
    """The parameters of a model."""
    robot, bodies = description.name, [description.universe, *description.joints]
    found: dict[str, Any] = {
        "gravity": description.gravity,
        "inertias": _table([b.inertia.parameters for b in bodies], (-1, 10)),
        "placements": _table([b.placement.matrix for b in bodies], (-1, 4, 4)),
    }
    free = [body for body in description.joints if body.joint.independent]
    for key, row in OF_JOINTS.items():
        (n,) = row.dimensions
        found[key] = [x for b in free for x in _each(robot, b, key, getattr(b.joint, n))]
    return found


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


def _resolved(robot: str, types: dict[str, Joint]) -> dict[str, Joint]:
    """The joints with every mimic as a mimic of an independent joint."""
    mimics = {name: joint for name, joint in types.items() if isinstance(joint, Mimic)}
    resolved = {name: joint for name, joint in types.items() if name not in mimics}
    for name in mimics:
        for follower in reversed(_chain(robot, name, mimics, resolved)):
            resolved[follower] = _resolved_mimic(robot, follower, mimics[follower], resolved)
    return {name: resolved[name] for name in types}


def _chain(
    robot: str, name: str, mimics: Mapping[str, Mimic], resolved: Mapping[str, Joint]
) -> list[str]:
    """A mimic, the mimic that it follows, and so on, up to one that is resolved."""
    chain: dict[str, None] = {}
    while name not in resolved:
        if name not in mimics:
            known = unknown("joint", name, [*resolved, *mimics])
            raise ModelError(f"{robot}: joint {list(chain)[-1]!r} mimics {known}")
        if name in chain:
            cycle = " -> ".join([*chain, name])
            raise ModelError(f"{robot}: mimic joints follow each other in a cycle: {cycle}.")
        chain[name] = None
        name = mimics[name].source
    return list(chain)


def _resolved_mimic(robot: str, name: str, mimic: Mimic, resolved: Mapping[str, Joint]) -> Mimic:
    source = resolved[mimic.source]
    if isinstance(source, Mimic):
        mimic = mimic.followed(source, mimic.joint or source.joint)
        source = resolved[mimic.source]
    return _checked_mimic(robot, name, mimic, mimic.joint or source, source)


def _checked_mimic(robot: str, name: str, mimic: Mimic, kind: Joint, source: Joint) -> Mimic:
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


def _each(robot: str, body: Body, key: str, n: int) -> list[Any]:
    """The values of a parameter of a joint, one for each of n coordinates."""
    given = body.parameters.get(key, PARAMETERS[key].default)
    if given is None:
        given = body.joint.neutral()
    values: list[Any] = [given] * n if np.ndim(given) == 0 else list(given)
    if len(values) != n:
        raise ModelError(
            f"{robot}: {key} of joint {body.name!r} has {len(values)} numbers; expected one, or {n}"
            f" for {body.joint}."
        )
    return values


def _table(rows: Sequence[Array], shape: tuple[int, ...]) -> Any:
    flat = [x for row in rows for x in row.flat]
    plain = all(isinstance(x, (int, float)) for x in flat)
    return np.array(flat, dtype=float if plain else object).reshape(shape)
