"""What the experiments of this folder share: options, robots, times, tables, and their plots."""

import argparse
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import kinetree as kt
from kinetree import bench

QUICK = bench.Effort(rounds=1, turn=0, cold=0)


@kt.algorithm
def distinct_christoffel_symbols(model, q):
    """Those that are not always zero, in a row, and those that are always equal once."""
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


def options(text: str) -> argparse.Namespace:
    """What is asked for on the command line."""
    parser = argparse.ArgumentParser(
        description=text, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--plot", action="store_true", help="save a plot beside the script")
    parser.add_argument("--quick", action="store_true", help="small, to see whether it works")
    return parser.parse_args()


# Robots


def links(axes: Iterable[Sequence[float]], branching: int = 1) -> kt.Model:
    """Links as those of `kt.robots.serial_chain` (1 kg, 0.3 m), about other axes."""
    builder = kt.ModelBuilder("links")
    for i, axis in enumerate(axes):
        parent = f"link{(i - 1) // branching}" if i else "world"
        placement = kt.SE3(np.eye(3), [0, 0, -0.3 if i else 0])
        joint, rod = kt.Revolute(axis), kt.robots.rod(1.0, 0.3)
        builder.add_body(f"link{i}", parent=parent, joint=joint, placement=placement, inertia=rod)
    return builder.build()


def random_axes(n: int) -> list[list[float]]:
    """Always the same n."""
    return np.random.default_rng(0).normal(size=(n, 3)).tolist()


def depth(model: kt.Model) -> int:
    """How many velocities the longest path has."""
    return max(sum(k.type.nv for k in model.path(j.index)) for j in model.joints)


# Times


@dataclass(frozen=True)
class Cost:
    """Of one algorithm on one robot; times are microseconds a sample."""

    operations: int
    call: float
    """`kt.<algorithm>(robot, ...)` on one sample."""
    kernel: float
    """The kernel on one sample, into an array that is there."""
    hot: float
    """The kernel on 64 samples, into an array that is there."""


def costs(model: kt.Model, effort: bench.Effort) -> dict[str, Cost]:
    """All algorithms in one race."""
    rng = np.random.default_rng(0)
    q = kt.random_configuration(model, bench.HOT, rng=rng)
    v = rng.standard_normal((bench.HOT, model.nv))
    contenders: dict[str, bench.Contender] = {}
    kernels = {name: algorithm.compile(model) for name, algorithm in ALGORITHMS.items()}
    for name, kernel in kernels.items():
        states = (q, v)[: len(kernel.operands)]
        one = tuple(x[0].copy() for x in states)
        contenders |= {
            f"{name} call": bench.Contender(ALGORITHMS[name], (model, *one)),
            f"{name} kernel": bench.Contender(partial(kernel, out=kernel(*one)), one),
            f"{name} hot": bench.into(kernel, states),
        }
    times = bench.race(contenders, effort)
    return {
        name: Cost(
            kernel.operation_count,
            *(times[f"{name} {which}"]["min"] for which in ("call", "kernel", "hot")),
        )
        for name, kernel in kernels.items()
    }


def slope(x: Sequence[float], y: Sequence[float]) -> float:
    """The exponent p of the y = c x^p that fits best in logarithms."""
    return float(np.polyfit(np.log(x), np.log(y), 1)[0])


# Times over the number of joints

ORDERS: Mapping[str, Callable[[int, int], int]] = {
    "C": lambda n, d: n * d,
    "Gamma": lambda n, d: n * d**2,
    "distinct Gamma": lambda n, d: n * d**2,
}
"""The paper's cost of n velocities, d of them on the longest path."""

Costs = dict[str, dict[int, dict[str, Cost]]]
"""By family, number of actuated joints, and algorithm."""
Theory = dict[str, dict[str, list[int]]]
"""Orders by family and algorithm, one for each number of joints."""


def scaling(
    families: Mapping[str, Callable[[int], kt.Model]],
    sizes: Sequence[int],
    asked: argparse.Namespace,
    script: str,
) -> Costs:
    """Costs of families of robots over their numbers of actuated joints, with fitted slopes."""
    sizes, effort = ((4, 5), QUICK) if asked.quick else (sizes, bench.FULL)
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


# What is printed and drawn


def table(heads: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Print Markdown."""
    cells = [list(heads), *([str(x) for x in row] for row in rows)]
    widths = [max(len(row[k]) for row in cells) for k in range(len(heads))]
    cells.insert(1, ["-" * widths[0], *("-" * (w - 1) + ":" for w in widths[1:])])
    for row in cells:
        first, *rest = (x.rjust(w) for x, w in zip(row, widths, strict=True))
        print("| " + " | ".join([row[0].ljust(len(first)), *rest]) + " |")


def axes(count: int, *, share: bool = True) -> Any:
    """A figure, and `count` axes in a row that share what is upright."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot, ticker

    pyplot.rcParams.update({"axes.spines.top": False, "axes.spines.right": False, "font.size": 9})
    pyplot.rcParams.update({"lines.markersize": 4, "lines.linewidth": 1.2})
    size = (4 * count, 3.4)
    figure, row = pyplot.subplots(1, count, figsize=size, layout="constrained", sharey=share)
    for at in row:
        at.set_yscale("log")
        if share:
            at.yaxis.set_major_formatter(ticker.FormatStrFormatter("%g"))
    return figure, row


def save(figure: Any, script: str) -> None:
    """Beside the script, under its name."""
    figure.savefig(Path(script).with_suffix(".png"), dpi=100)
