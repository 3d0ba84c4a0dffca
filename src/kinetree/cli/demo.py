"""`kinetree demo`: the dynamics of a humanoid at random states, checked."""

import argparse
import time
from collections.abc import Mapping
from typing import Final

import numpy as np

import kinetree as kt

from .options import Commands, count
from .tables import Numbers

BLOCK: Final = 500
LIMIT: Final = 1e-14
"""The residual of forward dynamics, max |M a + h - tau| / max (|M||a| + |h| + |tau|)."""


def add(commands: Commands) -> None:
    demo = commands.add_parser("demo", help="dynamics of a humanoid at random states, checked")
    demo.add_argument(
        "--samples", type=count, default=100_000, help="how many states (default 100,000)"
    )
    demo.set_defaults(command=_demo)


def _demo(arguments: argparse.Namespace) -> int:
    model, samples = kt.robots.humanoid(), arguments.samples
    print(
        f"kinetree {kt.__version__}: a built-in humanoid, {model.total_mass:.1f} kg, on a free base"
        f" with {int(model.actuated.sum())} motors (nq {model.nq}, nv {model.nv}).\n"
    )
    kernels: dict[str, kt.Kernel] = {}
    traced: dict[str, float] = {}
    for algorithm in (kt.rnea, kt.crba, kt.nonlinear_effects, kt.aba):
        start = time.perf_counter()
        kernels[algorithm.__name__] = algorithm.compile(model)
        traced[algorithm.__name__] = time.perf_counter() - start
    kt.set_num_threads(1)
    start = time.perf_counter()
    worst, seconds = _sweep(model, samples, kernels)
    total = time.perf_counter() - start
    kt.set_num_threads(None)
    print(f"{samples:,} random states (q, v, a), in blocks of {BLOCK}, on one core, in float64:\n")
    print(f"  {'':18} {'a state':>10} {'operations':>12} {'compiled in':>13}")
    for name, kernel in kernels.items():
        each, compiled = seconds[name] / samples * 1e6, traced[name] + kernel.compile_seconds
        print(f"  {name:18} {each:7.2f} us {kernel.operation_count:12,} {compiled:11.2f} s")
    print(f"\nchecked at each of the {samples:,} states:\n")
    for name, error in worst.items():
        verdict = "ok" if error <= LIMIT else "FAILED"
        print(f"  {name:34} worst residual {error:.1e} (limit {LIMIT:.0e})  {verdict}")
    passed = all(error <= LIMIT for error in worst.values())
    print(f"\nThe {samples:,} states took {total:.1f} s.", end=" ")
    print("Next: kinetree info humanoid" if passed else "A CHECK FAILED.")
    return 0 if passed else 1


def _sweep(
    model: kt.Model, samples: int, kernels: Mapping[str, kt.Kernel]
) -> tuple[dict[str, float], dict[str, float]]:
    """The worst error of each check, and the seconds in each kernel."""
    rng = np.random.default_rng(0)
    worst = {"rnea(q, v, a) = M(q) a + h(q, v)": 0.0, "rnea(q, v, aba(q, v, tau)) = tau": 0.0}
    seconds = dict.fromkeys(kernels, 0.0)
    memory = {name: np.ones((BLOCK, *x.results[0].shape)) for name, x in kernels.items()}

    def run(name: str, *operands: Numbers) -> Numbers:
        results = memory[name][: len(operands[0])]
        if not seconds[name]:
            kernels[name](*operands, out=results)  # compiles, and touches the memory
        start = time.perf_counter()
        kernels[name](*operands, out=results)
        seconds[name] += time.perf_counter() - start
        return results

    for first in range(0, samples, BLOCK):
        n = min(BLOCK, samples - first)
        q = kt.random_configuration(model, n, rng=rng)
        v, a = rng.standard_normal((2, n, model.nv))
        tau = run("rnea", q, v, a).copy()
        M, h = run("crba", q), run("nonlinear_effects", q, v)
        errors = [_residual(M, a, h, tau, _times(M, a) + h)]
        ddq = run("aba", q, v, tau)
        errors.append(_residual(M, ddq, h, tau, run("rnea", q, v, ddq)))
        for name, error in zip(worst, errors, strict=True):
            worst[name] = float(np.maximum(worst[name], error))
    return worst, seconds


def _times(M: Numbers, a: Numbers) -> Numbers:
    return (M @ a[..., None])[..., 0]


def _residual(M: Numbers, a: Numbers, h: Numbers, tau: Numbers, other: Numbers) -> float:
    """max |other - tau| / max (|M||a| + |h| + |tau|), the worst of all samples; nan if one is."""
    scale = _times(abs(M), abs(a)) + abs(h) + abs(tau)
    return float((abs(other - tau).max(-1) / scale.max(-1)).max())
