"""Samples into lanes and back: squares of numbers transposed in registers, in loops.

Operands lie in a row there. Entries of results lie anywhere in the workspace, where tables say.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final, Literal

from ..scalar.expr import is_zero
from ..scalar.spans import Span
from .ir_builder import FunctionText, Number

Verb = Literal["gather", "scatter", "clear"]

CLEARED: Final = 4
"""So many squares of zeros in a row are no longer moved, but cleared where they go."""


@dataclass(frozen=True)
class Run:
    """Entries of a row, as many squares as it has; one that is shorter is a run by itself."""

    verb: Verb
    start: int
    stop: int

    def calls(self, number: Number, lanes: str, row: str, step: str) -> Iterator[str]:
        """Lines that move the entries between the workspace and `row`, the rows `step` bytes apart.

        `lanes` is where an operand begins, or the table of a result. The last square ends where the
        run does: some entries are moved a second time.
        """
        side = number.lanes
        size = self.stop - self.start
        starts = [(self.start, size // side)] if size >= side else [(self.start, 1)]
        if size > side and size % side:
            starts.append((self.stop - side, 1))
        name = f"@{self.verb}" + (str(size) if size < side else "")
        unit = number.type if self.verb == "gather" else "i32"
        for at, count in starts:
            label = f"{row}.{at}.{count}"
            yield f"{label}.w = getelementptr {unit}, ptr {lanes}, i64 {at}"
            yield f"{label}.x = getelementptr {number.scalar}, ptr {row}, i64 {at}"
            where = f"ptr %w, ptr {label}.w, ptr {label}.x"
            yield f"call void {name}({where}, i64 {step}, i64 {count})"


def runs(verb: Verb, entries: Sequence[Any], side: int) -> list[Run]:
    """How the entries of an operand or a result are moved."""
    size = len(entries)
    if isinstance(entries, Span):
        return [Run(verb, 0, size)] if size else []
    starts = range(0, size - size % side, side)
    squares = groupby(all(map(is_zero, entries[k : k + side])) for k in starts)
    found: list[Run] = []
    at = 0
    for zero, group in squares:
        count = len(list(group))
        kind: Verb = "clear" if verb == "scatter" and zero and count >= CLEARED else verb
        start = found.pop().start if found and found[-1].verb == kind else at
        at += side * count
        found.append(Run(kind, start, at))
    if at < size:  # the last square ends where the row does
        start = found.pop().start if found and found[-1].verb == verb else max(0, size - side)
        found.append(Run(verb, start, size))
    return found


def movers(code: FunctionText, all_runs: Iterable[Run]) -> Iterator[str]:
    """The functions that the calls of runs call, each written with an empty `code`."""
    n = code.number
    kinds: dict[tuple[Verb, int], None] = dict.fromkeys(
        (r.verb, min(r.stop - r.start, n.lanes)) for r in all_runs
    )
    for verb, size in kinds:
        text = FunctionText(code.graph, n, code.declarations)
        if size < n.lanes:
            yield _short(text, verb, size)
        else:
            yield _loop(text, verb)


def _loop(code: FunctionText, verb: Verb) -> str:
    """Square after square."""
    n, side = code.number, code.number.lanes
    unit = n.type if verb == "gather" else "i32"
    carried = [(f"%{x}", "ptr", f"%{x}.0", f"%{x}.1") for x in "wx"]
    with code.repeated("%count", *carried):
        pointers = _lane_pointers(code)
        if verb == "gather":
            rows = [_vector(code, p, f"%g{k}", n.bytes) for k, p in enumerate(pointers)]
            for k, column in enumerate(_transposed(code, rows)):
                code.store(column, "%w", k, f"o{k}")
        else:
            rows = [n.constant(0.0)] * side
            if verb == "scatter":
                rows = _transposed(code, [_listed(code, k) for k in range(side)])
            for pointer, row in zip(pointers, rows, strict=True):
                code.lines.append(f"store {n.type} {row}, ptr {pointer}, align {n.bytes}")
        code.lines += [
            f"%w.1 = getelementptr {unit}, ptr %w, i64 {side}",
            f"%x.1 = getelementptr {n.scalar}, ptr %x, i64 {side}",
        ]
    return code.function(
        f"define hidden void @{verb}(ptr %all, ptr %w.0, ptr %x.0, i64 %s, i64 %count) noinline"
    )


def _short(code: FunctionText, verb: Verb, size: int) -> str:
    """Fewer entries than a square has, one by one."""
    n, pointers = code.number, _lane_pointers(code)
    for j in range(size):
        vector = _listed(code, j) if verb == "scatter" else "poison"
        for k, pointer in enumerate(pointers):
            code.lines.append(f"%p{j}.{k} = getelementptr {n.scalar}, ptr {pointer}, i64 {j}")
            if verb == "gather":
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
        if verb == "gather":
            code.store(vector, "%w", j, f"o{j}")
    name = f"@{verb}{size}"
    head = f"define hidden void {name}(ptr %all, ptr %w, ptr %x, i64 %s, i64 %count) noinline"
    return code.function(head)


def _listed(code: FunctionText, k: int) -> str:
    """What lies in the workspace where the table says."""
    t, place = code.number.type, code.listed(f"%c{k}", "%w", k)
    code.lines += [
        f"%c{k}.p = getelementptr {t}, ptr %all, i64 {place}",
        f"%c{k} = load {t}, ptr %c{k}.p",
    ]
    return f"%c{k}"


def _lane_pointers(code: FunctionText) -> list[str]:
    code.lines.append("%l0 = getelementptr i8, ptr %x, i64 0")
    for k in range(1, code.number.lanes):
        code.lines.append(f"%l{k} = getelementptr i8, ptr %l{k - 1}, i64 %s")
    return [f"%l{k}" for k in range(code.number.lanes)]


def _vector(code: FunctionText, pointer: str, name: str, alignment: int) -> str:
    code.lines.append(f"{name} = load {code.number.type}, ptr {pointer}, align {alignment}")
    return name


def _transposed(code: FunctionText, rows: Sequence[str]) -> list[str]:
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
                name = f"%t{d}.{row}"
                indices = ", ".join(f"i32 {m}" for m in mask)
                code.lines.append(
                    f"{name} = shufflevector {n.type} {a}, {n.type} {b}, <{size} x i32> <{indices}>"
                )
                rows[row] = name
        d //= 2
    return rows
