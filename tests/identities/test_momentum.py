"""Centres of mass, momentum, work and energy against first principles, on trees of every joint.

The bodies move as `forward_kinematics` says, by complex steps; NumPy sums over subtrees. 1e-13 of
the largest entry is what rounding leaves.
"""

from typing import Any

import numpy as np
import pytest
from agreement import assert_agree, run, times, transposed
from complex_step import H, along, along_each, columns, rate
from tipped import results_of, sampled_state, tree_with_tip
from trees import FEW, TREES, configurations, vectors, wrenches

import kinetree as kt

few_trees = pytest.mark.parametrize("name", FEW)


def bodies(model: kt.Model, q: Any) -> Any:
    """Their masses, centres (..., 3), axes and rotational inertias (..., 3, 3), in the world."""
    T = kt.forward_kinematics.evaluate(model, q)[..., 1:, :, :]
    m, *rest = model.inertias[1:].T
    c = (np.array(rest[:3]) / m).T
    xx, xy, yy, xz, yz, zz = rest[3:]
    at_origin = np.moveaxis(np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]), -1, 0)
    shifted = (c * c).sum(-1)[:, None, None] * np.eye(3) - c[:, :, None] * c[:, None]
    inertia = at_origin - m[:, None, None] * shifted
    R = T[..., :3, :3]
    return m, times(R, c) + T[..., :3, 3], R, R @ inertia @ transposed(R)


def axial(W: Any) -> Any:
    """w of matrices w^."""
    return np.stack([W[..., 2, 1], W[..., 0, 2], W[..., 1, 0]], -1)


@few_trees
def test_centers_of_mass_are_those_of_the_bodies(name: str) -> None:
    model = tree_with_tip(name)
    m, c, *_ = bodies(model, sampled_state(model)[0])
    whole = (m[:, None] * c).sum(1) / m.sum()
    assert_agree(results_of(kt.center_of_mass, name), whole, 1e-13, scale=0.1)
    subtrees = results_of(kt.subtree_centers_of_mass, name)
    assert_agree(subtrees[:, 0], whole, 1e-13, scale=0.1)
    for joint in model.joints:
        in_subtree = [joint.index in [j.index for j in model.path(k.index)] for k in model.joints]
        expected = (m * in_subtree) @ c / (m @ in_subtree)
        assert_agree(subtrees[:, joint.index], expected, 1e-13, scale=0.1)


@few_trees
def test_motion_of_the_center_of_mass_is_its_rates(name: str) -> None:
    model = tree_with_tip(name)
    q, v, a = sampled_state(model)
    near = along(model, q, v)
    velocity = results_of(kt.center_of_mass_velocity, name)
    assert_agree(velocity, rate(kt.center_of_mass.evaluate(model, near)), 1e-13)
    assert_agree(times(results_of(kt.center_of_mass_jacobian, name), v), velocity, 1e-13)
    later = kt.center_of_mass_velocity.evaluate(model, near, v + 1j * H * a)
    assert_agree(results_of(kt.center_of_mass_acceleration, name), rate(later), 1e-13)


@few_trees
def test_jacobian_of_the_center_of_mass_is_its_derivative(name: str) -> None:
    model = tree_with_tip(name)
    q = sampled_state(model)[0][4]
    stepped = columns(kt.center_of_mass.evaluate(model, along_each(model, q)))
    assert_agree(results_of(kt.center_of_mass_jacobian, name)[4], stepped, 1e-13)


@few_trees
def test_jacobians_of_subtrees_are_rates_of_their_centers(name: str) -> None:
    model = tree_with_tip(name)
    q, v, _ = sampled_state(model)
    J = results_of(kt.subtree_centers_of_mass_jacobian, name)
    moved = rate(kt.subtree_centers_of_mass.evaluate(model, along(model, q, v)))
    assert_agree(times(J, v[:, None]), moved, 1e-13)
    assert_agree(J[:, 0], results_of(kt.center_of_mass_jacobian, name), 1e-13)


@few_trees
def test_inertias_of_subtrees_are_what_their_joints_move(name: str) -> None:
    model = tree_with_tip(name)
    q, Y = sampled_state(model)[0], results_of(kt.subtree_inertias, name)
    M = results_of(kt.crba, name) - np.diag(model.armature)
    J = run(kt.joint_jacobians, model, q, statics={"reference": "local"})
    for j in model.free_joints if not model.coupled else ():
        S = J[:, j.index][..., j.v_slice]
        moved = [kt.Inertia.from_parameters(y).matrix for y in Y[:, j.index]]
        block = M[:, j.v_slice, j.v_slice]
        assert_agree(transposed(S) @ np.array(moved, float) @ S, block, 1e-13)


@few_trees
def test_inertia_of_the_locked_robot_is_that_of_the_bodies(name: str) -> None:
    model = tree_with_tip(name)
    m, c, _, inertia = bodies(model, sampled_state(model)[0])
    arms = c - results_of(kt.center_of_mass, name)[:, None]
    squares = (arms * arms).sum(-1)[..., None, None] * np.eye(3)
    shifted = m[:, None, None] * (squares - arms[..., None] * arms[..., None, :])
    locked = results_of(kt.centroidal_inertia, name)
    assert_agree(locked[:, 3:, 3:], (inertia + shifted).sum(1), 1e-13)
    assert_agree(locked[:, :3, :3], np.tile(m.sum() * np.eye(3), (6, 1, 1)), 1e-15)
    momentum = times(locked, results_of(kt.average_velocity, name))
    assert_agree(momentum, results_of(kt.centroidal_momentum, name), 1e-13)


@few_trees
def test_momenta_of_subtrees_are_those_of_their_bodies(name: str) -> None:
    model = tree_with_tip(name)
    q, v, _ = sampled_state(model)
    m, c, R, inertia = bodies(model, along(model, q, v))
    linear, w = m[:, None] * rate(c), axial(rate(R) @ transposed(R.real))
    h = results_of(kt.subtree_momenta, name)
    assert_agree(h[:, 0], results_of(kt.centroidal_momentum, name), 1e-13)
    centers = results_of(kt.subtree_centers_of_mass, name)
    for i in range(1, model.njoints):
        own = [k.index - 1 for k in model.joints if i in [j.index for j in model.path(k.index)]]
        turning = np.cross(c.real - centers[:, i, None], linear) + times(inertia.real, w)
        parts = np.concatenate([linear, turning], -1)[:, own]
        assert_agree(h[:, i], parts.sum(1), 1e-13, scale=float(abs(h).max()))


@few_trees
def test_reaction_of_the_ground_has_no_horizontal_moment_at_the_zero_moment_point(
    name: str,
) -> None:
    model = tree_with_tip(name)
    q, v, a = sampled_state(model)
    reaction = run(kt.centroidal_momentum_rate, model, q, v, a)
    reaction[:, :3] -= model.total_mass * np.array(model.gravity)
    force, moment = np.split(reaction, 2, -1)
    for height, more in ((0.0, {}), (0.4, {"height": 0.4})):
        point = run(kt.zero_moment_point, model, q, v, a, **more)
        assert (point[:, 2] == height).all()
        at_point = moment + np.cross(results_of(kt.center_of_mass, name) - point, force)
        assert_agree(at_point[:, :2], 0 * at_point[:, :2], 1e-12, scale=float(abs(moment).max()))


@few_trees
def test_centroidal_momentum_is_that_of_the_bodies(name: str) -> None:
    model = tree_with_tip(name)
    q, v, _ = sampled_state(model)
    m, c, R, inertia = bodies(model, along(model, q, v))
    linear = m[:, None] * rate(c)
    arms = c.real - results_of(kt.center_of_mass, name)[:, None]
    w = axial(rate(R) @ transposed(R.real))
    angular = np.cross(arms, linear) + times(inertia.real, w)
    h = np.concatenate([linear.sum(1), angular.sum(1)], -1)
    assert_agree(results_of(kt.centroidal_momentum, name), h, 1e-13)
    assert_agree(h[:, :3], model.total_mass * results_of(kt.center_of_mass_velocity, name), 1e-13)


@few_trees
def test_centroidal_momentum_matrix_is_the_momentum_of_unit_velocities(name: str) -> None:
    model = tree_with_tip(name)
    q = configurations(model)[:, None]
    A = transposed(run(kt.centroidal_momentum, model, q, np.eye(model.nv)))
    assert_agree(results_of(kt.centroidal_momentum_matrix, name), A, 1e-13)


@few_trees
def test_rate_of_momentum_is_that_of_its_matrix_and_velocity(name: str) -> None:
    model = tree_with_tip(name)
    q, v, a = sampled_state(model)
    A, dA = (
        results_of(kt.centroidal_momentum_matrix, name),
        results_of(kt.centroidal_momentum_matrix_time_derivative, name),
    )
    dh = results_of(kt.centroidal_momentum_rate, name)
    assert_agree(times(A, a) + times(dA, v), dh, 1e-13)
    near = along(model, q, v)
    assert_agree(dA, rate(kt.centroidal_momentum_matrix.evaluate(model, near)), 1e-13)
    assert_agree(dh, rate(kt.centroidal_momentum.evaluate(model, near, v + 1j * H * a)), 1e-13)


def floating(model: kt.Model) -> kt.Model:
    """The robot on a ground without mass that moves freely, its joints the last ones."""
    builder = kt.ModelBuilder("floating")
    builder.add_body("ground", joint=kt.FreeFlyer())
    return builder.build().replace(gravity=model.gravity).append(model, frame="ground")


def at_center(model: kt.Model, center: Any, wrench: Any) -> Any:
    """A wrench about the world's origin, about the centre of mass, with the weight."""
    force, moment = np.split(wrench, 2, -1)
    weight = model.total_mass * np.array(model.gravity)
    return np.concatenate([force + weight, moment - np.cross(center, force)], -1)


@few_trees
def test_rate_of_momentum_is_the_wrench_of_the_ground_and_the_weight(name: str) -> None:
    model, on_ground = tree_with_tip(name), floating(tree_with_tip(name))
    q, v, a = sampled_state(model)
    place = np.tile(kt.neutral(on_ground)[:7], (6, 1))
    still = np.zeros((6, 6))
    states = (np.hstack(x) for x in ((place, q), (still, v), (still, a)))
    reaction = run(kt.rnea, on_ground, *states)[:, :6]
    net = at_center(model, results_of(kt.center_of_mass, name), reaction)
    assert_agree(results_of(kt.centroidal_momentum_rate, name), net, 1e-13)


@pytest.mark.parametrize("name", ["spherical_euler", "saddle", "mimic_chain"])
def test_joint_torques_do_not_change_the_momentum(name: str) -> None:
    model = floating(TREES[name].model)
    q, (v, tau) = configurations(model), vectors(model, 2)
    tau[:, :6] = 0
    f_ext = wrenches(model)
    a = run(kt.aba, model, q, v, tau, f_ext=f_ext)
    T = run(kt.forward_kinematics, model, q)[:, 1:]
    force, moment = np.split(f_ext[:, 1:], 2, -1)
    force, moment = (times(T[..., :3, :3], x) for x in (force, moment))
    moment += np.cross(T[..., :3, 3], force)
    pushed = np.concatenate([force.sum(1), moment.sum(1)], -1)
    net = at_center(model, run(kt.center_of_mass, model, q), pushed)
    rates = run(kt.centroidal_momentum_rate, model, q, v, a)
    size = abs(times(abs(run(kt.crba, model, q)), abs(a))).max()
    assert_agree(rates, net, 1e-14, scale=float(size))


@few_trees
def test_static_torques_hold_the_weight_and_the_forces(name: str) -> None:
    model, f_ext = tree_with_tip(name), wrenches(tree_with_tip(name))
    q = sampled_state(model)[0]
    work = np.einsum("bjkn,bjk->bn", results_of(kt.joint_jacobians, name, reference="local"), f_ext)
    expected = run(kt.generalized_gravity, model, q) - work
    assert_agree(run(kt.static_torque, model, q, f_ext), expected, 1e-13)


@few_trees
def test_power_of_torques_is_the_rate_of_mechanical_energy(name: str) -> None:
    model = tree_with_tip(name)
    q, v, a = sampled_state(model)
    later = kt.mechanical_energy.evaluate(model, along(model, q, v), v + 1j * H * a)
    power = results_of(kt.rnea, name) * v
    assert_agree(rate(later), power.sum(-1), 1e-13, scale=float(abs(power).sum(-1).max()))
