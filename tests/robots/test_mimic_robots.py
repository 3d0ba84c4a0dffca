"""Robots whose fingers and legs follow others, mimics included: Pinocchio cannot build them.

Its model without mimics can: v_full = G v and q_full = G q + offsets turn its results into ours.
"""

from dataclasses import dataclass
from functools import cache, partial
from importlib.resources import files
from typing import Any

import numpy as np
import pinocchio as pin
import pytest
from agreement import assert_agree, residual, run
from robots.everywhere_urdf import IndependentPeer

import kinetree as kt
from kinetree.formats.installed import installed_robots

SAMPLES = 3
ARMATURE = 0.05
"""On every coordinate: without it M of Romeo is singular, whose hands weigh nothing."""


def _file(robot: str) -> str:
    if robot == "jvrc1":
        return str(files("jvrc_description") / "urdf" / "jvrc1.urdf")
    return str(next(f for name, f in installed_robots().items() if name.endswith(f"/{robot}")))


@dataclass(frozen=True, eq=False)
class Case(IndependentPeer):
    """A robot with mimics, Pinocchio's without, and states of both."""

    q: Any
    v: Any
    a: Any
    tau: Any
    f_ext: Any

    def theirs(self, function: Any, *operands: Any) -> Any:
        """A function of Pinocchio at each sample."""
        data = self.peer.createData()
        results = [np.array(function(self.peer, data, *x)) for x in zip(*operands, strict=True)]
        return np.array(results)

    def forces(self) -> Any:
        """f_ext as Pinocchio takes it: its joints are numbered as ours."""
        return [[pin.Force(f) for f in sample] for sample in self.f_ext]


@cache
def case(robot: str) -> Case:
    file = _file(robot)
    model = kt.load(file, mimic=True, floating_base=True)
    model = model.replace(armature=np.full(model.nv, ARMATURE))
    peer = pin.buildModelFromUrdf(file, pin.JointModelFreeFlyer())
    mimics = [j for j in model.joints if isinstance(j.type, kt.Mimic)]
    assert peer.nv - model.nv == len(mimics) > 0
    rules = {j.name: (j.type.source, j.type.multiplier, j.type.offset) for j in mimics}
    rng = np.random.default_rng(0)
    q = kt.random_configuration(model, SAMPLES, rng=rng)
    v, a, tau = rng.standard_normal((3, SAMPLES, model.nv))
    return Case(model, peer, rules, q, v, a, tau, rng.standard_normal((SAMPLES, model.njoints, 6)))


pytestmark = pytest.mark.filterwarnings("ignore:.*<limit> of effort and velocity is not above 0")
ROBOTS = ("talos_full_v2", "romeo", "jvrc1")
robots = pytest.mark.parametrize("robot", ROBOTS)


@robots
def test_pinocchio_cannot_build_it(robot):
    with pytest.raises(ValueError, match="mimic"):
        pin.buildModelFromUrdf(_file(robot), pin.JointModelFreeFlyer(), mimic=True)


@robots
def test_dynamics_are_projected(robot):
    c = case(robot)
    q, v, a = c.configuration(c.q), c.v @ c.G.T, c.a @ c.G.T
    M = c.G.T @ c.theirs(pin.crba, q) @ c.G + ARMATURE * np.eye(c.model.nv)
    assert_agree(run(kt.crba, c.model, c.q), M, 1e-12)
    tau = c.theirs(pin.rnea, q, v, a, c.forces()) @ c.G + ARMATURE * c.a
    assert_agree(run(kt.rnea, c.model, c.q, c.v, c.a, f_ext=c.f_ext), tau, 1e-12)
    h = c.theirs(pin.nonLinearEffects, q, v) @ c.G
    assert_agree(run(kt.nonlinear_effects, c.model, c.q, c.v), h, 1e-12)
    g = c.theirs(pin.computeGeneralizedGravity, q) @ c.G
    assert_agree(run(kt.generalized_gravity, c.model, c.q), g, 1e-12)
    h = c.theirs(pin.rnea, q, v, 0 * a, c.forces()) @ c.G
    assert residual(M, h, c.tau, run(kt.aba, c.model, c.q, c.v, c.tau, f_ext=c.f_ext)) < 1e-14


def test_hands_that_weigh_nothing_have_no_forward_dynamics():
    c = case("romeo")
    bare = c.model.replace(armature=np.zeros(c.model.nv))
    assert not np.isfinite(run(kt.aba, bare, c.q, c.v, c.tau)).all(-1).any()


@robots
def test_placements_are_those_of_the_full_robot(robot):
    c, q = case(robot), case(robot).configuration(case(robot).q)

    def placements(name: str, model: Any, data: Any, q: Any) -> Any:
        pin.framesForwardKinematics(model, data, q)
        return [T.homogeneous for T in getattr(data, name)]

    joints, frames = partial(placements, "oMi"), partial(placements, "oMf")
    assert list(c.peer.names)[1:] == list(c.model.joint_names)[1:]
    assert [f.name for f in c.peer.frames] == list(c.model.frame_names)
    assert_agree(run(kt.forward_kinematics, c.model, c.q), c.theirs(joints, q), 1e-13)
    assert_agree(run(kt.frame_placements, c.model, c.q), c.theirs(frames, q), 1e-13)
    visual = [g for g in c.model.geometries if g.kind == "visual"]
    T = run(kt.forward_kinematics, c.model, c.q)[:, [g.joint for g in visual]]
    there = T @ np.array([g.placement.matrix for g in visual], float)
    assert_agree(run(kt.geometry_placements, c.model, c.q), there, 1e-14)


@robots
def test_motion_is_that_of_the_full_robot(robot):
    c = case(robot)
    step = 0.1 * c.v
    moved = run(kt.integrate, c.model, c.q, step)
    motions = zip(c.configuration(c.q), step @ c.G.T, strict=True)
    theirs = [pin.integrate(c.peer, *x) for x in motions]
    assert_agree(c.configuration(moved), np.array(theirs), 1e-13)
    assert_agree(run(kt.difference, c.model, c.q, moved), step, 1e-13)
    length = np.linalg.norm(step, axis=-1)
    assert_agree(run(kt.distance, c.model, c.q, moved), length, 1e-13)
    half = run(kt.interpolate, c.model, c.q, moved, np.full(SAMPLES, 0.5))
    assert_agree(half, run(kt.integrate, c.model, c.q, 0.5 * step), 1e-13)
    T = np.array([pin.tangentMap(c.peer, q) for q in c.configuration(c.q)])
    ours = run(kt.tangent_map, c.model, c.q)
    at_rest = c.configuration(np.zeros((1, c.model.nq)))
    assert_agree((c.configuration(np.eye(c.model.nq)) - at_rest).T @ ours, T @ c.G, 1e-14)
    inverse = run(kt.tangent_map_inverse, c.model, c.q)
    assert_agree(inverse @ ours, np.broadcast_to(np.eye(c.model.nv), ours[:, 1:].shape), 1e-14)
    assert_agree(run(kt.normalize, c.model, 2 * c.q)[:, 3:7], c.q[:, 3:7], 1e-15)
