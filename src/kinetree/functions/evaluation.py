"""Algorithms run in Python, sample by sample: on complex numbers, mpmath, symbols and traces."""

import itertools
from typing import TYPE_CHECKING, Any

import numpy as np

from ..compiler.batch import batch_shape, check_shape
from ..scalar.array import structural
from . import adapters
from .binding import Call, Layout, ModelLike, layout
from .signature import NUMBERS
from .statics import PLACEMENT

if TYPE_CHECKING:
    from .algorithm import Algorithm


def in_python(algorithm: "Algorithm", model: ModelLike, call: Call) -> Any:
    """The results of a call without a kernel."""
    name = algorithm.__name__
    arranged = layout(name, algorithm.dims, model, call)
    values = [
        structural(x) if key == PLACEMENT else adapters.unpack(x)
        for key, x in call.operands.items()
    ]
    for spec, value in zip(arranged.specs, values, strict=True):
        check_shape(spec, value.shape, name)
    batch = batch_shape(arranged.specs, values, name) if values else ()
    if 0 in batch:
        return _empty(algorithm, model, call, arranged, batch)
    kind = adapters.kind_of_result(model, call.given)
    if any(map(adapters.is_precise, values)):
        names = (*NUMBERS, "spring_reference")
        model = model.replace(**{n: adapters.precise(getattr(model, n)) for n in names})
    named = list(zip(arranged.specs, values, strict=True))
    samples = [
        algorithm.run(
            model,
            {spec.name: adapters.sample(x, len(spec.shape), i) for spec, x in named},
            call.statics,
            arranged.sizes,
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
    algorithm: "Algorithm", model: ModelLike, call: Call, arranged: Layout, batch: tuple[int, ...]
) -> Any:
    """The results of no sample at all."""
    _, results = algorithm.traced(model, call.statics, arranged)
    dtype = np.result_type(float, *(np.asarray(x).dtype for x in call.operands.values()))
    arrays = [np.empty((*batch, *spec.shape), dtype) for spec in results.specs]
    return arrays[0] if results.pack is None else results.pack(*arrays)
