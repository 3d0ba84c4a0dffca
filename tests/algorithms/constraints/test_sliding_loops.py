"""Sliding loops: chains opened at a slide, derivatives, and constraints of rails."""

from typing import Any

import numpy as np
import pytest
from agreement import assert_agree, run, times
from complex_step import H, along, columns, rate
from contacts import PLACE, held, state
from scipy.spatial.transform import Rotation
from trees import FEW

import kinetree as kt

C = kt.constraints
AXIS = [0.36, 0.48, -0.8]
GAINS = (30.0, 8.0)
SLIDES = {
    "rail": kt.Prismatic(AXIS),
    "x": kt.Prismatic("x"),
    "free": kt.Translation(),
    "plane": kt.Planar(),
    "cylinder": kt.Composite(kt.Prismatic(AXIS), kt.Revolute(AXIS)),
    "piston": kt.Composite(kt.Continuous("z"), kt.Prismatic("z")),
}
OF_POINTS = ("plane", "cylinder", "piston")
"""Three points of a plane, two of an axis."""
ENDS = ("two bodies", "swapped", "a rail on the world", "the world on a rail")


def slide(model: kt.Model, joint: str, ends: str) -> tuple[kt.Loop]:
    """Two tips of a tree, or one and the world, apart and askew as its configuration has them."""
    tips = [f for f in model.frames if f.name.endswith("_tip")]
    one, other = (kt.Anchor(f.joint, f.placement) for f in (tips[0], tips[-1]))
    world = kt.Anchor(0, PLACE)
    anchors = dict(
        zip(ENDS, ((one, other), (other, one), (one, world), (world, one)), strict=True)
    )[ends]
    return (kt.Loop("slide", SLIDES[joint], *anchors),)


def free(joint: str) -> Any:
    """The projection on the translations that a slide leaves free, in the axes of its rail."""
    axis = {"x": [1, 0, 0], "piston": [0, 0, 1]}.get(joint, AXIS)
    return {"free": np.eye(3), "plane": np.diag([1.0, 1, 0])}.get(joint, np.outer(axis, axis))


def placement(model: kt.Model, q: Any, anchor: kt.Anchor) -> Any:
    """The placement of an anchor in the world."""
    T = kt.forward_kinematics.evaluate(model, q)[..., anchor.joint, :, :]
    return T @ np.array(anchor.placement.matrix, float)


def relative(model: kt.Model, q: Any, loop: kt.Loop) -> Any:
    """The placement of the first anchor in the second."""
    first, second = (placement(model, q, x) for x in (loop.first, loop.second))
    R = np.swapaxes(second[..., :3, :3], -1, -2)
    T = np.zeros(first.shape, first.dtype)
    T[..., :3, :3] = R @ first[..., :3, :3]
    T[..., :3, 3] = times(R, first[..., :3, 3] - second[..., :3, 3])
    return T


def angular(dR: Any, R: Any) -> Any:
    """w of dR = w x R."""
    W = dR @ np.swapaxes(R, -1, -2)
    return np.stack([W[..., 2, 1], W[..., 0, 2], W[..., 1, 0]], -1)


both_orders = pytest.mark.parametrize("ends", ENDS)
every_cut = pytest.mark.parametrize(
    ("joint", "ends"),
    [(x, "two bodies") for x in SLIDES] + [(x, y) for x in ("rail", "piston") for y in ENDS[1:]],
)
"""Every slide between two bodies, and one of a point and one of two with the other ends."""


@pytest.mark.sweep
@both_orders
@pytest.mark.parametrize("joint", [x for x in SLIDES if x not in OF_POINTS])
def test_rows_are_the_relative_motion_seen_from_the_rail(joint: str, ends: str) -> None:
    """Orthonormal rows: their squares are those of the motion less its free part."""
    model, at = held("saddle")[0], state("saddle")
    loops = slide(model, joint, ends)
    J = run(C.jacobian, model, at.q, statics={"contacts": loops})
    n = J.shape[1] - 3
    assert n == 3 - round(np.trace(free(joint)))
    for k in range(2):
        T = relative(model, at.q[k], loops[0])
        moved = rate(relative(model, along(model, at.q[k], np.eye(model.nv)), loops[0]))
        linear, turn = moved[:, :3, 3].T, angular(moved[:, :3, :3], T[:3, :3]).T
        assert_agree(J[k, n:], turn, 1e-12)
        assert_agree(J[k, :n].T @ J[k, :n], linear.T @ (np.eye(3) - free(joint)) @ linear, 1e-12)


@both_orders
@pytest.mark.parametrize("name", FEW)
def test_drift_is_the_rate_of_the_jacobian(name: str, ends: str) -> None:
    model, at = held(name)[0], state(name)
    loops = slide(model, "rail", ends)
    drift = run(C.drift, model, at.q, at.v, statics={"contacts": loops})
    for k in range(2):
        dJ = rate(C.jacobian.evaluate(model, along(model, at.q[k], at.v[k]), contacts=loops))
        assert_agree(drift[k], dJ @ at.v[k], 1e-12, scale=1.0)


@both_orders
@pytest.mark.parametrize("joint", [x for x in SLIDES if x not in OF_POINTS])
def test_errors_are_distances_from_the_rail_and_rotations(joint: str, ends: str) -> None:
    model, at = held("mixed")[0], state("mixed")
    loops = slide(model, joint, ends)
    T = relative(model, at.q, loops[0])
    e = run(C.error, model, at.q, statics={"contacts": loops})
    n = e.shape[1] - 3
    p = T[:, :3, 3]
    apart = np.linalg.norm(p - p @ free(joint), axis=1)
    assert_agree(np.linalg.norm(e[:, :n], axis=1), apart, 1e-12, scale=1.0)
    assert_agree(e[:, n:], Rotation.from_matrix(T[:, :3, :3]).as_rotvec(), 1e-12)
    moved = C.error(model, at.q, PLACE.matrix[None], contacts=loops)
    second = kt.Anchor(loops[0].second.joint, loops[0].second.placement @ PLACE)
    there = (kt.Loop("there", SLIDES[joint], loops[0].first, second),)
    assert_agree(moved, C.error(model, at.q, contacts=there), 1e-14)


def closed(slide: str, ends: str) -> tuple[kt.Model, kt.Model]:
    """A chain with a slide, and the same opened there: the body on the slide is free."""
    rng = np.random.default_rng(3)
    place = kt.SE3(kt.so3.exp(rng.normal(size=3)), rng.normal(size=3))
    inertias = [kt.Inertia(m, rng.normal(size=3), np.diag(m * (1 + rng.random(3)))) for m in (2, 1)]
    hinge = kt.SE3(kt.so3.exp(rng.normal(size=3)), rng.normal(size=3))
    on_world = "world" in ends

    def model(joint: kt.Joint) -> kt.Model:
        opened = isinstance(joint, kt.FreeFlyer)
        builder = kt.ModelBuilder("chain")
        for k, on in enumerate(() if on_world else ("world", "first")):
            name, root = ("first", "arm")[k], kt.Revolute(("x", AXIS)[k])
            builder.add_body(name, parent=on, joint=root, placement=hinge, inertia=inertias[k])
        where = {"parent": "world" if on_world else "arm", "placement": place}
        builder.add_body(
            "slider", joint=joint, inertia=inertias[0], **({"parent": "world"} if opened else where)
        )
        builder.add_body(
            "last", parent="slider", joint=kt.Spherical(), placement=hinge, inertia=inertias[1]
        )
        return builder.build()

    chain, pair = model(SLIDES[slide]), model(kt.FreeFlyer())
    rail = kt.Anchor(0 if on_world else 2, place)
    slider = kt.Anchor(pair.joint("slider_joint").index, kt.SE3.identity())
    anchors = (slider, rail) if ends in ("swapped", "a rail on the world") else (rail, slider)
    return chain, pair.replace(constraints=(kt.Loop("slide", SLIDES[slide], *anchors),))


def motion(chain: kt.Model, pair: kt.Model) -> tuple[Any, ...]:
    """Five states of the chain and the same of the pair, the slide far out: q, v, tau of each."""
    rng = np.random.default_rng(5)
    q, slide = kt.random_configuration(chain, 5, rng=rng), chain.joint("slider_joint")
    v, tau = rng.normal(size=(2, 5, chain.nv))
    q[:, slide.q_slice] *= [9.0 if unit == "m" else 1.0 for unit in slide.type.q_units]
    tau[:, slide.v_slice] = 0
    q2 = opened(slide.q_slice, q, kt.se3.to_xyz_quaternion(kt.forward_kinematics(chain, q)[:, -2]))
    its = ((v, twist(chain, q, v)), (tau, np.zeros((5, 6))))
    return q, v, tau, q2, *(opened(slide.v_slice, x, y) for x, y in its)


def twist(chain: kt.Model, q: Any, v: Any) -> Any:
    return kt.frame_velocity(chain, q, v, frame="slider_joint", reference="local")


def opened(slide: slice, x: Any, y: Any) -> Any:
    """x of the chain with y of the flying body in the place of that of the slide."""
    return np.concatenate([x[:, : slide.start], y, x[:, slide.stop :]], 1)


@pytest.mark.sweep
@every_cut
def test_a_chain_cut_at_a_slide_moves_as_the_chain(joint: str, ends: str) -> None:
    chain, pair = closed(joint, ends)
    q, v, tau, q2, v2, tau2 = motion(chain, pair)
    assert abs(C.error(pair, q2)).max() < 1e-13
    assert abs(C.jacobian(pair, q2) @ v2[..., None]).max() < 1e-13
    a = kt.aba(chain, q, v, tau)
    body = kt.frame_acceleration(chain, q, v, a, frame="slider_joint", reference="local")
    for gains in ((0, 0), GAINS):
        ddq, forces = C.forward_dynamics(pair, q2, v2, tau2, stabilization=gains)
        assert_agree(ddq, opened(chain.joint("slider_joint").v_slice, a, body), 1e-11)
    check_wrench(pair, q2, v2, tau2, ddq, forces)


def check_wrench(pair: kt.Model, q: Any, v: Any, tau: Any, ddq: Any, forces: Any) -> None:
    """Forces at points of the first body, and their opposites there on the other body.

    Nothing pushes where it is free.
    """
    (loop,) = pair.constraints
    first, second = (placement(pair, q, x) for x in (loop.first, loop.second))
    joint = next(name for name, x in SLIDES.items() if x is loop.joint)
    points = {"plane": np.eye(3)[:2], "cylinder": [AXIS], "piston": [[0, 0, 1]]}.get(joint, [])
    at_origin = np.zeros((5, 6))
    for k, point in enumerate([[0, 0, 0], *points]):
        f, m = forces[:, k, :3], forces[:, k, 3:]
        in_rail = times(np.swapaxes(second[:, :3, :3], 1, 2), f)
        assert abs(in_rail @ free(joint)).max() < 1e-13 * max(abs(forces).max(), 1.0)
        at = first[:, :3, 3] + first[:, :3, :3] @ point
        at_origin += np.concatenate([f, m + np.cross(at, f)], 1)
    wrenches = {}
    for sign, joint in ((1, loop.first.joint), (-1, loop.second.joint)):
        if joint:
            wrenches[pair.joint_names[joint]] = sign * at_origin
    f_ext = kt.external_forces(pair, q, wrenches, reference="world")
    scale = abs(kt.rnea(pair, q, v, ddq)).max()
    assert_agree(kt.rnea(pair, q, v, ddq, f_ext), tau, 1e-12, scale=scale)


@pytest.mark.sweep
@every_cut
def test_impacts_of_a_chain_cut_at_a_slide(joint: str, ends: str) -> None:
    """A blow on the slider: the jump of the velocity is that of the chain."""
    chain, pair = closed(joint, ends)
    q, v, _, q2, v2, _ = motion(chain, pair)
    slide = chain.joint("slider_joint").v_slice
    blow = np.random.default_rng(7).normal(size=(5, 6))
    J = kt.frame_jacobian(chain, q, frame="slider_joint", reference="local")
    jump = np.linalg.solve(kt.crba(chain, q), np.swapaxes(J, 1, 2) @ blow[..., None])[..., 0]
    force = opened(slide, 0 * v, blow)
    free_jump = np.linalg.solve(kt.crba(pair, q2), force[..., None])[..., 0]
    v_plus, impulses = C.impact(pair, q2, v2 + free_jump)
    assert_agree(v_plus, opened(slide, v + jump, twist(chain, q, v + jump)), 1e-11)
    assert np.isfinite(impulses).all()


@pytest.mark.sweep
@every_cut
def test_a_cut_slide_closes(joint: str, ends: str) -> None:
    chain, pair = closed(joint, ends)
    *_, q2, v2, _ = motion(chain, pair)
    rng = np.random.default_rng(6)
    off = kt.integrate(pair, q2, 0.1 * rng.normal(size=v2.shape))
    found = C.close_loops(pair, off, v2 + rng.normal(size=v2.shape))
    assert found.error.max() < 1e-12
    assert abs(C.jacobian(pair, found.q) @ found.v[..., None]).max() < 1e-12
    (loop,) = pair.constraints
    T = relative(pair, found.q, loop)
    if joint not in OF_POINTS:
        assert_agree(T[:, :3, :3], np.broadcast_to(np.eye(3), (5, 3, 3)), 1e-12)
    assert abs(T[:, :3, 3] @ (np.eye(3) - free(joint))).max() < 1e-12
    assert abs(T[:, :3, 3] @ free(joint)).max() > 3  # far out, where it was


@pytest.mark.sweep
@every_cut
def test_torques_of_a_chain_cut_at_a_slide(joint: str, ends: str) -> None:
    """The flying body has no motor; the shortest forces give the acceleration of the chain."""
    chain, pair = closed(joint, ends)
    *_, q2, v2, tau2 = motion(chain, pair)
    ddq, _ = C.forward_dynamics(pair, q2, v2, tau2)
    on = [i for i, name in enumerate(pair.v_names) if "slider" not in name]
    assert not pair.actuated[[i for i in range(pair.nv) if i not in on]].any()
    found, forces = C.inverse_dynamics(pair, q2, v2, ddq)
    assert_agree(found[:, on], tau2[:, on], 1e-10)
    check_wrench(pair, q2, v2, found, ddq, forces)


def test_torques_need_no_forces_where_all_joints_are_driven() -> None:
    chain, pair = closed("rail", "two bodies")
    *_, q, v, ddq = motion(chain, pair)
    driven = pair.replace(actuated=np.ones(pair.nv, bool))
    found, forces = C.inverse_dynamics(driven, q, v, ddq)
    np.testing.assert_array_equal(found, kt.rnea(driven, q, v, ddq))
    assert forces.shape == (len(q), 1, 6) and not forces.any()


def check_derivatives(model: kt.Model, q: Any, v: Any, tau: Any, **keywords: Any) -> None:
    """All six derivatives of one state, along one direction each."""
    found = C.forward_dynamics_derivatives.evaluate(model, q, v, tau, **keywords)
    w = np.random.default_rng(5).normal(size=(3, model.nv))
    ahead = along(model, q, w[0]), v + 1j * H * w[1], tau + 1j * H * w[2]
    for k, operands in enumerate(((ahead[0], v, tau), (q, ahead[1], tau), (q, v, ahead[2]))):
        moved = C.forward_dynamics.evaluate(model, *operands, **keywords)
        assert_agree(found[k] @ w[k], rate(moved.ddq), 1e-11)
        assert_agree(found[3 + k] @ w[k], rate(moved.forces), 1e-11)


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("joint", "ends", "gains"),
    [
        *(("rail", ends, GAINS) for ends in ENDS),
        *(("rail", "two bodies", gains) for gains in ((0, 0), (0, 8.0))),
        *((joint, "two bodies", GAINS) for joint in SLIDES if joint != "rail"),
    ],
)
def test_derivatives(joint: str, ends: str, gains: Any) -> None:
    # a small tree whose tips move apart in all directions: the forces of a slide are unique
    model, at = held("composite")[0], state("composite")
    loops = slide(model, joint, ends)
    check_derivatives(model, at.q[0], at.v[0], at.tau[0], contacts=loops, stabilization=gains)


@pytest.mark.sweep
def test_derivatives_with_a_mask_anchors_and_external_forces() -> None:
    model, contacts = held("composite")
    at = state("composite")
    all_ = (*slide(model, "rail", "two bodies"), contacts[1], *slide(model, "x", "swapped"))
    anchors = np.array(
        [kt.SE3.exp(kt.Motion([0.1 * k, 0.2, 0], [0, 0.3, k])).matrix for k in range(3)], float
    )
    f_ext = np.random.default_rng(3).normal(size=(model.njoints, 6))
    more = {"anchors": anchors, "f_ext": f_ext, "contacts": all_, "stabilization": GAINS}
    for mask in ([0, 1, 1], [1, 0, 0]):
        check_derivatives(model, at.q[1], at.v[1], at.tau[1], active=np.array(mask), **more)
    one = C.forward_dynamics(model, at.q, at.v, at.tau, [0, 0, 1], contacts=all_)
    own = C.forward_dynamics(model, at.q, at.v, at.tau, contacts=all_[2:])
    assert_agree(one.ddq, own.ddq, 1e-12)
    assert_agree(one.forces[:, 2:], own.forces, 1e-12)
    assert not one.forces[:, :2].any()


@pytest.mark.sweep
@both_orders
def test_derivatives_of_impacts(ends: str) -> None:
    model, at = held("mixed")[0], state("mixed")
    keywords = {"contacts": slide(model, "rail", ends), "restitution": 0.4}
    q, v = at.q[0], at.v[0]
    found = C.impact_derivatives.evaluate(model, q, v, **keywords)
    w = np.random.default_rng(5).normal(size=(2, model.nv))
    for k, operands in enumerate(((along(model, q, w[0]), v), (q, v + 1j * H * w[1]))):
        ahead = C.impact.evaluate(model, *operands, **keywords)
        assert_agree(found[k] @ w[k], rate(ahead.v_plus), 1e-12)
        assert_agree(found[2 + k] @ w[k], rate(ahead.impulses), 1e-12)


def test_errors_change_as_jacobians_say_where_a_slide_is_closed() -> None:
    chain, pair = closed("rail", "two bodies")
    q2 = motion(chain, pair)[3][0]
    slope = columns(C.error.evaluate(pair, along(pair, q2, np.eye(pair.nv))))
    assert_agree(slope, C.jacobian.evaluate(pair, q2), 1e-12)


@pytest.mark.parametrize("joint", SLIDES)
def test_forces_of_a_slide_leave_momentum(joint: str) -> None:
    model, at = held("mixed")[0], state("mixed")
    J = run(C.jacobian, model, at.q, statics={"contacts": slide(model, joint, "two bodies")})
    assert abs(J[..., :6]).max() < 1e-13 * abs(J).max()


@pytest.mark.sweep
def test_the_struts_of_cassie_hold() -> None:
    """Two slides, two hinges and two balls, closed where the file has them.

    Each strut slides beside two parallel hinges 35 mm apart: these turn equally, and the distance
    to the rail is 35 mm (1 - cos), so that its row vanishes where it is closed.
    """
    model, rng = kt.load("cassie_description/cassie"), np.random.default_rng(0)
    joints = [c.joint for c in model.constraints if isinstance(c, kt.Loop)]
    assert sum(isinstance(joint, kt.Prismatic) for joint in joints) == 2
    q, rest, tau = kt.neutral(model), np.zeros(model.nv), rng.normal(size=model.nv)
    assert abs(C.error(model, q)).max() < 1e-15
    ddq, forces = C.forward_dynamics(model, q, rest, tau)
    assert forces.shape == (18, 6)  # two points of each hinge, and ten gearboxes
    J, size = C.jacobian(model, q), abs(ddq).max()
    assert abs(J @ ddq).max() < 1e-7 * size
    off = q + 0.02 * rng.normal(size=(4, model.nq))
    found = C.close_loops(model, off, rng.normal(size=(4, model.nv)))
    assert found.error.max() < 2e-8  # where a row vanishes, its error is damped as its square
    assert np.isfinite(C.forward_dynamics(model, found.q, found.v, tau).ddq).all()
