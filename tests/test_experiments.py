"""The experiments run, and find what they are to find; how fast is not looked at here."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parents[1] / "experiments"
CORIOLIS = sorted(FOLDER.glob("coriolis/h_*.py"))


def printed(script: Path) -> str:
    command = [sys.executable, "-W", "error", str(script), "--quick"]
    return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE).stdout


def tables(text: str) -> list[list[list[str]]]:
    """The tables of a page, rows of cells below their heads."""
    found = re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE)
    split = [[line.strip("| ").split("|") for line in table.splitlines()[2:]] for table in found]
    return [[[cell.strip() for cell in row] for row in table] for table in split]


def numbers(row: list[str]) -> list[float]:
    return [float(cell.replace(",", "")) for cell in row[1:] if cell]


def run(name: str) -> tuple[str, list[Any]]:
    text = printed(FOLDER / "coriolis" / name)
    return text, tables(text)


def test_validation_errors_are_at_most_the_papers():
    _, (rows,) = run("h_c1_c2_c3_validation.py")
    assert len(rows) == 3
    for row in rows:
        _, error, paper, size, _ = numbers(row)
        assert 0 < error <= paper < 1e-8 < size, row


@pytest.mark.parametrize("name", ["h_c4_serial_chains.py", "h_c5_binary_trees.py"])
def test_costs_grow_with_robots(name: str):
    _, (costs, slopes) = run(name)
    small, large = map(numbers, costs)
    assert small[0] < large[0] and small[1] < large[1] and small[2] < large[2]
    assert min(small + large) > 0
    assert len(slopes) == 3 and all(numbers(row)[1] > 1 for row in slopes)


def test_a_quadruped_takes_fewer_operations_than_a_biped():
    _, (costs, _) = run("h_c6_bipeds_and_quadrupeds.py")
    operations = {(row[0], row[1]): numbers(row)[1:3] for row in costs}
    for n in ("4", "5"):
        assert operations["quadruped", n] < operations["biped", n]
        assert operations["quadruped", n][1] < operations["biped", n][1]


def test_table_1_has_the_robots_of_the_paper():
    text, (C, gamma) = run("h_c7_c8_table_1.py")
    assert [row[0] for row in C] == [row[0] for row in gamma] and len(C) == 4
    assert all(min(numbers(row)) > 0 for row in C + gamma)
    assert "the paper's 3.7" in text


def test_symbolic_forms_are_the_same_symbols():
    text, (rows,) = run("h_c9_symbolic.py")
    assert len(rows) == 4
    apart = re.search(r"apart by (\S+) of", text)
    assert apart and 0 < float(apart[1]) < 1e-12


def test_all_scripts_are_tested():
    assert {x.name for x in CORIOLIS} == set(re.findall(r"h_c\w+\.py", Path(__file__).read_text()))


def test_the_momentum_observer_finds_the_contact():
    text = printed(FOLDER.parent / "examples/momentum_observer/01_contact_detection.py")
    assert "noticed after 2 ms" in text and "it is link5" in text
