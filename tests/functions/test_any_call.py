"""Calls with operands of any rank, layout and type: always the results of each sample alone."""

from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import LAYOUTS, batches, dtypes, generators, quick

import kinetree as kt

ARM = kt.robots.arm()
TOLERANCE = {"float64": 1e-12, "float32": 1e-3}
SHAPES = {kt.crba: (7, 7), kt.rnea: (7,), kt.kinetic_energy: ()}
"""Algorithms of one, three and two operands, and the shapes of their results."""


def of_samples(algorithm: kt.Algorithm, operands: list[Any]) -> Any:
    """The results sample by sample, in plain Python and double precision."""
    batch = np.broadcast_shapes(*[x.shape[:-1] for x in operands])
    wide = [np.broadcast_to(x, (*batch, 7)).astype(float) for x in operands]
    found = [algorithm.evaluate(ARM, *[x[i] for x in wide]) for i in np.ndindex(batch)]
    return np.array(found, float).reshape((*batch, *SHAPES[algorithm]))


@pytest.mark.parametrize("algorithm", SHAPES, ids=lambda x: x.__name__)
@quick
@given(data=st.data(), dtype=dtypes, rng=generators)
def test_any_call(algorithm: kt.Algorithm, data: Any, dtype: str, rng: Any) -> None:
    kernel = algorithm.compile(ARM, dtype=dtype)
    shapes = data.draw(batches(len(kernel.operands)))
    plain = [rng.normal(size=(*shape, 7)).astype(dtype) for shape in shapes]
    layouts = [data.draw(st.sampled_from(sorted(LAYOUTS))) for _ in plain]
    operands = [LAYOUTS[name](x) for name, x in zip(layouts, plain, strict=True)]
    expected, before = of_samples(algorithm, plain), [np.array(x) for x in operands]
    for call in (kernel, partial(algorithm, ARM)):
        found = np.asarray(call(*operands))
        assert found.dtype == (dtype if call is kernel else np.result_type(*before))
        np.testing.assert_allclose(found, expected, rtol=0, atol=TOLERANCE[dtype] * 10)
        unaligned = np.empty(found.nbytes + 1, np.uint8)[1:].view(found.dtype)
        for out in (
            np.full(found.shape, np.nan, found.dtype),
            np.full((*found.shape, 2), np.nan, found.dtype)[..., 0],
            unaligned.reshape(found.shape),
            np.full(found.shape[::-1], np.nan, found.dtype).T,
            np.full(found.shape, np.nan, found.dtype)[..., ::-1] if found.ndim else found.copy(),
        ):
            call(*operands, out=out)
            np.testing.assert_array_equal(out, found)
    for x, y in zip(operands, before, strict=True):
        np.testing.assert_array_equal(np.array(x), y)
