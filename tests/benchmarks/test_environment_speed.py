"""The benchmark of environments beside MuJoCo: both do the same, and the smallest case runs."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


@pytest.mark.sweep
def test_quick_run():
    for name in ("mujoco.batch", "torch", "casadi"):
        pytest.importorskip(name)
    command = [sys.executable, str(BENCHMARKS / "environments.py"), "--quick"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    report = json.loads(run.stdout[run.stdout.index("\n{\n") :])
    assert report["agreement"]["close"] > 0.95
    assert report["steps"]["64"].keys() == {
        f"{name}, {threads}"
        for name in ("kinetree", "MuJoCo")
        for threads in ("one thread", "two threads")
    }
    parts, training, size = report["parts"], report["training"], report["memory"]
    assert all(parts[name]["min"] > 0 for name in ("step", "kernel", "contact steps"))
    assert 0 < training["environment"] < training["seconds"]
    assert size["state"] == 4 * size["numbers"]
    for seconds in report["first calls"].values():
        assert seconds.pop("all") == pytest.approx(sum(seconds.values()))
