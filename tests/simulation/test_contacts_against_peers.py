"""Friction beside Pinocchio's solvers, boxes and a quadruped at rest beside MuJoCo."""

from typing import Any

import mujoco
import numpy as np
import pinocchio as pin
import pytest

import kinetree as kt

MU, DT, G = 0.7, 1e-3, 9.81
CROUCH = [0.0, 0.6, -1.2]
ROBOT = kt.robots.quadruped(12)
FEET = [kt.Contact(name) for name in ROBOT.frame_names if name.endswith("_foot")]


def of_pinocchio(kind: str, matrix: Any, g: Any, iterations: int, tolerance: float) -> Any:
    """The impulses that one of Pinocchio's solvers finds."""
    model = pin.Model()
    model.addJoint(0, pin.JointModelFreeFlyer(), pin.SE3.Identity(), "root")
    models, datas = pin.StdVec_ConstraintModel(), pin.StdVec_ConstraintData()
    for _ in range(len(g) // 3):
        contact = pin.PointContactConstraintModel(model, 1, pin.SE3.Identity())
        contact.setFriction(MU)
        models.append(pin.ConstraintModel(contact))
        datas.append(models[len(models) - 1].createData())
    settings = getattr(pin, f"{kind}SolverSettings")()
    settings.max_iterations = iterations
    for name in ("feasibility", "complementarity"):
        setattr(settings, f"absolute_{name}_tol", tolerance)
        setattr(settings, f"relative_{name}_tol", 0.0)
    result = getattr(pin, f"{kind}SolverResult")()
    delassus = pin.DelassusOperatorDense(np.asfortranarray(matrix))
    solver = getattr(pin, f"{kind}ConstraintSolver")(len(g))
    solver.solve(delassus, g, models, datas, settings, result)
    return np.array(result.retrieveConstraintImpulses())


@kt.algorithm("(m,m),(m),(k)->(m)")
def impulses(model: Any, matrix: Any, g: Any, mu: Any) -> Any:
    return kt.friction.solve(matrix, g, mu, iterations=1000).impulses


def crouching() -> Any:
    q = kt.neutral(ROBOT)
    q[7:] = CROUCH * 4
    q[2] -= kt.frame_placement(ROBOT, q, frame=FEET[0].frame)[2, 3]
    return q


@pytest.mark.parametrize(
    ("v", "expected"),
    [
        ([0, 0, -0.5, 0, 0, 0], "sticks"),
        ([0.9, -0.4, -0.3, 0, 0, 0], "slides"),
        ([0.2, 0.1, -0.1, 0, 1.5, 0], "separates"),
        ([0.1, 0.5, -0.2, 0.6, 0, 2.0], "mixed"),
    ],
)
def test_pinocchio_finds_the_same_impulses(v, expected):
    q, twist = crouching(), np.array([*v, *np.zeros(12)], float)
    J = kt.constraints.jacobian(ROBOT, q, contacts=FEET)
    matrix = kt.constraints.delassus(ROBOT, q, contacts=FEET)
    matrix += 1e-8 * np.trace(matrix) / 12 * np.eye(12)
    g = J @ (twist + DT * kt.aba(ROBOT, q, twist, np.zeros(18)))
    found = impulses(ROBOT, matrix, g, [MU] * 4)
    size = abs(found).max()
    assert size > 0.1
    for kind, tolerance in (("PGS", 1e-13), ("ADMM", 1e-8)):
        theirs = of_pinocchio(kind, matrix, g, 5000, 1e-3 * tolerance)
        assert abs(found - theirs).max() < tolerance * size, (kind, expected)
    l = found.reshape(4, 3)
    slides = np.isclose(np.linalg.norm(l[:, :2], axis=1), MU * l[:, 2], rtol=1e-9, atol=0)
    assert {
        "sticks": (l[:, 2] > 0).all() and not slides.any(),
        "slides": slides.all(),
        "separates": (l[:, 2] == 0).any(),
        "mixed": True,
    }[expected]


def numbers(x: Any) -> str:
    return " ".join(f"{y:.17g}" for y in np.ravel(x))


BOX, MASS = np.array([0.2, 0.1, 0.05]), 2.0
SIGNS = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]


def box() -> Any:
    """A box whose eight corners touch the plane."""
    moments = MASS / 3 * np.array([BOX[1:] @ BOX[1:], BOX[::2] @ BOX[::2], BOX[:2] @ BOX[:2]])
    b = kt.ModelBuilder("box")
    b.add_body("box", joint=kt.FreeFlyer(), inertia=kt.Inertia(MASS, [0, 0, 0], np.diag(moments)))
    model = b.build()
    for i, sign in enumerate(SIGNS):
        model = model.with_frame(f"c{i}", parent="box", placement=kt.SE3(np.eye(3), BOX * sign))
    return model


@pytest.mark.parametrize("seed", range(3))
def test_a_dropped_box_comes_to_rest_where_mujocos_does(seed):
    """A tilted box that is dropped tumbles onto the same face; its first fall is the same."""
    model, rng = box(), np.random.default_rng(seed)
    q, v = np.zeros(7), np.zeros(6)
    q[3:] = kt.rotations.exp(0.3 * rng.standard_normal(3), kind="quaternion")
    q[2] = 0.3
    v[:2] = kt.so3.from_quaternion(q[3:])[:2, :2].T @ (0.2 * rng.standard_normal(2))
    contacts, steps = [kt.Contact(f"c{i}") for i in range(8)], 2000
    qs, vs = kt.simulation.rollout(
        model,
        q,
        v,
        np.zeros((steps, 6)),
        DT,
        friction=[MU] * 8,
        simulation=kt.Simulation(integrator="midpoint", contacts=contacts),
    )
    points = "".join(
        f'<geom type="sphere" size="1e-4" pos="{numbers(BOX * s)}" friction="{MU} 0 0"/>'
        for s in SIGNS
    )
    moments = np.array([BOX[1:] @ BOX[1:], BOX[::2] @ BOX[::2], BOX[:2] @ BOX[:2]]) * MASS / 3
    text = (
        f'<mujoco><option timestep="{DT}" cone="elliptic" integrator="RK4"/><worldbody>'
        f'<geom type="plane" size="0 0 1" pos="0 0 -1e-4" friction="{MU} 0 0"/>'
        f'<body><freejoint/><inertial mass="{MASS}" pos="0 0 0" diaginertia="{numbers(moments)}"/>'
        f"{points}</body></worldbody></mujoco>"
    )
    mj = mujoco.MjModel.from_xml_string(text)
    data = mujoco.MjData(mj)
    data.qpos[:], data.qvel[:] = kt.convert.to_mujoco(model, q, v)[:2]
    theirs = [data.qpos.copy()]
    for _ in range(steps):
        mujoco.mj_step(mj, data)
        theirs.append(data.qpos.copy())
    theirs = np.array(theirs)
    corners = [model.frame_names.index(x.frame) for x in contacts]
    first = int(np.argmax(kt.frame_placements(model, qs)[:, corners, 2, 3].min(1) < 1e-3)) - 1
    assert 100 < first < 300
    assert abs(qs[:first, :3] - theirs[:first, :3]).max() < 1e-4
    assert abs(vs[-1]).max() < 1e-6, "at rest"
    assert abs(qs[-1, 2] - BOX[2]) < 1e-6 and abs(theirs[-1, 2] - BOX[2]) < 1e-3
    assert abs(kt.so3.from_quaternion(qs[-1, 3:])[2, 2] - 1) < 1e-9, "on the face that was below"
    assert abs(qs[-1, :2] - theirs[-1, :2]).max() < 0.03, "MuJoCo's contacts give way"


def test_a_quadruped_at_rest_stands_on_the_forces_that_mujoco_finds():
    q0, n = crouching(), 3000
    k, d = np.zeros(18), np.zeros(18)
    k[6:], d[6:] = 200.0, 8.0
    model = ROBOT.replace(stiffness=k, damping=d, spring_reference=q0)
    standing = kt.Simulation(contacts=FEET, passive="implicit", integrator="midpoint")
    words: dict[str, Any] = {"simulation": standing, "friction": [MU] * 4}
    tau = np.zeros((n, 18))
    qs, vs = kt.simulation.rollout(model, q0, tau[0], tau, DT, **words)
    q, v = qs[-1], vs[-1]
    assert abs(v).max() < 1e-3
    forces = kt.simulation.contact_step(model, q, v, tau[0], DT, **words).impulses / DT
    weight = 9.81 * model.total_mass
    assert abs(forces.sum(0) - [0, 0, weight]).max() < 1e-3 * weight
    mj = _standing(model, q0)
    data = mujoco.MjData(mj)
    data.qpos[:] = kt.convert.to_mujoco(model, q0)[0]
    for _ in range(n):
        mujoco.mj_step(mj, data)
    found = np.zeros((4, 6))
    for i in range(data.ncon):
        mujoco.mj_contactForce(mj, data, i, found[i])
    assert data.ncon == 4
    assert abs(np.sort(forces[:, 2]) - np.sort(found[:, 0])).max() < 0.02 * weight
    assert abs(kt.convert.from_mujoco(model, data.qpos)[0] - q).max() < 0.01


def _standing(model: Any, q0: Any) -> Any:
    """The quadruped in MuJoCo, its feet points on a plane, its springs those of the joints."""

    def body(i: int) -> str:
        T, row = model.placements[i], model.inertias[i]
        center = row[1:4] / row[0]
        about = row[[4, 5, 7, 5, 6, 8, 7, 8, 9]].reshape(3, 3)
        about = about - row[0] * (center @ center * np.eye(3) - np.outer(center, center))
        full = numbers([about[j, k] for j, k in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))])
        motion, joint = "<freejoint/>", model.joints[i - 1]
        if joint.type.nv == 1:
            j = joint.v_slice.start
            axis = np.asarray(joint.subspace(kt.math.array([0] * model.nq)).matrix, float)[3:, 0]
            motion = (
                f'<joint axis="{numbers(axis)}" armature="{model.armature[j]}" '
                f'stiffness="{model.stiffness[j]}" damping="{model.damping[j]}" '
                f'springref="{q0[joint.q_slice][0]}"/>'
            )
        points = "".join(
            f'<geom type="sphere" size="1e-4" pos="{numbers(f.placement.translation)}" '
            f'friction="{MU} 0 0"/>'
            for f in model.frames
            if f.joint == i and f.name.endswith("_foot")
        )
        below = "".join(body(j) for j in range(i + 1, model.njoints) if model.parents[j] == i)
        return (
            f'<body pos="{numbers(T[:3, 3])}">{motion}<inertial mass="{row[0]}" '
            f'pos="{numbers(center)}" fullinertia="{full}"/>{points}{below}</body>'
        )

    return mujoco.MjModel.from_xml_string(
        f'<mujoco><compiler angle="radian"/><option timestep="{DT}" cone="elliptic"/><worldbody>'
        f'<geom type="plane" size="0 0 1" pos="0 0 -1e-4" friction="{MU} 0 0"/>{body(1)}'
        "</worldbody></mujoco>"
    )
