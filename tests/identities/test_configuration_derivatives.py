"""Derivatives of integrate and difference, on trees of every joint type.

At rest, at tiny, random and almost half-turn motions. 1e-13 of the largest entry is what rounding
leaves; next to half a turn, where those of `difference` grow, as much more as they are larger.
"""

from typing import Any

import numpy as np
import pytest
from agreement import assert_agree, run
from complex_step import along_each, columns, each
from trees import ALL, TREES, configurations, near_half_turn

import kinetree as kt

every_tree = pytest.mark.parametrize("name", ALL)


def motions(model: kt.Model) -> Any:
    """Six velocities: none, tiny ones, random ones below half a turn, and almost half a turn."""
    rng = np.random.default_rng(4)
    v, sizes = rng.uniform(-1.7, 1.7, (5, model.nv)), np.array([0, 1e-160, 1e-8, 1, 1])
    return np.array([*(sizes[:, None] * v), near_half_turn(model, rng, 1e-3)])


@every_tree
def test_derivatives_of_integrate_are_complex_steps(name: str) -> None:
    # of a configuration: its rate is the tangent map times the derivative
    model = TREES[name].model
    q, v = configurations(model), motions(model)
    T = run(kt.tangent_map, model, run(kt.integrate, model, q, v))
    dq, dv = run(kt.integrate_derivatives, model, q, v)
    for k in (2, 3, 5):
        near = kt.integrate.evaluate(model, along_each(model, q[k]), v[k])
        assert_agree(T[k] @ dq[k], columns(near), 1e-13)
        near = kt.integrate.evaluate(model, q[k], each(v[k]))
        assert_agree(T[k] @ dv[k], columns(near), 1e-13)


@every_tree
def test_derivatives_of_difference_are_complex_steps(name: str) -> None:
    model = TREES[name].model
    q, v = configurations(model), motions(model)
    end = run(kt.integrate, model, q, v)
    d0, d1 = run(kt.difference_derivatives, model, q, end)
    for k in (2, 3):
        near = kt.difference.evaluate(model, along_each(model, q[k]), end[k])
        assert_agree(d0[k], columns(near), 1e-13)
        near = kt.difference.evaluate(model, q[k], along_each(model, end[k]))
        assert_agree(d1[k], columns(near), 1e-13)


@every_tree
def test_derivatives_of_difference_undo_those_of_integrate(name: str) -> None:
    # difference(q, integrate(q, v)) = v
    model = TREES[name].model
    q, v = configurations(model), motions(model)
    dq, dv = run(kt.integrate_derivatives, model, q, v)
    d0, d1 = run(kt.difference_derivatives, model, q, run(kt.integrate, model, q, v))
    size = float(abs(d1).max())
    assert_agree(d1 @ dv, np.broadcast_to(np.eye(model.nv), dv.shape), 1e-13 * size)
    assert_agree(d0 + d1 @ dq, np.zeros_like(d0), 1e-13, scale=size)


@pytest.mark.parametrize("name", ["mixed", "mixed_mimics"])
def test_joints_do_not_depend_on_one_another(name: str) -> None:
    model = TREES[name].model
    q, v = configurations(model), motions(model)
    apart = np.ones((model.nv, model.nv), bool)
    for joint in model.free_joints:
        apart[joint.v_slice, joint.v_slice] = False
    end = run(kt.integrate, model, q, v)
    for x in (
        *run(kt.integrate_derivatives, model, q, v),
        *run(kt.difference_derivatives, model, q, end),
    ):
        assert not x[:, apart].any()


@pytest.mark.parametrize("name", ["spherical", "free_flyer", "continuous_skew"])
def test_the_length_of_quaternions_changes_nothing(name: str) -> None:
    model = TREES[name].model
    q, v = configurations(model), motions(model)
    end, longer = run(kt.integrate, model, q, v), q.copy()
    for joint in model.free_joints:
        count = {kt.Spherical: 4, kt.FreeFlyer: 4, kt.Continuous: 2}.get(type(joint.type), 0)
        longer[:, joint.q_slice.stop - count : joint.q_slice.stop] *= 4.0
    for x, y in zip(
        (
            *run(kt.integrate_derivatives, model, q, v),
            *run(kt.difference_derivatives, model, q, end),
        ),
        (
            *run(kt.integrate_derivatives, model, longer, v),
            *run(kt.difference_derivatives, model, longer, end),
        ),
        strict=True,
    ):
        assert_agree(y, x, 1e-15)


class Owned(kt.Joint):
    """A user's joint that moves as a free-flyer and gives no derivatives."""

    nq, nv = 7, 6
    flyer = kt.FreeFlyer()

    def placement(self, q: Any) -> Any:
        return self.flyer.placement(q)

    def neutral(self) -> Any:
        return self.flyer.neutral()

    def integrate(self, q: Any, v: Any) -> Any:
        return self.flyer.integrate(q, v)

    def difference(self, q0: Any, q1: Any) -> Any:
        return self.flyer.difference(q0, q1)

    def tangent_map(self, q: Any) -> Any:
        return self.flyer.tangent_map(q)

    def tangent_map_inverse(self, q: Any) -> Any:
        return self.flyer.tangent_map_inverse(q)


def test_joints_without_derivatives_have_them_by_differentiation() -> None:
    free = kt.ModelBuilder("free")
    free.add_body("body", joint=kt.FreeFlyer())
    owned = kt.ModelBuilder("owned")
    owned.add_body("body", joint=Owned())
    models = free.build(), owned.build()
    q, v = configurations(models[0]), motions(models[0])
    end = run(kt.integrate, models[0], q, v)
    for algorithm, x in ((kt.integrate_derivatives, v), (kt.difference_derivatives, end)):
        theirs, ours = (run(algorithm, model, q, x) for model in models)
        for one, other in zip(ours, theirs, strict=True):
            assert_agree(one, other, 1e-13)
