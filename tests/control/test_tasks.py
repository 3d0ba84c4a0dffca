"""Tasks of inverse kinematics: errors, Jacobians, weights, joints that stay, and bad tasks."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import kinetree as kt
from kinetree.algorithms.tasks import weighted_rows
from kinetree.control.tasks import Task

ARM = kt.robots.arm()
HUMANOID = kt.robots.humanoid()
N = 12


@kt.algorithm("(nq),(3)->(2)")
def plane(model, q, target, *, frame, axes=(0, 2)):
    """Two coordinates of a frame's way from a target."""
    at = kt.frame_placement(model, q, frame=frame)[:3, 3] - target
    return kt.math.stack([at[axes[0]], at[axes[1]]])


@kt.algorithm("(nq),()->()")
def level(model, q, height):
    """The centre of mass above a height."""
    return kt.center_of_mass(model, q)[2] - height


def _all(model: kt.Model, q: Any, frames: tuple[str, str]) -> dict[str, Task]:
    """Every kind of task, met at q."""
    first, second = (kt.frame_placement(model, q, frame=frame) for frame in frames)
    relative = np.linalg.inv(second) @ first
    a, b = frames
    point, center = first[..., :3, 3], kt.center_of_mass(model, q)
    return {
        "pose": kt.tasks.Pose(a, first),
        "position": kt.tasks.Position(a, point),
        "orientation": kt.tasks.Orientation(a, first[..., :3, :3]),
        "relative pose": kt.tasks.Pose(a, relative, relative_to=b),
        "relative position": kt.tasks.Position(a, relative[..., :3, 3], relative_to=b),
        "relative orientation": kt.tasks.Orientation(a, relative[..., :3, :3], relative_to=b),
        "centre of mass": kt.tasks.CenterOfMass(center),
        "posture": kt.tasks.Posture(q),
        "algorithm": kt.tasks.Error(plane, [point], statics={"frame": a, "axes": (0, 1)}),
        "number": kt.tasks.Error(level, [center[..., 2]]),
    }


KINDS = tuple(_all(ARM, kt.neutral(ARM), ("tool", "link4")))
ROBOTS = {"arm": (ARM, ("tool", "link3")), "humanoid": (HUMANOID, ("left_hand", "right_foot"))}


def _rows(model: kt.Model, kind: str, task: Task, q: Any) -> Any:
    """The error (..., k) and the Jacobian (..., k, nv) of a task."""
    term = task.term(model)
    size = {"pose": 6, "posture": model.nv, "algorithm": 2, "number": 1}.get(kind.split()[-1], 3)

    @kt.algorithm(f"(nq),(t),(w)->({size}),({size},nv)")
    def rows(model, q, targets, weights):
        e, J, _ = weighted_rows(model, q, targets, weights, (term.task,))
        return {"e": e, "J": J}

    return rows.evaluate(model, q, np.concatenate([x.ravel() for x in term.targets]), term.weight)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ROBOTS)
def test_the_jacobian_is_the_derivative_of_the_error_at_the_target(name, kind):
    model, frames = ROBOTS[name]
    q = kt.random_configuration(model, rng=1)
    task = _all(model, q, frames)[kind]
    e, J = _rows(model, kind, task, q)
    assert abs(e).max() < 1e-12
    h = 1e-5
    for k in range(0, model.nv, 4):
        step = h * np.eye(model.nv)[k]
        up, down = (_rows(model, kind, task, kt.integrate(model, q, x)).e for x in (step, -step))
        assert abs((down - up) / (2 * h) - J[:, k]).max() < 1e-8


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ROBOTS)
def test_what_is_near_is_met_and_the_same_alone(name, kind):
    model, frames = ROBOTS[name]
    q = kt.random_configuration(model, N, rng=1)
    q0 = kt.integrate(model, q, np.random.default_rng(2).uniform(-0.05, 0.05, (N, model.nv)))
    found = kt.inverse_kinematics(model, [_all(model, q, frames)[kind]], q0)
    assert found.converged.all() and found.errors.shape == (N, 1)
    assert (found.residual == found.errors[:, 0]).all()
    for i in range(0, N, 5):
        own = _all(model, q[i], frames)[kind]
        e = _rows(model, kind, own, found.q[i]).e
        assert abs(np.linalg.norm(e) - found.residual[i]) < 1e-12
        alone = kt.inverse_kinematics(model, [own], q0[i])
        assert all(np.array_equal(x, y[i]) for x, y in zip(alone, found, strict=True))


def test_the_heavier_of_two_contradicting_tasks_ends_closer():
    point = kt.frame_placement(ARM, kt.neutral(ARM) + 0.3, frame="tool")[:3, 3]
    for weight in (1.0, 3.0, 10.0):
        tasks = [
            kt.tasks.Position("tool", point, weight=weight),
            kt.tasks.Position("tool", np.add(point, [0.0, 0.1, 0.0])),
        ]
        found = kt.inverse_kinematics(ARM, tasks, kt.neutral(ARM) + 0.2)
        assert not found.converged
        rest = 0.1 / (1 + weight**2)  # the mean by squares of weights
        assert abs(found.errors - [rest, 0.1 - rest]).max() < 1e-3


def test_other_weights_need_no_other_kernel():
    weights = (1.0, 0.5, 3, np.float32(2))
    terms = [kt.tasks.Position("tool", np.zeros(3), weight=w).term(ARM) for w in weights]
    assert [float(term.weight[0]) for term in terms] == [*weights]
    assert len({id(term.task) for term in terms}) == 1


def test_components_without_weight_are_free_and_do_not_count():
    q = kt.random_configuration(ARM, N, rng=3)
    point = kt.frame_placement(ARM, q, frame="tool")[:, :3, 3]
    task = kt.tasks.Position("tool", np.add(point, [0.0, 5.0, 0.0]), weight=[1, 0, 2])
    found = kt.inverse_kinematics(ARM, [task], q + 0.05)
    assert found.converged.all()
    at = kt.frame_placement(ARM, found.q, frame="tool")[:, :3, 3]
    assert abs(at - point)[:, [0, 2]].max() < 1e-6


@pytest.mark.parametrize("restarts", [0, 3])
def test_joints_that_stay_are_those_of_q0_to_the_bit(restarts):
    names = [n for n in HUMANOID.joint_names if n.startswith("left_")]
    stay = np.ones(HUMANOID.nq, bool)
    for name in names:
        stay[HUMANOID.joint(name).q_slice] = False
    q0 = kt.random_configuration(HUMANOID, N, rng=4)
    q0[:, 7:] *= 2  # beyond limits
    q0[:, 3:7] *= 1 + 1e-9
    T = kt.frame_placement(HUMANOID, kt.random_configuration(HUMANOID, N, rng=5), frame="left_hand")
    found = kt.inverse_kinematics(HUMANOID, {"left_hand": T}, q0, joints=names, restarts=restarts)
    assert (found.q[:, stay] == q0[:, stay]).all()
    assert (found.q[:, ~stay] != q0[:, ~stay]).any()


P, Q = [0.3, 0.1, 0.5], [0.0] * 7
WRONG: list[tuple[Any, str]] = [
    ([], "tasks is empty"),
    ([kt.tasks.Pose("tool", np.eye(4), weight=[1] * 6)], "is .* kt.tasks.Position and kt.tasks.Or"),
    ([kt.tasks.Position("tool", P), "tool"], r"tasks\[1\] is a str; expected a task of kt.t"),
    (kt.tasks.Position("tool", P), "tasks is a Position; expected .* a list of tasks"),
    ([kt.tasks.Position("tol", P)], "no frame 'tol'; did you mean 'tool'"),
    ([kt.tasks.Position("tool", P, relative_to="wrld")], "no frame 'wrld'"),
    ([kt.tasks.Position("tool", np.eye(4))], r"target of 'tool' has shape \(4, 4\); .*\(..., 3\)"),
    ([kt.tasks.Orientation("tool", np.eye(4))], r"shape \(4, 4\); expected \(..., 3, 3\), or a kt"),
    ([kt.tasks.Orientation("tool", 2 * np.eye(3))], "'tool' is not rigid"),
    ([kt.tasks.CenterOfMass([0.0])], r"centre of mass has shape \(1,\)"),
    ([kt.tasks.Posture([0.0])], r"posture has shape \(1,\); expected \(..., 7\): the nq of arm"),
    ([kt.tasks.Position("tool", P, weight=-1)], "Position of 'tool': its weight is -1; expected"),
    ([kt.tasks.Position("tool", P, weight=[1, 2])], r"weight has shape \(2,\); .* or \(3,\)"),
    ([kt.tasks.Position("tool", P, weight="x")], "weight is not an array of numbers"),
    ([kt.tasks.Error(plane, [P], statics={"fram": 1})], "plane: no static 'fram'; did you mean"),
    ([kt.tasks.Error(plane, [])], r"plane: 0 operands for its task; expected 1: \(target\)"),
    ([kt.tasks.Error(lambda q: q)], "takes a kt.algorithm; got function"),  # type: ignore[arg-type]
    ([kt.tasks.Error(plane, [[0.0]], statics={"frame": "tool"})], r"target has shape \(1"),
]


@pytest.mark.parametrize(("tasks", "message"), WRONG)
def test_what_cannot_be_meant_is_refused(tasks, message):
    with pytest.raises(kt.KinetreeError, match=message):
        kt.inverse_kinematics(ARM, tasks, Q)
    with pytest.raises(kt.KinetreeError, match=message):
        kt.velocity_inverse_kinematics(ARM, tasks, Q, 0.01)


@pytest.mark.parametrize(
    ("joints", "message"),
    [
        ("joint1", r"joints is 'joint1'; expected several names, as \['joint1'\]"),
        (["joint9"], "no joint 'joint9'"),
    ],
)
def test_joints_that_do_not_exist_are_refused(joints, message):
    with pytest.raises(kt.ModelError, match=message):
        kt.inverse_kinematics(ARM, [kt.tasks.Position("tool", P)], Q, joints=joints)


@pytest.mark.parametrize(
    "task",
    [
        kt.tasks.Pose("tool", np.eye(4)),
        kt.tasks.Position("tool", np.zeros(3)),
        kt.tasks.Orientation("tool", np.eye(3)),
        kt.tasks.CenterOfMass(np.zeros(3)),
        kt.tasks.Posture(np.zeros(7)),
        kt.tasks.Error(kt.kinetic_energy, [np.zeros(7)]),
    ],
)
def test_a_task_is_equal_to_itself_only(task):
    assert {task, replace(task)} - {task}
