"""Machine code for GPUs by ptxas: registers, bytes spilled, instructions, exactly; none spills.

`python tests/golden/test_gpu_code.py` rewrites them. They are those of one version of ptxas.
"""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from test_operation_counts import ROBOTS

import kinetree as kt
from kinetree.compiler.cuda import assemble, assembler_version, ptxas
from kinetree.compiler.passes import lower
from kinetree.compiler.ptx_module import PTXModule

FILE = Path(__file__).with_name("gpu_code.json")
VERSION = "V13.5.37"
ARCHITECTURES = ("sm_80", "sm_90", "sm_120")
ALGORITHMS = ("rnea", "aba", "crba", "frame_jacobian", "rnea_derivatives", "aba_derivatives")
SOME = ("rnea", "crba", "rnea_derivatives")
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
    code, said = assemble(PTXModule(lower(trace, dtype), dtype).text(), architecture)
    spilled = re.findall(r"(\d+) bytes spill stores, (\d+) bytes spill loads", said)
    (registers,) = re.findall(r"Used (\d+) registers", said)
    return {
        "registers": int(registers),
        "spilled": sum(int(x) for pair in spilled for x in pair),
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
@pytest.mark.parametrize("name", ["panda", "ur5", "solo12"])
def test_machine_code_is_the_golden_one_and_spills_nothing(name: str, architecture: str) -> None:
    golden = json.loads(FILE.read_text())[name][architecture]
    assert all(x["spilled"] == 0 for x in golden.values())
    found = table(name, architecture, ALGORITHMS if architecture == "sm_90" else SOME)
    assert found == {kernel: golden[kernel] for kernel in found}


if __name__ == "__main__":
    tables = {
        name: {x: table(name, x) for x in ARCHITECTURES} for name in ("panda", "ur5", "solo12")
    }
    FILE.write_text(json.dumps(tables, indent=1) + "\n")
