"""The programs of examples/frameworks, real_time and c, run as a user runs them."""

import re
import runpy
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kinetree as kt

EXAMPLES = Path(__file__).parents[2] / "examples"


def _run(name: str) -> dict[str, Any]:
    return runpy.run_path(str(EXAMPLES / "frameworks" / f"{name}.py"))


@pytest.mark.sweep
def test_a_policy_is_trained_through_the_dynamics_in_jax():
    x = _run("policy_gradient_jax")
    start, end = float(x["start"]), float(x["end"])
    x["jax"].config.update("jax_enable_x64", False)
    assert end < 0.5 * start


@pytest.mark.sweep
def test_a_policy_is_trained_through_the_dynamics_in_torch():
    pytest.importorskip("torch")
    x = _run("policy_gradient_torch")
    assert x["end"] < 0.4 * x["start"]


@pytest.mark.sweep
def test_workers_simulate_while_torch_learns():
    pytest.importorskip("torch")
    program = EXAMPLES / "frameworks" / "workers_and_learner.py"
    command = [sys.executable, "-W", "ignore", str(program)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    first, last = map(float, re.findall(r"-\d\.\d+", done.stdout))
    assert last > 0.5 * first


def test_a_swing_up_in_casadi_obeys_the_dynamics():
    x = _run("swing_up_casadi")
    q, v, dt = x["path"], x["rates"], x["dt"]
    tau = np.column_stack([x["torques"], np.zeros(x["N"])])  # constant in each interval
    ends = [kt.aba(x["robot"], *(y[k : k + x["N"]] for y in (q, v)), tau) for k in (0, 1)]
    np.testing.assert_allclose(np.diff(v, axis=0), dt / 2 * (ends[0] + ends[1]), atol=1e-6)
    np.testing.assert_allclose(np.diff(q, axis=0), dt / 2 * (v[:-1] + v[1:]), atol=1e-6)
    np.testing.assert_allclose([*q[0], *q[-1], *v[0], *v[-1]], [0, 0, np.pi, *[0] * 5], atol=1e-6)
    assert abs(x["torques"]).max() <= x["limit"] + 1e-6


def test_a_control_loop_keeps_nothing_that_it_allocates(capsys):
    took, kept = runpy.run_path(str(EXAMPLES / "real_time" / "control_loop.py"))["main"](0.05)
    assert len(took) == 50 and kept < 1000
    assert "start of a tick: median" in capsys.readouterr().out


@pytest.mark.skipif(not (shutil.which("make") and shutil.which("gcc")), reason="no C compiler")
def test_the_demo_in_c(tmp_path):
    folder = shutil.copytree(EXAMPLES / "c", tmp_path / "c")
    command = ["make", "-s", "run", f"KINETREE={sys.executable} -m kinetree", "CC=gcc"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    shoulder = float(re.search(r"shoulder (\S+) N m", done.stdout)[1])
    q, v, arm = np.zeros(7), np.zeros(7), kt.robots.arm()
    for _ in range(1000):
        a = 25 * (0.5 - q) - 10 * v
        tau = kt.rnea(arm, q, v, a)
        v = v + 1e-3 * a
        q = q + 1e-3 * v
    assert abs(shoulder - tau[1]) < 1e-3
