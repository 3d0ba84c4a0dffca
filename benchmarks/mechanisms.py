"""Mechanisms of the compiler, each switched off: `python benchmarks/mechanisms.py [name ...]`.

Over the kernels of CASES: bytes of code, CPU seconds of a first call and a first batch (tracing,
lowering, LLVM, on one thread and without the disk cache), microseconds of a call, and microseconds
a sample in a batch. Both variants are compiled in this process, twice in turn, and called in turn
for many rounds, so that the load of the machine hits both; the minimum counts. Ratios are without
the mechanism over with it: above 1 it helps. "nothing" switches nothing off: its ratios are the
noise. A kernel whose IR does not change is not measured. Names are of mechanisms, or of kernels
after "on"; with some, it only prints. Writes benchmarks/results/mechanisms.json, from which
tables.py makes a table of docs/speed.md.

What is a feature, or has figures elsewhere, is not here: the disk cache and LLVM in several
processes (compile.py), threads (sweep.py), the call in C (calls.py), GPUs (gpu.py).
"""

import gc
import inspect
import json
import logging
import os
import statistics
import sys
import time
import warnings
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from math import inf
from pathlib import Path
from typing import Any, Final

import bench
import numpy as np
from run import RESULTS, ROBOTS, circumstances

import kinetree as kt
from kinetree.compiler import (
    batch,
    compilation,
    copies,
    elf,
    gather_scatter,
    machine_code,
    matrix_products,
    memory_map,
    repeats,
    result_memory,
    routine,
    schedule,
    workspace,
)
from kinetree.formats.installed import installed_robots
from kinetree.model import regrouping
from kinetree.scalar import products

sys.path.append(str(Path(__file__).parents[1] / "examples/learning"))
import walking

EFFORT: Final = bench.Effort(rounds=100, turn=5e-4, cold=2000)
LONG_CALLS: Final = bench.Effort(rounds=20, turn=1e-3, cold=2000)
COMPILATIONS: Final = 2
"""How often each variant is compiled, unless that takes more than 5 s."""
STEPS: Final = 1000
"""Steps of the rollout."""


# Kernels


def unequal_chain(n: int) -> kt.Model:
    """A chain whose bodies differ."""
    rng, chain = np.random.default_rng(n), kt.ModelBuilder(f"chain of {n}")
    for k in range(n):
        chain.add_body(
            f"body{k}",
            parent=f"body{k - 1}" if k else "world",
            joint=kt.Revolute("z"),
            placement=kt.SE3.exp(rng.uniform(0.2, 0.3, 6)),
            inertia=kt.Inertia(k + 1.0, rng.uniform(0.1, 0.2, 3), np.diag(rng.uniform(1, 2, 3))),
        )
    return chain.build()


def contact_step(robot: kt.Model) -> kt.Kernel:
    """A step on four feet."""
    feet = tuple(kt.Contact(x) for x in robot.frame_names if x.endswith("_foot"))
    how = kt.Simulation(contacts=feet)
    return kt.simulation.contact_step.compile(robot, simulation=how, inputs=("friction",))


def rollout(robot: kt.Model) -> kt.Kernel:
    return kt.simulation.rollout.compile(robot, sizes={"T": STEPS})


def long_sums(_: kt.Model) -> kt.Kernel:
    """The sum of the distances of all pairs of 40 points, and of each point's."""

    @kt.function("(40,3)->(40),()")
    def distances(x: Any) -> Any:
        rows = [
            [kt.math.sqrt(((x[i] - x[j]) ** 2).sum() + 1e-6) for j in range(40)] for i in range(40)
        ]
        of_points = [sum(row) for row in rows]
        return {"of_points": kt.math.array(of_points), "total": sum(of_points)}

    return distances.compile()


def first_episode(robot: kt.Model) -> kt.Kernel:
    """The reset of the walking quadruped's environment, with 36 random numbers and more."""
    return walking.Walk._kernels.begin.compile(robot, dtype="float32")


def environment_step(robot: kt.Model) -> kt.Kernel:
    return walking.Walk._kernels.step.compile(robot, dtype="float32")


@lru_cache
def robot(label: str) -> kt.Model:
    name, free = ROBOTS[label]
    return kt.load(installed_robots()[name], floating_base=free)


@dataclass(frozen=True)
class Case:
    """A kernel of a robot."""

    robot: Callable[[], kt.Model]
    make: Callable[[kt.Model], kt.Kernel]

    @classmethod
    def of(cls, model: Callable[[], kt.Model], name: str) -> "Case":
        return cls(model, lambda x: getattr(kt, name).compile(x))

    def operands(self, kernel: kt.Kernel, samples: int) -> list[Any]:
        """Random ones."""
        rng, values = np.random.default_rng(0), list[Any]()
        if self.make is environment_step:
            envs = walking.Walk(samples)
            envs.reset()
            action = rng.normal(size=(samples, envs.action_size)).astype("float32")
            return [envs.state, action, envs._keys]
        for spec in kernel.operands:
            if spec.labels[:1] == ("nq",):
                values.append(kt.random_configuration(self.robot(), samples, rng=rng))
            else:
                scale = {"dt": 1e-3, "friction": 0.8}.get(spec.name)
                shape = samples, *spec.shape
                values.append(rng.normal(size=shape) if scale is None else np.full(shape, scale))
        return [x.astype(kernel.dtype) for x in values]


ALGORITHMS: Final = ("rnea", "aba", "crba", "rnea_derivatives", "aba_derivatives")
CASES: Final = {
    **{
        f"{name}, {label}": Case.of(lambda label=label: robot(label), name)
        for label in ("Panda", "UR5", "Solo12", "Talos")
        for name in ALGORITHMS
    },
    "contact_step, quadruped": Case(lambda: kt.robots.quadruped(12), contact_step),
    "reset, walking quadruped": Case(lambda: walking.ROBOT, first_episode),
    "environment step, the same": Case(lambda: walking.ROBOT, environment_step),
    f"rollout of {STEPS}, pendulum": Case(kt.robots.pendulum, rollout),
    "aba, pendulum of 100": Case.of(lambda: kt.robots.pendulum(100), "aba"),
    "aba, pendulum of 300": Case.of(lambda: kt.robots.pendulum(300), "aba"),
    "aba, chain of 96 bodies": Case.of(lambda: unequal_chain(96), "aba"),
    "long sums": Case(kt.robots.pendulum, long_sums),
}


# Mechanisms


def without_copies(
    self: routine.Routine, name: str, moves: Sequence[copies.Copy]
) -> Generator[routine.Call]:
    """Copies and stores of constants one by one."""
    single = [x for copy in moves for x in copy.elements()]
    for start in range(0, len(single), routine.MAX_STORES):
        code = self.code()
        for k, copy in enumerate(single[start : start + routine.MAX_STORES]):
            value = self.number.constant(copy.value)
            if copy.source is not None:
                value = f"%v{k}"
                code.load(*copy.source, value)
            code.store(value, *copy.target, f"s{k}")
        yield self._define(code, f"{name}{start}")


def nothing_in_place(
    trace: Any, nodes: Sequence[int], results_of_loops: Any = workspace._results_of_loops
) -> Any:
    """All results of loops in the workspace, from which they are copied."""
    read, places = results_of_loops(trace, nodes)
    return read | {*places}, {}


def row_of_its_own(self: workspace.Workspace, user: int, nodes: Sequence[int]) -> int:
    """A stored row for each that reads one."""
    start = self.allocate(len(nodes))
    self.gathered.setdefault(user, []).extend((x, start + k) for k, x in enumerate(nodes))
    return start


def in_long_partitions(graph: Any, nodes: Any, size: int, *rest: Any) -> Any:
    return schedule.partition(graph, nodes, 4 * size, *rest)


@dataclass(frozen=True)
class Mechanism:
    """What is switched off: the attributes that are replaced, and the code that would go."""

    off: Sequence[tuple[Any, str, Any]] = ()
    code: Sequence[Any] = ()
    """Modules, classes and functions."""
    samples: int = bench.HOT
    """Samples of the batch."""
    in_calls: bool = False
    """Whether it is one of calls, with the same code."""

    @property
    def lines(self) -> int:
        return sum(len(inspect.getsource(x).splitlines()) for x in self.code)

    @contextmanager
    def switched_off(self) -> Generator[None]:
        """Without it in this block."""
        before = [(owner, name, owner.__dict__[name]) for owner, name, _ in self.off]
        try:
            for owner, name, value in self.off:
                setattr(owner, name, value)
            yield
        finally:
            for owner, name, value in before:
                setattr(owner, name, value)


MECHANISMS: Final = {
    "nothing": Mechanism(),
    "repeats": Mechanism([(memory_map, "find_repeats", lambda *_: [])], [repeats]),
    "list scheduling": Mechanism(
        [(routine, "SCHEDULED_OPERATIONS", (0, 0))], [schedule.list_schedule]
    ),
    "LLVM's scheduling": Mechanism([(compilation, "SCHEDULED_OPERATIONS", (0, -1))]),
    "depth first": Mechanism(
        [(memory_map, "shortened", lambda graph, nodes, results: nodes)],
        [schedule.shortened, schedule._most_alive],
    ),
    "partitions of 1,000, not 4,000": Mechanism(
        [(memory_map, "partition", in_long_partitions)], [schedule.partition, schedule._divide]
    ),
    "copies as vector loops": Mechanism(
        [(routine.Routine, "_write_functions", without_copies)], [copies]
    ),
    "transposes of blocks": Mechanism(
        [
            (gather_scatter, "_move_square", gather_scatter._move_few),
            (gather_scatter, "MIN_CLEARED", inf),
        ],
        [gather_scatter._move_square, gather_scatter._transposed],
    ),
    "clearing of blocks": Mechanism([(gather_scatter, "MIN_CLEARED", inf)]),
    "results of loops in place": Mechanism(
        [(workspace, "_results_of_loops", nothing_in_place)], [workspace._results_of_loops]
    ),
    "rows that are stored once": Mechanism(
        [(workspace.Workspace, "_row_offset", row_of_its_own)], [workspace.Workspace._row_offset]
    ),
    "matrix products as loops": Mechanism([(products, "WORTHWHILE", inf)], [matrix_products]),
    "regrouped inertias": Mechanism(
        [(kt.Model, "regrouped", property(lambda self: self.structural))], [regrouping]
    ),
    "linker": Mechanism([(machine_code.elf, "supported", lambda: False)], [elf]),
    "pool of large results": Mechanism(
        [(batch.result_memory, "empty", np.empty)], [result_memory], EFFORT.cold, in_calls=True
    ),
}
"""What each does is said where its code is. Lines are those of `code`, not of what calls it."""


# Measurements


@dataclass
class Compiled:
    """A kernel that is compiled with a mechanism, or without it."""

    kernel: kt.Kernel
    seconds: float
    objects: list[bytes]

    @property
    def code_bytes(self) -> int:
        """The size of its code."""
        from llvmlite.binding.object_file import ObjectFileRef

        files = (ObjectFileRef.from_data(x) for x in self.objects)
        return sum(x.size() for file in files for x in file.sections() if x.is_text())


@dataclass(frozen=True)
class Call(bench.Candidate):
    """A candidate, with a mechanism that is switched off in it."""

    without: Mechanism = field(default_factory=Mechanism)

    def seconds(self, repeat: int) -> float:
        with self.without.switched_off():
            return super().seconds(repeat)


def compiled(case: Case, without: Mechanism) -> Compiled:
    """Both variants of a kernel, compiled in this thread."""
    objects: list[bytes] = []
    emit = compilation.workers.emit_objects

    def recorded(*arguments: Any) -> list[bytes]:
        objects.extend(more := emit(*arguments))
        return more

    recording = Mechanism([(compilation.workers, "emit_objects", recorded)])
    model = case.robot().replace()
    gc.collect()
    with without.switched_off(), recording.switched_off():
        start = time.process_time()
        kernel = case.make(model)
        for lanes in (1, kernel.compiled.lanes):
            kernel.compiled.variant(lanes)
        return Compiled(kernel, time.process_time() - start, objects)


def text(case: Case, without: Mechanism) -> list[str]:
    """The IR of both variants."""
    with without.switched_off():
        kernel = case.make(case.robot().replace())
        return [kernel.compiled.module(x).text() for x in (1, kernel.compiled.lanes)]


def measured(case: Case, mechanism: Mechanism) -> dict[str, list[float]] | None:
    """Figures of a kernel with a mechanism and without it; None where it changes nothing."""
    kinds = Mechanism(), mechanism
    by_code = mechanism.off and not mechanism.in_calls
    in_ir = not {"emit_objects", "supported"} & {x for _, x, _ in mechanism.off}
    if mechanism.code and by_code and in_ir and text(case, kinds[0]) == text(case, kinds[1]):
        return None
    kt.set_num_threads(1)
    variants = [compiled(case, x) for x in (kinds if not mechanism.in_calls else kinds[:1])]
    for _ in range(COMPILATIONS - 1 if variants[0].seconds < 5 else 0):
        for variant, without in zip(variants, kinds, strict=False):
            variant.seconds = min(variant.seconds, compiled(case, without).seconds)
    if mechanism.in_calls:
        variants *= 2
    candidates: dict[str, bench.Candidate] = {}
    for k, variant in enumerate(variants):
        without = kinds[k] if mechanism.in_calls else kinds[0]
        many = tuple(case.operands(variant.kernel, mechanism.samples))
        one = tuple(x[0] for x in many)
        candidates[f"call {k}"] = Call(variant.kernel, one, 1, 1, without)
        candidates[f"batch {k}"] = Call(variant.kernel, many, mechanism.samples, 1, without)
    times = bench.benchmark(candidates, LONG_CALLS if mechanism.in_calls else EFFORT)
    return {
        "bytes": [x.code_bytes for x in variants],
        "first": [x.seconds for x in variants],
        **{x: [times[f"{x} {k}"]["min"] for k in (0, 1)] for x in ("call", "batch")},
    }


def ratios(rows: Mapping[str, Any], key: str) -> list[float]:
    """Without a mechanism over with it, of all kernels that it changes."""
    return [row[key][1] / row[key][0] for row in rows.values() if row]


def shown(rows: Mapping[str, Any]) -> str:
    """The ratios of a mechanism, in a line."""
    parts = [f"{sum(map(bool, rows.values()))} of {len(rows)} kernels"]
    for key in ("bytes", "first", "call", "batch"):
        if x := ratios(rows, key):
            parts.append(f"{key} {statistics.median(x):.3f} ({min(x):.2f} to {max(x):.2f})")
    return ", ".join(parts)


def main() -> None:
    os.environ["KINETREE_CACHE_DIR"] = "off"
    logging.getLogger("kinetree").setLevel("ERROR")
    warnings.simplefilter("ignore")
    words, _, kernels = " ".join(sys.argv[1:]).partition("on ")
    chosen = [x for x in MECHANISMS if not words or any(y in x for y in words.split())]
    cases = {k: x for k, x in CASES.items() if not kernels or any(y in k for y in kernels.split())}
    report: dict[str, Any] = {"versions": circumstances(EFFORT), "mechanisms": {}}
    for name in chosen:
        rows: dict[str, Any] = {}
        for label, case in cases.items():
            rows[label] = row = measured(case, MECHANISMS[name])
            if row:
                print(f"  {label}:", *(f"{k} {a:.4g} / {b:.4g}" for k, (a, b) in row.items()))
        lines = MECHANISMS[name].lines
        report["mechanisms"][name] = {"lines": lines, "rows": rows}
        print(f"{name}, {lines} lines: {shown(rows)}", flush=True)
    if len(chosen) == len(MECHANISMS) and len(cases) == len(CASES):
        (RESULTS / "mechanisms.json").write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    main()
