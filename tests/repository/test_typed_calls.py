"""Calls as type checkers see them: `pyright` reads this file, and `pytest` runs it.

Each ignored line is a mistake that pyright must find; one that it does not find is an error.
"""
# pyright: reportUnnecessaryTypeIgnoreComment=true

from typing import Any, assert_type

import numpy as np
import pytest
from numpy.typing import NDArray

import kinetree as kt

Numbers = NDArray[np.float64]


def test_calls_on_numpy_arrays() -> None:
    arm = kt.robots.arm()
    q = kt.neutral(arm)
    v = np.ones(arm.nv)
    tau = kt.rnea(arm, q, v, v, gravity=[0, 0, -1.62])
    assert_type(tau, Numbers)
    assert_type(kt.aba(arm, q, v, tau), Numbers)
    assert_type(kt.crba(arm, [0.0] * arm.nq), Numbers)
    assert_type(kt.rnea_derivatives(arm, q, v, v).dtau_dq, Numbers)
    assert_type(kt.frame_jacobian(arm, q, frame="tool", reference="world"), Numbers)
    assert_type(kt.frame_placement(arm, q, frame=["tool", "base"]), Numbers)
    assert_type(kt.so3.exp([0.0, 0.0, 1.0]), Numbers)
    assert_type(kt.constraints.forward_dynamics(arm, q, v, tau, contacts=()).ddq, Numbers)
    assert_type(kt.simulation.step(arm, q, v, tau, 0.001).q, Numbers)
    assert_type(kt.moving_base.inverse_mass_matrix(QUADRUPED, kt.neutral(QUADRUPED)[7:]), Numbers)
    results = [
        kt.forward_kinematics(arm, q),
        kt.frame_placements(arm, q),
        kt.frame_velocity(arm, q, v, frame="tool", reference="local"),
        kt.frame_acceleration(arm, q, v, v, frame="tool", reference="local"),
        kt.frame_velocity(arm, q, v, frame="tool", reference="local", relative_to="link3"),
        kt.hybrid_dynamics(arm, q, v, v, tau, joints="joint1").a,
        kt.operational_space(arm, q, v, damping=1e-3, frame="tool", reference="local").Lambda,
        kt.subtree_inertias(arm, q),
        kt.center_of_mass(arm, q),
        kt.center_of_mass_jacobian(arm, q),
        kt.centroidal_momentum(arm, q, v),
        kt.nonlinear_effects(arm, q, v),
        kt.generalized_gravity(arm, q),
        kt.coriolis_matrix(arm, q, v),
        kt.kinetic_energy(arm, q, v),
        kt.potential_energy(arm, q),
        kt.inverse_mass_matrix(arm, q),
        kt.joint_torque_regressor(arm, q, v, v),
        kt.joint_forces(arm, q, v, v),
        kt.frame_force(arm, q, v, v, frame="tool", reference="local"),
        kt.slotine_li_inverse_dynamics(arm, q, v, v, v),
        kt.integrate(arm, q, v),
        kt.difference(arm, q, q),
        kt.joint_jacobians(arm, q, reference="world"),
        kt.subtree_centers_of_mass(arm, q),
        kt.mass_matrix_cholesky(arm, q),
        kt.external_forces(arm, q, {"tool": np.ones(6)}, reference="world"),
    ]
    assert all(np.isfinite(x).all() for x in results)


QUADRUPED = kt.robots.quadruped()


@kt.algorithm("(nq),(nv)->()")
def power(model: kt.Model, q: kt.Array, v: kt.Array) -> kt.Array:
    """The power of gravity."""
    g = kt.generalized_gravity(model, q)
    assert_type(g, kt.Array)
    assert_type(kt.rnea_derivatives(model, q, v, v).dtau_dq, kt.Array)
    return -(g @ v)


def test_calls_inside_an_algorithm() -> None:
    arm = kt.robots.arm()
    assert power(arm, kt.neutral(arm), np.zeros(arm.nv)) == 0


def missing_operand(arm: kt.Model, q: Numbers) -> Any:
    return kt.rnea(arm, q, q)  # pyright: ignore


def misspelt_reference(arm: kt.Model, q: Numbers) -> Any:
    return kt.frame_jacobian(arm, q, frame="tool", reference="wrld")  # pyright: ignore


def no_reference(arm: kt.Model, q: Numbers) -> Any:
    return kt.frame_jacobian(arm, q, frame="tool")  # pyright: ignore


def no_frame(arm: kt.Model, q: Numbers) -> Any:
    return kt.frame_placement(arm, q)  # pyright: ignore


def unknown_keyword(arm: kt.Model, q: Numbers) -> Any:
    return kt.crba(arm, q, gravty=[0, 0, 0])  # pyright: ignore


def too_many_operands(arm: kt.Model, q: Numbers) -> Any:
    return kt.crba(arm, q, q)  # pyright: ignore


def no_model(arm: kt.Model, q: Numbers) -> Any:
    return kt.crba(q, q)  # pyright: ignore


def unknown_function(arm: kt.Model, q: Numbers) -> Any:
    return kt.mass_matrix(arm, q)  # pyright: ignore


def unknown_result(arm: kt.Model, q: Numbers) -> Any:
    return kt.rnea_derivatives(arm, q, q, q).dq  # pyright: ignore


def unknown_attribute(arm: kt.Model, q: Numbers) -> Any:
    return arm.lowerPositionLimit  # pyright: ignore


def unknown_passive_forces(arm: kt.Model, q: Numbers) -> Any:
    simulation = kt.Simulation(passive="all")  # pyright: ignore
    return kt.simulation.step(arm, q, q, q, 0.001, simulation=simulation)


@pytest.mark.parametrize(
    "mistake",
    [
        missing_operand,
        misspelt_reference,
        no_reference,
        no_frame,
        unknown_keyword,
        too_many_operands,
        no_model,
        unknown_function,
        unknown_result,
        unknown_attribute,
        unknown_passive_forces,
    ],
)
def test_mistakes_that_pyright_finds_are_errors(mistake: Any) -> None:
    arm = kt.robots.arm()
    with pytest.raises((kt.KinetreeError, AttributeError)):
        mistake(arm, kt.neutral(arm))
