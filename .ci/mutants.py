"""Single changes of Python and of LLVM IR, as text."""

import ast
import re
from collections.abc import Iterator
from difflib import unified_diff
from typing import Any, NamedTuple

_OPERATORS = (
    "Lt LtE GtE|LtE Lt Gt|Gt GtE LtE|GtE Gt Lt|Eq NotEq|NotEq Eq|Is IsNot|IsNot Is"
    "|In NotIn|NotIn In|Add Sub|Sub Add|Mult Div Add|Div Mult|FloorDiv Mult|Mod FloorDiv"
    "|Pow Mult|BitAnd BitOr|BitOr BitAnd|LShift RShift|RShift LShift|And Or|Or And"
)
OPERATORS = {
    getattr(ast, first): [getattr(ast, x) for x in rest]
    for first, *rest in map(str.split, _OPERATORS.split("|"))
}
_WORDS = (
    "eq ne|ne eq|olt ole|ole olt|ogt oge|oge ogt|oeq une|une oeq|slt sle|sle slt|sgt sge|sge sgt"
    "|ult ule|ule ult|ugt uge|uge ugt|fadd fsub|fsub fadd|fmul fdiv|fdiv fmul|add sub|sub add"
    "|mul add|and or|or and|shl lshr|lshr shl|sext zext|zext sext|true false|false true"
)
WORDS = dict(pair.split(" ") for pair in _WORDS.split("|"))
_WORD = re.compile(
    r"\b(?:(?<=icmp )(?:eq|ne)|(?:add|sub|mul|and|or|shl|lshr)(?= (?:n[su]w )*(?:i\d|[<{]))"
    r"|o[lg][te]|[su][lg][te]|oeq|une|f(?:add|sub|mul|div)|[sz]ext|(?<=i1 )(?:true|false))\b"
)
_NUMBER = re.compile(r"(?<=\bi64 )-?\d+\b|(?<=%\w, )\d+$")
_BRANCH = re.compile(r"label (%[\w.]+), label (%[\w.]+)")
_TYPES = {"tuple", "list", "dict", "type", "Literal", "Callable", "Mapping", "Sequence", "Iterator"}
_COMMUTATIVE = {"add", "mul", "min", "max"}
_DROPPED = re.compile(r"(?<=  )(?:store|call void) .*$")


class Mutant(NamedTuple):
    """The bytes `start` to `stop` of a file become `new`; `lines` are those of the statement."""

    file: str
    lines: tuple[int, int]
    start: int
    stop: int
    new: str

    def line(self, data: bytes) -> int:
        """Where it begins."""
        return data.count(b"\n", 0, self.start) + 1

    def text(self, data: bytes) -> bytes:
        """The file with the change."""
        return data[: self.start] + self.new.encode() + data[self.stop :]

    def diff(self, data: bytes) -> list[str]:
        """The lines that differ, each with its sign."""
        old, new = (x.decode().splitlines() for x in (data, self.text(data)))
        return [x for x in list(unified_diff(old, new, n=0))[2:] if not x.startswith("@@")]

    def compiles(self, data: bytes) -> bool:
        """Whether the file differs, and can still be read."""
        new = self.text(data)
        try:
            if self.file.endswith(".py"):
                return ast.dump(ast.parse(new)) != ast.dump(ast.parse(data))
        except (SyntaxError, ValueError):
            return False
        return new != data


def mutants(file: str, data: bytes) -> Iterator[Mutant]:
    """The changes of a file; some do not compile."""
    starts = [0]
    for line in data.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    if not file.endswith(".py"):
        for k, line in enumerate(data.decode().splitlines(), 1):
            if not line.startswith(";"):
                yield from _instructions(file, (k, k), starts[k - 1], line)
        return
    for node, lines, changed in _nodes(ast.parse(data), (1, 1)):
        start = starts[node.lineno - 1] + node.col_offset
        stop = starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
        for x in changed:
            yield Mutant(file, lines, start, stop, _source(x))
        if "compiler/" in file and isinstance(node, ast.JoinedStr | ast.Constant):
            yield from _instructions(file, lines, start, data[start:stop].decode())


def _instructions(file: str, lines: tuple[int, int], start: int, text: str) -> Iterator[Mutant]:
    """Changes of LLVM IR."""
    found = [(m, WORDS[m[0]]) for m in _WORD.finditer(text)]
    found += [(m, str(int(m[0]) + 1)) for m in _NUMBER.finditer(text)]
    found += [(m, f"label {m[2]}, label {m[1]}") for m in _BRANCH.finditer(text)]
    found += [(m, "") for m in _DROPPED.finditer(text) if file.endswith(".ll")]
    for m, new in found:
        a, b = (start + len(text[:k].encode()) for k in m.span())
        yield Mutant(file, lines, a, b, new)


def _nodes(
    node: ast.AST, lines: tuple[int, int]
) -> Iterator[tuple[ast.expr | ast.stmt, tuple[int, int], list[ast.AST]]]:
    """Expressions and statements below a node, the lines of the statement, and changes.

    Annotations, docstrings, messages of errors and what is inside f-strings stay as they are.
    """
    for name, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.stmt):
                inner = getattr(child, "body", None)
                last = inner[0].lineno - 1 if inner else child.end_lineno or 0
                lines = child.lineno, max(child.lineno, last)
            if name in ("annotation", "returns") or not isinstance(child, ast.AST):
                continue
            if _is_kept(child):
                continue
            if isinstance(child, ast.expr | ast.stmt) and not _is_unpacked(child, node):
                plain = name == "test" and isinstance(child, ast.Name | ast.Attribute | ast.Call)
                negated = [ast.UnaryOp(ast.Not(), child)] if plain else []
                yield child, lines, [*negated, *_changes(child)]
            if not isinstance(child, ast.Raise | ast.JoinedStr):
                yield from _nodes(child, lines)


def _is_kept(node: ast.AST) -> bool:
    """Whether it is a docstring, a type, or `strict=True`, and stays as it is."""
    docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    typed = isinstance(node, ast.Subscript) and ast.unparse(node.value) in _TYPES
    return docstring or typed or (isinstance(node, ast.keyword) and node.arg == "strict")


def _is_unpacked(node: ast.AST, parent: ast.AST) -> bool:
    """Whether it is a tuple on the right of another, and Python would see a change of it."""
    targets = parent.targets if isinstance(parent, ast.Assign) else []
    return isinstance(node, ast.Tuple) and any(isinstance(x, ast.Tuple) for x in targets)


def _source(node: ast.AST) -> str:
    text = ast.unparse(node)
    loose = ast.BinOp | ast.BoolOp | ast.Compare | ast.UnaryOp | ast.IfExp
    return f"({text})" if isinstance(node, loose) else text


def _with(node: ast.AST, **fields: Any) -> ast.AST:
    return type(node)(**{**dict(ast.iter_fields(node)), **fields})


def _without(node: ast.AST, name: str, places: Iterator[int] | range) -> Iterator[ast.AST]:
    items = getattr(node, name)
    yield from (_with(node, **{name: items[:k] + items[k + 1 :]}) for k in places)


def _changes(node: ast.expr | ast.stmt) -> Iterator[ast.AST]:
    """The changes of one node."""
    match node:
        case ast.Compare(ops=ops):
            for k, op in enumerate(ops):
                for other in OPERATORS[type(op)]:
                    yield _with(node, ops=[*ops[:k], other(), *ops[k + 1 :]])
        case ast.BinOp(left=left, op=op, right=right):
            yield from (_with(node, op=other()) for other in OPERATORS.get(type(op), ()))
            if isinstance(op, ast.Sub | ast.Div | ast.MatMult):
                yield _with(node, left=right, right=left)
        case ast.BoolOp(op=op, values=values):
            yield from (_with(node, op=other()) for other in OPERATORS[type(op)])
            yield from _without(node, "values", range(len(values)))
        case ast.UnaryOp(op=ast.USub() | ast.Not()):
            yield node.operand
        case ast.IfExp(body=body, orelse=orelse):
            yield from (body, orelse)
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield from (ast.Constant(x) for x in sorted({value + 1, abs(value - 1)}))
        case ast.Constant(value=float(value)):
            yield ast.Constant(2 * value or 1.0)
        case ast.Tuple(elts=items, ctx=ast.Load()) if len(items) > 1:
            yield from _without(node, "elts", range(len(items)))
        case ast.JoinedStr(values=parts) if " " not in ast.unparse(node):  # no message, no IR
            formatted = (k for k, x in enumerate(parts) if isinstance(x, ast.FormattedValue))
            yield from _without(node, "values", formatted)
        case ast.Slice(lower=None):
            yield _with(node, lower=ast.Constant(1))
        case ast.Call(args=args, keywords=keywords):
            places = (k for k, x in enumerate(keywords) if x.arg != "strict")
            yield from _without(node, "keywords", places)
            for k in range(len(args) - 1):
                alike = type(args[k]) is type(args[k + 1])
                if alike and ast.unparse(node.func) not in _COMMUTATIVE:
                    yield _with(node, args=[*args[:k], args[k + 1], args[k], *args[k + 2 :]])
        case (
            ast.Expr(value=ast.Call() | ast.Yield() | ast.YieldFrom())
            | ast.Assign(targets=[ast.Attribute() | ast.Subscript()])
            | ast.AugAssign()
            | ast.Raise()
            | ast.Continue()
            | ast.Break()
        ):
            yield ast.Pass()
        case _:
            return
