"""The eleven programs of examples/algorithms, run as a user runs them, and their results."""

import runpy
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import sympy as sp

import kinetree as kt

FOLDER = Path(__file__).parents[2] / "examples" / "algorithms"


def _printed(name: str, capsys: pytest.CaptureFixture[str]) -> tuple[dict[str, Any], str]:
    """The variables of a program after its run, and its output."""
    return runpy.run_path(str(FOLDER / f"{name}.py")), capsys.readouterr().out


def test_there_are_eleven():
    numbers = sorted(file.name[:2] for file in FOLDER.glob("*.py"))
    assert numbers == [f"{k:02}" for k in range(1, 12)]


def test_cost(capsys):
    x, printed = _printed("01_cost", capsys)
    assert "cost (1000,), gradient (1000, 7)" in printed
    arm, q, target = x["arm"], x["q"], np.array(x["target"])
    tool = kt.frame_placement(arm, q, frame="tool")[:3, 3]
    load = kt.generalized_gravity(arm, q) / arm.effort_limits
    expected = np.linalg.norm(tool - target) + 0.1 * np.tanh(load**2).sum()
    assert np.isclose(x["end"], expected, rtol=1e-13)
    assert x["end"] < 0.2 * x["start"]
    q, step = kt.random_configuration(arm, rng=1), 1e-6 * np.eye(7)
    differences = (x["cost"](arm, q + step, target) - x["cost"](arm, q - step, target)) / 2e-6
    assert np.allclose(x["gradient"](arm, q, target), differences, atol=1e-8)


def test_rolling_joint(capsys):
    x, printed = _printed("02_rolling_joint", capsys)
    assert "0.540000 kg m^2, on paper 0.540000" in printed
    assert "[0.57   1.1357 2.2368] m/s^2" in printed
    wheel = x["wheel"]  # the way that it rolls is a quarter of its circumference
    T = kt.frame_placement(wheel, [np.pi / 2], frame="wheel")
    assert np.allclose(T[:3, 3], [x["RADIUS"] * np.pi / 2, 0, x["RADIUS"]])
    speed = 2.0
    energy = (x["MASS"] * x["RADIUS"] ** 2 + x["spin"]) * speed**2 / 2
    assert np.isclose(kt.kinetic_energy(wheel, [0.3], [speed]), energy)


def test_run_time_masses(capsys):
    x, printed = _printed("03_run_time_masses", capsys)
    assert "holding torques (10000, 7)" in printed
    arm, q, still = x["arm"], x["q"], x["still"]
    # a weight at the tool is a force there
    up = {"tool": np.stack([-9.81 * m * np.eye(6)[2] for m in x["mass"]])}
    f_ext = kt.external_forces(arm, q, up, reference="local_world_aligned")
    assert np.allclose(x["tau"], kt.rnea(arm, q, still, still, f_ext), rtol=1e-12, atol=1e-11)
    assert 0.1 < x["overloaded"][x["heavy"]].mean() < 0.9


def test_calibration(capsys):
    x, printed = _printed("04_calibration", capsys)
    assert x["iteration"] <= 3
    assert "iteration 0: largest error of a pose 5.2e-03" in printed
    assert abs(x["estimate"] - x["truth"]).max() < 1e-12
    others = np.arange(x["arm"].njoints) != x["joint"]
    assert np.array_equal(x["estimate"][others], x["arm"].placements[others])


def test_symbols(capsys):
    x, printed = _printed("05_symbols", capsys)
    assert "M, row 2:   l2*m2*(l1*cos(q2) + l2)   l2**2*m2" in printed
    assert "g, row 2:   g*l2*m2*sin(q1 + q2)" in printed
    assert not any(entry.atoms(sp.Float) for entry in (*x["M"], *x["bias"], *x["gravity"]))
    values = {x["m1"]: 1.5, x["m2"]: 0.7, x["l1"]: 0.4, x["l2"]: 0.9, x["g"]: 9.81}
    numbers = kt.robots.pendulum(2, mass=[1.5, 0.7], length=[0.4, 0.9])
    q, v = [0.3, -0.8], [1.1, 0.6]
    values |= dict(zip((*x["q"], *x["v"]), (*q, *v), strict=True))
    h = np.array((x["bias"] + x["gravity"]).subs(values), dtype=float).ravel()
    assert np.allclose(h, kt.nonlinear_effects(numbers, q, v), rtol=1e-13)
    assert np.allclose(np.array(x["M"].subs(values), dtype=float), kt.crba(numbers, q), rtol=1e-13)


@pytest.mark.sweep
def test_several_results(capsys):
    x, printed = _printed("06_several_results", capsys)
    assert "M          (256, 35, 35)" in printed
    terms, robot, q, v = x["terms"], x["robot"], x["q"], x["v"]
    assert terms._fields == ("M", "h", "left_foot", "energy")
    assert np.allclose(terms.h, kt.nonlinear_effects(robot, q, v), rtol=1e-12, atol=1e-11)
    foot = kt.frame_placement(robot, q, frame="left_foot")
    assert np.allclose(terms.left_foot, foot, rtol=0, atol=1e-14)
    energy = kt.kinetic_energy(robot, q, v) + kt.potential_energy(robot, q)
    assert np.allclose(terms.energy, energy, rtol=1e-12)
    assert x["together"] < 0.9 * x["apart"]


def test_through_a_quaternion(capsys):
    x, printed = _printed("07_through_a_quaternion", capsys)
    assert "nq 19, nv 18, d g / d q has shape (18, 18)" in printed
    assert abs(x["stiffness"] - x["differences"]).max() < 1e-6
    assert abs(x["stiffness"]).max() > 1


def test_complex_step(capsys):
    x, printed = _printed("08_complex_step", capsys)
    assert "d tau / d q (7, 7)" in printed
    assert x["error"] < 1e-14 < 1e-9 < x["lost"]


def test_fifty_digits(capsys):
    x, printed = _printed("09_fifty_digits", capsys)
    assert "0.043849256215918477963010649416497738439626616696845" in printed
    assert 0 < x["error"] < 1e-14
    assert x["residual"] < 1e-44


def test_static_keyword(capsys):
    x, printed = _printed("10_static_keyword", capsys)
    assert "effort: no norm 'wurst'; did you mean 'worst'? There are: 'worst', 'total'." in printed
    arm, effort = x["arm"], x["effort"]
    assert effort.compile(arm) is effort.compile(arm, power=2, norm="total")
    assert effort.compile(arm) is not effort.compile(arm, norm="worst")


def test_force_in_the_world(capsys):
    x, printed = _printed("11_force_in_the_world", capsys)
    assert "d tau / d q (100, 7, 7)" in printed and "with the arm by 39 N m/rad" in printed
    arm, q, v, a = x["arm"], x["q"][0], x["v"][0], x["a"][0]

    def torques(at):
        J = kt.frame_jacobian(arm, at, frame="tool", reference="local_world_aligned")
        return kt.rnea(arm, at, v, a) - x["pull"] @ J

    h = 1e-30
    moved = np.array([np.imag(torques(q + 1j * h * e)) / h for e in np.eye(7)])
    assert np.allclose(x["dtau_dq"][0], moved.T, rtol=0, atol=1e-12 * abs(moved).max())
