"""The documentation says what the code does."""

import inspect
import re
import runpy
import subprocess
import sys
from functools import cached_property
from pathlib import Path

import pytest

import kinetree as kt
from kinetree.functions import Algorithm
from kinetree.model import joints

ROOT = Path(__file__).parents[2]
MAKE = runpy.run_path(str(ROOT / "docs/make.py"))
PUBLIC = [name for names in kt.PUBLIC.values() for name in names]
NOT_BEGINNINGS = ("What", "Those", "Whose")
"""Words that do not say what something is."""


@pytest.mark.parametrize("generator", MAKE["GENERATORS"])
def test_a_document_is_the_one_that_the_code_makes(generator):
    for path, text in MAKE["documents"](generator).items():
        assert (ROOT / "docs" / path).read_text() == text, "run: python docs/make.py"


def test_every_public_name_is_listed_once():
    assert set(dir(kt)) == set(PUBLIC)
    assert len(PUBLIC) == len(set(PUBLIC))


def described(name):
    """A public name and, of a class, its public methods and properties, with their docstrings."""
    x = getattr(kt, name)
    if not inspect.isclass(x):
        return {name: x.__doc__}
    found = {name: vars(x).get("__doc__")}  # not that of a class above it
    for member, value in vars(x).items():
        properties = (property, classmethod, staticmethod, cached_property)
        if not member.startswith("_") and (callable(value) or isinstance(value, properties)):
            found[f"{name}.{member}"] = inspect.getdoc(getattr(x, member))
    return found


@pytest.mark.parametrize("name", PUBLIC)
def test_a_public_name_is_described_in_sentences_of_its_own(name):
    wrong = []
    for what, doc in described(name).items():
        summary = inspect.cleandoc(doc or "").partition("\n\n")[0]
        sentence = summary.endswith((".", ":")) and summary.split()[0] not in NOT_BEGINNINGS
        wrong += [] if sentence else [(what, summary)]
    assert wrong == []


@pytest.mark.parametrize("name", [x for x in PUBLIC if inspect.isfunction(getattr(kt, x))])
def test_the_keywords_of_a_public_function_are_explained(name):
    """In its docstring, or in that of the function that it names."""
    function = getattr(kt, name)
    text = function.__doc__
    for other in re.findall(r"The keywords are those of `(\w+)`", text):
        text += getattr(kt, other).__doc__
    parameters = inspect.signature(function).parameters.values()
    keywords = [p.name for p in parameters if p.kind is p.KEYWORD_ONLY]
    assert [word for word in keywords if not re.search(rf"\b{word}\b", text)] == []


def test_every_algorithm_states_shapes_source_and_an_example():
    spaces = (kt, kt.moving_base, kt.constraints)
    names = [getattr(space, name) for space in spaces for name in dir(space)]
    algorithms = [x for x in names if isinstance(x, Algorithm)]
    assert len(algorithms) >= 50
    for algorithm in algorithms:
        doc = algorithm.__doc__ or ""
        for part in ("Shapes:", ">>> ", "kt."):
            assert part in doc, (algorithm, part)
        assert "result (..." in doc or "results (..." in doc, algorithm
        stated = "Source:" in doc or "Derived here:" in doc
        assert stated or algorithm in (kt.normalize, kt.passive_forces), algorithm


def test_every_joint_type_is_in_saved_models_and_in_the_documents():
    classes = {x: getattr(kt, x) for x in PUBLIC if inspect.isclass(getattr(kt, x))}
    types = {name for name, x in classes.items() if issubclass(x, kt.Joint)} - {"Joint"}
    others = {"Joint", "Offset", "SphericalZYX"}  # a placement in a composite, and a function
    assert types == {*joints.__all__} - others, "name it in model/joints/__init__.py"
    for document in ("docs/robots.md", "CHANGELOG.md"):
        text = (ROOT / document).read_text()
        assert [x for x in types if not re.search(rf"\b{x}\b", text)] == [], document


def test_every_algorithm_is_named_in_a_test_of_it():
    folders = ("identities", "algorithms", "coordinates", "model", "formats")
    files = [
        ROOT / "tests/tipped.py",
        *(p for x in folders for p in (ROOT / "tests" / x).rglob("*.py")),
    ]
    text = "".join(path.read_text() for path in files)
    for space in (kt, kt.moving_base, kt.constraints):
        names = [name for name in dir(space) if isinstance(getattr(space, name), Algorithm)]
        assert [x for x in names if not re.search(rf"\b{x}\b", text)] == []


def test_every_formula_states_shapes_and_source():
    for module in (kt.so3, kt.se3):
        for name in module.__all__:
            doc = getattr(module, name).__doc__
            assert "Shapes:" in doc and "result (..." in doc and "Source:" in doc, name
    for name in kt.rotations.__all__:
        doc = getattr(kt.rotations, name).__doc__
        assert all(part in doc for part in ("Shapes:", "Source: [KindrSheet", ">>> ")), name


GUIDE = [str(path.relative_to(ROOT)) for path in sorted((ROOT / "docs/guide").glob("*.md"))]
LONG = ("docs/guide/tour.md", "docs/guide/how-do-i.md")


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.sweep) if name in LONG else name
        for name in ("README.md", "docs/robots.md", *GUIDE)
    ],
)
def test_the_examples_of_the_documents_run(name, tmp_path):
    if name.endswith("gradients.md"):
        pytest.importorskip(
            "torch", reason="not among the tests' requirements: 3 GB on most systems"
        )
    code = "\n".join(re.findall(r"```python\n(.*?)```", (ROOT / name).read_text(), re.DOTALL))
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True, cwd=tmp_path)


def test_the_examples_of_the_public_names_run(tmp_path):
    pages = sorted((ROOT / "docs/api").glob("*.md"))
    blocks = [
        x for p in pages for x in re.findall(r"```python\n(.*?)```", p.read_text(), re.DOTALL)
    ]
    assert len(blocks) == len(kt.PUBLIC)
    command = [sys.executable, "-W", "error", "-c", "\n".join(blocks)]
    subprocess.run(command, check=True, cwd=tmp_path)


def test_the_readme_shows_lines_of_the_algorithm():
    source = (ROOT / "src/kinetree/algorithms/rnea.py").read_text()
    rows = re.findall(r"^\| .* \| `(.*)` \|$", (ROOT / "README.md").read_text(), re.MULTILINE)
    lines = [x.strip() for x in source.splitlines()]
    shown = [lines.index(x) for x in rows if x in lines]
    assert len(shown) == 8 and shown == sorted(shown)


TUTORIALS = sorted((ROOT / "docs/tutorials").glob("*.py"))


@pytest.mark.parametrize("path", TUTORIALS, ids=lambda path: path.stem)
@pytest.mark.sweep
def test_tutorials_run(path, tmp_path):
    subprocess.run([sys.executable, "-W", "error", path], check=True, cwd=tmp_path)


def test_the_commands_of_the_document_of_the_command_line_run(tmp_path):
    text = (ROOT / "docs/guide/command-line.md").read_text()
    (block,) = re.findall(r"```bash\n(.*?)```", text, re.DOTALL)
    commands = block.replace("kinetree ", f"{sys.executable} -m kinetree ")
    subprocess.run(["bash", "-ec", commands], check=True, cwd=tmp_path)
    assert (tmp_path / "motion.csv").exists() and (tmp_path / "M.npz").exists()


def test_all_questions_are_numbered():
    text = (ROOT / "docs/guide/how-do-i.md").read_text()
    numbers = re.findall(r"^### (\d+)\.", text, re.MULTILINE)
    assert [int(n) for n in numbers] == list(range(1, 80))


def test_every_document_is_in_the_navigation():
    text = (ROOT / "mkdocs.yml").read_text()
    for path in (ROOT / "docs").rglob("*.md"):
        assert f"{path.relative_to(ROOT / 'docs')}\n" in text, path
    for path in TUTORIALS:
        assert f"tutorials/{path.name}\n" in text
    assert all(f"{x}.md\n" in text for x in ("contributing", "changelog", "reference"))


def test_the_steps_of_a_call_name_functions_of_their_files():
    text = (ROOT / "docs" / "guide" / "how-a-call-goes.md").read_text()
    steps = re.findall(r"^(?:\d+\.|-) `([\w/.]+)`: (`.+?`)\. ?", text, re.M)
    for file, names in steps:
        source = (ROOT / "src" / "kinetree" / file).read_text()
        for name in re.findall(r"(\w+)`", names):
            assert re.search(rf"(def|class) {name}\b|^\w.*\b{name}\(", source, re.M), name
    assert len(steps) > 15


def test_citations_are_those_of_the_docstring():
    for algorithm, key in ((kt.aba, "Featherstone2008"), (kt.rnea_derivatives, "Singh2022")):
        itself, *papers = kt.citation(algorithm).splitlines()
        assert itself.startswith("kinetree") and any(x.startswith(f"[{key}] ") for x in papers)
        assert not any("Numbers:" in x or "Slips:" in x for x in papers)
    assert kt.citation().count("\n") == 0
    with pytest.raises(kt.ModelError, match="citation: a str; expected an algorithm"):
        kt.citation("rnea")


def test_ci_runs_the_command_of_the_readme():
    commands = re.findall(
        r"<!-- (?:demo|test) -->\n```bash\n(.*?)\n```", (ROOT / "README.md").read_text()
    )
    assert len(commands) == 2 and all(c.startswith("python3 -m venv .venv && ") for c in commands)
    assert "README.md" in (ROOT / ".ci/run").read_text()


def test_the_page_of_mistakes_has_a_hundred():
    assert (ROOT / "docs/errors.md").read_text().count("Error: ") >= 100
