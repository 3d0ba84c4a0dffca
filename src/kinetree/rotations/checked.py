"""Functions of rotations from formulas: for every parameterisation and frame, with checks.

A kernel returns, beside the results, 1 for a valid sample and 0 for an invalid one: its operands
are rotations, and its results are finite. Operands are inspected only where one is 0.
"""

import inspect
import re
from collections.abc import Callable, Iterable, Sequence
from functools import reduce, wraps
from math import inf
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..errors import ModelError, ShapeError, unknown
from ..functions import Function
from ..functions.adapters import is_plain
from ..functions.definition import define
from ..functions.signature import parse
from ..scalar.array import Array, ArrayLike, as_array
from ..scalar.expr import Scalar, add, apply
from ..scalar.math import where
from .parameterisations import ROTATIONS, Kinds, Parameterisation, both, parameterisation

Condition = Callable[[Array], Scalar]
Result: TypeAlias = Any
"""Arrays of the kind of the operands, of NumPy or another library; or a NamedTuple of them."""
Formula: TypeAlias = Callable[..., Result]
Out: TypeAlias = "NDArray[np.float64] | tuple[NDArray[np.float64], ...] | None"
"""Arrays that results are written into."""


def operands_of(formula: Formula) -> list[inspect.Parameter]:
    """The parameters of a formula that are arrays."""
    parameters = inspect.signature(formula).parameters.values()
    return [p for p in parameters if p.kind is p.POSITIONAL_OR_KEYWORD]


class Checked:
    """A function of the operands of a formula, which raises ModelError unless they are rotations.

    In `signature`, such as "(x),(3)->(3,3)", operands x are of the parameterisation `kind`, and n
    is its shape, too. `regular` is a condition on the first, and what fails where it does not
    hold. Results are one array, or those of the NamedTuple that the formula returns. Complex
    numbers, mpmath, symbols and traced scalars are not checked.
    """

    def __init__(
        self,
        formula: Formula,
        title: str,
        function: Callable[..., Result],
        signature: str,
        kind: Parameterisation,
        regular: tuple[Condition, str] | None = None,
    ) -> None:
        self.name, self.regular = f"rotations.{title}", regular
        operands = re.findall(r"\((.*?)\)", signature.partition("->")[0])
        self.kinds = [kind if operand == "x" else None for operand in operands]
        returned = inspect.signature(formula).return_annotation
        self.results = returned if hasattr(returned, "_fields") else None

        def checked(*operands: Array) -> dict[str, Scalar]:
            value = function(*operands)
            results = {"result": value} if self.results is None else value._asdict()
            return {**results, "valid": where(self._valid(operands, results.values()), 1.0, 0.0)}

        shaped = re.sub("[xn]", ",".join(map(str, kind.shape)), signature)
        for of_arrays in (function, checked):
            of_arrays.__signature__ = inspect.Signature(operands_of(formula))  # pyright: ignore
        self.unchecked = Function(define(function, parse(shaped), name=self.name))
        self.checked = Function(define(checked, parse(f"{shaped},()"), name=self.name))

    def _valid(self, operands: Sequence[Array], results: Iterable[Array | Scalar]) -> Scalar:
        sizes = (apply("abs", x) for result in results for x in as_array(result).flat)
        valid = apply("lt", reduce(add, sizes, 0.0), inf)
        for kind, x in zip(self.kinds, operands, strict=True):
            valid = valid if kind is None else both(kind.valid(x), valid)
        return valid if self.regular is None else both(self.regular[0](operands[0]), valid)

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
        (dims, *_) = self.unchecked.definition.signature.results or ((),)
        return (*arrays, np.empty(first.shape[: first.ndim - len(dims)], first.dtype))

    def _raise_invalid(self, operands: Sequence[ArrayLike], valid: NDArray[np.float64]) -> None:
        """Raise ModelError for the first invalid sample."""
        invalid = np.argwhere(np.asarray(valid) == 0)
        sample, function = tuple(invalid[0].tolist()), self.unchecked.definition
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


def with_keywords(
    formula: Formula, keywords: Sequence[str], specialised: Callable[..., Checked]
) -> Formula:
    """The public function of a formula: its operands, keywords that are strings, and `out`.

    `specialised` makes the function for values of the keywords, once for each.
    """
    operands = [p.replace(annotation=ArrayLike) for p in operands_of(formula)]
    P = inspect.Parameter
    strings = [P(name, P.KEYWORD_ONLY, annotation=str) for name in keywords]
    out = P("out", P.KEYWORD_ONLY, default=None, annotation=Out)
    signature = inspect.Signature([*operands, *strings, out], return_annotation=Any)
    count, names = len(operands), {*keywords}
    functions: dict[tuple[str, ...], Checked] = {}

    @wraps(formula)
    def public(*arrays: ArrayLike, out: Out = None, **values: Any) -> Result:
        if len(arrays) != count or values.keys() != names:
            try:  # operands by keyword, or a mistake
                bound = signature.bind(*arrays, **values)
            except TypeError as error:
                raise TypeError(f"rotations.{formula.__name__}: {error}") from None
            arrays, values = bound.args, bound.kwargs
        key = tuple([values[name] for name in keywords])
        try:
            function = functions[key]
        except (KeyError, TypeError):  # lists and arrays have no hash
            function = functions[key] = specialised(**values)
        return function(*arrays, out=out)

    public.__signature__ = signature  # pyright: ignore
    return public


def in_frame(function: str, frame: str) -> str:
    """The frame; raises ShapeError unless it is "inertial" or "body"."""
    frames = ("inertial", "body")
    if not isinstance(frame, str) or frame not in frames:  # pyright: ignore
        raise ShapeError(
            f"rotations.{function}: {unknown('frame', frame, frames)} 'inertial': rotation "
            "vectors and angular velocities in world axes, exp(v) R; 'body': in those of the body, "
            "R exp(v)."
        )
    return frame


def of_kinds(signature: str, kinds: Kinds = ROTATIONS) -> Callable[[Formula], Formula]:
    """Make a formula of quaternions a function of every parameterisation, of the keyword `kind`.

    In the signature, such as "(x),(3)->(x)", x is a rotation or pose. For the formula it is a
    quaternion of any length but zero, or a position and such a quaternion, 7 elements. A formula
    that has the keyword `frame` gives two functions.
    """
    operands, _, result = signature.partition("->")
    are_kinds = [operand == "x" for operand in re.findall(r"\((.*?)\)", operands)]

    def decorate(formula: Formula) -> Formula:
        name = formula.__name__

        def specialised(kind: str, **frame: str) -> Checked:
            of = parameterisation(name, kind, kinds)
            chosen = {word: in_frame(name, value) for word, value in frame.items()}

            def of_kind(*arrays: Array) -> Result:
                pairs = zip(are_kinds, arrays, strict=True)
                value = formula(*(of.to_quaternion(x) if is_ else x for is_, x in pairs), **chosen)
                return of.from_quaternion(value) if result == "(x)" else value

            return Checked(formula, f"{name} of {kind}", of_kind, signature, of)

        framed = "frame" in inspect.signature(formula).parameters
        return with_keywords(formula, ("kind", "frame") if framed else ("kind",), specialised)

    return decorate
