"""examples/optimal_control: run as a user runs them, and what they printed looked at."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[2] / "examples" / "optimal_control"


def printed(name: str) -> str:
    command = [sys.executable, "-W", "error", str(SCRIPTS / name)]
    return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE).stdout


@pytest.mark.sweep
def test_reaching_among_spheres() -> None:
    text = printed("01_reaching.py")
    solved = re.search(r"32 scenes: (\d+) solved", text)
    assert solved and int(solved[1]) == 32
    clearance = re.search(r"collide: 32; least clearance of solutions (\S+) mm", text)
    assert clearance and float(clearance[1]) > 19.8


@pytest.mark.sweep
def test_trot_and_jump() -> None:
    lines = printed("02_trot_and_jump.py").splitlines()
    assert [line.partition(":")[0] for line in lines] == ["trot", "jump"]
    assert all(int(re.findall(r": (\d+) iterations", line)[0]) < 60 for line in lines)
    assert max([float(re.findall(r"slip (\S+) mm", line)[0]) for line in lines]) < 5


@pytest.mark.sweep
def test_predictive_control() -> None:
    text = printed("03_predictive_control.py")
    height, pitch = re.findall(r"within (\S+) (?:mm|rad)", text)
    assert float(height) < 20 and float(pitch) < 0.02
    assert re.search(r"the end [0-5] mm", text)
