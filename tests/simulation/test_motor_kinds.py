"""Kinds of motors of a user: their laws, states and slopes through steps, files, environments."""

from typing import Any

import numpy as np
import pytest
from complex_step import H as STEP_SIZE
from refused import check, refused

import kinetree as kt

ARM, H, TIME = kt.robots.arm(), 5e-3, 0.02
step, contact_step, rollout = kt.simulation.step, kt.simulation.contact_step, kt.simulation.rollout
REST, EULER = np.zeros(7), kt.Simulation(integrator="semi_implicit_euler")


@kt.motor(states=1)
def lagging(
    length: Any, velocity: Any, control: Any, activation: Any, dt: Any, *, gain=1.0, time=TIME
) -> Any:
    """Exact for a control that is constant in a step."""
    after = activation + (control - activation) * (1 - kt.math.exp(-dt / time))
    return gain * after[0], after


@kt.motor(states=3)
def delayed(length: Any, velocity: Any, control: Any, activation: Any, dt: Any) -> Any:
    return activation[0], kt.math.concatenate([activation[1:], [control]])


@kt.motor(states=1)
def integrating(
    length: Any, velocity: Any, control: Any, activation: Any, dt: Any, *, kp=2e4, ki=3e4, kd=200.0
) -> Any:
    after = activation[0] + dt * (control - length)
    return kp * (control - length) + ki * after - kd * velocity, [after]


@kt.motor
def curved(length: Any, velocity: Any, control: Any, *, stiffness=30.0, drag=4.0) -> Any:
    return stiffness * kt.math.sin(control - length) - drag * velocity**3


def drawn(seed: int, *shape: int) -> Any:
    return np.random.default_rng(seed).normal(size=shape)


def armed(law: Any, **more: Any) -> kt.Model:
    return ARM.replace(actuators=kt.Motors(law=law, **more))


def test_a_lag_is_exact_in_steps_of_all_kinds_and_in_rollouts() -> None:
    model, control, tau = armed(lagging(gain=3)), drawn(0, 20, 7), np.zeros((20, 7))
    expected, states = REST, list[Any]()
    for u in control:
        expected = u + (expected - u) * np.exp(-H / TIME)
        states.append(expected)
    motion = rollout(model, REST, REST, tau, H, control=control)
    for function in (step, contact_step):
        x = function(model, REST, REST, REST, H, control=control[0])
        assert abs(x.activation - states[0]).max() < 1e-15
        x = function(model, x.q, x.v, REST, H, control=control[1], activation=x.activation)
        assert abs(x.activation - states[1]).max() < 1e-15
        held = function(ARM, *motion.q[1:2], *motion.v[1:2], 3 * states[1], H)
        driven = function(
            model, motion.q[1], motion.v[1], REST, H, control=control[1], activation=states[0]
        )
        assert abs(driven.v - held.v).max() < 1e-13
    assert abs(motion.activation - expected).max() < 1e-14
    first = rollout(model, REST, REST, tau[:8], H, control=control[:8])
    more: Any = {"control": control[8:], "activation": first.activation}
    last = rollout(model, first.q[-1], first.v[-1], tau[8:], H, **more)
    assert (last.q[-1] == motion.q[-1]).all() and (last.activation == motion.activation).all()
    score = rollout(model, REST, REST, tau, H, control=control, cost=lambda q, v, u, t, _: u @ u)
    assert (score.activation == motion.activation).all() and (score.q == motion.q[-1]).all()
    assert rollout(model, REST, REST, tau, H)._fields == ("q", "v")  # they do not act


def test_a_filter_is_mujocos() -> None:
    mujoco = pytest.importorskip("mujoco")
    mj = mujoco.MjModel.from_xml_string(
        f"""<mujoco><option timestep="{H}" gravity="0 0 0"><flag eulerdamp="disable"/></option>
        <worldbody><body><joint name="a" axis="0 0 1"/><inertial pos="0 0 0" mass="1"
        diaginertia="0.1 0.1 0.1"/></body></worldbody><actuator><general joint="a" gainprm="3"
        dyntype="filterexact" dynprm="{TIME}" actearly="true" forcerange="-2 2"/></actuator>
        </mujoco>"""
    )
    data, wheel = mujoco.MjData(mj), kt.ModelBuilder("wheel")
    wheel.add_body("w", joint=kt.Revolute("z"), inertia=kt.Inertia(1.0, [0] * 3, np.eye(3) * 0.1))
    model = wheel.build().replace(actuators=kt.Motors(law=lagging(gain=3), effort=2))
    control = np.full((40, 1), 1.5)
    motion = rollout(model, [0.0], [0.0], None, H, control=control, simulation=EULER)
    data.ctrl[:] = 1.5
    for q in motion.q[1:]:
        mujoco.mj_step(mj, data)
        assert abs(data.qpos - q).max() < 1e-13
    assert abs(data.act - motion.activation).max() < 1e-14


def test_a_delay_line_gives_controls_later() -> None:
    model, control = armed(delayed()), drawn(1, 9, 7)
    late = np.concatenate([np.zeros((3, 7)), control[:-3]])
    more: Any = {"simulation": EULER}
    motion = rollout(model, REST, REST, tau=None, dt=H, control=control, **more)
    assert (motion.q == rollout(ARM, REST, REST, late, H, **more).q).all()
    assert (control[-3:] == motion.activation.reshape(7, 3).T).all()


def test_slopes_are_those_of_complex_steps() -> None:
    model, (q, v, u) = armed(curved(drag=2), effort=np.inf), 0.5 * drawn(2, 3, 7)

    def force(q: Any, v: Any) -> Any:
        return np.asarray(kt.actuator_forces.evaluate(model, q, v, u))

    of_q, of_v = (
        force(q + a * 1j * STEP_SIZE, v + b * 1j * STEP_SIZE).imag / STEP_SIZE
        for a, b in ((1, 0), (0, 1))
    )
    push = force(q, v) + H * of_q * v - kt.nonlinear_effects(ARM, q, v)
    a = np.linalg.solve(kt.crba(ARM, q) - H * np.diag(of_v + H * of_q), push)
    assert abs(step(model, q, v, REST, H, control=u, simulation=EULER).v - v - H * a).max() < 1e-13


def test_stiff_integrators_hold_and_states_are_those_at_the_end() -> None:
    model, goal = armed(integrating(), effort=np.inf), np.full(7, 0.3)
    how: Any = {"control": np.tile(goal, (400, 1)), "simulation": kt.Simulation(limits=False)}
    motion = rollout(model, REST, REST, None, 0.05, steps=400, **how)
    assert abs(motion.q[-1] - goal).max() < 1e-6
    assert abs(3e4 * motion.activation - kt.generalized_gravity(ARM, goal)).max() < 1e-3
    x = step(model, REST, REST, REST, 0.02, control=goal, activation=goal)
    assert abs(x.activation - goal - 0.02 * (goal - x.q)).max() < 1e-15


@pytest.mark.parametrize("operand", ["q", "v", "activation", "actuator_gains"])
def test_derivatives_go_through_states(operand: str) -> None:
    model, (q, v, u, act) = armed(integrating(), effort=70), 0.3 * drawn(3, 4, 7)
    gains = np.tile([50.0, 1e2, 16.0], (7, 1))
    given = {"q": q, "v": v, "control": u, "actuator_gains": gains, "activation": act}
    direction = drawn(4, *given[operand].shape)
    tangents = [direction if name == operand else 0 * x for name, x in given.items()]
    product = kt.jvp(step, tuple(given))(
        model, q, v, REST, H, u, act, *tangents, actuator_gains=gains
    )
    moved = [{**given, operand: given[operand] + h * direction} for h in (1e-6, -1e-6)]
    ends = [step(model, x.pop("q"), x.pop("v"), REST, H, **x).activation for x in moved]
    assert abs(product.d_activation - (ends[0] - ends[1]) / 2e-6).max() < 1e-8
    a, b, c = drawn(5, 3, 7)
    sums = a @ product.d_q + b @ product.d_v, c @ product.d_activation
    more: Any = {x: given[x] for x in ("control", "actuator_gains", "activation")}
    back: Any = {"cotangent_0": a, "cotangent_1": b, **more}
    gradient = kt.vjp(step, operand)
    for given_c, expected in ({}, sums[0]), ({"cotangent_2": c}, sum(sums)):
        along = gradient(model, q, v, REST, H, **back, **given_c) * direction
        assert abs(along.sum() - expected) < 1e-12 * max(1, abs(expected))


def test_gains_are_the_first_parameters_per_sample() -> None:
    times = np.array([0.01, 0.1])
    gains = np.stack([np.full(2, 2.0), times], -1)[:, None] + np.zeros((7, 1))
    x = step(armed(lagging()), REST, REST, REST, H, control=REST + 1, actuator_gains=gains)
    assert abs(x.activation - (1 - np.exp(-H / times))[:, None]).max() < 1e-15


def test_an_environment_keeps_states_and_resets_them() -> None:
    model = armed(lagging(gain=3))

    @kt.environment(model, dt=H, substeps=2, episode=3)
    class Hold:
        def reset(self, random: Any) -> Any:
            return kt.math.zeros(7), kt.math.zeros(7)

        def observe(self, state: Any) -> Any:
            return kt.math.concatenate([state.q, state.activation])

        def reward(self, state: Any) -> Any:
            return -(state.q @ state.q)

    envs, x, act = Hold(2, dtype="float64"), (REST, REST), REST
    envs.reset()
    for k in range(3):
        u = np.clip(drawn(6 + k, 7), -1, 1)
        seen, _, _, late, info = envs.step(np.tile(u, (2, 1)))
        for _ in range(2):
            x = contact_step(model, *x[:2], REST, H, control=u, activation=act)
            act = x.activation
        last = info["final_obs"] if late.any() else seen
        assert abs(last - np.concatenate([x.q, act])).max() < 1e-14
    assert late.all() and (envs["activation"] == 0).all()


def test_files_name_a_users_kind(tmp_path: Any) -> None:
    model = armed(lagging(gain=3)).reduced({"joint7": 0.2})
    kt.save(model, tmp_path / "arm.json")
    again = kt.load(tmp_path / "arm.json")
    assert again == model and again.digest == model.digest and again.na == 6
    text = (tmp_path / "arm.json").read_text()
    for old, new, message in (
        (f"{__name__}:lagging", "elsewhere:lagging", "'elsewhere:lagging' is loaded; import"),
        (f"{__name__}:lagging", "lagging", "no kind of motor 'lagging' is loaded"),
        ('"gain"', '"strength"', "no key 'strength'"),
    ):
        (tmp_path / "other.json").write_text(text.replace(old, new))
        with pytest.raises(kt.ModelError, match=message):
            kt.load(tmp_path / "other.json")
    with pytest.warns(UserWarning, match="kinds that MuJoCo lacks"):
        kt.to_mjcf(model)


def test_laws_are_compared_by_what_they_compute() -> None:
    def law(factor: float) -> Any:
        @kt.motor
        def scaled(length: Any, velocity: Any, control: Any) -> Any:
            return factor * control

        return scaled()

    one, other = armed(law(1)), armed(law(2))
    assert one.digest == armed(law(1)).digest != other.digest
    assert one.content_text != other.content_text


def tendon(law: Any, **more: Any) -> kt.Actuator:
    return kt.Actuator("t", ("joint2", "joint6"), (2, 3), law, **more)


def test_a_locked_joint_leaves_its_length() -> None:
    (q, v), u = drawn(8, 2, 7), [0.4]
    model = ARM.replace(actuators=[tendon(curved(), offset=0.1)])
    held, left = model.reduced({"joint6": q[5]}), [0, 1, 2, 3, 4, 6]
    v[5] = 0
    force = kt.actuator_forces(held, q[left], v[left], u)
    assert abs(force - kt.actuator_forces(model, q, v, u)).max() < 1e-14


def few(length: Any, velocity: Any) -> Any:
    return length


@kt.motor(states=2)
def short(length: Any, velocity: Any, control: Any, activation: Any, dt: Any) -> Any:
    return control, activation[:1]


LAGGING = armed(lagging())


@refused(__file__)
def test_what_cannot_be_is_refused(call: str, message: str) -> None:
    check(call, message, globals())
