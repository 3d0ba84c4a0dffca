"""Joint springs in passive_forces: Hooke's law on the tangent, and their potential energy."""

import mpmath as mp
import numpy as np
import pytest
from agreement import assert_agree, run
from complex_step import along, rate
from trees import ALL, configurations, sprung, vectors

import kinetree as kt


@pytest.mark.parametrize("name", ALL)
def test_a_displacement_along_the_tangent_is_pulled_back_by_its_stiffness(name: str) -> None:
    """Less than half a turn from where the springs are slack, also along (cos, sin)."""
    model = sprung(name)
    e, v = 0.9 * np.tanh(vectors(model, 2))
    q = run(kt.integrate, model, np.broadcast_to(model.spring_reference, (len(e), model.nq)), e)
    assert_agree(run(kt.passive_forces, model, q, 0 * v), -model.stiffness * e, 1e-13)
    damped = model.replace(damping=np.full(model.nv, 0.7), friction=np.full(model.nv, 0.2))
    other = run(kt.passive_forces, damped.replace(stiffness=np.zeros(model.nv)), q, v)
    assert_agree(run(kt.passive_forces, damped, q, v), other - model.stiffness * e, 1e-13)


@pytest.mark.parametrize("name", ["revolute", "continuous", "spherical", "translation", "saddle"])
def test_the_work_of_springs_is_what_their_energy_loses(name: str) -> None:
    """That of a ball is stiffness * angle^2 / 2 where its three stiffnesses are one."""
    model = sprung(name)
    for j in model.free_joints:
        if isinstance(j.type, kt.Spherical):
            stiffness = model.stiffness.copy()
            stiffness[j.v_slice] = stiffness[j.v_slice.start]
            model = model.replace(stiffness=stiffness)
    q, (v, _) = configurations(model), vectors(model, 2)
    e = kt.difference.evaluate(model, model.spring_reference, along(model, q, v))
    power = (run(kt.passive_forces, model, q, v) * v).sum(-1)
    assert_agree(rate((model.stiffness * e * e / 2).sum(-1)), -power, 1e-12)


def test_a_spring_on_a_circle_takes_the_shorter_way() -> None:
    b = kt.ModelBuilder("wheel")
    b.add_body("wheel", joint=kt.Continuous("z"), stiffness=2.0, spring_reference=[-1.0, 0.0])
    q = [[np.cos(angle), np.sin(angle)] for angle in (np.pi - 0.1, 0.1 - np.pi, 4 * np.pi + 3)]
    forces = kt.passive_forces(b.build(), q, [0.0])[:, 0]
    assert_agree(forces, np.array([0.2, -0.2, 2 * (np.pi - 3)]), 1e-14)


def test_mpmath_sees_no_rounding_of_the_reference() -> None:
    """In 50 digits, floats (cos, sin) are no unit vector, and their angle is that of no float."""
    model = sprung("continuous")
    with mp.workdps(50):
        q = [mp.mpf(float(x)) for x in kt.neutral(model)]
        found = kt.passive_forces.evaluate(model, q, [mp.mpf(0)] * model.nv)
        for j in model.free_joints:
            if isinstance(j.type, kt.Continuous):
                c, s = map(mp.mpf, model.spring_reference[j.q_slice].tolist())
                force = mp.mpf(float(model.stiffness[j.v_slice][0])) * mp.atan2(s, c)
                assert abs(found[j.v_slice.start] - force) < mp.mpf(10) ** -48


def test_no_algorithm_applies_springs_by_itself() -> None:
    model = sprung("mixed")
    q, (v, a) = configurations(model), vectors(model, 2)
    slack = model.replace(stiffness=np.zeros(model.nv))
    damped = model.replace(damping=np.ones(model.nv), friction=np.ones(model.nv))
    for algorithm in (kt.rnea, kt.aba):
        expected = run(algorithm, slack, q, v, a)
        assert np.array_equal(run(algorithm, model, q, v, a), expected)
        assert np.array_equal(run(algorithm, damped, q, v, a), expected)
    assert model != slack and model.digest != slack.digest


def test_a_compiled_kernel_is_that_of_its_springs() -> None:
    model = sprung("spherical")
    q, (v, _) = configurations(model), vectors(model, 2)
    for other in (model, model.replace(stiffness=2 * model.stiffness), sprung("spherical", 1)):
        assert_agree(kt.passive_forces(other, q, v), run(kt.passive_forces, other, q, v), 1e-14)
