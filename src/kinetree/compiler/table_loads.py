"""Loads of elements by indices that are computed: of operands, of results of loops, of constants.

An operand is read where the caller has it, from the sample of each lane: no matter how long it is,
nothing of it is copied.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from .ir_builder import FunctionBuilder


@dataclass(frozen=True)
class Table:
    """A row in memory: numbers from `start` on after a pointer."""

    pointer: str
    start: int
    kind: Literal["sample", "workspace", "constants"]
    """Of an operand, by sample; with the numbers of all lanes side by side; the same in all."""

    def moved(self, start: int) -> "Table":
        """The row from one of its numbers on."""
        return Table(self.pointer, self.start + start, self.kind)

    def append_load(
        self, code: FunctionBuilder, name: str, place: str, offset: int, stride: int
    ) -> None:
        """Append the load of the element offset + stride place of each lane."""
        n, first = code.number, self.start + offset
        width = n.width
        vector = f"<{width} x i32>" if width > 1 else "i32"
        code.lines.append(f"{name}.n = fptosi {n.type} {place} to {vector}")
        value = "poison"
        for k in range(width):
            x = f"{name}.{k}"
            index = f"{name}.n"
            if width > 1:
                index = f"{x}.e"
                code.lines.append(f"{index} = extractelement {vector} {name}.n, i64 {k}")
            code.lines += [
                f"{x}.z = zext i32 {index} to i64",
                f"{x}.m = mul i64 {x}.z, {stride}",
                f"{x}.o = add i64 {x}.m, {first}",
                *self._address(code, x, k),
            ]
            loaded = x if width > 1 else name
            code.lines.append(f"{loaded} = load {n.scalar}, ptr {x}.p")
            if width > 1:
                inserted = f"{name}.v{k}" if k < width - 1 else name
                pair = f"{n.type} {value}, {n.scalar} {x}"
                code.lines.append(f"{inserted} = insertelement {pair}, i64 {k}")
                value = inserted

    def append_uniform_load(
        self, code: FunctionBuilder, name: str, place: str, offset: int, stride: int
    ) -> None:
        """Append the load of the element offset + stride place, the same in all lanes."""
        n, first = code.number, self.start + offset
        code.lines += [
            f"{name}.e = extractelement {n.type} {place}, i64 0",
            f"{name}.n = fptosi {n.scalar} {name}.e to i64",
            f"{name}.m = mul i64 {name}.n, {stride}",
            f"{name}.o = add i64 {name}.m, {first}",
        ]
        row = n.scalar if self.kind == "constants" else n.row
        code.lines.append(f"{name}.p = getelementptr {row}, ptr {self.pointer}, i64 {name}.o")
        if self.kind == "workspace":
            code.lines.append(f"{name} = load {n.type}, ptr {name}.p")
            return
        code.lines += [
            f"{name}.x = load {n.scalar}, ptr {name}.p",
            f"{name}.i = insertelement {n.type} poison, {n.scalar} {name}.x, i64 0",
            f"{name} = shufflevector {n.type} {name}.i, {n.type} poison, "
            f"<{n.width} x i32> zeroinitializer",
        ]

    def _address(self, code: FunctionBuilder, x: str, k: int) -> Sequence[str]:
        """Instructions for the address of number {x}.o of lane k."""
        n = code.number
        if self.kind == "constants":
            return [f"{x}.p = getelementptr {n.scalar}, ptr {self.pointer}, i64 {x}.o"]
        if self.kind == "workspace":
            return [
                f"{x}.r = getelementptr {n.row}, ptr {self.pointer}, i64 {x}.o",
                f"{x}.p = getelementptr {n.scalar}, ptr {x}.r, i64 {k}",
            ]
        return [
            f"{x}.s = mul i64 {self.pointer}.s, {k}",
            f"{x}.b = getelementptr i8, ptr {self.pointer}.i, i64 {x}.s",
            f"{x}.p = getelementptr {n.scalar}, ptr {x}.b, i64 {x}.o",
        ]
