"""Models from models: against the physics of locking and joining, and Pinocchio's own functions."""

import numpy as np
import pinocchio as pin
import pytest
from agreement import assert_agree, run
from annotated import ANNOTATED
from scipy.spatial.transform import Rotation
from trees import ALL, FEW, TREES, configurations, random_inertia, sprung, vectors

import kinetree as kt
from kinetree.formats.installed import installed_robots


def locked_values(model, q, every=2):
    """Every second independent joint, with its coordinates in q."""
    return {j.name: q[j.q_slice] for j in model.free_joints[::every]}


def some_placement(seed):
    rng = np.random.default_rng(seed)
    return kt.SE3(Rotation.random(random_state=rng).as_matrix(), rng.normal(size=3))


@pytest.mark.parametrize("name", ALL)
def test_a_reduced_robot_moves_as_the_whole_does_with_joints_held(name):
    model = TREES[name].model
    q, (v, a) = configurations(model)[4], vectors(model, 2)[:, 4]
    small = model.reduced(locked_values(model, q))
    m = model.index_map(small)
    assert small.q_names == tuple(model.q_names[i] for i in m.q)
    held = np.ones(model.nv, bool)
    held[m.v] = False
    v[held] = a[held] = 0
    assert_agree(run(kt.crba, small, q[m.q]), run(kt.crba, model, q)[np.ix_(m.v, m.v)], 1e-13)
    tau = run(kt.rnea, model, q, v, a)
    assert_agree(run(kt.rnea, small, q[m.q], v[m.v], a[m.v]), tau[m.v], 1e-13)
    whole = run(kt.frame_placements, model, q)
    assert_agree(run(kt.frame_placements, small, q[m.q]), whole[m.frames], 1e-14)
    assert [model.frames[i].name for i in m.frames] == list(small.frame_names)


def sums_of_links(model):
    """The inertias of all bodies as sums of those of their links."""
    sums = np.zeros((model.njoints, 10))
    for f in model.frames:
        if f.inertia is not None:
            sums[f.joint] += np.array(f.placement @ f.inertia, float)
    return sums


@pytest.mark.parametrize("name", ["panda", "arm"])
def test_inertias_of_links_add_up_to_those_of_bodies(name, tmp_path):
    model = kt.load(name)
    robots = {"loaded": model, "reduced": model.reduced({model.joint_names[2]: 0.5})}
    robots["floating"] = model.with_floating_base()
    robots["joined"] = model.append(model, frame=model.frame_names[-1], prefix="second_")
    robots["payload"] = model.with_payload(
        model.frame_names[-1], kt.Inertia(1, [1, 2, 3], np.eye(3))
    )
    kt.save(model, tmp_path / "robot.json")
    robots["saved"] = kt.load(tmp_path / "robot.json")
    for robot in robots.values():
        assert_agree(sums_of_links(robot), np.array(robot.inertias), 1e-13)
    assert sum(f.inertia is not None for f in model.frames) > 7
    other = model.replace(
        inertias=model.inertias * np.r_[[1.0] * (model.njoints - 1), 2.0][:, None]
    )
    last = [f.joint for f in model.frames if f.joint != model.njoints - 1 or f.inertia is None]
    assert [
        f.joint for f in other.frames if f.inertia == model.frame(f.name, f.kind).inertia
    ] == last


def test_nothing_locked_is_the_same_robot():
    for name in ("mixed_mimics", "mixed"):
        assert TREES[name].model.reduced({}) == TREES[name].model


def test_joints_are_locked_by_number_as_by_name():
    arm = kt.robots.arm()
    assert arm.reduced({1: 0.5}) == arm.reduced({"joint1": 0.5})


def test_couplings_of_locked_joints_are_those_of_their_values():
    b = kt.ModelBuilder("coupled")
    for name, joint in (
        ("a", kt.Continuous("z")),
        ("b", kt.Revolute("x")),
        ("c", kt.Mimic("b_joint", 2.0, 0.25)),
        ("d", kt.Prismatic("x")),
    ):
        b.add_body(name, joint=joint)
    model = b.build().replace(
        constraints=[
            kt.Coupling("of_angle", "d_joint", "a_joint", (1.0, 2.0)),
            kt.Coupling("of_mimic", "d_joint", "c_joint", (0.0, 0.0, 1.0)),
            kt.Coupling("of_locked", "c_joint", "d_joint", (0.0, 1.0)),
        ]
    )
    small = model.reduced({"a_joint": 3.0, "b_joint": 0.5})
    values = {c.name: (c.joint, c.source, c.coefficients) for c in small.constraints}
    assert values.keys() == {"of_angle", "of_mimic"}
    assert values["of_angle"][:2] == values["of_mimic"][:2] == ("d_joint", None)
    assert values["of_angle"][2][0] == pytest.approx(7.0, abs=1e-14)
    assert values["of_mimic"][2] == (1.25**2,)


@pytest.mark.parametrize("root", range(1, 8))
def test_every_joint_of_a_chain_is_the_root_of_a_sub_tree(root):
    arm = kt.robots.arm()
    part = arm.subtree(root)
    assert part.joint_names[1:] == arm.joint_names[root:]
    assert part.parents.tolist() == [0, *range(8 - root)]


SELF_CONTAINED = tuple(n for n in ALL if not TREES[n].mimics)


@pytest.mark.parametrize("name", SELF_CONTAINED)
def test_a_sub_tree_moves_as_it_does_on_the_robot_held_still(name):
    """Without gravity: a body at rest is a fixed base."""
    model = TREES[name].model.replace(gravity=[0, 0, 0])
    root = model.joints[1]
    part = model.subtree(root.name)
    m = model.index_map(part)
    q, (v, a) = configurations(model)[4], vectors(model, 2)[:, 4]
    held = np.ones(model.nv, bool)
    held[m.v] = False
    v[held] = a[held] = 0
    tau = run(kt.rnea, model, q, v, a)[m.v]
    assert_agree(run(kt.rnea, part, q[m.q], v[m.v], a[m.v]), tau, 1e-13)
    base = run(kt.forward_kinematics, model, q)[root.parent]
    whole = run(kt.frame_placements, model, q)[m.frames[1:]]
    assert_agree(base @ run(kt.frame_placements, part, q[m.q])[1:], whole, 1e-14)


def test_a_sub_tree_that_follows_what_is_not_in_it_is_refused():
    model = TREES["mixed_mimics"].model
    with pytest.raises(kt.ModelError, match=r"'follower_joint' follows 'revolute_skew_joint'"):
        model.subtree("follower_joint")


@pytest.mark.sweep
@pytest.mark.parametrize("name", FEW)
def test_two_robots_joined_move_as_each_alone(name):
    """The first at rest, without gravity: the second is on a fixed base; and M has its blocks."""
    first = TREES["mixed_pinocchio"].model.replace(gravity=[0, 0, 0])
    second, P = TREES[name].model.replace(gravity=[0, 0, 0]), some_placement(1)
    both = first.append(second, frame="spherical", placement=P, prefix="b_")
    one, two = both.index_map(first), both.index_map(second, prefix="b_")
    assert sorted([*one.q, *two.q]) == list(range(both.nq))
    q1, q2 = configurations(first)[4], configurations(second)[4]
    q, v, a = np.empty(both.nq), np.zeros(both.nv), np.zeros(both.nv)
    q[one.q], q[two.q] = q1, q2
    v[two.v], a[two.v] = v2, a2 = vectors(second, 2)[:, 4]
    tau = run(kt.rnea, both, q, v, a)[two.v]
    assert_agree(run(kt.rnea, second, q2, v2, a2), tau, 1e-12)
    placements = run(kt.frame_placements, both, q)
    alone = run(kt.frame_placements, first, q1)
    host = first.frames.index(first.frame("spherical"))
    assert_agree(placements[one.frames], alone, 1e-14)
    there = alone[host] @ np.array(P.matrix, float) @ run(kt.frame_placements, second, q2)[1:]
    assert_agree(placements[two.frames[1:]], there, 1e-14)
    energy = run(kt.kinetic_energy, first, q1, np.ones(first.nv))
    v = np.zeros(both.nv)
    v[one.v] = 1
    massless = second.replace(inertias=0 * second.inertias)
    bare = first.append(massless, frame="spherical", placement=P, prefix="b_")
    assert_agree(run(kt.kinetic_energy, bare, q, v), energy, 1e-13)


@pytest.mark.parametrize("name", ALL)
def test_springs_stay_with_their_joints(name):
    """A locked joint drops its own."""
    model = sprung(name)
    q, (v, _) = configurations(model)[4], vectors(model, 2)[:, 4]
    forces = run(kt.passive_forces, model, q, v)
    small = model.reduced(locked_values(model, q))
    m = model.index_map(small)
    assert_agree(run(kt.passive_forces, small, q[m.q], v[m.v]), forces[m.v], 1e-15)
    arm = kt.robots.arm().replace(stiffness=[3.0] * 7, spring_reference=[0.1] * 7)
    both = arm.append(model, frame="tool", prefix="b_")
    one, two = both.index_map(arm), both.index_map(model, prefix="b_")
    whole, rates = kt.neutral(both), np.zeros(both.nv)
    whole[two.q], rates[two.v] = q, v
    found = run(kt.passive_forces, both, whole, rates)
    assert_agree(found[two.v], forces, 1e-15)
    assert_agree(found[one.v], np.full(7, 0.3), 1e-15)
    base = arm.with_floating_base()
    assert base.stiffness.tolist() == [0.0] * 6 + [3.0] * 7
    assert base.spring_reference.tolist() == [0.0] * 6 + [1.0] + [0.1] * 7


def test_what_is_fixed_to_the_second_universe_goes_along():
    hand = kt.ModelBuilder("hand")
    hand.add_root("palm", inertia=random_inertia(np.random.default_rng(0)))
    hand.add_body("finger", parent="palm", joint=kt.Revolute("x"))
    arm = kt.robots.arm()
    both = arm.append(hand.build(), frame="tool")
    assert both.total_mass == pytest.approx(arm.total_mass + 3.3, abs=1)
    assert both.total_mass == arm.total_mass + hand.build().inertias[0, 0]
    assert both.frame("palm").joint == arm.frame("tool").joint
    assert both.joint_names[-1] == "finger_joint"


def test_gravity_of_robots_joined_is_that_of_the_first():
    earth, moon = kt.robots.arm(), kt.robots.pendulum(2).replace(gravity=[0, 0.5, -1.62])
    for first, second in ((earth, moon), (moon, earth)):
        both = first.append(second, frame=first.frame_names[-1], prefix="b_")
        assert both.gravity.tolist() == first.gravity.tolist()


def test_shapes_of_robots_joined_are_on_the_bodies_they_name():
    both = ANNOTATED.append(ANNOTATED, frame="tip", prefix="b_")
    n = len(ANNOTATED.geometries)
    bodies = [g.body for g in ANNOTATED.geometries]
    assert [g.body for g in both.geometries] == [*bodies, *("b_" + name for name in bodies)]
    for g, own in zip(both.geometries[n:], ANNOTATED.geometries, strict=True):
        assert (g.name, g.joint) == ("b_" + own.name, both.frame(g.body, kind="body").joint)


def test_names_of_two_robots_must_differ():
    arm = kt.robots.arm()
    with pytest.raises(kt.ModelError, match=r"both robots have 'base', 'joint1', .*prefix='left_'"):
        arm.append(arm, frame="tool")
    with pytest.raises(kt.ModelError, match="no frame 'tol'; did you mean 'tool'"):
        arm.append(arm, frame="tol", prefix="b_")
    with pytest.raises(kt.ModelError, match="append: the other robot is a str; expected"):
        arm.append("arm", frame="tool")
    with pytest.raises(kt.ModelError, match="placement is not rigid"):
        arm.append(arm, frame="tool", prefix="b_", placement=2 * np.diag([1, 1, 1, 0.5]))


def test_mimics_and_what_is_recorded_take_the_prefix():
    plain = TREES["mimic_chain"].model
    couplings = [kt.Coupling("c", "root_joint", "link_joint", (0.0, 2.0))]
    model = plain.replace(
        constraints=couplings,
        reference_configurations={"home": np.full(plain.nq, 0.25)},
        groups={"all": plain.joint_names[1:]},
        disabled_collisions=[("root", "link", "Adjacent")],
        geometries=[
            kt.Geometry(x, "collision", "leaf", 3, kt.SE3.identity(), kt.shapes.Sphere(0.1))
            for x in ("shin", "foot")
        ],
        collision_pairs=[("shin", "foot")],
        pair_surfaces=[kt.PairSurface("shin", "foot", margin=0.1)],
    )
    both = model.append(model, frame="leaf", prefix="b_")
    assert [j.type.source for j in both.joints if isinstance(j.type, kt.Mimic)] == (
        ["link_joint"] * 3 + ["b_link_joint"] * 3
    )
    assert both.constraints[1] == kt.Coupling("b_c", "b_root_joint", "b_link_joint", (0.0, 2.0))
    assert both.groups["b_all"] == tuple("b_" + name for name in model.joint_names[1:])
    assert both.disabled_collisions[1] == ("b_root", "b_link", "Adjacent")
    assert both.collision_pairs == (("shin", "foot"), ("b_shin", "b_foot"))
    own = kt.PairSurface("b_shin", "b_foot", margin=0.1)
    assert both.pair_surfaces == (*model.pair_surfaces, own)
    assert (both.reference_configurations["home"] == 0.25).all()
    held = both.reduced({"b_link_joint": 0.5})
    assert held.groups["b_all"] == ("b_side_joint",)
    assert [c.name for c in held.constraints] == ["c"]
    assert held.reference_configurations["home"].shape == (held.nq,)


def test_sensors_stay_where_they_are():
    P, names = some_placement(1), ("joint2", "joint7")
    arm = kt.robots.arm().replace(
        sensors=[
            *(kt.Sensor(name, "joint_position", joint=name) for name in names),
            kt.Sensor("hand", "accelerometer", "tool", placement=P),
            kt.Sensor("elbow", "frame_position", "joint4", placement=P),
            kt.Sensor("seen", "frame_position", "joint4", reference="tool", reference_placement=P),
            kt.Sensor("to post", "frame_position", "joint6", reference="universe"),
            kt.Sensor("post", "frame_position", "universe", placement=P),
        ]
    )
    held = arm.reduced({"joint4": 0.0, "joint7": 0.0})
    assert [x.name for x in held.sensors] == ["joint2", "hand", "elbow", "seen", "to post", "post"]
    q, v = np.full(5, 0.3), np.full(5, 0.7)
    values = kt.sensor_values.evaluate(arm, *[np.insert(x, [3, 5], 0.0) for x in (q, v, v)])
    kept = np.r_[0, 2 : arm.nsensordata]
    assert_agree(kt.sensor_values.evaluate(held, q, v, v), values[kept], 1e-13)
    assert [x.name for x in arm.subtree("joint3").sensors] == ["joint7", "hand", "elbow", "seen"]
    Q = some_placement(2)
    both = arm.append(arm, frame="tool", prefix="b_", placement=Q)
    assert [x.name for x in both.sensors[7:]] == [f"b_{x.name}" for x in arm.sensors]
    assert [x.joint or x.frame for x in both.sensors[7:]] == (
        ["b_joint2", "b_joint7", "b_tool", "b_joint4", "b_joint4", "b_joint6", "tool"]
    )
    assert [x.reference for x in both.sensors[-3:]] == ["b_tool", "tool", None]
    assert_agree(both.sensors[-2].reference_placement.matrix, Q.matrix, 1e-15)
    assert_agree(both.sensors[-1].placement.matrix, (Q @ P).matrix, 1e-15)
    free = arm.with_floating_base()
    assert free.sensors[:-2] == arm.sensors[:-2] and free.sensors[-1].frame == "root_joint"
    assert_agree(free.sensors[-1].placement.matrix, P.matrix, 1e-15)


ROBOTS = ("panda", "talos", "tiago_dual", "solo12")


@pytest.mark.sweep
@pytest.mark.parametrize("robot", ROBOTS)
@pytest.mark.filterwarnings("ignore:.*<limit>")
def test_a_base_freed_is_the_robot_loaded_with_a_floating_base(robot):
    fixed = kt.load(robot).replace(reference_configurations={})  # an SRDF says where a base is
    floating = kt.load(robot, floating_base=True)
    assert fixed.with_floating_base() == floating.replace(reference_configurations={})
    assert fixed.with_floating_base(kt.Planar()) == kt.load(
        robot, floating_base=kt.Planar()
    ).replace(reference_configurations={})
    free = fixed.with_floating_base()
    m = free.index_map(fixed)
    q = kt.random_configuration(fixed, rng=0)
    M = kt.crba.evaluate(free, np.concatenate([kt.neutral(free)[:7], q]))
    assert_agree(M[np.ix_(m.v, m.v)], kt.crba.evaluate(fixed, q), 1e-13)


def test_a_base_placed_somewhere_is_freed_where_it_is():
    P = some_placement(3)
    free = kt.load("panda", base_placement=P).with_floating_base()
    placed = kt.load("panda", base_placement=P, floating_base=True)
    assert_agree(free.placements, placed.placements, 1e-15)
    assert_agree(free.inertias, placed.inertias, 1e-14)
    with pytest.raises(kt.ModelError, match="has a free base already"):
        free.with_floating_base()
    planar = kt.robots.arm().with_floating_base(kt.Planar())
    with pytest.raises(kt.ModelError, match="has a 'root_joint' already: its base is on it"):
        planar.with_floating_base()
    assert placed.joint_names[1] == "root_joint"
    panda = kt.load("panda")
    assert panda.with_floating_base(kt.Fixed()) == kt.load("panda", floating_base=kt.Fixed())


@pytest.mark.parametrize("robot", ("panda_description/panda", "solo_description/solo12"))
@pytest.mark.filterwarnings("ignore:.*<limit>")
def test_pinocchio_reduces_to_the_same_robot(robot):
    model = kt.load(robot)
    q = kt.random_configuration(model, rng=1)
    values = locked_values(model, q, 3)
    small, whole = model.reduced(values), pin.buildModelFromUrdf(str(installed_robots()[robot]))
    peer = pin.buildReducedModel(whole, [whole.getJointId(name) for name in values], q)
    assert tuple(peer.names)[1:] == small.joint_names[1:]
    assert_agree(small.inertias, np.array([Y.toDynamicParameters() for Y in peer.inertias]), 1e-14)
    assert_agree(small.placements, np.array([T.homogeneous for T in peer.jointPlacements]), 1e-14)


def test_frames_are_added_and_numbered_last():
    arm, P = kt.robots.arm(), some_placement(5)
    more = arm.with_frame("tip", parent="tool", placement=P)
    q = kt.random_configuration(arm, rng=2)
    tool = kt.frame_placement.evaluate(arm, q, frame="tool")
    tip = kt.frame_placement.evaluate(more, q, frame="tip")
    assert_agree(np.array(tip, float), np.array(tool, float) @ np.array(P.matrix, float), 1e-15)
    assert more.frame_names == (*arm.frame_names, "tip")
    with pytest.raises(kt.ModelError, match="has a frame 'tip' already"):
        more.with_frame("tip", parent="tool")


def test_maps_are_values_of_sets():
    arm = kt.robots.arm()
    one, two = arm.index_map(arm), arm.index_map(arm)
    assert len({one, two, one}) == 2 and one != two


def test_invalid_locks_are_refused():
    arm = kt.robots.arm()
    with pytest.raises(kt.ModelError, match="no joint 'elbo'"):
        arm.reduced({"elbo": 0.0})
    with pytest.raises(
        kt.ModelError, match=r"the joints to lock are \['joint1'\]; expected values of q by joint"
    ):
        arm.reduced(["joint1"])
    with pytest.raises(kt.ModelError, match=r"samples; expected one"):
        arm.reduced({"joint1": np.zeros(4)})
    with pytest.raises(kt.ModelError, match="'leaf_joint' mimics 'link_joint'; lock that one"):
        TREES["mimic_chain"].model.reduced({"leaf_joint": 0.1})
    for wrong in (None, float("nan")):
        with pytest.raises(kt.ModelError, match=r"'joint1' is locked at .*; expected numbers"):
            arm.reduced({"joint1": wrong})
    with pytest.raises(kt.ModelError, match=r"index_map: part is an int; expected a kt\.Model"):
        arm.index_map(3)
    with pytest.raises(kt.ModelError, match="append: prefix is None; expected a string"):
        arm.append(arm, frame="tool", prefix=None)
    with pytest.raises(kt.ModelError, match="with_frame: name is an int; expected a string"):
        arm.with_frame(3, parent="tool")
    with pytest.raises(kt.ModelError, match="no joint 'joint1'"):
        arm.reduced({"joint1": 0.0}).index_map(arm)


def test_a_subtree_keeps_the_loops_whose_bodies_it_has():
    b = kt.ModelBuilder("r")
    for name, parent in (("a", None), ("b", "a"), ("c", "a"), ("d", None), ("e", "d")):
        at = {} if parent is None else {"parent": parent}
        b.add_body(name, joint=kt.Revolute("z"), inertia=kt.Inertia(1, [0, 0, 0], np.eye(3)), **at)
    for name, ends in (("inside", "bc"), ("across", "ce"), ("outside", "de"), ("whole", "ab")):
        b.add_loop(name, joint=kt.Spherical(), first=ends[0], second=ends[1])
    model = b.build()
    assert [c.name for c in model.subtree("a_joint").constraints] == ["inside", "whole"]
    assert [c.name for c in model.subtree("d_joint").constraints] == ["outside"]
    (loop,) = model.subtree("b_joint").constraints  # the body a is the universe
    assert (loop.name, loop.first.joint, loop.second.joint) == ("whole", 0, 1)


def test_a_subtree_keeps_the_couplings_whose_joints_it_has():
    b = kt.ModelBuilder("r")
    for name, parent in (("a", None), ("b", "a"), ("c", "b"), ("d", None)):
        at = {} if parent is None else {"parent": parent}
        b.add_body(name, joint=kt.Revolute("z"), inertia=kt.Inertia(1, [0, 0, 0], np.eye(3)), **at)
    for name, joint, source in (
        ("inside", "b", "c"),
        ("alone", "c", None),
        ("across", "b", "d"),
        ("outside", "d", None),
    ):
        source = source and f"{source}_joint"
        b.add_coupling(name, joint=f"{joint}_joint", source=source, coefficients=[0, 1])
    model = b.build()
    assert [c.name for c in model.subtree("b_joint").constraints] == ["inside", "alone"]
    assert [c.name for c in model.subtree("d_joint").constraints] == ["outside"]


def test_a_joint_follows_as_the_mimic_of_a_file() -> None:
    fingers = "panda_finger_joint1", "panda_finger_joint2"
    assert kt.load("panda").with_mimic(fingers[1], fingers[0]) == kt.load("panda", mimic=True)


def test_a_follower_moves_with_its_source() -> None:
    arm, rng = kt.robots.arm(), np.random.default_rng(0)
    arm = arm.replace(stiffness=rng.uniform(size=7), spring_reference=rng.uniform(size=7))
    coupled = arm.with_mimic("joint4", "joint2", multiplier=-2.0, offset=0.3)
    assert coupled.nv == 6 and coupled.joint("joint4").v_slice == coupled.joint("joint2").v_slice
    G, offset = np.zeros((7, 6)), np.array([0, 0, 0, 0.3, 0, 0, 0])
    G[[0, 1, 2, 4, 5, 6], range(6)], G[3, 1] = 1, -2.0
    q, v, a = rng.uniform(-0.5, 0.5, (3, 6))
    expected = G.T @ kt.rnea(arm, G @ q + offset, G @ v, G @ a)
    np.testing.assert_allclose(kt.rnea(coupled, q, v, a), expected, atol=1e-12)
    springs = G.T @ kt.passive_forces(arm, G @ q + offset, G @ v)
    np.testing.assert_allclose(kt.passive_forces(coupled, q, v), springs, atol=1e-12)
    twice = coupled.with_mimic("joint7", "joint6")
    assert twice.nv == 5 and np.array_equal(twice.armature[1], coupled.armature[1])
    with pytest.raises(kt.ModelError, match="in a cycle"):
        coupled.with_mimic("joint2", "joint4")
    with pytest.raises(kt.ModelError, match="no joint 'elbow'"):
        arm.with_mimic("joint4", "elbow")
    with pytest.raises(kt.ModelError, match="joint 'joint4' follows 'joint2' already; begin with"):
        coupled.with_mimic("joint4", "joint1")


@pytest.mark.parametrize("q", [np.zeros(7), [0, 0, 0, 1e-320, 0, 0, 0], [0, 0, 0, 1e200, 0, 0, 1]])
def test_a_quaternion_without_a_direction_cannot_be_locked(q):
    with pytest.raises(kt.ModelError, match=r"'root_joint' is locked at .*no direction"):
        kt.robots.quadruped().reduced({"root_joint": q})
