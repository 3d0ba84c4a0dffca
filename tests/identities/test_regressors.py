"""Regressors against what they regress, on trees of every joint type.

1e-13 of the largest entry is what rounding leaves.
"""

from typing import Any

import numpy as np
import pinocchio as pin
import pytest
from agreement import assert_agree, run, times, transposed
from tipped import REFERENCES, TIP, motion, results_of, sampled_state, tip_results, tree_with_tip
from trees import FEW, TREES, random_inertia, to_pinocchio

import kinetree as kt

few_trees = pytest.mark.parametrize("name", FEW)
some_trees = pytest.mark.parametrize(
    "name", ["helical_skew", "planar", "universal", "cam", "mimic_chain"]
)
"""Small ones, for derivatives by all inertias."""

torque_by_inertias = kt.jacobian(kt.rnea, "inertias")
kinetic_by_inertias = kt.jacobian(kt.kinetic_energy, "inertias")
potential_by_inertias = kt.jacobian(kt.potential_energy, "inertias")
potential_rows_by_q = kt.jacobian(kt.potential_energy_regressor, "q")


def other_bodies(model: kt.Model) -> kt.Model:
    """The robot with random bodies."""
    rng = np.random.default_rng(5)
    bodies = [random_inertia(rng).parameters.flat for _ in range(model.njoints)]
    return model.replace(inertias=np.array(bodies))


@few_trees
def test_torque_regressor_gives_the_torques_of_any_bodies(name: str) -> None:
    model = tree_with_tip(name)
    q, v, a = sampled_state(model)
    Y = results_of(kt.joint_torque_regressor, name)
    assert Y.shape == (6, model.nv, len(model.parameter_names))
    robot = other_bodies(model)
    tau = Y @ robot.inertias[1:].ravel() + model.armature * a
    assert_agree(tau, run(kt.rnea, robot, q, v, a), 1e-13)


@few_trees
def test_energy_regressors_give_the_energies_of_any_bodies(name: str) -> None:
    model = tree_with_tip(name)
    q, v, _ = sampled_state(model)
    kinetic = results_of(kt.kinetic_energy_regressor, name)
    potential = results_of(kt.potential_energy_regressor, name)
    robot = other_bodies(model)
    bodies = robot.inertias[1:].ravel()
    turning = 0.5 * (model.armature * v * v).sum(-1)
    assert_agree(kinetic @ bodies + turning, run(kt.kinetic_energy, robot, q, v), 1e-13)
    assert_agree(potential @ bodies, run(kt.potential_energy, robot, q), 1e-13, scale=10.0)


@some_trees
def test_regressors_are_derivatives_by_the_inertias(name: str) -> None:
    model = tree_with_tip(name)
    x = sampled_state(model)
    pairs = (
        (kt.joint_torque_regressor, torque_by_inertias),
        (kt.kinetic_energy_regressor, kinetic_by_inertias),
        (kt.potential_energy_regressor, potential_by_inertias),
    )
    for regressor, derivative in pairs:
        Y, expected = results_of(regressor, name), run(derivative, model, *motion(derivative, *x))
        assert_agree(Y, expected[..., 1:, :].reshape(Y.shape), 1e-13)


@some_trees
def test_gravity_rows_are_the_gradient_of_the_potential_rows(name: str) -> None:
    model = tree_with_tip(name)
    q, rest = sampled_state(model)[0], np.zeros((6, model.nv))
    Y = run(kt.joint_torque_regressor, model, q, rest, rest)
    assert_agree(transposed(run(potential_rows_by_q, model, q)), Y, 1e-13)


@few_trees
def test_static_regressor_gives_the_center_of_mass(name: str) -> None:
    model = tree_with_tip(name)
    Y = results_of(kt.static_regressor, name)
    center = Y @ model.inertias[1:, :4].ravel()
    assert_agree(center, results_of(kt.center_of_mass, name), 1e-13, scale=0.1)
    robot = other_bodies(model)
    moments = model.total_mass * Y @ robot.inertias[1:, :4].ravel()
    center = run(kt.center_of_mass, robot, sampled_state(model)[0])
    assert_agree(moments / robot.total_mass, center, 1e-13, scale=0.1)


@few_trees
def test_body_regressors_add_up_to_the_torques(name: str) -> None:
    # through the Jacobians: the force on each body does the work of the joints' torques
    model = tree_with_tip(name)
    Y = results_of(kt.body_regressor, name, frame=model.joint_names[1:])
    forces = times(Y, np.array(model.inertias[1:]))
    J = results_of(kt.joint_jacobians, name, reference="local")[:, 1:]
    tau = np.einsum("bjkn,bjk->bn", J, forces) + model.armature * sampled_state(model)[2]
    assert_agree(tau, results_of(kt.rnea, name), 1e-13)


@few_trees
def test_body_regressor_gives_the_force_on_a_body_in_its_frame(name: str) -> None:
    model = tree_with_tip(name)
    body = random_inertia(np.random.default_rng(6))
    V, A = (tip_results(x, name, "local") for x in (kt.frame_velocity, kt.frame_acceleration))
    R = results_of(kt.frame_placement, name, frame="tip")[:, :3, :3]
    A = A - np.hstack([times(transposed(R), np.array(model.gravity)), np.zeros((6, 3))])
    inertia = np.array(body.matrix, float)
    (u, w), (f, n) = (np.split(x, 2, -1) for x in (V, V @ inertia))
    gyration = np.concatenate([np.cross(w, f), np.cross(w, n) + np.cross(u, f)], -1)
    force = results_of(kt.body_regressor, name, frame="tip") @ np.array(body.parameters, float)
    assert_agree(force, A @ inertia + gyration, 1e-13)


PARAMETERS = ("damping", "armature", "friction")


@pytest.mark.parametrize("name", ["spherical", "mimic_as_source"])
def test_columns_of_joints_give_a_measured_torque(name: str) -> None:
    rng = np.random.default_rng(8)
    numbers = {key: rng.uniform(0.1, 1, TREES[name].model.nv) for key in PARAMETERS}
    model = TREES[name].model.replace(**numbers)
    q, v, a = sampled_state(model)
    Y = run(kt.joint_torque_regressor, model, q, v, a, statics={"joint_parameters": PARAMETERS})
    assert Y.shape == (6, model.nv, len(model.parameter_names) + 3 * len(model.v_names))
    parameters = np.concatenate([model.inertias[1:].ravel(), *numbers.values()])
    measured = run(kt.rnea, model, q, v, a) - run(kt.passive_forces, model, q, v)
    assert_agree(Y @ parameters, measured, 1e-13)
    assert_agree(Y[..., : -3 * model.nv], run(kt.joint_torque_regressor, model, q, v, a), 1e-15)


def test_columns_of_joints_are_diagonal_and_in_the_order_asked_for() -> None:
    model = kt.robots.pendulum(2)
    v, a = np.array([3.0, -2.0]), np.array([5.0, 7.0])
    for names, diagonals in (
        (("armature",), [a]),
        (("friction", "damping"), [[1, -1], v]),
        (("damping", "friction"), [v, [1, -1]]),
    ):
        Y = kt.joint_torque_regressor.evaluate(model, [0.1, 0.2], v, a, joint_parameters=names)
        assert np.array_equal(Y[:, 20:], np.hstack([np.diag(x) for x in diagonals]))


def test_another_joint_parameter_is_refused() -> None:
    arm, x = kt.robots.arm(), np.zeros(7)
    with pytest.raises(kt.ModelError, match=r"no joint parameter 'stiffness'.*'damping'"):
        kt.joint_torque_regressor(arm, x, x, x, joint_parameters=("stiffness",))


def test_passive_forces_oppose_the_motion_and_none_is_at_rest() -> None:
    numbers = {"damping": [0.5, 0.0, 2.0], "friction": [0.0, 0.3, 0.1]}
    model = kt.robots.pendulum(3).replace(**numbers)
    v = np.array([[2.0, -3.0, 0.5], [-2.0, 3.0, -0.5], [0.0, 0.0, 0.0]])
    forces = run(kt.passive_forces, model, np.zeros((3, 3)), v)
    assert_agree(forces, np.array([[-1.0, 0.3, -1.1], [1.0, -0.3, 1.1], [0, 0, 0]]), 1e-15)


def test_names_of_parameters_are_those_of_the_columns() -> None:
    model = tree_with_tip("planar")
    assert len(model.parameter_names) == 10 * (model.njoints - 1)
    mass = [i for i, name in enumerate(model.parameter_names) if name.endswith(".m")]
    assert np.array_equal(mass, np.arange(0, 10 * (model.njoints - 1), 10))
    assert model.parameter_names[10:14] == tuple(
        f"{model.joint_names[2]}.{word}" for word in ("m", "mcx", "mcy", "mcz")
    )


def matrices(twists: Any) -> Any:
    """[[w^, u], [0, 0]] of twists (..., 6)."""
    X = np.zeros((*twists.shape[:-1], 4, 4))
    X[..., :3, :3] = np.cross(np.eye(3), twists[..., None, 3:])
    X[..., :3, 3] = twists[..., :3]
    return X


@few_trees
@pytest.mark.parametrize("reference", REFERENCES)
def test_kinematic_regressor_is_the_twist_of_misplaced_joints(name: str, reference: str) -> None:
    model, rng = tree_with_tip(name), np.random.default_rng(7)
    q, errors = sampled_state(model)[0], rng.normal(size=(model.njoints - 1, 6))
    placements = model.placements.astype(complex)
    placements[1:] += 1e-30j * placements[1:] @ matrices(errors)
    T = kt.frame_placement.evaluate(model, q, frame="tip", placements=placements)
    real, rate = T.real, T.imag / 1e-30
    at_origin = np.tile(np.eye(4), (6, 1, 1))
    at_origin[:, :3, 3] = real[:, :3, 3]
    inverse = np.linalg.inv(real)
    twist = {
        "local": inverse @ rate,
        "world": rate @ inverse,
        "local_world_aligned": np.linalg.inv(at_origin) @ rate @ inverse @ at_origin,
    }[reference]
    Y = run(kt.kinematic_regressor, model, q, statics={"frame": "tip", "reference": reference})
    assert_agree(matrices(times(Y, errors.ravel())), twist, 1e-13)


def test_kinematic_regressor_is_pinocchios() -> None:
    model = tree_with_tip("free_flyer")
    peer, q = to_pinocchio(model), sampled_state(model)[0][4]
    data, views = peer.createData(), (pin.LOCAL, pin.LOCAL_WORLD_ALIGNED, pin.WORLD)
    pin.forwardKinematics(peer, data, q)
    place, joint = pin.SE3(np.array(TIP.matrix, float)), int(model.frame("tip").joint)
    for reference, view in zip(REFERENCES, views, strict=True):
        theirs = pin.computeJointKinematicRegressor(peer, data, joint, view, place)
        ours = kt.kinematic_regressor.evaluate(model, q, frame="tip", reference=reference)
        assert_agree(ours, theirs, 1e-13)
