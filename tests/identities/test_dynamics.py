"""The dynamics against first principles, on trees with every joint type in every place.

1e-12 of the largest entry is what rounding leaves on trees of this size (about 1e-15 is typical).
"""

from typing import Any

import numpy as np
import pytest
from agreement import assert_agree, residual, run, times, transposed
from complex_step import along, rate
from trees import ALL, AXES, TREES, configurations, parts, vectors, wrenches

import kinetree as kt

every_tree = pytest.mark.parametrize("name", ALL)

potential_gradient = kt.grad(kt.potential_energy, "q")
kinetic_gradient = kt.grad(kt.kinetic_energy, "q")
momentum = kt.grad(kt.kinetic_energy, "v")
momentum_rate = kt.jvp(momentum, ("q", "v"))


def body_jacobians(model: kt.Model, q: np.ndarray) -> np.ndarray:
    """(..., njoints, 6, nv): the columns (T^-1 dT/dq)^v of every joint, by complex steps."""
    T = run(kt.forward_kinematics, model, q)
    moved = along(model, q[..., None, :], np.eye(model.nv))
    dT = np.swapaxes(rate(kt.forward_kinematics.evaluate(model, moved)), -3, -4)
    twist = np.linalg.inv(T)[..., None, :, :] @ dT
    columns = [
        *(twist[..., i, 3] for i in range(3)),
        twist[..., 2, 1],
        twist[..., 0, 2],
        twist[..., 1, 0],
    ]
    return np.stack(columns, -2)


@every_tree
def test_rnea_is_mass_matrix_times_acceleration_and_nonlinear_effects(name: str) -> None:
    model = TREES[name].model
    q, (v, a) = configurations(model), vectors(model, 2)
    M, h = run(kt.crba, model, q), run(kt.nonlinear_effects, model, q, v)
    assert_agree(times(M, a) + h, run(kt.rnea, model, q, v, a), 1e-13)


@every_tree
@pytest.mark.parametrize("forced", [False, True])
def test_aba_solves_the_equations_of_motion(name: str, forced: bool) -> None:
    model = TREES[name].model
    q, (v, tau) = configurations(model), vectors(model, 2)
    f_ext = {"f_ext": wrenches(model)} if forced else {}
    a = run(kt.aba, model, q, v, tau, **f_ext)
    h = run(kt.rnea, model, q, v, np.zeros_like(v), **f_ext)
    assert residual(run(kt.crba, model, q), h, tau, a) < 1e-14


@every_tree
def test_mass_matrix_is_symmetric_to_the_bit_and_positive_definite(name: str) -> None:
    model = TREES[name].model
    M = run(kt.crba, model, configurations(model))
    assert np.array_equal(M, transposed(M))
    eigenvalues = np.linalg.eigvalsh(M)
    assert (eigenvalues[:, 0] > 1e-9 * eigenvalues[:, -1]).all()


@every_tree
def test_gravity_torques_are_the_gradient_of_potential_energy(name: str) -> None:
    model = TREES[name].model
    q = configurations(model)
    gravity = run(kt.generalized_gravity, model, q)
    assert_agree(run(potential_gradient, model, q), gravity, 1e-13, scale=1.0)


@every_tree
def test_potential_energy_is_the_weight_times_the_height_of_the_mass(name: str) -> None:
    model = TREES[name].model
    q = configurations(model)
    T, m, mc = run(kt.forward_kinematics, model, q), model.inertias[:, 0], model.inertias[:, 1:4]
    moments = m[:, None] * T[..., :3, 3] + times(T[..., :3, :3], mc)
    energy = -(moments[:, 1:].sum(1) @ model.gravity)
    assert_agree(run(kt.potential_energy, model, q), energy, 1e-13, scale=10.0)


@every_tree
def test_external_forces_do_the_virtual_work_of_their_bodies(name: str) -> None:
    model = TREES[name].model
    q, (v, a) = configurations(model), vectors(model, 2)
    f_ext = wrenches(model)
    work = np.einsum("bjkn,bjk->bn", body_jacobians(model, q), f_ext)
    free, pushed = run(kt.rnea, model, q, v, a), run(kt.rnea, model, q, v, a, f_ext=f_ext)
    assert_agree(free - pushed, work, 1e-12)


@every_tree
def test_kinetic_energy_is_that_of_bodies_moving_with_their_jacobians(name: str) -> None:
    model = TREES[name].model.replace(armature=np.zeros(TREES[name].model.nv))
    q, (v,) = configurations(model), vectors(model, 1)
    V = times(body_jacobians(model, q), v[:, None])[:, 1:]
    Y = np.array([kt.Inertia.from_parameters(row).matrix for row in model.inertias[1:]], float)
    energy = 0.5 * (V * times(Y, V)).sum((-1, -2))
    assert_agree(run(kt.kinetic_energy, model, q, v), energy, 1e-13)


def turning(model: kt.Model, v: np.ndarray, p: np.ndarray) -> np.ndarray:
    """v x* p for joints that move on a group: what Lagrange's equations do not have."""
    result = np.zeros_like(p)
    for part in parts(model):
        if type(part.type) in AXES:
            axes = np.eye(6)[list(AXES[type(part.type)])]
            (u, w), (f, n) = (np.split(x[..., part.v] @ axes, 2, -1) for x in (v, p))
            moment = np.cross(w, n) + np.cross(u, f)
            result[..., part.v] = np.concatenate([np.cross(w, f), moment], -1) @ axes.T
    return result


def euler_poincare(with_armature: kt.Model, q: np.ndarray, v: np.ndarray, a: np.ndarray) -> Any:
    """Torques by the energies alone.

    Armature adds to M only, not to the gyroscopic terms: it is taken out of the energy.
    """
    model = with_armature.replace(armature=np.zeros(with_armature.nv))
    p, dp = run(momentum_rate, model, q, v, v, a)
    tau = dp + turning(model, v, p) - run(kinetic_gradient, model, q, v)
    return tau + run(potential_gradient, model, q) + with_armature.armature * a


@every_tree
def test_rnea_is_the_euler_poincare_equations_of_the_energies(name: str) -> None:
    model = TREES[name].model
    q, (v, a) = configurations(model), vectors(model, 2)
    assert_agree(run(kt.rnea, model, q, v, a), euler_poincare(model, q, v, a), 1e-12)


@pytest.mark.parametrize("name", ["mixed_mimics", "composite_nested", "spherical_euler"])
def test_rnea_is_newton_euler_with_complex_step_of_body_velocities(name: str) -> None:
    model = TREES[name].model
    h = 1e-30
    q, (v, a) = configurations(model)[4], vectors(model, 2)[:, 4]

    def body_velocities(x: np.ndarray, dx: np.ndarray) -> np.ndarray:
        T, dT = kt.jvp(kt.forward_kinematics, "q").evaluate(model, x, dx)
        twist = np.array([np.linalg.solve(T[i], dT[i]) for i in range(model.njoints)])
        return np.stack([*twist[:, :3, 3].T, twist[:, 2, 1], twist[:, 0, 2], twist[:, 1, 0]], -1)

    V = body_velocities(q, v)
    A = body_velocities(kt.integrate(model, q, 1j * h * v), v + 1j * h * a).imag / h
    T = run(kt.forward_kinematics, model, q)
    force = np.zeros((model.njoints, 6))
    for i in range(1, model.njoints):
        Y = np.array(kt.Inertia.from_parameters(model.inertias[i]).matrix, float)
        A[i, :3] -= T[i, :3, :3].T @ model.gravity
        (u, w), (f, n) = np.split(V[i], 2), np.split(Y @ V[i], 2)
        force[i] = Y @ A[i] + np.concatenate([np.cross(w, f), np.cross(w, n) + np.cross(u, f)])
    tau = np.einsum("jkn,jk->n", body_jacobians(model, q), force) + model.armature * a
    assert_agree(run(kt.rnea, model, q, v, a), tau, 1e-12)
