"""States in other conventions: MuJoCo as an oracle, RBDL and kindr by their own kinematics."""

from typing import Any

import numpy as np
import pytest
from agreement import assert_agree, run, times, transposed
from refused import check, refused
from scipy.spatial.transform import Rotation
from trees import random_inertia

import kinetree as kt

BOTH_WAYS = {
    "mujoco": (kt.convert.from_mujoco, kt.convert.to_mujoco),
    "kindr": (kt.convert.from_kindr, kt.convert.to_kindr),
    "rbdl": (kt.convert.from_rbdl, kt.convert.to_rbdl),
}


def _placement(rng: Any) -> kt.SE3:
    return kt.SE3(Rotation.random(random_state=rng).as_matrix(), rng.uniform(-0.5, 0.5, 3))


RNG = np.random.default_rng(7)


def _robot(name: str, plan: list[tuple[str, str, kt.Joint]], seed: int = 0) -> kt.Model:
    """Bodies on joints at random placements, the world's too."""
    rng = np.random.default_rng(seed)
    builder = kt.ModelBuilder(name)
    for body, parent, joint in plan:
        builder.add_body(
            body,
            parent=parent,
            joint=joint,
            placement=_placement(rng),
            inertia=random_inertia(rng),
            armature=0.1 if joint.nq == 1 else 0.0,
        )
    return builder.build().replace(gravity=[0.3, -0.4, -9.7])


ROBOTS = {
    "mujoco": _robot(
        "zoo",
        [
            ("base", "world", kt.FreeFlyer()),
            ("arm", "base", kt.Revolute([0.6, 0.0, 0.8])),
            ("hand", "arm", kt.Spherical()),
            ("finger", "hand", kt.Prismatic("y")),
            ("wheel", "base", kt.Continuous([0.0, 0.6, -0.8])),
            ("cart", "world", kt.Planar()),
            (
                "gimbal",
                "cart",
                kt.Composite(kt.Universal("x", "y"), kt.Continuous("z"), kt.Fixed()),
            ),
            ("box", "world", kt.FreeFlyer()),
            ("head", "box", kt.SphericalEuler("yxy")),
            ("slider", "box", kt.Translation()),
        ],
    ),
    "kindr": _robot(
        "walker",
        [
            ("base", "world", kt.FreeFlyer()),
            ("hip", "base", kt.Revolute("x")),
            ("knee", "hip", kt.Prismatic([0.0, 0.6, 0.8])),
            ("wheel", "knee", kt.Continuous("y")),
            ("screw", "base", kt.Helical("z", 0.2)),
        ],
    ),
    "rbdl": _robot(
        "tree",
        [
            ("arm", "world", kt.Spherical()),
            ("flyer", "arm", kt.FreeFlyer()),
            ("turn", "flyer", kt.Continuous([0.6, 0.8, 0.0])),
            ("slide", "arm", kt.Composite(kt.Planar(), _placement(RNG), kt.Spherical())),
            ("base", "world", kt.FreeFlyer()),
        ],
    ),
}


def _states(model: kt.Model, seed: int = 1) -> tuple[Any, Any, Any, Any]:
    """q, v, a, tau, each (5, n)."""
    rng = np.random.default_rng(seed)
    return kt.random_configuration(model, 5, rng=rng), *rng.normal(size=(3, 5, model.nv))


def _rate(function: Any) -> Any:
    """The derivative at 0 of a function of time, to about 1e-12 of it."""
    h = 1e-3
    return (8 * (function(h) - function(-h)) - (function(2 * h) - function(-2 * h))) / (12 * h)


# MuJoCo


def _mujoco_joints(kind: kt.Joint) -> str:
    """The elements of MJCF that move as a joint does."""
    axes = {"x": "1 0 0", "y": "0 1 0", "z": "0 0 1"}

    elements = {
        kt.FreeFlyer: ["free"],
        kt.Spherical: ["ball"],
        kt.Planar: ["slide x", "slide y", "hinge z"],
        kt.Universal: ["hinge x", "hinge y"],
        kt.SphericalEuler: ["hinge y", "hinge x", "hinge y"],
        kt.Translation: ["slide x", "slide y", "slide z"],
        kt.Revolute: ["hinge own"],
        kt.Continuous: ["hinge own"],
        kt.Prismatic: ["slide own"],
        kt.Fixed: [],
    }
    if isinstance(kind, kt.Composite):
        return "".join(map(_mujoco_joints, kind.joints))
    if hasattr(kind, "axis"):
        axes["own"] = " ".join(repr(float(x)) for x in kind.axis)
    text = ""
    for word, _, axis in (element.partition(" ") for element in elements[type(kind)]):
        text += f'<joint type="{word}"' + (f' axis="{axes[axis]}"' if axis else "")
        text += ' armature="0.1"/>' if kind.nq == 1 else "/>"
    return text


def _mjcf(model: kt.Model) -> str:
    """The same robot as MJCF text."""

    def numbers(x: Any) -> str:
        return " ".join(repr(float(y)) for y in x)

    def element(i: int) -> str:
        m, hx, hy, hz, xx, xy, yy, xz, yz, zz = model.inertias[i]
        c = np.array([hx, hy, hz]) / m
        about_c = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
        about_c = about_c - m * (c @ c * np.eye(3) - np.outer(c, c))
        full = about_c[[0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]]
        T = model.placements[i]
        x, y, z, w = Rotation.from_matrix(T[:3, :3]).as_quat()
        children = "".join(element(k) for k in range(1, model.njoints) if model.parents[k] == i)
        return (
            f'<body pos="{numbers(T[:3, 3])}" quat="{numbers([w, x, y, z])}">'
            f"{_mujoco_joints(model.joints[i - 1].type)}"
            f'<inertial pos="{numbers(c)}" mass="{float(m)!r}" fullinertia="{numbers(full)}"/>'
            f"{children}</body>"
        )

    trees = "".join(element(i) for i in range(1, model.njoints) if model.parents[i] == 0)
    return (
        f'<mujoco><compiler angle="radian"/><option gravity="{numbers(model.gravity)}"/>'
        f"<worldbody>{trees}</worldbody></mujoco>"
    )


@pytest.fixture(scope="module")
def mujoco_robot() -> Any:
    import mujoco

    model = mujoco.MjModel.from_xml_string(_mjcf(ROBOTS["mujoco"]))
    return mujoco, model, mujoco.MjData(model)


def test_mujoco_has_the_bodies_in_the_same_places(mujoco_robot):
    mujoco, peer, data = mujoco_robot
    model = ROBOTS["mujoco"]
    q, _, _, _ = _states(model)
    T = run(kt.forward_kinematics, model, q)
    for k, qpos in enumerate(kt.convert.to_mujoco(model, q).q):
        data.qpos[:] = qpos
        mujoco.mj_kinematics(peer, data)
        assert_agree(data.xpos, T[k, :, :3, 3], 1e-14)
        assert_agree(data.xmat.reshape(-1, 3, 3), T[k, :, :3, :3], 1e-14)


def test_mujoco_has_the_same_inverse_dynamics_and_mass_matrix(mujoco_robot):
    mujoco, peer, data = mujoco_robot
    model = ROBOTS["mujoco"]
    states = _states(model)
    theirs = kt.convert.to_mujoco(model, *states)
    q, v, a, _ = states
    tau = kt.convert.to_mujoco(model, q, tau=run(kt.rnea, model, q, v, a)).tau
    # M of MuJoCo = B^T M B, where v = B qvel
    B = transposed(kt.convert.from_mujoco(model, theirs.q[:, None], np.eye(model.nv)).v)
    M = transposed(B) @ run(kt.crba, model, q) @ B
    for k in range(len(q)):
        data.qpos[:], data.qvel[:], data.qacc[:] = theirs.q[k], theirs.v[k], theirs.a[k]
        mujoco.mj_inverse(peer, data)
        assert_agree(data.qfrc_inverse, tau[k])
        column = np.zeros(model.nv)
        for i, e in enumerate(np.eye(model.nv)):
            mujoco.mj_mulM(peer, data, column, e)
            assert_agree(column, M[k, :, i], scale=abs(M[k]).max())


def test_forces_of_mujoco_give_the_accelerations_of_mujoco(mujoco_robot):
    """The way back: qfrc_applied and qvel to tau and v, and qacc against aba."""
    mujoco, peer, data = mujoco_robot
    model = ROBOTS["mujoco"]
    rng = np.random.default_rng(3)
    for _ in range(3):
        data.qpos[:] = kt.convert.to_mujoco(model, kt.random_configuration(model, rng=rng)).q
        data.qvel[:], data.qfrc_applied[:] = rng.normal(size=(2, model.nv))
        mujoco.mj_forward(peer, data)
        q, v, a, tau = kt.convert.from_mujoco(
            model, data.qpos, data.qvel, data.qacc, data.qfrc_applied
        )
        assert_agree(run(kt.aba, model, q, v, tau), a, 1e-10)


# all conventions


@pytest.mark.parametrize("name", BOTH_WAYS)
def test_there_and_back(name):
    into, out = BOTH_WAYS[name]
    model = ROBOTS[name]
    states = _states(model)
    for x, y in zip(into(model, *out(model, *states)), states, strict=True):
        assert_agree(x, y, 1e-14)


@pytest.mark.parametrize("name", BOTH_WAYS)
def test_power_is_the_same(name):
    model = ROBOTS[name]
    states = _states(model)
    theirs = BOTH_WAYS[name][1](model, *states)
    _, v, _, tau = states
    assert_agree((theirs.v * theirs.tau).sum(-1), (v * tau).sum(-1), 1e-13)
    assert abs(theirs.tau - tau).max() > 0.1


@pytest.mark.parametrize("name", BOTH_WAYS)
def test_accelerations_are_rates_of_velocities(name):
    model = ROBOTS[name]
    out = BOTH_WAYS[name][1]
    q, v, a, _ = _states(model)
    moving = _rate(lambda t: out(model, run(kt.integrate, model, q, t * v), v + t * a).v)
    assert_agree(out(model, q, v, a).a, moving, 1e-10)


@pytest.mark.parametrize("name", BOTH_WAYS)
def test_batch_axes_broadcast(name):
    into, out = BOTH_WAYS[name]
    model = ROBOTS[name]
    q, v, a, tau = _states(model)
    whole = out(model, q[:, None], v[None, :3], a[0], tau[0])
    assert whole.q.shape[:-1] == (5, 1)
    assert whole.v.shape == whole.a.shape == (5, 3, model.nv)
    assert whole.tau.shape == (5, 1, model.nv)
    back = into(model, *whole)
    for i, k in ((0, 0), (4, 2)):
        one = out(model, q[i], v[k], a[0], tau[0])
        for x, y in zip(
            one, (whole.q[i, 0], whole.v[i, k], whole.a[i, k], whole.tau[i, 0]), strict=True
        ):
            assert_agree(x, y, 1e-15)
        assert_agree(back.a[i, k], a[0], 1e-14)
    assert out(model, q).v is None and out(model, np.empty((0, model.nq)), v[0]).v.shape[0] == 0


@pytest.mark.parametrize("name", BOTH_WAYS)
def test_the_length_of_quaternions_does_not_matter(name):
    into, out = BOTH_WAYS[name]
    model = ROBOTS[name]
    q, v, a, _ = _states(model)
    assert not kt.check_configuration(model, into(model, 3 * out(model, q).q).q)
    longer = q.copy()
    for j in model.free_joints:
        if isinstance(j.type, (kt.Spherical, kt.FreeFlyer)):
            longer[:, j.q_slice.stop - 4 : j.q_slice.stop] *= 3
        if isinstance(j.type, (kt.Continuous, kt.Planar)):
            longer[:, j.q_slice.stop - 2 : j.q_slice.stop] *= 3
    for x, y in zip(out(model, longer, v, a)[:3], out(model, q, v, a)[:3], strict=True):
        assert_agree(x, y, 4e-15)
    longer[0, :] = 0
    theirs = out(model, longer, v, a)
    assert np.isnan(theirs.q[0]).any() and np.isfinite(theirs.v[1:]).all()


def test_a_fixed_base_needs_no_change_but_angles():
    arm = kt.robots.arm()
    q, v = np.arange(7) / 7, np.arange(7.0)
    for _, out in BOTH_WAYS.values():
        theirs = out(arm, q, v)
        np.testing.assert_array_equal(theirs.q, q)
        np.testing.assert_array_equal(theirs.v, v)


# kindr


def test_kindr_moves_as_its_sheet_says():
    """dq/dt = F u with F = diag(1, H^T / 2, 1), and the pose that the base then has.

    Source: [KindrSheet, Generalized Coordinates].
    """
    model = ROBOTS["kindr"]
    q, v, _, _ = _states(model)
    theirs = kt.convert.to_kindr(model, q, v)
    T = run(kt.forward_kinematics, model, q)[:, model.joint("base_joint").index]
    assert_agree(theirs.q[:, :3], T[:, :3, 3], 1e-15)
    w, x, y, z = theirs.q[:, 3:7].T
    assert_agree(Rotation.from_quat(np.stack([x, y, z, w], -1)).as_matrix(), T[:, :3, :3], 1e-15)
    H = np.array([[-x, w, z, -y], [-y, -z, w, x], [-z, y, -x, w]]).transpose(2, 0, 1)
    rate = _rate(lambda t: kt.convert.to_kindr(model, run(kt.integrate, model, q, t * v)).q)
    assert_agree(rate[:, :3], theirs.v[:, :3], 1e-11)
    assert_agree(rate[:, 3:7], times(transposed(H), theirs.v[:, 3:6]) / 2, 1e-11)
    assert_agree(rate[:, 7:], theirs.v[:, 6:], 1e-11)


# RBDL


def _rbdl_joints(kind: kt.Joint) -> list[kt.Joint]:
    """The joints that RBDL makes of one."""
    match kind:
        case kt.FreeFlyer():
            return [kt.Translation(), kt.Spherical()]
        case kt.Planar():
            return [kt.Prismatic("x"), kt.Prismatic("y"), kt.Revolute("z")]
        case kt.Composite():
            return [x for joint in kind.joints for x in _rbdl_joints(joint)]
        case kt.Continuous():
            return [kt.Revolute(kind.axis)]
    return [kind]


def _rbdl_placements(model: kt.Model, q: Any) -> Any:
    """The placements of bodies in RBDL: X_J of each joint by its index, the w of balls at the end.

    The free joint on the world stands at its origin, the others at their placements.
    """
    joints = [_rbdl_joints(j.type) for j in model.joints]
    w = model.nv  # multdof3_w_index starts at dof_count
    start, T = 0, [np.eye(4)]
    for j, parts in zip(model.joints, joints, strict=True):
        floats = isinstance(j.type, kt.FreeFlyer) and j.parent == 0
        T.append(T[j.parent] @ (np.eye(4) if floats else model.placements[j.index]))
        for kind in parts:
            X = np.eye(4)
            x = q[start : start + kind.nv]
            if isinstance(kind, kt.Spherical):
                X[:3, :3] = Rotation.from_quat([*x, q[w]]).as_matrix()
                w += 1
            elif isinstance(kind, kt.Translation):
                X[:3, 3] = x
            elif isinstance(kind, kt.Prismatic):
                X[:3, 3] = x * np.array(kind.axis, float)
            elif isinstance(kind, kt.Revolute):
                X[:3, :3] = Rotation.from_rotvec(x * np.array(kind.axis, float)).as_matrix()
            else:
                X = np.array(kind.placement(()).matrix, float)  # between two joints
            T[-1] = T[-1] @ X
            start += kind.nv
    assert w == len(q)
    return np.array(T)


def test_rbdl_has_the_bodies_in_the_same_places():
    model = ROBOTS["rbdl"]
    q, _, _, _ = _states(model)
    expected = run(kt.forward_kinematics, model, q)
    for T, theirs in zip(expected, kt.convert.to_rbdl(model, q).q, strict=True):
        assert_agree(_rbdl_placements(model, theirs), T, 1e-14)


def test_rbdl_moves_as_its_joints_say():
    """dQ/dt = QDot, and omegaToQDot of Quaternion.h for the balls."""
    model = ROBOTS["rbdl"]
    q, v, _, _ = _states(model)
    theirs = kt.convert.to_rbdl(model, q, v)
    rate = _rate(lambda t: kt.convert.to_rbdl(model, run(kt.integrate, model, q, t * v)).q)
    start, w = 0, model.nv
    for kind in [x for j in model.joints for x in _rbdl_joints(j.type)]:
        s = slice(start, start + kind.nv)
        if isinstance(kind, kt.Spherical):
            x, y, z, e = (*theirs.q[:, s].T, theirs.q[:, w])
            m = np.array([[e, -z, y], [z, e, -x], [-y, x, e], [-x, -y, -z]]).transpose(2, 0, 1)
            expected = times(m, theirs.v[:, s]) / 2
            assert_agree(np.column_stack([rate[:, s], rate[:, w]]), expected, 1e-10)
            w += 1
        elif kind.nv:
            assert_agree(rate[:, s], theirs.v[:, s], 1e-10)
        start += kind.nv


# what does not fit


@refused(__file__)
def test_shapes_that_do_not_fit_are_refused(call, message):
    check(call, message, globals())


@pytest.mark.parametrize(
    "name, joint, message",
    [
        ("mujoco", kt.Helical("z", 0.1), r"joint 'b_joint' is Helical\(.*MuJoCo does not have"),
        ("mujoco", kt.FreeFlyer(), "is FreeFlyer.*MuJoCo does not have.* FreeFlyer on the world"),
        ("rbdl", kt.Composite(kt.FreeFlyer(), kt.Revolute("z")), "RBDL does not have"),
        ("kindr", kt.Spherical(), "kindr does not have; it has Revolute,.* FreeFlyer first"),
        ("kindr", kt.Mimic("a_joint"), "joint 'b_joint' follows 'a_joint'; in kindr .*mimic=False"),
    ],
)
def test_joints_without_a_counterpart_are_named(name, joint, message):
    model = _robot("odd", [("a", "world", kt.Revolute("z")), ("b", "a", joint)])
    for convert in BOTH_WAYS[name]:
        with pytest.raises(kt.ModelError, match=message):
            convert(model, [0.0])
