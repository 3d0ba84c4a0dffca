"""Machine code for GPUs by ptxas: registers, bytes spilled, instructions, exactly; one spills.

They are those of one version of LLVM and of ptxas, for all public algorithms of three robots. A
kernel whose IR is that of the table is not assembled again, which takes minutes for all.
`python tests/golden/test_gpu_code.py` rewrites the table, and prints how long ptxas takes. Some
large kernels of solo12 have a digest and no figures: they take ptxas an hour, and were not
assembled since LLVM writes the PTX.
"""

import json
import re
import time
from collections.abc import Callable
from functools import cache as cached
from pathlib import Path
from typing import Any

import public_algorithms
import pytest

import kinetree as kt
from kinetree.compiler import cache, cuda, llvm
from kinetree.compiler.cuda import assembled, assembler_version, ptxas, spilled_bytes
from kinetree.compiler.passes import lower
from kinetree.compiler.ptx_module import PTXModule
from kinetree.scalar.replay import Trace

FILE = Path(__file__).with_name("gpu_code.json")
VERSION = "V13.5.37"
LLVMLITE = "0.50.0"
ROBOTS = ("panda", "ur5", "solo12")
DTYPES = ("float64", "float32")
ARCHITECTURES = ("sm_80", "sm_90", "sm_120")
INSTRUCTION_BYTES = 16
SPILLED = {("solo12", "mass_matrix_cholesky_solve, float64"): {"sm_90": 48}}
"""Bytes that are spilled: a register or two in calls of its functions."""


def assembles() -> bool:
    """Whether these versions of LLVM and ptxas are installed."""
    try:
        ptxas()
    except kt.BackendError:
        return False
    return VERSION in assembler_version() and llvm.version() == LLVMLITE


needs_assembler = pytest.mark.skipif(
    not assembles(), reason=f"needs llvmlite {LLVMLITE} and ptxas {VERSION}: nvidia-cuda-nvcc"
)


def figures(trace: Trace, dtype: str, architecture: str) -> tuple[int, int, int]:
    """Registers, bytes spilled, and instructions of one kernel."""
    code, _, report = assembled(trace, dtype, architecture)
    (registers,) = re.findall(r"Used (\d+) registers", report)
    return int(registers), spilled_bytes(report), text_bytes(code) // INSTRUCTION_BYTES


def text_bytes(code: bytes) -> int:
    """The size of the sections of code in an ELF file."""

    def number(offset: int, size: int) -> int:
        return int.from_bytes(code[offset : offset + size], "little")

    start, size, count, names = number(40, 8), number(58, 2), number(60, 2), number(62, 2)
    headers = [start + k * size for k in range(count)]
    strings = number(headers[names] + 24, 8)
    return sum(
        number(header + 32, 8)
        for header in headers
        if code[strings + number(header, 4) :].startswith(b".text.")
    )


def digest(trace: Trace, dtype: str) -> str:
    """A digest of the IR of a lowered trace but for its numbers, which may round otherwise."""
    text = PTXModule(trace, dtype, cuda.PARTITION_SIZES[0]).ir()
    text = re.sub(r"\b0x[0-9A-F]+\b", "0x", text)
    return cache.digest(VERSION, LLVMLITE, str(cuda.PARTITION_SIZES), text)[:16]


@cached
def golden() -> dict[str, dict[str, dict[str, Any]]]:
    """The table: robot, kernel, its digest and its figures by architecture."""
    return json.loads(FILE.read_text())


def row(trace: Trace, dtype: str, known: dict[str, Any]) -> dict[str, Any]:
    """The digest and the figures of a kernel, which are the known ones if its digest is."""
    name = digest(trace, dtype)
    if name == known.get("digest"):
        return known
    return {"digest": name} | {x: [*figures(trace, dtype, x)] for x in ARCHITECTURES}


KERNELS = {robot: public_algorithms.traces(robot) for robot in ROBOTS}


@pytest.mark.sweep
@needs_assembler
@pytest.mark.parametrize(
    ("robot", "algorithm"), [(robot, x) for robot, its in KERNELS.items() for x in its]
)
def test_machine_code_is_the_golden_one_and_spills_no_more(robot: str, algorithm: str) -> None:
    trace = KERNELS[robot][algorithm]()
    for dtype in DTYPES:
        known = golden()[robot].get(f"{algorithm}, {dtype}")
        assert known is not None, "it is not in the table: run this file with Python"
        measured = row(lower(trace, dtype), dtype, known)
        assert {**measured, "digest": known["digest"]} == known
        spilled = {x: known[x][1] for x in ARCHITECTURES if x in known and known[x][1]}
        assert spilled == SPILLED.get((robot, f"{algorithm}, {dtype}"), {})


@needs_assembler
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_random_numbers_assemble_without_a_spill(architecture: str, dtype: str) -> None:
    drawn = kt.function("(2),(3)->(8)")(lambda k, n: kt.math.random.normal(k, n, (8,)))
    registers, spilled, instructions = figures(lower(drawn.trace(), dtype), dtype, architecture)
    assert spilled == 0 and registers < 128 and instructions < 3_000


@needs_assembler
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("architecture", ARCHITECTURES)
@pytest.mark.parametrize("algorithm", ["rnea", "crba"])
def test_the_assembler_gives_the_figures_of_the_table(
    algorithm: str, architecture: str, dtype: str
) -> None:
    known = golden()["panda"][f"{algorithm}, {dtype}"][architecture]
    assert [*figures(lower(KERNELS["panda"][algorithm](), dtype), dtype, architecture)] == known


@needs_assembler
def test_partitions_are_smaller_where_registers_spill(monkeypatch: pytest.MonkeyPatch) -> None:
    trace = lower(KERNELS["solo12"]["constraints.impact"](), "float64")
    monkeypatch.setattr(cuda, "PARTITION_SIZES", (1000,))
    _, _, report = assembled(trace, "float64", "sm_90")
    assert spilled_bytes(report) > 0
    monkeypatch.undo()
    _, _, report = assembled(trace, "float64", "sm_90")
    assert spilled_bytes(report) == 0


def update(known: dict[str, dict[str, Any]], kernels: dict[str, Callable[[], Trace]]) -> None:
    """Bring the rows of a robot up to date, and print what is assembled."""
    for algorithm, traced in kernels.items():
        for dtype in DTYPES:
            name, trace, start = f"{algorithm}, {dtype}", lower(traced(), dtype), time.time()
            figured = ARCHITECTURES[0] in known.get(name, {})
            measured = row(trace, dtype, known[name] if figured else {})
            if measured is not known.get(name):
                print(f"{name}: {measured}, {time.time() - start:.1f} s", flush=True)
            known[name] = measured


if __name__ == "__main__":
    table = golden() if FILE.exists() else {}
    for robot, kernels in KERNELS.items():
        print(robot)
        update(table.setdefault(robot, {}), kernels)
    rows = ",\n".join(
        f"{json.dumps(robot)}: {{\n"
        + ",\n".join(f"{json.dumps(name)}: {json.dumps(x)}" for name, x in its.items())
        + "\n}"
        for robot, its in table.items()
    )
    FILE.write_text(f"{{{rows}}}\n")
