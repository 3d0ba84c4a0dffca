"""The program of examples/distributed, run as a user runs it, with a worker killed on the way."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(__file__).parents[2] / "examples" / "distributed" / "identification.py"


def _run(*options: str) -> str:
    command = [sys.executable, str(PROGRAM), "--samples", "3e5", "--chunk", "5000", *options]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=300).stdout


@pytest.mark.sweep
def test_a_killed_worker_does_not_change_a_bit():
    whole, interrupted = _run(), _run("--kill")
    digest = r"digest of the bits: (\w+)"
    assert re.search(digest, whole)[1] == re.search(digest, interrupted)[1]
    assert "killing worker" in interrupted
    assert float(re.search(r"base parameter: (\S+)", whole)[1]) < 1e-3
