"""docs/images/imports.svg: which packages import which. `docs/make.py` draws it from the code."""

import ast
import tomllib
from collections.abc import Iterator, Sequence
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import Final

import kinetree as kt

ROOT: Final = Path(__file__).parents[1]
SOURCE: Final = ROOT / "src/kinetree"

Arrow = tuple[str, str]
Places = dict[str, tuple[float, int]]

WIDTH, ROW, HEIGHT = 900, 92, 34
"""Of the picture, from layer to layer, and of a box, in pixels."""


def imports() -> set[Arrow]:
    """The packages, and modules beside them, that import one another, wherever the statement is."""
    arrows: set[Arrow] = set()
    for path in sorted(SOURCE.rglob("*.py")):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        if len(parts) > 1 or parts[0] not in ("__init__", "__main__"):
            arrows |= {(parts[0], x) for x in _imported(path, parts) if x != parts[0]}
    return arrows


def _imported(path: Path, parts: Sequence[str]) -> Iterator[str]:
    """What a file imports of kinetree, or takes as a name of `kt`, by the first part."""
    public = {name: module for names in kt.PUBLIC.values() for name, module in names.items()}
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = parts[: len(parts) - node.level]
            names = [*base, *(node.module or "").split(".")]
            names = [x for x in names if x]
            yield from [names[0]] if names else [x.name for x in node.names if _exists(x.name)]
        elif isinstance(node, ast.Attribute) and ast.unparse(node.value) == "kt":
            yield from (public[x].split(".")[0] for x in [node.attr] if x in public)


def _exists(name: str) -> bool:
    return (SOURCE / name).is_dir() or (SOURCE / f"{name}.py").exists()


def modules() -> dict[str, set[str]]:
    """The modules that each module imports when it is imported itself."""
    names = {_name(path): path for path in sorted(SOURCE.rglob("*.py"))}
    graph: dict[str, set[str]] = {}
    for name, path in names.items():
        graph[name] = set()
        package = name if path.name == "__init__.py" else name.rpartition(".")[0]
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.ImportFrom) and node.level:
                parts = package.split(".")[: package.count(".") + 2 - node.level]
                module = ".".join([*parts, *filter(None, [node.module])])
                found = {f"{module}.{x.name}" for x in node.names} & {*names} or {module}
                graph[name] |= found - {name, "kinetree"}
    return graph


def _name(path: Path) -> str:
    parts = path.relative_to(SOURCE.parent).with_suffix("").parts
    return ".".join(parts).removesuffix(".__init__")


def layers() -> list[list[str]]:
    """The layers of `lint-imports`, from the top, with what there is in each."""
    contract, *_ = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"][
        "contracts"
    ]
    rows = [[x.strip() for x in row.split("|")] for row in contract["layers"]]
    return [row for row in rows if row != ["__main__"]]


def upward() -> list[Arrow]:
    """The imports that do not go to a lower layer."""
    level = {name: k for k, row in enumerate(layers()) for name in row}
    return sorted((a, b) for a, b in imports() if level[a] >= level[b])


def drawn() -> tuple[list[list[str]], list[Arrow]]:
    """The boxes by layer, and the arrows for which no path of others stands.

    The lowest layer, which is imported by all, is one box.
    """
    *rows, base = layers()
    box = {name: name for row in rows for name in row} | dict.fromkeys(base, ", ".join(base))
    arrows = {(box[a], box[b]) for a, b in imports() - {*upward()} if box[a] != box[b]}
    below: dict[str, set[str]] = {}
    for row in reversed([*rows, [box[base[0]]]]):
        for name in row:
            targets = {b for a, b in arrows if a == name}
            below[name] = targets.union(*(below[x] for x in targets))
    kept = [(a, b) for a, b in arrows if not any(b in below[x] for c, x in arrows if c == a)]
    return [*rows, [box[base[0]]]], sorted(kept)


def _placed(rows: list[list[str]], arrows: list[Arrow]) -> tuple[Places, list[list[Arrow]]]:
    """The places of boxes, and the arrows as paths of one layer each, past the boxes between.

    Layers are sorted by the mean place of what they are joined to, some times down and up.
    """
    level = {name: k for k, row in enumerate(rows) for name in row}
    paths: list[list[Arrow]] = []
    slots = [[*row] for row in rows]
    for a, b in arrows:
        stops = [a, *(f"{a} {b} {k}" for k in range(level[a] + 1, level[b])), b]
        for k, stop in enumerate(stops[1:-1], level[a] + 1):
            slots[k].append(stop)
        paths.append([*pairwise(stops)])
    joined = [step for path in paths for step in path]
    x: dict[str, float] = {}
    for sweep in range(8):
        for row in slots if sweep % 2 else reversed(slots):
            for name in row:
                near = [
                    x[b if a == name else a]
                    for a, b in joined
                    if name in (a, b) and (b if a == name else a) in x
                ]
                x[name] = sum(near) / len(near) if near else x.get(name, WIDTH / 2)
            row.sort(key=lambda name: x[name])
            total = sum(map(_width, row))
            left = 0.0
            for name in row:
                x[name] = (left + _width(name) / 2) * WIDTH / total
                left += _width(name)
    return {n: (x[n], 24 + ROW * k) for k, row in enumerate(slots) for n in row}, paths


def _width(name: str) -> int:
    """Of a box, or of the place of an arrow between boxes."""
    return 24 if name[-1].isdigit() else 40 + 8 * len(name)


def documents() -> dict[str, str]:
    """The text of the picture."""
    rows, arrows = drawn()
    places, paths = _placed(rows, arrows)
    size = f'width="{WIDTH}" height="{ROW * len(rows)}" viewBox="0 0 {WIDTH} {ROW * len(rows)}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="14">',
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" ',
        'markerHeight="8" orient="auto"><path d="M0 0 L8 4 L0 8 z" fill="#718096"/></marker>',
        "</defs>",
        f'<rect width="{WIDTH}" height="{ROW * len(rows)}" fill="white"/>',
    ]
    for path in paths:
        start, end = places[path[0][0]], places[path[-1][1]]
        curve = f"M{start[0]:.0f} {start[1] + HEIGHT}"
        for a, b in path:
            (x1, y1), (x2, y2) = places[a], places[b]
            y1, y2 = y1 + HEIGHT, y2 - 1
            curve += f" C{x1:.0f} {y1 + 30} {x2:.0f} {y2 - 30} {x2:.0f} {y2}"
            if (x2, y2 + 1) != end:
                curve += f" L{x2:.0f} {y2 + 1 + HEIGHT}"
        lines.append(f'<path d="{curve}" fill="none" stroke="#718096" marker-end="url(#tip)"/>')
    for name in (x for row in rows for x in row):
        x, y = places[name]
        width = _width(name) - 16
        lines += [
            f'<rect x="{x - width / 2:.0f}" y="{y}" width="{width}" height="{HEIGHT}" rx="6" '
            'fill="#ebf4ff" stroke="#2b6cb0"/>',
            f'<text x="{x:.0f}" y="{y + 22}" text-anchor="middle">{escape(name)}</text>',
        ]
    return {"images/imports.svg": "\n".join([*lines, "</svg>"]) + "\n"}
