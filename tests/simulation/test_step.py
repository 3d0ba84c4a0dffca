"""One step: its derivatives, springs, damping and friction, and invalid arguments."""

from functools import cache
from itertools import cycle
from typing import Any, get_args

import mpmath as mp
import numpy as np
import pytest
from agreement import assert_agree, run
from complex_step import H, along, rate
from trees import TREES, moved, random_inertia, vectors

import kinetree as kt
from kinetree.compiler.interpreter import interpret
from kinetree.simulation.settings import Integrator

INTEGRATORS = [x for x in get_args(Integrator) if x != "midpoint"]
step, rollout = kt.simulation.step, kt.simulation.rollout
each_integrator = pytest.mark.parametrize("integrator", INTEGRATORS)


def flying() -> kt.Model:
    """A free base, a ball joint in the middle of the chain and a hinge, all with springs."""
    rng = np.random.default_rng(7)
    b = kt.ModelBuilder("flying")
    b.add_body("base", joint=kt.FreeFlyer(), inertia=random_inertia(rng))
    place = kt.SE3(kt.SO3.exp([0.3, -0.2, 0.5]), [0.1, 0.2, 0.3])
    for name, parent, joint in (("arm", "base", kt.Spherical()), ("tip", "arm", kt.Revolute("y"))):
        b.add_body(name, parent=parent, joint=joint, placement=place, inertia=random_inertia(rng))
    model = b.build()
    return model.replace(
        armature=rng.uniform(0, 0.2, model.nv),
        stiffness=rng.uniform(1, 5, model.nv),
        damping=rng.uniform(0, 1, model.nv),
        friction=rng.uniform(0, 0.3, model.nv),
        spring_reference=kt.random_configuration(model, rng=rng),
    )


MODEL = flying()
RNG = np.random.default_rng(3)
STATE = {
    "q": kt.integrate(MODEL, kt.neutral(MODEL), RNG.uniform(-0.8, 0.8, MODEL.nv)),
    "v": RNG.normal(size=MODEL.nv),
    "tau": RNG.normal(size=MODEL.nv),
    "dt": np.array(0.05),
    "f_ext": RNG.normal(size=(MODEL.njoints, 6)),
}


def traced(algorithm: kt.Algorithm, statics: Any, values: Any) -> Any:
    """The results of an algorithm by name, with f_ext, by NumPy on its trace."""
    trace = algorithm.trace(MODEL, inputs=("f_ext",), **statics)
    results = interpret(trace, *(values[operand.name] for operand in trace.operands))
    return dict(zip((result.name for result in trace.results), results, strict=True))


def along_each_operand(directions: Any, statics: Any) -> Any:
    """The derivatives of both results along the direction of each operand, by complex steps."""
    states = {name: np.array([x + 0j] * len(STATE)) for name, x in STATE.items()}
    for k, (name, d) in enumerate(directions.items()):
        x = STATE[name]
        states[name][k] = along(MODEL, x, d) if name == "q" else x + 1j * H * d
    nearby = step.evaluate(MODEL, **states, **statics)
    tangents = kt.tangent_map_inverse.evaluate(MODEL, nearby.q[0].real)
    return rate(nearby.q) @ tangents.T, rate(nearby.v)


def random_directions() -> dict[str, Any]:
    return {n: RNG.normal(size=MODEL.nv if n == "q" else x.shape) for n, x in STATE.items()}


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("integrator", "passive"),
    [*((name, "none") for name in INTEGRATORS), ("variational", "implicit")],
)
def test_derivatives_are_those_of_a_complex_step(integrator: str, passive: str) -> None:
    statics = {"simulation": kt.Simulation(integrator=integrator, passive=passive)}
    directions = random_directions()
    given = {name: np.array([x] * len(STATE)) for name, x in STATE.items()}
    for k, (name, d) in enumerate(directions.items()):
        given[f"tangent_{name}"] = np.zeros((len(STATE), *d.shape))
        given[f"tangent_{name}"][k] = d
    found = traced(kt.jvp(step, tuple(STATE)), statics, given)
    rows = [found[name] for name in found if name.startswith("d_")]
    for x, y in zip(rows, along_each_operand(directions, statics), strict=True):
        for k in range(len(STATE)):
            assert_agree(x[k], y[k], 1e-12)


@pytest.mark.sweep
@pytest.mark.parametrize("passive", ["explicit", "implicit"])
def test_jacobians_have_the_columns_of_tangents(passive: str) -> None:
    statics = {"simulation": kt.Simulation(integrator="semi_implicit_euler", passive=passive)}
    found = traced(kt.jacobian(step, tuple(STATE)), statics, STATE)
    directions = random_directions()
    expected = along_each_operand(directions, statics)
    for k, (name, d) in enumerate(directions.items()):
        for label, y in zip(("q", "v"), expected, strict=True):
            J = found[f"{label}_d_{name}"]
            assert J.shape == (MODEL.nv, *d.shape)
            assert_agree((J * d).reshape(MODEL.nv, -1).sum(-1), y[k], 1e-12)


@pytest.mark.sweep
@pytest.mark.parametrize("integrator", ["commutator_free_4", "variational"])
def test_products_with_derivatives(integrator: str) -> None:
    statics = {"simulation": kt.Simulation(integrator=integrator, passive="explicit")}
    model = kt.robots.pendulum(2).replace(damping=[0.3, 0.1], stiffness=[1.0, 2.0])
    q, v, tau, dq, dv, wq, wv = RNG.normal(size=(7, 2))
    end = step.evaluate(model, along(model, q, dq), v + 1j * H * dv, tau, 0.02, **statics)
    d = kt.jvp(step, ("q", "v"))(model, q, v, tau, 0.02, dq, dv, **statics)
    assert_agree(d[1], rate(end.q), 1e-12)
    assert_agree(d[3], rate(end.v), 1e-12)
    back = kt.vjp(step, ("q", "v"))(model, q, v, tau, 0.02, wq, wv, **statics)
    assert_agree(back.d_q @ dq + back.d_v @ dv, wq @ rate(end.q) + wv @ rate(end.v), 1e-12)


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("integrator", "passive"),
    [*zip(INTEGRATORS, cycle(["none", "explicit", "implicit"])), ("variational", "none")],
)
def test_kernels_have_the_bits_of_the_interpreter(integrator: str, passive: str) -> None:
    model = kt.robots.pendulum(2).replace(
        damping=[0.3, 0.1], stiffness=[1.0, 2.0], friction=[0.1, 0.2], armature=[0.0, 0.3]
    )
    q, v, tau = np.random.default_rng(1).normal(size=(3, 11, 2))
    statics = {"simulation": kt.Simulation(integrator=integrator, passive=passive)}
    dt = np.linspace(1e-3, 0.1, 11)
    found, expected = (
        step(model, q, v, tau, dt, **statics),
        run(step, model, q, v, tau, dt, statics=statics),
    )
    for x, y in zip(found, expected, strict=True):
        assert np.array_equal(x, y)


@pytest.mark.parametrize("integrator", ["explicit_euler", "semi_implicit_euler"])
@pytest.mark.parametrize("name", ["spherical", "mimic_of_helical"])
def test_explicit_forces_are_those_of_passive_forces(name: str, integrator: str) -> None:
    model, rng = TREES[name].model, np.random.default_rng(2)
    model = model.replace(
        stiffness=rng.uniform(1, 9, model.nv),
        damping=rng.uniform(0, 1, model.nv),
        friction=rng.uniform(0, 1, model.nv),
        spring_reference=kt.random_configuration(model, rng=rng),
    )
    q, (v, tau) = moved(model, rng.uniform(-1, 1, model.nv)), vectors(model, 2)[:, 0]
    after = v + 0.01 * run(kt.aba, model, q, v, tau + run(kt.passive_forces, model, q, v))
    rates = v if integrator == "explicit_euler" else after
    statics = {"simulation": kt.Simulation(integrator=integrator, passive="explicit")}
    found = run(step, model, q, v, tau, 0.01, statics=statics)
    assert_agree(found[1], after, 1e-13)
    assert_agree(found[0], run(kt.integrate, model, q, 0.01 * rates), 1e-13)


@pytest.mark.parametrize("name", ["spherical", "mimic_of_helical"])
def test_implicit_euler_solves_its_linear_equation(name: str) -> None:
    """M (v' - v) / h + h(q, v) = tau - (D + F / |v|) v' - K (deflection + h v')."""
    model, rng = TREES[name].model, np.random.default_rng(2)
    K, D, F = rng.uniform(1, 100, (3, model.nv))
    reference = kt.random_configuration(model, rng=rng)
    model = model.replace(stiffness=K, damping=D, friction=F, spring_reference=reference)
    q, (v, tau) = moved(model, rng.uniform(-1, 1, model.nv)), vectors(model, 2)[:, 0]
    v[0], h = 1e-9, 0.05
    M, bias = run(kt.crba, model, q), run(kt.rnea, model, q, v, 0 * v)
    D = D + F / np.maximum(abs(v), 1e-6)
    deflection = run(kt.difference, model, reference, q)
    A = M + np.diag(h * D + h * h * K)
    after = np.linalg.solve(A, M @ v + h * (tau - bias - K * deflection))
    statics = {"simulation": kt.Simulation(integrator="semi_implicit_euler", passive="implicit")}
    found = run(step, model, q, v, tau, h, statics=statics)
    assert_agree(found[1], after, 1e-12)
    assert_agree(found[0], run(kt.integrate, model, q, h * after), 1e-12)


def test_implicit_euler_of_joints_that_slide_in_the_plane_is_of_order_one() -> None:
    """The directions of their velocities turn: they solve no linear equation in v."""
    model, rng = TREES["planar"].model, np.random.default_rng(2)
    K, D = rng.uniform(1, 50, (2, model.nv))
    model = model.replace(stiffness=K, damping=D, spring_reference=kt.neutral(model))
    q, (v, tau) = moved(model, rng.uniform(-1, 1, model.nv)), vectors(model, 2)[:, 0]
    names = [("semi_implicit_euler", "implicit"), ("munthe_kaas_4", "explicit")]
    ways: Any = [{"simulation": kt.Simulation(integrator=x, passive=y)} for x, y in names]
    errors = list[float]()
    for h in (1e-4, 5e-5):
        (q1, v1), (q2, v2) = (run(step, model, q, v, tau, h, statics=way) for way in ways)
        errors.append(float(np.linalg.norm([*run(kt.difference, model, q1, q2), *(v1 - v2)])))
    assert abs(errors[0] / errors[1] - 4) < 0.1


def held(**numbers: float) -> kt.Model:
    """A hinge with a ball joint on its body, both with the same springs, damping and friction."""
    rng = np.random.default_rng(0)
    b = kt.ModelBuilder("held")
    b.add_body("a", joint=kt.Revolute("y"), inertia=random_inertia(rng))
    place = kt.SE3(np.eye(3), [0.3, 0, 0.2])
    b.add_body("b", parent="a", joint=kt.Spherical(), placement=place, inertia=random_inertia(rng))
    return b.build().replace(**{name: np.full(4, x) for name, x in numbers.items()})


def damped(integrator: Any) -> kt.Simulation:
    return kt.Simulation(integrator=integrator, passive="implicit")


def deflection(model: kt.Model, q: Any) -> Any:
    return np.linalg.norm(kt.difference(model, kt.neutral(model), q), axis=-1)


@pytest.mark.sweep
@each_integrator
def test_implicit_forces_are_stable_however_strong(integrator: str) -> None:
    """1e6 N m/rad, N m s/rad and N m: for any step the motion dies."""
    dt = np.array([1e-4, 1e-2, 1.0, 100.0])
    keywords: dict[str, Any] = {"simulation": damped(integrator)}
    for numbers in (
        {"damping": 1e6},
        {"friction": 1e6},
        {"damping": 1e6, "stiffness": 1e6},
        {"damping": 0.1, "stiffness": 1e6, "friction": 0.1},
    ):
        model = held(**numbers)
        q = kt.integrate(model, kt.neutral(model), [0.4, -0.3, 0.2, 0.3])
        qs, vs = rollout(model, q, np.ones(4), np.zeros((600, 4)), dt, **keywords)
        if integrator == "explicit_euler" and "friction" in numbers and len(numbers) > 1:
            return  # springs swing on
        if len(numbers) == 1 and "stiffness" not in numbers:
            assert abs(vs[:, -1]).max() < 1e-4
            continue
        most = 3 if integrator == "explicit_euler" else 4  # for 100 s the damping is too weak
        assert (deflection(model, qs[1:most, -1]) < 0.99 * deflection(model, q)).all()
        assert abs(vs[1:most, -1]).max() < 1.0
        assert abs(vs[2:most, -1]).max() < 1e-5 and deflection(model, qs[2:most, -1]).max() < 1e-3


@each_integrator
def test_dry_friction_holds_a_joint_until_it_does_not(integrator: str) -> None:
    """A pendulum of 9.81 N m sin(angle): at 0.5 rad it needs 4.7 N m."""
    keywords: dict[str, Any] = {"simulation": damped(integrator)}
    for dt in (1e-3, 1e-2):
        still = kt.robots.pendulum(1).replace(friction=[5.0])
        q, v = rollout(still, [0.5], [0.0], np.zeros((1000, 1)), dt, **keywords)
        assert abs(v).max() < 1.1e-6 and abs(q - 0.5).max() < 1.1e-6 * 1000 * dt
        loose = kt.robots.pendulum(1).replace(friction=[4.0])
        q, v = rollout(loose, [0.5], [0.0], np.zeros((1000, 1)), dt, **keywords)
        assert q[-1, 0] < 0.45


SPRUNG = held(stiffness=20.0, damping=0.5, armature=0.1)


@cache
def end(steps: int, integrator: Any, passive: Any) -> Any:
    """Where springs and damping bring a robot in half a second."""
    q = kt.integrate(SPRUNG, kt.neutral(SPRUNG), [0.4, -0.3, 0.2, 0.3])
    simulation = kt.Simulation(integrator=integrator, passive=passive)
    keywords: dict[str, Any] = {"simulation": simulation, "every": steps}
    v, tau = np.array([0.5, -1.0, 0.3, 0.8]), np.zeros((steps, 4))
    found = rollout(SPRUNG, q, v, tau, 0.5 / steps, **keywords)
    return found.q[-1], found.v[-1]


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("integrator", "passive"),
    [
        *((name, "explicit") for name in INTEGRATORS),
        *((name, "implicit") for name in ("commutator_free_4", "variational", "explicit_euler")),
    ],
)
def test_order_with_springs_and_damping(integrator: str, passive: str) -> None:
    true_q, true_v = end(4000, "munthe_kaas_4", "explicit")
    order = {"variational": 2, "semi_implicit_euler": 1, "explicit_euler": 1}.get(integrator, 4)
    order = 1 if passive == "implicit" else order
    coarse = {1: 1600, 2: 200, 4: 100}[order]
    errors = []
    for steps in (coarse, 2 * coarse):
        its_q, its_v = end(steps, integrator, passive)
        errors.append(np.linalg.norm([*kt.difference(SPRUNG, true_q, its_q), *(its_v - true_v)]))
    assert abs(np.log2(errors[0] / errors[1]) - order) < 0.12
    assert errors[1] < 0.02


def test_numbers_of_other_kinds() -> None:
    q, v, tau = RNG.normal(size=(3, 7))
    arm = kt.robots.arm()
    plain = step(arm, q, v, tau, 0.01)
    assert_agree(step(arm, q + 0j, v, tau, 0.01).q, plain.q, 1e-14)
    with mp.workdps(40):
        by_euler = kt.Simulation(integrator="semi_implicit_euler")
        found = step(arm, q, v, tau, mp.mpf("0.01"), simulation=by_euler)
        euler = step(arm, q, v, tau, 0.01, simulation=by_euler)
        assert_agree(np.array(found.q, float), euler.q, 1e-14)


def test_numbers_of_the_model_are_operands() -> None:
    arm = kt.robots.pendulum(2)
    q, v, tau = RNG.normal(size=(3, 2))
    inertias = np.stack([arm.inertias, 2 * arm.inertias])
    found = step(arm, q, v, tau, 0.01, inertias=inertias, gravity=[0, 0, -3.0])
    for k in range(2):
        other = arm.replace(inertias=inertias[k], gravity=[0, 0, -3.0])
        for x, y in zip(found, step(other, q, v, tau, 0.01), strict=True):
            assert_agree(x[k], y, 1e-13)


INVALID: dict[str, tuple[dict[str, Any], str]] = {
    "zero": ({"dt": 0}, "step: dt is 0 s; expected a positive time, as 1e-3."),
    "negative": ({"dt": [0.1, -0.1]}, "step: dt is -0.1 s; expected"),
    "nan": ({"dt": [[0.1], [np.nan]]}, "step: dt is nan s; expected"),
    "infinite": ({"dt": np.inf}, "step: dt is inf s; expected"),
    "strings": ({"dt": "a"}, "step of pendulum2: dt holds strings (<U1)"),
    "none": ({"dt": None}, "step: dt is None; expected a number."),
    "no torque": ({"tau": None}, "step: tau is None; expected an array (nv), zeros for none."),
    "shape": ({"tau": [0.0]}, "step of pendulum2: tau has shape (1,); expected (..., 2)"),
    "keyword": ({"gravty": 3}, "step: no argument 'gravty'; did you mean 'gravity'?"),
}


@pytest.mark.parametrize("name", INVALID)
def test_what_cannot_be_meant_is_refused(name: str) -> None:
    keywords, message = INVALID[name]
    with pytest.raises(kt.KinetreeError) as error:
        step(
            kt.robots.pendulum(2),
            **{"q": [0, 0], "v": [0, 0], "tau": [0, 0], "dt": 0.1, **keywords},
        )
    assert message in str(error.value)
