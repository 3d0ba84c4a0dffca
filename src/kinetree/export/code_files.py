"""`kt.export_c` and `kt.export_object`: algorithms of one robot as C, or as an object file."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from ..compiler.object_files import ExportedKernel, object_file
from ..compiler.target import find_target
from ..model import Model
from .c_code import c_function, helpers, literal
from .c_header import Exported, ExportedFunction, plain_text

_ABOUT_C: Final = """\
C99, no heap, no globals but constants, re-entrant. Compile
 * without contraction and fast-math, cc -std=c99 -O2 -ffp-contract=off -lm; -march=native, or a
 * target that has fused multiply-adds, makes it fast."""
_ABOUT_OBJECT: Final = """\
Made for {cpu} of
 * {triple}. No heap, nothing is called, re-entrant; arrays must
 * not overlap. NAME_batch computes n samples, one after the other in each
 * array; its workspace is at a multiple of 64 bytes, for one call at a time."""


def export_c(
    directory: str | Path,
    model: Model,
    algorithms: Iterable[object] | Mapping[str, object],
    *,
    prefix: str | None = None,
    dtype: str = "float64",
    inputs: Sequence[str] = (),
) -> tuple[Path, Path]:
    """Write algorithms of a robot as C: PREFIX.h and PREFIX.c, whose paths are the result.

    `algorithms` are algorithms, or a mapping of names to them; one with keywords is a pair:
    `{"hand_jacobian": (kt.frame_jacobian, {"frame": "tool", "reference": "local"})}`. `inputs` are
    optional operands that functions take where they have them, such as "inertias", "gravity" or
    "f_ext". Each function is `void PREFIX_NAME(const double *q, ..., double *result)` on arrays in
    C order (`float` with the `dtype` "float32"), whose results may overwrite operands; `prefix` is
    the robot's name unless given; the header has their sizes, operation counts and an upper bound
    of their stack, and the names of joints. Results are bit-identical to kernels with any C
    compiler that obeys the standard.
    Raises ModelError for anything but algorithms, and for names that are not C identifiers.

    >>> import tempfile, kinetree as kt
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     header, code = kt.export_c(folder, kt.robots.arm(), [kt.rnea, kt.crba])
    ...     print(header.name, "void arm_rnea(" in header.read_text())
    arm.h True
    """
    what = Exported("export_c", model, algorithms, prefix, dtype, inputs)
    declarations: list[str] = []
    definitions: list[str] = []
    for x in what.functions:
        declaration, (lines, size) = x.declaration(x.name), _body(x)
        about = f"{x.arrays}, at most {size} bytes of stack before optimisation."
        declarations += [f"/* {about} */", f"{declaration};"]
        definitions += [f"{declaration} {{", *lines, "}"]
    code = _code(what, "\n".join(definitions), dtype).encode()
    return _write(directory, what, what.header(_ABOUT_C, declarations), "c", code)


def export_object(
    directory: str | Path,
    model: Model,
    algorithms: Iterable[object] | Mapping[str, object],
    *,
    prefix: str | None = None,
    dtype: str = "float64",
    inputs: Sequence[str] = (),
    target: str | None = None,
    cpu: str | None = None,
) -> tuple[Path, Path]:
    """Write algorithms of a robot as machine code: PREFIX.h and PREFIX.o, whose paths are returned.

    LLVM writes the object file; no compiler and no library of the other machine is needed. It has
    the code of kernels, so that results have their bits. `target` is an LLVM triple, such as
    "aarch64-linux-gnu" or "x86_64-windows-msvc", and `cpu` a processor's name in LLVM, such as
    "cortex-a72" or "x86-64-v3"; without them the object is for this machine, without `cpu` for any
    AArch64 processor. `algorithms`, `prefix`, `dtype` and `inputs` are those of `kt.export_c`, and
    so are functions; each is also there as `NAME_batch` for many samples, which uses vector
    registers. Link the file as any other: `cc main.c arm.o`.
    Raises CompileError for machines without fused multiply-adds, and for names LLVM does not know.

    >>> import tempfile, kinetree as kt
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     header, code = kt.export_object(
    ...         folder, kt.robots.arm(), [kt.rnea], target="aarch64-linux-gnu", cpu="cortex-a72"
    ...     )
    ...     print(code.name, "void arm_rnea_batch(int64_t n," in header.read_text())
    arm.o True
    """
    machine, processor = find_target(target, cpu)
    what = Exported("export_object", model, algorithms, prefix, dtype, inputs)
    kernels = [ExportedKernel(x.name, x.kernel, processor) for x in what.functions]
    tables = {table: list(map(plain_text, names)) for table, names in what.names.items()}
    image = object_file(kernels, tables, machine)
    declarations = list[str]()
    for x, kernel in zip(what.functions, kernels, strict=True):
        batch = x.declaration(f"{x.name}_batch", "int64_t n, ", ", void *workspace")
        declarations += [
            f"/* {x.arrays}, a workspace of {kernel.stack} bytes on the stack. */",
            f"{x.declaration(x.name)};",
            f"#define {x.name.upper()}_WORKSPACE {kernel.workspace}",
            f"{batch};",
        ]
    about = _ABOUT_OBJECT.format(cpu=machine.cpu, triple=machine.triple)
    return _write(directory, what, what.header(about, declarations), "o", image)


def _body(function: ExportedFunction) -> tuple[list[str], int]:
    """The statements of a function, and the bytes of what they keep."""
    kernel = function.kernel
    trace = function.algorithm.trace(function.model, inputs=function.inputs, **function.statics)
    bound = [f"bound{k}_" for k in range(len(kernel.bound))]
    operands, results = ([name for name, _ in x] for x in (function.operands, function.results))
    lines, numbers = c_function(trace, str(kernel.dtype), [*operands, *bound, *results])
    constants = [  # operands whose values are known, as the placement of a frame
        f"  static const {function.number} {name}[] = {{{_numbers(values)}}};"
        for name, values in zip(bound, kernel.bound, strict=True)
    ]
    return [*constants, *lines], kernel.dtype.itemsize * numbers


def _numbers(values: ArrayLike) -> str:
    return ", ".join(literal(x, "double") for x in np.asarray(values).flat) or "0"


def _code(what: Exported, definitions: str, dtype: str) -> str:
    name = what.prefix
    lines = [f'#include "{name}.h"', *(f"#include <{x}.h>" for x in ("math", "string"))]
    lines += [*helpers(definitions, dtype), definitions]
    for table, names in what.names.items():
        listed = ", ".join(f'"{plain_text(x)}"' for x in names or ("",))
        lines.append(f"const char *const {table}[{max(len(names), 1)}] = {{{listed}}};")
    return "\n".join(lines) + "\n"


def _write(
    directory: str | Path, what: Exported, header: str, ending: str, content: bytes
) -> tuple[Path, Path]:
    folder = Path(directory)
    folder.mkdir(parents=True, exist_ok=True)
    paths = folder / f"{what.prefix}.h", folder / f"{what.prefix}.{ending}"
    paths[0].write_text(header, encoding="utf-8")
    paths[1].write_bytes(content)
    return paths
