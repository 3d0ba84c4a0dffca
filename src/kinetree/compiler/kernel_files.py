"""Files of kernels: their trace, and object files for the machine that wrote them."""

from collections.abc import Sequence
from itertools import islice
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..errors import CompileError
from . import cache
from .compilation import CompiledProgram
from .program import Pack, Program, recorded_trace, trace_record

_KEY: Final = "kinetree kernel 2"


def to_bytes(compiled: CompiledProgram, bound: Sequence[NDArray[np.float64]]) -> bytes:
    """The file of a kernel: both variants of its code, and its trace for other machines."""
    variants: list[list[int]] = []
    blobs: list[bytes] = []
    for lanes in sorted({1, compiled.lanes}):
        objects, workspace = compiled.objects(lanes)
        variants.append([lanes, workspace, len(objects)])
        blobs += objects
    header = {
        "name": compiled.name,
        "machine": cache.code_key(str(cache.source_digest())),
        "program": compiled.program.record(),
        "trace": trace_record(compiled.make_trace()),
        "last": [[x.shape, x.ravel().tolist()] for x in bound],
        "widths": variants,
    }
    return cache.encode(_KEY, header, blobs)


def from_bytes(
    data: bytes, where: str
) -> tuple[CompiledProgram, Pack | None, list[NDArray[np.float64]]]:
    """The arguments of the kernel in a file; CompileError if it is not a kernel file."""
    content = cache.decode(data, _KEY)
    if content is None:
        raise CompileError(
            f"{where} is no kernel that kinetree saved, or was damaged since; write it again with "
            "kernel.save(path)."
        )
    header, blobs = content
    trace = recorded_trace(header["trace"])
    program = Program.from_record(header["program"])
    compiled = CompiledProgram(program, lambda: trace, header["name"])
    if cache.source_digest() and header["machine"] == cache.code_key(str(cache.source_digest())):
        remaining = iter(blobs)
        for lanes, workspace, count in header["widths"]:
            compiled.preloaded[lanes] = [*islice(remaining, count)], workspace
    bound = [np.array(x, program.dtype).reshape(shape) for shape, x in header["last"]]
    return compiled, program.pack, bound
