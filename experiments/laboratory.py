"""Shared by all experiments: options, robots, times, tables, plots, and the README of results."""

import argparse
import ast
import datetime
import itertools
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import kinetree as kt

sys.path.append(str(Path(__file__).parents[1] / "benchmarks"))
import bench

QUICK = bench.Effort(rounds=1, turn=0, cold=0)
UPRIGHT = np.eye(3)


def options(text: str, **more: Any) -> argparse.Namespace:
    """Options of the command line; `more` are defaults of others, by name."""
    parser = argparse.ArgumentParser(
        description=text, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--plot", action="store_true", help="save a plot beside the script")
    parser.add_argument("--quick", action="store_true", help="small, to see whether it works")
    for name, default in more.items():
        parser.add_argument(f"--{name}", type=type(default), default=default)
    return parser.parse_args()


# Robots


def links(
    axes: Iterable[Sequence[float]],
    branching: int = 1,
    *,
    rotated: Iterable[Any] = itertools.repeat(UPRIGHT),
) -> kt.Model:
    """Links as those of `kt.robots.serial_chain` (1 kg, 0.3 m), about other axes.

    Every link has `branching` children, each rotated by its rotation.
    """
    builder = kt.ModelBuilder("links")
    for i, (axis, rotation) in enumerate(zip(axes, rotated, strict=False)):
        parent = f"link{(i - 1) // branching}" if i else "world"
        placement = kt.SE3(rotation, [0, 0, -0.3 if i else 0])
        joint, rod = kt.Revolute(axis), kt.robots.rod(1.0, 0.3)
        builder.add_body(f"link{i}", parent=parent, joint=joint, placement=placement, inertia=rod)
    return builder.build()


def random_axes(n: int) -> list[list[float]]:
    """Always the same n."""
    return np.random.default_rng(0).normal(size=(n, 3)).tolist()


def depth(model: kt.Model) -> int:
    """The number of velocities of the longest path."""
    return max(sum(k.type.nv for k in model.path(j.index)) for j in model.joints)


# Times


@dataclass(frozen=True)
class Cost:
    """The cost of one algorithm on one robot; times are microseconds a sample."""

    operations: int
    call: float
    """`kt.<algorithm>(robot, ...)` on one sample."""
    kernel: float
    """The kernel on one sample, into an array that is there."""
    hot: float
    """The kernel on 64 samples, into an array that is there."""
    trace_seconds: float
    compile_seconds: float
    """Seconds of both variants of code, for one sample and for many."""


def costs(
    algorithms: Mapping[str, kt.Algorithm], model: kt.Model, effort: bench.Effort
) -> dict[str, Cost]:
    """All algorithms in one benchmark; their operands are the first of q, v and a."""
    rng = np.random.default_rng(0)
    q = kt.random_configuration(model, bench.HOT, rng=rng)
    v, a = rng.standard_normal((2, bench.HOT, model.nv))
    candidates: dict[str, bench.Candidate] = {}
    kernels: dict[str, kt.Kernel] = {}
    traced: dict[str, float] = {}
    for name, algorithm in algorithms.items():
        start = time.perf_counter()
        kernels[name] = kernel = algorithm.compile(model)
        traced[name] = time.perf_counter() - start
        states = (q, v, a)[: len(kernel.operands)]
        one = tuple(x[0].copy() for x in states)
        candidates |= {
            f"{name} call": bench.Candidate(algorithm, (model, *one)),
            f"{name} kernel": bench.Candidate(partial(kernel, out=kernel(*one)), one),
            f"{name} hot": bench.into(kernel, states),
        }
    times = bench.benchmark(candidates, effort)
    return {
        name: Cost(
            kernel.operation_count,
            *(times[f"{name} {which}"]["min"] for which in ("call", "kernel", "hot")),
            traced[name],
            kernel.compile_seconds,
        )
        for name, kernel in kernels.items()
    }


def slope(x: Sequence[float], y: Sequence[float]) -> float:
    """The exponent p of the y = c x^p that fits best in logarithms."""
    return float(np.polyfit(np.log(x), np.log(y), 1)[0])


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
    figure, (row,) = pyplot.subplots(
        1, count, figsize=size, layout="constrained", sharey=share, squeeze=False
    )
    for at in row:
        at.set_yscale("log")
        if share:
            at.yaxis.set_major_formatter(ticker.FormatStrFormatter("%g"))
    return figure, row


def save(figure: Any, script: str) -> None:
    """Beside the script, under its name."""
    figure.savefig(Path(script).with_suffix(".png"), dpi=100)


# The README of a folder


def section(script: Path) -> str:
    """The docstring of a script, and its output."""
    title, _, text = (ast.get_docstring(ast.parse(script.read_text())) or "").partition("\n")
    command = [sys.executable, str(script), "--plot"]
    print(script.name, flush=True)
    printed = subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE).stdout
    return f"\n## {title.rstrip('.')}\n{text}\n\n{printed}\n![]({script.stem}.png)\n"


def write_readme(folder: Path, head: str) -> None:
    """Run all experiments of a folder; write README.md of `head` and of what they print."""
    where = {**bench.environment(), "rounds": bench.FULL.rounds, "date": datetime.date.today()}
    scripts = sorted(x for x in folder.glob("*_*.py") if x.name != "make_readme.py")
    (folder / "README.md").write_text(head.format(**where) + "".join(map(section, scripts)))
