"""Steps and rollouts of robots with loops and couplings, which obey them."""

from typing import Any

import mujoco
import numpy as np
import pytest
from agreement import assert_agree

import kinetree as kt
from kinetree.algorithms.constraints.own import OwnMass

C, S = kt.constraints, kt.simulation
GEOM = '<geom type="capsule" fromto="0 0 0 {} {} {}" size=".03"/>'
UP, ALONG = GEOM.format(0, 0, 1), GEOM.format(1, 0, 0)
STIFF = 'solref="0.0005 1" solimp="0.9999 0.9999 0.001 0.5 2"'
FOUR_BAR = f"""<mujoco><option timestep="1e-4" integrator="RK4"><flag contact="disable"/></option>
  <worldbody><body name="a"><joint name="js" type="slide" axis="1 0 0"/>
  <joint name="ja" axis="0 1 0"/>{UP}<body name="b" pos="0 0 1">
  <joint name="jb" axis="0 1 0" damping="0.1"/>{ALONG}</body></body>
  <body name="c" pos="1 0 0"><joint name="jc" axis="0 1 0"/>{UP}</body></worldbody>
  <equality>{{}}</equality></mujoco>"""
EQUALITIES = {
    "connect": f'<connect body1="b" body2="c" anchor="1 0 0" {STIFF}/>',
    "weld": f'<weld body1="b" body2="c" {STIFF}/>',
    "joint": f'<joint joint1="jb" joint2="ja" polycoef="0.1 -1 0.5 0 0" {STIFF}/>',
}


def start(model: kt.Model) -> Any:
    q, v, error = C.close_loops(model, [0.1, 0.2, -0.2, 0.2], [0.3, 1.0, 0.5, 0.4])
    assert error < 1e-12
    return np.asarray(q), np.asarray(v)


@pytest.mark.parametrize(
    "integrator", ["commutator_free_4", "munthe_kaas_4", "semi_implicit_euler", "explicit_euler"]
)
@pytest.mark.parametrize("kind", EQUALITIES)
def test_ten_seconds_on_the_loop(kind: str, integrator: Any) -> None:
    """Loops and their rates stay closed; energy is as good as the order of the integrator."""
    model = kt.load_mjcf(FOUR_BAR.format(EQUALITIES[kind]))
    words: Any = {"simulation": kt.Simulation(integrator=integrator, passive="none")}
    q, v = S.rollout(model, *start(model), np.zeros((10_000, 4)), 1e-3, **words)
    assert abs(C.error(model, q)).max() < 1e-10
    assert abs(np.einsum("tij,tj->ti", C.jacobian(model, q), v)).max() < 1e-12
    if integrator.endswith("_4"):
        energy = kt.mechanical_energy(model, q, v)
        assert np.ptp(energy) < 1e-6 * abs(energy).max()  # of bodies at up to 27 rad/s


@pytest.mark.parametrize("kind", EQUALITIES)
def test_motions_are_mujocos(kind: str) -> None:
    """Half a second, with damping; MuJoCo's constraints are springs, here stiff ones."""
    text = FOUR_BAR.format(EQUALITIES[kind])
    model, mj = kt.load_mjcf(text), mujoco.MjModel.from_xml_string(text)
    data, tau = mujoco.MjData(mj), np.array([2.0, 0.5, 0.3, -0.2])
    data.qpos, data.qvel = start(model)
    data.qfrc_applied = tau
    explicit = kt.Simulation(passive="explicit")
    q, v = S.rollout(model, *start(model), np.tile(tau, (500, 1)), 1e-3, simulation=explicit)
    for _ in range(5000):
        mujoco.mj_step(mj, data)
    assert abs(q[-1] - q[0]).max() > 0.1
    assert_agree(q[-1], data.qpos, 1e-3)
    assert_agree(v[-1], data.qvel, 1e-2, scale=0.1)


@pytest.mark.parametrize("passive", ["none", "explicit", "implicit"])
def test_steps_and_their_slopes(passive: Any) -> None:
    """A rollout is its steps, bit by bit; a step from off the loop ends on it, differentiated."""
    model = kt.load_mjcf(FOUR_BAR.format(EQUALITIES["connect"]))
    q, v = start(model)
    x, how = (np.ones(4), 1e-3), {"simulation": kt.Simulation(passive=passive)}
    rolled = S.rollout(model, q, v, np.ones((2, 4)), 1e-3, **how)
    state = S.step(model, q, v, *x, **how)
    assert all(np.array_equal(x[1], y) for x, y in zip(rolled, state, strict=True))
    state = S.step(model, q + 1e-3, v, *x, **how)
    assert abs(C.error(model, state.q)).max() < 1e-8
    (slope,) = kt.jacobian(S.step, "v")(model, q, v, *x, **how)[1:]
    ends = [S.step(model, q, v + sign * 1e-5, *x, **how).v for sign in (1, -1)]
    assert_agree(slope.sum(-1), (ends[0] - ends[1]) / 2e-5, 1e-8)


def test_variational_steps_refuse() -> None:
    model = kt.load_mjcf(FOUR_BAR.format(EQUALITIES["connect"]))
    with pytest.raises(kt.ShapeError, match="'variational' does not hold the loops and couplings"):
        variational = kt.Simulation(integrator="variational", passive="none")
        S.step(model, *start(model), np.zeros(4), 1e-3, simulation=variational)
    assert model.content_text != model.replace(constraints=()).content_text  # kernels on disk


def test_the_mass_matrix_under_constraints() -> None:
    """x of the KKT system by NumPy, for one right-hand side and for several."""
    model = kt.load_mjcf(FOUR_BAR.format(EQUALITIES["joint"] + EQUALITIES["connect"]))
    loose = model.replace(constraints=())
    rng = np.random.default_rng(0)
    q, B, g = rng.normal(size=4), rng.normal(size=(4, 2)), rng.normal(size=1)

    @kt.algorithm("(nq),(nv,2),(m)->(nv),(nv,2),(nv)")
    def solved(model: kt.Model, q: Any, B: Any, g: Any) -> Any:
        M = OwnMass.of(model, q, kt.crba(model, q))
        plain = kt.math.solve_spd(M.M[::-1, ::-1], B[::-1, 1])[::-1]  # from the leaves
        return {"x": M.solve(B[:, 0], g), "X": M.solve(B), "plain": plain}

    coupled = model.replace(constraints=model.constraints[-1:])
    M, J = kt.crba(coupled, q), C.jacobian(coupled, q)
    K = np.block([[M, -J.T], [J, np.zeros((1, 1))]])
    x, X, _ = solved(coupled, q, B, g)
    assert_agree(x, np.linalg.solve(K, np.r_[B[:, 0], g])[:4], 1e-10)
    assert_agree(X, np.linalg.solve(K, np.r_[B, np.zeros((1, 2))])[:4], 1e-10)
    _, X, plain = solved(loose, q, B, g)
    assert np.array_equal(X[:, 1], plain)
