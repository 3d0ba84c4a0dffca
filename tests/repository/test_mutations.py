"""The command .ci/mutations: its changes of small files, its choice of mutants and of tests."""

import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
COMMAND = runpy.run_path(str(ROOT / ".ci/mutations"))
mutants, Mutant = COMMAND["mutants"], COMMAND["Mutant"]


def changed(text, file="src/kinetree/compiler/x.py"):
    data = text.encode()
    return [m.text(data).decode() for m in mutants(file, data) if m.compiles(data)]


@pytest.mark.parametrize(
    "text, expected",
    [
        ("a < b", ["(a <= b)", "(a >= b)"]),
        ("a - b", ["(a + b)", "(b - a)"]),
        ("a and not b", ["(a or not b)", "(not b)", "(a)", "a and b"]),
        ("x[1:]", ["x[2:]", "x[0:]"]),
        ("x[:n]", ["x[1:n]"]),
        ("x = 0.5", ["x = 1.0"]),
        ("digest(a, b, key=c)", ["pass", "digest(a, b)", "digest(b, a, key=c)"]),
        ("x, y = mul(a, b), f(a, -b)", ["x, y = mul(a, b), f(a, b)"]),
        ("return_ = name, dtype", ["return_ = (dtype,)", "return_ = (name,)"]),
        ('x = f"{a}-{b}"', ["x = f'-{b}'", "x = f'{a}-'"]),
        ("if x:\n    del y", ["if (not x):\n    del y"]),
        ("x: tuple[int, str] = zip(a, strict=True)", []),
        ('"""No 1."""\nraise Error(1)', ['"""No 1."""\npass']),
        ('x = "icmp slt i64 %a, %b"', ['x = "icmp sle i64 %a, %b"']),
        ('x = f"add i64 {a}, 1"', ['x = f"sub i64 {a}, 1"']),
    ],
)
def test_changes_of_python(text, expected):
    assert sorted(changed(text)) == sorted(expected)


def test_changes_of_ir():
    lines = ["; add i64 0", "  br i1 %c, label %x, label %y", "  store i64 0, ptr %p"]
    found = changed("\n".join(lines), "src/kinetree/compiler/x.ll")
    assert [x.splitlines()[1:] for x in found] == [
        ["  br i1 %c, label %y, label %x", lines[2]],
        [lines[1], "  store i64 1, ptr %p"],
        [lines[1], "  "],
    ]


def test_a_letter_of_several_bytes_before_a_change():
    assert changed('"""µ"""; τ = "ü" + str(1)')[-2:] == [
        '"""µ"""; τ = "ü" + str(0)',
        '"""µ"""; τ = "ü" + str(2)',
    ]


@pytest.mark.sweep
def test_a_seed_chooses_the_same_mutants_and_each_can_be_run():
    chosen = COMMAND["chosen"](1, 5, ["spatial"])
    assert chosen == COMMAND["chosen"](1, 5, ["spatial"])
    assert chosen != COMMAND["chosen"](2, 5, ["spatial"])
    assert len(chosen) == COMMAND["LEAST"]
    for mutant in chosen:
        data = (ROOT / mutant.file).read_bytes()
        assert mutant.compiles(data)
        assert mutant.diff(data)


def test_tests_that_run_the_line_come_first_and_quick_ones_before_slow_ones():
    here, there = "tests/spatial/test_se3.py", "tests/model/test_model.py"
    file = "src/kinetree/spatial/se3.py"
    records = [
        {"file": there, "tests": [["d", 0.1]], "lines": {file: {"8": [0]}}},
        {"file": here, "tests": [["c", 2], ["b", 1], ["a", 0]], "lines": {file: {"8": [0, 1]}}},
        {"file": there, "tests": [["e", 0.1]], "lines": {file: {"8": [-1]}}},
    ]

    def tests(line, seconds=60):
        mutant = Mutant(file, (line, line + 1), 0, 0, "")
        return [x for _, x in COMMAND["tests_of"](mutant, records, seconds)]

    assert tests(7) == tests(8) == ["b", "c", "d", "a"]
    assert tests(8, 1.5) == ["b", "d", "a"]
    assert tests(9) == []


def test_an_equivalent_mutant_has_a_reason_and_its_lines_are_in_the_file():
    for (file, old, new), reason in COMMAND["equivalents"]().items():
        lines = {x.strip() for x in (ROOT / file).read_text().splitlines()}
        assert lines.issuperset(old.splitlines())
        assert old != new
        assert reason
