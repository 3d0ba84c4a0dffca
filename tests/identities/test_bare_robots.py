"""Robots without joints that move, and robots or parts of them without mass."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from agreement import run

import kinetree as kt

AT = {"frame": 0, "reference": "world"}

RESULTS: Any = (
    (kt.frame_velocity, "qv", AT, [(6,)]),
    (kt.frame_acceleration, "qva", AT, [(6,)]),
    (kt.frame_jacobian, "q", AT, [(6, 0)]),
    (kt.frame_jacobian_time_derivative, "qv", AT, [(6, 0)]),
    (kt.frame_hessian, "q", AT, [(6, 0, 0)]),
    (kt.frame_velocity_derivatives, "qv", AT, [(6, 0)] * 2),
    (kt.frame_acceleration_derivatives, "qva", AT, [(6, 0)] * 4),
    (kt.joint_jacobians, "q", {"reference": "world"}, [(1, 6, 0)]),
    (kt.subtree_centers_of_mass, "q", {}, [(1, 3)]),
    (kt.center_of_mass_jacobian, "q", {}, [(3, 0)]),
    (kt.subtree_centers_of_mass_jacobian, "q", {}, [(1, 3, 0)]),
    (kt.subtree_inertias, "q", {}, [(1, 10)]),
    (kt.zero_moment_point, "qva", {}, [(3,)]),
    (kt.hybrid_dynamics, "qvva", {}, [(0,)] * 2),
    (kt.operational_space, "qv", AT, [(6, 6), (6,), (6,), (0, 6)]),
    (kt.manipulability, "q", {"frame": 0}, [()]),
    (kt.kinematic_regressor, "q", AT, [(6, 0)]),
    (kt.frame_velocity, "qv", {**AT, "relative_to": 0}, [(6,)]),
    (kt.centroidal_momentum_matrix, "q", {}, [(6, 0)]),
    (kt.centroidal_momentum_matrix_time_derivative, "qv", {}, [(6, 0)]),
    (kt.joint_torque_regressor, "qva", {}, [(0, 0)]),
    (kt.joint_forces, "qva", {}, [(1, 6)]),
    (kt.frame_force, "qva", AT, [(6,)]),
    (kt.slotine_li_inverse_dynamics, "qvva", {}, [(0,)]),
    (kt.slotine_li_regressor, "qvva", {}, [(0, 0)]),
    (kt.static_regressor, "q", {}, [(3, 0)]),
    (kt.body_regressor, "qva", {"frame": 0}, [(6, 10)]),
    (kt.kinetic_energy_regressor, "qv", {}, [(0,)]),
    (kt.potential_energy_regressor, "q", {}, [(0,)]),
    (kt.mechanical_energy, "qv", {}, [()]),
    (kt.inverse_mass_matrix, "q", {}, [(0, 0)]),
    (kt.mass_matrix_cholesky, "q", {}, [(0, 0)]),
    (kt.passive_forces, "qv", {}, [(0,)]),
)


@pytest.mark.parametrize("algorithm, operands, statics, shapes", RESULTS)
def test_a_robot_without_joints_gives_empty_results(
    algorithm: kt.Algorithm, operands: str, statics: dict[str, Any], shapes: list[tuple[int, ...]]
) -> None:
    rock = kt.ModelBuilder("rock").build()
    for call in (algorithm, algorithm.evaluate):
        for batch in ((), (3,)):
            found = call(rock, *[np.zeros((*batch, 0))] * len(operands), **statics)
            found = found if isinstance(found, tuple) else (found,)
            assert [np.shape(y) for y in found] == [(*batch, *shape) for shape in shapes]


def test_a_robot_without_joints_has_frames() -> None:
    builder = kt.ModelBuilder("stone")
    builder.add_body("stone", joint=kt.Fixed(), placement=kt.SE3(np.eye(3), [1, 2, 3]))
    stone = builder.build()
    assert stone.nv == 0
    x = np.zeros(0)
    for reference in ("local", "local_world_aligned", "world"):
        at = {"frame": "stone", "reference": reference}
        assert not kt.frame_velocity(stone, x, x, **at).any()
        assert not kt.frame_acceleration(stone, x, x, x, **at).any()
    assert np.array_equal(kt.frame_error(stone, x, np.eye(4), frame="stone"), [-1, -2, -3, 0, 0, 0])


def rod_and_feathers() -> kt.Model:
    """A rod with two child bodies without mass."""
    builder = kt.ModelBuilder("feathers")
    builder.add_body("rod", joint=kt.Revolute("y"), inertia=kt.Inertia(1, [0, 0, 1], np.eye(3)))
    builder.add_body("feather", parent="rod", joint=kt.Prismatic("x"))
    builder.add_body("tail", parent="feather", joint=kt.Revolute("x"))
    return builder.build()


Call = Callable[..., Any]
every_way = pytest.mark.parametrize(
    "call",
    [
        lambda algorithm, model, *x: algorithm(model, *x),
        lambda algorithm, model, *x: algorithm.evaluate(model, *x),
        lambda algorithm, model, *x: algorithm(model, *x, inertias=model.inertias),
        lambda algorithm, model, *x: algorithm.evaluate(model, *x, inertias=model.inertias),
        lambda algorithm, model, *x: algorithm(model, *(y + 0j for y in x)),
    ],
    ids=["kernel", "Python", "kernel of inertias", "Python of inertias", "complex"],
)

Q, V = np.array([0.1, 0.2, 0.3]), np.array([1.0, 2.0, 3.0])


@every_way
def test_subtrees_without_mass_have_no_center(call: Call) -> None:
    centers = call(kt.subtree_centers_of_mass, rod_and_feathers(), Q)
    rod = [np.sin(0.1), 0, np.cos(0.1)]
    np.testing.assert_allclose(centers[:2], [rod, rod], rtol=1e-15)
    assert np.isnan(centers[2:]).all()


@every_way
def test_a_robot_without_mass_has_no_center(call: Call) -> None:
    model = rod_and_feathers().replace(inertias=np.zeros((4, 10)))
    assert np.isnan(call(kt.center_of_mass, model, Q)).all()
    assert np.isnan(call(kt.center_of_mass_velocity, model, Q, V)).all()
    assert np.isnan(call(kt.center_of_mass_acceleration, model, Q, V, V)).all()
    assert not np.isfinite(call(kt.center_of_mass_jacobian, model, Q)).all()
    assert not np.isfinite(call(kt.static_regressor, model, Q)).all()


@every_way
@pytest.mark.parametrize("algorithm", [kt.inverse_mass_matrix, kt.mass_matrix_cholesky])
def test_a_singular_mass_matrix_has_no_finite_inverse(algorithm: kt.Algorithm, call: Call) -> None:
    assert not np.isfinite(call(algorithm, rod_and_feathers(), Q)).all()


@pytest.mark.parametrize("algorithm", [kt.inverse_mass_matrix, kt.mass_matrix_cholesky])
def test_a_singular_mass_matrix_spoils_its_own_sample_only(algorithm: kt.Algorithm) -> None:
    arm = kt.robots.pendulum(2)
    inertias = np.array([arm.inertias, 0 * arm.inertias, arm.inertias])
    found = run(algorithm, arm, np.array([0.1, 0.2]), inertias=inertias)
    assert not np.isfinite(found[1]).all()
    assert np.array_equal(found[0], found[2])
    assert np.isfinite(found[0]).all()
