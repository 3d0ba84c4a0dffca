"""`kt.export_object`: algorithms of one robot as an object file for any processor."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from ..compiler.object_files import ExportedKernel, object_file
from ..compiler.target import find_target
from ..model import Model
from .c_header import Exported, ExportedFunction, plain_text

_ABOUT: Final = """\
Made for {cpu} of
 * {triple}. No heap, nothing is called, re-entrant; arrays must
 * not overlap. NAME_batch computes n samples, one after the other in each
 * array; its workspace is at a multiple of 64 bytes, for one call at a time."""


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
    pairs = zip(what.functions, kernels, strict=True)
    declarations = [line for x, kernel in pairs for line in _declarations(x, kernel)]
    about = _ABOUT.format(cpu=machine.cpu, triple=machine.triple)
    folder = Path(directory)
    folder.mkdir(parents=True, exist_ok=True)
    header, code = (folder / f"{what.prefix}.{x}" for x in "ho")
    header.write_text(what.header(about, declarations), encoding="utf-8")
    code.write_bytes(image)
    return header, code


def _declarations(function: ExportedFunction, kernel: ExportedKernel) -> Iterable[str]:
    name = function.name
    yield f"/* {function.arrays}, a workspace of {kernel.stack} bytes on the stack. */"
    yield f"{function.declaration(name)};"
    yield f"#define {name.upper()}_WORKSPACE {kernel.workspace}"
    yield function.declaration(f"{name}_batch", "int64_t n, ", ", void *workspace") + ";"
