"""Functions of LLVM IR that compute a trace: its pieces, products and loops, in order.

They read operands and write results through pointers. Those of a kernel for lanes work on
operands and results that lie in the workspace; the body of a loop is a routine of its own.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from math import copysign
from typing import Final

from ..scalar.expr import Expr, Scalar, is_zero
from ..scalar.graph import BOOLEAN, NO_OPERATIONS, Graph
from ..scalar.loops import Loop
from ..scalar.replay import Trace
from ..scalar.spans import Span
from .copies import Line, Tables, Verb, is_short, lines, lister, mover
from .float32_functions import wide_functions
from .gather_scatter import Run, movers, runs
from .ir_builder import FunctionText, Number
from .matrix_products import Tiling
from .passes import APART, CUT, IN_CACHE, Cuts, cut, overlapped
from .streams import SampleStream, Stream
from .workspace import Memory, Place, bare_operands

STORES: Final = 400
"""Lines written by one function."""

Functions = tuple[list[str], list[str], list[str]]
Write = tuple[Line, Scalar]
"""A line, and what is written where it has no source."""


class Routine:
    """The functions of a lowered trace, on one type of number.

    `once` are called before all others and keep their results; `steps` compute a sample, or a step
    of a loop. All take the workspace %w, of `size` numbers, and `passed`.
    """

    def __init__(
        self, trace: Trace, number: Number, declarations: set[str], name: str = "", *, direct: bool
    ) -> None:
        self.trace, self.graph, self.number, self.direct = trace, trace.graph, number, direct
        self.declarations, self.name = declarations, name
        nodes = trace.nodes if direct else [*trace.nodes, *bare_operands(trace)]
        schedule = [i for i in nodes if self.graph.ops[i] not in NO_OPERATIONS]
        self.cuts: Cuts = cut(self.graph, schedule, CUT)
        self._overlap = number.lanes == 1 and len(schedule) <= IN_CACHE
        self.memory = Memory(trace, nodes, self.cuts.workspace)
        self.operands = [f"%a{k}" for k in range(len(trace.operands))]
        self.results = [f"%r{k}" for k in range(len(trace.results))]
        self.inputs = self._inputs(nodes)
        self.bodies: dict[int, tuple[Routine, int]] = {}
        """The routine of the body of each loop, and the beginning of its workspace."""
        for i, memory in self.memory.loops.items():
            body = Routine(memory.body, number, declarations, f"{name}loop{i}.", direct=True)
            self.bodies[i] = body, self.memory.area(body.size)
        self.stores: dict[int, list[Place]] = {}
        """The places where operations store their values as results."""
        self.moves: list[Write] = []
        """Results that are bare operands, or entries of products and loops."""
        self.constants: list[Write] = []
        """Results that are plain numbers."""
        self.brought: dict[int, list[Write]] = {}
        """Moves to the place where a product or a loop reads."""
        self.fixed: list[Write] = []
        """Plain numbers in products and loops."""
        self.listed: set[tuple[Verb, int]] = set()
        """The kinds of short lines in tables."""
        self.runs: list[Run] = []
        """Moves between samples and lanes."""
        self.streamed: dict[str, list[str]] = {}
        """Functions that move parts of samples: their operands and results."""
        self.streams: dict[int, tuple[list[Stream], list[Stream]]] = {}
        """The parts that each loop takes and gives step by step."""
        self._written: Functions | None = None
        if direct:
            self._sort_results()
        else:
            self._lay_out()
        self._sort_rows()
        self._connect()

    def _inputs(self, nodes: Sequence[int]) -> dict[int, Place]:
        """The places of live entries of operands."""
        found: dict[int, Place] = {}
        named: dict[str, str] = {}
        for x, pointer in zip(self.trace.operands, self.operands, strict=True):
            if isinstance(x.entries, Span):
                named[str(x.entries.source)] = pointer
                continue
            found |= {entry.index: (pointer, j) for j, entry in enumerate(x.entries)}
            for entry in x.entries[:1]:
                named[self.graph.data[entry.index][0]] = pointer
        for i in nodes:
            if self.graph.ops[i] == "input" and i not in found:
                name, j = self.graph.data[i]
                found[i] = named[name], j
        self._named = named
        return found

    def _sort_results(self) -> None:
        """Sort the entries of results by how they get there through a pointer."""
        moves: list[tuple[Place, Place]] = []
        zeros: list[tuple[Place, None]] = []
        for pointer, result in zip(self.results, self.trace.results, strict=True):
            for at, part in result.placed:
                if isinstance(part, Span):
                    self._sort_span((pointer, at), part)
                    continue
                for j, x in enumerate(part, at):
                    place = (pointer, j)
                    if type(x) is not Expr:
                        if is_zero(x):
                            zeros.append((place, None))
                        else:
                            self.constants.append((Line(place, None, 1), x))
                    elif x.index in self.inputs:
                        moves.append((place, self.inputs[x.index]))
                    elif self.graph.ops[x.index] == "entry":
                        moves.append((place, ("%w", self.memory.entry(x.index))))
                    else:
                        self.stores.setdefault(x.index, []).append(place)
        self.moves += [(line, 0) for line in lines(moves)]
        self.constants += [(line, 0) for line in lines(zeros)]

    def _sort_span(self, place: Place, span: Span) -> None:
        """Numbers of a loop that it has not written there by itself, or of an operand."""
        if not isinstance(span.source, int):
            source = self._named[span.source], span.start
            self.moves.append((Line(place, source, span.length), 0))
        elif place not in self.memory.direct.values():
            self.moves.append((Line(place, self.memory.span(span), span.length), 0))

    def _lay_out(self) -> None:
        """Find places in lanes for operands, and for each entry of a result once."""
        side = self.number.lanes
        self.areas: dict[str, int] = {}
        read = {pointer for pointer, _ in self.inputs.values()}
        lies: dict[int | str, int] = {}
        for x, pointer in zip(self.trace.operands, self.operands, strict=True):
            if pointer in read:
                self.areas[pointer] = self.memory.area(len(x.entries))
        for i, (pointer, j) in self.inputs.items():
            lies[i] = self.areas[pointer] + j
        self.gathered = {
            pointer: runs("gather", x.entries, side)
            for x, pointer in zip(self.trace.operands, self.operands, strict=True)
            if pointer in read
        }
        self.scattered: list[tuple[str, int, list[int], list[Run]]] = []
        """Parts of results: the result, where they begin, where they lie, how they are moved."""
        for pointer, result in zip(self.results, self.trace.results, strict=True):
            for at, part in result.placed:
                if (pointer, at) in self.memory.direct.values() and isinstance(part, Span):
                    continue
                places = [self._lies(x, lies) for x in part]
                self.scattered.append((pointer, at, places, runs("scatter", part, side)))
        self.runs += chain(*self.gathered.values(), *(x for *_, x in self.scattered))

    def _lies(self, x: Scalar, lies: dict[int | str, int]) -> int:
        """The place of an entry of a result, which is stored if it lies nowhere yet."""
        key = x.index if type(x) is Expr else self.number.literal(x)
        if key not in lies:
            if type(x) is not Expr:
                lies[key] = self.memory.area(1)
                self.constants.append((Line(("%w", lies[key]), None, 1), x))
            elif self.graph.ops[x.index] == "entry":
                lies[key] = self.memory.entry(x.index)
            else:
                lies[key] = self.memory.area(1)
                self.stores[x.index] = [("%w", lies[key])]
        return lies[key]

    def _sort_rows(self) -> None:
        """Sort what no piece computes by how it gets to the place where it is read."""
        graph, w = self.graph, "%w"
        for user, brought in self.memory.brought.items():
            moves: list[tuple[Place, Place]] = []
            zeros: list[tuple[Place, None]] = []
            for node, at in brought:
                if node in self.inputs:
                    moves.append(((w, at), self.inputs[node]))
                elif graph.ops[node] == "entry":
                    moves.append(((w, at), (w, self.memory.entry(node))))
                elif graph.ops[node] == "const":
                    x = graph.data[node][1]
                    if x == 0 and copysign(1, x) > 0:
                        zeros.append(((w, at), None))
                    else:
                        self.fixed.append((Line((w, at), None, 1), x))
            self.brought[user] = [(line, 0) for line in lines(moves)]
            self.fixed += [(line, 0) for line in lines(zeros)]

    @property
    def size(self) -> int:
        """Numbers in the workspace: what crosses a cut, then what lies in memory."""
        return self.memory.end

    @property
    def passed(self) -> list[str]:
        """Pointers that every function takes: results in lanes lie in the workspace."""
        return [*self.operands, *self.results] if self.direct else self.operands

    @property
    def parameters(self) -> str:
        """Distinct memory, but for operands, which are only read: no store changes a load."""
        return ", ".join(f"ptr noalias {name}" for name in ("%w", *self.passed))

    @property
    def functions(self) -> Functions:
        """Functions that others call, those that are called once, and the steps."""
        # a cached_property of Python 3.11 holds a lock, which a forked child would find taken
        if self._written is None:
            self._written = self._write()
        return self._written

    def _write(self) -> Functions:
        steps = [x for k, piece in enumerate(self.cuts.pieces) for x in self._piece(k, piece)]
        steps += self._writes("copies", self.moves)
        constants = list(self._writes("constants", self.constants))
        once = list(self._writes("fixed", self.fixed))
        (steps if self.direct else once).extend(constants)
        called = [*wide_functions(self.trace, self.number, self.declarations)]
        called += [*self._tiles(), *self._movers()]
        for body, _ in self.bodies.values():
            called += chain(*body.functions)
        return list(dict.fromkeys(called)), once, steps

    def code(self, graph: Graph | None = None, number: Number | None = None) -> FunctionText:
        """An empty function."""
        return FunctionText(graph or self.graph, number or self.number, self.declarations)

    def calls(self, functions: Sequence[str], arguments: str) -> Iterator[str]:
        """Lines that call functions, with what they take beyond `arguments`."""
        for function in functions:
            name = function.removeprefix("define hidden void ").partition("(")[0]
            rows = [f"ptr {x}.i, i64 {x}.s" for x in self.streamed.get(name, ())]
            yield f"call void {name}({', '.join([arguments, *rows])})"

    def _tiles(self) -> Iterator[str]:
        """The functions that compute parts of products."""
        products = [Tiling(block, self.number, self.name) for block in self.memory.blocks.values()]
        for tile in dict.fromkeys(tile for x in products for _, _, tile in x.tiles()):
            yield tile.text(self.code(number=tile.vector))

    def _step(self, code: FunctionText, name: str) -> str:
        rows = [f", ptr {x}.i, i64 {x}.s" for x in self.streamed.get(f"@{self.name}{name}", ())]
        parameters = self.parameters + "".join(rows)
        return code.function(f"define hidden void @{self.name}{name}({parameters}) noinline")

    def _piece(self, k: int, piece: Sequence[int]) -> Iterator[str]:
        (first, *_) = piece
        if self.graph.ops[first] in APART:
            yield from self._writes(f"brought{k}_", self.brought.get(first, ()))
            made = self._product if first in self.memory.blocks else self._loop
            yield made(f"piece{k}", first)
            return
        code = self.code()
        here, loaded = set(piece), set[int]()
        for i in overlapped(self.graph, piece) if self._overlap else piece:
            for a in self.graph.args[i]:
                if a not in here and a not in loaded and self.graph.ops[a] != "const":
                    loaded.add(a)
                    self._fetch(code, a)
            code.operation(i)
            self._keep(code, i)
        yield self._step(code, f"piece{k}")

    def _product(self, name: str, node: int) -> str:
        code = self.code()
        tiling = Tiling(self.memory.blocks[node], self.number, self.name)
        code.lines += tiling.calls()
        return f"{self._step(code, name)}\n{tiling.tables()}"

    def _loop(self, name: str, node: int) -> str:
        """The function of a loop: it calls those of the body with part after part of its rows."""
        memory, (body, workspace) = self.memory.loops[node], self.bodies[node]
        takes, gives = self.streams[node]
        code = self.code()
        places = workspace, memory.first, memory.captured, *memory.areas
        named = "%work", "%first", "%captured", "%new.0", "%other.0"
        for pointer, place in zip(named, places, strict=True):
            code.point(pointer, "%w", place)
        for x in (*takes, *gives):
            x.begin(code)

        def passed(now: str, new: str, parts: Iterable[str], kept: Iterable[str]) -> str:
            return ", ".join(f"ptr {x}" for x in ("%work", now, "%captured", *parts, new, *kept))

        _, once, steps = body.functions
        ends = [x.first for x in takes], [x.first for x in gives]
        code.lines += body.calls(once, passed("%first", "%new.0", *ends))
        swapped = [("%now", "%first", "%new"), ("%new", "%new.0", "%other")]
        swapped += [("%other", "%other.0", "%new")]
        swapped += [(x.name, f"{x.name}.0", f"{x.name}.1") for x in (*takes, *gives)]
        carried = [(pointer, "ptr", first, after) for pointer, first, after in swapped]
        with code.repeated(str(memory.loop.length), *carried):
            for x in takes:
                code.lines += x.before()
            ends = [x.passed for x in takes], [x.passed for x in gives]
            code.lines += body.calls(steps, passed("%now", "%new", *ends))
            for x in (*takes, *gives):
                code.lines += x.after()
        tables = [x.places_table for x in gives if isinstance(x, SampleStream)]
        return "\n".join([self._step(code, name), *tables])

    def _stream(self, name: str, place: Place | Span, width: int, loop: Loop) -> Stream:
        """The parts of a row of a loop, step by step."""
        if isinstance(place, Span):
            place = self._named[str(place.source)], place.start
        pointer, start = place
        start += (loop.length - 1) * width if loop.backward else 0
        step = -width if loop.backward else width
        if self.direct or pointer == "%w" or pointer in self.areas:
            return Stream(name, self.number, pointer, start, width, step)
        run = Run("gather" if pointer in self.operands else "scatter", 0, width)
        self.runs.append(run)
        buffer = self.memory.area(width)
        return SampleStream(name, self.number, pointer, start, width, step, buffer, run)

    def _connect(self) -> None:
        """The streams of all loops."""
        number = {piece[0]: k for k, piece in enumerate(self.cuts.pieces)}
        for i, memory in self.memory.loops.items():
            loop = memory.loop
            takes = [
                self._stream(f"%x{k}", place, width, loop)
                for k, (place, width) in enumerate(zip(memory.rows, loop.widths, strict=True))
            ]
            gives = [
                self._stream(f"%y{k}", place, width, loop)
                for k, (place, width) in enumerate(zip(memory.kept, loop.kept, strict=True))
                if place is not None
            ]
            self.streams[i] = takes, gives
            bases = [x.base for x in (*takes, *gives) if isinstance(x, SampleStream)]
            self.streamed[f"@{self.name}piece{number[i]}"] = list(dict.fromkeys(bases))

    def _fetch(self, code: FunctionText, i: int) -> None:
        """Load an operand, or a value from an earlier piece."""
        if i in self.inputs:
            code.load(*self.inputs[i], f"%v{i}")
        elif self.graph.ops[i] == "entry":
            code.load("%w", self.memory.entry(i), f"%v{i}")
        elif self.graph.ops[i] not in BOOLEAN:
            code.load("%w", self.cuts.slots[i], f"%v{i}")
        else:
            code.load_condition("%w", self.cuts.slots[i], i)

    def _keep(self, code: FunctionText, i: int) -> None:
        """Store a value that a later piece reads, and results."""
        if i in self.cuts.slots:
            value = code.as_number(i) if self.graph.ops[i] in BOOLEAN else f"%v{i}"
            code.store(value, "%w", self.cuts.slots[i], f"w{i}")
        for place in self.memory.places.get(i, ()):
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
            code, tables = self.code(), Tables(f"{self.name}{name}_table", listed)
            code.lines += tables.calls()
            self.listed |= {(line.verb, line.count) for line in listed}
            yield f"{self._step(code, f'{name}_listed')}\n{tables.text}"
        written += [(single, x) for line, x in short for single in line.singles()]
        for start in range(0, len(written), STORES):
            code = self.code()
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
            yield mover(self.code(), verb)
        for verb, length in sorted(self.listed):
            yield lister(self.code(), verb, length)
        if self.number.lanes > 1:
            yield from movers(self.code(), self.runs)
