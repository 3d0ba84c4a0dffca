"""The experiments run, and find what they are to find; how fast is not looked at here."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import kinetree as kt

pytestmark = pytest.mark.sweep

FOLDER = Path(__file__).parents[2] / "experiments"
SCRIPT = r"(?:h_|table_)\w+\.py"


def printed(script: Path) -> str:
    command = [sys.executable, "-W", "error", str(script), "--quick"]
    return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE).stdout


def tables(text: str) -> list[list[list[str]]]:
    """The tables of a README, rows of cells below their heads."""
    found = re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE)
    split = [[line.strip("| ").split("|") for line in table.splitlines()[2:]] for table in found]
    return [[[cell.strip() for cell in row] for row in table] for table in split]


def numbers(row: list[str]) -> list[float]:
    return [float(cell.replace(",", "")) for cell in row[1:] if cell]


def run(name: str) -> tuple[str, list[Any]]:
    (script,) = FOLDER.glob(f"*/{name}")
    text = printed(script)
    return text, tables(text)


def of_readme(name: str, *titles: str) -> list[list[list[str]]]:
    """The tables below titles of the README beside a script, one after the other."""
    (script,) = FOLDER.glob(f"*/{name}")
    parts = (script.parent / "README.md").read_text().split("\n## ")
    return [t for title in titles for part in parts if part.startswith(title) for t in tables(part)]


def counted_in_both(ours: list[list[str]], theirs: list[list[str]], count: int) -> int:
    """The number of robots in both tables; asserts equal numbers of operations."""
    known = {tuple(row[:2]): row[2 : 2 + count] for row in theirs}
    common = [row for row in ours if tuple(row[:2]) in known]
    for row in common:
        assert row[2 : 2 + count] == known[tuple(row[:2])], row
    return len(common)


def of_one_size(ours: float, theirs: float) -> bool:
    """Whether two worst errors of a few and of many random states are those of the same arithmetic.

    Both are some ulps; those of single states are up to 15 times those of five (of 48 states of two
    trees, measured).
    """
    return theirs / 20 < ours < 20 * theirs


def test_validation_errors_are_at_most_the_papers():
    _, (rows,) = run("h_c1_c2_c3_validation.py")
    assert len(rows) == 3
    (known,) = of_readme("h_c1_c2_c3_validation.py", "H-C1, H-C2, H-C3")
    relative = {(row[0], row[1]): float(row[-1]) for row in known}
    for row in rows:
        _, error, paper, size, ours = numbers(row)
        assert error <= paper < 1e-8 < size, row
        assert of_one_size(ours, relative[row[0], row[1]]), row


@pytest.mark.parametrize(
    "name, title", [("h_c4_serial_chains.py", "H-C4"), ("h_c5_binary_trees.py", "H-C5")]
)
def test_costs_grow_with_robots(name: str, title: str):
    _, (costs, slopes) = run(name)
    known, _ = of_readme(name, title)
    assert counted_in_both(costs, known, 2) == 1
    small, large = map(numbers, costs)
    assert small[0] < large[0] and small[1] < large[1] and small[2] < large[2]
    assert len(slopes) == 3 and all(numbers(row)[1] > 1 for row in slopes)


def test_a_quadruped_takes_fewer_operations_than_a_biped():
    _, (costs, _) = run("h_c6_bipeds_and_quadrupeds.py")
    known, _ = of_readme("h_c6_bipeds_and_quadrupeds.py", "H-C6")
    assert counted_in_both(costs, known, 2) == 2
    operations = {(row[0], row[1]): numbers(row)[1:3] for row in costs}
    for n in ("4", "5"):
        assert operations["quadruped", n] < operations["biped", n]
        assert operations["quadruped", n][1] < operations["biped", n][1]


def test_table_1_has_the_robots_of_the_paper():
    text, (C, gamma) = run("h_c7_c8_table_1.py")
    name = "h_c7_c8_table_1.py"
    paper = [[row[:2] for row in table[:4]] for table in of_readme(name, "H-C7, H-C8")]
    assert [[row[:2] for row in table] for table in (C, gamma)] == paper
    chain, _, legs, _ = of_readme(name, "H-C4", "H-C6")  # these have robots with 4 joints, too
    robots = ("serial chain", "biped", "quadruped")
    known = {row[0]: row[2:4] for row in chain + legs if row[1] == "4"}
    ours = {
        row[0].partition(",")[0]: [row[2], other[2]] for row, other in zip(C, gamma, strict=True)
    }
    assert {robot: ours[robot] for robot in robots} == known
    chain_, tree, *_ = (numbers(row)[2] for row in gamma)
    ratio = re.search(r"Gamma of the chain over that of the tree: (\S+), the paper's 3.7", text)
    assert ratio and abs(float(ratio[1]) - chain_ / tree) < 0.1


def test_symbolic_forms_are_the_same_symbols():
    text, (rows,) = run("h_c9_symbolic.py")
    (known,) = of_readme("h_c9_symbolic.py", "H-C9")
    assert [row[0] for row in rows] == list(dict.fromkeys(row[0] for row in known))
    for name, bodies, *_, operations in rows + known:
        if name == "binary tree":
            trace = kt.christoffel_symbols.trace(kt.robots.binary_tree(int(bodies)))
            assert operations == f"{trace.operation_count:,}"
    apart = re.search(r"apart by (\S+) of", text)
    assert apart and of_one_size(float(apart[1]), 4e-15)


def test_algorithm_1_and_the_ancestor_loop_are_the_same_operations():
    _, (costs, ratios) = run("h_i1_i8_ancestor_loop.py")
    known, _ = of_readme("h_i1_i8_ancestor_loop.py", "H-I1, H-I8")
    assert len(costs) == len(ratios) == 6 and counted_in_both(costs, known, 3) == 3
    for row, ratio in zip(costs, ratios, strict=True):
        _, idsva, loop, matrices, *_ = numbers(row)
        assert idsva < loop == matrices
        assert numbers(ratio)[1] == numbers(ratio)[4] == round(loop / idsva, 2)


def test_body_frames_save_operations_where_twists_are_right_angles():
    _, (costs, _) = run("h_i2_body_and_ground.py")
    counts = {(row[0], row[1]): numbers(row)[1:3] for row in costs}
    known, _ = of_readme("h_i2_body_and_ground.py", "H-I2")
    known = [row for row in known if "random" not in row[0]]  # they turn as they are drawn
    assert len(counts) == 8 and counted_in_both(costs, known, 2) == 2
    for robot in ("chain", "binary tree"):
        ground, body = counts[f"{robot}, 90 degrees", "5"]
        twisted = counts[f"{robot}, random", "5"]
        assert body < ground < twisted[0] and body < twisted[1]


@pytest.mark.parametrize("name", ["h_i3_inverse_dynamics.py", "h_i4_forward_dynamics.py"])
def test_the_chain_rule_takes_more_operations(name: str):
    _, (costs, ratios) = run(name)
    known, _ = of_readme(name, "H-I3" if "i3" in name else "H-I4")
    assert counted_in_both(costs, known, (len(costs[0]) - 2) // 4) == 2
    for row, ratio in zip(costs, ratios, strict=True):
        count = (len(row) - 2) // 4
        operations = numbers(row)[1 : 1 + count]
        if int(row[1]) > 3:  # three bodies are too few
            assert operations == sorted(set(operations))
            assert all(x > 1 for x in numbers(ratio)[1::3])


def test_dmm_grows_faster_than_aza_and_starts_lower():
    text, (costs, summary) = run("h_i5_i6_dmm_and_aza.py")
    known, _ = of_readme("h_i5_i6_dmm_and_aza.py", "H-I5, H-I6")
    assert counted_in_both(costs, known, 2) == 1
    assert all(numbers(row)[1] < numbers(row)[2] for row in costs)
    assert [row[0] for row in summary] == ["operations", "one sample", "one of 64"]
    assert summary[0][1:3] == ["3 to 12", "above 12"] and "450" in text


def test_errors_of_forward_dynamics_are_small_and_grow():
    _, (errors, slopes) = run("h_i7_error_growth.py")
    known, _ = of_readme("h_i7_error_growth.py", "H-I7")
    theirs = {(row[0], row[1]): row[3:] for row in known}
    assert [row[:2] for row in errors] == [[d, n] for d in ("dFD/dq", "dFD/dv") for n in "35"]
    assert len(slopes) == 2
    for row in errors:
        ours = [float(cell.split()[0]) for cell in row[3:]]
        others = theirs[row[0], "5"]  # that of three joints is not larger
        for error, cell in zip(ours, others, strict=True):
            other = float(cell.split()[0])
            assert of_one_size(error, other), (row, other)


def test_derivatives_of_inverse_dynamics_are_those_of_the_complex_step():
    _, (rows,) = run("h_i9_correctness.py")
    (known,) = of_readme("h_i9_correctness.py", "H-I9")
    assert [row[0] for row in rows] == [row[0] for row in known[:10]]
    for row, other in zip(rows, known, strict=False):
        ours, theirs = numbers(row)[1:], numbers(other)[1:]
        assert all(map(of_one_size, ours, theirs)), row


def test_differences_lose_what_the_other_methods_keep():
    _, (rows,) = run("table_1_methods.py")
    for forward, central, *others in [[float(row[k]) for row in rows] for k in (3, 6)]:
        assert len(others) == 4 and max(others) < 1e-13 < 1e-10 < central < forward < 1e-4


def test_differences_on_a_moving_base_fall_with_the_step_until_they_round():
    _, (largest, mean) = run("h_g1_finite_differences.py")
    assert [row[0] for row in largest] == [row[0] for row in mean]
    assert [row[0] for row in largest] == ["1e-01", "1e-04", "1e-07", "1e-10"]
    errors = [
        [[float(x) for x in cell.strip(")").split(" (")] for cell in row[1:]] for row in largest
    ]
    for k in range(4):
        forward = [row[k][0] for row in errors]
        assert 500 < forward[0] / forward[1] < 2000 and forward[2] < forward[3]
    for row in errors:
        known = [x for x in row if len(x) == 2]
        assert len(known) == 6 and all(1 / 4 < ours / theirs < 4 for ours, theirs in known)
    assert max(errors[0][k][0] for k in (6, 7)) < 1e-11  # central, of what is quadratic


def test_dynamics_on_a_moving_base_are_exact():
    _, (rows,) = run("h_g2_correctness.py")
    assert [row[0] for row in rows] == ["branched system", "quadruped"]
    for row in rows:
        _, *forces, inverse, condition = numbers(row)
        assert all(of_one_size(x, 4e-16) for x in forces) and 1e-17 < inverse < 1e-16 * condition


def test_integrators_on_the_heavy_top_have_the_errors_of_the_reference():
    text, (rows,) = run("h_heavy_top.py")
    methods = {row[0]: row[1:] for row in rows}
    for name in ("commutator_free_4", "munthe_kaas_4", "variational"):
        *errors, order, energy = methods[name]
        for cell in (*errors, energy):
            ours, reference = (float(x) for x in cell.strip(")").split(" ("))
            assert abs(ours / reference - 1) < 0.05, (name, cell)  # printed to two digits
        assert float(order) == (2.0 if name == "variational" else 3.9)
    theirs = [float(x) for x in methods["MuJoCo RK4"][:4]]
    ours = [float(x.split()[0]) for x in methods["munthe_kaas_4"][:4]]
    assert theirs == ours
    assert "0.17334396 0.64008859 -0.74849079" in text


def test_the_energy_of_the_variational_integrator_does_not_drift():
    _, (rows,) = run("h_energy_drift.py")
    methods = {row[0]: numbers(row) for row in rows}
    first, last, slope = methods["variational"]
    assert last < 2 * first < 1e-2 and abs(slope) < 1e-6
    assert methods["commutator_free_4"][1] > 3 * methods["commutator_free_4"][0]


def test_rotations_are_kept_to_the_last_digits():
    """Conversions in four regions beside SciPy, round trips, rate maps."""
    _, found = run("table_errors.py")
    assert [len(rows) for rows in found] == [7, 7, 7, 7, 7, 14]
    for rows, known in zip(found, of_readme("table_errors.py", "Worst errors"), strict=True):
        assert [row[0] for row in rows] == [row[0] for row in known]
        ours, theirs = ([float(x.split()[0]) for row in t for x in row[1:]] for t in (rows, known))
        assert len(ours) == len(theirs) and max(theirs) < 20
        assert max(theirs) / 5 < max(ours) <= max(theirs)  # of fewer rotations
    scipys = float(found[1][0][-1].split("(")[1].strip(")"))
    assert scipys > 1e12  # near 0, to Euler angles


def test_distances_of_pairs_and_of_robots_are_right():
    """Certified, also where coal or MuJoCo has another one."""
    text, (by_pair, by_regime) = run("table_pairs.py")
    known, regimes = of_readme("table_pairs.py", "Distances of pairs")
    assert {row[0] for row in known} == {row[0] for row in by_pair}
    assert [row[0] for row in regimes] == [row[0] for row in by_regime]
    assert "Ours wrong: 0." in text
    for row in by_pair + by_regime:
        assert float(row[3]) < 1e-12 and float(row[5]) < 1e-5
    text, (robots,) = run("table_robots.py")
    assert [row[0] for row in robots] == ["a1", "baxter"]
    assert "2 robots, 32,300 distances. Ours wrong: 0. MuJoCo wrong: 0." in text


def test_robots_are_on_their_ground_as_in_mujoco():
    """Stands on forces of its weight; bodies move as by hand; nan stays where it is."""
    text, (rows,) = run("table_standing.py")
    assert [row[:2] for row in rows] == [["quadruped", "plane"], ["quadruped", "hills"]]
    assert "in every second: 2 of 2" in text
    text, (rows,) = run("table_physics.py")
    assert f"of the formula: {len(rows)} of {len(rows)}" in text
    text, (rows,) = run("table_energy.py")
    assert "Random steps: 6,400," in text and "not finite 0, spread 0" in text


def test_all_scripts_are_tested():
    found = {x.name for x in FOLDER.glob("*/*_*.py") if re.fullmatch(SCRIPT, x.name)}
    assert found == set(re.findall(SCRIPT, Path(__file__).read_text()))


def test_the_momentum_observer_finds_the_contact():
    text = printed(FOLDER.parent / "examples/momentum_observer/01_contact_detection.py")
    assert "noticed after 2 ms" in text and "it is link5" in text
