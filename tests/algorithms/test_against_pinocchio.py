"""Every algorithm against Pinocchio, on random trees of the joints that both have.

Agreement is max |x - y| <= 1e-12 max |y| per sample, forward dynamics by its residual.
"""

from typing import Any

import numpy as np
import pinocchio as pin
from agreement import assert_agree, residual, run
from tree_peers import both, every_tree
from trees import configurations, near_half_turn, quaternions, to_pinocchio, vectors, wrenches

import kinetree as kt


def forces(rows: np.ndarray) -> Any:
    result = pin.StdVec_Force()
    for row in rows:
        result.append(pin.Force(row))
    return result


@every_tree
def test_rnea_is_pinocchios(name: str) -> None:
    model, peer, data = both(name)
    q, (v, a), f_ext = configurations(model), vectors(model, 2), wrenches(model)
    free = [pin.rnea(peer, data, *x) for x in zip(q, v, a, strict=True)]
    assert_agree(run(kt.rnea, model, q, v, a), np.array(free))
    pushed = [pin.rnea(peer, data, *x, forces(f)) for *x, f in zip(q, v, a, f_ext, strict=True)]
    assert_agree(run(kt.rnea, model, q, v, a, f_ext=f_ext), np.array(pushed))


@every_tree
def test_forces_of_joints_are_pinocchios(name: str) -> None:
    model, peer, data = both(name)
    q, (v, a), f_ext = configurations(model), vectors(model, 2), wrenches(model)
    expected: list[Any] = []
    for *x, f in zip(q, v, a, f_ext, strict=True):
        pin.rnea(peer, data, *x, forces(f))
        expected.append([x.vector.copy() for x in data.f])
    assert_agree(run(kt.joint_forces, model, q, v, a, f_ext=f_ext), np.array(expected))


@every_tree
def test_aba_solves_the_equations_of_motion_of_pinocchio(name: str) -> None:
    model, peer, data = both(name)
    q, (v, tau), f_ext = configurations(model), vectors(model, 2), wrenches(model)
    rest = np.zeros(model.nv)
    M = np.array([pin.crba(peer, data, x).copy() for x in q])
    h = [
        pin.rnea(peer, data, *x, rest, forces(f)).copy() for *x, f in zip(q, v, f_ext, strict=True)
    ]
    a = run(kt.aba, model, q, v, tau, f_ext=f_ext)
    assert residual(M, np.array(h), tau, a) < 1e-14


@every_tree
def test_mass_matrix_is_pinocchios(name: str) -> None:
    model, peer, data = both(name)
    q = configurations(model)
    expected = np.array([pin.crba(peer, data, x).copy() for x in q])
    assert_agree(run(kt.crba, model, q), expected)


@every_tree
def test_nonlinear_effects_and_gravity_are_pinocchios(name: str) -> None:
    model, peer, data = both(name)
    q, (v,) = configurations(model), vectors(model, 1)
    h = [pin.nonLinearEffects(peer, data, *x).copy() for x in zip(q, v, strict=True)]
    assert_agree(run(kt.nonlinear_effects, model, q, v), np.array(h))
    g = [pin.computeGeneralizedGravity(peer, data, x).copy() for x in q]
    assert_agree(run(kt.generalized_gravity, model, q), np.array(g))


@every_tree
def test_placements_are_pinocchios(name: str) -> None:
    model, peer, data = both(name)
    q = configurations(model)
    expected = []
    for x in q:
        pin.forwardKinematics(peer, data, x)
        expected.append([T.homogeneous for T in data.oMi])
    assert_agree(run(kt.forward_kinematics, model, q), np.array(expected))


@every_tree
def test_energies_are_pinocchios(name: str) -> None:
    # without armature: Pinocchio 4.1 leaves that of JointModelRevoluteUnaligned out of the energy
    model = both(name)[0]
    model = model.replace(armature=np.zeros(model.nv))
    peer = to_pinocchio(model)
    data = peer.createData()
    q, (v,) = configurations(model), vectors(model, 1)
    kinetic = [pin.computeKineticEnergy(peer, data, *x) for x in zip(q, v, strict=True)]
    assert_agree(run(kt.kinetic_energy, model, q, v), np.array(kinetic))
    potential = [pin.computePotentialEnergy(peer, data, x) for x in q]
    assert_agree(run(kt.potential_energy, model, q), np.array(potential))


@every_tree
def test_integrate_is_pinocchios(name: str) -> None:
    model, peer, _ = both(name)
    q = configurations(model)
    for w in (vectors(model, 1)[0], 1e-9 * vectors(model, 1)[0]):
        expected = np.array([pin.integrate(peer, *x) for x in zip(q, w, strict=True)])
        assert_agree(same_cover(model, run(kt.integrate, model, q, w), expected), expected, 1e-14)


@every_tree
def test_difference_and_interpolate_are_pinocchios(name: str) -> None:
    model, peer, _ = both(name)
    q0, q1 = configurations(model, 0)[4:], configurations(model, 1)[4:]
    expected = [pin.difference(peer, *x) for x in zip(q0, q1, strict=True)]
    assert_agree(run(kt.difference, model, q0, q1), np.array(expected), 1e-13)
    for t in (0.0, 0.3, 1.0):
        between = [pin.interpolate(peer, *x, t) for x in zip(q0, q1, strict=True)]
        ours = run(kt.interpolate, model, q0, q1, np.full(2, t))
        assert_agree(same_cover(model, ours, np.array(between)), np.array(between), 1e-13)


@every_tree
def test_difference_next_to_half_turns_is_pinocchios(name: str) -> None:
    # Pinocchio's logarithm loses digits there; ours against itself: test_configuration_space
    model, peer, _ = both(name)
    q = configurations(model)[4]
    for gap in (1e-2, 1e-4):
        q1 = run(kt.integrate, model, q, near_half_turn(model, np.random.default_rng(0), gap))
        expected = pin.difference(peer, q, q1)
        assert_agree(run(kt.difference, model, q, q1), expected, 1e-11)


@every_tree
def test_tangent_map_is_pinocchios(name: str) -> None:
    model, peer, _ = both(name)
    q = configurations(model)
    expected = np.array([pin.tangentMap(peer, x) for x in q])
    assert_agree(run(kt.tangent_map, model, q), expected, 1e-14)


@every_tree
def test_neutral_is_pinocchios(name: str) -> None:
    model, peer, _ = both(name)
    assert np.array_equal(kt.neutral(model), pin.neutral(peer))


def same_cover(model: kt.Model, q: np.ndarray, like: np.ndarray) -> np.ndarray:
    """q with its quaternions on the same side of the double cover as in `like`."""
    q = q.copy()
    for s in quaternions(model):
        q[:, s] *= np.sign((q[:, s] * like[:, s]).sum(-1, keepdims=True))
    return q
