"""Arguments as arrays of NumPy, or of a framework, with checks of known values."""

from collections.abc import Callable, Hashable
from typing import Final, TypeVar, cast

import numpy as np

from ..errors import ModelError, ShapeError
from ..functions import function
from ..functions.adapters import joined
from ..functions.framework import FrameworkArray, framework_of
from ..model import Model
from ..model.joints.base import UNIT_ERROR
from ..model.values import numbers
from ..scalar.array import Array
from ..scalar.expr import Scalar
from ..scalar.math import cross, dot, eye, maximum, where

T = TypeVar("T")

_BAD_ROW, _NOT_RIGID = 1.0, 2.0
_FLOATS: Final = ("float64", "float32")


def kept(model: Model, key: Hashable, make: Callable[[], T]) -> T:
    """The result of `make`, which a model and a key determine; it is called once for them."""
    try:
        value = model.call_table.constants.get(key)
    except TypeError:  # a key that is not hashable, as a frame given as a list
        return make()
    if value is None:
        value = model.call_table.constants[key] = make()
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
            if framework.dtype_of(x) not in _FLOATS and framework.concrete(x) is not None:
                x = numbers(what, value)
        else:
            values = None if framework is None else framework.concrete(x)
            x = numbers(what, x if values is None else values)
    if core and tuple(x.shape[-len(core) :]) != core:
        wanted = ", ".join(map(str, core))
        raise ShapeError(f"{what} has shape {tuple(x.shape)}; expected (..., {wanted}){meaning}.")
    return x


def known(x: FrameworkArray) -> FrameworkArray:
    """The values of an array; None while a framework traces it, and on a GPU."""
    framework = None if type(x) is np.ndarray else framework_of(x)
    return x if framework is None else framework.concrete(x)


def rotation(what: str, target: object) -> FrameworkArray:
    """A rotation as an array; a sample with nan passes."""
    values = array(what, target, (3, 3), ", or a kt.SO3")
    R = known(values)
    if R is not None and _any(_rotation_fault(R)):
        _refuse_rotation(what)
    return values


def placement(what: str, target: object) -> FrameworkArray:
    """A placement as an array; a sample with nan passes."""
    values = array(what, target)
    if tuple(values.shape[-2:]) != (4, 4):
        hint = ". A point alone is kt.tasks.Position(frame, p)" if values.shape[-1:] == (3,) else ""
        array(what, values, (4, 4), f", or a kt.SE3{hint}")
    T = known(values)
    if T is not None and _any(faults := _placement_fault(T)):
        wrong = np.equal(faults, _BAD_ROW)
        if wrong.any():
            raise ModelError(
                f"{what} has the last row {T[wrong][0, 3].tolist()}; expected [0, 0, 0, 1]. Is it "
                "transposed?"
            )
        _refuse_rotation(what)
    return values


def _any(faults: FrameworkArray) -> bool:
    return bool(faults.any() if faults.ndim else faults)  # without a batch as fast as may be


def _refuse_rotation(what: str) -> None:
    raise ModelError(f"{what} is not rigid; R^T R must be 1 and det R = +1.")


@function("(3,3)->()", name="tasks.rotation_fault")
def _rotation_fault(R: Array) -> Scalar:
    return where(_is_not_rigid(R), _NOT_RIGID, 0.0)


@function("(4,4)->()", name="tasks.placement_fault")
def _placement_fault(T: Array) -> Scalar:
    error = abs(T[3] - [0, 0, 0, 1])
    bad = (error[0] > UNIT_ERROR) | (error[1] > UNIT_ERROR)
    bad = bad | (error[2] > UNIT_ERROR) | (error[3] > UNIT_ERROR)
    return where(bad, _BAD_ROW, where(_is_not_rigid(T[:3, :3]), _NOT_RIGID, 0.0))


def _is_not_rigid(R: Array) -> Scalar:
    """Whether a matrix is not a rotation; false where an element is nan."""
    largest, *errors = abs(R.T @ R - eye(3)).flat
    for error in errors:
        largest = maximum(largest, error)
    return (largest > UNIT_ERROR) | (dot(R[0], cross(R[1], R[2])) < 0)
