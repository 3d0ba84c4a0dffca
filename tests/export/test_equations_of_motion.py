"""Equations of motion in symbols: readable, and the numbers' own where numbers are put in."""

import sys

import numpy as np
import pytest
import sympy as sp
from agreement import assert_agree, run

import kinetree as kt


def numbers(x: sp.Matrix, values: dict[sp.Symbol, float]) -> np.ndarray:
    return np.array(x.subs(values).evalf(17), dtype=float)


def test_the_double_pendulum_is_that_of_the_textbook():
    eom = kt.equations_of_motion(kt.robots.pendulum(2))
    q1, q2 = eom.q
    w1, w2 = eom.v
    names = {str(s): s for s in eom.values}
    m1, m2, l1, l2, g = (names[x] for x in ("m_1", "m_2", "l_1", "l_2", "g"))
    coupling = m2 * l2 * (l1 * sp.cos(q2) + l2)
    assert sp.expand(eom.M[0, 1] - coupling) == 0
    assert eom.M[0, 1] == coupling  # as short as that
    square = m1 * l1**2 + m2 * (l1**2 + 2 * l1 * l2 * sp.cos(q2) + l2**2)
    assert sp.expand(eom.M[0, 0] - square) == 0 and eom.M[1, 1] == m2 * l2**2
    pull = m2 * l1 * l2 * sp.sin(q2)
    C = sp.Matrix([[-pull * w2, -pull * (w1 + w2)], [pull * w1, 0]])
    assert sp.expand(eom.C - C) == sp.zeros(2, 2)
    assert sp.expand(eom.g[1] - m2 * g * l2 * sp.sin(q1 + q2)) == 0
    assert set(eom.values.values()) == {1.0, 9.81}
    assert str(eom.M).count(".") == 0  # no floats
    rate = sp.diff(eom.M, q1) * w1 + sp.diff(eom.M, q2) * w2
    assert sp.simplify(eom.C + eom.C.T - rate) == sp.zeros(2, 2)


def tangled() -> kt.Model:
    """Several distances on a body, tensors, a turned placement, armature, gravity askew."""
    builder = kt.ModelBuilder("tangled")
    first = kt.Inertia(2.0, [0.1, 0, 0.3], [[0.3, 0.01, 0], [0.01, 0.2, 0], [0, 0, 0.25]])
    builder.add_body("a", joint=kt.Revolute("z"), inertia=first, armature=0.1)
    placement = kt.SE3(kt.so3.exp([0.3, 0, 0]), [0.1, 0, -0.4])
    second = kt.Inertia(1.0, [0, 0.2, 0], 0.1 * np.eye(3))
    builder.add_body("b", parent="a", joint=kt.Prismatic("x"), placement=placement, inertia=second)
    return builder.build().replace(gravity=[0.0, 1.0, -9.0])


@pytest.mark.parametrize("simplify", [True, False])
def test_numbers_put_in_give_the_numbers(simplify: bool):
    model = tangled()
    eom = kt.equations_of_motion(model, simplify=simplify)
    q, v = np.random.default_rng(0).normal(size=(2, model.nv))
    values = {**eom.values, **dict(zip(eom.q, q, strict=True)), **dict(zip(eom.v, v, strict=True))}
    assert_agree(numbers(eom.M, values), run(kt.crba, model, q), 1e-14)
    assert_agree(numbers(eom.C, values), run(kt.coriolis_matrix, model, q, v), 1e-14)
    g = run(kt.generalized_gravity, model, q)
    assert_agree(numbers(eom.g, values)[:, 0], g, 1e-14)
    names = {str(s) for s in eom.values}
    assert {"m_1", "m_2", "l_1x", "l_1z", "c_1z", "l_2", "I_1xx", "I_1xy", "I_2zz"} <= names
    assert {"J_1", "g_y", "g_z"} <= names and "I_1xz" not in names


def test_latex_for_a_notebook():
    text = kt.equations_of_motion(kt.robots.pendulum())._repr_latex_()
    assert text.startswith("$$") and text.endswith("$$") and r"l_{1}^{2} m_{1}" in text


def test_without_sympy_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "sympy", None)
    with pytest.raises(kt.ModelError, match=r"pip install 'kinetree\[sympy\]'"):
        kt.equations_of_motion(kt.robots.pendulum())


def test_it_takes_a_model():
    with pytest.raises(kt.ModelError, match=r"equations_of_motion.*kt\.Model"):
        kt.equations_of_motion("pendulum")


def test_a_model_with_symbols_is_refused():
    import sympy

    arm = kt.robots.pendulum().replace(gravity=kt.Array([0, 0, -sympy.Symbol("g")]))
    with pytest.raises(kt.ModelError, match=r"has symbols already; call kt\.crba"):
        kt.equations_of_motion(arm)
