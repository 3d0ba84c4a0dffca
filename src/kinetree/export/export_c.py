"""`kt.export_c`: algorithms of one robot as a pair of C files without dependencies."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from ..model import Model
from .c_code import c_function
from .c_header import Exported, ExportedFunction, plain_text
from .c_helpers import helpers, literal

_ABOUT: Final = """\
C99, no heap, no globals but constants, re-entrant. Compile
 * without contraction and fast-math, cc -std=c99 -O2 -ffp-contract=off -lm; -march=native, or a
 * target that has fused multiply-adds, makes it fast."""


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
    folder = Path(directory)
    folder.mkdir(parents=True, exist_ok=True)
    header, code = (folder / f"{what.prefix}.{x}" for x in "hc")
    header.write_text(what.header(_ABOUT, declarations), encoding="utf-8")
    code.write_text(_code(what, "\n".join(definitions), dtype), encoding="utf-8")
    return header, code


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
