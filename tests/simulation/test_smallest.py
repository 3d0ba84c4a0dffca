"""The smallest of very many numbers, in order."""

import numpy as np
import pytest

import kinetree as kt
from kinetree.simulation.smallest import Smallest

MOST = 6


@pytest.mark.parametrize("n", [1, 8, 9, 64, 65, 700])
def test_the_first_are_those_of_a_stable_sort(n: int) -> None:
    """In each sample of a vector, few or many finite, equal ones among them."""

    @kt.function(f"({n})->({MOST}),(3)")
    def first(numbers):
        indices, count, after = Smallest.of(numbers).first(MOST)
        return {"indices": indices, "rest": kt.math.array([count, *after])}

    rng = np.random.default_rng(n)
    numbers = np.round(rng.normal(size=(64, n)), 1)
    numbers[rng.random((64, n)) < rng.random((64, 1))] = np.inf
    for x, chosen, (count, number, index) in zip(numbers, *first(numbers), strict=True):
        finite = [i for i in np.argsort(x, kind="stable") if x[i] < np.inf]
        assert chosen[: int(count)].tolist() == finite[:MOST]
        following = finite[MOST] if len(finite) > MOST else -1
        assert (number, index) == (x[following] if following >= 0 else np.inf, following)
