"""Wrenches that joints and cuts at frames transmit: joints by their torques, cuts by joints.

A cut at a fixed joint is compared with the robot that has a revolute joint there, at rest at 0.
"""

import re
from dataclasses import replace
from typing import Any

import numpy as np
import pinocchio as pin
import pytest
from agreement import assert_agree, run
from complex_step import by_each_operand
from trees import FEW, TREES, configurations, tree_of_plan, vectors, wrenches

import kinetree as kt
from kinetree.formats.installed import installed_robots

slopes = kt.jacobian(kt.joint_forces, ("q", "v", "a"))


def state(model: kt.Model) -> Any:
    return configurations(model), *vectors(model, 2), wrenches(model)


@pytest.mark.parametrize("name", FEW)
def test_joints_transmit_the_torques(name: str) -> None:
    # each joint by itself: mimics share the velocities of others, and their torques
    model = TREES[name].model
    q, v, a, f_ext = state(model)
    F = run(kt.joint_forces, model, q, v, a, f_ext=f_ext)
    tau = model.armature * a
    for j in model.joints:
        S = np.array([j.subspace(kt.Array(x)).matrix for x in q], float)
        tau[:, j.v_slice] += np.einsum("bin,bi->bn", S, F[:, j.index])
    assert_agree(tau, run(kt.rnea, model, q, v, a, f_ext=f_ext), 1e-13)
    assert not F[:, 0].any()


@pytest.mark.parametrize("name", ["free_flyer", "mimic_as_source"])
def test_derivatives_are_complex_steps(name: str) -> None:
    model = TREES[name].model
    *samples, _ = state(model)
    found = run(slopes, model, *samples)
    for k, operands in enumerate(zip(*samples, strict=True)):
        steps = by_each_operand(kt.joint_forces, model, operands)
        for x, expected in zip(found, steps, strict=True):
            assert_agree(x[k], expected, scale=1.0)


def pair(name: str, cuts: Any) -> tuple[kt.Model, kt.Model]:
    """A tree with some joints fixed, and with revolute ones in their place."""
    tree, robots = TREES[name], list[kt.Model]()
    for joint in (kt.Fixed(), kt.Revolute("x")):
        plan = [(body, parent, joint if body in cuts else j) for body, parent, j in tree.plan]
        model = tree_of_plan(name, plan, np.random.default_rng(3)).model
        robots.append(model.replace(gravity=tree.model.gravity))
    return robots[0], robots[1]


def resting(fixed: kt.Model, moving: kt.Model, cuts: Any) -> tuple[Any, Any]:
    """q, v and a of both, the joints in the place of fixed ones at rest at 0."""
    q, v, a, _ = state(moving)
    for body in cuts:
        j = moving.joint(f"{body}_joint")
        q[:, j.q_slice], v[:, j.v_slice], a[:, j.v_slice] = 0, 0, 0
    part = moving.index_map(fixed)
    return (q[:, part.q], v[:, part.v], a[:, part.v]), (q, v, a)


@pytest.mark.parametrize("name", ["spherical", "free_flyer", "saddle", "mimic_as_source"])
@pytest.mark.parametrize("cuts", [("mid", "leaf"), ("root", "link", "side")])
def test_a_cut_transmits_what_a_joint_at_rest_there_does(name: str, cuts: Any) -> None:
    if name == "mimic_as_source" and "link" in cuts:
        cuts = ("leaf", "side")  # the others follow the link
    fixed, moving = pair(name, cuts)
    x, y = resting(fixed, moving, cuts)
    free = run(kt.joint_forces, moving, *y)
    joints = {f.name: fixed.frame(f.name).joint for f in fixed.frames if f.kind == "body"}
    for body in cuts:
        j = moving.joint(f"{body}_joint").index
        for frame in (body, f"{body}_joint"):
            force = run(kt.frame_force, fixed, *x, statics={"frame": frame, "reference": "local"})
            assert_agree(force, free[:, j], 1e-13, scale=10.0)
        # pushed beyond the cut only, and not where the body is that of the universe
        pushed = wrenches(moving)
        beyond = {b: pushed[:, moving.joint(f"{b}_joint").index] for b in joints}
        below = subtree(moving, j)
        beyond = {b: f for b, f in beyond.items() if moving.joint(f"{b}_joint").index in below}
        if not all(joints[b] for b in beyond):
            continue
        f_ext = kt.external_forces.evaluate(fixed, x[0], beyond, reference="local")
        force = run(
            kt.frame_force, fixed, *x, f_ext=f_ext, statics={"frame": body, "reference": "local"}
        )
        assert_agree(force, run(kt.joint_forces, moving, *y, f_ext=pushed)[:, j], 1e-13, scale=10.0)


def subtree(model: kt.Model, joint: int) -> set[int]:
    return {k.index for k in model.joints if joint in [j.index for j in model.path(k.index)]}


def moved(T: Any, F: Any) -> Any:
    """Wrenches in other axes, about another point."""
    f, n = ((T[..., :3, :3] @ x[..., None])[..., 0] for x in np.split(F, 2, -1))
    return np.concatenate([f, n + np.cross(T[..., :3, 3], f)], -1)


def test_references_and_several_frames() -> None:
    fixed, moving = pair("free_flyer", ("mid", "leaf"))
    x, _ = resting(fixed, moving, ("mid", "leaf"))
    frames = ("mid", "leaf", "root_joint")

    def forces(reference: str) -> Any:
        return kt.frame_force(fixed, *x, frame=frames, reference=reference)

    T = kt.frame_placement(fixed, x[0], frame=frames)
    assert_agree(forces("world"), moved(T, forces("local")), 1e-13)
    turned = T.copy()
    turned[..., :3, 3] = 0
    assert_agree(forces("local_world_aligned"), moved(turned, forces("local")), 1e-13)
    root = fixed.joint("root_joint").index
    assert_agree(forces("local")[:, 2], kt.joint_forces(fixed, *x)[:, root], 1e-14)
    ground = kt.frame_force(fixed, *x, frame="universe", reference="world")
    assert_agree(ground, forces("world")[:, 2], 1e-13)


def test_cuts_in_robots_that_were_edited() -> None:
    arm, rng = kt.robots.arm(), np.random.default_rng(0)
    q, v, a = rng.normal(size=(3, 7))
    v[5] = a[5] = 0
    locked = arm.reduced({"joint6": q[5]})
    rest = (np.delete(x, 5) for x in (q, v, a))
    force = kt.frame_force(locked, *rest, frame="joint6", reference="local")
    assert_agree(force, kt.joint_forces(arm, q, v, a)[6], 1e-13)
    both = arm.append(arm.with_floating_base(kt.Fixed()), frame="tool", prefix="b_")
    turning = arm.append(arm.with_floating_base(kt.Revolute("x")), frame="tool", prefix="b_")
    at = turning.index_map(both).q
    x = rng.normal(size=(3, 14))
    y = np.zeros((3, 15))
    y[:, at] = x
    expected = kt.joint_forces(turning, *y)[turning.joint("b_root_joint").index]
    for model in (both, kt.Model(both.description), both.subtree("joint1").with_floating_base()):
        extra = model.nv - both.nv
        z = [
            np.concatenate([kt.neutral(model)[: 7 * (extra > 0)], x[0]]),
            *np.pad(x[1:], ((0, 0), (extra, 0))),
        ]
        for frame in ("b_root_joint", "b_base"):
            force = kt.frame_force(model, *z, frame=frame, reference="local")
            assert_agree(force, expected, 1e-13)
    payload = arm.with_payload("tool", kt.Inertia(2.0, [0, 0, 0.1], 0.01 * np.eye(3)))
    rest = np.zeros((3, 7))
    at_site, at_link = (
        kt.frame_force(payload, *rest, frame=frame, reference="world")
        for frame in ("tool", "link7")
    )
    assert_agree(at_site, at_link, 1e-14)
    assert_agree(at_site[2], np.array(9.81 * (2.0 + arm.inertias[7, 0])), 1e-13)


WELDED = """<mujoco><worldbody><body name="a"><joint name="j" axis="0 1 0"/>
<geom size="0.1" mass="1"/><body name="b" pos="0 0 1"><geom size="0.1" mass="3"/>
<body name="c"><joint name="k" axis="1 0 0"/><geom size="0.1" mass="5"/></body></body>
<body name="d"><geom size="0.1" mass="7"/></body></body></worldbody></mujoco>"""


def test_welded_bodies_of_mujoco_are_cut_where_they_are_welded() -> None:
    model = kt.load(WELDED)
    rest = np.zeros((3, 2))
    for frame, mass in (("universe", 16), ("j", 16), ("a", 16), ("b", 8), ("c", 5), ("d", 7)):
        force = kt.frame_force(model, *rest, frame=frame, reference="world")
        assert_agree(force[2], np.array(9.81 * mass), 1e-13)


@pytest.mark.parametrize(
    ("name", "joint"), [("panda_description/panda", "panda_hand_joint"), ("solo12", "FL_ANKLE")]
)
def test_cuts_of_files_are_pinocchios_joints_there(name: str, joint: str) -> None:
    path = next(x for key, x in installed_robots().items() if key.endswith(name))
    free = name == "solo12"
    model = kt.load(str(path), floating_base=free)
    text, count = re.subn(
        rf'(<joint[^>]*name="{joint}"[^>]*type=)"fixed"', r'\1"continuous"', path.read_text()
    )
    assert count == 1
    peer = pin.buildModelFromXML(text, *[pin.JointModelFreeFlyer()] * free)
    k = peer.getJointId(joint)
    start, stop = peer.joints[k].idx_q, peer.joints[k].idx_v
    rng, data = np.random.default_rng(0), peer.createData()
    q, (v, a) = kt.random_configuration(model, rng=rng), rng.normal(size=(2, model.nv))
    pin.rnea(peer, data, np.insert(q, start, [1, 0]), np.insert(v, stop, 0), np.insert(a, stop, 0))
    force = kt.frame_force(model, q, v, a, frame=joint, reference="local")
    assert_agree(force, data.f[k].vector, 1e-13)


def test_what_is_beyond_a_cut_must_be_known() -> None:
    panda, arm = kt.load("panda"), kt.robots.arm()
    rest = np.zeros((3, panda.nv))
    rest[0] = kt.neutral(panda)
    bodies, statics = np.array(panda.inertias), {"reference": "local"}
    with pytest.raises(kt.ModelError, match="which links are beyond the cut at 'panda_hand'"):
        kt.frame_force(panda, *rest, frame="panda_hand", inertias=bodies, **statics)
    with pytest.raises(kt.ModelError, match="which links are beyond the cut at 'panda_hand'"):
        kt.frame_force(panda.replace(inertias=1.1 * bodies), *rest, frame="panda_hand", **statics)
    described = panda.description
    frames = tuple(replace(f, parent_frame=None) for f in described.frames)
    with pytest.raises(kt.ModelError, match="which links are beyond the cut at 'panda_hand'"):
        old = kt.Model(replace(described, frames=frames))
        kt.frame_force(old, *rest, frame="panda_hand", **statics)
    one = kt.frame_force(panda, *rest, frame="panda_link7", inertias=bodies, **statics)
    assert_agree(one, kt.frame_force(panda, *rest, frame="panda_link7", **statics), 1e-14)

    @kt.algorithm
    def outer(model: Any, q: Any, v: Any, a: Any, *, frame: Any) -> Any:
        return kt.frame_force(model, q, v, a, frame=frame, **statics)

    with pytest.raises(kt.ModelError, match="another algorithm's"):
        outer(arm, *np.zeros((3, 7)), frame="link7")
