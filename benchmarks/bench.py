"""rnea, aba and crba on this machine, beside Pinocchio where that is installed.

`python benchmarks/bench.py ROBOT`; the other benchmarks measure by the functions of this file.
All candidates run in one process and take turns, so that noise affects them equally. Times are
microseconds a sample, minimum and median over rounds; derived figures use the minima.
"""

import argparse
import importlib.metadata
import json
import os
import platform
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final, cast

import numpy as np

import kinetree as kt
from kinetree.formats.installed import file_of

ALGORITHMS: Final = ("rnea", "aba", "crba")
HOT: Final = 64
"""Samples of a hot batch, which stays in the cache."""
COLD_BYTES: Final = 10**9
"""The largest size of one result of a cold batch."""


@dataclass(frozen=True)
class Effort:
    """Rounds, the seconds of a turn (one call at least), and the samples of a cold batch."""

    rounds: int
    turn: float
    cold: int


FULL: Final = Effort(rounds=15, turn=2e-3, cold=100_000)
QUICK: Final = Effort(rounds=7, turn=2e-3, cold=20_000)

Times = dict[str, float]
"""The `min` and the `median` over rounds."""


@dataclass(frozen=True)
class Candidate:
    """A call, its number of samples, and of kinetree's threads."""

    call: Callable[..., Any]
    arguments: tuple[Any, ...]
    samples: int = 1
    threads: int = 1

    def seconds(self, repeat: int) -> float:
        """The time of `repeat` calls; the last result is freed after it.

        Several follow one that is not timed, so that the cache holds their memory and not that of
        the candidate before.
        """
        call, arguments, result = self.call, self.arguments, None
        kt.set_num_threads(self.threads)
        if repeat > 1:
            call(*arguments)
        start = time.perf_counter()
        for _ in range(repeat):
            result = call(*arguments)
        end = time.perf_counter()
        del result
        return end - start


def benchmark(candidates: Mapping[str, Candidate], effort: Effort) -> dict[str, Times]:
    """The microseconds a sample of each candidate; every round times each once."""
    taken: dict[str, list[float]] = {name: [] for name in candidates}
    repeats: dict[str, int] = {}
    try:
        for name, candidate in candidates.items():
            candidate.seconds(1)  # compiles, and touches the memory
            repeats[name] = max(1, int(effort.turn / candidate.seconds(1)))
        for _ in range(effort.rounds):
            for name, candidate in candidates.items():
                seconds = candidate.seconds(repeats[name])
                taken[name].append(1e6 * seconds / repeats[name] / candidate.samples)
    finally:
        kt.set_num_threads(None)
    return {name: {"min": min(t), "median": statistics.median(t)} for name, t in taken.items()}


def all_threads() -> int:
    """The default number of threads."""
    kt.set_num_threads(None)
    return kt.get_num_threads()


# Times without the call


@dataclass(frozen=True)
class Pair:
    """A kernel on few and on many samples: the difference is the time of samples without calls."""

    name: str
    few: int
    many: int

    def candidates(self, kernel: kt.Kernel, operands: tuple[Any, ...]) -> dict[str, Candidate]:
        """Both, with `out=`."""
        return {
            f"{self.name}_{n}": into(kernel, tuple(x[:n].copy() for x in operands))
            for n in (self.few, self.many)
        }

    def microseconds(self, times: Mapping[str, Times]) -> float:
        """The time of one sample."""
        few, many = (n * times[f"{self.name}_{n}"]["min"] for n in (self.few, self.many))
        return (many - few) / (self.many - self.few)


ONE: Final = Pair("out", 1, 3)
"""Fewer samples than SIMD lanes: the code for one sample. (With two lanes, code for these.)"""


def into(kernel: kt.Kernel, operands: tuple[Any, ...]) -> Candidate:
    """A kernel with `out=`."""
    return Candidate(partial(kernel, out=kernel(*operands)), operands, len(operands[0]))


# The benchmark of one algorithm on one robot


class Case:
    """An algorithm on a robot with random states: one, a hot batch, a cold batch."""

    def __init__(self, model: kt.Model, algorithm: str, effort: Effort) -> None:
        self.model, self.name, self.effort = model, algorithm, effort
        self.algorithm: kt.Algorithm = getattr(kt, algorithm)
        self.kernel = self.algorithm.compile(model)
        self.stored = 8 * sum(int(np.prod(spec.shape)) for spec in self.kernel.results)
        """Bytes of the result of one sample."""
        samples = min(effort.cold, COLD_BYTES // max(self.stored, 1))
        rng = np.random.default_rng(0)
        states = (kt.random_configuration(model, samples, rng=rng),)
        if algorithm != "crba":
            states += tuple(rng.standard_normal((2, samples, model.nv)))
        self.cold: tuple[Any, ...] = states
        self.hot: tuple[Any, ...] = tuple(x[:HOT].copy() for x in states)
        self.one: tuple[Any, ...] = tuple(x[0].copy() for x in states)

    @property
    def samples(self) -> int:
        """The number of samples of the cold batch."""
        return len(self.cold[0])

    def candidates(self) -> dict[str, Candidate]:
        """The candidates of kinetree."""
        return {
            "call": Candidate(self.algorithm, (self.model, *self.one)),
            "kernel": Candidate(self.kernel, self.one),
            **ONE.candidates(self.kernel, self.hot),
            "hot": into(self.kernel, self.hot),
            "cold": Candidate(self.kernel, self.cold, self.samples),
            "cold_threads": Candidate(self.kernel, self.cold, self.samples, all_threads()),
        }


@dataclass(frozen=True)
class Figures:
    """The figures of a benchmark."""

    operations: int
    compile_seconds: float
    cold_samples: int
    times: dict[str, Times]
    compute: float
    """The time of one sample in the code for one sample, without a call."""

    def us(self, name: str) -> float | None:
        """The minimal time of a candidate, None if absent."""
        return self.times[name]["min"] if name in self.times else None

    def overhead(self, name: str) -> float:
        """The overhead of a `call` or a `kernel`."""
        return self.times[name]["min"] - self.compute

    def ratio(self, theirs: str, ours: str) -> float | None:
        """The ratio of their time to ours."""
        both = theirs in self.times and ours in self.times
        return self.times[theirs]["min"] / self.times[ours]["min"] if both else None


def measure(case: Case, others: Mapping[str, Candidate]) -> Figures:
    """Benchmark kinetree and others."""
    times = benchmark({**case.candidates(), **others}, case.effort)
    kernel = case.kernel
    return Figures(
        kernel.operation_count, kernel.compile_seconds, case.samples, times, ONE.microseconds(times)
    )


# Pinocchio


class Pinocchio:
    """The same robot in Pinocchio."""

    def __init__(self, file: Path, floating_base: bool) -> None:
        import pinocchio

        self._pin: Any = pinocchio
        root = (self._pin.JointModelFreeFlyer(),) if floating_base else ()
        self._model = self._pin.buildModelFromUrdf(str(file), *root)
        self._data = self._model.createData()
        self.version: str = self._pin.__version__

    def candidates(self, case: Case) -> dict[str, Candidate]:
        """The Python call, and C++ batches if available."""
        threads = all_threads()
        call, batch = (getattr(self._pin, case.name + kind, None) for kind in ("", "InParallel"))
        found = {"pinocchio_call": Candidate(cast(Any, call), (self._model, self._data, *case.one))}
        if batch is None:
            return found
        pool = self._pin.ModelPool(self._model, threads)
        for name, states, n in (
            ("hot", case.hot, 1),
            ("cold", case.cold, 1),
            ("cold_threads", case.cold, threads),
        ):
            columns = [np.asfortranarray(x.T) for x in states]
            result = np.zeros_like(columns[1], order="F")
            arguments = (n, pool, *columns, result)
            found[f"pinocchio_{name}"] = Candidate(batch, arguments, len(states[0]))
        return found


def pinocchio(robot: str, floating_base: bool) -> Pinocchio | str:
    """The robot of `kt.load(robot)` in Pinocchio, or the reason of its absence."""
    file = _urdf(robot)
    if file is None:
        return f"{robot} is built in and has no URDF that it could read"
    try:
        return Pinocchio(file, floating_base)
    except ImportError:
        return "it is not installed (pip install pin)"
    except ValueError as error:
        return str(error).rstrip(".")


def _urdf(robot: str) -> Path | None:
    """The file behind a robot's name, None for a built-in robot."""
    if robot in kt.robots.BUILTIN:
        return None
    return file_of(robot) or Path(robot)


# The report


def environment() -> dict[str, str]:
    """The machine and the versions."""
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text().splitlines() if cpuinfo.exists() else []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return {
        "cpu": next(names, platform.processor() or platform.machine()),
        "threads": str(all_threads()),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "llvmlite": importlib.metadata.version("llvmlite"),
        "kinetree": kt.__version__,
    }


def report(model: kt.Model, peer: Pinocchio | str, effort: Effort) -> Iterator[str]:
    """The lines that this program prints."""
    where = environment()
    versions = f"kinetree {where['kinetree']}, Python {where['python']}, NumPy {where['numpy']}, "
    versions += f"llvmlite {where['llvmlite']}"
    yield versions + ("" if isinstance(peer, str) else f", Pinocchio {peer.version}")
    yield f"{where['cpu']}, threads: {where['threads']}"
    yield (
        f"{model.name}: nq {model.nq}, nv {model.nv}; microseconds a sample, the least of "
        f"{effort.rounds} rounds in which all take turns"
    )
    if isinstance(peer, str):
        yield f"Pinocchio is left out: {peer}."
    figures = _figures(model, peer, effort)
    yield ""
    yield _line("", list(ALGORITHMS))
    for title, values, form in _rows(figures, where["threads"]):
        if any(value is not None for value in values):
            yield _line(title, ["-" if x is None else format(x, form) for x in values])


def _figures(model: kt.Model, peer: Pinocchio | str, effort: Effort) -> list[Figures]:
    figures: list[Figures] = []
    for name in ALGORITHMS:
        case = Case(model, name, effort)
        figures.append(measure(case, {} if isinstance(peer, str) else peer.candidates(case)))
    return figures


def _line(title: str, cells: list[str]) -> str:
    return f"{title:52}" + "".join(f"{cell:>12}" for cell in cells)


def _rows(figures: list[Figures], threads: str) -> Iterator[tuple[str, list[float | None], str]]:
    """Titles, a value for each algorithm, and their format."""

    def us(name: str) -> list[float | None]:
        return [f.us(name) for f in figures]

    def ratio(theirs: str, ours: str) -> list[float | None]:
        return [f.ratio(theirs, ours) for f in figures]

    samples = "/".join(dict.fromkeys(f"{f.cold_samples:,}" for f in figures))
    yield "operations", [f.operations for f in figures], ",d"
    yield (
        "seconds to compile, or to load from the cache",
        [f.compile_seconds for f in figures],
        ".2f",
    )
    yield "one sample: kt.<algorithm>(robot, ...)", us("call"), ".2f"
    yield "  beyond computing", [f.overhead("call") for f in figures], ".2f"
    yield "  Pinocchio's Python call", us("pinocchio_call"), ".2f"
    yield "  times faster", ratio("pinocchio_call", "call"), ".1f"
    yield "one sample: kernel(...)", us("kernel"), ".2f"
    yield "  beyond computing", [f.overhead("kernel") for f in figures], ".2f"
    yield "one sample: computing alone", [f.compute for f in figures], ".3f"
    yield f"{HOT} samples into out=, 1 thread", us("hot"), ".3f"
    yield "  Pinocchio's C++ batch", us("pinocchio_hot"), ".3f"
    yield "  times faster", ratio("pinocchio_hot", "hot"), ".1f"
    yield f"{samples} samples into fresh arrays, 1 thread", us("cold"), ".3f"
    yield "  Pinocchio's C++ batch", us("pinocchio_cold"), ".3f"
    yield "  times faster", ratio("pinocchio_cold", "cold"), ".1f"
    yield f"  the same, threads: {threads}", us("cold_threads"), ".3f"
    yield f"  Pinocchio's C++ batch, threads: {threads}", us("pinocchio_cold_threads"), ".3f"
    yield "  times faster", ratio("pinocchio_cold_threads", "cold_threads"), ".1f"


def main(argv: Sequence[str] | None = None) -> int:
    """Print the figures of a robot; the exit status is 1 for one that cannot be loaded."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("robot", metavar="ROBOT", help="a file, or a name of `kinetree list`")
    parser.add_argument("--floating-base", action="store_true", help="free its base")
    parser.add_argument("--json", action="store_true", help="print JSON instead of text")
    arguments = parser.parse_args(argv)
    robot, free = arguments.robot, arguments.floating_base
    try:
        with warnings.catch_warnings(action="ignore"):
            model = kt.load(robot, floating_base=free)
    except kt.ModelError as error:
        print(error, file=sys.stderr)
        return 1
    peer = pinocchio(robot, free)
    if arguments.json:
        where = environment()
        rows = _rows(_figures(model, peer, QUICK), where["threads"])
        values = {title.strip(): dict(zip(ALGORITHMS, x, strict=True)) for title, x, _ in rows}
        print(json.dumps({"robot": model.name, "environment": where, "figures": values}))
        return 0
    for line in report(model, peer, QUICK):
        print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())


def in_processes(script: Path, first: float, rest: float, *arguments: str) -> dict[str, Any] | None:
    """What a script prints, as JSON: a process for its first call, and one that finds its code.

    `first` and `rest` are the seconds after which these are given up: then it is None.
    """
    with tempfile.TemporaryDirectory() as cache:
        alone = _printed(cache, first, str(script), *arguments, "--first")
        figures = alone and _printed(cache, rest, str(script), *arguments)
    return figures and {**figures, "first": alone["first"], "cached": figures["first"]}


def _printed(cache: str, limit: float, *command: str) -> Any:
    """What a new process prints; None if it takes too long."""
    with subprocess.Popen(
        [sys.executable, *command],
        env={**os.environ, "KINETREE_CACHE_DIR": cache},
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            return json.loads(process.communicate(timeout=limit)[0].splitlines()[-1])
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)  # with the processes that compile for it
            return None
