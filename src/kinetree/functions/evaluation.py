"""Calls on numbers that no kernel takes: the Python function runs on one sample after the other.

These are complex and mpmath numbers, symbols, and the traced numbers of another algorithm. Results
are of the kind of the operands.
"""
# pyright: reportUnknownLambdaType=false, reportUnknownMemberType=false, reportUnknownVariableType=false

import itertools
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ..compiler.batch import batch_shape
from ..scalar.array import Array, as_array, structural
from ..scalar.expr import Expr
from ..scalar.spans import explicit
from .adapters import leaves, module_name, to_array
from .binding import BoundCall
from .definition import Definition
from .kernels import kernel_trace
from .signature import MODEL_PARAMETERS, Operand
from .specialization import Specialization
from .statics import PLACEMENT


def run_samples(definition: Definition, model: Any, call: BoundCall) -> Any:
    """The results of the Python function, run sample by sample."""
    own = Specialization.of(definition, model, call)
    values = [
        structural(x) if key == PLACEMENT else to_array(x) for key, x in call.operands.items()
    ]
    batch = batch_shape(own.specs, values, definition.name)
    if 0 in batch:
        _, results = kernel_trace(own)
        dtype = np.result_type(float, *(np.asarray(x).dtype for x in call.operands.values()))
        arrays = [np.empty((*batch, *spec.shape), dtype) for spec in results.specs]
        return arrays[0] if results.pack is None else results.pack(*arrays)
    kind = _result_kind(model, call.passed)
    elements = (element for x in values for element in explicit(x.flat))
    if model is not None and any(module_name(element) == "mpmath" for element in elements):
        names = (*MODEL_PARAMETERS, "spring_reference")
        model = model.replace(**{n: _to_mpmath(getattr(model, n)) for n in names})
        own = replace(own, model=model)
    named = list(zip(own.specs, values, strict=True))
    samples = [
        own.run({spec.name: _sample(x, len(spec.shape), i) for spec, x in named})
        for i in itertools.product(*map(range, batch))
    ]
    packed = [
        _to_kind(Array.of([e for x in arrays for e in x.flat], (*batch, *arrays[0].shape)), kind)
        for arrays in zip(*(sample.arrays for sample in samples), strict=True)
    ]
    return packed[0] if samples[0].pack is None else samples[0].pack(*packed)


def _to_mpmath(parameter: Any) -> Array:
    """A model parameter in mpmath numbers: sums and products of floats alone would round."""
    import mpmath

    return structural(parameter).map(lambda x: mpmath.mpf(x) if isinstance(x, float) else x)


def _result_kind(model: Any, values: Sequence[Operand]) -> str:
    """The kind of the results: "Array" inside an algorithm, "casadi", or "numpy"."""
    numbers = list(leaves(values))
    traced = model is not None and isinstance(model.gravity, Array)
    if traced or any(isinstance(x, (Array, Expr)) for x in numbers):
        return "Array"
    return "casadi" if any(module_name(x) == "casadi" for x in numbers) else "numpy"


def _to_kind(x: Array, kind: str) -> Any:
    """A result as a value of a kind."""
    if kind == "Array":
        return x if x.shape else x.flat[0]
    if kind == "casadi":
        return _casadi(x)
    types: set[type[Any]] = {type(element) for element in x.flat}
    dtype: Any = next((x for x in (float, complex) if types <= {int, float, x}), object)
    result = np.empty(len(x.flat), dtype)
    result[:] = x.flat
    return result.reshape(x.shape)[()]


def _casadi(x: Array) -> Any:
    """A matrix of CasADi's; of an array of more axes, a list of them, nested for each axis."""
    import casadi

    if x.ndim > 2:
        return [_casadi(as_array(part)) for part in x]
    if x.ndim < 2:
        return casadi.vertcat(*x.flat)
    rows: list[Any] = [casadi.horzcat(*row.flat) for row in x]
    return casadi.vertcat(*rows)


def _sample(x: Array, core: int, index: tuple[int, ...]) -> Array:
    """An operand in the sample at `index` of the batch."""
    batch = x.shape[: x.ndim - core]
    if not batch:
        return x
    tail = index[len(index) - len(batch) :]
    return as_array(x[tuple(0 if n == 1 else i for i, n in zip(tail, batch, strict=True))])
