"""Derivatives and properties of joint types, by complex steps along their motion.

Source: [PinocchioSheet, Joint].

A complex step has no cancellation: 1e-13 covers the rounding of the function itself.
"""

from typing import Any

import numpy as np
import pytest
from agreement import assert_agree
from scipy.linalg import expm
from trees import ALL, TREES, Cam, Saddle, configurations, vectors

import kinetree as kt

H = 1e-30

JOINTS = [
    pytest.param(TREES[name].model, joint, id=f"{name}-{joint.name}")
    for name in ALL
    if not name.startswith("mixed")
    for joint in TREES[name].model.joints
    if joint.name != "side_joint"
]
every_joint = pytest.mark.parametrize(("model", "joint"), JOINTS)


def states(model: kt.Model, joint: Any) -> Any:
    """q and v of a joint, and the joint whose coordinates they are."""
    owner = next(j for j in model.free_joints if j.q_slice == joint.q_slice)
    for q, v in zip(configurations(model), vectors(model, 1)[0], strict=True):
        yield owner.type, kt.Array(q[joint.q_slice]), v[joint.v_slice]


def twist(T: Any, dT: Any) -> Any:
    """(T^-1 dT)^v."""
    x = np.linalg.solve(T, dT)
    return np.array([*x[:3, 3], x[2, 1], x[0, 2], x[1, 0]])


def numbers(x: Any, kind: Any = float) -> Any:
    return np.array(x.flat, kind).reshape(x.shape)


@every_joint
def test_subspace_is_the_complex_step_of_the_placement(model: kt.Model, joint: Any) -> None:
    for owner, q, v in states(model, joint):
        T = numbers(joint.type.placement(owner.integrate(q, kt.Array(1j * H * v))).matrix, complex)
        S = numbers(joint.type.subspace(q).matrix)
        assert S.shape == (6, len(v))
        assert_agree(S @ v, twist(T.real, T.imag / H), 1e-13)


@every_joint
def test_displacement_is_what_lies_between_two_placements(model: kt.Model, joint: Any) -> None:
    for owner, q, v in states(model, joint):
        later = owner.integrate(q, kt.Array(v))
        T0, T1 = (numbers(joint.type.placement(x).matrix) for x in (q, later))
        X = numbers(joint.type.displacement(q, kt.Array(v)).matrix)
        assert_agree(X, np.linalg.solve(T0, T1), 1e-14 * np.abs(T1).max())
        along = numbers(joint.type.displacement(q, kt.Array(1j * H * v)).matrix, complex)
        S = numbers(joint.type.subspace(q).matrix)
        assert_agree(S @ v, twist(along.real, along.imag / H), 1e-13)


@every_joint
def test_bias_is_the_complex_step_of_the_subspace(model: kt.Model, joint: Any) -> None:
    for owner, q, v in states(model, joint):
        S = numbers(joint.type.subspace(owner.integrate(q, kt.Array(1j * H * v))).matrix, complex)
        bias = numbers(joint.type.bias(q, kt.Array(v)).vector)
        assert_agree(bias, (S @ v).imag / H, 1e-13, scale=float(v @ v))


@every_joint
def test_placement_is_rigid(model: kt.Model, joint: Any) -> None:
    for _, q, _ in states(model, joint):
        T = numbers(joint.type.placement(q).matrix)
        assert_agree(T[:3, :3].T @ T[:3, :3], np.eye(3), 1e-15 * 3)
        assert np.linalg.det(T[:3, :3]) > 0


CONSTANT = (kt.Revolute, kt.Continuous, kt.Helical, kt.Prismatic)
CONSTANT += (kt.Spherical, kt.Planar, kt.Translation, kt.FreeFlyer)
"""Types whose subspace does not depend on q, and whose `integrate` is its exponential."""

GROUPS = [p for p in JOINTS if isinstance(p.values[1].type, CONSTANT)]


@pytest.mark.parametrize(("model", "joint"), GROUPS)
def test_integrate_multiplies_by_the_exponential_of_the_twist(model: kt.Model, joint: Any) -> None:
    # the matrix exponential of SciPy, Pade with squaring, is good to about 1e-14
    for _, q, v in states(model, joint):
        x = numbers(joint.type.subspace(q).matrix) @ v
        X = np.zeros((4, 4))
        X[:3, :3], X[:3, 3] = np.cross(np.eye(3), x[3:]), x[:3]
        there = numbers(joint.type.placement(joint.type.integrate(q, kt.Array(v))).matrix)
        assert_agree(there, numbers(joint.type.placement(q).matrix) @ expm(X), 1e-13)


def test_the_trees_hold_every_joint_type_at_the_root_mid_chain_and_at_branches() -> None:
    kinds = (*CONSTANT, kt.SphericalEuler, kt.Universal, kt.Ellipsoid, kt.Composite, kt.Mimic)
    places: dict[type, set[str]] = {kind: set() for kind in kinds}
    for name in ALL:
        parents = [joint.parent for joint in TREES[name].model.joints]
        for joint in TREES[name].model.joints:
            children = parents.count(joint.index)
            siblings = parents.count(joint.parent)
            found = places.setdefault(type(joint.type), set())
            found |= {"root"} if joint.parent == 0 else set()
            found |= {"mid-chain"} if joint.parent and children else set()
            found |= {"branch"} if joint.parent and siblings > 1 and not children else set()
            found |= {"fork"} if children > 1 else set()
    assert places.keys() - {*kinds} == {Cam, Saddle}, "kinds in trees.KINDS but not here"
    for kind, found in places.items():
        assert found == {"root", "mid-chain", "branch", "fork"}, kind
