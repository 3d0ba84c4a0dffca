"""Samples into lanes and back: squares of numbers transposed in registers."""

from collections.abc import Sequence
from typing import Any, Final

from ..scalar.expr import Expr
from .writer import FunctionText


def _lane_pointers(code: FunctionText) -> list[str]:
    code.lines.append("%l0 = getelementptr i8, ptr %x, i64 0")
    for k in range(1, code.number.lanes):
        code.lines.append(f"%l{k} = getelementptr i8, ptr %l{k - 1}, i64 %s")
    return [f"%l{k}" for k in range(code.number.lanes)]


PART: Final = 128
"""Entries moved by one function; a longer one takes LLVM more than its share of time."""


def parts(size: int) -> list[tuple[int, int]]:
    """The entries of a row, in parts that whole squares fill but for the last."""
    return [(start, min(start + PART, size)) for start in range(0, size, PART)]


def gather(code: FunctionText, name: str, start: int, stop: int) -> str:
    """From one row a sample to one vector an entry, for the entries from start to stop."""
    n, lanes = code.number, _lane_pointers(code)
    whole = start + (stop - start) // n.lanes * n.lanes
    for j in range(start, whole, n.lanes):
        rows = [_row(code, pointer, j, f"%g{j}.{k}") for k, pointer in enumerate(lanes)]
        for k, column in enumerate(_transposed(code, rows, f"%t{j}")):
            code.store(column, "%w", j + k, f"o{j + k}")
    for j in range(whole, stop):
        vector = "poison"
        for k, pointer in enumerate(lanes):
            code.lines += [
                f"%e{j}.{k}.p = getelementptr {n.scalar}, ptr {pointer}, i64 {j}",
                f"%e{j}.{k} = load {n.scalar}, ptr %e{j}.{k}.p",
                f"%i{j}.{k} = insertelement {n.type} {vector}, {n.scalar} %e{j}.{k}, i64 {k}",
            ]
            vector = f"%i{j}.{k}"
        code.store(vector, "%w", j, f"o{j}")
    return code.function(f"define hidden void @{name}(ptr %w, ptr %x, i64 %s) noinline")


def _row(code: FunctionText, pointer: str, j: int, name: str) -> str:
    n = code.number
    code.lines += [
        f"{name}.p = getelementptr {n.scalar}, ptr {pointer}, i64 {j}",
        f"{name} = load {n.type}, ptr {name}.p, align {n.bytes}",
    ]
    return name


def scatter(code: FunctionText, name: str, entries: Sequence[Any], start: int, stop: int) -> str:
    """From one vector an entry to one row a sample; constants are not moved through lanes."""
    n, lanes = code.number, _lane_pointers(code)
    whole = start + (stop - start) // n.lanes * n.lanes
    for j in range(start, whole, n.lanes):
        group = range(j, j + n.lanes)
        if any(type(entries[k]) is Expr for k in group):
            for k in group:
                code.load("%w", k, f"%c{k}")
            rows = _transposed(code, [f"%c{k}" for k in group], f"%t{j}")
        else:
            values = ", ".join(f"{n.scalar} {n.literal(entries[k])}" for k in group)
            rows = [f"<{values}>"] * n.lanes
        for k, (pointer, row) in enumerate(zip(lanes, rows, strict=True)):
            code.lines += [
                f"%q{j}.{k} = getelementptr {n.scalar}, ptr {pointer}, i64 {j}",
                f"store {n.type} {row}, ptr %q{j}.{k}, align {n.bytes}",
            ]
    for j in range(whole, stop):
        code.load("%w", j, f"%c{j}")
        for k, pointer in enumerate(lanes):
            code.lines += [
                f"%e{j}.{k} = extractelement {n.type} %c{j}, i64 {k}",
                f"%q{j}.{k} = getelementptr {n.scalar}, ptr {pointer}, i64 {j}",
                f"store {n.scalar} %e{j}.{k}, ptr %q{j}.{k}",
            ]
    return code.function(f"define hidden void @{name}(ptr %w, ptr %x, i64 %s) noinline")


def _transposed(code: FunctionText, rows: Sequence[str], label: str) -> list[str]:
    """The rows of a square of numbers as its columns, by exchanging ever smaller blocks."""
    n, rows = code.number, list(rows)
    size = len(rows)
    d = size // 2
    while d:
        for i in (i for i in range(size) if not i & d):
            a, b = rows[i], rows[i + d]
            low = [k if not k & d else size + k - d for k in range(size)]
            high = [k + d if not k & d else size + k for k in range(size)]
            for row, mask in ((i, low), (i + d, high)):
                name = f"{label}.{d}.{row}"
                indices = ", ".join(f"i32 {m}" for m in mask)
                code.lines.append(
                    f"{name} = shufflevector {n.type} {a}, {n.type} {b}, <{size} x i32> <{indices}>"
                )
                rows[row] = name
        d //= 2
    return rows
