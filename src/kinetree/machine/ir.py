"""LLVM IR of a trace, as text: one function a cut, and an entry that loops over the samples.

The same pieces serve one sample and lanes; only the type of a number differs, `double` or
`<4 x double>`. The entry for one sample hands the pieces the caller's memory. The entry for lanes
brings as many samples as there are lanes into a workspace by in-register transposes, runs the
pieces on it, and takes the results back; samples that do not fill the last lanes are computed
together with the ones before them, so that there is no second kind of result. Every entry sets
the floating-point environment and gives back the caller's: another library's flush-to-zero changes
no bit, and what a discarded choice computes raises no flag.

LLVM gets several modules, each of a fraction of a second: Ctrl-C is answered between two of them.
"""

import platform
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from math import copysign
from typing import Final

from ..scalar.expr import Expr, Scalar, is_zero
from ..scalar.graph import BOOLEAN, SOURCES, Graph
from ..scalar.replay import Trace
from .blocks import Block, Blocks, Tiling
from .environment import guard
from .lanes import movers, runs
from .lines import Line, Place, Tables, Verb, is_short, lines, lister, mover
from .program import CUT, Cuts, cut, function_trace
from .writer import BITS, INSTRUCTIONS, INTRINSICS, FunctionText, Number, definition, table

STORES: Final = 400
"""Lines written by one function."""
STACK: Final = 1 << 17
"""Bytes of the stack that one sample may work in; threads have little of it on some systems."""
MODULE: Final = 4000
"""Lines of text in one module, unless a single function has more."""

Write = tuple[Line, Scalar]
"""A line, and what is written where it has no source."""


class Module:
    """What LLVM compiles for a lowered trace; its entry is `kernel`.

    One lane: `void kernel(i64 n, ptr pointers, ptr steps)`, the base address of each operand and
    result and the bytes from one sample to the next; the core of each is contiguous. Several lanes:
    n >= lanes. Where `workspace_bytes` is not 0, so much memory is a last argument.
    """

    def __init__(
        self, trace: Trace, number: Number, architecture: str = platform.machine()
    ) -> None:
        self.guard = guard(architecture)
        self.trace, self.graph, self.number = trace, trace.graph, number
        self.declarations: set[str] = set()
        nodes = trace.nodes
        schedule = [i for i in nodes if self.graph.ops[i] not in (*SOURCES, "entry")]
        self.cuts: Cuts = cut(self.graph, schedule, CUT)
        self.blocks = Blocks(self.graph, nodes, self.cuts.workspace)
        self.size = self.blocks.end
        """Numbers in the workspace: what crosses a cut, then products, and all that is in lanes."""
        self.names = [f"%a{k}" for k in range(len(trace.operands))]
        self.names += [f"%r{k}" for k in range(len(trace.results))]
        self.inputs: dict[int, Place] = {
            x.index: (f"%a{k}", j)
            for k, operand in enumerate(trace.operands)
            for j, x in enumerate(operand.entries)
        }
        self.stores: dict[int, list[Place]] = {}
        """Where operations store their values as results."""
        self.moves: list[Write] = []
        """Results that are bare operands, or entries of products."""
        self.constants: list[Write] = []
        """Results that are plain numbers."""
        self.brought: dict[int, list[Write]] = {}
        """What is moved to where a product reads it."""
        self.fixed: list[Write] = []
        """Plain numbers in products."""
        self.listed: set[tuple[Verb, int]] = set()
        """The kinds of short lines in tables."""
        if number.lanes == 1:
            self._sort_results()
        else:
            self._lay_out()
        self._sort_products()

    def _sort_results(self) -> None:
        """How each entry of a result of one sample gets there."""
        moves: list[tuple[Place, Place]] = []
        zeros: list[tuple[Place, None]] = []
        for k, result in enumerate(self.trace.results):
            for j, x in enumerate(result.entries):
                place = (f"%r{k}", j)
                if type(x) is not Expr:
                    if is_zero(x):
                        zeros.append((place, None))
                    else:
                        self.constants.append((Line(place, None, 1), x))
                elif x.index in self.inputs:
                    moves.append((place, self.inputs[x.index]))
                elif self.graph.ops[x.index] == "entry":
                    moves.append((place, ("%w", self.blocks.entry(x.index))))
                else:
                    self.stores.setdefault(x.index, []).append(place)
        self.moves = [(line, 0) for line in lines(moves)]
        self.constants += [(line, 0) for line in lines(zeros)]

    def _lay_out(self) -> None:
        """Where operands lie in lanes, and each entry of a result: once, wherever it is made."""
        operands, results, side = self.trace.operands, self.trace.results, self.number.lanes
        self.areas: list[int] = []
        lies: dict[int | str, int] = {}
        for operand in operands:
            self.areas.append(self.size)
            lies |= {x.index: self._next() for x in operand.entries}
        self.places = [[self._lies(x, lies) for x in result.entries] for result in results]
        self.runs = [runs("gather", x.entries, side) for x in operands]
        self.runs += [runs("scatter", x.entries, side) for x in results]

    def _lies(self, x: Scalar, lies: dict[int | str, int]) -> int:
        """Where an entry of a result lies; it is stored if it does nowhere yet."""
        key = x.index if type(x) is Expr else self.number.literal(x)
        if key not in lies:
            if type(x) is not Expr:
                lies[key] = self._next()
                self.constants.append((Line(("%w", lies[key]), None, 1), x))
            elif self.graph.ops[x.index] == "entry":
                lies[key] = self.blocks.entry(x.index)
            else:
                lies[key] = self._next()
                self.stores[x.index] = [("%w", lies[key])]
        return lies[key]

    def _next(self) -> int:
        """A new place in the workspace."""
        self.size += 1
        return self.size - 1

    def _sort_products(self) -> None:
        """How what no piece makes gets to where a product reads it."""
        graph, w = self.graph, "%w"
        for block, brought in self.blocks.brought.items():
            moves: list[tuple[Place, Place]] = []
            zeros: list[tuple[Place, None]] = []
            for node, at in brought:
                if node in self.inputs:
                    moves.append(((w, at), self.inputs[node]))
                elif graph.ops[node] == "entry":
                    moves.append(((w, at), (w, self.blocks.entry(node))))
                elif graph.ops[node] == "const":
                    x = graph.data[node][1]
                    if x == 0 and copysign(1, x) > 0:
                        zeros.append(((w, at), None))
                    else:
                        self.fixed.append((Line((w, at), None, 1), x))
            self.brought[block] = [(line, 0) for line in lines(moves)]
            self.fixed += [(line, 0) for line in lines(zeros)]

    @property
    def workspace_bytes(self) -> int:
        """The memory that an entry is given to work in; none for one sample that takes little."""
        size = self.size * self.number.lanes * self.number.bytes
        return size if self.number.lanes > 1 or size > STACK else 0

    @property
    def parameters(self) -> str:
        """Distinct memory, but for operands, which are only read: no store changes a load."""
        return ", ".join(f"ptr noalias {name}" for name in ("%w", *self.passed))

    @property
    def passed(self) -> list[str]:
        """Pointers that every function takes: results in lanes lie in the workspace."""
        return self.names if self.number.lanes == 1 else self.names[: len(self.trace.operands)]

    def text(self) -> str:
        """All of it as one module."""
        functions = self._all()
        return "\n".join([*self._declared(), *functions])

    def texts(self) -> list[str]:
        """Modules to be compiled one by one and linked."""
        groups: list[list[str]] = [[]]
        lines = 0
        for function in self._all():
            more = function.count("\n")
            if groups[-1] and lines + more > MODULE:
                groups.append([])
                lines = 0
            groups[-1].append(function)
            lines += more
        heads = {function: function.partition(" {")[0] for group in groups for function in group}
        declared = self._declared()
        return ["\n".join([*declared, *_outside(heads, group), *group]) for group in groups]

    def _declared(self) -> list[str]:
        return sorted({*self.declarations, *self.guard.declarations})

    def _all(self) -> list[str]:
        """Every function, the entry last."""
        one = self.number.lanes == 1
        steps = [x for k, piece in enumerate(self.cuts.pieces) for x in self._piece(k, piece)]
        steps += self._writes("copies", self.moves)
        constants = list(self._writes("constants", self.constants))
        once = list(self._writes("fixed", self.fixed))
        (steps if one else once).extend(constants)
        entry = self._entry(once, steps) if one else self._lanes_entry(once, steps)
        return [*self._functions(), *self._tiles(), *self._movers(), *once, *steps, entry]

    def _code(self, graph: Graph | None = None, number: Number | None = None) -> FunctionText:
        return FunctionText(graph or self.graph, number or self.number, self.declarations)

    def _functions(self) -> list[str]:
        """The transcendental functions that a float32 module calls."""
        if self.number.dtype == "float64":
            return []
        known = {*INSTRUCTIONS, *INTRINSICS, *BITS, *SOURCES, "block", "entry"}
        used = sorted({self.graph.ops[i] for i in self.trace.nodes} - known)
        return [self._function(op) for op in used]

    def _function(self, op: str) -> str:
        trace, t = function_trace(op), self.number.wide.type
        code = self._code(trace.graph, self.number.wide)
        for i in trace.nodes:
            if trace.graph.ops[i] not in SOURCES:
                code.operation(i)
        parameters = ", ".join(f"{t} %v{x.index}" for x in trace.operands[0].entries)
        code.lines.append(f"ret {t} %v{trace.results[0].entries[0].index}")
        body = "\n  ".join(code.lines)
        return f"define hidden {t} @{op}({parameters}) noinline {{\n  {body}\n}}"

    def _tiles(self) -> Iterator[str]:
        """The functions that compute parts of products."""
        products = [Tiling(block, self.number) for block in self.blocks.all.values()]
        for tile in dict.fromkeys(tile for x in products for _, _, tile in x.tiles()):
            yield tile.text(self._code(number=tile.vector))

    def _product(self, k: int, block: Block) -> Iterator[str]:
        """What no piece makes is brought to a product first."""
        yield from self._writes(f"brought{k}_", self.brought.get(block.node, ()))
        code, tiling = self._code(), Tiling(block, self.number)
        code.lines += tiling.calls()
        yield f"{self._step(code, f'piece{k}')}\n{tiling.tables()}"

    def _step(self, code: FunctionText, name: str) -> str:
        return code.function(f"define hidden void @{name}({self.parameters}) noinline")

    def _piece(self, k: int, piece: Sequence[int]) -> Iterator[str]:
        if piece[0] in self.blocks.all:
            yield from self._product(k, self.blocks.all[piece[0]])
            return
        code = self._code()
        here, loaded = set(piece), set[int]()
        for i in piece:
            for a in self.graph.args[i]:
                if a not in here and a not in loaded and self.graph.ops[a] != "const":
                    loaded.add(a)
                    self._fetch(code, a)
            code.operation(i)
            self._keep(code, i)
        yield self._step(code, f"piece{k}")

    def _fetch(self, code: FunctionText, i: int) -> None:
        """Load an operand, or a value from an earlier piece."""
        if i in self.inputs:
            code.load(*self.inputs[i], f"%v{i}")
        elif self.graph.ops[i] == "entry":
            code.load("%w", self.blocks.entry(i), f"%v{i}")
        elif self.graph.ops[i] not in BOOLEAN:
            code.load("%w", self.cuts.slots[i], f"%v{i}")
        else:
            code.load("%w", self.cuts.slots[i], f"%b{i}")
            zero = self.number.constant(0.0)
            code.lines.append(f"%v{i} = fcmp une {self.number.type} %b{i}, {zero}")

    def _keep(self, code: FunctionText, i: int) -> None:
        """Store a value that a later piece reads, and results."""
        if i in self.cuts.slots:
            value, n = f"%v{i}", self.number
            if self.graph.ops[i] in BOOLEAN:
                one, zero = n.constant(1.0), n.constant(0.0)
                value = f"%k{i}"
                code.lines.append(
                    f"{value} = select {n.truth} %v{i}, {n.type} {one}, {n.type} {zero}"
                )
            code.store(value, "%w", self.cuts.slots[i], f"w{i}")
        for place in self.blocks.places.get(i, ()):
            code.store(f"%v{i}", "%w", place, f"p{place}")
        for k, (pointer, j) in enumerate(self.stores.get(i, ())):
            code.store(f"%v{i}", pointer, j, f"s{i}.{k}")

    def _writes(self, name: str, writes: Sequence[Write]) -> Iterator[str]:
        """Functions that write numbers, so many in one: LLVM tries to join its stores.

        Short lines that are too many for one function are listed in tables.
        """
        short = [(line, x) for line, x in writes if is_short(line, self.number)]
        written = [(line, x) for line, x in writes if not is_short(line, self.number)]
        listed = [line for line, x in short if is_zero(x)]
        if sum(line.count for line in listed) > STORES:
            short = [(line, x) for line, x in short if not is_zero(x)]
            code, tables = self._code(), Tables(f"{name}_table", listed)
            code.lines += tables.calls()
            self.listed |= {(line.verb, line.count) for line in listed}
            yield f"{self._step(code, f'{name}_listed')}\n{tables.text}"
        written += [(single, x) for line, x in short for single in line.singles()]
        for start in range(0, len(written), STORES):
            code = self._code()
            for k, (line, x) in enumerate(written[start : start + STORES]):
                if line.count > 1:
                    code.lines += line.calls(self.number)
                    continue
                value = self.number.constant(x)
                if line.source is not None:
                    value = f"%v{k}"
                    code.load(*line.source, value)
                code.store(value, *line.target, f"s{k}")
            yield self._step(code, f"{name}{start}")

    def _movers(self) -> Iterator[str]:
        """The functions that move several numbers."""
        writes = chain(self.moves, self.constants, self.fixed, *self.brought.values())
        verbs: set[Verb] = {line.verb for line, _ in writes if not is_short(line, self.number)}
        for verb in sorted(verbs):
            yield mover(self._code(), verb)
        for verb, length in sorted(self.listed):
            yield lister(self._code(), verb, length)
        if self.number.lanes > 1:
            yield from movers(self._code(), chain(*self.runs))

    def _pointers(self) -> Iterator[str]:
        for k, name in enumerate(self.names):
            yield f"%sp{k} = getelementptr i64, ptr %steps, i64 {k}"
            yield f"%s{k} = load i64, ptr %sp{k}"
            yield f"%bp{k} = getelementptr ptr, ptr %pointers, i64 {k}"
            yield f"{name}.0 = load ptr, ptr %bp{k}"

    def _calls(self, functions: Sequence[str], moment: str = "") -> Iterator[str]:
        """Calls with the memory of a sample, or of the first one."""
        arguments = ", ".join(["ptr %w", *(f"ptr {name}{moment}" for name in self.passed)])
        for function in functions:
            name = function.removeprefix("define hidden void ").partition("(")[0]
            yield f"call void {name}({arguments})"

    def _entry(self, once: Sequence[str], steps: Sequence[str]) -> str:
        code = self._code()
        if not self.workspace_bytes:
            size = max(self.size, 1)
            code.lines.append(f"%w = alloca [{size} x {self.number.type}], align 64")
        code.lines += [*self.guard.enter, *self._pointers(), *self._calls(once, ".0")]
        with code.repeated("%n", *((x, "ptr", f"{x}.0", f"{x}.1") for x in self.names)):
            code.lines += self._calls(steps)
            for k, x in enumerate(self.names):
                code.lines.append(f"{x}.1 = getelementptr i8, ptr {x}, i64 %s{k}")
        code.lines += self.guard.leave
        given = ", ptr %w" if self.workspace_bytes else ""
        return code.function(f"define void @kernel(i64 %n, ptr %pointers, ptr %steps{given})")

    def _lanes_entry(self, once: Sequence[str], steps: Sequence[str]) -> str:
        n, t = self.number, self.number.type
        lines = [
            f"%a{k} = getelementptr {t}, ptr %w, i64 {area}" for k, area in enumerate(self.areas)
        ]
        lines += [*self.guard.enter, *self._pointers(), *self._calls(once)]
        lines += [f"%last = sub i64 %n, {n.lanes}", "br label %loop", "loop:"]
        lines += ["%i = phi i64 [ 0, %0 ], [ %step, %more ]"]
        for k, name in enumerate(self.names):
            lines += [f"{name}.o = mul i64 %i, %s{k}"]
            lines += [f"{name}.i = getelementptr i8, ptr {name}.0, i64 {name}.o"]
        count, tables = len(self.areas), [f"@places{k}" for k in range(len(self.places))]
        lie = zip(self.names, (*self.names[:count], *tables), self.runs, strict=True)
        moved = [
            [x for run in its_runs for x in run.calls(n, lanes, f"{name}.i", f"%s{k}")]
            for k, (name, lanes, its_runs) in enumerate(lie)
        ]
        lines += [*chain(*moved[:count]), *self._calls(steps), *chain(*moved[count:])]
        lines += [
            f"%next = add i64 %i, {n.lanes}",
            "%done = icmp sge i64 %next, %n",
            "br i1 %done, label %end, label %more",
            "more:",
            "%over = icmp sgt i64 %next, %last",
            "%step = select i1 %over, i64 %last, i64 %next",
            "br label %loop",
            "end:",
            *self.guard.leave,
            "ret void",
        ]
        head = "define void @kernel(i64 %n, ptr %pointers, ptr %steps, ptr %w)"
        listed = [table(x, places) for x, places in zip(tables, self.places, strict=True)]
        return "\n".join([definition(head, lines), *listed])


def _outside(heads: Mapping[str, str], group: Sequence[str]) -> Iterator[str]:
    """Declarations of the functions that other modules define."""
    for function, head in heads.items():
        if function not in group and head.startswith("define hidden"):
            yield head.replace("define hidden", "declare hidden").removesuffix(" noinline")
