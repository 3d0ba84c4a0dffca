"""Number the joints of a description depth first; structure and parameters of it, and back."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import cast

import numpy as np
from numpy.typing import NDArray

from ..errors import ModelError, unknown
from ..parameters import OF_JOINTS, PARAMETERS, ParameterArray
from ..scalar.array import Array, Scalar
from .description import Annotations, Body, Configuration, Description, Universe
from .joints import Continuous, Joint, Mimic
from .parts import Constraint, Coupling
from .structure import Node, Structure
from .tree_joint import placement_and_inertia


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


def structure_of(description: Description) -> Structure:
    """The joints of a numbered description with their slices, those of the source for a mimic."""
    slices: dict[str, tuple[slice, slice]] = {}
    nq = nv = 0
    for body in description.joints:
        if body.joint.independent:
            ends = nq + body.joint.nq, nv + body.joint.nv
            slices[body.name] = slice(nq, ends[0]), slice(nv, ends[1])
            nq, nv = ends
    nodes = (
        Node(i, b.name, b.parent, b.joint, *slices[_source(b)])
        for i, b in enumerate(description.joints, 1)
    )
    return Structure.of(description.name, tuple(nodes), description.frames)


def _source(body: Body) -> str:
    return body.joint.source if isinstance(body.joint, Mimic) else body.name


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


def describe(
    structure: Structure, parameters: Mapping[str, ParameterArray], annotations: Annotations
) -> Description:
    """The description of a model: the inverse of `structure_of` and `arrays`."""
    placements, inertias = parameters["placements"], parameters["inertias"]
    bodies: list[Body] = []
    for j in structure.nodes:
        of_joint = {
            key: _plain(parameters[key][j.q_slice if row.axes == "(nq)" else j.v_slice])
            for key, row in OF_JOINTS.items()
            if j.type.independent
        }
        own = placement_and_inertia(placements, inertias, j.index)
        bodies.append(Body(j.name, j.parent, j.type, *own, of_joint))
    configurations = {
        name: {j.name: _plain(q[j.q_slice]) for j in structure.free_nodes}
        for name, q in annotations["reference_configurations"].items()
    }
    return Description(
        structure.name,
        _plain(parameters["gravity"]),
        Universe(*placement_and_inertia(placements, inertias, 0)),
        tuple(bodies),
        structure.frames,
        annotations["geometries"],
        annotations["constraints"],
        configurations,
        dict(annotations["groups"]),
        annotations["disabled_collisions"],
    )


def _plain(x: ParameterArray) -> tuple[Scalar, ...]:
    """The elements of an array as Python objects."""
    return tuple(x.flat) if isinstance(x, Array) else tuple(x.tolist())


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
