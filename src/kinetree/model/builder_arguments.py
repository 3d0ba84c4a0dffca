"""Checks of the arguments of a builder."""

from collections.abc import Callable, Mapping
from inspect import Parameter, signature
from typing import ParamSpec, cast

import numpy as np
from numpy.typing import ArrayLike

from ..errors import ModelError, unknown
from ..parameters import KEYWORDS, PARAMETERS
from ..scalar.array import Scalar
from ..spatial import Inertia
from .description import JointParameter
from .joints import Fixed, FreeFlyer, Joint, Mimic
from .values import expect

_P = ParamSpec("_P")


def joint_parameters(
    where: str, joint: Joint, keywords: Mapping[str, JointParameter | None]
) -> dict[str, JointParameter]:
    """The keywords given to `add_body`, by parameter name.

    Raises ModelError for an unknown keyword, a value that is not a number, and parameters of a
    joint without coordinates.
    """
    values: dict[str, JointParameter] = {}
    has_coordinates = not isinstance(joint, Fixed | Mimic)
    for keyword, value in keywords.items():
        if keyword in ("mass", "com", "center_of_mass", "inertia_matrix", "I"):
            raise ModelError(
                f"{where}: no keyword {keyword!r}; give inertia=kt.Inertia(mass, center_of_mass, "
                "rotational_inertia_about_it), in the joint's frame."
            )
        if keyword not in KEYWORDS:
            raise ModelError(f"{where}: {unknown('keyword', keyword, KEYWORDS)}")
        name, plain = KEYWORDS[keyword], _is_plain(value)
        if value is None and PARAMETERS[name].optional:
            continue
        # only parameters that algorithms use may be symbols
        if not plain and not (PARAMETERS[name].differentiable and _is_symbolic(value)):
            raise ModelError(
                f"{where}: {keyword} is {value!r}; expected a number, or one for each coordinate."
            )
        default = PARAMETERS[name].default
        if not has_coordinates and not (plain and np.all(np.asarray(value) == default)):
            hint = f"give it to {joint.source!r}" if isinstance(joint, Mimic) else "leave it out"
            raise ModelError(
                f"{where}: {keyword} is {value!r}; a {type(joint).__name__} joint has no "
                f"coordinates: {hint}."
            )
        values[name] = value
    if isinstance(joint, FreeFlyer):
        values["actuated"] = False
    return values


def with_keywords(method: Callable[_P, None]) -> Callable[_P, None]:
    """Give a method a signature with a keyword for each parameter instead of `**parameters`."""
    whole = signature(method)
    named = [p for p in whole.parameters.values() if p.kind is not p.VAR_KEYWORD]
    for keyword, name in KEYWORDS.items():
        row = PARAMETERS[name]
        default = None if row.optional else row.default
        named.append(
            Parameter(
                keyword, Parameter.KEYWORD_ONLY, default=default, annotation=JointParameter | None
            )
        )
    setattr(method, "__signature__", whole.replace(parameters=named))  # noqa: B010
    return method


def _is_plain(value: object) -> bool:
    try:
        array = np.asarray(cast(ArrayLike, value))
    except (TypeError, ValueError, RuntimeError):  # tracers, ragged rows, tensors
        return False
    return array.ndim <= 1 and array.dtype.kind in "biuf"


def _is_symbolic(value: JointParameter) -> bool:
    try:
        dimension = np.ndim(value)
    except ValueError:  # rows of different lengths
        return False
    if dimension > 1:
        return False
    entries: list[Scalar] = list(value) if dimension else [value]
    return all(hasattr(x, "__sub__") and not isinstance(x, complex) for x in entries)


def checked_text(what: str, name: object) -> str:
    if not isinstance(name, str):
        raise ModelError(f"{what} is {name!r}; expected a string.")
    return name


def check_inertia(what: str, inertia: Inertia | None) -> None:
    if inertia is None:
        return
    expect(f"{what}: inertia", inertia, Inertia)
    if isinstance(inertia.mass, (int, float)) and not inertia.mass >= 0:
        raise ModelError(f"{what} has mass {inertia.mass}; expected >= 0.")
