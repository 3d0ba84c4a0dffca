"""Numbers in a row copied, or set to zero, as vectors: what a result has of products and zeros."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Literal

from .ir_builder import FunctionText, Number, table
from .target import host_lanes

Verb = Literal["copy", "zero"]
Place = tuple[str, int]
"""A pointer, and how many numbers after it."""

WORTHWHILE: Final = 2
"""Vectors from which a line is not written out."""


@dataclass(frozen=True)
class Line:
    """`count` numbers to `target`, from `source` or zero."""

    target: Place
    source: Place | None
    count: int

    def singles(self) -> "list[Line]":
        """Its numbers one by one."""
        (to, at), source = self.target, self.source
        return [
            Line((to, at + k), source and (source[0], source[1] + k), 1) for k in range(self.count)
        ]

    @property
    def places(self) -> tuple[int, int]:
        """Where it goes and comes from."""
        return self.target[1], (self.source or self.target)[1]

    @property
    def verb(self) -> Verb:
        return "zero" if self.source is None else "copy"

    def calls(self, number: Number) -> Iterator[str]:
        """The last vector ends where the line does: some numbers are copied a second time."""
        unit, t = _vector(number).lanes // number.lanes, number.type
        starts = [(0, self.count // unit)]
        if self.count % unit:
            starts.append((self.count - unit, 1))
        source = self.source or self.target
        for start, vectors in starts:
            label = f"%m{self.target[0][1:]}.{self.target[1] + start}.{vectors}"
            for end, (pointer, at) in (("t", self.target), ("s", source)):
                yield f"{label}.{end} = getelementptr {t}, ptr {pointer}, i64 {at + start}"
            yield f"call void @{self.verb}(ptr {label}.t, ptr {label}.s, i64 {vectors})"


def lines(moves: Iterable[tuple[Place, Place | None]]) -> list[Line]:
    """Moves of single numbers as lines."""
    found: list[Line] = []
    for target, source in moves:
        if found and _after(found[-1], target, source):
            found[-1] = Line(found[-1].target, found[-1].source, found[-1].count + 1)
        else:
            found.append(Line(target, source, 1))
    return found


def is_short(line: Line, number: Number) -> bool:
    """Whether a line is not worth a loop."""
    return line.count < max(4, WORTHWHILE * _vector(number).lanes // number.lanes)


@dataclass(frozen=True)
class Tables:
    """Short lines by their pointers and lengths: code for each would take too long."""

    name: str
    lines: list[Line]

    @property
    def groups(self) -> dict[tuple[str, str | None, int], list[Line]]:
        """Of lines from one pointer to another, of one length."""
        found: dict[tuple[str, str | None, int], list[Line]] = {}
        for line in self.lines:
            source = line.source and line.source[0]
            found.setdefault((line.target[0], source, line.count), []).append(line)
        return found

    def calls(self) -> Iterator[str]:
        """Lines that move them."""
        for k, ((to, source, count), group) in enumerate(self.groups.items()):
            verb = group[0].verb
            yield (
                f"call void @{verb}_listed{count}(ptr {to}, ptr {source or to}, "
                f"ptr @{self.name}{k}, i64 {len(group)})"
            )

    @property
    def text(self) -> str:
        """Their places, two by two."""
        return "\n".join(
            table(f"@{self.name}{k}", [at for x in group for at in x.places])
            for k, group in enumerate(self.groups.values())
        )


def _after(line: Line, target: Place, source: Place | None) -> bool:
    """Whether a move goes on where a line ends."""
    next_one = (line.target[0], line.target[1] + line.count)
    if line.source is None or source is None:
        return target == next_one and source is line.source
    return target == next_one and source == (line.source[0], line.source[1] + line.count)


def _vector(number: Number) -> Number:
    """What is moved at a time."""
    return number if number.lanes > 1 else Number(number.dtype, host_lanes(number.bytes))


def mover(code: FunctionText, verb: Verb) -> str:
    """The function that lines call, written with an empty `code`."""
    v = _vector(code.number)
    with code.repeated("%count"):
        for end in "ts":
            code.lines.append(f"%{end} = getelementptr {v.type}, ptr %{end}.0, i64 %i")
        _move(code, verb, v)
    return code.function(f"define hidden void @{verb}(ptr %t.0, ptr %s.0, i64 %count) noinline")


def lister(code: FunctionText, verb: Verb, length: int) -> str:
    """The function that tables call for lines of a length, written with an empty `code`."""
    n = code.number
    with code.repeated("%count"):
        code.lines.append("%row = getelementptr [2 x i32], ptr %table, i64 %i")
        for k, end in enumerate("ts"):
            place = code.listed(f"%{end}", "%row", k)
            code.lines.append(f"%{end} = getelementptr {n.type}, ptr %{end}.0, i64 {place}")
        _move(code, verb, Number(n.dtype, n.lanes * length))
    parameters = "ptr %t.0, ptr %s.0, ptr %table, i64 %count"
    return code.function(f"define hidden void @{verb}_listed{length}({parameters}) noinline")


def _move(code: FunctionText, verb: Verb, v: Number) -> None:
    """So many numbers from %s to %t, or zeros."""
    value, alignment = v.constant(0.0), code.number.alignment
    if verb == "copy":
        value = "%x"
        code.lines.append(f"%x = load {v.type}, ptr %s, align {alignment}")
    code.lines.append(f"store {v.type} {value}, ptr %t, align {alignment}")
