"""Algorithms as objects: operands, statics, results, frames, and kinds of numbers."""

import pickle
from typing import Any, Literal

import casadi
import mpmath
import numpy as np
import pytest
import sympy

import kinetree as kt
from kinetree.compiler.interpreter import interpret
from kinetree.functions.signature import parse, shape


@pytest.fixture(scope="module")
def arm():
    return kt.robots.arm()


@pytest.fixture(scope="module")
def state(arm):
    return tuple(np.random.default_rng(0).normal(size=(3, arm.nv)))


def close(x, y, tolerance=1e-13):
    return np.abs(np.asarray(x) - np.asarray(y)).max() <= tolerance * max(1, np.abs(y).max())


def test_signatures():
    signature = parse("(nq), (njoints,10) -> (nv, 10*(njoints-1)), ()")
    assert signature.operands == (("nq",), ("njoints", "10"))
    assert signature.results == (("nv", "10*(njoints-1)"), ())
    assert shape(signature.results[0], {"nv": 3, "njoints": 4}) == (3, 30)
    for wrong in ("(nq)", "nq->(nv)", "(nq->(nv)", "(nq))->()"):
        with pytest.raises(kt.TraceError, match=r"signature|groups"):
            parse(wrong)
    with pytest.raises(kt.TraceError, match="'foo' is not made of"):
        shape(("foo",), {"nq": 1})


def test_a_call_equals_its_kernel_its_python_function_and_its_trace(arm, state):
    expected = kt.rnea(arm, *state)
    np.testing.assert_array_equal(kt.rnea.compile(arm)(*state), expected)
    assert close(kt.rnea.evaluate(arm, *state), expected)
    assert close(interpret(kt.rnea.trace(arm), *state)[0], expected)
    assert close(kt.rnea.bind(arm)(*state), expected)
    assert close(np.array(kt.rnea.trace(arm)(*map(kt.Array, state))[0]), expected)
    assert repr(kt.rnea.trace(arm)).startswith("<Trace (q[7], v[7], a[7]) -> (rnea[7]), 676 ")


def test_operands_by_keyword_and_in_any_order(arm, state):
    q, v, a = state
    np.testing.assert_array_equal(kt.rnea(arm, a=a, v=v, q=q), kt.rnea(arm, q, v, a))


def test_an_absent_operand_is_structural_zeros(arm, state):
    f_ext = np.zeros((arm.njoints, 6))
    zeros = kt.rnea(arm, *state, f_ext)
    np.testing.assert_allclose(zeros, kt.rnea(arm, *state), rtol=1e-13)
    np.testing.assert_array_equal(kt.rnea(arm, *state, f_ext=f_ext), zeros)
    with_forces = kt.rnea.compile(arm, inputs=("f_ext",))
    assert with_forces.operation_count > kt.rnea.compile(arm).operation_count
    np.testing.assert_array_equal(with_forces(*state, f_ext), zeros)


def test_compiled_inputs_come_in_the_order_they_are_named(arm, state):
    q, v, a = state
    f_ext = np.random.default_rng(1).normal(size=(arm.njoints, 6))
    kernel = kt.rnea.compile(arm, inputs=("gravity", "f_ext"))
    expected = kt.rnea(arm, q, v, a, f_ext, gravity=[0, 0, -1.62])
    np.testing.assert_array_equal(kernel(q, v, a, np.array([0, 0, -1.62]), f_ext), expected)


def test_a_dict_of_results_is_a_named_tuple_in_one_kernel(arm, state):
    @kt.algorithm
    def several(model, q, v):
        return {
            "M": kt.crba(model, q),
            "h": kt.nonlinear_effects(model, q, v),
            "T": kt.forward_kinematics(model, q),
            "energy": kt.kinetic_energy(model, q, v),
        }

    q, v, _ = state
    got = several(arm, q, v)
    assert got._fields == ("M", "h", "T", "energy")
    assert close(got.M, kt.crba(arm, q)) and close(got.h, kt.nonlinear_effects(arm, q, v))
    assert got.T.shape == (8, 4, 4) and isinstance(got.energy, float)
    alone = sum(
        a.trace(arm).operation_count
        for a in (kt.crba, kt.nonlinear_effects, kt.forward_kinematics, kt.kinetic_energy)
    )
    assert several.compile(arm).operation_count < alone
    out = tuple(np.zeros_like(x) for x in several(arm, np.tile(q, (5, 1)), np.tile(v, (5, 1))))
    batch = several(arm, np.tile(q, (5, 1)), np.tile(v, (5, 1)), out=out)
    assert batch.M is out[0] and close(batch.energy, np.full(5, got.energy))


def test_statics_choose_the_kernel(arm, state):
    @kt.algorithm("(nq)->()")
    def measure(model, q, *, norm: Literal["one", "two"] = "two", power: int = 1):
        total = kt.math.norm(q) if norm == "two" else sum(abs(x) for x in q)
        return total**power

    q = state[0]
    assert measure(arm, q) == pytest.approx(np.linalg.norm(q), rel=1e-15)
    assert measure(arm, q, norm="one", power=2) == pytest.approx(np.abs(q).sum() ** 2, rel=1e-14)
    assert measure.compile(arm, norm="one")(q) == pytest.approx(np.abs(q).sum(), rel=1e-15)
    with pytest.raises(kt.ShapeError, match="no norm 'on'; did you mean 'one'"):
        measure(arm, q, norm="on")
    with pytest.raises(kt.TraceError, match="power is static, and a list; write a tuple"):
        measure(arm, q, power=[1])


def test_free_dimensions_are_bound_by_the_call(arm):
    @kt.algorithm("(nq),(n),(n,3)->(n)")
    def weigh(model, q, w, p):
        return (p @ kt.frame_placement(model, q, frame="tool")[:3, 3]) * w

    q, rng = kt.neutral(arm), np.random.default_rng(2)
    tool = kt.frame_placement(arm, q, frame="tool")[:3, 3]
    for n in (1, 4):
        w, p = rng.normal(size=n), rng.normal(size=(5, n, 3))
        np.testing.assert_allclose(weigh(arm, q, w, p), w * (p @ tool), rtol=1e-14, atol=1e-15)
    with pytest.raises(kt.ShapeError, match=r"p has shape \(3, 3\); expected \(\.\.\., 2, 3\)"):
        weigh(arm, q, np.ones(2), np.ones((3, 3)))


@pytest.mark.parametrize("kind", [float, complex], ids=["kernel", "Python"])
@pytest.mark.parametrize(
    "shape", [(4, 2), (4, 4), (3, 4), (4,), (3,), (5, 4, 2), (2, 3, 5), (4, 1), (4, 6), ()], ids=str
)
def test_a_wrong_fixed_size_beside_a_free_one_is_refused(shape, kind):
    """Before there is a kernel, and when there is one for as many points."""

    @kt.algorithm("(n,3),(2*n)->(n)")
    def heights(model, p, w):
        return p[:, 2] * w[::2] + w[1::2]

    arm = kt.robots.arm()
    said = r"p has shape \(.*\); expected \(\.\.\., \d, 3\)|p has shape .*there is no axis for n"
    for _ in range(2):
        with pytest.raises(kt.ShapeError, match=said):
            heights(arm, np.ones(shape, kind), np.ones(8))
        with pytest.raises(kt.ShapeError, match=r"w has shape \(3,\); expected \(\.\.\., 8\)"):
            heights(arm, np.ones((4, 3), kind), np.ones(3))
        for batch in ((), (5,), (2, 5)):
            p = np.arange(12.0).reshape(4, 3) + np.zeros((*batch, 1, 1), kind)
            assert (heights(arm, p, np.ones(8)) == p[..., 2] + 1).all()
    with pytest.raises(kt.ShapeError, match=r"p has shape \(.*\); expected \(\.\.\., 4, 3\)"):
        heights.compile(arm, sizes={"n": 4})(np.ones(shape), np.ones(8))


def test_a_dimension_of_the_robot_beside_a_free_one_is_the_robots():
    @kt.algorithm("(nq,n)->(n)")
    def sums(model, x):
        return kt.math.stack([column.sum() for column in x.T])

    arm = kt.robots.arm()
    with pytest.raises(kt.ShapeError, match=r"x has shape \(6, 2\); expected \(\.\.\., 7, 2\)"):
        sums(arm, np.ones((6, 2)))
    assert (sums(arm, np.ones((7, 2))) == 7).all()


def _programs(model: kt.Model) -> set[Any]:
    """The programs compiled for a robot."""
    return {x.compiled for x in model.call_table.values() if isinstance(x, kt.Kernel)}


def test_all_frames_of_a_joint_share_a_kernel():
    humanoid = kt.robots.humanoid()
    q = kt.random_configuration(humanoid, rng=0)
    all_frames = kt.frame_placements(humanoid, q)
    before = len(_programs(humanoid))
    for name in ("head", "neck_pitch"):
        assert humanoid.frame(name).joint == humanoid.joint("neck_pitch").index
        index = humanoid.frame_names.index(name)
        assert close(kt.frame_placement(humanoid, q, frame=name), all_frames[index])
    assert len(_programs(humanoid)) == before + 1
    some = ["left_foot", 3, humanoid.frame("right_hand")]
    got = kt.frame_placement(humanoid, np.tile(q, (4, 1)), frame=some)
    indices = [humanoid.frame_names.index("left_foot"), 3, humanoid.frame_names.index("right_hand")]
    assert got.shape == (4, 3, 4, 4) and close(got, np.tile(all_frames[indices], (4, 1, 1, 1)))
    kernel = kt.frame_placement.compile(humanoid, frame="left_foot")
    np.testing.assert_array_equal(kernel(q), kt.frame_placement(humanoid, q, frame="left_foot"))


def test_derivatives_of_frames(arm):
    q = kt.random_configuration(arm, rng=1)
    J = kt.jacobian(kt.frame_placement, "q")(arm, q, frame=["tool", "link3"])
    assert J.shape == (2, 4, 4, 7)
    for k, frame in enumerate(("tool", "link3")):
        moved = kt.frame_placement(arm, q + 1e-30j * np.eye(7), frame=frame)
        assert close(J[k], np.moveaxis(moved.imag, 0, -1) / 1e-30)


@pytest.mark.sweep
def test_several_wrt_and_several_results(arm, state):
    q, v, a = state
    d = kt.jacobian(kt.rnea, ("q", "v", "inertias"))(arm, q, v, a)
    assert d._fields == ("d_q", "d_v", "d_inertias")
    assert d.d_inertias.shape == (7, 8, 10)
    assert close(d.d_q, kt.jacobian(kt.rnea, "q")(arm, q, v, a))

    @kt.algorithm
    def two(model, q, v):
        return {"h": kt.nonlinear_effects(model, q, v), "e": kt.kinetic_energy(model, q, v)}

    got = kt.jacobian(two, "v")(arm, q, v)
    assert got._fields == ("h", "e") and got.e.shape == (7,)
    assert close(got.e, kt.crba(arm, q) @ v)
    assert kt.jacobian(two, ("q", "v"))(arm, q, v)._fields == ("h_d_q", "e_d_q", "h_d_v", "e_d_v")


def test_derivatives_inside_an_algorithm(arm, state):
    @kt.algorithm("(nq),(nv)->(nv)")
    def lagrange(model, q, v):
        """d/dt(dT/dv) - dT/dq for a = 0, by nested derivatives: the velocity torques."""
        rate = kt.jvp(kt.grad(kt.kinetic_energy, "v"), "q")(model, q, v, v).d_result
        return rate - kt.grad(kt.kinetic_energy, "q")(model, q, v)

    q, v, _ = state
    weightless = arm.replace(gravity=[0, 0, 0])
    assert close(lagrange(arm, q, v), kt.nonlinear_effects(weightless, q, v), 1e-12)


@pytest.mark.parametrize("number", ["gravity", "inertias"])
def test_derivatives_inside_an_algorithm_at_a_plain_q_of_a_model_with_traced_parameters(
    arm, state, number
):
    q = state[0]

    @kt.algorithm("->(nv,nv)")
    def stiffness(model):
        return kt.jacobian(kt.generalized_gravity, "q")(model, kt.Array(q))

    given = {number: 1.5 * getattr(arm, number) + 0.25}
    expected = kt.jacobian(kt.generalized_gravity, "q")(arm.replace(**given), q)
    assert close(stiffness(arm, **given), expected)


def test_the_same_derivative_is_the_same_algorithm(arm, state):
    assert kt.jacobian(kt.rnea, "q") is kt.jacobian(kt.rnea, "q")
    assert kt.jacobian(kt.rnea, ["q", "v"]) is kt.jacobian(kt.rnea, ("q", "v"))
    assert kt.jacobian(kt.rnea, "q") is not kt.jacobian(kt.rnea, ("q",))
    assert kt.hessian(kt.potential_energy, "q") is kt.hessian(kt.potential_energy, "q")


def test_grad_wants_a_number_and_vjp_a_signature():
    with pytest.raises(kt.ShapeError, match=r"does not give one number; use kt\.jacobian"):
        kt.grad(kt.rnea, "q")
    with pytest.raises(kt.ShapeError, match="no operand 'qq'; did you mean 'q'"):
        kt.jacobian(kt.rnea, "qq")

    @kt.algorithm
    def function(model, q):
        return kt.generalized_gravity(model, q)

    with pytest.raises(kt.ShapeError, match=r"give it one: @kt\.algorithm"):
        kt.vjp(function, "q")


def test_complex_numbers_run_in_python(arm, state):
    got = kt.rnea(arm, np.array(state[0]) + 0j, *state[1:])
    assert got.dtype == complex and close(got.real, kt.rnea(arm, *state))
    batch = np.stack([state[0], state[1]]).astype(complex)
    assert close(kt.generalized_gravity(arm, batch), kt.generalized_gravity(arm, batch.real))


def test_mpmath_numbers_run_in_python(arm, state):
    with mpmath.workdps(50):
        q = [mpmath.mpf(x) for x in state[0]]
        got = kt.generalized_gravity(arm, q)
        assert isinstance(got[1], mpmath.mpf)
        assert close(got.astype(float), kt.generalized_gravity(arm, state[0]))
        column = kt.generalized_gravity(arm, mpmath.matrix(q))
    assert list(column) == list(got)


def test_sympy_symbols_run_in_python():
    m, L, q = sympy.symbols("m l q", positive=True)
    pendulum = kt.robots.pendulum(1, mass=m, length=L)
    assert not pendulum.numeric
    assert sympy.simplify(kt.crba(pendulum, [q])[0, 0] - m * L**2) == 0
    g = kt.generalized_gravity(pendulum, sympy.Matrix([q]))[0]
    assert sympy.simplify(g - sympy.Rational(981, 100) * m * L * sympy.sin(q)).subs(
        {m: 1, L: 1, q: 0.3}
    ) == pytest.approx(0, abs=1e-15)


def test_casadi_symbols_run_in_python(arm, state):
    q, v, a = (casadi.SX.sym(name, 7) for name in "qva")
    tau = kt.rnea(arm, q, v, a)
    assert tau.shape == (7, 1)
    f = casadi.Function("rnea", [q, v, a], [tau, kt.crba(arm, q), casadi.jacobian(tau, v)])
    tau, M, dv = (np.array(x) for x in f(*state))
    assert close(tau[:, 0], kt.rnea(arm, *state)) and close(M, kt.crba(arm, state[0]))
    assert close(dv, kt.jacobian(kt.rnea, "v")(arm, *state), 1e-12)
    placements = casadi.Function("T", [q], kt.forward_kinematics(arm, q))(state[0])
    assert close(np.array([x.full() for x in placements]), kt.forward_kinematics(arm, state[0]))
    biped = kt.robots.biped()
    v = casadi.SX.sym("v", 18)
    moved = casadi.Function("f", [v], [kt.integrate(biped, casadi.SX(kt.neutral(biped)), v)])
    for scale in (0.0, 1e-9, 1.0):
        x = scale * np.random.default_rng(0).normal(size=18)
        assert close(np.array(moved(x))[:, 0], kt.integrate(biped, kt.neutral(biped), x))


def test_numbers_of_unknown_kinds_are_refused(arm):
    from fractions import Fraction

    with pytest.raises(kt.BackendError, match=r"fractions\.Fraction"):
        kt.generalized_gravity(arm, [Fraction(1, 2)] * 7)


def test_a_robot_without_joints_has_empty_results():
    b = kt.ModelBuilder("stone")
    b.add_root("stone", inertia=kt.Inertia(1.0, [0, 0, 0], np.eye(3)))
    stone = b.build()
    assert kt.rnea(stone, [], [], []).shape == (0,)
    assert kt.crba(stone, np.zeros((5, 0))).shape == (5, 0, 0)
    assert kt.aba(stone, np.zeros((5, 0)), np.zeros(0), np.zeros(0)).shape == (5, 0)
    assert kt.kinetic_energy(stone, [], []) == 0
    assert kt.integrate(stone, np.zeros((2, 0)), []).shape == (2, 0)
    assert kt.jacobian(kt.rnea, "q")(stone, [], [], []).shape == (0, 0)
    assert kt.neutral(stone).shape == kt.random_configuration(stone).shape == (0,)
    assert kt.configuration(stone, {}).shape == (0,)


def test_an_algorithm_without_operands(arm):
    total = kt.algorithm(lambda model: model.inertias[1:, 0].sum())
    assert total(arm) == total.compile(arm)() == pytest.approx(arm.total_mass, rel=1e-15)
    assert total(arm, inertias=2 * arm.inertias) == pytest.approx(2 * arm.total_mass, rel=1e-15)


def test_compiling_for_many_models_made_by_replace_is_logged_once(monkeypatch, caplog):
    monkeypatch.setenv("KINETREE_CACHE_DIR", "off")

    @kt.algorithm("(nq)->()")
    def height(model, q):
        return kt.center_of_mass(model, q)[2]

    arm = kt.robots.arm()
    q = kt.neutral(arm)
    for k in range(8):
        height(arm.replace(inertias=arm.inertias * (1.0 + k)), q)
        height(arm, q)  # compiled once
    assert not caplog.records  # nine models, the arm among them
    for k in range(8, 12):
        height(arm.replace(gravity=[0, 0, -9.0 - k]), q)
    (record,) = caplog.records
    assert record.getMessage().startswith("height was compiled for 10 models that model.replace")
    assert "inertias=x" in record.getMessage()


def test_compiling_for_many_numbers_is_logged_once(monkeypatch, caplog):
    monkeypatch.setenv("KINETREE_CACHE_DIR", "off")

    @kt.algorithm("(nq)->(nq)")
    def scaled(model, q, *, gain=1.0, sides="both"):
        return gain * q

    arm = kt.robots.arm()
    q = kt.neutral(arm)
    for k in range(9):
        scaled(arm, q, gain=1.0 + k)
        scaled(arm, q, gain=1.0 + k)  # compiled once
        scaled(arm, q, sides=str(k))
    assert not caplog.records
    for k in range(9, 13):
        scaled(arm, q, gain=1.0 + k)
    (record,) = caplog.records
    assert record.getMessage().startswith("scaled was compiled for 10 values of gain=, each a")


def test_a_decorator_leaves_the_function_as_it_was():
    def double(x):
        return 2 * x

    double.__module__, name = "__main__", double.__qualname__
    assert kt.function("(n)->(n)")(double).__wrapped__ is double and double.__qualname__ == name


def test_copies_of_a_model_begin_to_count_anew():
    arm = pickle.loads(pickle.dumps(kt.robots.arm()))
    assert arm.compilations == {} and arm.replace().compilations is arm.compilations
