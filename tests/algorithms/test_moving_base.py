"""Inverse dynamics and the inverse of the mass matrix on a moving base."""

from typing import Any

import numpy as np
import pytest
from agreement import assert_agree, run
from floating import REPRESENTATIONS, floating
from scipy.spatial.transform import Rotation
from trees import FEW

import kinetree as kt

ID, INVERSE = kt.moving_base.inverse_dynamics, kt.moving_base.inverse_mass_matrix
ALGORITHMS = tuple(kt.moving_base.__all__)


def in_(representation: str) -> dict[str, Any]:
    return {"representation": representation}


@pytest.mark.parametrize("name", FEW)
def test_forces_are_those_of_a_free_flyer(name: str):
    at = floating(name)
    expected = run(kt.rnea, at.model, at.q, at.v, at.a)
    for how in REPRESENTATIONS:
        assert_agree(run(ID, at.model, *at.motion(how), statics=in_(how)), expected, 1e-13)


def test_motions_are_those_that_convert_gives():
    at = floating("mixed")
    for how in ("body", "mixed"):
        q, v, a = (x[4] for x in (at.q, at.v, at.a))
        statics = {"from_": "body", "to": how}
        twist = kt.convert.base_velocity.evaluate(at.model, q, v, **statics)[:6]
        rate = kt.convert.base_acceleration.evaluate(at.model, q, v, a, **statics)[:6]
        assert_agree(at.twist(how)[4], twist, 1e-14)
        assert_agree(at.acceleration(how)[4], rate, 1e-14)


@pytest.mark.sweep
@pytest.mark.parametrize("name", FEW)
def test_the_inverse_is_that_of_crba(name: str):
    at = floating(name)
    M = run(kt.crba, at.model, at.q)
    found = run(INVERSE, at.model, at.q[:, 7:])
    assert_agree(found, np.linalg.inv(M), 1e-14 * np.linalg.cond(M).max())
    np.testing.assert_array_equal(found, found.swapaxes(1, 2))


def test_numbers_of_the_model_are_taken_at_run_time():
    """Gravity, armature, inertias and placements at run time: H takes the place of the base's."""
    at = floating("spherical")
    rng, numbers = np.random.default_rng(0), {"gravity": np.array([1.0, -2.0, 3.0])}
    numbers["placements"] = at.model.placements.copy()
    numbers["placements"][1, :3, 3] = rng.normal(size=3)
    numbers["placements"][3, :3, 3] = rng.normal(size=3)
    numbers["armature"] = rng.uniform(size=at.model.nv)
    motion = [x[4] for x in at.motion("inertial")]
    q, v, a = (x[4] for x in (at.q, at.v, at.a))
    expected = kt.rnea.evaluate(at.model, q, v, a, **numbers)
    assert_agree(ID.evaluate(at.model, *motion, **in_("inertial"), **numbers), expected, 1e-13)


def test_batches_are_samples_by_bits():
    robot = kt.robots.quadruped()
    rng = np.random.default_rng(1)
    H = np.tile(np.eye(4), (5, 1, 1))
    H[:, :3, :3], H[:, :3, 3] = Rotation.random(5, random_state=1).as_matrix(), rng.normal(size=3)
    s, ds, dds = rng.normal(size=(3, 5, 12))
    twist, a = rng.normal(size=(2, 5, 6))
    whole = ID(robot, H, s, twist, ds, a, dds, **in_("mixed"))
    for k in range(5):
        one = ID(robot, H[k], s[k], twist[k], ds[k], a[k], dds[k], **in_("mixed"))
        np.testing.assert_array_equal(whole[k], one)


def blank(model: kt.Model, name: str) -> list[Any]:
    """Operands of an algorithm, all zero, for a robot that may have no floating base."""
    n, k = max(model.nq - 7, 0), max(model.nv - 6, 0)
    state = [np.eye(4), np.zeros(n), np.zeros(6), np.zeros(k)]
    if name == "inverse_mass_matrix":
        return [np.zeros(n)]
    return [*state, np.zeros(model.nv)] if name == "linearize" else [*state, np.zeros(6), state[3]]


def statics(name: str) -> dict[str, str]:
    return {} if name == "inverse_mass_matrix" else in_("body")


@pytest.mark.parametrize("name", ALGORITHMS)
def test_a_fixed_base_is_refused(name: str):
    algorithm = getattr(kt.moving_base, name)
    for robot in (kt.robots.arm(), kt.robots.pendulum(2)):
        with pytest.raises(kt.ModelError, match=r"no floating base: its first, .*is Revolute"):
            algorithm(robot, *blank(robot, name), **statics(name))
        with pytest.raises(kt.ModelError, match="no floating base"):
            algorithm.compile(robot, **statics(name))


@pytest.mark.parametrize("name", ALGORITHMS)
def test_bodies_beside_the_base_are_refused(name: str):
    b = kt.ModelBuilder("harbour")
    for body in ("hull", "buoy", "crate"):
        b.add_body(body, joint=kt.FreeFlyer())
    robot = b.build()
    message = "the floating base 'hull_joint' the world has the children 'buoy_joint', 'cr"
    with pytest.raises(kt.ModelError, match=message):
        getattr(kt.moving_base, name)(robot, *blank(robot, name), **statics(name))


@pytest.mark.parametrize("name", [x for x in ALGORITHMS if x != "inverse_mass_matrix"])
def test_what_is_missing_or_misshapen_is_said(name: str):
    robot, algorithm = kt.robots.quadruped(), getattr(kt.moving_base, name)
    operands = blank(robot, name)
    with pytest.raises(kt.ShapeError, match=r"representation= is missing; .* 'inertial': in the"):
        algorithm(robot, *operands)
    with pytest.raises(kt.ShapeError, match=r"no representation 'world'.* 'mixed': at the origin"):
        algorithm(robot, *operands, representation="world")
    with pytest.raises(kt.ShapeError, match=r"H has shape \(3, 3\); expected \(\.\.\., 4, 4\)"):
        algorithm(robot, np.eye(3), *operands[1:], **in_("body"))
    with pytest.raises(kt.ShapeError, match=r"s has shape \(19,\); expected \(\.\.\., 12\)"):
        algorithm(robot, operands[0], np.zeros(19), *operands[2:], **in_("body"))
