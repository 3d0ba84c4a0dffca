"""The equality constraints of an MJCF against MuJoCo's residuals."""

from typing import Any

import mujoco
import numpy as np
import pytest
from agreement import assert_agree, run
from mjcf_text import INERTIAL
from mujoco_oracle import random_state
from scipy.spatial.transform import Rotation

import kinetree as kt
from kinetree import load_mjcf

LOOPED = f"""<mujoco><compiler angle="radian"/><worldbody>
  <body name="a" pos="0 0 1" euler="0.1 0.2 0.3"><joint name="s" axis="1 2 3" pos="0.1 0.2 0.3"/>
    {INERTIAL}<site name="sa" pos="0.3 0.2 0.1" euler="1 0 0"/>
    <body name="b" pos="0.3 0 0.1"><joint name="t" axis="0 1 1" pos="0 0 0.1" ref="0.4"/>
      {INERTIAL}<joint name="u" type="slide" axis="0 0 1" ref="-0.3" armature="0.3" damping="0.4"
      frictionloss="0.5"/><site name="sb" pos="0 0.2 0.1" euler="0 1 0"/></body></body>
  <body name="c" pos="1 0 0"><joint name="w" axis="0 1 0"/>{INERTIAL}</body></worldbody>
  <equality>CONSTRAINTS</equality></mujoco>"""

LOOPS = {
    "connect": '<connect name="x" body1="a" body2="c" anchor="0.3 0.2 0.1"/>',
    "connect to the world": '<connect name="x" body1="b" anchor="0.3 0.2 0.1"/>',
    "connect sites": '<connect name="x" site1="sb" site2="sa"/>',
    "weld": '<weld name="x" body1="c" body2="b" relpose="1 2 3 1 0.5 0.3 0.2" anchor="1 2 3"/>',
    "weld as it stands": '<weld name="x" body1="b" body2="c"/>',
    "weld sites": '<weld name="x" site1="sa" site2="sb"/>',
}


def residual(text: str, q: Any) -> Any:
    """MuJoCo's residuals of the constraints."""
    mj = mujoco.MjModel.from_xml_string(text)
    data = mujoco.MjData(mj)
    data.qpos = q
    mujoco.mj_forward(mj, data)
    return data.efc_pos[: data.ne].copy()


@pytest.mark.parametrize("constraint", LOOPS.values(), ids=LOOPS)
def test_loops_close_where_mujocos_do(constraint: str) -> None:
    text = LOOPED.replace("CONSTRAINTS", constraint)
    model = load_mjcf(text)
    (loop,) = model.constraints
    q, _, _ = random_state(model)
    T = run(kt.forward_kinematics, model, q)
    first, second = (T[e.joint] @ np.array(e.placement.matrix) for e in (loop.first, loop.second))
    expected = residual(text, q)
    assert loop.name == "x"
    assert isinstance(loop.joint, kt.Spherical if "connect" in constraint else kt.Fixed)
    assert len(expected) == (3 if "connect" in constraint else 6)
    assert_agree(first[:3, 3] - second[:3, 3], expected[:3])
    if "weld" in constraint:  # MuJoCo's rotational residual is the vector part of a quaternion
        sine = np.linalg.norm(Rotation.from_matrix(second[:3, :3].T @ first[:3, :3]).as_quat()[:3])
        assert sine == pytest.approx(np.linalg.norm(expected[3:]), rel=1e-12)


@pytest.mark.parametrize(
    ("constraint", "coefficients"),
    [
        ('<joint name="x" joint1="t" joint2="u" polycoef="0.1 0.2 0.3 0.4 0.5"/>', 5),
        ('<joint name="x" joint1="u" joint2="s" polycoef="0.1 -2 0 0 0"/>', 2),
        ('<joint name="x" joint1="t" polycoef="0.1 7 0 0 0"/>', 1),
    ],
)
def test_couplings_are_mujocos(constraint: str, coefficients: int) -> None:
    text = LOOPED.replace("CONSTRAINTS", constraint)
    model = load_mjcf(text)
    (coupling,) = model.constraints
    q, _, _ = random_state(model)
    x = 0.0 if coupling.source is None else q[model.joint(coupling.source).q_slice][0]
    powers = x ** np.arange(len(coupling.coefficients))
    gap = q[model.joint(coupling.joint).q_slice] - powers @ coupling.coefficients
    assert (coupling.name, len(coupling.coefficients)) == ("x", coefficients)
    assert_agree(gap, residual(text, q))


def test_a_coupling_that_is_constant_holds_its_joint() -> None:
    text = LOOPED.replace("CONSTRAINTS", '<joint joint1="u" joint2="t" polycoef="0.5 0 0 0 0"/>')
    whole, model = load_mjcf(text), load_mjcf(text, mimic=True)
    (coupling,) = whole.constraints
    assert (coupling.source, len(coupling.coefficients), model.constraints) == ("t", 1, ())
    q = random_state(model)[0]
    free = {j.name: q[j.q_slice][0] for j in model.free_joints}
    expected = kt.configuration(whole, {**free, "u": coupling.coefficients[0]})
    assert model.nv == whole.nv - 1
    assert_agree(run(kt.forward_kinematics, model, q), run(kt.forward_kinematics, whole, expected))


def test_linear_couplings_make_mimics() -> None:
    constraints = (
        '<joint joint1="u" joint2="t" polycoef="0.1 -3 0 0 0"/>'
        '<joint joint1="t" joint2="s" polycoef="0.2 0.5 0 0 0"/>'
        '<joint name="third" joint1="u" joint2="s" polycoef="0.2 0.5 0 0 0"/>'
        '<joint name="curved" joint1="w" joint2="s" polycoef="0 0 1 0 0"/>'
    )
    text = LOOPED.replace("CONSTRAINTS", constraints)
    whole = load_mjcf(text)
    with pytest.warns(UserWarning, match=r"no mimic.* couplings.* obey, .*: 'third', 'curved'$"):
        model = load_mjcf(text, mimic=True)
    assert (whole.nv, model.nv) == (4, 2)
    assert [c.name for c in model.constraints] == ["third", "curved"]
    G = np.array([[1, 0], [0.5, 0], [-1.5, 0], [0, 1]])  # s, t, u, w by s, w
    q, v, a = random_state(model)
    t = 0.4 + 0.2 + 0.5 * q[0]
    all_q = np.array([q[0], t, -0.3 + 0.1 - 3 * (t - 0.4), q[1]])
    assert_agree(run(kt.rnea, model, q, v, a), G.T @ run(kt.rnea, whole, all_q, G @ v, G @ a))
    assert_agree(run(kt.crba, model, q), G.T @ run(kt.crba, whole, all_q) @ G)
    assert model.armature.tolist() == pytest.approx([0.3 * 1.5**2, 0])
    assert model.damping.tolist() == pytest.approx([0.4 * 1.5**2, 0])
    assert model.friction.tolist() == pytest.approx([0.5 * 1.5, 0])
    assert model.reference_configurations["qpos0"].tolist() == [0, 0]


def test_what_drives_a_mimic_drives_its_source() -> None:
    text = LOOPED.replace("CONSTRAINTS", '<joint joint1="t" joint2="s" polycoef="0 2 0 0 0"/>')
    text = text.replace("</mujoco>", '<actuator><motor joint="t"/></actuator></mujoco>')
    assert load_mjcf(text).actuated.tolist() == [False, True, False, False]
    assert load_mjcf(text, mimic=True).actuated.tolist() == [True, False, False]


def test_mimics_in_a_circle_are_refused() -> None:
    constraints = '<joint joint1="s" joint2="t"/><joint joint1="t" joint2="s"/>'
    text = LOOPED.replace("CONSTRAINTS", constraints)
    assert len(load_mjcf(text).constraints) == 2
    with pytest.raises(kt.ModelError, match="mimic joints follow each other in a cycle: s -> t"):
        load_mjcf(text, mimic=True)


def test_inactive_constraints_are_left_out() -> None:
    constraints = (
        '<connect body1="a" body2="c" anchor="0 0 0" active="false"/>'
        '<joint joint1="s" joint2="t" active="false"/>'
    )
    model = load_mjcf(LOOPED.replace("CONSTRAINTS", constraints), mimic=True)
    assert (model.constraints, model.nv) == ((), 4)
