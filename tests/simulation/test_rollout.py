"""Rollouts: those of repeated steps, to the last bit, however they are asked for."""

from functools import partial
from typing import Any

import mpmath as mp
import numpy as np
import pytest
from agreement import assert_agree
from complex_step import H, each, rate
from refused import check, refused

import kinetree as kt
from kinetree.scalar import tapes

pytestmark = pytest.mark.filterwarnings("ignore:.*left out here")
rollout = kt.simulation.rollout
ARM = kt.robots.pendulum(2).replace(damping=[0.1, 0.2], friction=[0.05, 0.0])
T, DT = 12, 0.02
rng = np.random.default_rng(0)
Q, V = rng.uniform(-1, 1, (2, 5, 2))
TAU = rng.uniform(-1, 1, (T, 2))
GAINS, ROWS = np.array([3.0, -0.5]), rng.uniform(-1, 1, (T, 3))


def pull(q: Any, v: Any, t: Any, p: Any) -> Any:
    return p[0] * (kt.math.cos(9 * t) - q) + p[1] * v


def scheduled(q: Any, v: Any, t: Any, p: Any, row: Any) -> Any:
    return p * row[:2] - row[2] * q + t * v


def effort(q: Any, v: Any, tau: Any, t: Any, p: Any) -> Any:
    return tau @ tau + (1 + t) * (q @ q) - p[0] * v[0]


def miss(q: Any, v: Any, p: Any) -> Any:
    return p[1] * q[0] + v @ v


def stepped(q: Any, v: Any, tau: Any, dt: Any = DT, **keywords: Any) -> Any:
    """Steps one after the other: the states (..., T + 1, nq) and nv."""
    states = [(q, v)]
    for k in range(np.shape(tau)[-2]):
        states.append(kt.simulation.step(ARM, *states[-1], tau[..., k, :], dt, **keywords))
    return [np.stack(np.broadcast_arrays(*x), -2) for x in zip(*states, strict=True)]


def same(found: Any, expected: Any) -> None:
    for x, y in zip(found, expected, strict=True):
        assert x.dtype == y.dtype and np.array_equal(x, y, equal_nan=True)


SIMULATIONS = {
    "plain": kt.Simulation(),
    "implicit": kt.Simulation(integrator="semi_implicit_euler", passive="implicit"),
    "munthe_kaas": kt.Simulation(integrator="munthe_kaas_4", passive="explicit"),
    "variational": kt.Simulation(integrator="variational", passive="implicit"),
}


@pytest.mark.parametrize("name", SIMULATIONS)
def test_bits_are_those_of_single_steps(name: str) -> None:
    simulation = SIMULATIONS[name]
    found = rollout(ARM, Q, V, TAU, DT, simulation=simulation)
    assert type(found).__name__ == "Rollout" and found.q.shape == (5, T + 1, 2)
    same(found, stepped(Q, V, TAU, simulation=simulation))
    same(rollout(ARM, Q[3], V[3], TAU, DT, simulation=simulation), (found.q[3], found.v[3]))


@pytest.mark.parametrize("every", [2, 3, np.int64(4), 12])
def test_every_so_many_states(every: int) -> None:
    whole = rollout(ARM, Q, V, TAU, DT, policy=pull, parameters=GAINS)
    found = rollout(ARM, Q, V, TAU, DT, policy=pull, parameters=GAINS, every=every)
    same(found, (whole.q[:, ::every], whole.v[:, ::every]))


def test_batch_axes_are_broadcast() -> None:
    many = rng.uniform(-1, 1, (5, T, 2))
    dt = np.array([0.01, 0.02, 0.03])[:, None]
    for q, v, tau, h in (
        (Q, V[0], TAU, DT),
        (Q[0], V[0], many, DT),
        (Q, V, many, dt),
        (Q[0], V, TAU, dt),
    ):
        same(rollout(ARM, q, v, tau, h), stepped(q, v, tau, h))
    assert rollout(ARM, Q[:0], V[0], TAU, DT).q.shape == (0, T + 1, 2)


def test_a_policy_with_parameters_and_a_schedule() -> None:
    gains = rng.uniform(0, 2, (5, 2))
    for function, keywords in ((pull, {}), (scheduled, {"schedule": ROWS})):
        found = rollout(ARM, Q, V, TAU, DT, policy=function, parameters=gains, **keywords)
        q, v = Q, V
        for k in range(T):
            u = []
            for i in range(5):
                its = [kt.math.array(x[i]) for x in (q, v)]
                row = [kt.math.array(ROWS[k])] if keywords else []
                u.append(np.array(function(*its, k * DT, kt.math.array(gains[i]), *row), float))
            q, v = kt.simulation.step(ARM, q, v, TAU[k] + u, DT)
            assert_agree(found.q[:, k + 1], q, 1e-14)
            assert_agree(found.v[:, k + 1], v, 1e-14)
        keywords |= {"policy": function, "parameters": gains[1]}
        other = kt.Simulation(integrator="variational")
        again = rollout(ARM, Q[1], V[1], TAU, DT, simulation=other, **keywords)
        assert np.linalg.norm(again.q - found.q[1]) > 1e-9


def test_costs_are_sums_over_the_trajectory() -> None:
    keywords: dict[str, Any] = {"policy": pull, "parameters": GAINS}
    q, v = rollout(ARM, Q, V, TAU, DT, **keywords)
    t = DT * np.arange(T)
    u = TAU + GAINS[0] * (np.cos(9 * t)[:, None] - q[:, :-1]) + GAINS[1] * v[:, :-1]
    terms = (u * u).sum(-1) + (1 + t) * (q[:, :-1] ** 2).sum(-1) - GAINS[0] * v[:, :-1, 0]
    found = rollout(ARM, Q, V, TAU, DT, cost=effort, **keywords)
    assert type(found).__name__ == "Score"
    assert_agree(found.cost, terms.sum(-1), 1e-14)
    same((found.q, found.v), (q[:, -1], v[:, -1]))
    ended = rollout(ARM, Q, V, TAU, DT, cost=(effort, miss), **keywords)
    final = GAINS[1] * q[:, -1, 0] + (v[:, -1] ** 2).sum(-1)
    assert_agree(ended.cost, terms.sum(-1) + final, 1e-14)
    one = rollout(ARM, Q[2], V[2], TAU, DT, cost=(effort, miss), **keywords)
    same(one, (ended.cost[2], ended.q[2], ended.v[2]))


def test_single_precision() -> None:
    q, v, tau = (np.asarray(x, np.float32) for x in (Q, V, TAU))
    dt = np.float32(DT)
    found = rollout(ARM, q, v, tau, dt)
    assert found.q.dtype == np.float32
    same(found, stepped(q, v, tau, dt))
    assert rollout(ARM, q, v, tau, dt, cost=lambda q, v, u, t: q @ q + t).cost.dtype == np.float32
    assert_agree(found.q, rollout(ARM, Q, V, TAU, DT).q, 1e-5)


def test_a_sample_that_diverges_is_nan_alone_from_its_step_on() -> None:
    tau = np.tile(TAU, (5, 1, 1))
    tau[2, 4] = 1e308, -1e308
    found = rollout(ARM, Q, V, tau, DT)
    others = [0, 1, 3, 4]
    same((found.q[others], found.v[others]), rollout(ARM, Q[others], V[others], TAU, DT))
    alone = rollout(ARM, Q[2], V[2], TAU, DT)
    same((found.q[2, :5], found.v[2, :5]), (alone.q[:5], alone.v[:5]))
    assert np.isnan(found.q[2, 6:]).all() and np.isnan(found.v[2, 6:]).all()
    cost = rollout(ARM, Q, V, tau, DT, cost=effort, parameters=GAINS).cost
    assert [x == np.inf for x in cost] == [False, False, True, False, False]


def test_complex_numbers_and_fifty_digits_run_the_same_steps() -> None:
    keywords: dict[str, Any] = {"policy": pull, "parameters": GAINS}
    plain = rollout(ARM, Q[0], V[0], TAU[:3], DT, **keywords)
    found = rollout(ARM, Q[0] + 1j * H, V[0], TAU[:3], DT, **keywords)
    assert_agree(found.q.real, plain.q, 1e-14)
    with mp.workdps(50):
        h = mp.mpf(10) ** -20
        sides = [
            rollout(ARM, [mp.mpf(x) + s * h for x in Q[0]], V[0], TAU[:3], DT, **keywords).q
            for s in (1, -1)
        ]
        slope = (sides[0] - sides[1]) / (2 * h)
        assert_agree(rate(found.q), np.array(slope, float), 1e-14)
        precise = rollout(ARM, [mp.mpf(x) for x in Q[0]], V[0], TAU[:3], DT, **keywords)
        assert_agree(np.array(precise.q, float), plain.q, 1e-14)
        assert abs(precise.q[-1, 0] - float(precise.q[-1, 0])) > 0


@kt.algorithm("(nq),(nv),(T,nv),(p),()->()")
def task(model: Any, q: Any, v: Any, tau: Any, p: Any, dt: Any) -> Any:
    return rollout(model, q, v, tau, dt, policy=pull, parameters=p, cost=(effort, miss)).cost


@kt.algorithm("(nq),(nv),(T,nv),(p),()->(T//3+1,nq),(T//3+1,nv)")
def path(model: Any, q: Any, v: Any, tau: Any, p: Any, dt: Any) -> Any:
    return rollout(model, q, v, tau, dt, policy=pull, parameters=p, every=3)


def test_a_rollout_in_an_algorithm_is_the_same() -> None:
    keywords: dict[str, Any] = {"policy": pull, "parameters": GAINS}
    cost = rollout(ARM, Q, V, TAU, DT, cost=(effort, miss), **keywords).cost
    assert np.array_equal(task(ARM, Q, V, TAU, GAINS, DT), cost)
    same(path(ARM, Q, V, TAU, GAINS, DT), rollout(ARM, Q, V, TAU, DT, every=3, **keywords))
    heavy = ARM.replace(gravity=[0, 0, -3.0])
    found = task(ARM, Q, V, TAU, GAINS, DT, gravity=[0, 0, -3.0])
    assert_agree(found, task(heavy, Q, V, TAU, GAINS, DT), 1e-13)


NAMES = ("q", "v", "tau", "p", "dt")


@pytest.mark.sweep
@pytest.mark.parametrize("tape", [1 << 14, 8])
def test_gradients_through_a_rollout(tape: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tapes, "TAPE", tape)
    task.derived.clear()
    x = dict(zip(NAMES, (Q[1], V[1], TAU, GAINS, np.array(DT)), strict=True))
    x["inertias"] = ARM.inertias
    names = (*NAMES, "inertias")
    found = kt.grad(task, names)(ARM, **x)
    for name in names:
        gradient, direction = getattr(found, f"d_{name}"), rng.normal(size=x[name].shape)
        expected = rate(task.evaluate(ARM, **{**x, name: x[name] + 1j * H * direction}))
        terms = gradient * direction
        assert_agree(terms.sum(), expected, 1e-12, scale=float(abs(terms).sum()))


def test_jacobians_of_a_path() -> None:
    x = (Q[1], V[1], TAU, GAINS, np.array(DT))
    found = kt.jacobian(path, "p")(ARM, *x)
    for J, y in zip(found, path.evaluate(ARM, *x[:3], each(GAINS), DT), strict=True):
        assert_agree(J, np.moveaxis(rate(y), 0, -1), 1e-12)


def too_short(q: Any, v: Any, t: Any) -> Any:
    return q[:1]


def branching(q: Any, v: Any, t: Any) -> Any:
    if q[0] > 0:
        return q
    return v


def raising(q: Any, v: Any, t: Any) -> Any:
    raise RuntimeError("no torque today")


def no_number(q: Any, v: Any, tau: Any, t: Any) -> Any:
    return q


def line(function: Any) -> str:
    return f"test_rollout.py:{function.__code__.co_firstlineno}: {function.__name__}: "


HUGE = {"v0": np.broadcast_to(V[0], (10**9, 2)), "tau": np.broadcast_to(TAU[0], (10**5, 2))}
OWNER = "kt.simulation.rollout"


def called(**keywords: Any) -> Any:
    x = {"model": ARM, "q0": Q[0], "v0": V[0], "tau": TAU, "dt": DT, **keywords}
    return rollout(x.pop("model"), x.pop("q0"), x.pop("v0"), x.pop("tau"), x.pop("dt"), **x)


@refused(__file__)
def test_what_cannot_be_meant_is_refused(call: str, message: str) -> None:
    check(call, message, {**globals(), "partial": partial})


def test_an_error_names_the_line_of_a_function() -> None:
    with pytest.raises(kt.KinetreeError) as error:
        called(policy=too_short)
    shape = "the policy gives tau of shape (1,); expected (nv) = (2,)."
    assert line(too_short) + shape in str(error.value)
    with pytest.raises(kt.KinetreeError) as error:
        called(cost=no_number)
    shape = "the cost is an array of shape (2,); expected one number."
    assert line(no_number) + shape in str(error.value)


def test_a_policy_that_raises_says_so_itself() -> None:
    with pytest.raises(RuntimeError, match="no torque today"):
        rollout(ARM, Q, V, TAU, DT, policy=raising)
    with pytest.raises(kt.ShapeError, match=r"no argument 'polcy'; did you mean 'policy'"):
        rollout(ARM, Q, V, TAU, DT, polcy=pull)
    with pytest.raises(kt.ShapeError, match=r"friction= is that of contacts, and there are none"):
        rollout(ARM, Q, V, TAU, DT, friction=[0.1] * 7)


def test_memory_that_costs_and_kept_states_do_not_need_is_not_asked_for() -> None:
    """A million samples of 100,000 steps would be 3,200 GB; two states of each are not."""
    tau = np.broadcast_to(TAU[0], (100_000, 2))
    assert rollout(ARM, Q[:1], V[0], tau[:1000], 1e-5, every=1000).q.shape == (1, 2, 2)
    with pytest.raises(kt.ShapeError, match=r"results of shape \(1000000, 100001, 2\)"):
        rollout(ARM, np.broadcast_to(Q[0], (1_000_000, 2)), V[0], tau, DT)


def test_numbers_of_the_model_differ_from_sample_to_sample() -> None:
    model, rng = kt.robots.arm(), np.random.default_rng(4)
    q, v, tau = rng.normal(size=(5, 7)), rng.normal(size=7), rng.normal(size=(6, 7))
    inertias = model.inertias * rng.uniform(0.8, 1.2, (5, 1, 1))
    g = [0.0, 0.0, -1.62]
    euler = {"simulation": kt.Simulation(integrator="semi_implicit_euler")}
    numbers: dict[str, Any] = {"inertias": inertias, "gravity": g, **euler}
    found = rollout(model, q, v, tau, 1e-2, **numbers)
    out = tuple(np.empty_like(x) for x in found)
    again = rollout(model, q, v, tau, 1e-2, out=out, **numbers)
    assert again.q is out[0] and again.v is out[1]
    for k in range(5):
        other = model.replace(inertias=inertias[k], gravity=g)
        assert abs(found.q[k] - rollout(other, q[k], v, tau, 1e-2, **euler).q).max() < 1e-13
        assert np.array_equal(again.q[k], found.q[k])


def test_results_of_a_number_of_steps_are_put_where_out_says() -> None:
    expected = rollout(ARM, Q, V, 0 * TAU, DT)
    out = tuple(np.full_like(x, np.nan) for x in expected)
    result = rollout(ARM, Q, V, None, DT, steps=TAU.shape[-2], out=out)
    assert result.q is out[0] and np.array_equal(out[0], expected.q)
    assert result.v is out[1] and np.array_equal(out[1], expected.v)


def test_unknown_arguments_of_a_rollout() -> None:
    model, rest = kt.robots.arm(), np.zeros(7)
    with pytest.raises(kt.ShapeError, match=r"no argument 'gravty'; did you mean 'gravity'"):
        rollout(model, rest, rest, rest[None], 1e-2, gravty=[0, 0, 0])
