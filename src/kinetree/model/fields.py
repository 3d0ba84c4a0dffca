"""Checks of the fields of a model: its parameters and its annotations."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast, get_args

import numpy as np

from ..errors import ModelError, kind_of, unknown
from ..parameters import PARAMETERS
from .rigid import rigid
from .shapes import Shape
from .structure import Structure
from .tree import Anchor, Coupling, Geometry, GeometryKind, Loop

UNIT_ERROR = 1e-6
"""Largest deviation of quaternions and (cos, sin) from unit length."""


def parameter(model: Structure, key: str, value: Any) -> Any:
    """A parameter as a read-only array: float64, bool, or object for symbols."""
    value, row = _array(model, key, value), PARAMETERS[key]
    shape = tuple(int(n) if n.isdigit() else getattr(model, n) for n in row.dimensions)
    if value.shape != shape:
        named = "" if all(n.isdigit() for n in row.dimensions) else f" = {row.axes}"
        raise ModelError(f"{model.name}: {key} has shape {value.shape}; expected {shape}{named}.")
    if value.dtype.kind == "f":
        bad = np.isnan(value) if row.infinite else ~np.isfinite(value)
        for i in np.argwhere(bad)[:1].tolist():
            raise ModelError(f"{model.name}: {key}{i} is {value[tuple(i)]}; expected a number.")
    if key == "inertias" and value.dtype.kind == "f" and (value[:, 0] < 0).any():
        i = int(np.argmax(value[:, 0] < 0))
        raise ModelError(
            f"{model.name}: the body of joint {model.joint_names[i]!r} has mass {value[i, 0]}; "
            "expected >= 0. Operands are not checked: inertias= of a call takes any."
        )
    if key == "friction" and value.dtype.kind == "f" and (value < 0).any():
        i = int(np.argmax(value < 0))
        raise ModelError(
            f"{model.name}: the friction of {model.v_names[i]!r} is {value[i]}; expected >= 0: it "
            "acts against the velocity."
        )
    if key == "placements":
        for name, T in zip(model.joint_names, value, strict=True):
            rigid(f"{model.name}: the placement of joint {name!r}", T)
        if value.dtype.kind == "f":
            value[:, 3] = 0.0, 0.0, 0.0, 1.0  # exactly
    value.setflags(write=False)
    return value


def _array(model: Structure, key: str, value: Any) -> Any:
    try:
        array: Any = np.array(value)
    except ValueError:
        raise ModelError(f"{model.name}: {key} is ragged; expected rows of one length.") from None
    except (TypeError, RuntimeError):  # numbers that JAX or PyTorch traces have no values
        raise ModelError(
            f"{model.name}: {key} is {kind_of(value)}, which is traced; a model has values. Give "
            f"it to the call, as in kt.rnea(model, ..., {key}={key})."
        ) from None
    if array.dtype.kind not in "biufO":
        raise ModelError(f"{model.name}: {key} has dtype {array.dtype}; expected numbers.")
    if array.dtype == object:
        return _symbols(model, key, array)
    if not PARAMETERS[key].boolean:
        return array.astype(float) + 0.0  # -0.0 becomes 0.0
    if not np.isin(array, (0, 1)).all():
        raise ModelError(f"{model.name}: {key} holds other values than True and False.")
    return array.astype(bool)


def _symbols(model: Structure, key: str, array: Any) -> Any:
    """An array of generic scalars, such as symbols: anything that can be subtracted."""
    for x in array.flat:
        if not hasattr(x, "__sub__") or PARAMETERS[key].boolean:
            raise ModelError(f"{model.name}: {key} holds {x!r}; expected numbers.")
    if all(isinstance(x, (int, float)) for x in array.flat):
        raise ModelError(f"{model.name}: {key} holds integers too large for a float64.")
    return array


def check_plain(model: Structure) -> None:
    """Raise ModelError unless the parameters of a model are plain numbers."""
    for key in PARAMETERS:
        if getattr(getattr(model, key), "dtype", np.dtype(object)).kind == "O":
            raise ModelError(f"{model.name}: {key} holds symbols; a file holds plain numbers only.")


def limits_in_order(model: Structure, lower: Any, upper: Any) -> None:
    """Raise ModelError for a lower position limit above the upper one."""
    if lower.dtype == upper.dtype == float and (lower > upper).any():
        i = int(np.argmax(lower > upper))
        raise ModelError(
            f"{model.name}: the position limits of {model.q_names[i]!r} are {lower[i]} and "
            f"{upper[i]}; expected a lower one that is not above the upper."
        )


def unit_length(model: Structure, key: str, q: Any) -> None:
    """Raise ModelError for quaternions and (cos, sin) that are not of unit length."""
    if getattr(q, "dtype", np.dtype(object)).kind == "O":
        return
    for j in model.free_joints:
        error = j.type.norm_error(q[j.q_slice])
        if error is not None and not error <= UNIT_ERROR:
            raise ModelError(
                f"{model.name}: {key} of joint {j.name!r} is {q[j.q_slice].tolist()}; expected unit"
                f" length: {', '.join(j.type.q_suffixes)}."
            )


def annotation(model: Structure, key: str, value: Any) -> dict[str, Any] | tuple[Any, ...]:
    """An annotation with all elements checked, as a tuple or a new dict."""
    if key in ("reference_configurations", "groups"):
        if not isinstance(value, Mapping):
            raise ModelError(f"{model.name}: {key} is {value!r}; expected a mapping of names.")
        entry = _configuration if key == "reference_configurations" else _group
        named = cast(Mapping[Any, Any], value)
        return {_text(model, key, name): entry(model, name, x) for name, x in named.items()}
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise ModelError(f"{model.name}: {key} is {value!r}; expected a sequence.")
    check = {"geometries": _geometry, "constraints": _constraint}.get(key, _pair)
    return tuple(check(model, x) for x in cast(Iterable[Any], value))


def _text(model: Structure, key: str, x: Any) -> str:
    if not isinstance(x, str):
        raise ModelError(f"{model.name}: {key} holds {x!r}; expected a name.")
    return x


def _configuration(model: Structure, name: str, q: Any) -> Any:
    try:
        array = np.array(q, dtype=float)
    except (TypeError, ValueError):
        raise ModelError(f"{model.name}: the configuration {name!r} is not an array.") from None
    if array.shape != (model.nq,) or not np.isfinite(array).all():
        raise ModelError(
            f"{model.name}: the configuration {name!r} is {array.tolist()}; expected {model.nq} "
            "finite numbers."
        )
    array.setflags(write=False)
    return array


def _group(model: Structure, name: str, joints: Any) -> tuple[str, ...]:
    if isinstance(joints, str) or not isinstance(joints, Sequence):
        raise ModelError(f"{model.name}: the group {name!r} is {joints!r}; expected joint names.")
    found = cast(Sequence[Any], joints)
    return tuple(model.joint(_text(model, f"the group {name!r}", x)).name for x in found)


def _geometry(model: Structure, x: Any) -> Geometry:
    if not isinstance(x, Geometry) or not isinstance(x.shape, get_args(Shape)):
        raise ModelError(f"{model.name}: geometries holds {x!r}; expected a kt.Geometry.")
    if x.kind not in get_args(GeometryKind):
        known = unknown("kind", x.kind, get_args(GeometryKind))
        raise ModelError(f"{model.name}: geometry {x.name!r}: {known}")
    _check_joint_number(model, f"geometry {x.name!r}", x.joint)
    return x


def _constraint(model: Structure, x: Any) -> Loop | Coupling:
    if isinstance(x, Loop):
        for end in (x.first, x.second):
            if not isinstance(end, Anchor):  # pyright: ignore[reportUnnecessaryIsInstance]
                raise ModelError(
                    f"{model.name}: the loop {x.name!r} has {end!r} as an end; expected a "
                    "kt.Anchor(joint, placement)."
                )
            _check_joint_number(model, f"the loop {x.name!r}", end.joint)
    elif isinstance(x, Coupling):
        for name in (x.joint, *([] if x.source is None else [x.source])):
            if (joint := model.joint(name)).type.nv != 1 and joint.type.independent:
                raise ModelError(
                    f"{model.name}: the coupling {x.name!r} is of {name!r}, {joint.type}; expected "
                    "joints with one coordinate."
                )
    else:
        raise ModelError(
            f"{model.name}: constraints holds {x!r}; expected a kt.Loop or kt.Coupling."
        )
    return x


def _check_joint_number(model: Structure, what: str, joint: Any) -> None:
    if joint not in range(model.njoints):
        raise ModelError(
            f"{model.name}: {what} is on joint {joint!r}; they are 0 to {model.njoints - 1}."
        )


def _pair(model: Structure, x: Any) -> tuple[str, str, str]:
    if not isinstance(x, (tuple, list)) or len(cast(Any, x)) != 3:
        raise ModelError(
            f"{model.name}: disabled_collisions holds {x!r}; expected two bodies and a reason."
        )
    one, other, reason = (_text(model, "disabled_collisions", part) for part in cast(Any, x))
    return one, other, reason
