"""Inverse kinematics: what it finds is there, what it does not find it says."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pinocchio as pin
import pytest
from trees import TREES

import kinetree as kt
from kinetree.algorithms.inverse_kinematics import inverse_kinematics_search
from kinetree.control.inverse_kinematics import InverseKinematics, inverse_kinematics

ARM = kt.robots.arm()
HUMANOID = kt.robots.humanoid()
ROBOTS: Mapping[str, tuple[kt.Model, tuple[str, ...]]] = {
    "arm": (ARM, ("tool",)),
    "arm, two frames": (ARM, ("tool", "link4")),
    "floating base": (HUMANOID, ("left_foot", "right_foot")),
    "all joints": (TREES["mixed"].model, ("composite", "planar")),
    "mimics": (TREES["mixed_mimics"].model, ("second", "turner")),
    "mimics of one joint": (TREES["mimic_of_own_kind"].model, ("leaf",)),
}


def _problem(model: kt.Model, frames: tuple[str, ...], n: int = 60, seed: int = 0) -> Any:
    """Reachable targets, the configurations that reach them, and others to begin at."""
    q, q0 = kt.random_configuration(model, (2, n), rng=seed)
    return {frame: kt.frame_placement(model, q, frame=frame) for frame in frames}, q, q0


def _errors(model: kt.Model, q: Any, targets: Mapping[str, Any], position_only: bool) -> Any:
    """The largest error of all frames, by Pinocchio's log."""
    errors = []
    for frame, T in targets.items():
        for A, B in zip(kt.frame_placement(model, q, frame=frame), T, strict=True):
            twist = pin.log6(pin.SE3(A).actInv(pin.SE3(B))).vector
            errors.append(np.linalg.norm(A[:3, 3] - B[:3, 3] if position_only else twist))
    return np.max(np.reshape(errors, (len(targets), -1)), 0)


def _tasks(targets: Mapping[str, Any], position_only: bool) -> Any:
    """The targets, or tasks of their origins alone."""
    if not position_only:
        return targets
    return [kt.tasks.Position(frame, T[..., :3, 3]) for frame, T in targets.items()]


def _same(one: InverseKinematics, other: InverseKinematics) -> bool:
    return all(np.array_equal(x, y, equal_nan=True) for x, y in zip(one, other, strict=True))


def _moved(T: Any, x: Any) -> Any:
    """A placement whose origin is at x."""
    moved = np.array(T)
    moved[..., :3, 3] = x
    return moved


@pytest.mark.parametrize("position_only", [False, True])
@pytest.mark.parametrize("name", ROBOTS)
def test_the_residual_is_the_error_at_q_and_converged_says_whether_it_is_small(name, position_only):
    model, frames = ROBOTS[name]
    targets, _, q0 = _problem(model, frames)
    found = inverse_kinematics(model, _tasks(targets, position_only), q0)
    errors = _errors(model, found.q, targets, position_only)
    assert abs(errors - found.residual).max() < 1e-12  # what their log is good for
    assert (found.converged == (found.residual <= 1e-6)).all()
    assert (found.residual <= _errors(model, q0, targets, position_only) + 1e-12).all()
    assert kt.check_configuration(model, found.q) == []
    assert abs(kt.normalize(model, found.q) - found.q).max() < 1e-15


@pytest.mark.parametrize("position_only", [False, True])
@pytest.mark.parametrize("name", ROBOTS)
def test_what_is_near_is_found_in_a_few_steps(name, position_only):
    model, frames = ROBOTS[name]
    targets, q, _ = _problem(model, frames)
    q0 = kt.integrate(model, q, np.random.default_rng(1).uniform(-0.05, 0.05, (60, model.nv)))
    found = inverse_kinematics(model, _tasks(targets, position_only), q0)
    assert found.converged.all() and found.iterations.max() <= 6


@pytest.mark.sweep
@pytest.mark.parametrize("name", ROBOTS)
def test_restarts_find_what_is_far(name):
    model, frames = ROBOTS[name]
    targets, _, q0 = _problem(model, frames)
    once = inverse_kinematics(model, targets, q0)
    more = inverse_kinematics(model, targets, q0, restarts=99, max_iterations=999)
    assert more.converged.all() and not once.converged.all()
    first = once.converged
    assert (more.q[first] == once.q[first]).all()
    assert (more.iterations[first] == once.iterations[first]).all()


def test_restarts_are_the_same_for_a_seed():
    targets, _, q0 = _problem(ARM, ("tool",))
    one = inverse_kinematics(ARM, targets, q0, restarts=5)
    assert _same(one, inverse_kinematics(ARM, targets, q0, restarts=5, rng=0))
    other = inverse_kinematics(ARM, targets, q0, restarts=5, rng=np.random.default_rng(3))
    assert _same(other, inverse_kinematics(ARM, targets, q0, restarts=5, rng=3))
    assert not _same(one, other)


@pytest.mark.parametrize("restarts", [0, 3])
@pytest.mark.parametrize("name", ["arm, two frames", "floating base"])
def test_a_sample_is_the_same_alone_and_in_a_batch(name, restarts):
    model, frames = ROBOTS[name]
    targets, _, q0 = _problem(model, frames, 23)
    found = inverse_kinematics(model, targets, q0, restarts=restarts)
    assert len(set(found.iterations)) > 3  # samples finish at different times
    for i in range(23):
        own = {frame: T[i] for frame, T in targets.items()}
        alone = inverse_kinematics(model, own, q0[i], restarts=restarts)
        assert _same(alone, InverseKinematics(*(x[i] for x in found)))


def test_samples_that_begin_again_are_those_of_their_batch_axes():
    targets, _, q0 = _problem(ARM, ("tool", "link4"), 12)
    T = {"tool": targets["tool"].reshape(4, 3, 4, 4), "link4": targets["link4"][:3]}
    found = inverse_kinematics(ARM, T, q0[:4, None], restarts=4)
    assert 0 < found.converged.sum() < 12
    for i, j in np.ndindex(4, 3):
        own = {"tool": T["tool"][i, j], "link4": T["link4"][j]}
        alone = inverse_kinematics(ARM, own, q0[i], restarts=4)
        assert _same(alone, InverseKinematics(*(x[i, j] for x in found)))


def test_batch_axes_broadcast_and_a_single_sample_has_none():
    targets, _, q0 = _problem(ARM, ("tool", "link4"), 6)
    T = {"tool": targets["tool"].reshape(2, 3, 4, 4), "link4": targets["link4"][:3]}
    found = inverse_kinematics(ARM, T, q0[0])
    assert [x.shape for x in found] == [(2, 3, 7), (2, 3), (2, 3), (2, 3, 2), (2, 3)]
    own = {"tool": targets["tool"][4], "link4": kt.SE3.from_matrix(targets["link4"][1].tolist())}
    alone = inverse_kinematics(ARM, own, q0[0].tolist())
    assert _same(alone, InverseKinematics(*(x[1, 1] for x in found)))
    assert [type(x) for x in alone[1:]] == [np.bool_, np.float64, np.ndarray, np.int64]
    none = inverse_kinematics(ARM, {"tool": np.zeros((0, 4, 4))}, q0[0])
    assert [x.shape for x in none] == [(0, 7), (0,), (0,), (0, 1), (0,)]


def test_a_sample_that_is_there_stays_as_it_is():
    targets, q, q0 = _problem(ARM, ("tool",), 5)
    q0[2] = q[2]
    found = inverse_kinematics(ARM, targets, q0)
    assert (found.q[2] == q[2]).all() and found.iterations[2] == 0 and found.converged[2]
    assert (found.iterations[[0, 1, 3, 4]] > 0).all()


def test_steps_and_tolerance_are_those_asked_for():
    targets, _, q0 = _problem(ARM, ("tool",))
    steps = [inverse_kinematics(ARM, targets, q0, max_iterations=n) for n in (1, 2, 5, 9)]
    assert [found.iterations.max() for found in steps] == [1, 2, 5, 9]
    residuals = np.array([found.residual for found in steps])
    assert (np.diff(residuals, axis=0) <= 0).all()  # the best one seen
    rough = inverse_kinematics(ARM, targets, q0, tolerance=1e-2)
    fine = inverse_kinematics(ARM, targets, q0, tolerance=1e-12)
    assert (rough.iterations <= fine.iterations).all()
    assert rough.residual[rough.converged].max() > 1e-6 > 1e-12 >= fine.residual.min()


@pytest.mark.parametrize("most", [1, 10, 63, 64])
@pytest.mark.parametrize("restarts", [1, 3, 30])
def test_every_attempt_takes_the_steps_asked_for(most, restarts):
    targets, _, q0 = _problem(ARM, ("tool",), 9)
    targets["tool"][:8, 0, 3] += 5.0
    found = inverse_kinematics(ARM, targets, q0, max_iterations=most, restarts=restarts)
    last = found.iterations[:8]
    assert found.iterations.dtype == int and (last <= most * (restarts + 1)).all()
    assert (last == restarts + 1).all() if most == 1 else (last > 4 * (restarts + 1)).all()


@pytest.mark.parametrize("restarts", [1, 8, 9, 24, 25])
def test_each_restart_begins_elsewhere(restarts):
    targets, _, q0 = _problem(ARM, ("tool",), 99)
    fewer, more = (
        inverse_kinematics(ARM, targets, q0, max_iterations=1, restarts=n).residual
        for n in (restarts - 1, restarts)
    )
    assert (more <= fewer).all() and (more < fewer).any()


def test_more_restarts_find_what_fewer_find_and_more():
    targets, _, q0 = _problem(ARM, ("tool", "link4"))
    fewer, *_ = results = [
        inverse_kinematics(ARM, targets, q0, max_iterations=15, restarts=n)
        for n in (0, 1, 2, 5, 40)
    ]
    for more in results[1:]:
        assert (more.q[fewer.converged] == fewer.q[fewer.converged]).all()
        assert more.converged.sum() > fewer.converged.sum()
        fewer = more


def test_a_restart_is_a_search_of_its_own():
    targets, _, q0 = _problem(ARM, ("tool",))
    start = kt.random_configuration(ARM, 8, rng=np.random.default_rng(0))[0]
    first, again, found = (
        inverse_kinematics(ARM, targets, q, max_iterations=12, restarts=n)
        for q, n in ((q0, 0), (start, 0), (q0, 1))
    )
    hard = ~first.converged & again.converged
    assert hard.any() and (found.q[hard] == again.q[hard]).all()
    assert (found.iterations[hard] == (first.iterations + again.iterations)[hard]).all()


LINKAGE = """<mujoco><compiler angle="radian"/><worldbody>
 <body><joint name="crank" axis="0 1 0"/><geom size="1"/>
  <body name="tip" pos="0 0 1"><joint name="middle" axis="0 1 0"/><geom size="1"/></body></body>
 <body name="rocker" pos="1 0 0"><joint name="far" axis="0 1 0"/><geom size="1"/></body>
 <body><joint name="leader" type="slide" axis="1 0 0" range="-2 2" limited="true"/><geom size="1"/>
  <body name="cart"><joint name="follower" type="slide" axis="1 0 0" range="-1 1" limited="true"/>
   <geom size="1"/></body></body></worldbody><equality>
 <connect body1="tip" body2="rocker" anchor="1 0 0"/>
 <joint joint1="follower" joint2="leader" polycoef="0 2 0 0 0"/></equality></mujoco>"""


def test_loops_couplings_and_limits_of_followers_hold_or_it_does_not_converge():
    robot = kt.load_mjcf(LINKAGE)
    q0 = kt.constraints.close_loops(robot, [0.2, 0, 0, 0, 0]).q
    goal = kt.constraints.close_loops(robot, [0.6, 0, 0, 0.3, 0]).q
    p = kt.frame_placement(robot, goal, frame=("tip", "cart"))[:, :3, 3]
    meet = [kt.tasks.Position("tip", p[0]), kt.tasks.Position("cart", p[1])]
    found = inverse_kinematics(robot, meet, q0 + 0.1)
    assert found.converged and abs(kt.constraints.error(robot, found.q)).max() < 1e-6
    assert found.errors.shape == (3,) and found.residual == found.errors.max()
    for task in (kt.tasks.Position("tip", p[0] + 0.4), kt.tasks.Position("cart", [2.5, 0, 0])):
        found = inverse_kinematics(robot, [task], q0)
        assert not found.converged and found.errors[0] > 0.3
        assert abs(kt.constraints.error(robot, found.q)).max() < 1e-3  # of weight 100
        assert kt.check_configuration(robot, found.q) == []
    q = q0
    for _ in range(400):
        q = q + 0.01 * kt.velocity_inverse_kinematics(robot, meet[:1], q, 0.01, gain=0.1)
        assert abs(kt.constraints.error(robot, q)).max() < 1e-3
    assert abs(kt.frame_placement(robot, q, frame="tip")[:3, 3] - p[0]).max() < 1e-6


def test_steps_without_a_limit_end():
    targets, _, q0 = _problem(ARM, ("tool",), 3)
    expected = inverse_kinematics(ARM, targets, q0, max_iterations=500)
    for most in (2**31, 2**62, 10**30):
        found = inverse_kinematics(ARM, targets, q0, max_iterations=most)
        np.testing.assert_array_equal(found.q, expected.q)


def test_operands_of_an_error_may_be_infinite():
    @kt.algorithm("(nq),(2,2)->(2)")
    def box(model, q, bounds):
        low, high = bounds[:, 0], bounds[:, 1]
        return kt.math.maximum(low - q[:2], 0.0) + kt.math.minimum(high - q[:2], 0.0)

    tasks = [kt.tasks.Error(box, [[[0.4, np.inf], [-np.inf, -0.2]]])]
    found = inverse_kinematics(ARM, tasks, kt.neutral(ARM))
    np.testing.assert_allclose(found.q[:2], [0.4, -0.2], atol=2e-6)
    assert found.converged
    v = kt.velocity_inverse_kinematics(ARM, tasks, kt.neutral(ARM), 1.0)
    np.testing.assert_allclose(v[:2], [0.4, -0.2], atol=1e-5)


def test_statics_of_an_error_are_what_they_are():
    @kt.algorithm("(nq)->()")
    def kind(model, q, *, k):
        return q[0] - (0.3 if k is True else 0.1)

    q0 = kt.neutral(ARM)
    for k, expected in ((1, 0.1), (True, 0.3), (1.0, 0.1)):
        task = kt.tasks.Error(kind, statics={"k": k})
        np.testing.assert_allclose(inverse_kinematics(ARM, [task], q0).q[0], expected, atol=1e-6)
        v = kt.velocity_inverse_kinematics(ARM, [task], q0, 1.0)
        np.testing.assert_allclose(v[0], expected, atol=1e-5)
    with pytest.raises(kt.TraceError, match=r"kind: its keyword k is static, and a list; write a"):
        inverse_kinematics(ARM, [kt.tasks.Error(kind, statics={"k": [1, 2]})], q0)


def test_a_position_is_easier_to_meet_than_a_pose():
    targets, _, q0 = _problem(ARM, ("tool",))
    found = inverse_kinematics(ARM, _tasks(targets, True), q0)
    assert found.converged.mean() > inverse_kinematics(ARM, targets, q0).converged.mean()


def test_out_of_reach_it_stretches_towards_the_target():
    chain = kt.robots.pendulum(2)  # two links of 1 m that turn about y
    T = _moved(np.eye(4), [4.0, 0.0, 3.0])
    found = inverse_kinematics(chain, [kt.tasks.Position("tip", T[:3, 3])], [0.3, 0.4])
    assert not found.converged and abs(found.residual - 3.0) < 1e-4
    tip = kt.frame_placement(chain, found.q, frame="tip")[:3, 3]
    assert abs(tip - [1.6, 0.0, 1.2]).max() < 1e-2


def test_limits_hold_also_where_q0_does_not():
    targets, q, _ = _problem(ARM, ("tool",))
    narrow = ARM.replace(lower_position_limits=[-1.0] * 7, upper_position_limits=[0.8] * 7)
    found = inverse_kinematics(narrow, targets, 3 * q)
    assert kt.check_configuration(narrow, found.q) == []
    assert (found.q == 0.8).any() and (found.q == -1.0).any()
    free = inverse_kinematics(narrow, targets, q + 0.1, limits=False)
    assert free.converged.all() and kt.check_configuration(narrow, free.q) != []


def _planar_arm(lower: float, upper: float) -> kt.Model:
    """Three links of 1 m that turn about z; the limits are those of the first."""
    builder = kt.ModelBuilder("planar")
    for k, parent in enumerate(("world", "link0", "link1")):
        limits = {"lower": lower, "upper": upper} if k == 0 else {}
        at = kt.SE3(np.eye(3), [float(k > 0), 0, 0])
        builder.add_body(f"link{k}", parent=parent, joint=kt.Revolute("z"), placement=at, **limits)
    builder.add_frame("end", parent="link2", placement=kt.SE3(np.eye(3), [1, 0, 0]))
    return builder.build()


def test_the_others_make_up_for_a_joint_at_its_limit():
    arm = _planar_arm(-1.0, 0.2)
    T = kt.frame_placement(arm, [0.2, 0.9, 0.8], frame="end")
    found = inverse_kinematics(arm, [kt.tasks.Position("end", T[:3, 3])], [0.2, 0.5, 0.6])
    assert found.converged and found.iterations <= 6 and found.q[0] <= 0.2


def test_a_joint_that_makes_a_full_turn_passes_its_limit():
    T = kt.frame_placement(_planar_arm(-9.0, 9.0), [3.3, 0.5, -0.4], frame="end")
    for lower, upper in ((-np.pi, np.pi), (-3.15, 3.15), (-6.2, 3.2), (-np.inf, 3.2)):
        arm = _planar_arm(lower, upper)
        found = inverse_kinematics(arm, {"end": T}, [3.1, 0.4, -0.3])
        assert found.converged and abs(found.q[0] - (3.3 - 2 * np.pi)) < 1e-5
        assert kt.check_configuration(arm, found.q) == []
    short = inverse_kinematics(_planar_arm(-3.0, 3.2), {"end": T}, [3.1, 0.4, -0.3])
    assert not short.converged and short.q[0] <= 3.2
    wound = inverse_kinematics(_planar_arm(-3.15, 3.15), {"end": T}, [31.0, 0.4, -0.3])
    assert wound.converged and abs(wound.q[0]) <= 3.15


@pytest.mark.parametrize("side", [1, -1])
def test_limits_of_exactly_half_a_turn_are_passed_and_those_next_to_them_are_not(side):
    first = side * (np.pi - 0.1)
    T = kt.frame_placement(_planar_arm(-9.0, 9.0), [first + side * 0.3, 0.5, -0.4], frame="end")
    q0 = [first, 0.4, -0.3]
    found = inverse_kinematics(_planar_arm(-np.pi, np.pi), {"end": T}, q0)
    assert found.converged and abs(found.q[0] - (first + side * (0.3 - 2 * np.pi))) < 1e-5
    short = _planar_arm(-np.pi, np.pi - 1e-15)
    found = inverse_kinematics(short, {"end": T}, q0)
    assert not found.converged and kt.check_configuration(short, found.q) == []


def test_a_joint_that_a_mimic_follows_keeps_within_its_limits():
    builder = kt.ModelBuilder("follower")
    builder.add_body("a", parent="world", joint=kt.Revolute("z"), lower=-3.2, upper=3.2)
    at = kt.SE3(np.eye(3), [1, 0, 0])
    builder.add_body("b", parent="a", joint=kt.Mimic("a_joint", 0.5), placement=at)
    model = builder.build()
    T = kt.frame_placement(model, [3.4], frame="b")
    found = inverse_kinematics(model, {"b": T}, [3.0])
    assert not found.converged and found.q[0] == 3.2
    assert abs(_errors(model, found.q[None], {"b": T[None]}, False) - found.residual).max() < 1e-14


def test_limits_of_a_base_count_and_those_of_rotations_do_not():
    targets, _, q0 = _problem(HUMANOID, ("left_foot", "right_hand"))
    limits = np.full(HUMANOID.nq, 0.5)
    robot = HUMANOID.replace(lower_position_limits=-limits, upper_position_limits=limits)
    found = inverse_kinematics(robot, targets, q0)
    assert (abs(np.delete(found.q, range(3, 7), -1)) <= 0.5).all()
    assert (found.q[:, :3] == 0.5).any()
    limits[3:7] = np.inf
    robot = HUMANOID.replace(lower_position_limits=-limits, upper_position_limits=limits)
    assert _same(found, inverse_kinematics(robot, targets, q0))


@pytest.mark.parametrize(
    ("bad", "where"), [(np.nan, (0, 0)), (np.nan, (1, 3)), (np.nan, (3, 1)), (np.inf, (1, 3))]
)
def test_a_sample_with_nan_does_not_converge_and_the_others_do(bad, where):
    targets, q, _ = _problem(ARM, ("tool",), 5)
    q0 = q + 0.01
    fine = inverse_kinematics(ARM, targets, q0, restarts=1)
    targets["tool"][3][where] = bad
    q0[1, 2] = np.nan
    found = inverse_kinematics(ARM, targets, q0, restarts=1)
    assert found.converged.tolist() == [True, False, True, False, True]
    assert np.isnan(found.residual[[1, 3]]).all() and (found.q[3] == q0[3]).all()
    good = [0, 2, 4]
    assert _same(*(InverseKinematics(*(x[good] for x in r)) for r in (found, fine)))


def test_a_robot_that_cannot_move_is_where_it_is():
    builder = kt.ModelBuilder("stone")
    builder.add_body("rock", parent="world", joint=kt.Fixed())
    found = inverse_kinematics(builder.build(), {"rock": np.stack([np.eye(4)] * 2)}, [])
    assert found.converged.all() and found.q.shape == (2, 0)


def test_python_is_what_the_kernel_computes():
    targets, _, q0 = _problem(ARM, ("tool", "link4"), 4)
    terms = [kt.tasks.Pose(frame, T).term(ARM) for frame, T in targets.items()]
    T = np.concatenate([x.reshape(4, 16) for x in targets.values()], -1)
    limits = ARM.lower_position_limits, ARM.upper_position_limits
    far = np.full(7, np.inf)
    angles, starts, unknown = (-far, far), np.zeros((1, 7)), [np.inf, np.inf]
    operands = (q0, T, [1.0, 2.0], np.ones(7), np.zeros(7), *limits, *angles, starts, unknown)
    counts, statics = (1e-6, 3.0, 0.0), {"tasks": tuple(x.task for x in terms), "length": 8}
    evaluated = inverse_kinematics_search.evaluate(ARM, *operands, *counts, **statics)
    kernel = inverse_kinematics_search(ARM, *operands, *counts, **statics)
    assert (kernel.iterations == 3).all()
    for x, y in zip(evaluated, kernel, strict=True):
        assert np.allclose(x, y, rtol=0, atol=1e-12)


T = np.eye(4)
TURNED = kt.frame_placement(ARM, [0.1] * 7, frame="tool")
WRONG: list[tuple[tuple[Any, ...], dict[str, Any], str]] = [
    (({"tool": T}, [0.0] * 6), {}, r"q0 has shape \(6,\); expected \(..., 7\): the nq of arm"),
    ((T, [0.0] * 7), {}, "tasks is an ndarray; expected placements by frame, as {'tool': T}"),
    (({}, [0.0] * 7), {}, "tasks is empty; expected {frame: T}"),
    (({"tol": T}, [0.0] * 7), {}, "no frame 'tol'; did you mean 'tool'"),
    (({"tool": T[:3]}, [0.0] * 7), {}, r"target of 'tool' has shape \(3, 4\); expected .*kt.SE3"),
    (({"tool": "x"}, [0.0] * 7), {}, "target of 'tool' is not an array of numbers"),
    (({"tool": TURNED.T}, [0.0] * 7), {}, "target of 'tool' has the last row .* transposed"),
    (({"tool": np.diag([2, 2, 2, 1])}, [0.0] * 7), {}, "target of 'tool' is not rigid"),
    (({"tool": np.diag([1, 1, -1, 1])}, [0.0] * 7), {}, "det R"),
    (({"tool": [T] * 3}, [[0.0] * 7] * 2), {}, r"do not broadcast: target 0 \(3,\), q0 \(2,\)"),
    (({"tool": T}, [0.0] * 7), {"tolerance": 0}, "tolerance is 0; expected a number > 0"),
    (({"tool": T}, [0.0] * 7), {"tolerance": np.nan}, "tolerance is nan"),
    (
        ({"tool": T}, [0.0] * 7),
        {"max_iterations": 0},
        "max_iterations is 0; expected an integer >= 1",
    ),
    (({"tool": T}, [0.0] * 7), {"max_iterations": 2.5}, "max_iterations is 2.5"),
    (({"tool": T}, [0.0] * 7), {"restarts": -1}, "restarts is -1; expected an integer >= 0"),
    (({"tool": T}, [0.0] * 7), {"restarts": True}, "restarts is True; expected an integer >= 0"),
    (({"tool": T}, [0.0] * 7), {"tolerance": True}, "tolerance is True; expected a number > 0"),
]


@pytest.mark.parametrize(("arguments", "keywords", "message"), WRONG)
def test_what_cannot_be_meant_is_refused(arguments, keywords, message):
    with pytest.raises(kt.KinetreeError, match=message):
        inverse_kinematics(ARM, *arguments, **keywords)


def test_the_first_argument_is_a_robot():
    with pytest.raises(kt.ModelError, match="inverse_kinematics: its first argument is a str"):
        inverse_kinematics("arm", {"tool": T}, [0.0] * 7)  # type: ignore[arg-type]


def test_a_placement_without_its_frame_is_refused() -> None:
    arm = kt.robots.arm()
    with pytest.raises(kt.ModelError, match=r"tasks is an SE3; expected placements by frame"):
        kt.inverse_kinematics(arm, kt.SE3.identity(), kt.neutral(arm))  # pyright: ignore
