"""Springs of MJCF files: passive_forces agrees with MuJoCo's qfrc_passive."""

from typing import Any

import mujoco
import numpy as np
import pytest
from agreement import assert_agree, run
from mjcf_text import INERTIAL
from mujoco_oracle import qpos_of, random_state

import kinetree as kt
from kinetree import load_mjcf

SPRINGS = f"""<mujoco><compiler angle="degree"/><worldbody>
  <body><joint name="h" axis="0 1 0" ref="30" springref="20" stiffness="3" damping="0.5"/>{INERTIAL}
    <body><joint name="s" type="slide" ref="-0.3" springref="0.2" stiffness="5"/>{INERTIAL}
    <body quat="1 2 3 4"><joint name="b" type="ball" stiffness="7" damping="0.2"/>{INERTIAL}
    <body><joint name="n" ref="-70" stiffness="-2"/><joint name="o" axis="1 0 0"/>{INERTIAL}
    </body></body></body></body></worldbody></mujoco>"""


def passive(mj: Any, qpos: Any, qvel: Any) -> Any:
    data = mujoco.MjData(mj)
    data.qpos, data.qvel = qpos, qvel
    mujoco.mj_forward(mj, data)
    return data.qfrc_passive


@pytest.mark.parametrize("seed", range(4))
def test_springs_and_dampers_pull_as_in_mujoco(seed: int) -> None:
    mj, model = mujoco.MjModel.from_xml_string(SPRINGS), load_mjcf(SPRINGS)
    q, v, _ = random_state(model, seed)
    expected = passive(mj, qpos_of(model, q), v)
    assert abs(expected[:-1]).min() > 1e-3 and expected[-1] == 0
    assert_agree(run(kt.passive_forces, model, q, v), expected, 1e-14)


def test_the_reference_of_a_live_model_may_be_any() -> None:
    """That of a ball joint cannot be given in a file."""
    mj = mujoco.MjModel.from_xml_string(SPRINGS)
    ball = int(mj.joint("b").qposadr[0])
    mj.qpos_spring[ball : ball + 4] = np.array([1, -5, 1, 3]) / 6
    model = kt.load(mj)
    q, v, _ = random_state(model)
    assert_agree(run(kt.passive_forces, model, q, v), passive(mj, qpos_of(model, q), v), 1e-14)


@pytest.mark.parametrize("stiffness", [0.0, 4.0])
def test_springs_of_mimics_are_at_their_source(stiffness: float) -> None:
    """On the way that the coupling allows, the torques of both count: G^T qfrc_passive."""
    text = f"""<mujoco><compiler angle="radian"/><worldbody>
      <body><joint name="s" ref="0.4" springref="0.1" stiffness="{stiffness}"/>{INERTIAL}
      <body><joint name="t" ref="-0.2" springref="0.7" stiffness="3"/>{INERTIAL}
      <body><joint name="u" type="slide" springref="-0.5" stiffness="2"/>{INERTIAL}
      </body></body></body></worldbody>
      <equality><joint joint1="t" joint2="s" polycoef="0.1 -2 0 0 0"/>
        <joint joint1="u" joint2="t" polycoef="0.3 0.5 0 0 0"/></equality></mujoco>"""
    mj, model = mujoco.MjModel.from_xml_string(text), load_mjcf(text, mimic=True)
    assert model.nv == 1
    mj.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONSTRAINT
    for q in (-1.0, 0.3, 2.0):
        t = -0.2 + 0.1 - 2 * (q - 0.4)
        qpos = [q, t, 0.3 + 0.5 * (t + 0.2)]
        expected = np.array([1, -2, -1]) @ passive(mj, qpos, np.zeros(3))
        assert_agree(run(kt.passive_forces, model, np.array([q]), np.zeros(1)), [expected], 1e-14)


def test_springs_that_add_up_to_a_constant_are_refused() -> None:
    text = f"""<mujoco><worldbody><body><joint name="s" stiffness="-4"/>{INERTIAL}
      <body><joint name="t" springref="1" stiffness="1"/>{INERTIAL}</body></body></worldbody>
      <equality><joint joint1="t" joint2="s" polycoef="0 2 0 0 0"/></equality></mujoco>"""
    assert load_mjcf(text).stiffness.tolist() == [-4, 1]
    with pytest.raises(kt.ModelError, match=r"spring_reference\[0\] is inf; expected a number"):
        load_mjcf(text, mimic=True)


@pytest.mark.parametrize(
    "joint",
    [
        'type="free" stiffness="3"',
        'stiffness="3 1 2"',
        'stiffness="0 1"',
        'stiffness="3" springyield="0.1"',
    ],
)
def test_of_other_springs_the_linear_part_is_kept(joint: str) -> None:
    text = f"""<mujoco><worldbody><body pos="1 2 3"><joint {joint}/>{INERTIAL}</body></worldbody>
      </mujoco>"""
    try:
        mj = mujoco.MjModel.from_xml_string(text)
    except ValueError:
        pytest.skip("this MuJoCo has linear springs only")
    with pytest.warns(UserWarning, match="spring|stiffness"):
        model = load_mjcf(text)
    expected = [0.0] * 6 if model.nv == 6 else [mj.jnt_stiffness[0]]
    assert model.stiffness.tolist() == expected
    assert model.spring_reference.tolist() == kt.neutral(model).tolist()
