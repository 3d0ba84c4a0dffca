"""The hash-consed graph of scalar operations.

A `Graph` belongs to one trace; nothing is global to the process. Nodes are appended in the order
in which they are traced, so arguments precede their users and the list is a schedule. The same
operation on the same arguments is the same node.
"""

from collections.abc import Callable, Container, Iterable, Sequence
from typing import Any, Final, TypeAlias

from .words import Word

Scalar: TypeAlias = Any
"""A generic scalar: int, float, complex, a number of mpmath, SymPy or CasADi, or a traced `Expr`.

Algorithms are run on all of these, and only the operators and `kt.math` are common to them.
"""
Data: TypeAlias = Any
"""What a node of a graph holds beside its arguments: None, a number, a tuple, or a `LoopNode`."""

BOOLEAN: Final = frozenset({"lt", "le", "eq", "and", "or", "not"})
FLAT: Final = BOOLEAN | {"floor"}
"""Operations whose derivatives are zero. Words of numbers are made of `floor`."""
SOURCES: Final = frozenset({"input", "const"})
ROWS: Final = frozenset({"row", "span", "table", "numbers"})
"""Sequences of numbers as one node; "numbers" are the bytes of constants in a table."""
SOLUTIONS: Final = frozenset({"solution", "root", "linearized", "ruled", "solved"})
"""Numbers with implicit derivatives."""
NO_OPERATIONS: Final = SOURCES | ROWS | SOLUTIONS | {"element"}
"""Nodes that compute nothing: sources, and references to computed numbers."""

_PRODUCTS: Final = frozenset({"mul", "neg", "solved"})


class Graph:
    """An append-only list of operations without duplicates; a node is its index."""

    __slots__ = ("_memo", "args", "choices", "data", "ops", "rows")

    def __init__(self) -> None:
        self.choices: dict[str, str] = {}
        """The methods of algorithms that have several, by algorithm."""
        self.rows: dict[int, tuple[object, int]] = {}
        """Tables of constants, with their nodes, by their identities: some are long."""
        self.ops: list[str] = []
        self.args: list[tuple[int, ...]] = []
        self.data: list[Data] = []
        self._memo: dict[tuple[str, tuple[int, ...], Data], int] = {}

    def __len__(self) -> int:
        return len(self.ops)

    def node(self, op: str, args: tuple[int, ...] = (), data: Data = None) -> int:
        """The node for `op` on `args`, appended if it is new."""
        size = len(self.ops)
        index = self._memo.setdefault(self._key(op, args, data), size)
        if index == size:
            self.ops.append(op)
            self.args.append(args)
            self.data.append(data)
        return index

    def forget(self, begin: int) -> None:
        """Do not find the nodes from one on again for later operations: they are in a body."""
        for i in range(begin, len(self)):
            if self.ops[i] not in SOURCES:
                self._memo.pop(self._key(self.ops[i], self.args[i], self.data[i]), None)

    def _key(self, op: str, args: tuple[int, ...], data: Data) -> tuple[str, tuple[int, ...], Data]:
        if (op == "mul" or (op == "add" and self._commutes(args))) and args[0] > args[1]:
            return op, args[::-1], data
        return op, args, data

    def _commutes(self, terms: tuple[int, ...]) -> bool:
        # A sum with a product keeps its order: which product is fused into an fma is decided by
        # source order, and must not depend on the rest of the graph. Unknowns may be products.
        x, y = terms
        return self.ops[x] not in _PRODUCTS and self.ops[y] not in _PRODUCTS

    def constant(self, value: Scalar) -> int:
        """A number as a node; 0.0 and -0.0 are different constants, 1 and 1.0 the same."""
        if isinstance(value, Word):
            return self.node("word", (self.constant(value >> 16), self.constant(value & 0xFFFF)))
        value = float(value) if isinstance(value, (int, float)) else value
        return self.node("const", (), (repr(value), value))

    def variable(self) -> int:
        """A fresh input, equal to no other node."""
        return self.node("input", (), ("variable", len(self.ops)))

    def live(
        self,
        outputs: Iterable[int],
        leaves: Container[int] = (),
        needed: Callable[[int], Sequence[int]] | None = None,
    ) -> list[int]:
        """The nodes that `outputs` depend on, in order, not followed beyond `leaves`.

        `needed` gives the dependencies of a node, by default all of its arguments.
        """
        seen: set[int] = set()
        stack = list(outputs)
        needed = needed or self.args.__getitem__
        while stack:
            i = stack.pop()
            if i not in seen:
                seen.add(i)
                if i not in leaves:
                    stack.extend(needed(i))
        return sorted(seen)
