"""What users add to rollouts, against a loop of single steps in Python, to the last bit."""

from typing import Any

import numpy as np
import pytest

import kinetree as kt

rollout = kt.simulation.rollout
ARM = kt.robots.arm().replace(
    lower_position_limits=np.full(7, -np.inf), upper_position_limits=np.full(7, np.inf)
)
T, DT = 12, 0.02
rng = np.random.default_rng(7)
Q, V = rng.uniform(-1, 1, (2, 5, 7))
TAU, ROWS = rng.uniform(-1, 1, (T, 7)), rng.uniform(-1, 1, (T, 2))
GAINS = np.array([9.0, 0.5])


def same(found: Any, expected: Any) -> None:
    for x, y in zip(found, expected, strict=True):
        assert x.dtype == y.dtype and np.array_equal(x, y, equal_nan=True)


def pull(q: Any, v: Any, t: Any, p: Any) -> Any:
    return -p[0] * q - p[1] * v


@pytest.mark.parametrize("words", [{}, {"progress": lambda *_: None}, {"every": 3}])
def test_steps_are_rows_of_zero_torques(words: dict[str, Any]) -> None:
    words = {"policy": pull, "parameters": GAINS, **words}
    expected = rollout(ARM, Q, V, np.zeros((T, 7)), DT, **words)
    same(rollout(ARM, Q, V, None, DT, steps=T, **words), expected)
    same(rollout(ARM, Q, V, dt=DT, steps=np.int64(T), **words), expected)
    single = [np.float32(x) for x in (Q, V, DT)]
    words["parameters"] = np.float32(GAINS)
    assert rollout(ARM, *single[:2], None, single[2], steps=T, **words).q.dtype == np.float32


def test_a_kernel_of_so_many_steps_takes_no_torques() -> None:
    kernel = rollout.compile(ARM, steps=T)
    same(kernel(Q, V, DT), rollout(ARM, Q, V, np.zeros((T, 7)), DT))

    @kt.algorithm("(nq),(nv)->(nq)")
    def fallen(model: Any, q: Any, v: Any) -> Any:
        return rollout(model, q, v, None, DT, steps=T).q[-1]

    same([fallen(ARM, Q, V)], [kernel(Q, V, DT).q[:, -1]])
