"""Gathering and scattering by the threads of a warp of a GPU, each with a sample of its own.

Samples are contiguous: 32 threads that each move a number of their own sample access 32 lines of
memory. Blocks of 32 numbers therefore go through a tile in shared memory, a line of each sample at
a time, so that neighbouring threads move neighbouring numbers of one sample. Where threads of a
warp are absent, beyond the last sample or after the end of their loop, each thread moves its own.
"""

from collections.abc import Iterator
from typing import Final, Literal

from .ir_builder import BLOCK, WARP, FunctionBuilder

Kind = Literal["gather", "scatter", "clear"]

LINE: Final = 128
"""Bytes of a line of memory. Tiles of whole blocks of float64 would leave little L1 cache."""

ALONE: Final = 16
"""Numbers that a thread moves at once where it moves its own: more would take more registers."""

_ALL: Final = (1 << WARP) - 1
"""The mask of all threads of a warp."""


def warp_function(code: FunctionBuilder, kind: Kind) -> Iterator[str]:
    """The function that moves blocks of 32 numbers, by that of a thread alone or together."""
    parameters = "ptr %all, ptr %w.0, ptr %x.0, i64 %s, i64 %count"
    code.declarations |= {
        "declare i32 @llvm.nvvm.activemask()",
        "declare void @llvm.nvvm.bar.warp.sync(i32)",
    }
    code.lines += [
        "%active = call i32 @llvm.nvvm.activemask()",
        f"%complete = icmp eq i32 %active, {_ALL}",
        "br i1 %complete, label %together, label %alone",
        "alone:",
        f"%parts = mul i64 %count, {WARP // ALONE}",
        f"call void @{kind}{ALONE}({parameters.replace('%count', '%parts')})",
        "ret void",
        "together:",
    ]
    _move_together(code, kind)
    yield code.function(f"define hidden void @{kind}({parameters}) noinline convergent")
    if kind != "clear":
        yield f"@tile = internal addrspace(3) global {_tiles(code)} poison"


def move_alone(code: FunctionBuilder, kind: Kind, size: int) -> None:
    """Append the transfer of elements of the sample of each thread, which %x points to."""
    n = code.number
    numbers = [n.constant(0.0)] * size
    if kind == "scatter":
        numbers = [code.load_listed(j) for j in range(size)]
    for j in range(size):
        code.lines.append(f"%p{j} = getelementptr {n.scalar}, ptr %x, i64 {j}")
        if kind == "gather":
            numbers[j] = f"%e{j}"
            code.lines.append(f"%e{j} = load {n.scalar}, ptr %p{j}")
    for j, x in enumerate(numbers):
        if kind == "gather":
            code.store(x, "%w", j, f"o{j}")
        else:
            code.lines.append(f"store {n.scalar} {x}, ptr %p{j}")


def _columns(code: FunctionBuilder) -> int:
    """Numbers of a line."""
    return LINE // code.number.bytes


def _tiles(code: FunctionBuilder) -> str:
    """The type of the tiles of a block: 32 samples, a number apart so that no two share a bank."""
    columns = _columns(code)
    return f"[{BLOCK // WARP} x [{WARP} x [{columns + 1} x {code.number.scalar}]]]"


def _move_together(code: FunctionBuilder, kind: Kind) -> None:
    """Append the transfer of blocks by all threads of a warp.

    %own points to the row of the thread's sample in the tile, %other to the first number that it
    moves to or from memory, at %x there.
    """
    n, columns = code.number, _columns(code)
    lines = WARP // columns  # of a block in a sample; and of samples that a warp moves at once
    tile = f"{_tiles(code)}, ptr addrspace(3) @tile, i32 0, i32 %warp"
    code.lines += [
        "%thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()",
        f"%lane = urem i32 %thread, {WARP}",
        f"%row = udiv i32 %lane, {columns}",
        f"%column = urem i32 %lane, {columns}",
        "%rows = sub i32 %row, %lane",
        "%samples = sext i32 %rows to i64",
        "%bytes = mul i64 %samples, %s",
        "%x.row = getelementptr i8, ptr %x.0, i64 %bytes",
        f"%x.first = getelementptr {n.scalar}, ptr %x.row, i32 %column",
        f"%lines = mul i64 %count, {lines}",
        f"%step = mul i64 %s, {lines}",
    ]
    parts = [_move_lines]
    if kind != "clear":
        code.lines += [
            f"%warp = udiv i32 %thread, {WARP}",
            f"%own = getelementptr {tile}, i32 %lane, i32 0",
            f"%other = getelementptr {tile}, i32 %row, i32 %column",
        ]
        parts = [_move_lines, _move_row] if kind == "gather" else [_move_row, _move_lines]
    pointers = ("%w", "ptr", "%w.0", "%w.1"), ("%x", "ptr", "%x.first", "%x.1")
    with code.loop("%lines", *pointers, before="%together"):
        for move in parts:
            move(code, kind)
            if kind != "clear":
                code.lines.append(f"call void @llvm.nvvm.bar.warp.sync(i32 {_ALL})")
        code.lines += [
            f"%w.1 = getelementptr {n.row if kind == 'gather' else 'i32'}, ptr %w, i64 {columns}",
            f"%x.1 = getelementptr {n.scalar}, ptr %x, i64 {columns}",
        ]


def _move_row(code: FunctionBuilder, kind: Kind) -> None:
    """Append the transfer of a line of the thread's sample between the workspace and the tile."""
    t = code.number.scalar
    for j in range(_columns(code)):
        value = code.load_listed(j) if kind == "scatter" else f"%v{j}"
        code.lines.append(f"%t{j} = getelementptr {t}, ptr addrspace(3) %own, i32 {j}")
        if kind == "scatter":
            code.lines.append(f"store {t} {value}, ptr addrspace(3) %t{j}")
        else:
            code.lines.append(f"{value} = load {t}, ptr addrspace(3) %t{j}")
            code.store(value, "%w", j, f"o{j}")


def _move_lines(code: FunctionBuilder, kind: Kind) -> None:
    """Append the transfer of a line of every sample between the tile and memory."""
    t, columns = code.number.scalar, _columns(code)
    pitch = WARP // columns * (columns + 1)
    for k in range(columns):
        before = f"%x{k - 1}, i64 %step" if k else "%x, i64 0"
        source, target = f"ptr addrspace(3) %s{k}", f"ptr %x{k}"
        value = code.number.constant(0.0)
        code.lines.append(f"%x{k} = getelementptr i8, ptr {before}")
        if kind != "clear":
            code.lines.append(
                f"%s{k} = getelementptr {t}, ptr addrspace(3) %other, i32 {k * pitch}"
            )
            source, target = (target, source) if kind == "gather" else (source, target)
            value = f"%e{k}"
            code.lines.append(f"{value} = load {t}, {source}")
        code.lines.append(f"store {t} {value}, {target}")
