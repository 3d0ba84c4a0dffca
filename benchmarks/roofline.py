"""The peak performance of the machine, calibrated with kernels in the benchmark of each row.

Chains of fused multiply-adds give the peak of arithmetic, a long result the rate of storing, a long
operand the rate of loading; hot in the second cache, cold with as many bytes as the cold batch. The
bound of a row is the longest of operations / peak, bytes stored / rate and bytes loaded / rate; a
row is reported as bound / time, hot and cold, on one thread.

Operations count before products are fused, also in the peak, where a multiply-add is two: a program
with few sums of products cannot reach it. A matrix with many constant zeros may pass the rate of
storing, since these take no transposing.
"""

from collections.abc import Mapping

import numpy as np
from bench import Candidate, Case, Pair, Times

import kinetree as kt

MULTIPLY_ADD = Pair("multiply_add", 64, 512)
STORE, LOAD = Pair("store", 32, 128), Pair("load", 32, 128)
ROW = 264
"""Numbers of a long result or operand: no power of two, whose rows would share cache sets."""
BYTES = 8 * ROW


@kt.algorithm("(16)->(16)")
def multiply_add(model, x):
    """Sixteen chains, enough to hide how long one multiply-add takes."""
    for _ in range(200):
        x = x * 0.999 + 0.001
    return x


@kt.algorithm(f"(1)->({ROW})")
def store(model, x):
    return x[0] * kt.Array([1 / k for k in range(1, ROW + 1)])


@kt.algorithm(f"({ROW})->(1)")
def load(model, x):
    total = x[:8]
    for k in range(8, ROW, 8):
        total = total + x[k : k + 8]
    return kt.Array([total.sum()])


ROBOT = kt.robots.pendulum()  # any: these algorithms do not use it
KERNELS = {x: x.compile(ROBOT) for x in (multiply_add, store, load)}


def calibrations(case: Case) -> dict[str, Candidate]:
    """The candidates that measure the machine."""
    sizes = case.stored, _loaded(case)
    stored, loaded = (max(1, case.samples * size // BYTES) for size in sizes)
    return {
        **MULTIPLY_ADD.candidates(KERNELS[multiply_add], (np.ones((MULTIPLY_ADD.many, 16)),)),
        **STORE.candidates(KERNELS[store], (np.ones((STORE.many, 1)),)),
        **LOAD.candidates(KERNELS[load], (np.ones((LOAD.many, ROW)),)),
        "store_cold": Candidate(KERNELS[store], (np.ones((stored, 1)),), stored),
        "load_cold": Candidate(KERNELS[load], (np.ones((loaded, ROW)),), loaded),
    }


def roofline(case: Case, times: Mapping[str, Times]) -> dict[str, float]:
    """The peak in operations/us, rates in bytes/us, and the fraction of the bound reached."""
    peak = KERNELS[multiply_add].operation_count / MULTIPLY_ADD.microseconds(times)
    found = {"peak": peak}
    rates = {
        "hot": (STORE.microseconds(times), LOAD.microseconds(times)),
        "cold": (times["store_cold"]["min"], times["load_cold"]["min"]),
    }
    for name, (store_row, load_row) in rates.items():
        found[f"store_{name}"], found[f"load_{name}"] = BYTES / store_row, BYTES / load_row
        bound = max(
            case.kernel.operation_count / peak,
            case.stored / found[f"store_{name}"],
            _loaded(case) / found[f"load_{name}"],
        )
        found[name] = bound / times[name]["min"]
    return found


def _loaded(case: Case) -> int:
    """Bytes of the operands of one sample."""
    return sum(x[0].nbytes for x in case.cold)
