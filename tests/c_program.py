"""A program in C that compares the bits of exported functions with those of kernels."""

import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import kinetree as kt


def compiled(model: kt.Model, algorithms: Mapping[str, Any], dtype: str) -> dict[str, kt.Kernel]:
    """The kernels of what is exported, by its names."""
    pairs = {k: x if isinstance(x, tuple) else (x, {}) for k, x in algorithms.items()}
    return {k: f.compile(model, dtype=dtype, **statics) for k, (f, statics) in pairs.items()}


def exit_status(
    folder: Path,
    kernels: Mapping[str, kt.Kernel],
    command: Sequence[str],
    run: Sequence[str] = (),
    *,
    batch: bool = False,
) -> int:
    """0 if the functions of r.h, linked by a command, have the kernels' bits; with `batch` also of
    many samples."""
    rng, lines = np.random.default_rng(0), ["#include <string.h>", '#include "r.h"']
    lines += ["int main(void) {", "int wrong = 0;"]
    for name, kernel in kernels.items():
        n = 2 * kernel.compiled.lanes + 1
        operands = [rng.normal(size=(n, *x.shape)).astype(kernel.dtype) for x in kernel.operands]
        results = kernel(*operands)
        number = {"float64": "double", "float32": "float"}[str(kernel.dtype)]
        calls = {"": ([], []), "_batch": ([f"{n}"], [])}
        for k, x in enumerate([*operands, *(results if isinstance(results, tuple) else [results])]):
            array, size = f"{name}_{k}", x[0].size
            listed = ", ".join(float(y).hex() for y in x.flat)
            lines.append(f"static const {number} {array}[] = {{{listed}}};")
            place = f"{array} + k * {size}"
            if k >= len(operands):
                lines.append(f"static {number} {array}_out[{x.size}];")
                calls[""][1].append(f"memcmp({array}_out, {place}, {size} * sizeof({number}))")
                calls["_batch"][1].append(f"memcmp({array}_out, {array}, sizeof {array})")
                array = place = f"{array}_out"
            calls[""][0].append(place)
            calls["_batch"][0].append(array)
        workspace = f"R_{name.upper()}_WORKSPACE"
        calls["_batch"][0].append("memory")
        for kind, (arguments, compared) in list(calls.items())[: 1 + batch]:
            memory = f"static unsigned char memory[{workspace}] __attribute__((aligned(64)));"
            lines.append(f"for (int k = 0; k < {1 if kind else n}; ++k) {{ {memory * bool(kind)}")
            lines.append(f"r_{name}{kind}({', '.join(arguments)});")
            lines.append(f"wrong += {' || '.join(compared)}; }}")
    (folder / "main.c").write_text("\n".join([*lines, "return wrong > 0;", "}", ""]))
    subprocess.run([*command, "main.c", "-o", "main", "-lm"], check=True, cwd=folder)
    return subprocess.run([*run, "./main"], check=False, cwd=folder).returncode
