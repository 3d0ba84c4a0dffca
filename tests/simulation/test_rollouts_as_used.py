"""What users add to rollouts, against a loop of single steps in Python, to the last bit."""

from typing import Any

import numpy as np
import pytest
from agreement import assert_agree
from complex_step import H, rate

import kinetree as kt

rollout = kt.simulation.rollout
ARM = kt.robots.arm().replace(
    lower_position_limits=np.full(7, -np.inf), upper_position_limits=np.full(7, np.inf)
)
T, DT = 12, 0.02
rng = np.random.default_rng(7)
Q, V = rng.uniform(-1, 1, (2, 5, 7))
TAU, ROWS = rng.uniform(-1, 1, (T, 7)), rng.uniform(-1, 1, (T, 2))
GAINS = np.array([9.0, 0.5])


def same(found: Any, expected: Any) -> None:
    for x, y in zip(found, expected, strict=True):
        assert x.dtype == y.dtype and np.array_equal(x, y, equal_nan=True)


def pull(q: Any, v: Any, t: Any, p: Any) -> Any:
    return -p[0] * q - p[1] * v


@pytest.mark.parametrize("words", [{}, {"every": 3}])
def test_steps_are_rows_of_zero_torques(words: dict[str, Any]) -> None:
    words = {"policy": pull, "parameters": GAINS, **words}
    expected = rollout(ARM, Q, V, np.zeros((T, 7)), DT, **words)
    same(rollout(ARM, Q, V, None, DT, steps=T, **words), expected)
    same(rollout(ARM, Q, V, dt=DT, steps=np.int64(T), **words), expected)
    same(rollout(ARM, Q, V, None, dt=DT, steps=T, **words), expected)
    single = [np.float32(x) for x in (Q, V, DT)]
    words["parameters"] = np.float32(GAINS)
    assert rollout(ARM, *single[:2], None, single[2], steps=T, **words).q.dtype == np.float32


def test_a_kernel_of_so_many_steps_takes_no_torques() -> None:
    kernel = rollout.compile(ARM, steps=T)
    same(kernel(Q, V, DT), rollout(ARM, Q, V, np.zeros((T, 7)), DT))

    @kt.algorithm("(nq),(nv)->(nq)")
    def fallen(model: Any, q: Any, v: Any) -> Any:
        return rollout(model, q, v, None, DT, steps=T).q[-1]

    same([fallen(ARM, Q, V)], [kernel(Q, V, DT).q[:, -1]])


def integrating(q: Any, v: Any, t: Any, memory: Any) -> Any:
    """Sums and powers of two alone: no compiler has another rounding for them."""
    return {"tau": -q - v - 0.5 * memory, "memory": memory + q}


def effort(q: Any, v: Any, tau: Any, t: Any) -> Any:
    return tau @ tau + q @ q


@pytest.mark.parametrize("start", [np.zeros(7), rng.uniform(-1, 1, (5, 7))])
def test_a_memory_is_that_of_a_loop_in_python(start: Any) -> None:
    words: dict[str, Any] = {"policy": integrating, "memory": start}
    found = rollout(ARM, Q, V, TAU, DT, **words)
    q, v, memory = Q, V, np.broadcast_to(start, (5, 7))
    states = [(q, v)]
    for tau in TAU:
        u, memory = integrating(q, v, None, memory).values()
        q, v = kt.simulation.step(ARM, q, v, tau + u, DT)
        states.append((q, v))
    same(found, (*[np.stack(x, 1) for x in zip(*states, strict=True)], memory))
    assert found._fields == ("q", "v", "memory")
    same(rollout(ARM, Q, V, TAU, DT, every=4, **words), (found.q[:, ::4], found.v[:, ::4], memory))
    same(rollout(ARM, Q, V, TAU, DT, cost=effort, **words)[1:], (q, v, memory))


def test_a_rollout_continues_with_its_memory() -> None:
    words: dict[str, Any] = {"policy": integrating, "simulation": kt.Simulation(limits=True)}
    whole = rollout(ARM, Q, V, TAU, DT, memory=np.ones(7), **words)
    half = rollout(ARM, Q, V, TAU[:6], DT, memory=np.ones(7), **words)
    end = rollout(ARM, half.q[:, -1], half.v[:, -1], TAU[6:], DT, memory=half.memory, **words)
    same(end, (whole.q[:, 6:], whole.v[:, 6:], whole.memory))


def delayed(q: Any, v: Any, t: Any, p: Any, memory: Any) -> Any:
    """A delay line: commands wait p steps, of at most 4."""
    line = kt.math.concatenate([kt.math.stack([-q - v]), memory.reshape(4, 7)])
    return {"tau": kt.math.take(line, p[0]), "memory": line[:4].reshape(-1)}


def test_a_delay_line_applies_what_was_commanded_steps_ago() -> None:
    delays = np.array([0.0, 1.0, 2.0, 3.0, 4.0])
    words: dict[str, Any] = {"policy": delayed, "memory": np.zeros(28)}
    found = rollout(ARM, Q, V, None, DT, steps=T, parameters=delays[:, None], **words)
    q, v = found.q, found.v
    commands = np.concatenate([np.zeros((5, 4, 7)), -q - v], 1)
    for i, delay in enumerate(delays.astype(int)):
        x = Q[i], V[i]
        for k in range(T):
            x = kt.simulation.step(ARM, *x, commands[i, 4 + k - delay], DT)
            same(x, (q[i, k + 1], v[i, k + 1]))
    same([found.memory[:, :7]], [commands[:, -2]])


@kt.algorithm("(nq),(nv),(m),(p),()->()")
def task(model: Any, q: Any, v: Any, memory: Any, p: Any, dt: Any) -> Any:
    def lagging(q: Any, v: Any, t: Any, p: Any, memory: Any) -> Any:
        torque, integral = memory[:7], memory[7:]
        lagged = torque + dt * p[3] * (-p[0] * q - p[1] * v - p[2] * integral - torque)
        return {"tau": torque, "memory": kt.math.concatenate([lagged, integral + q])}

    words = {"policy": lagging, "cost": lambda q, v, u, t, p: effort(q, v, u, t), "parameters": p}
    end = rollout(model, q, v, None, dt, steps=6, memory=memory, **words)
    return end.cost + end.memory @ end.memory


def test_gradients_go_through_a_memory() -> None:
    p, memory = np.array([3.0, 1.0, 0.5, 20.0]), rng.uniform(-1, 1, 14)
    x = {"q": Q[0], "v": V[0], "memory": memory, "p": p, "dt": np.array(DT)}
    for name, gradient in zip(x, kt.grad(task, tuple(x))(ARM, **x), strict=True):
        direction = rng.normal(size=x[name].shape)
        slope = rate(task.evaluate(ARM, **{**x, name: x[name] + 1j * H * direction}))
        terms = gradient * direction
        assert abs(slope) > 1e-3
        assert_agree(terms.sum(), slope, 1e-12, scale=float(abs(terms).sum()))


def test_a_memory_that_diverges_costs_infinity_in_its_sample_alone() -> None:
    def growing(q: Any, v: Any, t: Any, memory: Any) -> Any:
        return {"tau": memory - v, "memory": memory * memory}

    start = np.zeros((5, 7))
    start[2] = 10.0
    words: dict[str, Any] = {"policy": growing, "cost": effort, "record": "residual"}
    words["simulation"] = kt.Simulation(limits=True)
    arm = kt.robots.arm()
    found = rollout(arm, Q, V, TAU, DT, memory=start, **words)
    assert [x == np.inf for x in found.cost] == [False, False, True, False, False]
    others = [0, 1, 3, 4]
    alone = rollout(arm, Q[others], V[others], TAU, DT, memory=start[others], **words)
    same([x[others] for x in found], alone)
    assert not found.converged[2] and found.converged[others].all()


def test_effort_limits_clip_the_whole_torque() -> None:
    """Of tau and of the policy together, a cost included; infinite ones do not."""
    limits = np.array([0.5, 1.0, np.inf, 0.0, 2.0, 0.25, 4.0])
    arm = ARM.replace(effort_limits=limits)
    words: dict[str, Any] = {"policy": integrating, "memory": np.zeros(7)}
    clip: Any = {"simulation": kt.Simulation(effort_limits=True)}
    found = rollout(arm, Q, V, TAU, DT, **words, **clip)
    q, v, memory, clipped, total = Q, V, np.zeros((5, 7)), 0, 0.0
    for k, tau in enumerate(TAU):
        u, memory = integrating(q, v, None, memory).values()
        applied = np.clip(tau + u, -limits, limits)
        total, clipped = total + (applied**2 + q**2).sum(-1), clipped + (applied != tau + u)
        step = kt.simulation.step(arm, q, v, tau + u, DT, **clip)
        q, v = kt.simulation.step(arm, q, v, applied, DT)
        same((q, v), (found.q[:, k + 1], found.v[:, k + 1]))
        same(step, (q, v))
    assert (clipped.sum(0) > 0).tolist() == [True, True, False, True, True, True, False]
    assert_agree(rollout(arm, Q, V, TAU, DT, cost=effort, **words, **clip).cost, total, 1e-14)
    same(rollout(arm, Q, V, TAU, DT, **words), rollout(ARM, Q, V, TAU, DT, **words))


def test_torques_of_nan_are_not_clipped_to_numbers() -> None:
    tau = np.tile(TAU, (5, 1, 1))
    tau[2, 4, 1] = np.nan
    arm = ARM.replace(effort_limits=np.ones(7))
    clip = kt.Simulation(effort_limits=True)
    cost = rollout(arm, Q, V, tau, DT, cost=effort, simulation=clip).cost
    assert [x == np.inf for x in cost] == [False, False, True, False, False]


DOG = kt.robots.quadruped()
FEET = [kt.Contact(name) for name in DOG.frame_names if name.endswith("foot")]
STAND = kt.neutral(DOG)
STAND[2] -= kt.frame_placement(DOG, STAND, frame=FEET[0].frame)[2, 3]
PUSHES = rng.uniform(-1, 1, (3, T, 6)) * [40, 40, 40, 5, 5, 5]
ON_FEET = kt.Simulation(contacts=FEET, limits=False)
STANDING: dict[str, Any] = {"simulation": ON_FEET, "friction": 0.8}
FALLING = rng.uniform(-0.1, 0.1, (3, DOG.nv)) - 0.3 * np.eye(DOG.nv)[2]


def push_on(model: Any, frame: str) -> Any:
    """A policy without torques, whose schedule pushes a frame of a robot."""

    def push(q: Any, v: Any, t: Any, row: Any) -> Any:
        rows, world = kt.math.stack([row]), "local_world_aligned"
        return {"f_ext": kt.external_forces(model, q, rows, frames=(frame,), reference=world)}

    return push


@kt.algorithm("(nq),(nv),(nv),(6)->(nq),(nv)")
def pushed(model: Any, q: Any, v: Any, tau: Any, push: Any) -> Any:
    frame, world = FEET[1].frame, "local_world_aligned"
    forces = kt.external_forces(model, q, kt.math.stack([push]), frames=(frame,), reference=world)
    words = {"simulation": ON_FEET, "friction": kt.math.array([0.8] * 4)}
    return kt.simulation.step(model, q, v, tau, 1e-3, f_ext=forces, **words)


@pytest.mark.parametrize("words", [{}, {"every": 4}])
def test_pushes_are_wrenches_of_steps_in_world_axes(words: dict[str, Any]) -> None:
    tau = rng.uniform(-9, 9, (T, DOG.nv))
    x = STAND, np.zeros(DOG.nv)
    words = {**STANDING, **words}
    more = {"schedule": PUSHES, "policy": push_on(DOG, FEET[1].frame)}
    found = rollout(DOG, *x, tau, 1e-3, **more, **words)
    assert np.abs(found.v - rollout(DOG, *x, tau, 1e-3, **words).v).max() > 0.1
    for k in range(T):
        x = pushed(DOG, *x, tau[k], PUSHES[:, k])
        if (k + 1) % (every := words.get("every", 1)) == 0:
            same(x, (found.q[:, (k + 1) // every], found.v[:, (k + 1) // every]))


def test_a_push_on_a_free_body_is_its_momentum() -> None:
    """Without gravity, dp = sum of f dt, and of the moment about the origin where it starts."""
    box = kt.load_urdf(
        "<robot name='box'><link name='base'><inertial><mass value='2'/><inertia ixx='.1' iyy='.2' "
        "izz='.3' ixy='0' ixz='0' iyz='0'/></inertial></link></robot>",
        floating_base=True,
    ).replace(gravity=[0, 0, 0])
    q = kt.normalize(box, rng.normal(size=7))
    wrench = np.array([[3.0, -2.0, 1.0, 0.2, -0.1, 0.3]])
    words: dict[str, Any] = {"schedule": wrench, "policy": push_on(box, "base")}
    v1 = rollout(box, q, np.zeros(6), None, 1e-6, steps=1, **words).v
    R = kt.forward_kinematics(box, q)[-1][:3, :3]
    assert_agree(R @ v1[1, :3] * 2, wrench[0, :3] * 1e-6, 1e-9)
    assert_agree(R @ (np.array([0.1, 0.2, 0.3]) * v1[1, 3:]), wrench[0, 3:] * 1e-6, 1e-9)


def test_gradients_by_pushes() -> None:
    @kt.algorithm("(nq),(nv),(T,6)->()")
    def end(model: Any, q: Any, v: Any, pushes: Any) -> Any:
        words = {"cost": lambda q, v, u, t: q @ q, "steps": 3, "policy": push_on(model, "tool")}
        return rollout(model, q, v, None, DT, schedule=pushes, **words).cost

    pushes = rng.uniform(-5, 5, (3, 6))
    gradient, direction = kt.grad(end, "pushes")(ARM, Q[0], V[0], pushes), rng.normal(size=(3, 6))
    slope = rate(end.evaluate(ARM, Q[0], V[0], pushes + 1j * H * direction))
    assert abs(slope) > 1e-5
    assert_agree((gradient * direction).sum(), slope, 1e-11)


@pytest.mark.parametrize("every", [1, 4])
@pytest.mark.parametrize("record", ["forces", ("residual", "forces")])
def test_forces_are_impulses_of_steps_over_time(record: Any, every: int) -> None:
    """Where some steps are not stored, the mean: none of the momentum is left out."""
    x, impulses = (STAND, FALLING), []
    for _ in range(T):
        one = kt.simulation.contact_step(DOG, *x, np.zeros(DOG.nv), 2e-3, **STANDING)
        x = one[:2]
        impulses.append(one.impulses)
    sums = sum((np.stack(impulses[k::every], 1) for k in range(every)), 0.0)
    assert (sums[..., 2] > 0).any((0, 1)).all()
    words = {"steps": T, "every": every, **STANDING}
    found = rollout(DOG, STAND, FALLING, None, 2e-3, **words, record=record)
    same([found.forces, found.q[:, -1], found.v[:, -1]], [sums / (every * 2e-3), *x])
    same((found.q, found.v), rollout(DOG, STAND, FALLING, None, 2e-3, **words)[:2])
    if "residual" in record:
        assert found._fields == ("q", "v", "residual", "forces")
        assert found.converged.tolist() == (found.residual < 1e-6).tolist()


def test_forces_carry_the_weight_of_what_stands() -> None:
    def hold(q: Any, v: Any, t: Any, m: Any) -> Any:
        torques = kt.math.concatenate([kt.math.zeros(6), 100 * (STAND[7:] - q[7:]) - 3 * v[6:]])
        return {"tau": torques, "memory": m + 1}

    start, words = np.zeros(DOG.nv), {"policy": hold, "memory": [0.0], "every": 50, **STANDING}
    found = rollout(DOG, STAND, start, None, 2e-3, steps=1000, **words, record="forces")
    assert_agree(found.forces[-1].sum(0), [0, 0, 9.81 * DOG.total_mass], 1e-2)
    assert found.memory == [1000]


@pytest.mark.sweep
def test_slopes_of_forces() -> None:
    """Of two feet: those of four on straight legs are not unique."""
    words: dict[str, Any] = {"friction": kt.math.array([0.8] * 2)}
    words["simulation"] = kt.Simulation(contacts=FEET[:2], limits=False)

    @kt.algorithm("(nq),(nv),(T,nv)->()")
    def loads(model: Any, q: Any, v: Any, tau: Any) -> Any:
        forces = rollout(model, q, v, tau, 2e-3, **words, record="forces").forces
        return (forces * forces).sum()

    tau, direction = np.zeros((2, DOG.nv)), rng.normal(size=(2, DOG.nv))
    gradient = kt.grad(loads, "tau")(DOG, STAND, FALLING[0], tau)
    sides = [loads(DOG, STAND, FALLING[0], tau + h * direction) for h in (1e-3, -1e-3)]
    assert_agree((gradient * direction).sum(), (sides[0] - sides[1]) / 2e-3, 1e-7)


def test_a_sample_that_diverges_has_forces_of_nan_alone() -> None:
    v0, words = FALLING.copy(), {"record": ("forces", "residual"), "steps": T, **STANDING}
    v0[1, 3] = 1e200
    found = rollout(DOG, STAND, v0, None, 2e-3, **words)
    assert np.isnan(found.forces[1, -1]).all() and not found.converged[1]
    same([x[::2] for x in found], rollout(DOG, STAND, v0[::2], None, 2e-3, **words))
    words |= {"cost": lambda *_: 1.0, "record": "residual"}
    assert rollout(DOG, STAND, v0, None, 2e-3, **words).cost.tolist() == [T, np.inf, T]


def test_forces_of_shapes_that_touch() -> None:
    builder = kt.ModelBuilder("box")
    inertia = kt.Inertia(2.0, [0, 0, 0], np.diag([0.02, 0.03, 0.025]))
    builder.add_body("body", joint=kt.FreeFlyer(), inertia=inertia)
    shape = kt.shapes.Box((0.3, 0.4, 0.2))
    builder.add_geometry("shape", parent="body", shape=shape, kind="collision")
    box = builder.build()
    simulation = kt.Simulation(contacts=kt.contacts(box, ground="plane"))
    words: dict[str, Any] = {"simulation": simulation, "friction": 0.5}
    x, impulses = (np.array([0, 0, 0.1, 0, 0, 0, 1.0]), np.array([0.5, 0, 0, 0, 0, 0])), []
    motion = rollout(box, *x, None, 4e-3, steps=T, **words, record="forces")
    for _ in range(T):
        one = kt.simulation.contact_step(box, *x, np.zeros(6), 4e-3, **words)
        x = one[:2]
        impulses.append(one.impulses)
    same(motion.forces, np.array(impulses) / 4e-3)
    assert_agree(motion.forces.sum((0, 1)), [-0.5 * 2 * 9.81 * T, 0, 2 * 9.81 * T], 1e-3)
