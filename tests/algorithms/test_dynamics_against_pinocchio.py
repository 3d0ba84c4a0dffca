"""Momentum, regressors, energy and factors of M against Pinocchio, on random trees.

Agreement is max |x - y| <= 1e-12 max |y| per sample.
"""

from typing import Any

import numpy as np
import pinocchio as pin
from agreement import assert_agree, run
from tipped import results_of, sampled_state
from tree_peers import CURVED, both, every_tree, of_types, samples
from trees import to_pinocchio, wrenches

import kinetree as kt


@every_tree
def test_centroidal_momentum_is_pinocchios(name: str) -> None:
    model, peer, data, _ = both(name)

    def peers(*x: Any) -> Any:
        q, v, _ = x
        yield pin.computeCentroidalMomentum(peer, data, q, v)
        yield pin.computeCentroidalMomentumTimeVariation(peer, data, *x)  # without gravity
        yield pin.computeCentroidalMap(peer, data, q)
        yield pin.dccrba(peer, data, q, v)

    q, v, a = sampled_state(model)
    h, dh, A, dA = samples((q, v, a), peers)
    assert_agree(results_of(kt.centroidal_momentum, name), h)
    assert_agree(results_of(kt.centroidal_momentum_rate, name), dh)
    assert_agree(results_of(kt.centroidal_momentum_matrix, name), A)
    right = ~of_types(model, CURVED)  # the others: identities/test_momentum.py
    ours = results_of(kt.centroidal_momentum_matrix_time_derivative, name)
    assert_agree(ours[..., right], dA[..., right])


@every_tree
def test_torque_and_static_regressors_are_pinocchios(name: str) -> None:
    model, peer, data, _ = both(name)

    def peers(*x: Any) -> Any:
        yield pin.computeJointTorqueRegressor(peer, data, *x)
        yield pin.computeStaticRegressor(peer, data, x[0])

    q, v, a = sampled_state(model)
    torque, static = samples((q, v, a), peers)
    assert_agree(results_of(kt.joint_torque_regressor, name), torque)
    assert_agree(results_of(kt.static_regressor, name), static)


@every_tree
def test_body_regressor_is_pinocchios(name: str) -> None:
    model, peer, data, tip = both(name)
    joint = model.frames[-1].joint

    def peers(*x: Any) -> Any:
        pin.rnea(peer, data, *x)  # its accelerations are those with gravity
        yield pin.jointBodyRegressor(peer, data, joint)
        yield pin.frameBodyRegressor(peer, data, tip)

    q, v, a = sampled_state(model)
    of_joint, of_tip = samples((q, v, a), peers)
    frames = (model.joint_names[joint], "tip")
    ours = results_of(kt.body_regressor, name, frame=frames)
    assert_agree(ours[:, 0], of_joint)
    assert_agree(ours[:, 1], of_tip)


@every_tree
def test_energy_regressors_are_pinocchios(name: str) -> None:
    model, peer, data, _ = both(name)

    def peers(q: Any, v: Any, _: Any) -> Any:
        yield pin.computeKineticEnergyRegressor(peer, data, q, v)
        yield pin.computePotentialEnergyRegressor(peer, data, q)

    q, v, a = sampled_state(model)
    kinetic, potential = samples((q, v, a), peers)
    assert_agree(results_of(kt.kinetic_energy_regressor, name), kinetic)
    assert_agree(results_of(kt.potential_energy_regressor, name), potential)


@every_tree
def test_mechanical_energy_is_pinocchios(name: str) -> None:
    # without armature: Pinocchio 4.1 leaves that of JointModelRevoluteUnaligned out of the energy
    model = both(name)[0]
    model = model.replace(armature=np.zeros(model.nv))
    peer = to_pinocchio(model)
    data = peer.createData()
    q, v, _ = sampled_state(model)
    expected = [pin.computeMechanicalEnergy(peer, data, *x) for x in zip(q, v, strict=True)]
    assert_agree(run(kt.mechanical_energy, model, q, v), expected)


@every_tree
def test_static_torque_is_pinocchios(name: str) -> None:
    model, peer, data, _ = both(name)
    q, f_ext = sampled_state(model)[0], wrenches(model)
    expected = [
        pin.computeStaticTorque(peer, data, x, [pin.Force(row) for row in f]).copy()
        for x, f in zip(q, f_ext, strict=True)
    ]
    assert_agree(run(kt.static_torque, model, q, f_ext), expected)


@every_tree
def test_inverse_and_factor_of_the_mass_matrix_are_pinocchios(name: str) -> None:
    model, peer, data, _ = both(name)

    def peers(q: Any, b: Any, _: Any) -> Any:
        yield pin.computeMinverse(peer, data, q)
        pin.crba(peer, data, q)
        pin.cholesky.decompose(peer, data)
        yield np.sqrt(data.D)[:, None] * data.U.T  # M = U D U^T, U upper triangular
        yield pin.cholesky.solve(peer, data, b)

    q, b, _ = sampled_state(model)
    inverse, L, x = samples((q, b, b), peers)
    assert_agree(results_of(kt.inverse_mass_matrix, name), inverse)
    ours = results_of(kt.mass_matrix_cholesky, name)
    assert_agree(ours, L)
    assert_agree(run(kt.mass_matrix_cholesky_solve, model, ours, b), x)
