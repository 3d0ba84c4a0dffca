"""What computes a call that was not seen before: a kernel, a primitive, or the Python function."""

import itertools
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from ..compiler.batch import batch_shape, check_shape
from ..errors import ShapeError
from ..scalar.array import structural
from . import adapters, call_table, framework_calls
from .binding import Call
from .kernels import kernel_of_call, kernel_trace
from .signature import MODEL_PARAMETERS, Arguments, Operand
from .specialization import Specialization
from .statics import PLACEMENT

if TYPE_CHECKING:
    from .function import Function


def bind_and_run(
    function: "Function",
    model: Any,
    operands: Sequence[Operand],
    keywords: Arguments,
    out: Any,
    written: call_table.WrittenCall | None,
) -> Any:
    """The results of a call that is not in the call table, which it is added to."""
    call = function.parameters.bind(model, function.dims, operands, keywords)
    function.check_operands(call.operands)
    values = list(call.operands.values())
    if framework_calls.framework_of_operands(function.__name__, call.operands) is not None:
        primitive = framework_calls.checked_primitive(function, model, call)
        if written is not None:
            others = values[len(written.operands) :]
            function.table(model)[written.key] = partial(
                framework_calls.run_primitive, primitive, others
            )
        return framework_calls.run_primitive(primitive, (), *values, out=out)
    numeric = model is None or model.numeric
    if not numeric or not all(map(adapters.is_plain, values)):
        if out is not None:
            raise ShapeError(
                f"{function.__name__}: out= is for plain real numbers; leave it out: complex "
                "numbers, mpmath, symbols and traced numbers are computed in Python, into a new "
                "array."
            )
        return evaluate(function, model, call)
    dtype = adapters.kernel_dtype(call.operands)
    kernel = kernel_of_call(Specialization.of(function, model, call), dtype)
    if written is not None:
        call_table.remember(function, model, written, kernel, call)
    return kernel(*adapters.cast_for_kernel(call.operands, dtype), out=out)


def evaluate(function: "Function", model: Any, call: Call) -> Any:
    """The results of the Python function, run sample by sample."""
    name = function.__name__
    own = Specialization.of(function, model, call)
    values = [
        structural(x) if key == PLACEMENT else adapters.to_array(x)
        for key, x in call.operands.items()
    ]
    for spec, value in zip(own.specs, values, strict=True):
        check_shape(spec, value.shape, name)
    batch = batch_shape(own.specs, values, name) if values else ()
    if 0 in batch:
        _, results = kernel_trace(own)
        dtype = np.result_type(float, *(np.asarray(x).dtype for x in call.operands.values()))
        arrays = [np.empty((*batch, *spec.shape), dtype) for spec in results.specs]
        return arrays[0] if results.pack is None else results.pack(*arrays)
    kind = adapters.result_kind(model, call.passed)
    if model is not None and any(map(adapters.has_mpmath, values)):
        names = (*MODEL_PARAMETERS, "spring_reference")
        model = model.replace(**{n: adapters.to_mpmath(getattr(model, n)) for n in names})
    named = list(zip(own.specs, values, strict=True))
    samples = [
        function.run(
            model,
            {spec.name: adapters.sample(x, len(spec.shape), i) for spec, x in named},
            call.statics,
            own.sizes,
        )
        for i in itertools.product(*map(range, batch))
    ]
    packed = [
        adapters.to_kind(adapters.batched([s.arrays[k] for s in samples], batch), kind)
        for k in range(len(samples[0].arrays))
    ]
    pack = samples[0].pack
    return packed[0] if pack is None else pack(*packed)
