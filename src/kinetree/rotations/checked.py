"""Functions of rotations that raise ModelError for operands that are not rotations.

The kernel returns, beside the results, 1 for a valid sample and 0 for an invalid one: its operands
are rotations, and its results are finite. Operands are inspected only where one is 0.
"""

import inspect
from collections.abc import Callable, Iterable, Sequence
from functools import cache, wraps
from math import inf
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..errors import ModelError
from ..functions import Function
from ..functions.adapters import is_plain
from ..functions.signature import parse
from ..scalar.array import Array, ArrayLike
from ..scalar.expr import Scalar, apply
from ..scalar.math import where
from .parameterisations import Parameterisation, both

Kinds = Sequence[Parameterisation | None]
Condition = Callable[..., Scalar]
Result: TypeAlias = Any
"""Arrays of the kind of the operands, of NumPy or another library; or a NamedTuple of them."""
Out: TypeAlias = "NDArray[np.float64] | tuple[NDArray[np.float64], ...] | None"
"""Arrays that results are written into."""


class Checked:
    """A function, and the kinds of its operands; `regular` is a condition on all of them.

    Results are one array, or those of the NamedTuple `results`. Complex numbers, mpmath, symbols
    and traced scalars are not checked.
    """

    def __init__(
        self,
        function: Callable[..., Result],
        signature: str,
        kinds: Kinds,
        *,
        results: Callable[..., Result] | None = None,
        regular: tuple[Condition, str] | None = None,
    ) -> None:
        self.name = f"rotations.{function.__name__}"
        self.kinds, self.results, self.regular = kinds, results, regular
        self.unchecked = Function(function, parse(signature), name=self.name)
        self.checked = Function(
            self._with_condition(function), parse(f"{signature},()"), name=self.name
        )

    def _with_condition(self, function: Callable[..., Result]) -> Callable[..., Result]:
        @wraps(function)
        def checked(*operands: Array) -> dict[str, Scalar]:
            value = function(*operands)
            named = {"result": value} if self.results is None else value._asdict()
            return {**named, "valid": where(self._valid(operands, named.values()), 1.0, 0.0)}

        return checked

    def _valid(self, operands: Sequence[Array], results: Iterable[Array | Scalar]) -> Scalar:
        size: Scalar = 0.0
        for x in (element for result in results for element in _elements(result)):
            size = size + apply("abs", x)
        valid = apply("lt", size, inf)
        for kind, x in zip(self.kinds, operands, strict=True):
            valid = valid if kind is None else both(kind.valid(x), valid)
        return valid if self.regular is None else both(self.regular[0](*operands), valid)

    def __call__(self, *operands: ArrayLike, out: Out = None) -> Result:
        if not all(map(is_plain, operands)):
            return self.unchecked(*operands, out=out)
        *arrays, valid = (
            self.checked(*operands) if out is None else self.checked(*operands, out=self._out(out))
        )
        if not (valid.all() if valid.ndim else valid):
            self._raise_invalid(operands, valid)
        return arrays[0] if self.results is None else self.results(*arrays)

    def _out(self, out: Out) -> tuple[NDArray[np.float64], ...]:
        """`out` and a new array for the validity of samples."""
        arrays = out if isinstance(out, tuple) else (np.asarray(out),)
        first = np.asarray(arrays[0])
        (dims, *_) = self.unchecked.signature.results or ((),)
        core = len(dims)
        return (*arrays, np.empty(first.shape[: first.ndim - core], first.dtype))

    def _raise_invalid(self, operands: Sequence[ArrayLike], valid: NDArray[np.float64]) -> None:
        """Raise ModelError for the first invalid sample."""
        invalid = np.argwhere(np.asarray(valid) == 0)
        sample, function = tuple(invalid[0].tolist()), self.unchecked
        values: list[Array] = []
        which = f"sample {sample} of " if np.ndim(valid) else ""
        count = f" ({len(invalid):,} of {np.size(valid):,} samples)" if np.ndim(valid) else ""
        for name, kind, operand in zip(
            function.parameters.operands, self.kinds, operands, strict=True
        ):
            core = tuple(map(int, function.dims[name]))
            x = np.broadcast_to(np.asarray(operand, float), np.shape(valid) + core)[sample]
            values.append(Array.of(x.ravel().tolist(), core))
            what = f"{self.name}: {which}{name} is {x.tolist()}"
            if not np.isfinite(x).all():
                raise ModelError(f"{what}; expected finite numbers{count}.")
            if kind is not None and not kind.valid(values[-1]):
                raise ModelError(f"{what}; expected {kind.expected}{count}.")
        listed = ", ".join(map(str, values))
        what = "its result is not finite" if self.regular is None else self.regular[1]
        raise ModelError(f"{self.name}: {which}its operands: {what}; they are {listed}{count}.")


def _elements(x: Array | Scalar) -> Sequence[Scalar]:
    return x.flat if isinstance(x, Array) else (x,)


def named(function: Callable[..., Result], name: str) -> Callable[..., Result]:
    """A function of the same parameters with another name."""

    @wraps(function)
    def renamed(*operands: Array) -> Result:
        return function(*operands)

    renamed.__name__ = renamed.__qualname__ = name
    renamed.__module__ = "kinetree.rotations"
    return renamed


def cached_by_strings(function: Callable[..., Checked]) -> Callable[..., Checked]:
    """Cache a function of strings; it raises for unhashable arguments itself."""
    cached = cache(function)

    @wraps(function)
    def with_cache(*strings: str) -> Checked:
        try:
            return cached(*strings)
        except TypeError:
            return function(*strings)

    return with_cache


@cache
def on_quaternions(
    name: str,
    function: Callable[..., Result],
    roles: str,
    kind: Parameterisation,
    results: Callable[..., Result] | None = None,
) -> Checked:
    """A function of quaternions as one of another parameterisation.

    In `roles`, such as "(x),(3)->(3,3)", x is a rotation or pose. For the function it is a
    quaternion of any length but zero, or a position and such a quaternion, 7 elements.
    """
    roles_of_operands, _, role_of_result = roles.partition("->")
    kinds = [kind if role == "x" else None for role in _roles(roles_of_operands)]

    def of_kind(*operands: Array) -> Result:
        pairs = zip(kinds, operands, strict=True)
        value = function(*[x if kind is None else kind.to_quaternion(x) for kind, x in pairs])
        return kind.from_quaternion(value) if role_of_result == "(x)" else value

    of_kind.__signature__ = inspect.signature(function)  # pyright: ignore
    shape = f"({','.join(map(str, kind.shape))})"
    return Checked(
        named(of_kind, f"{name} of {kind.name}"),
        roles.replace("(x)", shape),
        kinds,
        results=results,
    )


def _roles(text: str) -> list[str]:
    return [group.strip("(,") for group in text.split(")")[:-1]]
