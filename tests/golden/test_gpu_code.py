"""Machine code for GPUs by ptxas: registers, bytes spilled, instructions, exactly; none spills.

`python tests/golden/test_gpu_code.py` rewrites them, and assembles all algorithms for sm_90, which
takes four minutes. They are those of one version of ptxas.
"""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from test_operation_counts import ROBOTS, traces

import kinetree as kt
from kinetree.compiler import cuda
from kinetree.compiler.cuda import assembled, assembler_version, ptxas, spilled_bytes
from kinetree.compiler.passes import lower

FILE = Path(__file__).with_name("gpu_code.json")
VERSION = "V13.5.37"
ARCHITECTURES = ("sm_80", "sm_90", "sm_120")
SET = ("panda", "ur5", "solo12")
ALGORITHMS = ("rnea", "aba", "crba", "frame_jacobian", "rnea_derivatives", "aba_derivatives")
SOME = ("rnea", "crba")
"""Those that are tested here for other architectures than sm_90."""
INSTRUCTION_BYTES = 16


def assembles() -> bool:
    """Whether this version of ptxas is installed."""
    try:
        ptxas()
    except kt.BackendError:
        return False
    return VERSION in assembler_version()


def figures(trace: Any, dtype: str, architecture: str) -> dict[str, int]:
    """Those of one kernel."""
    code, _, said = assembled(lower(trace, dtype), dtype, architecture)
    (registers,) = re.findall(r"Used (\d+) registers", said)
    return {
        "registers": int(registers),
        "spilled": spilled_bytes(said),
        "instructions": text_bytes(code) // INSTRUCTION_BYTES,
    }


def text_bytes(code: bytes) -> int:
    """The size of the sections of code in an ELF file."""

    def number(at: int, size: int) -> int:
        return int.from_bytes(code[at : at + size], "little")

    start, size, count, names = number(40, 8), number(58, 2), number(60, 2), number(62, 2)
    headers = [start + k * size for k in range(count)]
    strings = number(headers[names] + 24, 8)
    return sum(
        number(at + 32, 8)
        for at in headers
        if code[strings + number(at, 4) :].startswith(b".text.")
    )


def table(
    name: str, architecture: str, algorithms: Sequence[str] = ALGORITHMS
) -> dict[str, dict[str, int]]:
    source, floating = ROBOTS[name]
    model = kt.load(source, floating_base=floating)
    of_frames = {"frame_jacobian": {"frame": model.nframes - 1, "reference": "world"}}
    return {
        f"{algorithm}, {dtype}": figures(
            getattr(kt, algorithm).trace(model, **of_frames.get(algorithm, {})), dtype, architecture
        )
        for algorithm in algorithms
        for dtype in ("float64", "float32")
    }


@pytest.mark.skipif(not assembles(), reason=f"needs ptxas {VERSION}: nvidia-cuda-nvcc")
@pytest.mark.parametrize("architecture", ARCHITECTURES)
@pytest.mark.parametrize("name", SET)
def test_machine_code_is_the_golden_one_and_spills_nothing(name: str, architecture: str) -> None:
    golden = json.loads(FILE.read_text())[name][architecture]
    assert all(x["spilled"] == 0 for x in golden.values())
    found = table(name, architecture, ALGORITHMS if architecture == "sm_90" else SOME)
    assert found == {kernel: golden[kernel] for kernel in found}


@pytest.mark.skipif(not assembles(), reason=f"needs ptxas {VERSION}: nvidia-cuda-nvcc")
def test_partitions_are_smaller_where_registers_spill(monkeypatch: pytest.MonkeyPatch) -> None:
    trace = lower(traces("solo12")["constraints.impact"](), "float64")
    monkeypatch.setattr(cuda, "PARTITION_SIZES", (1000,))
    _, _, said = assembled(trace, "float64", "sm_90")
    assert spilled_bytes(said) > 0
    monkeypatch.undo()
    _, _, said = assembled(trace, "float64", "sm_90")
    assert spilled_bytes(said) == 0


if __name__ == "__main__":
    tables = {name: {x: table(name, x) for x in ARCHITECTURES} for name in SET}
    FILE.write_text(json.dumps(tables, indent=1) + "\n")
    for name in SET:
        for algorithm, trace in traces(name).items():
            for dtype in ("float64", "float32"):
                found = figures(trace(), dtype, "sm_90")
                print(name, algorithm, dtype, found, flush=True)
                assert not found["spilled"]
