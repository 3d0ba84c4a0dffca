"""Dense linear algebra as loops over memory, in place of the code of a loop's body.

A loop that computes a factor, a substitution or weighted products of many rows says so
(`LoopNode.dense`). Its body lists every operation, 10,000 of a humanoid, which are code that a
processor fetches more slowly than it computes. Here they are done by short loops, each number by
the same operations in the same order: with the same bits.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from .copies import W
from .ir_builder import FunctionBuilder, constant_table
from .matrix_products import MatrixProduct, Tile
from .nested_loops import NestedLoops, Values
from .workspace import LoopBuffers

FEWEST: Final = 16
"""Rows from which on short loops are faster: of 10 a batch takes 1.2 times as long, of 24 0.8."""
BLOCK: Final = 4
"""Rows that are computed together: as many sums, so that none waits for another."""


def packed(n: int) -> int:
    """The numbers of a lower triangle of n rows, row by row."""
    return n * (n + 1) // 2


@dataclass(frozen=True)
class Dense:
    """The code of a dense operation; `kind` are its name and its sizes, as in `LoopNode.dense`."""

    kind: tuple[int | str, ...]

    @property
    def operation(self) -> str:
        """Its name."""
        return str(self.kind[0])

    @property
    def n(self) -> int:
        """The rows of its matrices."""
        return int(self.kind[1])

    @property
    def sizes(self) -> list[int]:
        """Of products the most contacts, the numbers of each, and where its rows begin there."""
        return [int(x) for x in self.kind[2:]]

    @property
    def scratch(self) -> int:
        """The numbers of memory that it takes beside its operands and its result."""
        if self.operation == "factor":
            return packed(self.n)
        if self.operation == "products":
            most, _, *rows = self.sizes
            return self.n * self.n + most * len(rows) * (self.n + 2)
        return 0

    @property
    def product(self) -> MatrixProduct:
        """That of transposed rows with weighted ones, of which the lower triangle is used."""
        n = self.n
        live = frozenset(i * n + j for i in range(n) for j in range(i + 1))
        return MatrixProduct(0, (n, 0, n), [], [], 0, live)

    @property
    def name(self) -> str:
        return "@" + "_".join(map(str, self.kind))

    def append_call(self, code: FunctionBuilder, buffers: LoopBuffers, scratch: int) -> None:
        """Append the call of its function, for memory of a loop and scratch at an offset."""
        rows, (result, *_) = buffers.rows, (*buffers.outputs, None)
        if self.operation == "products":
            end = W, buffers.areas[(buffers.loop.length - 1) % 2]
            places = [*buffers.tables, rows[1], (W, buffers.first), end, (W, scratch)]
        else:
            assert result is not None
            places = [*rows, result, *([(W, scratch)] if self.scratch else ())]
        for k, place in enumerate(places):
            code.pointer(f"%p{k}", *place)
        pointers = ", ".join(f"ptr %p{k}" for k in range(len(places)))
        code.lines.append(f"call void {self.name}({pointers})")

    def functions(
        self, code: FunctionBuilder, empty: Callable[..., FunctionBuilder]
    ) -> Iterator[str]:
        """Its function, built with `code`, and those that this calls, with `empty` builders."""
        number = code.number
        loops = DenseCode(code)
        if self.operation == "products":
            tiles = [*self.product.tiles(number)]
            yield from dict.fromkeys(x.text(empty(x.vector)) for *_, x in tiles)
            loops.products(self, tiles)
            names = "rows", "weights", "carry", "sums", "scratch"
        elif self.operation == "factor":
            loops.factor(self.n)
            names = "A", "L", "scratch"
        else:
            loops.substitution(self.n)
            names = "L", "b", "x"
        parameters = ", ".join(f"ptr noalias %{x}" for x in names)
        head = f"define hidden void {self.name}({parameters}) noinline{number.stack}"
        table = constant_table(f"{self.name}.rows", range(self.n))
        yield "\n".join([code.function(head), table][: 2 if self.operation == "products" else 1])


class DenseCode(NestedLoops):
    """The code of dense operations."""

    def _row(self, pointer: str, i: str) -> str:
        """The pointer to row i of a lower triangle."""
        twice = self.times(i, self.sum(i, 1))
        return self.at(pointer, self.let(f"lshr i64 {twice}, 1"))

    def _minus_products(
        self, end: str | int, sums: Values, lefts: Values, right: str, first: str | int = 0
    ) -> Values:
        """Each sum less the products of the elements of its left row and of the right one."""

        def term(k: str, sums: Values) -> Values:
            y = self.load(right, k)
            return [
                self.do("fma", self.do("neg", self.load(x, k)), y, total)
                for x, total in zip(lefts, sums, strict=True)
            ]

        return self.loop(end, term, sums, first=first)

    def _blocks(self, n: int, block: Callable[[str, int], None]) -> None:
        """Code for all blocks of rows: of the first row, and of how many there are."""

        def of_block(k: str, _: Values) -> Values:
            block(self.times(k, BLOCK), BLOCK)
            return ()

        self.loop(n // BLOCK, of_block)
        if n % BLOCK:
            block(str(n - n % BLOCK), n % BLOCK)

    def factor(self, n: int) -> None:
        """A = L D L^T: L and D in its place in a lower triangle, then the reciprocals of D.

        %scratch has L D.
        """
        one = self.number.constant(1.0)
        inverses = self.at("%L", packed(n))

        def block(i: str, size: int) -> None:
            rows = [self.sum(i, r) for r in range(size)]
            A, L, U = ([self._row(x, r) for r in rows] for x in ("%A", "%L", "%scratch"))

            def column(j: str, _: Values) -> Values:
                sums = [self.load(a, j) for a in A]
                sums = self._minus_products(j, sums, L, self._row("%scratch", j))
                self._scaled(j, sums, self.load(inverses, j), L, U)
                return ()

            self.loop(i, column)
            for c, j in enumerate(rows):
                sums = [self.load(a, j) for a in A[c:]]
                pivot, *others = self._minus_products(j, sums, L[c:], U[c])
                self.store(pivot, L[c], j)
                inverse = self.do("div", one, pivot)
                self.store(inverse, inverses, j)
                self._scaled(j, others, inverse, L[c + 1 :], U[c + 1 :])

        self._blocks(n, block)

    def _scaled(self, j: str, sums: Values, inverse: str, L: Values, U: Values) -> None:
        for x, left, unscaled in zip(sums, L, U, strict=True):
            self.store(x, unscaled, j)
            self.store(self.do("mul", x, inverse), left, j)

    def substitution(self, n: int) -> None:
        """x with L D L^T x = b: forward, scaled and changed by its last element, and back."""
        inverses, last = self.at("%L", packed(n)), n - 1

        def block(i: str, size: int) -> None:
            rows = [self.sum(i, r) for r in range(size)]
            L = [self._row("%L", r) for r in rows]
            sums = [self.load("%b", r) for r in rows]
            sums = list(self._minus_products(i, sums, L, "%x"))
            for c, j in enumerate(rows):
                self.store(sums[c], "%x", j)
                for r in range(c + 1, size):
                    factor = self.do("neg", self.load(L[r], j))
                    sums[r] = self.do("fma", factor, sums[c], sums[r])

        self._blocks(n, block)
        end = self.do("mul", self.load(inverses, last), self.load("%x", last))
        self.store(end, "%x", last)
        row = self._row("%L", str(last))

        def scaled(j: str, _: Values) -> Values:
            change = self.do("neg", self.do("mul", self.load(row, j), end))
            y = self.do("fma", self.load(inverses, j), self.load("%x", j), change)
            self.store(y, "%x", j)
            return ()

        self.loop(last, scaled)

        def before(k: str, size: int) -> None:
            self._back(self.let(f"sub i64 {last}, {k}"), size, last)

        self._blocks(last, before)

    def _back(self, end: str, size: int, last: int) -> None:
        """The elements of x before `end`, `size` of them, less those from there to the last one."""
        columns = [self.sum(end, -1 - c) for c in range(size)]
        count = self.let(f"sub i64 {last}, {end}")

        def term(k: str, sums: Values) -> Values:
            i = self.let(f"sub i64 {last - 1}, {k}")
            row, x = self._row("%L", i), self.load("%x", i)
            factors = (self.do("neg", self.load(row, j)) for j in columns)
            return [self.do("fma", y, x, total) for y, total in zip(factors, sums, strict=True)]

        sums = list(self.loop(count, term, [self.load("%x", j) for j in columns]))
        for c, i in enumerate(columns):
            self.store(sums[c], "%x", i)
            row = self._row("%L", i)
            for r in range(c + 1, size):
                factor = self.do("neg", self.load(row, columns[r]))
                sums[r] = self.do("fma", factor, sums[c], sums[r])

    def products(self, dense: Dense, tiles: Sequence[tuple[int, int, Tile]]) -> None:
        """The sums over contacts of J^T D J, of those of which D is not 0 in some lane.

        %carry has, after another number, how many contacts there are; %sums have these two, then
        the lower triangle.
        """
        n, (most, _, *rows) = dense.n, dense.sizes
        size, weighted = len(rows), self.at("%scratch", n * n)
        table = self.at(weighted, most * size * n)

        def of_contact(contact: str, used: Values) -> Values:
            D = self.at("%weights", self.times(contact, size * size))
            weights = [[self.load(D, size * r + c) for c in range(size)] for r in range(size)]
            acts = self._acts([x for row in weights for x in row])
            first = self.let(f"icmp eq i64 {contact}, 0")  # at least one term
            acts = self.let(f"or i1 {acts}, {first}")
            return self.where(
                acts, lambda: self._appended(dense, contact, weights, used[0]), used, "i64"
            )

        count = self._most(self.load("%carry", 1), most)
        (used,) = self.loop(count, of_contact, ["0"], "i64")
        for i, j, tile in tiles:
            columns = self.let(f"getelementptr i32, ptr {dense.name}.rows, i64 {i}")
            right, target = self.at(weighted, j), self.at("%scratch", i * n + j)
            self.code.lines.append(
                f"call void {tile.name}(ptr %rows, ptr {columns}, ptr {right}, ptr {table}, "
                f"i64 {used}, ptr {target}, i64 {n})"
            )
        zero = self.number.constant(0.0)

        def row(i: str, _: Values) -> Values:
            source = self.at("%scratch", self.times(i, n))
            target = self._row(self.at("%sums", 2), i)

            def element(j: str, _: Values) -> Values:
                # as the body, whose sums begin with 0, not with -0
                self.store(self.do("add", self.load(source, j), zero), target, j)
                return ()

            self.loop(self.sum(i, 1), element)
            return ()

        self.loop(n, row)

    def _appended(self, dense: Dense, contact: str, weights: Sequence[Values], used: str) -> Values:
        """The count of terms after those of a contact, whose D J and places are stored."""
        n, (most, stride, *rows) = dense.n, dense.sizes
        size, weighted = len(rows), self.at("%scratch", n * n)
        table = self.at(weighted, most * size * n)
        start = self.times(contact, stride)
        places = [self.sum(start, r) for r in rows]
        terms = [self.sum(used, r) for r in range(size)]
        J = [self.at("%rows", x) for x in places]
        DJ = [self.at(weighted, self.times(x, n)) for x in terms]
        for place, term in zip(places, terms, strict=True):
            entry = self.let(f"getelementptr [2 x i32], ptr {table}, i64 {term}")
            for k, offset in enumerate((place, self.times(term, n))):
                short = self.let(f"trunc i64 {offset} to i32")
                target = self.let(f"getelementptr i32, ptr {entry}, i64 {k}")
                self.code.lines.append(f"store i32 {short}, ptr {target}")

        def column(j: str, _: Values) -> Values:
            x = [self.load(row, j) for row in J]
            for row, target in zip(weights, DJ, strict=True):
                # the first product is fused into the second, as in the body
                start, *order = [1, 0, *range(2, size)][-size:]
                total = self.do("mul", row[start], x[start])
                for k in order:
                    total = self.do("fma", row[k], x[k], total)
                self.store(total, target, j)
            return ()

        self.loop(n, column)
        return [self.sum(used, size)]

    def _most(self, x: str, limit: int) -> str:
        """The largest number of all lanes as an integer, at least 1 and at most a limit."""
        n, most = self.number, "1"
        for k in range(n.width):
            y = self.let(f"extractelement {n.type} {x}, i64 {k}") if n.width > 1 else x
            y = self.let(f"fptosi {n.scalar} {y} to i64")
            most = self.chosen("sgt", y, most)
        return self.chosen("slt", most, str(limit))

    def _acts(self, numbers: Values) -> str:
        """Whether one of the numbers is not 0 in some lane."""
        n, zero = self.number, self.number.constant(0.0)
        some = ""
        for x in numbers:
            y = self.let(f"fcmp une {n.type} {x}, {zero}")
            some = self.let(f"or {n.boolean} {some}, {y}") if some else y
        if n.width == 1:
            return some
        bits = self.let(f"bitcast {n.boolean} {some} to i{n.width}")
        return self.let(f"icmp ne i{n.width} {bits}, 0")
