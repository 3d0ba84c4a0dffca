"""`kernel.to_casadi()`: the bits of the kernel, and the derivatives that CasADi takes."""

from typing import Any

import casadi
import numpy as np
import pytest
from trees import TREES

import kinetree as kt
from kinetree.backends import casadi_derivatives, casadi_function

ARM, DOG = kt.robots.arm(), kt.robots.quadruped()
MIMICS = next(tree.model for name, tree in TREES.items() if "mimic" in name)
RNG = np.random.default_rng(0)


@kt.algorithm("(nq),(nv),(2,3)->(),(nq),(2,3)")
def shapes(model: Any, q: Any, v: Any, x: Any) -> Any:
    """A number, a vector and a matrix that is not square, with a structural zero."""
    moved = kt.integrate(model, q, v)
    rows = [[x[0, 1] * q[0], 0, x[1, 2]], [x[1, 0] * x[0, 2], v[0], 1.0]]
    return {"energy": kt.kinetic_energy(model, q, v) + x[1, 1], "q": moved, "x": rows}


def _state(model: Any) -> list[Any]:
    q = kt.random_configuration(model, rng=RNG) * RNG.uniform(0.7, 1.4)
    return [q, *RNG.normal(size=(2, model.nv))]


@pytest.fixture(params=[True, False], ids=["library", "callback"])
def _kind(request, monkeypatch):
    if not request.param:
        monkeypatch.setattr(casadi_function, "can_write_libraries", lambda: False)
    elif not casadi_function.can_write_libraries():
        pytest.skip("no library is written on this machine")


def _check(function: Any, kernel: Any, operands: list[Any]) -> None:
    """Results have the bits of the kernel, and Jacobians the slopes."""
    results = kernel(*operands)
    results = results if isinstance(results, tuple) else (results,)
    for found, x in zip(function.call(operands), results, strict=True):
        np.testing.assert_array_equal(found.full(), np.reshape(x, found.shape))
    blocks = function.jacobian().call([*operands, *function.call(operands)])
    for i in range(len(results)):
        for k, x in enumerate(operands):
            direction = RNG.normal(size=np.shape(x))
            ends = [
                function.call([*operands[:k], x + h * direction, *operands[k + 1 :]])[i].full()
                for h in (1e-6, -1e-6)
            ]
            slope = blocks[i * len(operands) + k].full() @ np.ravel(direction, "F")
            scale = 1 + abs(slope).max(initial=0)
            difference = np.ravel((ends[0] - ends[1]) / 2e-6, "F")
            np.testing.assert_allclose(slope, difference, atol=1e-7 * scale)


@pytest.mark.usefixtures("_kind")
def test_values_and_jacobians():
    kernel = kt.rnea.compile(MIMICS)
    _check(kernel.to_casadi(), kernel, _state(MIMICS))
    kernel = kt.rnea.compile(DOG, inputs=["f_ext"])
    _check(kernel.to_casadi("forced"), kernel, [*_state(DOG), RNG.normal(size=(DOG.njoints, 6))])
    kernel = shapes.compile(DOG)
    function = kernel.to_casadi()
    _check(function, kernel, [*_state(DOG)[:2], RNG.normal(size=(2, 3))])
    assert function.sparsity_out(2).nnz() == 5
    bound = kt.rnea.compile(ARM, gravity=[1.0, 2.0, 3.0])
    _check(bound.to_casadi(), bound, _state(ARM))
    frame = kt.frame_jacobian.compile(ARM, frame="tool", reference="local")
    _check(frame.to_casadi(), frame, _state(ARM)[:1])


@pytest.mark.usefixtures("_kind")
def test_hessians():
    """Of a sum of squares, nonlinear in the cotangents, against differences of its gradient."""
    for kernel, operands in (
        (kt.aba.compile(ARM), _state(ARM)),
        (shapes.compile(DOG), [*_state(DOG)[:2], RNG.normal(size=(2, 3))]),
        (kt.frame_placement.compile(ARM, frame="tool"), _state(ARM)[:1]),
        (kt.rnea.compile(ARM, gravity=[1.0, 2.0, 3.0]), _state(ARM)),
    ):
        symbols = [casadi.MX.sym(x.name, *x.shape) for x in kernel.operands]
        cost = sum(casadi.sumsqr(y + 1) for y in kernel.to_casadi().call(symbols))
        x = casadi.veccat(*symbols)
        function = casadi.Function("f", symbols, casadi.hessian(cost, x))
        H = function.call(operands)[0].full()
        direction = [RNG.normal(size=np.shape(y)) for y in operands]
        ends = [
            function.call([y + h * d for y, d in zip(operands, direction, strict=True)])[1].full()
            for h in (1e-6, -1e-6)
        ]
        along = np.concatenate([d.ravel("F") for d in direction])
        scale = 1 + abs(H).max()
        np.testing.assert_allclose(H @ along, np.ravel(ends[0] - ends[1]) / 2e-6, atol=1e-7 * scale)
        np.testing.assert_allclose(H, H.T, atol=1e-14 * scale)


@pytest.mark.usefixtures("_kind")
def test_ipopt_solves_with_its_defaults():
    goal = kt.frame_placement(ARM, np.full(7, 0.4), frame="tool")
    opti = casadi.Opti()
    q = opti.variable(7)
    opti.minimize(
        casadi.sumsqr(kt.frame_placement.compile(ARM, frame="tool").to_casadi()(q) - goal)
    )
    opti.solver("ipopt", {"print_time": False}, {"print_level": 0, "sb": "yes"})
    opti.set_initial(q, 0.3)
    assert opti.solve().value(opti.f) < 1e-8


def test_a_derivative_that_cannot_be_compiled(monkeypatch):
    if not casadi_function.can_write_libraries():
        pytest.skip("a callback raises the error itself")
    function = kt.kinetic_energy.compile(ARM).to_casadi()
    monkeypatch.setattr(casadi_derivatives, "kernel_of_trace", lambda *_: 1 / 0)
    x = casadi.MX.sym("x", 7)
    with pytest.raises(RuntimeError, match='"work" failed'):
        casadi.gradient(function(x, x), x)


@pytest.mark.usefixtures("_kind")
def test_in_a_graph_of_casadi():
    q, v, a = _state(ARM)
    f = kt.rnea.compile(ARM).to_casadi()
    symbol = casadi.MX.sym("q", ARM.nq)
    total = casadi.Function(
        "total", [symbol], [casadi.gradient(casadi.sumsqr(f(symbol, v, a)), symbol)]
    )
    tau, slope = kt.rnea(ARM, q, v, a), kt.rnea_derivatives(ARM, q, v, a).dtau_dq
    np.testing.assert_allclose(np.ravel(total(q).full()), 2 * tau @ slope, rtol=1e-12)
    many = kt.random_configuration(ARM, 5, rng=RNG)
    np.testing.assert_array_equal(f.map(5)(many.T, v, a).full().T, kt.rnea(ARM, many, v, a))
    assert f.name_in() == ["q", "v", "a"] and f.name_out() == ["rnea"]
    mass_matrix = casadi.Function("M", [symbol], [kt.crba.compile(ARM).to_casadi()(symbol)[0, 1]])
    np.testing.assert_array_equal(float(mass_matrix(q)), kt.crba(ARM, q)[0, 1])


def test_operands_that_are_left_out_are_zero():
    f = kt.rnea.compile(ARM).to_casadi()
    q, zero = _state(ARM)[0], np.zeros(ARM.nv)
    found = f(q, casadi.DM(7, 1), casadi.DM(7, 1))
    np.testing.assert_array_equal(np.ravel(found.full()), kt.rnea(ARM, q, zero, zero))


def test_what_is_refused():
    with pytest.raises(kt.BackendError, match="float32; CasADi has float64 only"):
        kt.crba.compile(ARM, dtype="float32").to_casadi()
    for name in ("bad name", "1abc", "x\u00fc", "", 5):
        with pytest.raises(kt.BackendError, match="is no name of a CasADi function"):
            kt.crba.compile(ARM).to_casadi(name)
    with pytest.raises(kt.BackendError, match=r"shape \(8, 4, 4\); CasADi has matrices only"):
        kt.forward_kinematics.compile(ARM).to_casadi()


@pytest.mark.usefixtures("_kind")
def test_nothing_is_compiled_where_that_is_forbidden():
    kernel = kt.kinetic_energy.compile(ARM)
    with kt.no_compile(), pytest.raises(kt.CompileError, match="to_casadi is not compiled"):
        kernel.to_casadi()
