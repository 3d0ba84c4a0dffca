"""`kinetree info` and `kinetree list`: a robot as a tree, and the names of robots."""

import argparse
import json
import sys
import textwrap
import warnings
from collections.abc import Iterator, Mapping
from typing import Final

import numpy as np

import kinetree as kt

from ..formats import installed
from ..formats.robots import BUILTIN
from ..model import TreeJoint
from .options import JSON, ROBOT, Commands, load
from .tables import Numbers

WIDTH: Final = 100
SHOWN: Final = {
    "armature": "kg m^2 or kg",
    "damping": "N m s/rad or N s/m",
    "friction": "N m or N",
    "stiffness": "N m/rad or N/m",
}
"""Units of the parameters that are shown where a joint has them."""


def add(commands: Commands) -> None:
    about = "the names of robots, and the packages they are in"
    commands.add_parser("list", help=about, parents=[JSON]).set_defaults(command=_list)
    about = "the tree of a robot: joints, limits, masses, frames"
    commands.add_parser("info", help=about, parents=[ROBOT, JSON]).set_defaults(command=_info)


def _list(arguments: argparse.Namespace) -> int:
    packages = dict.fromkeys(BUILTIN, "built in") | installed.packages(BUILTIN)
    if arguments.json:
        print(json.dumps(packages))
        return 0
    width = max(map(len, packages))
    for name, package in packages.items():
        print(f"{name:{width}}  {package}")
    if not installed.installed_robots():
        print("\nMore robots: pip install example-robot-data", file=sys.stderr)
    return 0


def _info(arguments: argparse.Namespace) -> int:
    with warnings.catch_warnings(record=True, action="always") as caught:
        model = load(arguments)
    for warning in caught:
        print(f"warning: {warning.message}", file=sys.stderr)
    if arguments.json:
        print(json.dumps(_content(model)))
        return 0
    gravity = ", ".join(f"{x:g}" for x in model.gravity)
    print(
        f"{model.name}: nq {model.nq}, nv {model.nv}, {model.njoints - 1} joints, "
        f"{model.nframes} frames, {model.total_mass:.6g} kg that move\ngravity [{gravity}] m/s^2; "
        "v max in rad/s or m/s, tau max in N m or N"
    )
    shown = [f"{name} in {unit}" for name, unit in SHOWN.items() if getattr(model, name).any()]
    print(*shown, sep="; ", end="\n\n" if shown else "\n")
    lines = list(_tree(model, step=2))
    if max(map(len, lines)) > WIDTH:
        lines = list(_tree(model, step=1))
    print(*lines, sep="\n")
    followers = () if arguments.mimic else _followers(arguments)
    for line in ["", *_lists(model), *_mimics(model), *followers]:
        print(textwrap.fill(line, WIDTH, subsequent_indent="  ", break_on_hyphens=False))
    return 0


def _content(model: kt.Model) -> Mapping[str, object]:
    """The content of `info` as plain data; limits that are none are null."""

    def plain(values: Numbers) -> list[float | None]:
        return [float(x) if np.isfinite(x) else None for x in values]

    joints = [
        {
            "name": j.name,
            "parent": model.joint_names[j.parent],
            "type": _kind(j.type),
            "q": [j.q_slice.start, j.q_slice.stop],
            "v": [j.v_slice.start, j.v_slice.stop],
            "lower": plain(j.limits[0]),
            "upper": plain(j.limits[1]),
            "velocity_limits": plain(model.velocity_limits[j.v_slice]),
            "effort_limits": plain(model.effort_limits[j.v_slice]),
            "mass": float(model.inertias[j.index, 0]),
        }
        for j in model.joints
    ]
    frames = [
        {"name": f.name, "kind": f.kind, "joint": model.joint_names[f.joint]} for f in model.frames
    ]
    own = {"name": model.name, "nq": model.nq, "nv": model.nv, "mass": float(model.total_mass)}
    return {**own, "gravity": plain(model.gravity), "joints": joints, "frames": frames}


def _tree(model: kt.Model, step: int) -> Iterator[str]:
    """A line for each joint, indented by `step` below its parent."""
    extra = {k: x for k in SHOWN if (x := getattr(model, k)).any()}
    rows: list[tuple[str, ...]] = [
        ("joint", "type", "q", "v", "limits", "v max", "tau max", *extra, "kg")
    ]
    for j in model.joints:
        name = " " * (step * (len(model.path(j.index)) - 1)) + j.name
        mass = f"{float(model.inertias[j.index, 0]):.4g}"
        cells = _coordinates(model, j) if j.type.independent else ("-",) * 5
        more = [_values(x[j.v_slice]) if j.type.independent else "-" for x in extra.values()]
        rows.append((name, _kind(j.type), *cells, *more, mass))
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]
        yield "  ".join(cells).rstrip()


def _coordinates(model: kt.Model, joint: TreeJoint) -> tuple[str, ...]:
    """The indices of a joint's coordinates in q and v, and their limits."""
    q, v = joint.q_slice, joint.v_slice
    limits = [
        f"[{a:.4g}, {b:.4g}] {unit}".removesuffix(" 1")
        for a, b, unit in zip(*joint.limits, joint.type.q_units, strict=True)
        if np.isfinite([a, b]).any()
    ]
    most = (_most(model.velocity_limits[v]), _most(model.effort_limits[v]))
    return _span(q), _span(v), " ".join(limits) or "none", *most


def _span(part: slice) -> str:
    return str(part.start) if part.stop - part.start == 1 else f"{part.start}:{part.stop}"


def _values(values: Numbers) -> str:
    """The values of a joint, once if all are equal; "-" if there is none."""
    texts = [f"{x:.4g}" for x in values] or ["-"]
    return texts[0] if len(set(texts)) == 1 else " ".join(texts)


def _most(limits: Numbers) -> str:
    return " ".join(f"{x:.4g}" for x in limits if np.isfinite(x)) or "none"


def _kind(joint: kt.Joint) -> str:
    """The type of a joint and its axes in short, as in `Revolute z`."""
    axes = [getattr(joint, name) for name in ("axis", "axis1", "axis2") if hasattr(joint, name)]
    if isinstance(joint, kt.Mimic) and joint.joint is not None:
        return f"Mimic, {_kind(joint.joint)}"
    if isinstance(joint, kt.Composite):
        return f"Composite, {', '.join(map(_kind, joint.joints))}"
    pitch = [f"{joint.pitch:.4g} m/rad"] if isinstance(joint, kt.Helical) else []
    return " ".join([type(joint).__name__, *map(_axis, axes), *pitch])


def _axis(axis: Numbers) -> str:
    entries = [float(x) for x in axis.flat]
    names = {tuple(row): name for row, name in zip(np.eye(3).tolist(), "xyz", strict=True)}
    names |= {tuple(-x for x in row): f"-{name}" for row, name in names.items()}
    return names.get(tuple(entries), f"({' '.join(f'{round(x, 3) + 0.0:g}' for x in entries)})")


def _lists(model: kt.Model) -> Iterator[str]:
    """The frames by kind, but for those of joints, and what its files have beyond its dynamics."""
    loops = [c.name for c in model.constraints if isinstance(c, kt.Loop)]
    couplings = [c.name for c in model.constraints if isinstance(c, kt.Coupling)]
    kinds = {"bodies": "body", "fixed joints": "fixed_joint", "other frames": "op"}
    titles = {
        **{t: [f.name for f in model.frames if f.kind == kind] for t, kind in kinds.items()},
        "loops, obeyed by kt.constraints": loops,
        "couplings": couplings,
        "reference configurations": list(model.reference_configurations),
        "groups": list(model.groups),
    }
    yield from (f"{title} ({len(x)}): {', '.join(x)}" for title, x in titles.items() if x)
    if model.geometries:
        kinds = [geometry.kind for geometry in model.geometries]
        yield f"geometries: {kinds.count('visual')} visual, {kinds.count('collision')} collision"


def _followers(arguments: argparse.Namespace) -> Iterator[str]:
    """The joints that a file makes mimics, which are independent unless asked for."""
    try:
        with warnings.catch_warnings(action="ignore"):
            model = kt.load(arguments.robot, mimic=True)
    except kt.ModelError:  # a robot without mimics, or without a file
        return
    names = [j.name for j in model.joints if not j.type.independent]
    if names:
        yield (
            f"note: the mimic joints {', '.join(names)} are independent here; --mimic, or "
            "kt.load(..., mimic=True), makes them follow."
        )


def _mimics(model: kt.Model) -> Iterator[str]:
    """Mimic relations, and the joints that are angles because of them."""
    for j in model.joints:
        if not isinstance(j.type, kt.Mimic):
            continue
        source, ratio = model.joint(j.type.source), j.type.multiplier
        yield f"mimic: {j.name} = {ratio:g} * {source.name} + {j.type.offset:g}"
        unlimited = np.isinf(model.upper_position_limits[source.q_slice]).all()
        if isinstance(source.type, kt.Revolute) and unlimited and ratio != round(ratio):
            yield (
                f"note: {source.name} has no limits, yet is an angle and no (cos, sin): it "
                f"is followed at the ratio {ratio:g}, which is no integer."
            )
