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
from dataclasses import dataclass
from typing import Final

from ..scalar.expr import Expr, Scalar
from ..scalar.graph import BOOLEAN, SOURCES, Graph
from ..scalar.replay import Trace
from .blocks import Block, Blocks, Tile
from .lanes import gather, parts, scatter
from .program import CUT, Cuts, cut, function_trace
from .writer import BITS, INSTRUCTIONS, INTRINSICS, FunctionText, Number, definition

STORES: Final = 400
"""Numbers stored by one function."""
MODULE: Final = 2000
"""Lines of text in one module, unless a single function has more."""


@dataclass(frozen=True)
class Guard:
    """How an entry sets the floating-point environment, and how it restores the caller's."""

    declarations: tuple[str, ...]
    enter: tuple[str, ...]
    leave: tuple[str, ...]


_X86: Final = Guard(
    ("declare void @llvm.x86.sse.stmxcsr(ptr)", "declare void @llvm.x86.sse.ldmxcsr(ptr)"),
    (
        "%fp.theirs = alloca i32",
        "%fp.ours = alloca i32",
        "call void @llvm.x86.sse.stmxcsr(ptr %fp.theirs)",
        "store i32 8064, ptr %fp.ours",  # round to nearest, keep subnormal numbers, no traps
        "call void @llvm.x86.sse.ldmxcsr(ptr %fp.ours)",
    ),
    ("call void @llvm.x86.sse.ldmxcsr(ptr %fp.theirs)",),
)
_ARM: Final = Guard(
    (
        "declare i64 @llvm.aarch64.get.fpcr()",
        "declare void @llvm.aarch64.set.fpcr(i64)",
        "declare i64 @llvm.aarch64.get.fpsr()",
        "declare void @llvm.aarch64.set.fpsr(i64)",
    ),
    (
        "%fp.theirs = call i64 @llvm.aarch64.get.fpcr()",
        "%fp.flags = call i64 @llvm.aarch64.get.fpsr()",
        "call void @llvm.aarch64.set.fpcr(i64 0)",
    ),
    (
        "call void @llvm.aarch64.set.fpsr(i64 %fp.flags)",
        "call void @llvm.aarch64.set.fpcr(i64 %fp.theirs)",
    ),
)
_GUARDS: Final = {"x86_64": _X86, "AMD64": _X86, "aarch64": _ARM, "arm64": _ARM}
_NO_GUARD: Final = Guard((), (), ())


class Module:
    """What LLVM compiles for a lowered trace; its entry is `kernel`.

    One lane: `void kernel(i64 n, ptr pointers, ptr steps)`, the base address of each operand and
    result and the bytes from one sample to the next; the core of each is contiguous. Several lanes:
    n >= lanes, and a last argument, `workspace_bytes` of memory.
    """

    def __init__(
        self, trace: Trace, number: Number, architecture: str = platform.machine()
    ) -> None:
        self.guard = _GUARDS.get(architecture, _NO_GUARD)
        self.trace, self.graph, self.number = trace, trace.graph, number
        self.declarations: set[str] = set()
        nodes = trace.nodes
        schedule = [i for i in nodes if self.graph.ops[i] not in (*SOURCES, "entry")]
        self.cuts: Cuts = cut(self.graph, schedule, CUT)
        self.blocks = Blocks(self.graph, nodes, self.cuts.workspace)
        self.inputs = {
            x.index: (f"%a{k}", j)
            for k, operand in enumerate(trace.operands)
            for j, x in enumerate(operand.entries)
        }
        self.stores: dict[int, list[tuple[str, int]]] = {}
        self.constants: list[tuple[str, int, Scalar]] = []
        for k, result in enumerate(trace.results):
            for j, x in enumerate(result.entries):
                if type(x) is Expr:
                    self.stores.setdefault(x.index, []).append((f"%r{k}", j))
                else:
                    self.constants.append((f"%r{k}", j, x))
        entries = [i for i in self.stores if self.graph.ops[i] == "entry"]
        moved = self.inputs | {i: ("%w", self.blocks.entry(i)) for i in entries}
        self.moves = [(*at, *to) for i, at in moved.items() for to in self.stores.get(i, ())]
        self.names = [f"%a{k}" for k in range(len(trace.operands))]
        self.names += [f"%r{k}" for k in range(len(trace.results))]
        self.sizes = [len(x.entries) for x in (*trace.operands, *trace.results)]
        # The workspace: values that cross a cut, then products, each operand, and each result.
        self.areas = [self.blocks.end]
        for size in self.sizes:
            self.areas.append(self.areas[-1] + size)

    @property
    def workspace_bytes(self) -> int:
        """The memory that the entry for lanes works in."""
        return self.areas[-1] * self.number.lanes * self.number.bytes

    @property
    def parameters(self) -> str:
        """Distinct memory, but for operands, which are only read: no store changes a load."""
        return ", ".join(f"ptr noalias {name}" for name in ("%w", *self.names))

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
        pieces = [self._piece(k, piece) for k, piece in enumerate(self.cuts.pieces)]
        entry = [self._entry()] if self.number.lanes == 1 else self._lanes_entry()
        moved = [*self._copies(), *self._constants()]
        return [*self._functions(), *self._tiles(), *pieces, *moved, *entry]

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
        for block in self.blocks.all.values():
            tile = Tile.of(block, self.number)
            yield tile.text(self._code(number=tile.vector))

    def _product(self, k: int, block: Block) -> str:
        """The piece that is a product; what no piece makes is brought to it first."""
        code = self._code()
        for a in dict.fromkeys(self.graph.args[block.node]):
            op = self.graph.ops[a]
            if op in ("input", "entry"):
                self._fetch(code, a)
            for place in self.blocks.places[a] if op in (*SOURCES, "entry") else ():
                code.store(code.value(a), "%w", place, f"p{place}")
        code.lines += Tile.of(block, self.number).calls("%w")
        return code.function(f"define hidden void @piece{k}({self.parameters}) noinline")

    def _piece(self, k: int, piece: Sequence[int]) -> str:
        if piece[0] in self.blocks.all:
            return self._product(k, self.blocks.all[piece[0]])
        code = self._code()
        here, loaded = set(piece), set[int]()
        for i in piece:
            for a in self.graph.args[i]:
                if a not in here and a not in loaded and self.graph.ops[a] != "const":
                    loaded.add(a)
                    self._fetch(code, a)
            code.operation(i)
            self._keep(code, i)
        return code.function(f"define hidden void @piece{k}({self.parameters}) noinline")

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

    def _copies(self) -> Iterator[str]:
        """Results that are bare operands, or entries of products."""
        for start in range(0, len(self.moves), STORES):
            code = self._code()
            for k, (pointer, offset, result, j) in enumerate(self.moves[start : start + STORES]):
                code.load(pointer, offset, f"%v{k}")
                code.store(f"%v{k}", result, j, f"s{k}")
            yield code.function(f"define hidden void @copies{start}({self.parameters})")

    def _constants(self) -> list[str]:
        """Results that are plain numbers, so many in a function: LLVM tries to join its stores."""
        functions: list[str] = []
        for start in range(0, len(self.constants), STORES):
            code = self._code()
            for pointer, j, x in self.constants[start : start + STORES]:
                code.store(self.number.constant(x), pointer, j, f"c{pointer[1:]}.{j}")
            head = f"define hidden void @constants{start}({self.parameters})"
            functions.append(code.function(head))
        return functions

    def _calls_of_constants(self, arguments: str) -> Iterator[str]:
        for start in range(0, len(self.constants), STORES):
            yield f"call void @constants{start}({arguments})"

    def _pointers(self) -> Iterator[str]:
        for k, name in enumerate(self.names):
            yield f"%sp{k} = getelementptr i64, ptr %steps, i64 {k}"
            yield f"%s{k} = load i64, ptr %sp{k}"
            yield f"%bp{k} = getelementptr ptr, ptr %pointers, i64 {k}"
            yield f"{name}.0 = load ptr, ptr %bp{k}"

    def _calls(self, arguments: str) -> Iterator[str]:
        for k in range(len(self.cuts.pieces)):
            yield f"call void @piece{k}({arguments})"
        for start in range(0, len(self.moves), STORES):
            yield f"call void @copies{start}({arguments})"

    def _entry(self) -> str:
        lines = [f"%w = alloca [{max(self.blocks.end, 1)} x {self.number.type}], align 64"]
        lines += [*self.guard.enter, *self._pointers()]
        lines += ["br label %loop", "loop:", "%i = phi i64 [ 0, %0 ], [ %next, %loop ]"]
        lines += [f"{x} = phi ptr [ {x}.0, %0 ], [ {x}.1, %loop ]" for x in self.names]
        arguments = ", ".join(f"ptr {name}" for name in ("%w", *self.names))
        lines += [*self._calls(arguments), *self._calls_of_constants(arguments)]
        lines += [
            f"{name}.1 = getelementptr i8, ptr {name}, i64 %s{k}"
            for k, name in enumerate(self.names)
        ]
        lines += ["%next = add i64 %i, 1", "%more = icmp slt i64 %next, %n"]
        lines += ["br i1 %more, label %loop, label %done", "done:", *self.guard.leave, "ret void"]
        return definition("define void @kernel(i64 %n, ptr %pointers, ptr %steps)", lines)

    def _lanes_entry(self) -> list[str]:
        n, t = self.number, self.number.type
        lines = [
            f"{name} = getelementptr {t}, ptr %w, i64 {area}"
            for name, area in zip(self.names, self.areas, strict=False)
        ]
        arguments = ", ".join(f"ptr {name}" for name in ("%w", *self.names))
        lines += [*self.guard.enter, *self._pointers(), *self._calls_of_constants(arguments)]
        lines += [f"%last = sub i64 %n, {n.lanes}", "br label %loop", "loop:"]
        lines += ["%i = phi i64 [ 0, %0 ], [ %step, %more ]"]
        outer = [
            (name, f"{name}.i", f"%s{k}", size)
            for k, (name, size) in enumerate(zip(self.names, self.sizes, strict=True))
        ]
        for _, moved, step, _ in outer:
            base = moved.removesuffix(".i")
            lines += [f"{moved}.o = mul i64 %i, {step}"]
            lines += [f"{moved} = getelementptr i8, ptr {base}.0, i64 {moved}.o"]
        count = len(self.trace.operands)
        for name, moved, step, size in outer[:count]:
            for start, _ in parts(size):
                lines.append(
                    f"call void @gather{size}.{start}(ptr {name}, ptr {moved}, i64 {step})"
                )
        lines += self._calls(arguments)
        for k, (name, moved, step, size) in enumerate(outer[count:]):
            for start, _ in parts(size):
                lines.append(f"call void @scatter{k}.{start}(ptr {name}, ptr {moved}, i64 {step})")
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
        return [*self._moves(), definition(head, lines)]

    def _moves(self) -> list[str]:
        """The functions that bring samples into lanes and take results back."""
        gathers = [
            gather(self._code(), f"gather{size}.{start}", start, stop)
            for size in sorted(set(self.sizes[: len(self.trace.operands)]))
            for start, stop in parts(size)
        ]
        scatters = [
            scatter(self._code(), f"scatter{k}.{start}", result.entries, start, stop)
            for k, result in enumerate(self.trace.results)
            for start, stop in parts(len(result.entries))
        ]
        return [*gathers, *scatters]


def _outside(heads: Mapping[str, str], group: Sequence[str]) -> Iterator[str]:
    """Declarations of the functions that other modules define."""
    for function, head in heads.items():
        if function not in group and head.startswith("define hidden"):
            yield head.replace("define hidden", "declare hidden").removesuffix(" noinline")
