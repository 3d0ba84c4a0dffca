"""examples/optimal_control: run as a user runs it, and what it printed looked at."""

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

SCRIPT = Path(__file__).parents[2] / "examples" / "optimal_control" / "01_reaching.py"


@pytest.mark.sweep
def test_reaching_converges() -> None:
    command = [sys.executable, "-W", "error", str(SCRIPT)]
    text = subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE).stdout
    head, *lines, last = text.splitlines()
    assert re.split("  +", head)[:4] == ["iteration", "cost", "expected fall", "hand off, mm"]
    iterations, costs, falls, off, *_ = np.array([line.split() for line in lines], float).T
    assert np.array_equal(iterations, np.arange(len(lines))) and len(lines) < 30
    assert (np.diff(costs) <= 0).all() and (falls > 0).all()
    assert costs[-2] - costs[-1] <= 1e-6  # the last digit printed
    assert falls[-1] < 1e-9 * costs[-1] < costs[-1] < 1e-3 * costs[0]
    assert off[-1] < 1 < 100 < off[0]
    apart = re.search(r"those of kt.jacobian are (\S+) apart", last)
    assert apart and float(apart[1]) < 1e-13


def test_it_is_short() -> None:
    assert len(SCRIPT.read_text().splitlines()) < 120
