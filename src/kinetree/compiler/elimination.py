"""Factors and solutions of systems of equations, by short loops over memory."""

from typing import Final

from .nested_loops import NestedLoops, Values, packed

BLOCK: Final = 4
"""Rows that are computed together: as many sums, so that none waits for another."""


class Elimination(NestedLoops):
    """Factors and solutions of symmetric positive definite systems."""

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

    def factor(self, n: int) -> None:
        """A = L D L^T: L and D in its place in a lower triangle, then the reciprocals of D.

        %scratch has L D.
        """
        one = self.number.constant(1.0)
        inverses = self.at("%result", packed(n))

        def block(i: str, size: int) -> None:
            rows = [self.sum(i, r) for r in range(size)]
            A, L, U = (
                [self.triangle_row(x, r) for r in rows] for x in ("%row0", "%result", "%scratch")
            )

            def column(j: str, _: Values) -> Values:
                sums = [self.load(a, j) for a in A]
                sums = self._minus_products(j, sums, L, self.triangle_row("%scratch", j))
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

        self.blocks(n, block, BLOCK)

    def _scaled(self, j: str, sums: Values, inverse: str, L: Values, U: Values) -> None:
        for x, left, unscaled in zip(sums, L, U, strict=True):
            self.store(x, unscaled, j)
            self.store(self.do("mul", x, inverse), left, j)

    def substitution(self, n: int) -> None:
        """x with L D L^T x = b: forward, scaled and changed by its last element, and back."""
        inverses, last = self.at("%row0", packed(n)), n - 1

        def block(i: str, size: int) -> None:
            rows = [self.sum(i, r) for r in range(size)]
            L = [self.triangle_row("%row0", r) for r in rows]
            sums = [self.load("%row1", r) for r in rows]
            sums = list(self._minus_products(i, sums, L, "%result"))
            for c, j in enumerate(rows):
                self.store(sums[c], "%result", j)
                for r in range(c + 1, size):
                    factor = self.do("neg", self.load(L[r], j))
                    sums[r] = self.do("fma", factor, sums[c], sums[r])

        self.blocks(n, block, BLOCK)
        end = self.do("mul", self.load(inverses, last), self.load("%result", last))
        self.store(end, "%result", last)
        row = self.triangle_row("%row0", str(last))

        def scaled(j: str, _: Values) -> Values:
            change = self.do("neg", self.do("mul", self.load(row, j), end))
            y = self.do("fma", self.load(inverses, j), self.load("%result", j), change)
            self.store(y, "%result", j)
            return ()

        self.loop(last, scaled)

        def before(k: str, size: int) -> None:
            self._back(self.let(f"sub i64 {last}, {k}"), size, last)

        self.blocks(last, before, BLOCK)

    def _back(self, end: str, size: int, last: int) -> None:
        """The elements of x before `end`, `size` of them, less those from there to the last one."""
        columns = [self.sum(end, -1 - c) for c in range(size)]
        count = self.let(f"sub i64 {last}, {end}")

        def term(k: str, sums: Values) -> Values:
            i = self.let(f"sub i64 {last - 1}, {k}")
            row, x = self.triangle_row("%row0", i), self.load("%result", i)
            factors = (self.do("neg", self.load(row, j)) for j in columns)
            return [self.do("fma", y, x, total) for y, total in zip(factors, sums, strict=True)]

        sums = list(self.loop(count, term, [self.load("%result", j) for j in columns]))
        for c, i in enumerate(columns):
            self.store(sums[c], "%result", i)
            row = self.triangle_row("%row0", i)
            for r in range(c + 1, size):
                factor = self.do("neg", self.load(row, columns[r]))
                sums[r] = self.do("fma", factor, sums[c], sums[r])
