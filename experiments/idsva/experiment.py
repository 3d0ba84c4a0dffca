"""Shared by the experiments of this folder: algorithms, costs over robots' sizes, references."""

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import baselines
import numpy as np

import kinetree as kt

sys.path.append(str(Path(__file__).parents[1]))
from laboratory import QUICK, Cost, axes, bench, costs, links, save, table
from laboratory import options as options
from laboratory import random_axes as random_axes
from laboratory import slope as slope
from laboratory import write_readme as write_readme

os.environ["KINETREE_CACHE_DIR"] = "off"  # compile times are those of compiling

FORWARD: Mapping[str, kt.Algorithm] = {
    "FDSVA": kt.aba_derivatives,
    "FDCR": baselines.fd_chain_rule,
    "ABACR": baselines.aba_chain_rule,
}
MEASURES = {"operations": "operations", "kernel": "one sample", "hot": "one of 64"}
"""Attributes of a `Cost`, and their titles."""


def chain(n: int) -> kt.Model:
    """Links that turn about z, y, z, ... as those of `kt.robots.serial_chain`."""
    return tree(n, 1)


def tree(n: int, branching: int) -> kt.Model:
    """The same links, each with `branching` children."""
    return links(["zy"[i % 2] for i in range(n)], branching)


def random_rotation(rng: Any) -> Any:
    """A random rotation by the QR decomposition of a random matrix."""
    rotation = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    return rotation * np.linalg.det(rotation)


# Costs

Costs = dict[str, dict[int, dict[str, Cost]]]
"""Costs by family, number of velocities, and algorithm."""


def compare(
    algorithms: Mapping[str, kt.Algorithm],
    families: Mapping[str, Sequence[kt.Model]],
    asked: argparse.Namespace,
) -> Costs:
    """Costs of all algorithms, printed, with how many times those of the first one they are."""
    effort = QUICK if asked.quick else bench.FULL
    found = {
        family: {model.nv: costs(algorithms, model, effort) for model in models}
        for family, models in families.items()
    }
    print_costs(found, list(algorithms))
    print()
    first, *others = algorithms
    heads = [f"{name}: {what}" for name in others for what in MEASURES.values()]
    table(
        (f"times {first}", "nv", *heads),
        (
            (family, n, *(f"{ratio(cost, x, first, m):.2f}" for x in others for m in MEASURES))
            for family, by_size in found.items()
            for n, cost in by_size.items()
        ),
    )
    return found


def ratio(cost: Mapping[str, Cost], name: str, first: str, measure: str) -> float:
    """The ratio of a cost to that of `first`."""
    return getattr(cost[name], measure) / getattr(cost[first], measure)


def print_costs(found: Costs, names: Sequence[str]) -> None:
    """Also the seconds it takes to trace, and to compile both variants of code."""
    heads = ["robot", "nv"]
    for what in (*MEASURES.values(), "seconds"):
        heads += [f"{what}: {names[0]}", *names[1:]]

    def cells(cost: Mapping[str, Cost]) -> list[str]:
        of = [cost[name] for name in names]
        row = [f"{c.operations:,}" for c in of]
        row += [f"{c.kernel:.2f}" for c in of] + [f"{c.hot:.3f}" for c in of]
        return [*row, *(f"{c.trace_seconds + c.compile_seconds:.1f}" for c in of)]

    rows = ((family, n, *cells(x)) for family, by_size in found.items() for n, x in by_size.items())
    table(heads, rows)


def plot_ratios(found: Costs, names: Sequence[str], script: str, paper: Sequence[float]) -> None:
    """The ratios of costs to that of the first name; `paper` says between what."""
    figure, row = axes(len(MEASURES))
    first, *others = names
    for at, (measure, title) in zip(row, MEASURES.items(), strict=True):
        for k, (family, by_size) in enumerate(found.items()):
            for name, style in zip(others, ("o-", "s:"), strict=False):
                ratios = [ratio(x, name, first, measure) for x in by_size.values()]
                at.plot(list(by_size), ratios, style, color=f"C{k}", label=f"{family}: {name}")
        for value in paper:
            at.axhline(value, color="gray", linestyle="--", linewidth=0.8)
        at.axhline(1, color="black", linewidth=0.5)
        at.set(title=title, xlabel="velocities", yscale="linear")
    row[0].set_ylabel(f"times {first}" + ("; dashed: the paper's" if paper else ""))
    handles, labels = row[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside right center", frameon=False, fontsize=8)
    save(figure, script)


# Derivatives independent of the formulas

State = tuple[Any, Any, Any]
"""q, v, and the accelerations or torques."""


def random_state(model: kt.Model, rng: Any) -> State:
    """One."""
    return kt.random_configuration(model, rng=rng), *rng.standard_normal((2, model.nv))


def moved(model: kt.Model, state: State, step: Any) -> list[State]:
    """The states after a step along each entry of each operand, as batches."""
    q, v, u = state
    steps = step * np.eye(model.nv, dtype=int)
    return [(kt.integrate(model, q, steps), v, u), (q, v + steps, u), (q, v, u + steps)]


def complex_step(algorithm: kt.Algorithm, model: kt.Model, state: State) -> list[Any]:
    """Derivatives by the imaginary part of the algorithm on complex numbers."""
    step = 1e-30
    batches = moved(model, state, 1j * step)
    return [np.asarray(algorithm.evaluate(model, *x)).imag.T / step for x in batches]


def reference(algorithm: kt.Algorithm, model: kt.Model, state: State) -> list[Any]:
    """Differences of the algorithm in 50 digits, with a step of 1e-25: right to over 20."""
    import mpmath

    with mpmath.workdps(50):
        state = tuple(np.vectorize(mpmath.mpf, otypes=[object])(x) for x in state)
        step, here = mpmath.mpf(10) ** -25, algorithm.evaluate(model, *state)
        batches = moved(model, state, step)
        slopes = [(algorithm.evaluate(model, *x) - here).T / step for x in batches]
    return [x.astype(float) for x in slopes]


def largest_error(found: Sequence[Any], expected: Sequence[Any]) -> float:
    """The largest error of all matrices, relative to the largest element of each."""
    return max(abs(x - y).max() / abs(y).max() for x, y in zip(found, expected, strict=True))
