"""Contacts against Pinocchio where it is right, and where it is not, shown by differences.

Its forces are those on the robot in the axes of the contact's frame, LOCAL, or of the world. A 6D
constraint in LOCAL holds the spatial acceleration, ours the classical one: they are the same where
contacts do not move, J v = 0.
"""

from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pinocchio as pin
import pytest
from agreement import assert_agree
from scipy.linalg import block_diag
from trees import to_pinocchio

import kinetree as kt
from kinetree.formats.installed import installed_robots

C = kt.constraints
FEET = {
    "solo_description/solo12": ("FL_FOOT", "FR_FOOT", "HL_FOOT", "HR_FOOT"),
    "anymal_c_simple_description/anymal": ("LF_FOOT", "RF_FOOT", "LH_FOOT", "RH_FOOT"),
    "talos_data/talos_reduced": (
        *("left_sole_link", "right_sole_link"),
        *("gripper_left_base_link", "gripper_right_base_link"),
    ),
}
KINDS = {"point": pin.ContactType.CONTACT_3D, "surface": pin.ContactType.CONTACT_6D}
LOCAL, WORLD_ALIGNED = pin.LOCAL, pin.LOCAL_WORLD_ALIGNED
SETTINGS = pin.ProximalSettings(1e-14, 1e-10, 50)


@cache
def robot(name: str) -> tuple[kt.Model, Any, Any]:
    file = str(installed_robots()[name])
    peer = pin.buildModelFromUrdf(file, pin.JointModelFreeFlyer())
    return kt.load(file, floating_base=True), peer, peer.createData()


def constraints(peer: Any, contacts: Sequence[kt.Contact], axes: Any, gains: Any = (0, 0)) -> Any:
    """Pinocchio's models of contacts, and their data."""
    models = pin.StdVec_RigidConstraintModel()
    for c in contacts:
        ends = [peer.frames[peer.getFrameId(c.frame)]]
        ends += [] if c.other == "world" else [peer.frames[peer.getFrameId(c.other)]]
        places = [x for f in ends for x in (f.parentJoint, f.placement)]
        if c.placement is not None:
            places += [0, pin.SE3(np.array(c.placement.matrix, float))]
        one = pin.RigidConstraintModel(KINDS[c.kind], peer, *places, axes)
        one.m_baumgarte_parameters.Kp, one.m_baumgarte_parameters.Kd = gains
        models.append(one)
    datas = pin.StdVec_RigidConstraintData()
    for one in models:
        datas.append(one.createData())
    return models, datas


def dynamics(peer: Any, data: Any, found: Any, *state: Any) -> tuple[Any, Any]:
    """Pinocchio's accelerations, and its forces by contact, in the axes of its constraints."""
    models, datas = found
    pin.initConstraintDynamics(peer, data, models, datas)
    ddq = pin.constraintDynamics(peer, data, *state, models, datas, SETTINGS).copy()
    return ddq, [np.array(x.contact_force.vector) for x in datas]


def states(name: str, contacts: Sequence[kt.Contact], count: int = 3) -> list[tuple[Any, Any, Any]]:
    """Random states whose contacts do not move."""
    model, rng = robot(name)[0], np.random.default_rng(0)
    q = kt.random_configuration(model, count, rng=rng)
    v, tau = rng.normal(size=(2, count, model.nv))
    v = C.impact(model, q, v, contacts=contacts).v_plus if len(contacts) else v
    return list(zip(q, v, tau, strict=True))


@pytest.mark.parametrize(
    ("name", "kind"), [*((name, "point") for name in FEET), ("talos_data/talos_reduced", "surface")]
)
def test_forward_dynamics_with_every_mask(name: str, kind: Any) -> None:
    """Accelerations and forces of 0 to 4 contacts, one kernel for all masks."""
    model, peer, data = robot(name)
    contacts = tuple(kt.Contact(f, kind) for f in FEET[name])
    kernel = C.forward_dynamics.compile(model, contacts=contacts, inputs=("active",))
    for q, v, tau in states(name, contacts):
        for mask in product([False, True], repeat=4):
            chosen = [c for c, on in zip(contacts, mask, strict=True) if on]
            found = kernel(q, v, tau, np.array(mask))
            ddq, forces = dynamics(peer, data, constraints(peer, chosen, LOCAL), q, v, tau)
            assert_agree(found.ddq, ddq, 1e-10)
            for c, f, theirs in zip(chosen, found.forces[list(mask)], forces, strict=True):
                R = kt.frame_placement(model, q, frame=c.frame)[:3, :3]
                linear, angular = R @ theirs[:3], R @ theirs[3:]
                own = np.concatenate([linear, angular if kind == "surface" else 0 * angular])
                assert_agree(f, own, 1e-9, scale=abs(found.forces).max())


@pytest.mark.sweep
@pytest.mark.parametrize("other", ["world", "loop"])
def test_stabilised_points_and_their_derivatives(other: str) -> None:
    """Where Pinocchio is right: 3D, any velocity, error and gains."""
    name = "solo_description/solo12"
    model, peer, data = robot(name)
    a, b, *_ = FEET[name]
    place = kt.SE3(np.eye(3), [0.3, 0.1, -0.2])
    contact = kt.Contact(a, placement=place) if other == "world" else kt.Contact(a, other=b)
    contacts, gains = (contact,), (50.0, 14.0)
    rng = np.random.default_rng(1)
    q = kt.random_configuration(model, rng=rng)
    v, tau = rng.normal(size=(2, model.nv))
    found = constraints(peer, contacts, WORLD_ALIGNED, gains)
    ddq, _ = dynamics(peer, data, found, q, v, tau)
    keywords = {"contacts": contacts, "stabilization": gains}
    assert_agree(C.forward_dynamics(model, q, v, tau, **keywords).ddq, ddq, 1e-10)
    theirs = pin.computeConstraintDynamicsDerivatives(peer, data, *found, SETTINGS)
    ours = C.forward_dynamics_derivatives(model, q, v, tau, **keywords)
    for mine, their in zip(ours[:3], theirs[:3], strict=True):
        assert_agree(mine, np.array(their), 1e-9)


def test_welds_of_two_bodies_that_are_apart() -> None:
    """6D between two grippers, in both of Pinocchio's axes."""
    name = "talos_data/talos_reduced"
    model, peer, data = robot(name)
    _, _, gripper, opposite = FEET[name]
    weld = (kt.Contact(gripper, "surface", other=opposite),)
    for axes, (q, v, tau) in product((LOCAL, WORLD_ALIGNED), states(name, weld)):
        assert abs(C.error(model, q, contacts=weld)).max() > 0.1
        ddq, _ = dynamics(peer, data, constraints(peer, weld, axes), q, 0 * v, tau)
        assert_agree(C.forward_dynamics(model, q, 0 * v, tau, contacts=weld).ddq, ddq, 1e-11)
        if axes == LOCAL:  # the other is wrong where the bodies move
            ddq, _ = dynamics(peer, data, constraints(peer, weld, axes), q, v, tau)
            assert_agree(C.forward_dynamics(model, q, v, tau, contacts=weld).ddq, ddq, 1e-10)


@pytest.mark.sweep
@pytest.mark.parametrize("name", ["solo_description/solo12", "talos_data/talos_reduced"])
def test_impacts_are_pinocchios(name: str) -> None:
    model, peer, data = robot(name)
    contacts = tuple(
        kt.Contact(f, "surface" if "talos" in name else "point") for f in FEET[name][:2]
    )
    rng = np.random.default_rng(1)
    q, v = kt.random_configuration(model, rng=rng), rng.normal(size=model.nv)
    models, datas = constraints(peer, contacts, LOCAL)
    for e in (0.0, 0.6):
        pin.initConstraintDynamics(peer, data, models, datas)
        v_plus = pin.impulseDynamics(peer, data, q, v, models, datas, e, SETTINGS)
        found = C.impact(model, q, v, contacts=contacts, restitution=e)
        assert_agree(found.v_plus, v_plus, 1e-8)  # J v_plus of Pinocchio is up to 1e-9


@pytest.mark.sweep
def test_loops_of_cassie() -> None:
    model = kt.load("cassie_reduced")
    peer = to_pinocchio(model)
    data = peer.createData()
    rng = np.random.default_rng(0)
    q = kt.neutral(model) + 0.02 * rng.normal(size=(3, model.nq))
    closed = C.close_loops(model, q, rng.normal(size=(3, model.nv)))
    models, datas = pin.StdVec_RigidConstraintModel(), pin.StdVec_RigidConstraintData()
    for loop in model.constraints:
        ends = [
            x
            for a in (loop.first, loop.second)
            for x in (a.joint, pin.SE3(np.array(a.placement.matrix, float)))
        ]
        models.append(pin.RigidConstraintModel(KINDS["point"], peer, *ends, WORLD_ALIGNED))
        datas.append(models[-1].createData())
    tau = rng.normal(size=(3, model.nv))
    found = C.forward_dynamics(model, closed.q, closed.v, tau)
    for k in range(3):
        ddq, _ = dynamics(peer, data, (models, datas), closed.q[k], closed.v[k], tau[k])
        assert_agree(found.ddq[k], ddq, 1e-9)


@pytest.mark.sweep
@pytest.mark.parametrize("other", ["world", "loop"])
def test_pinocchios_derivatives_of_stabilised_surfaces_are_wrong(other: str) -> None:
    """6D in LOCAL_WORLD_ALIGNED with Kp > 0: ours are those of differences, Pinocchio's are not."""
    name = "solo_description/solo12"
    model, peer, data = robot(name)
    a, b, third, fourth = FEET[name]
    loop = kt.Contact(third, "surface", other=fourth)
    contacts = (kt.Contact(a, "surface"), kt.Contact(b, "surface")) if other == "world" else (loop,)
    gains = (50.0, 14.0)
    rng = np.random.default_rng(1)
    q, (v, tau) = kt.random_configuration(model, rng=rng), rng.normal(size=(2, model.nv))
    placed = contacts
    if other == "world":
        placed = tuple(kt.Contact(c.frame, c.kind, placement=kt.SE3.identity()) for c in contacts)
    found = constraints(peer, contacts, WORLD_ALIGNED, gains)

    def theirs(q: Any) -> Any:
        return dynamics(peer, data, found, q, v, tau)[0]

    w, h = rng.normal(size=model.nv), 1e-6
    stepped = (theirs(kt.integrate(model, q, h * w)) - theirs(kt.integrate(model, q, -h * w))) / (
        2 * h
    )
    theirs(q)
    slope = np.array(pin.computeConstraintDynamicsDerivatives(peer, data, *found, SETTINGS)[0]) @ w
    assert abs(slope - stepped).max() > 0.01 * abs(stepped).max()
    keywords = {"contacts": placed, "stabilization": gains}

    def ours(q: Any) -> Any:
        return C.forward_dynamics(model, q, v, tau, **keywords).ddq

    stepped = (ours(kt.integrate(model, q, h * w)) - ours(kt.integrate(model, q, -h * w))) / (2 * h)
    slope = C.forward_dynamics_derivatives(model, q, v, tau, **keywords).ddq_dq @ w
    assert_agree(slope, stepped, 1e-6)


def test_the_delassus_matrix_is_pinocchios() -> None:
    """Pinocchio's is in the axes of the feet, whatever the constraint says."""
    name = "solo_description/solo12"
    model, peer, data = robot(name)
    contacts = tuple(kt.Contact(f) for f in FEET[name])
    q = kt.random_configuration(model, rng=0)
    found = constraints(peer, contacts, LOCAL)
    pin.initConstraintDynamics(peer, data, *found)
    theirs = np.array(pin.computeDelassusMatrix(peer, data, q, *found, 0.0))
    R = block_diag(*kt.frame_placement(model, q, frame=FEET[name])[:, :3, :3])
    assert_agree(R.T @ C.delassus(model, q, contacts=contacts) @ R, theirs, 1e-11)


def test_pinocchios_algorithms_differ_for_loops_that_come_apart() -> None:
    """A weld whose bodies move against each other: ours has rows that hold, Pinocchio's two not."""
    name = "talos_data/talos_reduced"
    model, peer, data = robot(name)
    _, _, gripper, opposite = FEET[name]
    weld, rng = (kt.Contact(gripper, "surface", other=opposite),), np.random.default_rng(1)
    q, (v, tau) = kt.random_configuration(model, rng=rng), rng.normal(size=(2, model.nv))
    found, other = constraints(peer, weld, WORLD_ALIGNED), peer.createData()
    pin.computeJointMinimalOrdering(peer, other, found[0])
    by_lcaba = np.array(
        pin.lcaba(peer, other, q, v, tau, *found, pin.ProximalSettings(1e-12, 1e-6, 10))
    )
    by_factor = np.array(dynamics(peer, data, found, q, v, tau)[0])
    size = abs(by_factor).max()
    assert abs(by_lcaba - by_factor).max() > 1e-3 * size
    ddq = C.forward_dynamics(model, q, v, tau, contacts=weld).ddq
    rest = C.jacobian(model, q, contacts=weld) @ ddq + C.drift(model, q, v, contacts=weld)
    assert abs(rest).max() < 1e-11 * size


def test_pinocchio_has_no_constraints_in_world_axes() -> None:
    name = "solo_description/solo12"
    _, peer, _ = robot(name)
    with pytest.raises(ValueError, match="LOCAL"):
        constraints(peer, (kt.Contact(FEET[name][0]),), pin.WORLD)


def test_pinocchios_admm_leaves_its_damping_behind() -> None:
    """Its Gauss-Seidel solver finds something else on the same matrix afterwards; ours does not."""
    model = pin.Model()
    model.addJoint(0, pin.JointModelFreeFlyer(), pin.SE3.Identity(), "root")
    contact = pin.PointContactConstraintModel(model, 1, pin.SE3.Identity())
    contact.setFriction(0.5)
    models, datas = pin.StdVec_ConstraintModel(), pin.StdVec_ConstraintData()
    models.append(pin.ConstraintModel(contact))
    datas.append(models[0].createData())
    matrix, g = np.asfortranarray(2 * np.eye(3)), np.array([1.0, 0.0, -1.0])
    delassus, many = pin.DelassusOperatorDense(matrix), pin.PGSSolverSettings()
    many.max_iterations = 1000

    def by_sweeps() -> Any:
        result = pin.PGSSolverResult()
        pin.PGSConstraintSolver(3).solve(delassus, g, models, datas, many, result)
        return np.array(result.retrieveConstraintImpulses())

    before = by_sweeps()
    result, settings = pin.ADMMSolverResult(), pin.ADMMSolverSettings()
    pin.ADMMConstraintSolver(3).solve(delassus, g, models, datas, settings, result)
    assert delassus.matrix()[0, 0] > 3
    assert abs(by_sweeps() - before).max() > 0.1
    ours = kt.friction.solve(2 * kt.math.eye(3), g.tolist(), [0.5])
    assert_agree(np.array(ours.impulses.flat, float), before, 1e-6)
