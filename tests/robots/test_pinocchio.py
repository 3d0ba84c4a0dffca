"""Every robot of example-robot-data, fixed and floating: all algorithms agree with Pinocchio.

Here through the interpreter, and compiled for the benchmark set; `benchmarks/sweep.py` is the
compiled sweep of all, on both bases. What takes long is left out here. `floating bases`: of all but
one robot of each package, and those of tables. `frames_and_bodies`: on a floating base, for robots
of more than MEDIUM velocities and for all but the first of a package, save for the benchmark set;
compiled, for all but one robot of each base. `derivatives`: for robots of more than SMALL
velocities or on a floating base, save for the benchmark set and ILL_CONDITIONED; compiled, for all
but one robot; both, for those of LARGE velocities.
"""

import copy
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pinocchio as pin
import pytest
from robots import pair, sweep
from robots.exceptions import BEYOND_THE_BOUND, SINGULAR, WITHOUT_VELOCITIES
from robots.sweep_derivatives import METHODS, OF_ABA

import kinetree as kt
from kinetree.formats.installed import installed_robots

SMALL, MEDIUM, LARGE = 7, 20, 50
PANDA = ("panda_description/panda", False)
ILL_CONDITIONED = ("kinova_description/kinova", True)
"""A small robot on which the derivatives of forward dynamics lose digits."""


FIRST = {name.partition("/")[0]: name for name in reversed(sweep.ROBOTS)}
"""By package, the first of its robots."""
NAMED = {*sweep.BENCHMARK_SET, ILL_CONDITIONED, *((name, True) for name in SINGULAR)}
INTERPRETED = [
    (name, floating_base)
    for name, floating_base in sweep.CASES
    if not floating_base or name in FIRST.values() or (name, floating_base) in NAMED
]


def cases(chosen: list[tuple[str, bool]]) -> pytest.MarkDecorator:
    named = [pytest.param(*case, id=pair.case_name(*case)) for case in chosen]
    return pytest.mark.parametrize(("name", "floating_base"), named)


def assert_within_bounds(case: str, errors: dict[str, float]) -> None:
    """All errors are within the promise but those that are named, and these are not."""
    beyond = {what: error for what, error in errors.items() if not error <= sweep.bound(what)}
    named = {what for at, what in BEYOND_THE_BOUND if at == case} & set(errors)
    assert {what: error for what, error in beyond.items() if what not in named} == {}
    assert named <= set(beyond), "these exceptions no longer occur; take them out of the table"


@pytest.mark.sweep
@cases(INTERPRETED)
def test_interpreted(name: str, floating_base: bool) -> None:
    robot = pair.load_robot(name, floating_base)
    chosen = (name, floating_base) in sweep.BENCHMARK_SET and robot.model.nv < LARGE
    errors = sweep.errors(
        robot,
        sweep.interpreted,
        frames_and_bodies=chosen
        or (not floating_base and name in FIRST.values() and robot.model.nv <= MEDIUM),
        derivatives=chosen
        or (robot.model.nv <= SMALL and not floating_base)
        or (name, floating_base) == ILL_CONDITIONED,
    )
    assert_within_bounds(robot.name, errors)


@cases(sweep.BENCHMARK_SET)
def test_compiled(name: str, floating_base: bool) -> None:
    robot = pair.load_robot(name, floating_base)
    panda = (name, floating_base) == PANDA
    every = panda or name == "anymal_c_simple_description/anymal"
    errors = sweep.errors(robot, sweep.compiled, frames_and_bodies=every, derivatives=panda)
    assert_within_bounds(robot.name, errors)


@pytest.mark.parametrize("name", sorted(SINGULAR))
@pytest.mark.parametrize("floating_base", [False, True])
def test_where_the_mass_matrix_is_singular_compiled(name: str, floating_base: bool) -> None:
    robot = pair.load_robot(name, floating_base)
    a = kt.aba(robot.model, robot.q, robot.v, robot.tau)
    theirs = robot.each_with_data(pin.aba, robot.q, robot.v, robot.tau)
    assert not np.isfinite(a).all(-1).any()
    assert not np.isfinite(theirs).all(-1).any()


@cases(sweep.CASES)
def test_singular_robots_are_the_named_ones_and_check_names_their_joints(
    name: str, floating_base: bool
) -> None:
    robot = pair.load_robot(name, floating_base)
    assert pair.singular_joints(robot) == SINGULAR.get(name, set())
    if not floating_base:  # what is found in a file does not depend on it
        found = kt.check_urdf(installed_robots()[name])
        assert "error" not in {finding.severity for finding in found}
        named = {joint for x in found for joint in re.findall(r"singular at '(.*?)'", x.message)}
        assert named == SINGULAR.get(name, set())
    assert (robot.model.nv == 0) == (robot.name in WITHOUT_VELOCITIES)


def test_all_robots_are_swept() -> None:
    assert len(sweep.ROBOTS) == 68
    assert set(sweep.BENCHMARK_SET) <= set(sweep.CASES)
    names = {pair.case_name(*case) for case in sweep.CASES}
    assert {case for case, _ in BEYOND_THE_BOUND} | set(WITHOUT_VELOCITIES) <= names
    assert set(SINGULAR) <= set(sweep.ROBOTS)


SOLUTIONS = {f"aba_derivatives, {x}, {method}" for x in OF_ABA for method in METHODS}


def of_aba(result: str) -> set[str]:
    return {f"aba_derivatives, {result}", f"Pinocchio's equation, aba_derivatives, {result}"}


@pytest.fixture(scope="module")
def panda_results() -> dict[Any, Any]:
    """The run and its results."""
    return {}


SEEN: dict[str, set[str]] = {
    "rnea": {"rnea"},
    "rnea_with_f_ext": {"rnea_with_f_ext"},
    "crba": {"crba", "aba", "aba_with_f_ext"},
    "nonlinear_effects": {"nonlinear_effects", "aba"},
    "nonlinear_effects_with_f_ext": {"aba_with_f_ext"},
    "aba": {"aba"},
    "frame_placement": {"frame_placement", "frame_placement of several"},
    "difference": {"difference"},
    "dq0": {"difference_derivatives, dq0"},
    "frame_error": {"frame_error"},
    "V_local": {"frame_velocity, local"},
    "C_da_dq_world": {"frame_acceleration_derivatives, classical, world"},
    "V_dv_dq_local_world_aligned": {"frame_velocity_derivatives, local_world_aligned"},
    "H_local_world_aligned": {"frame_hessian, local_world_aligned"},
    "Y": {"body_regressor"},
    "subtree_centers_of_mass": {"subtree_centers_of_mass"},
    "joint_torque_regressor": {"joint_torque_regressor"},
    "joint_forces": {"joint_forces"},
    "M_inverse": {"inverse_mass_matrix", "Pinocchio's M, inverse_mass_matrix"},
    "L": {"mass_matrix_cholesky"},
    "x": {"mass_matrix_cholesky_solve"},
    "dtau_dq": {"rnea_derivatives, dtau_dq"},
    "dtau_da": {"rnea_derivatives, dtau_da", *SOLUTIONS},
    "dhdot_dq": {"centroidal_dynamics_derivatives, dhdot_dq"},
    "static_torque_derivatives": {"static_torque_derivatives"},
    "coriolis_matrix": {"coriolis_matrix", "mass_matrix_time_derivative"},
    "mass_matrix_time_derivative": {"mass_matrix_time_derivative"},
    "ddq_dq_dmm": of_aba("ddq_dq, dmm"),
    "ddq_dv_aza": of_aba("ddq_dv, aza"),
    "A": {"linearize, de"},
}
"""By a result that is wrong, the comparisons that see it."""
ROUNDS: list[list[str]] = []
"""Results that are wrong at once: no comparison sees two of them."""
for one in SEEN:
    fit = [x for x in ROUNDS if all(SEEN[one].isdisjoint(SEEN[other]) for other in x)]
    if fit:
        fit[0].append(one)
    else:
        ROUNDS.append([one])


@pytest.mark.sweep
@pytest.mark.parametrize("wrong", ROUNDS, ids=", ".join)
def test_the_sweep_sees_small_errors(wrong: list[str], panda_results: dict[Any, Any]) -> None:
    """One entry of one sample of each, off by 3e-12 of the largest; of aba by 1e-13."""

    def run(function: Callable[..., Any], *operands: Any, **statics: Any) -> Any:
        key = function.__name__, str(statics)
        if key not in panda_results:
            panda_results[key] = sweep.interpreted(function, *operands, **statics)
        result = copy.deepcopy(panda_results[key])
        results = result if isinstance(result, dict) else {function.__name__: result}
        for what in {*wrong} & {*results}:
            x = results[what]
            x[2].reshape(-1)[3] += (1e-13 if what == "aba" else 3e-12) * abs(x[2]).max()
        return result

    errors = sweep.errors(pair.load_robot(*PANDA), run)
    seen = {what for what, error in errors.items() if error > sweep.bound(what)}
    assert seen == set[str]().union(*(SEEN[what] for what in wrong))


@pytest.mark.parametrize("turn", [0.5, 3.0, 3.3, 6.0])
def test_integrate_beyond_half_a_turn_has_the_other_quaternion(turn: float) -> None:
    robot = pair.load_robot("solo_description/solo12", True)
    v = robot.v.copy()
    v[:, 3:6] *= turn / np.linalg.norm(v[:, 3:6], axis=-1, keepdims=True)
    own, theirs = kt.integrate(robot.model, robot.q, v), robot.each(pin.integrate, robot.q, v)
    sign = -1 if turn > np.pi else 1  # exceptions.QUATERNION_SIGN
    np.testing.assert_allclose(own[:, 3:7], sign * theirs[:, 3:7], rtol=0, atol=1e-14)


def test_the_norm_of_a_block() -> None:
    x, tiny = np.array([[1.0, 0.0], [0.0, 0.0]]), np.array([[0.0, 0.0], [0.0, 1e-9]])
    assert pair.block_error(x, x, 0.0) == 0
    assert pair.block_error(x, x * (1 + 1e-3), 1.0) == pytest.approx(1e-3, rel=1e-2)
    assert pair.block_error(x + tiny, x, 10.0) == pytest.approx(1e-10)
    assert pair.block_error(x, x + tiny, 10.0) == pytest.approx(1e-10)
    assert pair.block_error(x * np.nan, x, 1.0) == np.inf
    assert pair.block_error(x[:1], x, 1.0) == np.inf
    assert pair.block_error(np.zeros((4, 0)), np.zeros((4, 0)), 0.0) == 0
