"""Products with the rows of contacts, by short loops over memory."""

from collections.abc import Sequence
from typing import Final

from .ir_builder import FunctionBuilder
from .matrix_products import Tile
from .nested_loops import NestedLoops, Values

SUMS: Final = 6
"""Sums that are computed together, so that none waits for another."""
COLUMNS: Final = 8
"""Columns of which the sums over contacts are computed together, in registers."""


class RowProducts(NestedLoops):
    """Products of the rows of contacts, in %table, of which as many are used as %carry says.

    They have n columns; there are at most `most` contacts, of `stride` numbers each, in which its
    `rows` begin. %carry has a number, the count, and what an operation begins with; %end has the
    first two, and how it ends.
    """

    def __init__(
        self, code: FunctionBuilder, n: int, most: int, stride: int, rows: Sequence[int]
    ) -> None:
        super().__init__(code)
        self.n, self.most, self.stride, self.rows = n, most, stride, rows

    def products(self, columns: str, tiles: Sequence[tuple[int, int, Tile]]) -> None:
        """The lower triangle of J^T D J, summed over contacts of which D is not 0 in some lane.

        `columns` is the name of a table of the numbers of columns.
        """
        n, size = self.n, len(self.rows)
        weighted = self.at("%scratch", n * n)
        table = self.at(weighted, self.most * size * n)

        def of_contact(contact: str, used: Values) -> Values:
            D = self.at("%row1", self.times(contact, size * size))
            weights = [[self.load(D, size * r + c) for c in range(size)] for r in range(size)]
            acts = self._acts([x for row in weights for x in row])
            first = self.let(f"icmp eq i64 {contact}, 0")  # at least one term
            acts = self.let(f"or i1 {acts}, {first}")
            return self.where(acts, lambda: self._appended(contact, weights, used[0]), used, "i64")

        (used,) = self.loop(self._used(self.load("%carry", 1)), of_contact, ["0"], "i64")
        for i, j, tile in tiles:
            left = self.let(f"getelementptr i32, ptr {columns}, i64 {i}")
            right, target = self.at(weighted, j), self.at("%scratch", i * n + j)
            self.code.lines.append(
                f"call void {tile.name}(ptr %table, ptr {left}, ptr {right}, ptr {table}, "
                f"i64 {used}, ptr {target}, i64 {n})"
            )
        zero = self.number.constant(0.0)

        def row(i: str, _: Values) -> Values:
            source = self.at("%scratch", self.times(i, n))
            target = self.triangle_row(self.at("%end", 2), i)

            def element(j: str, _: Values) -> Values:
                # as the body, whose sums begin with 0, not with -0
                self.store(self.do("add", self.load(source, j), zero), target, j)
                return ()

            self.loop(self.sum(i, 1), element)
            return ()

        self.loop(n, row)

    def _appended(self, contact: str, weights: Sequence[Values], used: str) -> Values:
        """The count of terms after those of a contact, whose D J and places are stored."""
        n, size = self.n, len(self.rows)
        weighted = self.at("%scratch", n * n)
        table = self.at(weighted, self.most * size * n)
        places = self._places(contact)
        terms = [self.sum(used, r) for r in range(size)]
        J = [self.at("%table", x) for x in places]
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

    def by_vector(self) -> None:
        """J v of each contact, for v of %carry; zeros of those beyond the count.

        Contacts are computed together, the last one perhaps again, in as many sums as `SUMS`.
        """
        n, size = self.n, len(self.rows)
        together = max(SUMS // size, 1)
        zero, limit, v = self.number.constant(0.0), self.load("%carry", 1), self.at("%carry", 2)

        def of_group(group: str, _: Values) -> Values:
            first, last = self.times(group, together), str(self.most - 1)
            contacts = [self.chosen("slt", self.sum(first, k), last) for k in range(together)]
            J = [self.at("%table", place) for x in contacts for place in self._places(x)]

            def term(j: str | int, sums: Values) -> Values:
                y = self.load(v, j)
                return [self.do("fma", self.load(x, j), y, z) for x, z in zip(J, sums, strict=True)]

            # the first product is fused into the second, as in the body
            y = self.load(v, 1)
            sums = term(0, [self.do("mul", self.load(x, 1), y) for x in J])
            sums = self.loop(n, term, sums, first=2)
            for k, contact in enumerate(contacts):
                target = self.at("%result", self.times(contact, size))
                own = sums[k * size : (k + 1) * size]
                for r, x in enumerate(self._of_used(contact, limit, own)):
                    self.store(x, target, r)
            return ()

        used = self._used(limit)
        groups = self.let(f"udiv i64 {self.sum(used, together - 1)}, {together}")
        self.loop(groups, of_group)

        def unused(k: str, _: Values) -> Values:
            self.store(zero, "%result", k)
            return ()

        self.loop(self.most * size, unused, first=self.times(used, size))

    def transposed(self) -> None:
        """The sums of %carry and of J^T x of all contacts."""
        size, limit = len(self.rows), self.load("%carry", 1)
        used = self._used(limit)

        def of_columns(first: str, count: int) -> None:
            columns = [self.sum(first, c) for c in range(count)]

            def of_contact(contact: str, sums: Values) -> Values:
                numbers = self.at("%row1", self.times(contact, size))
                loaded = [self.load(numbers, r) for r in range(size)]
                x = self._of_used(contact, limit, loaded)

                def added() -> Values:
                    after = sums
                    for place, y in zip(self._places(contact), x, strict=True):
                        J = self.at("%table", place)
                        pairs = zip(columns, after, strict=True)
                        after = [self.do("fma", self.load(J, j), y, z) for j, z in pairs]
                    return after

                return self.where(self._acts(x), added, sums, self.number.type)

            start = [self.load("%carry", self.sum(j, 2)) for j in columns]
            sums = self.loop(used, of_contact, start)
            for j, x in zip(columns, sums, strict=True):
                self.store(x, "%end", self.sum(j, 2))

        self.blocks(self.n, of_columns, COLUMNS)

    def _places(self, contact: str) -> list[str]:
        """Where the rows of a contact begin in the table."""
        start = self.times(contact, self.stride)
        return [self.sum(start, x) for x in self.rows]

    def _of_used(self, contact: str, count: str, numbers: Values) -> Values:
        """Numbers of a contact, 0 where it is beyond the count."""
        n, zero = self.number, self.number.constant(0.0)
        number = self.let(f"sitofp i64 {contact} to {n.scalar}")
        if n.width > 1:
            first = self.let(f"insertelement {n.type} poison, {n.scalar} {number}, i64 0")
            order = f"<{n.width} x i32> zeroinitializer"
            number = self.let(f"shufflevector {n.type} {first}, {n.type} poison, {order}")
        ended = self.let(f"fcmp oge {n.type} {number}, {count}")
        return [
            self.let(f"select {n.boolean} {ended}, {n.type} {zero}, {n.type} {x}") for x in numbers
        ]

    def _used(self, count: str) -> str:
        """The largest count of all lanes as an integer, at least 1."""
        n, most = self.number, "1"
        for k in range(n.width):
            y = self.let(f"extractelement {n.type} {count}, i64 {k}") if n.width > 1 else count
            y = self.let(f"fptosi {n.scalar} {y} to i64")
            most = self.chosen("sgt", y, most)
        return self.chosen("slt", most, str(self.most))

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
