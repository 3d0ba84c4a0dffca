"""Arguments as arrays of NumPy, or of a framework, with checks of known values."""

from collections.abc import Callable, Hashable, Sequence
from functools import reduce
from typing import TypeVar, cast

import numpy as np

from ..errors import ShapeError
from ..functions import function
from ..functions.adapters import joined
from ..functions.call_table import put
from ..functions.framework import FLOATS, FrameworkArray, framework_of
from ..model import Model
from ..model.joints.base import UNIT_ERROR
from ..model.values import numbers
from ..scalar.array import Array, as_array
from ..scalar.expr import Scalar
from ..scalar.math import cross, dot, eye, maximum, where
from ..spatial.rotation import check_rotation
from ..spatial.se3 import rigid

T = TypeVar("T")


def kept(model: Model, key: Hashable, make: Callable[[], T]) -> T:
    """The result of `make`, which a model and a key determine; it is called once for them."""
    try:
        value = model.call_table.constants.get(key)
    except TypeError:  # a key that is not hashable, as a frame given as a list
        return make()
    if value is None:
        value = put(model.call_table.constants, key, cast("object", make()))
    return cast(T, value)


def array(
    what: str, value: object, core: tuple[int, ...] = (), meaning: str = ""
) -> FrameworkArray:
    """A value as an array (..., *core) of NumPy, or of a framework that searches."""
    if type(value) is float or (type(value) is np.ndarray and value.dtype == float):
        x = np.asarray(value)
    else:
        x = joined(value)
        framework = framework_of(x)
        if framework is not None and framework.searches:
            x = framework.array(x)
            if framework.dtype_of(x) not in FLOATS and framework.concrete(x) is not None:
                x = numbers(what, value)
        else:
            values = None if framework is None else framework.concrete(x)
            x = numbers(what, x if values is None else values)
    if core and tuple(x.shape[-len(core) :]) != core:
        wanted = ", ".join(map(str, core))
        raise ShapeError(f"{what} has shape {tuple(x.shape)}; expected (..., {wanted}){meaning}.")
    return x


def rotation(what: str, target: object) -> FrameworkArray:
    """A rotation as an array; a sample with nan passes."""
    values = array(what, target, (3, 3), ", or a kt.SO3")
    return _checked(what, values, _is_no_rotation, check_rotation)


def placement(what: str, target: object) -> FrameworkArray:
    """A placement as an array; a sample with nan passes."""
    values = array(what, target)
    if tuple(values.shape[-2:]) != (4, 4):
        hint = ". A point alone is kt.tasks.Position(frame, p)" if values.shape[-1:] == (3,) else ""
        array(what, values, (4, 4), f", or a kt.SE3{hint}")
    return _checked(what, values, _is_no_placement, rigid)


def _checked(
    what: str,
    values: FrameworkArray,
    is_wrong: Callable[[FrameworkArray], FrameworkArray],
    refuse: Callable[[str, Array], object],
) -> FrameworkArray:
    """Values, of which `refuse` raises the error for the first sample that is known and wrong."""
    framework = None if type(values) is np.ndarray else framework_of(values)
    x = values if framework is None else framework.concrete(values)
    if x is not None:  # else a framework traces it, or it is on a GPU
        wrong = is_wrong(x)
        if wrong.any() if wrong.ndim else wrong:  # without a batch as fast as may be
            refuse(what, as_array(x[np.equal(wrong, 1)][0]))
    return values


@function("(3,3)->()", name="tasks.is_no_rotation")
def _is_no_rotation(R: Array) -> Scalar:
    return where(_exceeds((R.T @ R - eye(3)).flat) | (dot(R[0], cross(R[1], R[2])) < 0), 1.0, 0.0)


@function("(4,4)->()", name="tasks.is_no_placement")
def _is_no_placement(T: Array) -> Scalar:
    return where(_exceeds((T[3] - [0, 0, 0, 1]).flat), 1.0, _is_no_rotation(T[:3, :3]))


def _exceeds(errors: Sequence[Scalar]) -> Scalar:
    """Whether one of the errors is too large; false where one is nan."""
    return reduce(maximum, map(abs, errors)) > UNIT_ERROR
