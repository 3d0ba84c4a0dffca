"""Hybrid dynamics: of one motion, whichever of accelerations and torques are given."""

from typing import Any

import numpy as np
import pinocchio as pin
import pytest
from agreement import assert_agree, residual, run, times
from complex_step import H, along_each, columns
from trees import FEW, model_and_state, to_pinocchio

import kinetree as kt

few_trees = pytest.mark.parametrize("name", FEW)


def every_second(model: kt.Model) -> tuple[str, ...]:
    return tuple(j.name for j in model.free_joints[::2])


def known(model: kt.Model) -> Any:
    """(nv): True for the velocities of every second joint."""
    held = np.zeros(model.nv, bool)
    held[model.v_index(every_second(model))] = True
    return held


@few_trees
def test_accelerations_and_torques_are_of_one_motion(name: str) -> None:
    model, q, v, x, f_ext = model_and_state(name)
    held, tau = known(model), x[::-1]
    a, force = np.where(held, x, np.nan), np.where(held, np.nan, tau)  # others are not read
    statics = {"joints": every_second(model)}
    ours = run(kt.hybrid_dynamics, model, q, v, a, force, statics=statics, f_ext=f_ext)
    assert np.array_equal(ours[0][:, held], x[:, held])
    assert np.array_equal(ours[1][:, ~held], tau[:, ~held])
    M, h = run(kt.crba, model, q), run(kt.rnea, model, q, v, 0 * v, f_ext=f_ext)
    assert residual(M, h, ours[1], ours[0]) < 1e-14
    masked = run(kt.hybrid_dynamics, model, q, v, a, force, f_ext=f_ext, prescribed=held)
    for one, other in zip(masked, ours, strict=True):
        assert_agree(one, other, 1e-9)


@few_trees
def test_all_or_no_accelerations_are_inverse_and_forward_dynamics(name: str) -> None:
    model, q, v, x, _ = model_and_state(name)
    tau = run(kt.rnea, model, q, v, x)
    everything = {"joints": tuple(j.name for j in model.free_joints)}
    ours = run(kt.hybrid_dynamics, model, q, v, x, np.nan * x, statics=everything)
    assert_agree(ours[1], tau, 1e-15)
    ours = run(kt.hybrid_dynamics, model, q, v, np.nan * x, tau)
    aba = run(kt.aba, model, q, v, tau, statics={"method": "articulated_bodies"})
    assert_agree(ours[0], aba, 1e-9 if model.coupled else 1e-15)


@pytest.mark.parametrize("name", ["spherical", "free_flyer", "saddle", "mimic_as_source"])
@pytest.mark.parametrize("masked", [False, True])
def test_derivatives_are_slopes(name: str, masked: bool) -> None:
    model, *states = model_and_state(name)
    q, v, x, f_ext = (y[4] for y in states)
    given = {"prescribed": known(model)} if masked else {"joints": every_second(model)}
    operands = [q, v, x, x[::-1].copy()]
    ours = kt.hybrid_dynamics_derivatives.evaluate(model, *operands, f_ext=f_ext, **given)
    for k in range(4):
        moved = [np.tile(y, (model.nv, 1)) for y in operands]
        moved[k] = moved[k] + 1j * H * np.eye(model.nv) if k else along_each(model, q)
        stepped = kt.hybrid_dynamics.evaluate(model, *moved, f_ext=f_ext, **given)
        assert_agree(ours[k], columns(stepped.a), 1e-9, scale=1.0)
        assert_agree(ours[4 + k], columns(stepped.tau), 1e-9, scale=1.0)


def test_jacobians_of_compiled_calls_are_the_derivatives() -> None:
    arm, rng = kt.robots.pendulum(4), np.random.default_rng(0)
    x, given = rng.normal(size=(4, 5, 4)), {"joints": ("hinge2", "hinge3")}
    derivatives = kt.hybrid_dynamics_derivatives(arm, *x, **given)
    every = kt.jacobian(kt.hybrid_dynamics, ("q", "v", "a", "tau"))(arm, *x, **given)
    for one in derivatives._fields:
        result, by = one.split("_d")
        assert_agree(getattr(every, f"{result[1:]}_d_{by}"), getattr(derivatives, one), 1e-12)
    masks = rng.integers(0, 2, size=(5, 4)).astype(bool)
    result = kt.hybrid_dynamics(arm, *x, prescribed=masks)
    assert_agree(kt.rnea(arm, x[0], x[1], result.a), result.tau, 1e-12)
    assert np.array_equal(result.a[masks], x[2][masks])
    assert np.array_equal(result.tau[~masks], x[3][~masks])
    with pytest.raises(kt.ModelError, match="no joint 'elbow'"):
        kt.hybrid_dynamics(arm, *x, joints=("elbow",))


def test_locked_joints_are_those_of_a_reduced_robot() -> None:
    arm, rng = kt.robots.arm(), np.random.default_rng(1)
    q, v, tau = rng.normal(size=(3, 7))
    locked = {"joint2": q[1], "joint5": q[4]}
    free = [0, 2, 3, 5, 6]
    v[[1, 4]] = 0
    expected = kt.aba(arm.reduced(locked), q[free], v[free], tau[free])
    ours = kt.hybrid_dynamics(arm, q, v, np.zeros(7), tau, joints=tuple(locked))
    assert_agree(ours.a[free], expected, 1e-12)


def test_motion_is_that_of_pinocchios_matrices() -> None:
    model, *states = model_and_state("free_flyer")
    q, v, x, _ = (y[4] for y in states)
    peer = to_pinocchio(model)
    data, held = peer.createData(), known(model)
    M, h = pin.crba(peer, data, q), pin.nonLinearEffects(peer, data, q, v)
    ours = kt.hybrid_dynamics.evaluate(model, q, v, x, x, joints=every_second(model))
    rest = (x - h - M[:, held] @ x[held])[~held]
    assert_agree(ours.a[~held], np.linalg.solve(M[~held][:, ~held], rest), 1e-11)
    assert_agree(ours.tau[held], (times(M, ours.a) + h)[held], 1e-11)
