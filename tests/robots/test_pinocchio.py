"""Every robot of example-robot-data, fixed and floating: all algorithms agree with Pinocchio.

Here through the interpreter, and compiled for the benchmark set; `benchmarks/sweep.py` is the
compiled sweep of all.
"""

import re

import numpy as np
import pinocchio as pin
import pytest
from robots import sweep
from robots.exceptions import BEYOND_THE_BOUND, SINGULAR, WITHOUT_VELOCITIES

import kinetree as kt
from kinetree.formats.find import installed_robots


def cases(chosen: list[tuple[str, bool]]) -> pytest.MarkDecorator:
    named = [pytest.param(*case, id=sweep.case_name(*case)) for case in chosen]
    return pytest.mark.parametrize(("name", "floating_base"), named)


def assert_within_bounds(case: str, errors: dict[str, float]) -> None:
    """All errors are within the promise but those that are named, and these are not."""
    beyond = {what: error for what, error in errors.items() if not error <= sweep.bound(what)}
    named = {what for at, what in BEYOND_THE_BOUND if at == case}
    assert {what: error for what, error in beyond.items() if what not in named} == {}
    assert named <= set(beyond), "these exceptions no longer occur; take them out of the table"


@cases(sweep.CASES)
def test_interpreted(name: str, floating_base: bool) -> None:
    robot = sweep.load_robot(name, floating_base)
    assert_within_bounds(robot.name, sweep.errors(robot, sweep.interpreted))


@cases(sweep.BENCHMARK_SET)
def test_compiled(name: str, floating_base: bool) -> None:
    robot = sweep.load_robot(name, floating_base)
    assert_within_bounds(robot.name, sweep.errors(robot, sweep.compiled))


@pytest.mark.parametrize("name", sorted(SINGULAR))
@pytest.mark.parametrize("floating_base", [False, True])
def test_where_the_mass_matrix_is_singular_compiled(name: str, floating_base: bool) -> None:
    robot = sweep.load_robot(name, floating_base)
    a = kt.aba(robot.model, robot.q, robot.v, robot.tau)
    theirs = robot.each_with_data(pin.aba, robot.q, robot.v, robot.tau)
    assert not np.isfinite(a).all(-1).any()
    assert not np.isfinite(theirs).all(-1).any()


@cases(sweep.CASES)
def test_singular_robots_are_the_named_ones_and_check_names_their_joints(
    name: str, floating_base: bool
) -> None:
    robot = sweep.load_robot(name, floating_base)
    found = [finding.message for finding in kt.check_urdf(installed_robots()[name])]
    named = {joint for text in found for joint in re.findall(r"singular at '(.*?)'", text)}
    assert named == sweep.singular_joints(robot) == SINGULAR.get(name, set())
    assert (robot.model.nv == 0) == (robot.name in WITHOUT_VELOCITIES)


def test_all_robots_are_swept() -> None:
    assert len(sweep.ROBOTS) == 68
    assert set(sweep.BENCHMARK_SET) <= set(sweep.CASES)
    names = {sweep.case_name(*case) for case in sweep.CASES}
    assert {case for case, _ in BEYOND_THE_BOUND} | set(WITHOUT_VELOCITIES) <= names
    assert set(SINGULAR) <= set(sweep.ROBOTS)


def test_the_empty_robot_is_refused() -> None:
    with pytest.raises(kt.ModelError, match=r"ur3\.urdf:\d+: <robot>: a robot without links"):
        kt.load(sweep.EMPTY)


PANDA = ("panda_description/panda", False)


@pytest.mark.parametrize(
    ("wrong", "seen"),
    [
        ("rnea", {"rnea", "rnea with f_ext", "aba with f_ext"}),
        ("crba", {"crba", "aba", "aba with f_ext"}),
        ("nonlinear_effects", {"nonlinear_effects", "aba"}),
        ("aba", {"aba", "aba with f_ext"}),
        ("frame_placement", {"frame_placement", "frame_placement of several"}),
        ("difference", {"difference"}),
    ],
)
def test_the_sweep_sees_a_small_error(wrong: str, seen: set[str]) -> None:
    """One entry of one sample, off by 3e-12 of the largest; for aba by 1e-13."""

    def run(algorithm: kt.Algorithm, *operands: object, **keywords: object) -> object:
        x = np.array(sweep.interpreted(algorithm, *operands, **keywords))
        if algorithm.__name__ == wrong:
            x[2].reshape(-1)[3] += (1e-13 if wrong == "aba" else 3e-12) * abs(x[2]).max()
        return x

    errors = sweep.errors(sweep.load_robot(*PANDA), run)
    assert {what for what, error in errors.items() if error > sweep.bound(what)} == seen


@pytest.mark.parametrize("turn", [0.5, 3.0, 3.3, 6.0])
def test_integrate_beyond_half_a_turn_has_the_other_quaternion(turn: float) -> None:
    robot = sweep.load_robot("solo_description/solo12", True)
    v = robot.v.copy()
    v[:, 3:6] *= turn / np.linalg.norm(v[:, 3:6], axis=-1, keepdims=True)
    own, theirs = kt.integrate(robot.model, robot.q, v), robot.each(pin.integrate, robot.q, v)
    sign = -1 if turn > np.pi else 1  # exceptions.QUATERNION_SIGN
    np.testing.assert_allclose(own[:, 3:7], sign * theirs[:, 3:7], rtol=0, atol=1e-14)


def test_the_norm_of_a_block() -> None:
    x, tiny = np.array([[1.0, 0.0], [0.0, 0.0]]), np.array([[0.0, 0.0], [0.0, 1e-9]])
    assert sweep.block_error(x, x, 0.0) == 0
    assert sweep.block_error(x, x * (1 + 1e-3), 1.0) == pytest.approx(1e-3, rel=1e-2)
    assert sweep.block_error(x + tiny, x, 10.0) == pytest.approx(1e-10)
    assert sweep.block_error(x, x + tiny, 10.0) == pytest.approx(1e-10)
    assert sweep.block_error(x * np.nan, x, 1.0) == np.inf
    assert sweep.block_error(x[:1], x, 1.0) == np.inf
    assert sweep.block_error(np.zeros((4, 0)), np.zeros((4, 0)), 0.0) == 0
