"""`kinetree demo`: the dynamics of a humanoid at random states, checked."""

import argparse
import time
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

import kinetree as kt

from .options import Commands, count

BLOCK: Final = 500
LIMIT: Final = 1e-14
"""The residual of forward dynamics, max |M a + h - tau| / max (|M||a| + |h| + |tau|)."""


@dataclass
class _Timed:
    """A kernel that accumulates its time, and writes into the same memory at each call."""

    kernel: kt.Kernel
    traced: float
    seconds: float = 0.0
    states: int = 0
    out: list[Any] = field(default_factory=list[Any])

    @classmethod
    def of(cls, algorithm: kt.Algorithm, model: kt.Model) -> "_Timed":
        start = time.perf_counter()
        kernel = algorithm.compile(model)
        return cls(kernel, time.perf_counter() - start)

    @property
    def compiled(self) -> float:
        """The time of tracing and compiling."""
        return self.traced + self.kernel.compile_seconds

    def __call__(self, *operands: Any) -> Any:
        n = len(operands[0])
        if not self.out or len(self.out[0]) != n:
            self.out = [self.kernel(*operands)]  # the first touch of this memory does not count
        start = time.perf_counter()
        self.kernel(*operands, out=self.out[0])
        self.seconds += time.perf_counter() - start
        self.states += n
        return self.out[0]


def add(commands: Commands) -> None:
    """Add the command to the parser."""
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
    algorithms = (kt.rnea, kt.crba, kt.nonlinear_effects, kt.aba)
    kernels = {a.__name__: _Timed.of(a, model) for a in algorithms}
    kt.set_num_threads(1)
    worst, seconds = _sweep(model, samples, kernels)
    kt.set_num_threads(None)
    print(f"{samples:,} random states (q, v, a), in blocks of {BLOCK}, on one core, in float64:\n")
    _print_kernels(kernels)
    print(f"\nchecked at each of the {samples:,} states:\n")
    passed = [_print_check(name, error) for name, error in worst.items()]
    print(f"\nThe {samples:,} states took {seconds:.1f} s.", end=" ")
    if all(passed):
        print("Next: kinetree info humanoid")
        return 0
    print("A CHECK FAILED.")
    return 1


def _sweep(
    model: kt.Model, samples: int, kernels: dict[str, _Timed]
) -> tuple[dict[str, float], float]:
    """The worst error of each check, and the time of all states."""
    rnea, crba, nonlinear_effects, aba = kernels.values()
    start, rng = time.perf_counter(), np.random.default_rng(0)
    worst = {"rnea(q, v, a) = M(q) a + h(q, v)": 0.0, "rnea(q, v, aba(q, v, tau)) = tau": 0.0}
    for first in range(0, samples, BLOCK):
        n = min(BLOCK, samples - first)
        q = kt.random_configuration(model, n, rng=rng)
        v, a = rng.standard_normal((2, n, model.nv))
        tau = np.array(rnea(q, v, a))
        M, h = crba(q), nonlinear_effects(q, v)
        errors = [_residual(M, a, h, tau, _times(M, a) + h)]
        back = np.array(aba(q, v, tau))
        errors.append(_residual(M, back, h, tau, rnea(q, v, back)))
        for name, error in zip(worst, errors, strict=True):
            worst[name] = float(np.maximum(worst[name], error))
    return worst, time.perf_counter() - start


def _times(M: Any, a: Any) -> Any:
    return (M @ a[..., None])[..., 0]


def _residual(M: Any, a: Any, h: Any, tau: Any, other: Any) -> float:
    """max |other - tau| / max (|M||a| + |h| + |tau|), the worst of all samples; nan if one is."""
    scale = _times(abs(M), abs(a)) + abs(h) + abs(tau)
    return float((abs(other - tau).max(-1) / scale.max(-1)).max())


def _print_kernels(kernels: dict[str, _Timed]) -> None:
    print(f"  {'':18} {'a state':>10} {'operations':>12} {'compiled in':>13}")
    for name, timed in kernels.items():
        each, operations = timed.seconds / timed.states * 1e6, timed.kernel.operation_count
        print(f"  {name:18} {each:7.2f} us {operations:12,} {timed.compiled:11.2f} s")


def _print_check(name: str, error: float) -> bool:
    passed = error <= LIMIT
    verdict = "ok" if passed else "FAILED"
    print(f"  {name:34} worst residual {error:.1e} (limit {LIMIT:.0e})  {verdict}")
    return passed
