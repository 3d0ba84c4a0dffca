"""A model as plain data: everything that it is, and nothing else.

This is what is saved, and what two models are compared by. Numbers are as the model holds them, to
the bit; joints name their parents, frames and shapes the joints that they are on.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Final

import numpy as np

from ..errors import ModelError
from ..parameters import OF_JOINTS, PARAMETERS
from ..scalar.array import nested
from .joint_records import classes, joint_record
from .model import Model
from .shapes import Shape
from .tree import Anchor, Constraint, Coupling, Frame, Geometry, Loop, TreeJoint

FORMAT: Final[Mapping[str, Any]] = {"format": "kinetree model", "version": 1}


def described(model: Model) -> dict[str, Any]:
    """All of a model as numbers, strings, lists and dicts.

    Raises ModelError if it holds symbols, or a user's joint an attribute that no file can hold.
    """
    check_plain(model)
    configurations = model.reference_configurations.items()
    return {
        **FORMAT,
        "name": model.name,
        "gravity": model.gravity.tolist(),
        "universe": _body(model, 0),
        "joints": [_joint(model, j) for j in model.joints],
        "frames": [_frame(model, f) for f in model.frames],
        "geometries": [_geometry(model, g) for g in model.geometries],
        "constraints": [_constraint(model, c) for c in model.constraints],
        "reference_configurations": {name: q.tolist() for name, q in configurations},
        "groups": {name: list(joints) for name, joints in model.groups.items()},
        "disabled_collisions": [list(pair) for pair in model.disabled_collisions],
    }


def check_plain(model: Model) -> None:
    """Raise ModelError unless the numbers of a model are plain ones."""
    for key in PARAMETERS:
        if getattr(getattr(model, key), "dtype", np.dtype(object)).kind == "O":
            raise ModelError(f"{model.name}: {key} holds symbols; a file holds plain numbers only.")


def digest(model: Model) -> str:
    """A name for the content of a model."""
    text = json.dumps(described(model), sort_keys=True, allow_nan=False)
    return hashlib.blake2b(text.encode(), digest_size=20).hexdigest()


def identity(model: Model) -> Any:
    """What equal models have in common: their content and, in this process, their joints' code.

    A model whose content cannot be described equals itself only.
    """
    try:
        content = model.digest
    except ModelError:
        return object()
    loops = [c.joint for c in model.constraints if isinstance(c, Loop)]
    return content, *classes([*(j.type for j in model.joints), *loops])


def _body(model: Model, i: int) -> dict[str, Any]:
    return {"placement": model.placements[i].tolist(), "inertia": model.inertias[i].tolist()}


def _joint(model: Model, j: TreeJoint) -> dict[str, Any]:
    where = f"{model.name}: joint {j.name!r}"
    own = OF_JOINTS if j.type.independent else ()
    return {
        "name": j.name,
        "parent": model.joint_names[j.parent],
        "joint": joint_record(where, j.type),
        **_body(model, j.index),
        **{key: _numbers(model, key, j) for key in own},
    }


def _numbers(model: Model, key: str, j: TreeJoint) -> list[Any]:
    return [x if np.isfinite(x) else str(x) for x in model.parameter_of(j, key).tolist()]


def _frame(model: Model, frame: Frame) -> dict[str, Any]:
    placed = _placed(model, frame, f"{model.name}: frame {frame.name!r}")
    return {"name": frame.name, "kind": frame.kind, **placed}


def _geometry(model: Model, g: Geometry) -> dict[str, Any]:
    where = f"{model.name}: the {g.kind} {g.name!r}"
    return {
        "name": g.name,
        "kind": g.kind,
        "body": g.body,
        **_placed(model, g, where),
        "shape": {"type": type(g.shape).__name__, **_values(where, g.shape)},
        "color": _plain(where, g.color),
    }


def _constraint(model: Model, c: Constraint) -> dict[str, Any]:
    where = f"{model.name}: the constraint {c.name!r}"
    if isinstance(c, Coupling):
        return {"type": "Coupling", **_values(where, c)}
    return {
        "type": "Loop",
        "name": c.name,
        "joint": joint_record(where, c.joint),
        "first": _placed(model, c.first, where),
        "second": _placed(model, c.second, where),
    }


def _placed(model: Model, x: Frame | Geometry | Anchor, where: str) -> dict[str, Any]:
    """Where something is: the joint that carries its body, and the placement there."""
    if not all(type(entry) in (int, float) for entry in x.placement.matrix.flat):
        raise ModelError(f"{where} holds symbols; a file holds plain numbers only.")
    return {"joint": model.joint_names[x.joint], "placement": nested(x.placement.matrix)}


def _values(where: str, x: Shape | Coupling) -> dict[str, Any]:
    return {f.name: _plain(f"{where}: {f.name}", getattr(x, f.name)) for f in fields(x)}


def _plain(where: str, x: Any) -> Any:
    """Strings, numbers, and tuples of them as lists."""
    if x is None or isinstance(x, str):
        return x
    value = np.asarray(x)
    if value.dtype.kind not in "biufU" or (
        value.dtype.kind == "f" and not np.isfinite(value).all()
    ):
        raise ModelError(f"{where} is {x!r}; a file holds finite numbers and strings only.")
    return value.tolist()
