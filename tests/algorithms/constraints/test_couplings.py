"""Couplings among the rows of constraints: against NumPy, complex steps, and MuJoCo."""

from typing import Any

import mujoco
import numpy as np
import pytest
from agreement import assert_agree, run
from complex_step import H, along, rate
from test_contact_derivatives import GAINS, check

import kinetree as kt

C = kt.constraints
BODY = kt.Inertia(1.3, [0.1, 0.2, -0.1], np.diag([0.3, 0.2, 0.25]))
GEOM = '<geom type="capsule" fromto="0 0 0 .3 .2 .1" size=".05"/>'
JOINTS = {
    "turn": kt.Revolute("z"),
    "slide": kt.Prismatic([1, 2, 2]),
    "wheel": kt.Continuous("x"),
    "screw": kt.Helical("y", 0.1),
    "follower": kt.Mimic("turn", -0.7, 0.2, kt.Revolute("x")),
    "ball": kt.Spherical(),
    "lock": kt.Revolute("x"),
    "rod": kt.Prismatic("y"),
    "other wheel": kt.Mimic("wheel", 2, 0.3, kt.Continuous("z")),
}


def robot() -> kt.Model:
    builder, parent = kt.ModelBuilder("coupled"), "world"
    for name, joint in JOINTS.items():
        place = kt.SE3.exp(kt.Motion([0.1, 0.2, 0.3], [0.3, 0.2, 0.1]))
        builder.add_body(
            f"{name} body", parent=parent, joint=joint, joint_name=name, placement=place,
            inertia=BODY,
        )  # fmt: skip
        parent = f"{name} body" if name != "slide" else "turn body"
    builder.add_coupling("locked", joint="lock", source=None, coefficients=[0.4])
    for k, (follower, source) in enumerate(
        [("slide", "turn"), ("wheel", "follower"), ("screw", "slide"), ("other wheel", "rod")]
    ):
        terms = np.random.default_rng(k).normal(size=k + 2) / 5
        builder.add_coupling(f"c{k}", joint=follower, source=source, coefficients=terms.tolist())
    return builder.build()


ROBOT = robot()
FREE = ROBOT.replace(constraints=())
"""Where others than its own couplings are the contacts."""
COUPLINGS = ROBOT.constraints
CONTACTS = (COUPLINGS[2], kt.Contact("rod body"), COUPLINGS[1])


def motion(seed: int = 0) -> Any:
    rng = np.random.default_rng(seed)
    return kt.random_configuration(ROBOT, rng=rng), *rng.normal(size=(2, ROBOT.nv))


def angle(q: Any, name: str) -> Any:
    """The coordinate of a joint, in the words of its type."""
    x = q[ROBOT.joint(name).q_slice]
    if name == "follower":
        return -0.7 * x[0] + 0.2
    if name == "other wheel":
        return 2 * np.arctan2(x[1], x[0]) + 0.3
    return np.arctan2(x[1], x[0]) if name == "wheel" else x[0]


def gap(q: Any, coupling: kt.Coupling) -> Any:
    x = 0 if coupling.source is None else angle(q, coupling.source)
    return angle(q, coupling.joint) - np.polynomial.Polynomial(coupling.coefficients)(x)


def test_rows_are_the_rates_of_the_gaps() -> None:
    """The error is the gap, a wheel's in [-pi, pi]; J and drift are its first and second rate."""
    q, v, _ = motion()
    gaps = np.array([gap(q, c) for c in COUPLINGS])
    wheels = ["wheel" in c.joint for c in COUPLINGS]
    gaps[wheels] = np.angle(np.exp(1j * gaps[wheels]))
    assert_agree(C.error(ROBOT, q), gaps, 1e-14)
    J, drift = C.jacobian(ROBOT, q), C.drift(ROBOT, q, v)
    assert_agree(rate(C.error.evaluate(ROBOT, along(ROBOT, q, v))), J @ v, 1e-13)
    assert_agree(rate(C.jacobian.evaluate(ROBOT, along(ROBOT, q, v))) @ v, drift, 1e-13)


def test_motions_satisfy_the_equations() -> None:
    """M a + h = tau + J^T f with J a = -drift, the forces along the followers."""
    q, v, tau = motion(1)
    J, M, h = C.jacobian(ROBOT, q), kt.crba(ROBOT, q), kt.nonlinear_effects(ROBOT, q, v)
    n, m = J.shape[::-1]
    K = np.block([[M, -J.T], [J, np.zeros((m, m))]])
    x = np.linalg.solve(K, np.r_[tau - h, -C.drift(ROBOT, q, v)])
    ddq, forces = C.forward_dynamics(ROBOT, q, v, tau)
    assert_agree(ddq, x[:n], 1e-10)
    assert_agree(forces[:, 0], x[n:], 1e-10)
    assert not forces[:, 1:].any()
    assert_agree(C.delassus(ROBOT, q), J @ np.linalg.solve(M, J.T), 1e-12)
    v_plus, impulses = C.impact(ROBOT, q, v)
    assert_agree(M @ (v_plus - v), J.T @ impulses[:, 0], 1e-12)
    assert abs(J @ v_plus).max() < 1e-12
    driven = ROBOT.replace(actuated=[x == 0 for x in range(ROBOT.nv)])
    tau, forces = C.inverse_dynamics(driven, q, v, ddq)
    passive = (M @ ddq + h - J.T @ forces[:, 0] - tau)[1:]
    assert_agree(tau, M @ ddq + h - J.T @ forces[:, 0] - np.r_[0, passive], 1e-10)


def test_closing() -> None:
    q, v, error = C.close_loops(ROBOT, *motion(2)[:2])
    assert error < 1e-13
    assert abs(C.jacobian(ROBOT, q) @ v).max() < 1e-12


@pytest.mark.parametrize("contacts", [COUPLINGS, CONTACTS], ids=["own", "mixed"])
def test_derivatives(contacts: Any) -> None:
    q, v, tau = motion(3)
    check(FREE, q, v, tau, 1e-10, contacts=contacts, stabilization=GAINS)
    derivatives = C.impact_derivatives.evaluate(FREE, q, v, contacts=contacts, restitution=0.4)
    w = np.random.default_rng(5).normal(size=(2, ROBOT.nv))
    for k, state in enumerate(((along(ROBOT, q, w[0]), v), (q, v + 1j * H * w[1]))):
        ahead = C.impact.evaluate(FREE, *state, contacts=contacts, restitution=0.4)
        assert_agree(derivatives[k] @ w[k], rate(ahead.v_plus), 1e-10)
        assert_agree(derivatives[2 + k] @ w[k], rate(ahead.impulses), 1e-10)


def test_a_mask_and_mixed_contacts() -> None:
    """Rows come in the order of the contacts; a masked coupling does nothing."""
    q, v, tau = motion(4)
    J = C.jacobian(ROBOT, q, contacts=CONTACTS)
    parts = [C.jacobian(ROBOT, q, contacts=(c,)) for c in CONTACTS]
    assert [*map(len, parts)] == [1, 3, 1]
    assert_agree(J, np.concatenate(parts), 1e-15)
    masked = C.forward_dynamics(FREE, q, v, tau, [0, 1, 0], contacts=CONTACTS)
    alone = C.forward_dynamics(FREE, q, v, tau, contacts=CONTACTS[1:2])
    assert_agree(masked.ddq, alone.ddq, 1e-12)
    assert not masked.forces[[0, 2]].any()


@pytest.mark.parametrize("terms", ["0.1 -1 0.5 0.2 -0.3", "0.2 0.7 0 0 0"])
def test_mujocos_joint_equality(terms: str) -> None:
    """At rest on the constraint, with an impedance of 0.9999: MuJoCo's constraints are soft."""
    text = f"""<mujoco><worldbody>
      <body name="a"><joint name="s" axis="1 2 3" ref="0.2"/>{GEOM}
      <body name="b" pos="0.3 0 0.1"><joint name="t" axis="0 1 1"/>{GEOM}</body></body>
      </worldbody><equality><joint joint1="t" joint2="s" polycoef="{terms}"
      solimp="0.9999 0.9999 0.001 0.5 2"/></equality></mujoco>"""
    model = kt.load_mjcf(text)
    q, _, error = C.close_loops(model, [0.5, 0.3])
    tau = np.array([0.7, -0.4])
    mj = mujoco.MjModel.from_xml_string(text)
    data = mujoco.MjData(mj)
    data.qpos, data.qfrc_applied = q, tau
    mujoco.mj_forward(mj, data)
    assert error < 1e-14
    ddq, forces = C.forward_dynamics(model, q, [0.0, 0.0], tau)
    assert_agree(ddq, data.qacc, 1e-3)
    assert_agree(forces[0, 0], data.efc_force[0], 1e-3)
    assert abs(ddq - kt.aba(model, q, [0.0, 0.0], tau)).max() > 0.1


def test_compiled_rows_are_those_of_the_source() -> None:
    q, v, tau = motion(5)
    compiled = C.forward_dynamics(ROBOT, q, v, tau)
    for mine, other in zip(compiled, run(C.forward_dynamics, ROBOT, q, v, tau), strict=True):
        assert_agree(mine, other, 1e-12)
