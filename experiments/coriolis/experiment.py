"""Shared by the experiments of this folder: the algorithms, and their times over robots' sizes."""

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

import kinetree as kt

sys.path.append(str(Path(__file__).parents[1]))
import laboratory
from laboratory import QUICK, Cost, axes, bench, depth, save, slope, table
from laboratory import links as links
from laboratory import options as options
from laboratory import random_axes as random_axes
from laboratory import write_readme as write_readme


@kt.algorithm
def distinct_christoffel_symbols(model, q):
    """The symbols that are not identically zero, in a row; identical ones once."""
    entries = kt.christoffel_symbols(model, q).flat
    return kt.Array(list({repr(x): x for x in entries if not isinstance(x, int)}.values()))


ALGORITHMS: Mapping[str, kt.Algorithm] = {
    "C": kt.coriolis_matrix,
    "Gamma": kt.christoffel_symbols,
    "distinct Gamma": distinct_christoffel_symbols,
}
TITLES = dict(
    zip(
        ALGORITHMS,
        ("Coriolis matrix", "Christoffel symbols", "distinct Christoffel symbols"),
        strict=True,
    )
)


costs = partial(laboratory.costs, ALGORITHMS)

# Times over the number of joints

ORDERS: Mapping[str, Callable[[int, int], int]] = {
    "C": lambda n, d: n * d,
    "Gamma": lambda n, d: n * d**2,
    "distinct Gamma": lambda n, d: n * d**2,
}
"""The paper's cost of n velocities, d of them on the longest path."""

Costs = dict[str, dict[int, dict[str, Cost]]]
"""Costs by family, number of actuated joints, and algorithm."""
Theory = dict[str, dict[str, list[int]]]
"""Orders by family and algorithm, one for each number of joints."""


def scaling(
    families: Mapping[str, Callable[[int], kt.Model]],
    sizes: Sequence[int],
    asked: argparse.Namespace,
    script: str,
) -> Costs:
    """Costs of families of robots over their numbers of actuated joints, with fitted slopes."""
    sizes, effort = ((sizes[0], sizes[0] + 1), QUICK) if asked.quick else (sizes, bench.FULL)
    models = {family: [make(n) for n in sizes] for family, make in families.items()}
    found = {
        family: {n: costs(model, effort) for n, model in zip(sizes, row, strict=True)}
        for family, row in models.items()
    }
    theory = {
        family: {name: [order(m.nv, depth(m)) for m in row] for name, order in ORDERS.items()}
        for family, row in models.items()
    }
    _print_costs(found)
    print()
    _print_slopes(found, theory)
    if asked.plot:
        _plot(found, theory, script)
    return found


def _print_costs(found: Costs) -> None:
    heads = ["robot", "joints", "operations: C", "Gamma"]
    for which in ("one sample", "64 samples"):
        heads += [f"{which}: C", "Gamma", "distinct"]
    table(
        heads,
        (
            [
                family,
                n,
                *(f"{cost[name].operations:,}" for name in ("C", "Gamma")),
                *(f"{cost[name].kernel:.2f}" for name in ALGORITHMS),
                *(f"{cost[name].hot:.3f}" for name in ALGORITHMS),
            ]
            for family, by_size in found.items()
            for n, cost in by_size.items()
        ),
    )


def _print_slopes(found: Costs, theory: Theory) -> None:
    def row(family: str, name: str) -> list[str]:
        of = {n: cost[name] for n, cost in found[family].items()}
        measured = [[getattr(c, w) for c in of.values()] for w in ("operations", "kernel", "hot")]
        slopes = [f"{slope(list(of), y):.2f}" for y in (theory[family][name], *measured)]
        return [f"{family}: {name}", *slopes]

    heads = ("slopes", "theory", "operations", "one sample", "64 samples")
    table(heads, (row(family, name) for family in found for name in ALGORITHMS))


def _plot(found: Costs, theory: Theory, script: str) -> None:
    figure, row = axes(len(ALGORITHMS))
    for at, name in zip(row, ALGORITHMS, strict=True):
        for color, (family, by_size) in zip(
            ("tab:blue", "tab:orange"), found.items(), strict=False
        ):
            sizes, cost = list(by_size), [c[name] for c in by_size.values()]
            one, hot, order = [c.kernel for c in cost], [c.hot for c in cost], theory[family][name]
            at.plot(sizes, one, "o-", color=color, label=f"{family}, one sample")
            at.plot(sizes, hot, "o:", color=color, label=f"{family}, one of 64")
            scaled = [x * one[-1] / order[-1] for x in order]
            at.plot(sizes, scaled, "--", color=color, linewidth=0.8, label=f"{family}, theory")
        at.set(title=TITLES[name], xlabel="actuated joints", xscale="log")
        at.set_xticks(sizes, sizes)
        at.minorticks_off()
    row[0].set_ylabel("microseconds a sample")
    row[0].legend(loc="upper left", frameon=False, fontsize=8)
    save(figure, script)
