"""Contiguous copies and zero fills as vector loops, for the parts of results that are either."""

from collections.abc import Callable, Iterable, Iterator, Set
from dataclasses import dataclass, replace
from typing import Final, Literal

from ..scalar.expr import Scalar
from .ir_builder import FunctionBuilder, NumberType, constant_table

Kind = Literal["copy", "zero"]
Location = tuple[str, int]
"""A pointer, and an offset from it in numbers."""

W: Final = "%w"
"""The pointer to the workspace."""

MIN_VECTORS: Final = 2
"""Vectors from which a copy is a loop."""


@dataclass(frozen=True)
class Copy:
    """A contiguous copy of `count` numbers from `source` to `target`; a constant without a source.

    A constant that is not zero is one number.
    """

    target: Location
    source: Location | None
    count: int
    value: Scalar = 0

    def locations(self, k: int) -> tuple[Location, Location | None]:
        """Target and source of its number k."""
        (to, first), source = self.target, self.source
        return (to, first + k), source and (source[0], source[1] + k)

    def elements(self) -> "list[Copy]":
        """Copies of its numbers one by one."""
        return [Copy(*self.locations(k), 1, self.value) for k in range(self.count)]

    @property
    def kind(self) -> Kind:
        return "zero" if self.source is None else "copy"

    def calls(self, number: NumberType) -> Iterator[str]:
        """Instructions for the copy; its last vector may overlap the one before."""
        unit = number.vector.lanes // number.lanes
        starts = [(0, self.count // unit)]
        if self.count % unit:
            starts.append((self.count - unit, 1))
        source = self.source or self.target
        for start, vectors in starts:
            label = f"%m{self.target[0][1:]}.{self.target[1] + start}.{vectors}"
            for end, (base, first) in (("t", self.target), ("s", source)):
                yield f"{label}.{end} = getelementptr {number.row}, ptr {base}, i64 {first + start}"
            yield f"call void @{self.kind}(ptr {label}.t, ptr {label}.s, i64 {vectors})"


def contiguous(moves: Iterable[tuple[Location, Location | None]]) -> list[Copy]:
    """Copies of single numbers, joined to contiguous copies."""
    copies: list[Copy] = []
    for locations in moves:
        if copies and copies[-1].locations(copies[-1].count) == locations:
            copies[-1] = replace(copies[-1], count=copies[-1].count + 1)
        else:
            copies.append(Copy(*locations, 1))
    return copies


def is_short(copy: Copy, number: NumberType) -> bool:
    """Whether a copy is not worth a loop."""
    return copy.count < max(4, MIN_VECTORS * number.vector.lanes // number.lanes)


def copy_tables(name: str, copies: Iterable[Copy]) -> tuple[list[str], list[str]]:
    """Calls that make short copies, and tables of their offsets of target and source.

    There is a table for those of one length from one pointer to another: code for each copy would
    take too long to compile.
    """
    groups: dict[tuple[str, str | None, int], list[Copy]] = {}
    for copy in copies:
        source = copy.source and copy.source[0]
        groups.setdefault((copy.target[0], source, copy.count), []).append(copy)
    calls: list[str] = []
    tables: list[str] = []
    for k, ((to, source, count), group) in enumerate(groups.items()):
        offsets = [x for copy in group for x in (copy.target[1], (copy.source or copy.target)[1])]
        tables.append(constant_table(f"@{name}{k}", offsets))
        calls.append(
            f"call void @{group[0].kind}_listed{count}(ptr {to}, ptr {source or to}, "
            f"ptr @{name}{k}, i64 {len(group)})"
        )
    return calls, tables


def copy_functions(
    builder: Callable[[], FunctionBuilder], copies: Iterable[Copy], listed: Set[tuple[Kind, int]]
) -> Iterator[str]:
    """The functions that copies call, and those of tables by kind and length."""
    number = builder().number
    kinds: set[Kind] = {copy.kind for copy in copies if not is_short(copy, number)}
    for kind in sorted(kinds):
        code, v = builder(), number.vector
        with code.loop("%count"):
            for end in "ts":
                code.lines.append(f"%{end} = getelementptr {v.row}, ptr %{end}.0, i64 %i")
            _copy_number(code, kind, v)
        yield code.function(f"define hidden void @{kind}(ptr %t.0, ptr %s.0, i64 %count) noinline")
    for kind, length in sorted(listed):
        yield _table_copy_function(builder(), kind, length)


def _table_copy_function(code: FunctionBuilder, kind: Kind, length: int) -> str:
    """The function that `copy_tables` calls for a length."""
    n = code.number
    with code.loop("%count"):
        code.lines.append("%row = getelementptr [2 x i32], ptr %table, i64 %i")
        for k, end in enumerate("ts"):
            offset = code.load_index(f"%{end}", "%row", k)
            code.lines.append(f"%{end} = getelementptr {n.row}, ptr %{end}.0, i64 {offset}")
        if n.in_threads:
            for k in range(length):
                value = n.constant(0.0)
                if kind == "copy":
                    value = f"%x{k}"
                    code.load("%s", k, value)
                code.store(value, "%t", k, f"t{k}")
        else:
            _copy_number(code, kind, n.wide(length))
    parameters = "ptr %t.0, ptr %s.0, ptr %table, i64 %count"
    return code.function(f"define hidden void @{kind}_listed{length}({parameters}) noinline")


def _copy_number(code: FunctionBuilder, kind: Kind, v: NumberType) -> None:
    """Append the copy of one number or vector from %s, or of zeros, to %t."""
    value, alignment = v.constant(0.0), code.number.alignment
    if kind == "copy":
        value = "%x"
        code.lines.append(f"%x = load {v.type}, ptr %s, align {alignment}")
    code.lines.append(f"store {v.type} {value}, ptr %t, align {alignment}")
