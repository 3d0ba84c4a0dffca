"""Rules of derivatives give what differentiation of the operations gives, at their cost."""

from itertools import product
from typing import Any

import numpy as np
import pytest
from agreement import assert_agree, run
from trees import FEW, MIXED_TREES, model_and_state

import kinetree as kt
from kinetree.compiler.passes import operation_count


@kt.algorithm("(nq),(nv),(nv),(njoints,6),(nv)->(nv),()")
def program(model: kt.Model, q: Any, v: Any, tau: Any, f_ext: Any, w: Any) -> Any:
    """Calls in calls, with operands that are results, constants, and moved along few directions."""
    a = kt.aba(model, q, v, tau, f_ext)
    after = kt.integrate(model, q, 0.01 * (v + 0.01 * a))
    torques = kt.rnea(model, after, v + 0.01 * a, kt.math.zeros(model.nv) + 0.5)
    return {"torques": torques + kt.generalized_gravity(model, q), "cost": w @ torques}


def differences(model: kt.Model, operands: dict[str, Any], name: str, along: Any) -> Any:
    """Central differences of the results along one direction."""
    h, parts = 1e-6, []
    for step in (h, -h):
        moved = dict(operands)
        x = operands[name]
        moved[name] = kt.integrate(model, x, step * along) if name == "q" else x + step * along
        parts.append(run(program, model, *moved.values()))
    return [(x - y) / (2 * h) for x, y in zip(*parts, strict=True)]


@pytest.mark.parametrize(
    ("name", "wrt"),
    [
        # long, of all joints; other operands on smaller trees
        pytest.param("mixed_mimics", "q", marks=pytest.mark.sweep),
        *product([x for x in FEW if x not in MIXED_TREES], ["q", "v", "tau", "f_ext"]),
    ],
)
def test_jacobians_are_those_of_differences(name: str, wrt: str) -> None:
    model, q, v, tau, f_ext = model_and_state(name)
    operands = {"q": q, "v": v, "tau": tau, "f_ext": f_ext, "w": v}
    along = np.random.default_rng(3).normal(size=f_ext.shape if wrt == "f_ext" else v.shape)
    expected = differences(model, operands, wrt, along)
    if wrt == "q" or name == "mimic_as_source":  # others have columns alike, the same on any tree
        slopes = run(kt.jacobian(program, wrt), model, *operands.values())
        axes = (-2, -1) if wrt == "f_ext" else (-1,)
        for d, y in zip(slopes, expected, strict=True):
            direction = along if y.ndim == 1 else along[:, None]
            assert_agree((d * direction).sum(axes), y, 1e-6, scale=1.0)
    tangents = run(kt.jvp(program, wrt), model, *operands.values(), along)[1::2]
    for x, y in zip(tangents, expected, strict=True):
        assert_agree(x, y, 1e-6, scale=1.0)
    gradient = run(kt.vjp(program, wrt), model, *operands.values(), 0 * v, np.ones(len(v)))
    assert_agree((gradient * along).reshape(len(v), -1).sum(-1), expected[1], 1e-6, scale=1.0)


@pytest.mark.parametrize("wrt", ["tau", "x"])
def test_derivatives_inside_of_loops_are_those_of_differences(wrt: str) -> None:
    """Also along parameters of the model that are computed, as implicit steps compute armature."""

    @kt.algorithm("(nq),(nv),(nv),(nv)->(nv)")
    def moved(model: kt.Model, q: Any, v: Any, tau: Any, x: Any) -> Any:
        def advance(state: Any, _: Any) -> Any:
            q, v = state
            v = v + 0.01 * kt.aba(model.replace(armature=model.armature + x * x), q, v, tau)
            return (kt.integrate(model, q, 0.01 * v), v), None

        return kt.math.scan(advance, (q, v), length=3)[0][1]

    model, h, names = kt.robots.arm(), 1e-6, ("q", "v", "tau", "x")
    known = {name: 0.1 * np.arange(1.0, 8) + k for k, name in enumerate(names)}

    def at(change: Any) -> Any:
        return moved(model, *{**known, wrt: known[wrt] + change}.values())

    columns = [(at(h * e) - at(-h * e)) / (2 * h) for e in np.eye(7)]
    values, w = known.values(), np.arange(1.0, 8)
    assert_agree(kt.jacobian(moved, wrt)(model, *values), np.array(columns).T, 1e-6)
    assert_agree(kt.vjp(moved, wrt)(model, *values, w), np.array(columns) @ w, 1e-6)


@pytest.mark.parametrize(
    ("algorithm", "derivatives", "wrt"),
    [
        (kt.rnea, kt.rnea_derivatives, ("q", "v", "a")),
        (kt.aba, kt.aba_derivatives, ("q", "v", "tau")),
        (kt.generalized_gravity, kt.generalized_gravity_derivatives, "q"),
        (kt.constraints.impact, kt.constraints.impact_derivatives, ("q", "v")),
    ],
)
def test_a_jacobian_costs_what_the_algorithm_of_the_derivatives_costs(
    algorithm: kt.Algorithm, derivatives: kt.Algorithm, wrt: Any
) -> None:
    model = kt.load("solo12", floating_base=True)
    known = algorithm.definition.parameters.statics
    statics = {"contacts": (kt.Contact("FL_FOOT"),)} if "contacts" in known else {}
    own, ruled = (
        operation_count(x.trace(model, **statics), "float64")
        for x in (derivatives, kt.jacobian(algorithm, wrt))
    )
    assert ruled <= 1.05 * own  # more by the tangent map of the base's quaternion
