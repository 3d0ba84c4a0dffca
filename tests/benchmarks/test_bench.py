"""The benchmark beside Pinocchio: its table, on robots with and without a peer."""

import re
import sys
from pathlib import Path

import pytest

import kinetree as kt

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))
import bench


@pytest.fixture
def run(capsys):
    """Run it: its exit status, what it printed, what it complained of."""

    def run(*arguments: str) -> tuple[int, str, str]:
        status = bench.main(arguments)
        printed = capsys.readouterr()
        return status, printed.out, printed.err

    return run


@pytest.fixture
def little_effort(monkeypatch):
    monkeypatch.setattr(bench, "QUICK", bench.Effort(rounds=1, turn=0.0, cold=20))


def _rows(out: str) -> dict[str, list[str]]:
    """The table's cells by title; of rows with the same title, the last."""
    table = out.partition("\n\n")[2].splitlines()
    return {title: cells for title, *cells in (re.split(r"  +", x.strip()) for x in table[1:])}


def _interval(text: str) -> tuple[float, float]:
    """The numbers that are rounded to these digits."""
    half = 0.5 * 10.0 ** -len(text.partition(".")[2])
    return float(text) - half, float(text) + half


def assert_rows_fit_together(out: str) -> int:
    """Each time is what it says it is made of, as far as it is printed; how many do so."""
    lines = [re.split(r"  +", x.strip()) for x in out.partition("\n\n")[2].splitlines()[1:]]
    rows = {title: cells for title, *cells in lines}
    alone = [_interval(x) for x in rows["one sample: computing alone"]]
    checked = 0
    ours: list[str] = []
    theirs: list[str] = []
    for title, *cells in lines:
        if title == "beyond computing":
            for whole, (low, high), rest in zip(ours, alone, map(_interval, cells), strict=True):
                least, most = _interval(whole)
                assert least - high <= rest[1] and rest[0] <= most - low
                checked += 1
        elif title == "times faster":
            for mine, other, cell in zip(ours, theirs, cells, strict=True):
                assert (cell == "-") == (other == "-")
                if cell != "-":
                    (a, b), (c, d), (e, f) = _interval(mine), _interval(other), _interval(cell)
                    assert c / b <= f and e <= d / max(a, 1e-9)
                    checked += 1
        elif title.startswith("Pinocchio's"):
            theirs = cells
        else:
            ours = cells
    return checked


def test_bench_without_pinocchio(run, little_effort, monkeypatch):
    status, out, err = run("arm")
    assert (status, err) == (0, "")
    assert out.startswith(f"kinetree {kt.__version__}, Python ")
    assert "Pinocchio is left out: arm is built in" in out and "times faster" not in out
    rows = _rows(out)
    assert rows["operations"] == [f"{_operations(name, 'arm'):,}" for name in bench.ALGORITHMS]
    assert all(len(cells) == 3 for cells in rows.values())
    assert_rows_fit_together(out)
    assert max(map(len, out.splitlines())) <= 100
    monkeypatch.setitem(sys.modules, "pinocchio", None)
    _, out, _ = run("ur5")
    assert "Pinocchio is left out: it is not installed" in out


def _operations(algorithm: str, robot: str) -> int:
    return getattr(kt, algorithm).compile(kt.load(robot)).operation_count


def test_bench_beside_pinocchio(run, little_effort):
    _, out, _ = run("solo12", "--floating-base")
    assert "nq 19, nv 18" in out and "left out" not in out
    rows = _rows(out)
    assert assert_rows_fit_together(out) == 2 * 3 + 3 + 3 * 2
    assert [x == "-" for x in rows["Pinocchio's C++ batch"]] == [False, False, True]
    assert max(map(len, out.splitlines())) <= 100


def test_an_unknown_robot(run):
    status, out, err = run("humanoyd")
    assert (status, out) == (1, "")
    assert err.startswith("no robot 'humanoyd'; did you mean 'humanoid' or ")
