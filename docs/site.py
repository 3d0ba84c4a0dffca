"""Files of the documentation site that are made when it is built: hooks of MkDocs.

The documents of algorithms, with their source and cost; the docstrings of all public names; and the
documents that are beside the code. Links between them are those of the repository.
"""

import ast
import inspect
import json
import re
import runpy
from pathlib import Path
from typing import Any, Final

import numpy as np
from mkdocs.structure.files import File, Files

import kinetree as kt

ROOT: Final = Path(__file__).parents[1]
ELSEWHERE: Final = {"CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
GOLDEN: Final = ROOT / "tests/golden/operation_counts.json"

MEMBERS: Final = runpy.run_path(str(ROOT / "docs/make_api.py"))["MEMBERS"]

FAMILIES: Final = {
    "Inverse dynamics": ("rnea", "rnea"),
    "Forward dynamics": ("aba", "aba"),
    "Mass matrix": ("crba", "crba inverse_mass_matrix cholesky"),
    "Kinematics of joints and frames": ("kinematics", "kinematics frames jacobians"),
    "Centre of mass and momentum": ("momentum", "center_of_mass centroidal discrete_momentum"),
    "Energy": ("energy", "energy"),
    "Derivatives of dynamics": ("derivatives", "rnea_derivatives aba_derivatives linearize"),
    "Second derivatives": ("second", "rnea_second_derivatives aba_second_derivatives"),
    "Coriolis matrix and Christoffel symbols": ("coriolis", "coriolis christoffel factorization"),
    "Regressors": ("regressors", "regressors"),
    "Moving base": ("moving_base", "moving_base/*"),
    "Contacts and loops": ("constraints", "constraints/*"),
    "Friction": ("friction", "friction/*"),
    "Inverse kinematics": ("inverse_kinematics", "tasks inverse_kinematics bounded_least_squares"),
}
"""The families of algorithms: the name of their document, and their files."""


def on_files(files: Files, config: Any) -> Files:
    """Add the files that are made."""
    made = dict(_algorithms())
    made["reference.md"] = _reference()
    for source, target in ELSEWHERE.items():
        made[target] = (ROOT / source).read_text().replace("](docs/", "](")
    made.update(_experiments())
    for path, text in made.items():
        files.append(File.generated(config, path, content=text))
    for image in (*ROOT.glob("experiments/*/*.png"), *ROOT.glob("examples/*/*.png")):
        path = image.relative_to(ROOT)
        files.append(File.generated(config, str(path), abs_src_path=str(image)))
    return files


def on_post_build(config: Any) -> None:
    """Write the scenes that move in the reader's browser."""
    folder = Path(config["site_dir"]) / "scenes"
    folder.mkdir(parents=True, exist_ok=True)
    dog = runpy.run_path(str(ROOT / "docs/tutorials/08_contact.py"))
    motion, dt = dog["motion"], dog["dt"]
    q = motion.q[:1001:10]
    step = [
        kt.simulation.contact_step(
            dog["dog"],
            q_k,
            v_k,
            np.asarray(dog["hold"](q_k, v_k, 0.0), float),
            dt,
            friction=0.8,
            simulation=dog["simulation"],
        )
        for q_k, v_k in zip(q, motion.v[:1001:10], strict=True)
    ]
    impulses = np.array([x.impulses for x in step])
    forces = {f.frame: impulses[:, k] / dt for k, f in enumerate(dog["feet"])}
    with kt.view(dog["dog"], q, dt=10 * dt, forces=forces) as shown:
        shown.save(folder / "landing.html")


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Replace links to files outside the site by links to their documents, or by their names."""
    depth = page.file.src_uri.count("/")

    def link(found: re.Match[str]) -> str:
        title, target = found[1], found[2]
        name = Path(target.partition("#")[0]).name
        if name in ELSEWHERE:
            return f"[{title}]({'../' * depth}{ELSEWHERE[name]})"
        return f"`{title.strip('`')}`"

    outside = r"(?:\.\./)+(?!(?:robots|api|math|errors|conventions|references|speed|guide)\b)"
    if depth:  # ../x.md is inside the site, and so are images of examples, in it
        markdown = re.sub(r"\[([^\]]*)\]\((\.\./\.\./examples/[^)]*\.py)\)", link, markdown)
        return markdown.replace("](../../examples/", "](../examples/")
    return re.sub(rf"\[([^\]]*)\]\(({outside}[^)]*)\)", link, markdown)


def _algorithms() -> dict[str, str]:
    counts = json.loads(GOLDEN.read_text())
    found = {"algorithms/index.md": ""}
    lines = [
        "# Algorithms\n",
        "Each is written once, as its paper states it, and traced, simplified and compiled for "
        "every robot. What you see below is all there is of it.\n",
        "| | |",
        "|---|---|",
    ]
    for title, (name, files) in FAMILIES.items():
        paths = [p for pattern in files.split() for p in _sources(pattern)]
        found[f"algorithms/{name}.md"] = _family(title, paths, counts)
        functions = [f for path in paths for f in _public(path)]
        listed = ", ".join(f"`{f}`" for f in functions)
        lines.append(f"| [{title}]({name}.md) | {listed} |")
    found["algorithms/index.md"] = "\n".join(lines) + "\n"
    return found


def _sources(pattern: str) -> list[Path]:
    folder = ROOT / "src/kinetree/algorithms"
    return [p for p in sorted(folder.glob(f"{pattern}.py")) if p.name != "__init__.py"]


def _public(path: Path) -> list[str]:
    tree = ast.parse(path.read_text())
    return [
        node.name
        for node in tree.body
        if isinstance(node, ast.FunctionDef)
        and not node.name.startswith("_")
        and any("algorithm" in ast.unparse(d) for d in node.decorator_list)
    ]


def _family(title: str, paths: list[Path], counts: Any) -> str:
    parts = [f"# {title}\n"]
    robots = list(counts)
    rows = [
        (name, [counts[robot].get(name) for robot in robots])
        for path in paths
        for name in _public(path)
        if any(name in counts[robot] for robot in robots)
    ]
    if rows:
        parts += ["Operations of one sample, after simplification:\n"]
        parts += [f"| algorithm | {' | '.join(robots)} |", "|---|" + "--:|" * len(robots)]
        cells = lambda row: " | ".join("-" if x is None else f"{x:,}" for x in row)  # noqa: E731
        parts += [f"| {name} | {cells(row)} |" for name, row in rows] + [""]
    for path in paths:
        text = path.read_text()
        doc = _module_text(ast.get_docstring(ast.parse(text)) or "")
        body = text.split('"""', 2)[2].strip("\n") if text.startswith('"""') else text
        parts += [f"## {path.relative_to(ROOT / 'src')}\n", doc, ""]
        parts += ["```python", body, "```", ""]
    return "\n".join(parts)


def _module_text(doc: str) -> str:
    """The docstring of a module: Markdown but for brackets of citations."""
    return re.sub(r"\[(?!\[)", r"\\[", doc)


def _reference() -> str:
    lines = [
        "# Docstrings\n",
        "Of every public name; [the list](api/index.md) has their signatures.\n",
    ]
    for title, names in kt.PUBLIC.items():
        lines.append(f"## {title}\n")
        for name in names:
            x: Any = getattr(kt, name)
            lines += [f"### kt.{name}\n", *_docstring(x)]
            inner = x.__all__ if inspect.ismodule(x) and hasattr(x, "__all__") else ()
            members = [f"{name}.{m}" for m in inner] or [
                f"{name}.{m}" for m in MEMBERS.get(name, ()) if inspect.isclass(x)
            ]
            for member in members:
                lines += [f"#### kt.{member}\n", *_docstring(getattr(x, member.split(".")[1]))]
    return "\n".join(lines)


def _docstring(x: Any) -> list[str]:
    """A docstring as Markdown: its examples as code, the rest as text."""
    found: list[str] = []
    code = False
    for line in (inspect.getdoc(x) or "").splitlines():
        starts = line.startswith(">>>")
        if starts != code and (starts or not line.strip()):
            found.append("```pycon" if starts else "```")
            code = starts
        found.append(
            line
            if code
            else re.sub(r"([\[\]*_<>|])", r"\\\1", line)
            if "`" not in line
            else line.replace("[", r"\[")
        )
    return [*found, *(["```"] if code else []), ""]


def _experiments() -> dict[str, str]:
    found: dict[str, str] = {}
    lines = ["# Experiments\n", "The papers' experiments: our figure beside the paper's.\n"]
    for readme in sorted(ROOT.glob("experiments/*/README.md")):
        name = readme.parent.name
        text = readme.read_text()
        found[f"experiments/{name}/index.md"] = text
        title = text.partition("\n")[0].lstrip("# ")
        lines.append(f"- [{title}]({name}/index.md)")
    found["experiments/index.md"] = "\n".join(lines) + "\n"
    return found
