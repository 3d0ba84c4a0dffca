"""Algorithms run in Python, sample by sample: on complex numbers, mpmath, symbols and traces."""

import itertools
from typing import TYPE_CHECKING, Any

import numpy as np

from ..compiler.batch import batch_shape, check_shape
from ..scalar.array import structural
from . import adapters
from .binding import Call
from .call_shapes import CallShapes, call_shapes
from .kernels import traced
from .signature import MODEL_PARAMETERS
from .statics import PLACEMENT

if TYPE_CHECKING:
    from .traced import TracedFunction


def evaluate(function: "TracedFunction", model: Any, call: Call) -> Any:
    """The results of a call without a kernel."""
    name = function.__name__
    shapes = call_shapes(name, function.dims, model, call)
    values = [
        structural(x) if key == PLACEMENT else adapters.unpack(x)
        for key, x in call.operands.items()
    ]
    for spec, value in zip(shapes.specs, values, strict=True):
        check_shape(spec, value.shape, name)
    batch = batch_shape(shapes.specs, values, name) if values else ()
    if 0 in batch:
        return _empty(function, model, call, shapes, batch)
    kind = adapters.result_kind(model, call.passed)
    if model is not None and any(map(adapters.has_mpmath, values)):
        names = (*MODEL_PARAMETERS, "spring_reference")
        model = model.replace(**{n: adapters.to_mpmath(getattr(model, n)) for n in names})
    named = list(zip(shapes.specs, values, strict=True))
    samples = [
        function.run(
            model,
            {spec.name: adapters.sample(x, len(spec.shape), i) for spec, x in named},
            call.statics,
            shapes.sizes,
        )
        for i in itertools.product(*map(range, batch))
    ]
    packed = [
        adapters.pack(adapters.batched([s.arrays[k] for s in samples], batch), kind)
        for k in range(len(samples[0].arrays))
    ]
    pack = samples[0].pack
    return packed[0] if pack is None else pack(*packed)


def _empty(
    function: "TracedFunction", model: Any, call: Call, shapes: CallShapes, batch: tuple[int, ...]
) -> Any:
    """The results of an empty batch."""
    _, results = traced(function, model, call.statics, shapes)
    dtype = np.result_type(float, *(np.asarray(x).dtype for x in call.operands.values()))
    arrays = [np.empty((*batch, *spec.shape), dtype) for spec in results.specs]
    return arrays[0] if results.pack is None else results.pack(*arrays)
