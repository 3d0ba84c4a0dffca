"""`kt.export_c`: algorithms of one robot as a pair of C files without dependencies."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from ..model import Model
from .c_code import c_function
from .c_header import TESTS, Exported, ExportedFunction, plain_text
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
    the robot's name unless given; the header has their sizes, operation counts and
    an upper bound of their stack, and the names of joints. `PREFIX_selftest()` gives 0 if all
    results have the bits that kinetree computed.
    Results are bit-identical to kernels with any C compiler that obeys the standard.
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


def _test(function: ExportedFunction) -> list[str]:
    """Statements that add 1 to `wrong` for each result that has other bits."""
    number, samples = function.number, [x for arrays in function.samples() for x in arrays]
    operands, results = function.operands, function.results
    lines = ["  {"]
    for (name, _), values in zip([*operands, *results], samples, strict=True):
        lines.append(f"    static const {number} {name}_given[] = {{{_numbers(values)}}};")
    sizes = {name: max(int(np.prod(shape)), 1) for name, shape in (*operands, *results)}
    lines += [f"    {number} {name}_found[{sizes[name]}];" for name, _ in results]
    arguments = [f"{name}_given + k * {sizes[name]}" for name, _ in operands]
    arguments += [f"{name}_found" for name, _ in results]
    call = f"{function.name}({', '.join(arguments)});"
    lines += [f"    for (int k = 0; k < {TESTS}; ++k) {{", f"      {call}"]
    for name, shape in results:
        expected = f"{name}_given + k * {sizes[name]}"
        count = int(np.prod(shape))
        lines.append(f"      wrong += kt_differ({name}_found, {expected}, {count});")
    return [*lines, "    }", "  }"]


def _numbers(values: ArrayLike) -> str:
    return ", ".join(literal(x, "double") for x in np.asarray(values).flat) or "0"


def _code(what: Exported, definitions: str, dtype: str) -> str:
    name = what.prefix
    lines = [f'#include "{name}.h"', *(f"#include <{x}.h>" for x in ("math", "stdint", "string"))]
    tests = [line for function in what.functions for line in _test(function)]
    lines += [*helpers("\n".join([definitions, *tests]), dtype), definitions]
    for table, names in what.names.items():
        listed = ", ".join(f'"{plain_text(x)}"' for x in names or ("",))
        lines.append(f"const char *const {table}[{max(len(names), 1)}] = {{{listed}}};")
    lines += [f"int {name}_selftest(void) {{", "  int wrong = 0;"]
    return "\n".join([*lines, *tests, "  return wrong;", "}"]) + "\n"
