"""Instructions of vector code, and its limits: `python benchmarks/instructions.py [robot ...]`.

For each robot of the benchmark set, the vector code of rnea, aba, crba and both first derivatives:
its operations, instructions by kind, registers spilled and loaded again, and the time of a state in
a hot batch of 64 beside the longest of three bounds: multiplications (also fused ones) and these
with additions at the rates of chains of such instructions, stored results at the rate of
`roofline.py`. Products of matrices count as fused instructions. Each is measured by the widest
vectors of this processor and, if these are AVX-512, by its AVX2, in processes of their own; rnea
and aba beside Pinocchio's batch. Writes benchmarks/results/instructions.json; with robots named, it
prints each partition, too.
"""

import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

import bench
import numpy as np
from roofline import BYTES, STORE, store
from run import RESULTS, ROBOTS, circumstances

import kinetree as kt
from kinetree.compiler import llvm, target
from kinetree.formats.installed import installed_robots

ALGORITHMS = ("rnea", "aba", "crba", "rnea_derivatives", "aba_derivatives")
KINDS = {
    "multiply": re.compile(r"\tv(mul|fn?m)"),
    "add": re.compile(r"\tv(add|sub)"),
    "divide": re.compile(r"\tv(div|sqrt)"),
    "spill": re.compile(r"\tvmov\w+\t%[yz]mm\d+, -?\d*\(%rsp\)"),
    "reload": re.compile(r"\tv.*\(%rsp\).*, %[yz]mm\d+"),
    "store": re.compile(r"\tvmov\w+\t%[yz]mm\d+, [^%]*\("),
    "load": re.compile(r"\tv.*\(.*, %[yz]mm\d+"),
    "all": re.compile(r"\tv.*%[yz]mm"),
}
"""Instructions by kind, of which stores count spills, and loads those that are operands."""
MULTIPLY, ADD = bench.Pair("multiply", 64, 1024), bench.Pair("multiply_and_add", 64, 1024)
STEPS = 200


@kt.algorithm("(12)->(12)")
def multiply(model, x):
    """Chains of multiply-adds, more than are needed to hide how long one takes."""
    for _ in range(STEPS):
        x = x * 0.999 + 0.001
    return x


@kt.algorithm("(8),(6)->(8),(6)")
def multiply_and_add(model, x, y):
    """Chains of multiply-adds beside chains of additions."""
    for _ in range(STEPS):
        x, y = x * 0.999 + 0.001, y + 0.001
    return {"chains": x, "sums": y}


def instructions(kernel: kt.Kernel, lanes: int) -> dict[str, Counter[str]]:
    """The vector instructions of each function, by kind; loops over a matrix product only once."""
    counts: dict[str, Counter[str]] = {}
    for text in kernel.compiled.module(lanes).texts():
        name = ""
        for line in llvm.assembly(text).splitlines():
            if label := re.match(r"(\w+):", line):
                name = label[1]
            kinds = [kind for kind, form in KINDS.items() if form.match(line)]
            counts.setdefault(name, Counter()).update(kinds)
    return {name: count for name, count in counts.items() if count}


class Limits:
    """The rates of this machine: instructions and bytes a microsecond."""

    def __init__(self, lanes: int) -> None:
        self.lanes, robot = lanes, kt.robots.pendulum()
        self.chains = [x.compile(robot) for x in (multiply, multiply_and_add)]
        self.store = store.compile(robot)

    def candidates(self) -> dict[str, bench.Candidate]:
        """The calibrations."""
        chain, mixed = self.chains
        ones = np.ones((ADD.many, 14))
        return {
            **MULTIPLY.candidates(chain, (ones[:, :12],)),
            **ADD.candidates(mixed, (ones[:, :8], ones[:, 8:])),
            **STORE.candidates(self.store, (np.ones((STORE.many, 1)),)),
        }

    def bounds(self, multiplied: int, added: int, stored: int, times: Any) -> dict[str, float]:
        """The least microseconds of a state by each limit."""
        chain, mixed = (pair.microseconds(times) * self.lanes for pair in (MULTIPLY, ADD))
        return {
            "multiply": multiplied * chain / (12 * STEPS) / self.lanes,
            "arithmetic": (multiplied + added) * mixed / (14 * STEPS) / self.lanes,
            "store": stored * STORE.microseconds(times) / BYTES,
        }


def measure(model: kt.Model, name: str, peer: bench.Pinocchio, limits: Limits) -> dict[str, Any]:
    """The figures of an algorithm."""
    case = bench.Case(model, name, bench.Effort(rounds=15, turn=2e-3, cold=bench.HOT))
    functions = instructions(case.kernel, limits.lanes)
    tiles = [count for f, count in functions.items() if f.startswith("tile")]
    total = sum((c for c in functions.values() if c not in tiles), Counter[str]())
    total["multiply"] += case.kernel.compiled.program.product_operations // 2
    peers = peer.candidates(case) if name in ("rnea", "aba") else {}
    theirs = {k: x for k, x in peers.items() if k == "pinocchio_hot"}
    ours = {"hot": bench.into(case.kernel, case.hot)}
    times = bench.benchmark({**ours, **theirs, **limits.candidates()}, case.effort)
    bounds = limits.bounds(total["multiply"], total["add"], case.stored, times)
    limit = max(bounds, key=lambda x: bounds[x])
    return {
        "operations": case.kernel.operation_count,
        "instructions": dict(total),
        "functions": {f: dict(count) for f, count in functions.items()},
        "times": {k: times[k] for k in ("hot", *theirs)},
        "bounds": bounds,
        "limit": limit,
        "share": bounds[limit] / times["hot"]["min"],
    }


def line(label: str, row: dict[str, Any]) -> str:
    """A row as text."""
    kinds = ", ".join(f"{k} {n}" for k, n in row["instructions"].items())
    peer = row["times"].get("pinocchio_hot")
    ratio = f", {peer['min'] / row['times']['hot']['min']:.1f} times Pinocchio" if peer else ""
    return (
        f"{label}: {row['operations']} operations; {kinds}; {row['times']['hot']['min']:.3f} us, "
        f"{row['share']:.0%} of the {row['limit']} limit{ratio}"
    )


def without_wide_vectors() -> None:
    """Let this process compile for AVX2, as on a processor without AVX-512."""
    host = llvm.host_machine()
    wide = re.compile(r"[+-](avx512\w*|evex512)")
    narrow = ",".join(wide.sub(r"-\1", x) for x in host.features.split(","))
    machine = llvm.Machine(host.triple, host.cpu, narrow)
    llvm.host_machine = lambda: machine
    names = tuple(x for x in target.features() if not x.startswith("AVX512"))
    target.features = lambda: names
    target.host.cache_clear()


def measure_all(robots: list[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The rows of robots."""
    limits = Limits(target.host().lanes(8))
    for label in robots:
        name, free = ROBOTS[label]
        file = installed_robots()[name]
        model, peer = kt.load(file, floating_base=free), bench.Pinocchio(file, free)
        rows = {}
        for algorithm in ALGORITHMS:
            rows[algorithm] = row = measure(model, algorithm, peer, limits)
            print(f"{limits.lanes} lanes: {line(f'{label}, {algorithm}', row)}", flush=True)
            functions = row.pop("functions")
            if sys.argv[1:]:
                print(*(f"    {f}: {count}" for f, count in functions.items()), sep="\n")
        yield label, rows


def main() -> None:
    """Measure by the widest vectors and by AVX2; write if all robots are measured."""
    os.environ["KINETREE_CACHE_DIR"] = "off"
    names = sys.argv[1:] or [*ROBOTS]
    if child := os.environ.get("INSTRUCTIONS_OF_AVX2"):
        without_wide_vectors()
        report = dict(measure_all(names))
        with open(child, "w") as file:
            json.dump(report, file)
        return
    report = {"versions": circumstances(bench.FULL), "widest": dict(measure_all(names))}
    if "AVX512F" in target.features():
        path = RESULTS / "instructions_avx2.json"
        command = [sys.executable, *sys.argv]
        subprocess.run(command, check=True, env={**os.environ, "INSTRUCTIONS_OF_AVX2": str(path)})
        report["avx2"] = json.loads(path.read_text())
        path.unlink()
    if not sys.argv[1:]:
        (RESULTS / "instructions.json").write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    main()
