"""Derivatives of algorithms against complex steps through the same, and against each other.

A complex step h = 1e-30 has no cancellation: what differs is rounding, 1e-12 of the largest entry.
"""

from typing import Any

import numpy as np
import pytest
from agreement import assert_agree, run, times, transposed
from complex_step import H, along_each, columns, each
from trees import ALL, AXES, TREES, configurations, parts, vectors, wrenches

import kinetree as kt

SPECIAL = ("revolute", "prismatic", "helical", "continuous", "universal", "composite")  # of others
TYPES = tuple(n for n in ALL if n not in SPECIAL and not n.startswith("mixed"))
every_type = pytest.mark.parametrize("name", TYPES)
ON_GROUPS = ("continuous_skew", "spherical", "planar", "free_flyer")
trees_on_groups = pytest.mark.parametrize("name", ON_GROUPS)
some_trees = pytest.mark.parametrize("name", ["spherical", "mimic_of_continuous", "saddle"])

rnea_jacobian = kt.jacobian(kt.rnea, ("q", "v", "a", "f_ext"))
aba_jacobian = kt.jacobian(kt.aba, ("q", "v", "tau"))
crba_jacobian = kt.jacobian(kt.crba, "q")
fk_jacobian = kt.jacobian(kt.forward_kinematics, "q")
integrate_jacobian = kt.jacobian(kt.integrate, ("q", "v"))
difference_jacobian = kt.jacobian(kt.difference, ("q0", "q1"))
interpolate_jacobian = kt.jacobian(kt.interpolate, ("q0", "q1", "t"))


def state(model: kt.Model) -> Any:
    """One random q, v, a and f_ext."""
    v, a = vectors(model, 2)[:, 5]
    return configurations(model)[5], v, a, wrenches(model)[5]


@every_type
def test_derivatives_of_rnea_are_complex_steps_and_crba(name: str) -> None:
    model = TREES[name].model
    q, v, a, f = state(model)
    along = run(rnea_jacobian, model, q, v, a, f)
    expected = (
        kt.rnea(model, along_each(model, q), v, a, f),
        kt.rnea(model, q, each(v), a, f),
        kt.rnea(model, q, v, each(a), f),
    )
    for ours, theirs in zip(along[:3], expected, strict=True):
        assert_agree(ours, columns(theirs))
    assert_agree(along[2], run(kt.crba, model, q), 1e-13)
    assert along[3].shape == (model.nv, model.njoints, 6)
    forces = columns(kt.rnea(model, q, v, a, each(f)))
    assert_agree(along[3].reshape(model.nv, -1), forces)
    assert not along[3][:, 0].any()


@every_type
def test_derivatives_of_aba_are_complex_steps(name: str) -> None:
    model = TREES[name].model
    q, v, tau, _ = state(model)
    expected = (
        kt.aba(model, along_each(model, q), v, tau),
        kt.aba(model, q, each(v), tau),
        kt.aba(model, q, v, each(tau)),
    )
    for ours, theirs in zip(run(aba_jacobian, model, q, v, tau), expected, strict=True):
        assert_agree(ours, columns(theirs), 1e-11)  # they divide by M


@some_trees
def test_derivatives_of_aba_are_those_of_rnea_through_the_mass_matrix(name: str) -> None:
    model = TREES[name].model
    q, v, tau, _ = state(model)
    a = run(kt.aba, model, q, v, tau)
    ours = run(aba_jacobian, model, q, v, tau)
    along = run(rnea_jacobian, model, q, v, a, np.zeros((model.njoints, 6)))
    M = run(kt.crba, model, q)
    assert_agree(M @ ours[0], -along[0], 1e-11)
    assert_agree(M @ ours[1], -along[1], 1e-11)
    assert_agree(M @ ours[2], np.eye(model.nv), 1e-11)


@every_type
def test_derivatives_of_crba_and_placements_are_complex_steps(name: str) -> None:
    model = TREES[name].model
    q = state(model)[0]
    near = along_each(model, q)
    assert_agree(run(crba_jacobian, model, q), columns(kt.crba(model, near)))
    placements = columns(kt.forward_kinematics(model, near))
    assert_agree(run(fk_jacobian, model, q), placements)


@some_trees
def test_derivatives_next_to_neutral_and_half_turns_are_complex_steps(name: str) -> None:
    model = TREES[name].model
    v, a = vectors(model, 2)[:, 0]
    f = np.zeros((model.njoints, 6))
    for q in configurations(model)[:4]:
        near = along_each(model, q)
        assert_agree(run(rnea_jacobian, model, q, v, a, f)[0], columns(kt.rnea(model, near, v, a)))


@trees_on_groups
def test_derivatives_of_interpolate_are_complex_steps(name: str) -> None:
    model = TREES[name].model
    q0, q1 = configurations(model)[4:]
    t = np.array(0.3)
    T = run(kt.tangent_map, model, run(kt.interpolate, model, q0, q1, t))
    along_q0, along_q1, along_t = run(interpolate_jacobian, model, q0, q1, t)
    assert along_t.shape == (model.nv,)
    moved = columns(kt.interpolate(model, along_each(model, q0), q1, t))
    assert_agree(T @ along_q0, moved)
    moved = columns(kt.interpolate(model, q0, along_each(model, q1), t))
    assert_agree(T @ along_q1, moved)
    assert_agree(T @ along_t, kt.interpolate(model, q0, q1, 0.3 + 1j * H).imag / H)


@some_trees
def test_jvp_and_vjp_of_rnea_are_products_with_the_jacobian(name: str) -> None:
    model = TREES[name].model
    q, v, a, f = state(model)
    dq, dv, da, w = np.random.default_rng(0).normal(size=(4, model.nv))
    along = run(rnea_jacobian, model, q, v, a, f)[:3]
    result, forward = run(RNEA_JVP, model, q, v, a, dq, dv, da, f_ext=f)
    assert_agree(result, run(kt.rnea, model, q, v, a, f_ext=f), 1e-14)
    expected = sum(J @ d for J, d in zip(along, (dq, dv, da), strict=True))
    assert_agree(forward, expected, 1e-12, scale=max(abs(J).max() for J in along))
    for J, gradient in zip(along, run(RNEA_VJP, model, q, v, a, w, f_ext=f), strict=True):
        assert_agree(gradient, w @ J, 1e-12, scale=float(abs(J).max()))


RNEA_JVP = kt.jvp(kt.rnea, ("q", "v", "a"))
RNEA_VJP = kt.vjp(kt.rnea, ("q", "v", "a"))
INTEGRATE_JVP = kt.jvp(kt.integrate, ("q", "v"))
INTEGRATE_VJP = kt.vjp(kt.integrate, ("q", "v"))
DIFFERENCE_JVP = kt.jvp(kt.difference, ("q0", "q1"))
DIFFERENCE_VJP = kt.vjp(kt.difference, ("q0", "q1"))


@trees_on_groups
@pytest.mark.parametrize("half", ["integrate", "difference"])
def test_jvp_and_vjp_on_the_configuration_space_are_products(name: str, half: str) -> None:
    model = TREES[name].model
    q0, q1 = configurations(model)[4:]
    v, dx, dy, w = np.random.default_rng(0).normal(size=(4, model.nv))
    operands = (q0, v) if half == "integrate" else (q0, q1)
    jacobian, jvp, vjp = {
        "integrate": (integrate_jacobian, INTEGRATE_JVP, INTEGRATE_VJP),
        "difference": (difference_jacobian, DIFFERENCE_JVP, DIFFERENCE_VJP),
    }[half]
    along = run(jacobian, model, *operands)
    _, forward = run(jvp, model, *operands, dx, dy)
    assert_agree(forward, along[0] @ dx + along[1] @ dy, 1e-13)
    for J, gradient in zip(along, run(vjp, model, *operands, w), strict=True):
        assert_agree(gradient, w @ J, 1e-13)


@some_trees
def test_hessian_of_kinetic_energy_in_velocity_is_the_mass_matrix(name: str) -> None:
    model = TREES[name].model
    q, v, *_ = state(model)
    second = run(kt.hessian(kt.kinetic_energy, "v"), model, q, v)
    assert_agree(second, run(kt.crba, model, q), 1e-13)


POTENTIAL_HESSIAN = kt.hessian(kt.potential_energy, "q")


@every_type
def test_hessian_of_potential_energy_is_the_complex_step_of_gravity(name: str) -> None:
    model = TREES[name].model
    q = configurations(model)[4]
    expected = columns(kt.generalized_gravity(model, along_each(model, q)))
    assert_agree(run(POTENTIAL_HESSIAN, model, q), expected, scale=1.0)


@pytest.mark.parametrize("name", ["spherical", "planar", "free_flyer", "composite"])
def test_hessian_is_unsymmetric_by_the_brackets_of_velocities(name: str) -> None:
    # e_j (e_i f) - e_i (e_j f) = -[e_i, e_j] f for the twists of one joint
    model = TREES[name].model
    q = configurations(model)[4]
    second, gradient = run(POTENTIAL_HESSIAN, model, q), run(kt.generalized_gravity, model, q)
    for part in parts(model):
        if type(part.type) in AXES:
            axes = np.eye(6)[list(AXES[type(part.type)])]
            (u, w), (f, n) = (np.hsplit(x, 2) for x in (axes, gradient[part.v] @ axes))
            linear = np.cross(u[:, None], w) + np.cross(w[:, None], u)
            bracket = linear @ f + np.cross(w[:, None], w) @ n
            asymmetry = second[part.v, part.v] - second[part.v, part.v].T
            assert_agree(asymmetry, -bracket, 1e-13, scale=1.0)


@pytest.mark.parametrize("name", ["spherical", "mimic_of_continuous"])
def test_derivatives_by_the_models_numbers_are_complex_steps(name: str) -> None:
    model = TREES[name].model
    q, v, a, _ = state(model)
    for number in ("gravity", "armature", "inertias", "placements"):
        value = np.array(getattr(model, number))
        ours = run(kt.jacobian(kt.rnea, number), model, q, v, a)
        assert ours.shape == (model.nv, *value.shape)
        expected = columns(kt.rnea(model, q, v, a, **{number: each(value)}))
        assert_agree(ours.reshape(model.nv, -1), expected)


@pytest.mark.parametrize("name", ["universal_skew", "mimic_chain"])
def test_second_derivatives_of_rnea_are_complex_steps_of_the_first(name: str) -> None:
    # rows of d tau / dq through the differentiated algorithm
    model = TREES[name].model
    q, v, a, _ = state(model)
    gravity_jacobian = kt.jacobian(kt.generalized_gravity, "q")
    second = run(kt.jacobian(gravity_jacobian, "q"), model, q)
    assert second.shape == (model.nv,) * 3
    assert_agree(second, columns(gravity_jacobian(model, along_each(model, q))))
    curvature = run(kt.jacobian(kt.jacobian(kt.rnea, "v"), "v"), model, q, v, a)
    assert_agree(curvature, transposed(curvature), 1e-13)
    assert_agree(
        0.5 * times(times(curvature, v), v),
        run(kt.nonlinear_effects, model, q, v) - run(kt.generalized_gravity, model, q),
        1e-12,
    )
