"""Actuators of MJCF files: their forces and torques are MuJoCo's, and steps are near its own."""

from typing import Any

import mujoco
import numpy as np
import pytest
from mujoco_oracle import qpos_of, turned

import kinetree as kt

INERTIAL = '<inertial pos="0.1 0.2 0.3" mass="1.5" diaginertia="0.1 0.2 0.15"/>'
CHAIN = "".join(
    f"<body><joint {joint}/>{INERTIAL}"
    for joint in (
        'name="a" ref="20"',
        'name="b" type="slide" axis="1 0 0"',
        'name="c" type="ball"',
        'name="d" actuatorfrcrange="-5 7"',
        'name="e" axis="0 1 0"',
    )
)
BODIES = f"""<worldbody><body><freejoint/>{INERTIAL}{CHAIN}{"</body>" * 6}</worldbody><tendon>
  <fixed name="t"><joint joint="a" coef="2"/><joint joint="e" coef="-0.5"/></fixed>
  <fixed name="u" actuatorfrcrange="-3 2"><joint joint="b" coef="3"/><joint joint="e" coef="1"/>
  </fixed></tendon>"""
KINDS = {
    "motor": '<motor joint="a" gear="-3" ctrlrange="-1 0.5"/>',
    "force range": '<motor joint="b" gear="2" forcerange="-0.2 0.3"/>',
    "in parent": '<motor jointinparent="a" gear="2"/>',
    "position": '<position joint="a" kp="30" kv="2" forcerange="-9 9"/>',
    "damping ratio": '<position joint="e" kp="30" dampratio="1"/>',
    "velocity": '<velocity joint="b" kv="4"/>',
    "damper": '<damper joint="e" kv="4" ctrlrange="0 2"/>',
    "general": '<general joint="e" gear="2" gaintype="affine" gainprm="2 0.5 -1" biastype="affine" '
    'biasprm="0.3 -4 -0.7"/>',
    "ignored bias": '<general joint="e" gainprm="2 7 8" biastype="none" biasprm="0.3 -4 -0.7"/>',
    "ball": '<position joint="c" gear="0.5 2 -1" kp="5" kv="1"/>',
    "tendon": '<position tendon="t" gear="1.5" kp="20" kv="3"/>',
    "tendon range": '<motor tendon="u" gear="2"/>',
    "joint range": '<motor joint="d" gear="-2"/><position joint="e" kp="9"/>',
    "both": '<motor joint="a"/><position tendon="t" kp="9"/><velocity joint="e" kv="2"/>',
    "disabled group": '<motor joint="a" group="3"/><motor joint="e"/>',
}


def robot(kind: str, option: str = "") -> tuple[kt.Model, Any]:
    text = f"<mujoco>{option}{BODIES}<actuator>{KINDS[kind]}</actuator></mujoco>"
    return kt.load(text), mujoco.MjModel.from_xml_string(text)


def assert_same_motors(model: kt.Model, mj: Any, samples: int = 20) -> None:
    """Forces and torques at random states and controls."""
    rng, data = np.random.default_rng(0), mujoco.MjData(mj)
    loaded = [mujoco.mj_name2id(mj, mujoco.mjtObj.mjOBJ_ACTUATOR, x.name) for x in model.actuators]
    loaded = [
        k if k >= 0 else int(x.name[8:]) for k, x in zip(loaded, model.actuators, strict=True)
    ]
    for _ in range(samples):
        q = kt.integrate(model, kt.neutral(model), 0.5 * rng.normal(size=model.nv))
        v, control = rng.normal(size=model.nv), 4 * rng.normal(size=mj.nu)
        X = turned(model, q)
        data.qpos, data.qvel, data.ctrl = qpos_of(model, q), X @ v, control
        mujoco.mj_forward(mj, data)
        forces = kt.actuator_forces(model, q, v, control[loaded])
        expected = data.actuator_force[loaded]
        bounded = mj.jnt_actfrclimited[mj.actuator_trnid[loaded, 0]]  # the torque, in MuJoCo
        error = np.where((mj.actuator_trntype[loaded] <= 1) & (bounded == 1), 0, forces - expected)
        assert abs(error).max() < 1e-12 * max(1, abs(expected).max())
        torques = kt.actuation_matrix(model, q) @ forces
        expected = X.T @ data.qfrc_actuator
        assert abs(torques - expected).max() < 1e-12 * max(1, abs(expected).max())


@pytest.mark.parametrize("kind", KINDS)
def test_forces_and_torques_are_those_of_mujoco(kind: str) -> None:
    model, mj = robot(kind, '<option actuatorgroupdisable="3"/>')
    assert model.nu == mj.nu - (kind == "disabled group")
    assert_same_motors(model, mj)


def test_unclamped_controls() -> None:
    assert_same_motors(*robot("motor", '<option><flag clampctrl="disable"/></option>'))


def test_actuators_of_mimics_drive_what_they_follow() -> None:
    text = f"""<mujoco><worldbody><body><joint name="a"/>{INERTIAL}<body><joint name="b"/>{INERTIAL}
      </body></body></worldbody><equality><joint joint1="b" joint2="a" polycoef="0.3 -2 0 0 0"/>
      </equality><actuator><position joint="b" kp="7" kv="0.5" gear="3"/></actuator></mujoco>"""
    free, mimic = kt.load(text), kt.load(text, mimic=True)
    q, v, u = np.array([0.4]), np.array([0.7]), np.array([0.2])
    both = np.array([q[0], 0.3 - 2 * q[0]]), np.array([v[0], -2 * v[0]])
    expected = kt.actuator_forces(free, *both, u)
    assert abs(kt.actuator_forces(mimic, q, v, u) - expected).max() < 1e-14 * abs(expected).max()
    assert kt.actuation_matrix(mimic, q).tolist() == [[-6.0]]


@pytest.mark.filterwarnings("ignore:.*activations are left out")
def test_a_filtered_control_acts_at_once_and_an_integrator_is_given_its_integral() -> None:
    text = f"""<mujoco>{BODIES}<actuator>
      <general joint="a" dyntype="filter" dynprm="0.02" ctrlrange="-2 1" gainprm="3"/>
      <intvelocity joint="e" kp="8" kv="1" actrange="-0.5 0.4"/>
      <cylinder joint="b" timeconst="0.1" area="3" bias="0.5 -2 -0.3"/></actuator></mujoco>"""
    model, mj = kt.load(text), mujoco.MjModel.from_xml_string(text)
    q, data = kt.neutral(model), mujoco.MjData(mj)
    for control in ([0.5, 0.2, 0.1], [3, 3.0, -4]):
        data.act = np.clip(control, [-2, -0.5, -9], [1, 0.4, 9])
        data.qpos = qpos_of(model, q)
        mujoco.mj_forward(mj, data)
        forces = kt.actuator_forces(model, q, np.zeros(model.nv), control)
        assert abs(forces - data.actuator_force).max() < 1e-14


@pytest.mark.filterwarnings("ignore:.*left out")
def test_what_does_not_fit_is_left_out() -> None:
    text = f"""<mujoco>{BODIES}<actuator><muscle joint="a" lengthrange="0 1"/>
      <motor name="m" joint="e"/><motor jointinparent="c" gear="1 0 0"/>
      <pid joint="b" kp="1"/></actuator></mujoco>"""
    assert [x.name for x in kt.load(text).actuators] == ["m"]


STEPPED = f"""<mujoco><option integrator="implicitfast" gravity="0 0 -3"/><worldbody>
  <body><joint name="a" axis="0 1 0"/>{INERTIAL}<body><joint name="b" axis="1 0 0"/>{INERTIAL}
  <body><joint name="c" axis="0 1 0"/>{INERTIAL}</body></body></body></worldbody>
  <tendon><fixed name="t"><joint joint="a" coef="1"/><joint joint="c" coef="-0.7"/></fixed></tendon>
  <actuator><position joint="a" kp="80" kv="6" forcerange="-20 20"/><velocity joint="b" kv="4"/>
  <position tendon="t" kp="40" kv="3"/></actuator></mujoco>"""


def test_steps_are_near_those_of_mujoco() -> None:
    """Both are of order one, so that half the step is half the distance between them."""
    model, mj = kt.load(STEPPED), mujoco.MjModel.from_xml_string(STEPPED)
    q, v, control = (
        np.array([0.3, -0.2, 0.5]),
        np.array([0.4, 0.1, -0.6]),
        np.array([0.5, 0.3, 0.2]),
    )
    apart: list[float] = []
    for n in (200, 400, 800):
        data, dt = mujoco.MjData(mj), 0.4 / n
        mj.opt.timestep, data.qpos, data.qvel, data.ctrl = dt, q, v, control
        mujoco.mj_step(mj, data, n)
        rows, tau = np.tile(control, (n, 1)), np.zeros((n, 3))
        end = kt.simulation.rollout(model, q, v, tau, dt, control=rows).q[-1]
        apart.append(abs(end - data.qpos).max())
    assert apart[2] < 1e-3 and 1.7 < apart[0] / apart[1] < 2.3 and 1.7 < apart[1] / apart[2] < 2.3
