"""A program in C that compares the bits of exported functions with those of kernels."""

import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import kinetree as kt

Kernels = dict[str, kt.Kernel]


def compiled(
    model: kt.Model, algorithms: Mapping[str, Any], dtype: str, inputs: Sequence[str] = ()
) -> Kernels:
    """The kernels of what is exported, by its names."""
    kernels: Kernels = {}
    for name, x in algorithms.items():
        f, statics = x if isinstance(x, tuple) else (x, {})
        own = [key for key in inputs if key in f.definition.dims]
        kernels[name] = f.compile(model, dtype=dtype, inputs=own, **statics)
    return kernels


def exit_status(
    folder: Path, kernels: Kernels, command: list[str], run: Sequence[str] = (), batch: bool = False
) -> int:
    """0 if the functions of r.h, linked by a command, have the kernels' bits; with `batch` also of
    many samples."""
    rng, lines = np.random.default_rng(0), ["#include <string.h>", '#include "r.h"']
    lines += ["int main(void) {", "int wrong = 0;"]
    for name, kernel in kernels.items():
        n = 2 * kernel.compiled.lanes + 1
        operands = [rng.normal(size=(n, *x.shape)).astype(kernel.dtype) for x in kernel.operands]
        for x, values in zip(kernel.operands, operands, strict=True):
            if x.name == "inertias":  # of bodies
                values[:] = 0.01 * values + [1, 0, 0, 0, 1, 0, 1, 0, 0, 1]
        results = kernel(*operands)
        number = {"float64": "double", "float32": "float"}[str(kernel.dtype)]
        calls = {"": ([], []), "_batch": (["n"], [])}
        for k, x in enumerate([*operands, *(results if isinstance(results, tuple) else [results])]):
            array, size = f"{name}_{k}", x[0].size
            listed = ", ".join(float(y).hex() for y in x.flat)
            lines.append(f"static const {number} {array}[] = {{{listed}}};")
            place = f"{array} + k * {size}"
            if k >= len(operands):
                lines.append(f"static {number} {array}_out[{x.size}];")
                calls[""][1].append(f"memcmp({array}_out, {place}, {size} * sizeof({number}))")
                bytes_ = f"n * {size} * sizeof({number})"
                calls["_batch"][1].append(f"memcmp({array}_out, {array}, {bytes_})")
                array = place = f"{array}_out"
            calls[""][0].append(place)
            calls["_batch"][0].append(array)
        workspace = f"R_{name.upper()}_WORKSPACE"
        calls["_batch"][0].append("memory")
        for kind, (arguments, compared) in list(calls.items())[: 1 + batch]:
            memory = f"static unsigned char memory[{workspace}] __attribute__((aligned(64)));"
            head = f"for (int n = 0; n <= {n}; ++n) {{ {memory}"
            lines.append(head if kind else f"for (int k = 0; k < {n}; ++k) {{")
            lines.append(f"r_{name}{kind}({', '.join(arguments)});")
            lines.append(f"wrong += {' || '.join(compared)}; }}")
    (folder / "main.c").write_text("\n".join([*lines, "return wrong > 0;", "}", ""]))
    subprocess.run([*command, "main.c", "-o", "main", "-lm"], check=True, cwd=folder)
    return subprocess.run([*run, "./main"], check=False, cwd=folder).returncode
