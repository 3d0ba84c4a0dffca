"""Contiguous copies and zero fills as vector loops, for the parts of results that are either."""

from collections.abc import Callable, Iterable, Iterator, Set
from dataclasses import dataclass
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

    def elements(self) -> "list[Copy]":
        """Copies of its numbers one by one."""
        (to, first), source = self.target, self.source
        return [
            Copy((to, first + k), source and (source[0], source[1] + k), 1, self.value)
            for k in range(self.count)
        ]

    @property
    def offsets(self) -> tuple[int, int]:
        """Offsets of target and source."""
        return self.target[1], (self.source or self.target)[1]

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
    for target, source in moves:
        if copies and _continues(copies[-1], target, source):
            copies[-1] = Copy(copies[-1].target, copies[-1].source, copies[-1].count + 1)
        else:
            copies.append(Copy(target, source, 1))
    return copies


def is_short(copy: Copy, number: NumberType) -> bool:
    """Whether a copy is not worth a loop."""
    return copy.count < max(4, MIN_VECTORS * number.vector.lanes // number.lanes)


@dataclass(frozen=True)
class CopyTables:
    """Short copies as tables of offsets: code for each would take too long to compile."""

    name: str
    copies: list[Copy]

    @property
    def groups(self) -> dict[tuple[str, str | None, int], list[Copy]]:
        """Copies of one length from one pointer to another."""
        groups: dict[tuple[str, str | None, int], list[Copy]] = {}
        for copy in self.copies:
            source = copy.source and copy.source[0]
            groups.setdefault((copy.target[0], source, copy.count), []).append(copy)
        return groups

    def calls(self) -> Iterator[str]:
        """Instructions for all copies."""
        for k, ((to, source, count), group) in enumerate(self.groups.items()):
            kind = group[0].kind
            yield (
                f"call void @{kind}_listed{count}(ptr {to}, ptr {source or to}, "
                f"ptr @{self.name}{k}, i64 {len(group)})"
            )

    @property
    def text(self) -> str:
        """The tables: pairs of offsets of target and source."""
        return "\n".join(
            constant_table(f"@{self.name}{k}", [offset for x in group for offset in x.offsets])
            for k, group in enumerate(self.groups.values())
        )


def _continues(copy: Copy, target: Location, source: Location | None) -> bool:
    """Whether the copy of a number continues a contiguous copy."""
    after = (copy.target[0], copy.target[1] + copy.count)
    if copy.source is None or source is None:
        return target == after and source is copy.source
    return target == after and source == (copy.source[0], copy.source[1] + copy.count)


def copy_functions(
    builder: Callable[[], FunctionBuilder], copies: Iterable[Copy], listed: Set[tuple[Kind, int]]
) -> Iterator[str]:
    """The functions that copies call, and those of tables by kind and length."""
    number = builder().number
    kinds: set[Kind] = {copy.kind for copy in copies if not is_short(copy, number)}
    for kind in sorted(kinds):
        yield _copy_function(builder(), kind)
    for kind, length in sorted(listed):
        yield _table_copy_function(builder(), kind, length)


def _copy_function(code: FunctionBuilder, kind: Kind) -> str:
    """The function that `Copy.calls` calls."""
    v = code.number.vector
    with code.loop("%count"):
        for end in "ts":
            code.lines.append(f"%{end} = getelementptr {v.row}, ptr %{end}.0, i64 %i")
        _copy_number(code, kind, v)
    return code.function(f"define hidden void @{kind}(ptr %t.0, ptr %s.0, i64 %count) noinline")


def _table_copy_function(code: FunctionBuilder, kind: Kind, length: int) -> str:
    """The function that `CopyTables.calls` calls for a length."""
    n = code.number
    with code.loop("%count"):
        code.lines.append("%row = getelementptr [2 x i32], ptr %table, i64 %i")
        for k, end in enumerate("ts"):
            offset = code.load_index(f"%{end}", "%row", k)
            code.lines.append(f"%{end} = getelementptr {n.row}, ptr %{end}.0, i64 {offset}")
        if n.in_threads:
            _copy_rows(code, kind, length)
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


def _copy_rows(code: FunctionBuilder, kind: Kind, count: int) -> None:
    """Append the copy of each of `count` numbers of a thread, or zeros."""
    for k in range(count):
        value = code.number.constant(0.0)
        if kind == "copy":
            value = f"%x{k}"
            code.load("%s", k, value)
        code.store(value, "%t", k, f"t{k}")
