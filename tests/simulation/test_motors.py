"""Motors inside a step: servos are springs, tendons couple joints, ranges hold, stiff ones stay."""

from dataclasses import replace
from typing import Any, get_args

import numpy as np
import pytest
from refused import check, refused

import kinetree as kt
from kinetree.simulation.settings import Integrator

ARM, DOG = kt.robots.arm(), kt.robots.quadruped()
KP, KD, H = 200.0, 6.0, 4e-3
INTEGRATORS = get_args(Integrator)
step = kt.simulation.step
EULER, FREE = kt.Simulation(integrator="semi_implicit_euler"), kt.Simulation(limits=False)


def drawn(seed: int, *shape: int) -> Any:
    return np.random.default_rng(seed).normal(size=shape)


def with_tendons(model: kt.Model = ARM) -> tuple[kt.Model, Any]:
    """Three motors that drive all joints, and one of a single one, with their gears (nv, 4)."""
    B = drawn(5, 7, 4)
    B[:, 3] = np.eye(7)[2]
    names = ARM.joint_names[1:]
    law = kt.motors.affine(gain=100, bias_position=-100, bias_velocity=-4)
    tendons = [kt.Actuator(f"t{i}", names, tuple(B[:, i]), law) for i in range(3)]
    return model.replace(actuators=[*tendons, kt.Actuator("m", names[2:3], law=law)]), B


@pytest.mark.parametrize("integrator", [*INTEGRATORS, "contact_step"])
def test_a_servo_is_an_implicit_spring_and_damper(integrator: Any) -> None:
    q, v, tau, goal = drawn(0, 4, 7)
    sprung = ARM.replace(stiffness=[KP] * 7, damping=[KD] * 7, spring_reference=goal)
    driven = ARM.replace(actuators=kt.Motors(kp=KP, kd=KD, effort=np.inf))
    function, more = step, {"integrator": integrator}
    if integrator == "contact_step":
        function, more = kt.simulation.contact_step, {"limits": True}
    implicit, plain = (kt.Simulation(passive=x, **more) for x in ("implicit", None))
    expected = function(sprung, q, v, tau, H, simulation=implicit)
    got = function(driven, q, v, tau, H, control=goal, simulation=plain)
    assert abs(got.q - expected.q).max() < 1e-15 * 8
    assert abs(got.v - expected.v).max() < 1e-14 * 10


@pytest.mark.parametrize("passive", ["none", "explicit", "implicit"])
def test_tendons_couple_the_joints_that_they_drive(passive: Any) -> None:
    model, B = with_tendons(ARM.replace(damping=[0.5] * 7, stiffness=[3.0] * 7))
    q, v, tau = drawn(1, 3, 7)
    u = drawn(2, 4)
    resistance = H * (B @ np.diag([4 + 100 * H] * 4) @ B.T)
    force = tau + B @ (100 * (u - B.T @ (q + H * v)) - 4 * B.T @ v)
    if passive == "explicit":
        force += kt.passive_forces(model, q, v)
    if passive == "implicit":
        force -= 0.5 * v + 3 * (q + H * v)
        resistance += H * (0.5 + 3 * H) * np.eye(7)
    a = np.linalg.solve(kt.crba(ARM, q) + resistance, force - kt.nonlinear_effects(ARM, q, v))
    simulation = replace(EULER, passive=passive)
    got = step(model, q, v, tau, H, control=u, simulation=simulation)
    assert abs(got.v - v - H * a).max() < 1e-13 * abs(v + H * a).max()


def test_contact_steps_have_tendons_from_branch_to_branch() -> None:
    """Of two branches of slides, which no velocity forces turn: M alone would be a tree's."""
    builder = kt.ModelBuilder("slides")
    body = kt.Inertia(1.0, [0, 0, 0], np.eye(3))
    builder.add_body("trunk", joint=kt.Prismatic([1, 2, 3]), inertia=body)
    for name in "ab":
        builder.add_body(name, parent="trunk", joint=kt.Prismatic([1, 0, 1]), inertia=body)
        builder.add_body(f"{name}2", parent=name, joint=kt.Prismatic([0, 1, 1]), inertia=body)
    slides = builder.build().replace(gravity=[0, 0, 0])
    B = drawn(5, 5, 2)
    law = kt.motors.affine(gain=100, bias_position=-100, bias_velocity=-4)
    tendons = [kt.Actuator(f"t{i}", slides.v_names, tuple(B[:, i]), law) for i in range(2)]
    q, v, tau = drawn(1, 3, 5)
    u, half = drawn(2, 2), q + 0.5 * H * v
    M = kt.crba(slides, half) + H * (4 + 100 * H) * B @ B.T
    force = tau + B @ (100 * (u - B.T @ (half + H * v)) - 4 * B.T @ v)
    expected = v + np.linalg.solve(M, H * force)
    got = kt.simulation.contact_step(slides.replace(actuators=tendons), q, v, tau, H, control=u).v
    assert abs(got - expected).max() < 1e-12 * abs(expected - v).max()


def loop_of_bars() -> kt.Model:
    """A four-bar with a tendon over its two joints."""
    text = """<mujoco><worldbody><body name="a"><joint name="ja" axis="0 1 0"/>
      <geom type="capsule" fromto="0 0 0 0 0 1" size=".03"/><body name="b" pos="0 0 1">
      <joint name="jb" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 1 0 0" size=".03"/></body>
      </body><body name="c" pos="1 0 0"><joint name="jc" axis="0 1 0"/>
      <geom type="capsule" fromto="0 0 0 0 0 1" size=".03"/></body></worldbody>
      <equality><connect body1="b" body2="c" anchor="1 0 0"/></equality></mujoco>"""
    law = kt.motors.affine(gain=500, bias_position=-500, bias_velocity=-20)
    tendon = kt.Actuator("t", ("ja", "jc"), (0.5, 0.5), law)
    single = kt.Actuator("s", ("ja",), (1.0,), law)
    model = kt.load_mjcf(text).replace(geometries=())
    return model.replace(actuators=[tendon]), model.replace(actuators=[single])


def test_a_tendon_of_a_loop_is_a_motor_on_the_joint_that_moves_alike() -> None:
    """The bars are parallel: q of ja and jc are equal, so is the tendon's length."""
    tendon, single = loop_of_bars()
    q, v = np.array([0.2, -0.2, 0.2]), np.array([0.5, -0.5, 0.5])
    for _ in range(20):
        one = step(tendon, q, v, np.zeros(3), H, control=[0.4])
        assert abs(one.v - step(single, q, v, np.zeros(3), H, control=[0.4]).v).max() < 1e-9
        q, v = one


def test_a_stiff_servo_held_for_five_steps_stays() -> None:
    """Its torque, held, diverges: the light last joints of the arm gain speed at each step."""
    light = ARM.replace(armature=[0.0] * 7, gravity=[0, 0, 0])
    driven = light.replace(actuators=kt.Motors(kp=KP, kd=KD, effort=np.inf))
    goal = np.full(7, 0.3)
    q, v = np.zeros(7), np.zeros(7)
    held = q, v
    for _ in range(20):
        tau = KP * (goal - held[0]) - KD * held[1]
        held = kt.simulation.rollout(light, *held, np.tile(tau, (5, 1)), H, simulation=FREE)
        held = held.q[-1], held.v[-1]
    assert not abs(held[1]).max() < 100
    control = np.tile(goal, (2000, 1))
    for dt in (H, 0.1):
        motion = kt.simulation.rollout(driven, q, v, None, dt, steps=2000, control=control)
        assert abs(motion.q[-1] - goal).max() < 1e-4 and abs(motion.v).max() < 10


@pytest.mark.parametrize("integrator", ["commutator_free_4", "semi_implicit_euler", "midpoint"])
def test_steps_are_of_order_one(integrator: Any) -> None:
    model = ARM.replace(actuators=kt.Motors(kp=20, kd=2, effort=np.inf))
    q, v, goal = 0.3 * drawn(3, 3, 7)
    simulation = kt.Simulation(integrator=integrator)

    def end(n: int) -> Any:
        how = {"steps": n, "every": n, "control": np.tile(goal, (n, 1)), "simulation": simulation}
        return kt.simulation.rollout(model, q, v, None, 0.2 / n, **how).q[-1]

    fine = 2 * end(12800) - end(6400)
    errors = [abs(end(n) - fine).max() for n in (400, 800)]
    assert 1.8 < errors[0] / errors[1] < 2.2 and errors[1] < 1e-2


def test_beyond_its_range_a_motor_exerts_the_greatest_force() -> None:
    limits: Any = {"kp": KP, "kd": KD, "effort": 5.0}
    model = ARM.replace(actuators=kt.Motors(**limits))
    q, v, tau = drawn(4, 3, 7)
    control = np.array([5.0, -5, 5, -5, 5, -5, 5])
    q, v = q * 0.1, v * 0.1
    got = step(model, q, v, tau, H, control=control, simulation=EULER)
    held = step(ARM, q, v, tau + 5 * np.sign(control), H, simulation=EULER)
    assert abs(got.v - held.v).max() < 1e-13
    some = np.where(np.arange(7) < 3, control, q)  # the others are within it
    mixed = step(model, q, v, tau, H, control=some, simulation=EULER).v
    free = ARM.replace(
        actuators=kt.Motors(**{**limits, "effort": np.inf, "joints": ARM.v_names[3:]})
    )
    push = tau + np.where(np.arange(7) < 3, 5 * np.sign(control), 0)
    assert abs(mixed - step(free, q, v, push, H, control=q[3:], simulation=EULER).v).max() < 1e-12


def test_a_motor_reaches_its_greatest_speed_and_no_more() -> None:
    one = kt.ModelBuilder("wheel")
    one.add_body("w", joint=kt.Revolute("z"), inertia=kt.Inertia(1.0, [0, 0, 0], np.eye(3) * 0.01))
    motors = kt.Motors(effort=8, velocity=30, corner=10)
    wheel = one.build().replace(actuators=motors)
    control = np.full((3000, 1), 9.0)
    speeds = kt.simulation.rollout(wheel, [0.0], [0.0], None, 1e-3, steps=3000, control=control).v[
        :, 0
    ]
    assert (np.diff(speeds) >= 0).all() and abs(speeds[-1] - 30) < 1e-6
    early = speeds[speeds < 10]
    assert abs(np.diff(early) - 0.8).max() < 1e-12  # 8 N m on 0.01 kg m^2
    braked = step(wheel, [0.0], [40.0], [0.0], 1e-3, control=[9.0]).v
    assert braked == 40  # beyond it exerts nothing
    assert step(wheel, [0.0], [40.0], [0.0], 1e-3, control=[-9.0]).v < 39.3


def test_dampers_take_energy() -> None:
    model = DOG.replace(actuators=kt.Motors(kd=3, effort=np.inf), gravity=[0, 0, 0])
    q, v = kt.random_configuration(model, 20, rng=0), drawn(6, 20, DOG.nv)
    control, tau = np.zeros((200, model.nu)), np.zeros((200, DOG.nv))
    motion = kt.simulation.rollout(model, q, v, tau, H, control=control, simulation=FREE)
    energy = kt.kinetic_energy(model, motion.q, motion.v)
    assert (np.diff(energy, axis=1) < 1e-9 * energy[:, :1]).all()


def walking() -> tuple[kt.Model, Any, Any, Any]:
    model = DOG.replace(actuators=kt.Motors(kp=100, kd=3, effort=60))
    feet = [kt.Contact(name) for name in DOG.frame_names if name.endswith("foot")]
    q = kt.neutral(DOG)
    q[2] -= kt.frame_placement(DOG, q, frame=feet[0].frame)[2, 3]
    return model, feet, q, q[7:] + 0.1 * drawn(7, 30, model.nu)


def test_a_rollout_is_a_loop_of_steps_and_a_policy_gives_controls() -> None:
    model, feet, q, control = walking()
    held: Any = {"simulation": kt.Simulation(contacts=feet), "friction": 0.8}
    v = np.zeros(DOG.nv)
    motion = kt.simulation.rollout(model, q, v, None, H, steps=30, control=control, **held)
    x = q, v
    for u in control:
        x = step(model, *x, np.zeros(DOG.nv), H, control=u, **held)
    assert (motion.q[-1] == x[0]).all() and (motion.v[-1] == x[1]).all()

    more: Any = {"control": np.zeros_like(control), "schedule": control}
    for policy in (lambda q, v, t, u: u, lambda q, v, t, u: {"control": u}):
        again = kt.simulation.rollout(model, q, v, None, H, steps=30, policy=policy, **more, **held)
        assert (again.q == motion.q).all()

    def effort(q: Any, v: Any, u: Any, t: Any) -> Any:
        return u @ u

    score = kt.simulation.rollout(
        model, q, v, None, H, steps=30, control=control, cost=effort, **held
    )
    assert abs(score.cost - (control**2).sum()) < 1e-12 * score.cost


def test_gains_differ_from_sample_to_sample() -> None:
    model, feet, q, control = walking()
    kp, kd, rest = np.array([80.0, 120]), np.array([2.0, 4]), np.zeros(DOG.nv)
    gains = np.stack([kp, 0 * kp, -kp, -kd], -1)[:, None] + np.zeros((model.nu, 1))
    held: Any = {"simulation": kt.Simulation(contacts=feet), "friction": 0.8}
    got = step(model, q, rest, rest, H, control=control[0], actuator_gains=gains, **held)
    for i in range(2):
        own = DOG.replace(actuators=kt.Motors(kp=kp[i], kd=kd[i], effort=60))
        assert own == own.replace(actuator_gains=own.actuator_gains.astype(int))
        expected = step(own, q, rest, rest, H, control=control[0], **held)
        assert abs(got.v[i] - expected.v).max() < 1e-10


def test_a_step_in_float32() -> None:
    model, _, q, control = walking()
    v, tau = drawn(9, 2, DOG.nv)
    exact = step(model, q, v, tau, H, control=control[0])
    single = [x.astype("f4") for x in (q, v, tau)]
    got = step(model, *single, np.float32(H), control=control[0].astype("f4"))
    assert got.v.dtype == np.float32 and abs(got.v - exact.v).max() < 1e-4


@pytest.mark.parametrize("operand", ["q", "v", "control", "actuator_gains"])
def test_derivatives_of_a_step(operand: str) -> None:
    model, _ = with_tendons()
    q, v, tau = drawn(1, 3, 7)
    u, gains = drawn(2, 4), np.array([[100, 0.1, -90, -5]] * 4) + drawn(3, 4, 4)
    given = {"q": q, "v": v, "control": u, "actuator_gains": gains}
    direction = drawn(8, *given[operand].shape)
    tangents = [direction if name == operand else 0 * x for name, x in given.items()]
    product = kt.jvp(step, tuple(given))(
        model, q, v, tau, H, u, *tangents, actuator_gains=gains
    ).d_v
    moved = [{**given, operand: given[operand] + h * direction} for h in (1e-6, -1e-6)]
    ends = [step(model, x.pop("q"), x.pop("v"), tau, H, **x).v for x in moved]
    rate = (ends[0] - ends[1]) / 2e-6
    assert abs(product - rate).max() < 1e-7 * abs(rate).max()


REST, TENDONS = np.zeros(7), with_tendons()[0]


@refused(__file__)
def test_what_cannot_be_is_refused(call: str, message: str) -> None:
    check(call, message, globals())


@pytest.mark.parametrize("contacts", [False, True])
def test_a_stiff_servo_on_a_light_joint_comes_to_rest(contacts: bool) -> None:
    """Its greatest force would throw it to the other end of its range in each step."""
    for inertia in (1e-5, 1e-4):
        one = kt.ModelBuilder("finger")
        mass = kt.Inertia(0.01, [0, 0, 0], np.eye(3) * inertia)
        one.add_body("tip", joint=kt.Revolute("z"), inertia=mass)
        finger = one.build().replace(actuators=kt.Motors(kp=1000, kd=1, effort=1.0))
        how = kt.Simulation(limits=contacts)
        m = kt.simulation.rollout(
            finger, [0.0], [0.0], None, H, steps=500, control=np.ones((500, 1)), simulation=how
        )
        assert abs(m.v[-100:]).max() < 1e-9 and abs(m.q[-1] - 1) < 1e-9


def test_a_saturated_motor_stays_within_its_range_on_both_sides() -> None:
    """A servo that pulls by 10 N m and pushes by none swings past its goal, and is not braked."""
    one = kt.ModelBuilder("tendon")
    mass = kt.Inertia(0.01, [0, 0, 0], np.eye(3) * 1e-3)
    one.add_body("tip", joint=kt.Revolute("z"), inertia=mass)
    law = kt.motors.affine(gain=1000, bias_position=-1000, bias_velocity=-1)
    pull = kt.Actuator("pull", ("tip_joint",), law=law, force_range=(0.0, 10.0))
    finger = one.build().replace(actuators=(pull,))
    m = kt.simulation.rollout(
        finger, [0.0], [0.0], None, H, steps=50, control=np.ones((50, 1)), simulation=EULER
    )
    assert (np.diff(m.v[:, 0]) >= 0).all() and m.q[-1] > 1
