"""Soft contacts, limits and dry friction of an MJCF: Newton's method in velocities."""

from dataclasses import replace
from typing import Any

import mujoco
import numpy as np
import pytest

import kinetree as kt
from kinetree.algorithms.friction import newton

DT = 2e-3


def table(option: str = "") -> str:
    """A table of two leaves on eight feet: their rows repeat each other, and so do those of dry
    friction of the joint between the leaves."""
    feet = "".join(
        f'<geom type="sphere" size="0.03" pos="{x} {y} -0.1" condim="{condim}"/>'
        for x, y, condim in ((0.1, 0.1, 3), (0.1, -0.1, 4), (0.3, 0.1, 6), (0.3, -0.1, 3))
    )
    return f"""<mujoco><option cone="elliptic" {option}/>
      <default><geom friction="0.7 0.02 0.002" mass="0.2"/></default>
      <worldbody><geom name="floor" type="plane" size="9 9 1"/>
      <body pos="0 0 0.12"><freejoint/>{feet.replace('pos="', 'pos="-')}
        <body><joint axis="0 1 0" frictionloss="0.4" range="-1 1" limited="true"/>{feet}
          <body pos="0.2 0 0.1"><joint type="slide" axis="1 0 0.3" frictionloss="0.2"/>
            <geom type="box" size="0.02 0.02 0.02" contype="0" conaffinity="0"/>
      </body></body></body></worldbody></mujoco>"""


def states(model: kt.Model, n: int, speed: float) -> tuple[Any, Any]:
    rng = np.random.default_rng(n)
    q = np.tile(kt.neutral(model), (n, 1))
    q[:, 2] = 0.12 + 0.02 * rng.uniform(-1, 1, n)
    return q, speed * rng.normal(size=(n, model.nv))


@pytest.mark.parametrize("option", ["", 'impratio="10"', 'cone="pyramidal"'])
@pytest.mark.parametrize("speed", [0.0, 0.3, 3.0])
def test_redundant_rows_converge(option: str, speed: float) -> None:
    text = table(option if "cone" not in option else "")
    model = kt.load_mjcf(text.replace('cone="elliptic"', option) if "cone" in option else text)
    q, v = states(model, 200, speed)
    how = kt.Simulation.of(model)
    step = kt.simulation.contact_step(model, q, v, np.zeros(model.nv), DT, simulation=how)
    assert step.residuals.max() < 1e-6


def test_chosen_contacts_are_solved_as_all() -> None:
    """In slots, by loops, and each with its own code, as few are."""
    model = kt.load_mjcf(table())
    q, v = states(model, 40, 1.0)
    every = kt.Simulation.of(model)
    assert len(every.contacts) == 8 and every.max_contacts is None
    for most in (7, 8):
        steps = [
            kt.simulation.contact_step(model, q, v, np.zeros(model.nv), DT, simulation=how)
            for how in (every, replace(every, max_contacts=most))
        ]
        held = steps[1].residuals.max(-1) < 1e-6  # one more that touches is reported
        assert held.any() and steps[1].v[held] == pytest.approx(steps[0].v[held], abs=2e-6)


def test_what_stands_on_a_slope_creeps_as_in_mujoco() -> None:
    for impratio in (1, 30):
        text = f"""<mujoco><option cone="elliptic" impratio="{impratio}" gravity="2.9 0 -9.4"/>
          <worldbody><geom type="plane" size="9 9 1"/><body pos="0 0 0.1"><freejoint/>
          <geom type="box" size="0.1 0.1 0.1" mass="3"/></body></worldbody></mujoco>"""
        model, peer = kt.load_mjcf(text), mujoco.MjModel.from_xml_string(text)
        data = mujoco.MjData(peer)
        mujoco.mj_step(peer, data, 500)
        q, v = model.reference_configurations["qpos0"], np.zeros(6)
        how = kt.Simulation.of(model)
        end = kt.simulation.rollout(model, q, v, None, DT, steps=500, simulation=how)
        assert end.v[-1, 0] == pytest.approx(data.qvel[0], rel=0.06)
        rigid = kt.Simulation(contacts=kt.contacts(model, stiffness=np.inf))
        end = kt.simulation.rollout(model, q, v, None, DT, steps=500, simulation=rigid)
        assert abs(end.v[-1]).max() < 1e-9


def test_a_joint_with_soft_dry_friction_holds_a_load_beside_its_feet() -> None:
    """It gives way by its softness, a ninth of its mobility, and no more."""
    model = kt.load_mjcf(table())
    q, v = states(model, 1, 0.0)
    tau = np.zeros(model.nv)
    tau[6] = 0.1
    end = kt.simulation.rollout(
        model, q[0], v[0], np.tile(tau, (500, 1)), DT, simulation=kt.Simulation.of(model)
    )
    assert abs(end.v[-1, 6]) < 5e-3 and abs(end.v[-1, :6]).max() < 2e-2


def test_derivatives_through_soft_friction_are_those_of_differences() -> None:
    text = """<mujoco><option cone="elliptic"/><worldbody><geom type="plane" size="9 9 1"/>
      <body pos="0 0 0.1"><freejoint/><geom type="box" size="0.1 0.1 0.1" mass="3"/>
      <body pos="0 0 0.1"><joint axis="0 1 0" frictionloss="0.1"/>
        <geom type="capsule" fromto="0 0 0 0.1 0 0.1" size="0.02" contype="0" conaffinity="0"/>
      </body></body></worldbody></mujoco>"""
    model, rng, eps = kt.load_mjcf(text), np.random.default_rng(0), 1e-6
    q, v = model.reference_configurations["qpos0"], 0.1 * rng.normal(size=7)
    how: dict[str, Any] = {"simulation": kt.Simulation.of(model, limits="soft")}
    tau, step, d = np.zeros(7), kt.simulation.contact_step, rng.normal(size=(3, 7))
    slopes = kt.jvp(step, ("tau",))(model, q, v, tau, DT, d, **how).d_v
    ends = [step(model, q, v, tau + s * eps * d, DT, **how).v for s in (1, -1)]
    assert slopes == pytest.approx((ends[0] - ends[1]) / (2 * eps), abs=1e-6)


def test_a_tolerance_ends_the_steps_earlier() -> None:
    model = kt.load_mjcf(table())
    q, v = states(model, 20, 1.0)
    how = kt.Simulation.of(model)
    rough = kt.simulation.contact_step(
        model, q, v, np.zeros(model.nv), DT, simulation=replace(how, tolerance=0.01)
    )
    one = kt.simulation.contact_step(
        model, q, v, np.zeros(model.nv), DT, simulation=replace(how, iterations=1)
    )
    exact = kt.simulation.contact_step(model, q, v, np.zeros(model.nv), DT, simulation=how)
    errors = [np.median(x.residuals.max(-1)) for x in (one, rough, exact)]
    assert errors[0] > errors[1] > errors[2] and errors[2] < newton.CONVERGED * 100


def test_what_goes_on_as_before_takes_few_steps() -> None:
    """They begin with velocities as they were: what stood or slid a step before still does."""
    model = kt.load_mjcf(table())
    q, v = states(model, 40, 0.3)
    how, tau = kt.Simulation.of(model), np.zeros(model.nv)
    moved = kt.simulation.rollout(model, q, v, None, DT, steps=100, simulation=how)
    x, few = (moved.q[:, -1], moved.v[:, -1], tau), replace(how, iterations=2)
    step = kt.simulation.contact_step(model, *x, DT, simulation=few)
    assert np.mean(step.residuals.max(-1) < 1e-6) > 0.9


def test_a_ball_rolls_with_friction_that_hardly_gives_way() -> None:
    """Its slope changes its side within 1e-9 of a step, where the disc of friction is passed."""
    text = """<mujoco><option cone="elliptic" impratio="1000" timestep="1e-3"/>
      <default><geom friction="0.7" solref="0.004 1" solimp="0.99 0.999 0.001"/></default>
      <worldbody><geom type="plane" size="9 9 1"/><body pos="0 0 0.1"><freejoint/>
      <geom type="sphere" size="0.1" mass="2"/></body></worldbody></mujoco>"""
    model = kt.load_mjcf(text)
    q, v = model.reference_configurations["qpos0"], np.array([0.4, 0.3, 0, -3, 4, 6])
    how = kt.Simulation.of(model)
    motion = kt.simulation.rollout(
        model, q, v, None, 1e-3, steps=300, simulation=how, record=("residual",)
    )
    assert motion.residual < 1e-9
    assert np.ptp(motion.v[:, 3:], axis=0).max() < 2e-3  # its spin is a motion along its axis


def test_fingers_that_move_as_one_squeeze_a_box() -> None:
    """Forces of couplings are no error of velocities, however large beside it."""
    finger = """<body pos="{x} 0 0.1"><joint name="{name}" type="slide" axis="{axis} 0 0"/>
      <geom type="box" size="0.005 0.02 0.02" mass="0.1" friction="1"/></body>"""
    fingers = finger.format(x=-0.03, axis=1, name="left") + finger.format(
        x=0.03, axis=-1, name="right"
    )
    text = f"""<mujoco><option cone="elliptic" impratio="10"/><worldbody>
      <body><joint name="lift" type="slide" axis="0 0 1"/>
        <geom type="sphere" size="0.01" pos="0 0 0.3" mass="20" contype="0" conaffinity="0"/>
        {fingers}</body>
      <body pos="0 0 0.1"><freejoint/><geom type="box" size="0.0249 0.01 0.01" mass="0.02"
        friction="1"/></body></worldbody>
      <equality><joint joint1="left" joint2="right"/></equality></mujoco>"""
    model, rng = kt.load_mjcf(text), np.random.default_rng(0)
    q = np.tile(model.reference_configurations["qpos0"], (100, 1))
    v, tau = 0.05 * rng.normal(size=(100, model.nv)), np.zeros((100, model.nv))
    tau[:, 0], tau[:, 1] = 200, 60 * rng.uniform(0.1, 1, 100)
    how = kt.Simulation.of(model)
    for _ in range(3):
        step = kt.simulation.contact_step(model, q, v, tau, DT, simulation=how)
        q, v = step.q, step.v
        assert step.residuals.max() < 1e-8


def test_frames_touch_beside_shapes_that_resist_turning() -> None:
    """Rows of three beside rows of six."""
    builder, inertia = kt.ModelBuilder("ball"), kt.Inertia(1, [0, 0, 0], 0.01 * np.eye(3))
    builder.add_body("ball", joint=kt.FreeFlyer(), inertia=inertia)
    turning = {"friction": (0.8, 0.01, 0.001), "condim": 6, "kind": "collision"}
    builder.add_geometry("ball", parent="ball", shape=kt.shapes.Sphere(0.1), **turning)
    model = builder.build()
    contacts = (*kt.contacts(model, ground="plane"), kt.Contact("ball"))
    q, how = kt.neutral(model), kt.Simulation(contacts=contacts)
    q[2] = 0.1
    step = kt.simulation.contact_step(
        model, q, np.zeros(6), np.zeros(6), DT, friction=0.5, simulation=how
    )
    assert step.impulses[:, 2] == pytest.approx([9.81 * DT, 0.0]) and step.converged


def test_a_softness_has_a_positive_impratio() -> None:
    with pytest.raises(
        kt.ModelError, match=r"impratio is 0\.0; expected a finite number, at least 0\.0001"
    ):
        kt.Softness(1.0, impratio=0.0)
