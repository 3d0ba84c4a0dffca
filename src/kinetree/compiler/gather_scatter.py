"""Gathering samples into lanes and scattering them back: square blocks transposed in registers.

An operand is contiguous in the workspace; elements of results are at the offsets of a table. Arrays
that a loop reads or writes are moved one slice per step.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from ..scalar.expr import Scalar, is_zero
from ..scalar.spans import Span
from .ir_builder import FunctionBuilder, NumberType, constant_table
from .warp_transfers import ALONE, Kind, move_alone, warp_function

MIN_CLEARED: Final = 4
"""Consecutive square blocks of zeros from which the target is cleared, not copied to."""


@dataclass(frozen=True)
class Transfer:
    """Elements `start` to `stop` of an array, moved in square blocks or, if fewer, one by one."""

    kind: Kind
    start: int
    stop: int

    def calls(self, number: NumberType, lanes: str, row: str, step: str) -> Iterator[str]:
        """Instructions that move the elements between the workspace and the samples.

        `lanes` points to an operand, or to the table of a result; `row` to the first sample, the
        next ones `step` bytes apart. The last square may overlap the one before.
        """
        side = number.lanes
        size = self.stop - self.start
        starts = [(self.start, size // side)] if size >= side else [(self.start, 1)]
        if size > side and size % side:
            starts.append((self.stop - side, 1))
        name = f"@{self.kind}" + (str(size) if size < side else "")
        unit = number.row if self.kind == "gather" else "i32"
        for first, count in starts:
            label = f"{row}.{first}.{count}"
            yield f"{label}.w = getelementptr {unit}, ptr {lanes}, i64 {first}"
            yield f"{label}.x = getelementptr {number.scalar}, ptr {row}, i64 {first}"
            where = f"ptr %w, ptr {label}.w, ptr {label}.x"
            yield f"call void {name}({where}, i64 {step}, i64 {count})"


@dataclass(frozen=True)
class Stream:
    """An array in memory: the pointer to its slice moves by `step` numbers with each step.

    With a transfer, slices of each sample are gathered into lanes, or scattered, by a buffer.
    """

    name: str
    number: NumberType
    base: str
    start: int
    width: int
    step: int
    buffer: int = 0
    transfer: Transfer | None = None

    @property
    def argument(self) -> str:
        """The pointer that is passed to the body of the loop."""
        return f"{self.name}.b" if self.transfer else self.name

    @property
    def first_argument(self) -> str:
        """The pointer that is passed to the body before the first step."""
        return f"{self.name}.b" if self.transfer else f"{self.name}.0"

    def begin(self, code: FunctionBuilder) -> None:
        """Append the pointer to the first slice."""
        if self.transfer is None:
            code.pointer(f"{self.name}.0", self.base, self.start)
            return
        t, base = self.number.scalar, f"{self.base}.i"
        code.lines.append(f"{self.name}.0 = getelementptr {t}, ptr {base}, i64 {self.start}")
        code.pointer(self.argument, "%w", self.buffer)

    def before(self) -> Iterator[str]:
        """Instructions before the body."""
        if self.transfer and self.transfer.kind == "gather":
            yield from self.transfer.calls(self.number, self.argument, self.name, f"{self.base}.s")

    def after(self) -> Iterator[str]:
        """Instructions after the body."""
        if self.transfer and self.transfer.kind == "scatter":
            yield from self.transfer.calls(self.number, self._table, self.name, f"{self.base}.s")
        t = self.number.scalar if self.transfer else self.number.row
        yield f"{self.name}.1 = getelementptr {t}, ptr {self.name}, i64 {self.step}"

    @property
    def _table(self) -> str:
        return f"@offsets.{self.buffer}"

    def tables(self) -> Iterator[str]:
        """The table of offsets to scatter from."""
        if self.transfer and self.transfer.kind == "scatter":
            yield constant_table(self._table, range(self.buffer, self.buffer + self.width))


def transfers(kind: Kind, elements: Sequence[Scalar], side: int) -> list[Transfer]:
    """The transfers of the elements of an operand or a result."""
    size = len(elements)
    if isinstance(elements, Span):
        return [Transfer(kind, 0, size)] if size else []
    starts = range(0, size - size % side, side)
    blocks: list[Transfer] = []
    end = 0
    for zero, group in groupby(all(map(is_zero, elements[k : k + side])) for k in starts):
        count = len(list(group))
        block_kind: Kind = "clear" if kind == "scatter" and zero and count >= MIN_CLEARED else kind
        start = blocks.pop().start if blocks and blocks[-1].kind == block_kind else end
        end += side * count
        blocks.append(Transfer(block_kind, start, end))
    if end < size:  # the last square may overlap the one before
        start = blocks.pop().start if blocks and blocks[-1].kind == kind else max(0, size - side)
        blocks.append(Transfer(kind, start, size))
    return blocks


def transfer_functions(
    builder: Callable[[], FunctionBuilder], all_transfers: Iterable[Transfer]
) -> Iterator[str]:
    """The functions that `Transfer.calls` calls."""
    number = builder().number
    lanes = number.lanes
    kinds: dict[tuple[Kind, int], None] = dict.fromkeys(
        (x.kind, min(x.stop - x.start, lanes)) for x in all_transfers
    )
    for kind, size in kinds:
        if number.in_threads and size == lanes:
            yield from warp_function(builder(), kind)
            size = ALONE
        yield _transfer_function(builder(), kind, size)


def _transfer_function(code: FunctionBuilder, kind: Kind, size: int) -> str:
    """The function that moves blocks of `size` elements."""
    n = code.number
    name = f"@{kind}" + (str(size) if size < n.lanes else "")
    first = ""
    if size < n.lanes and not n.in_threads:
        _move_few(code, kind, size)
    else:
        first = ".0"
        with code.loop("%count", *((f"%{x}", "ptr", f"%{x}.0", f"%{x}.1") for x in "wx")):
            (move_alone if n.in_threads else _move_square)(code, kind, size)
            code.lines += [
                f"%w.1 = getelementptr {n.row if kind == 'gather' else 'i32'}, ptr %w, i64 {size}",
                f"%x.1 = getelementptr {n.scalar}, ptr %x, i64 {size}",
            ]
    parameters = f"ptr %all, ptr %w{first}, ptr %x{first}, i64 %s, i64 %count"
    return code.function(f"define hidden void {name}({parameters}) noinline")


def _move_square(code: FunctionBuilder, kind: Kind, size: int) -> None:
    """Append the transfer of a square block."""
    n, samples = code.number, _lane_pointers(code)
    if kind == "gather":
        rows = [f"%g{k}" for k in range(size)]
        for row, pointer in zip(rows, samples, strict=True):
            code.lines.append(f"{row} = load {n.type}, ptr {pointer}, align {n.bytes}")
        for k, column in enumerate(_transposed(code, rows)):
            code.store(column, "%w", k, f"o{k}")
        return
    rows = [n.constant(0.0)] * size
    if kind == "scatter":
        rows = _transposed(code, [code.load_listed(k) for k in range(size)])
    for pointer, row in zip(samples, rows, strict=True):
        code.lines.append(f"store {n.type} {row}, ptr {pointer}, align {n.bytes}")


def _move_few(code: FunctionBuilder, kind: Kind, size: int) -> None:
    """Append the transfer of fewer elements than a square block has rows."""
    n, pointers = code.number, _lane_pointers(code)
    for j in range(size):
        vector = code.load_listed(j) if kind == "scatter" else "poison"
        for k, pointer in enumerate(pointers):
            code.lines.append(f"%p{j}.{k} = getelementptr {n.scalar}, ptr {pointer}, i64 {j}")
            if kind == "gather":
                code.lines += [
                    f"%e{j}.{k} = load {n.scalar}, ptr %p{j}.{k}",
                    f"%i{j}.{k} = insertelement {n.type} {vector}, {n.scalar} %e{j}.{k}, i64 {k}",
                ]
                vector = f"%i{j}.{k}"
            else:
                code.lines += [
                    f"%e{j}.{k} = extractelement {n.type} {vector}, i64 {k}",
                    f"store {n.scalar} %e{j}.{k}, ptr %p{j}.{k}",
                ]
        if kind == "gather":
            code.store(vector, "%w", j, f"o{j}")


def _lane_pointers(code: FunctionBuilder) -> list[str]:
    code.lines.append("%l0 = getelementptr i8, ptr %x, i64 0")
    for k in range(1, code.number.lanes):
        code.lines.append(f"%l{k} = getelementptr i8, ptr %l{k - 1}, i64 %s")
    return [f"%l{k}" for k in range(code.number.lanes)]


def _transposed(code: FunctionBuilder, rows: Sequence[str]) -> list[str]:
    """The transpose of a square block, by exchanging smaller and smaller blocks of it."""
    n, rows = code.number, list(rows)
    size = len(rows)
    d = size // 2
    while d:
        for i in (i for i in range(size) if not i & d):
            a, b = rows[i], rows[i + d]
            low = [k if not k & d else size + k - d for k in range(size)]
            high = [k + d if not k & d else size + k for k in range(size)]
            for row, mask in ((i, low), (i + d, high)):
                name = f"%t{d}.{row}"
                indices = ", ".join(f"i32 {m}" for m in mask)
                code.lines.append(
                    f"{name} = shufflevector {n.type} {a}, {n.type} {b}, <{size} x i32> <{indices}>"
                )
                rows[row] = name
        d //= 2
    return rows
