"""Models written as MJCF: MuJoCo moves them as kinetree does, and they load again as they were."""

import re
import warnings
from dataclasses import replace
from pathlib import Path
from typing import Any

import mujoco
import numpy as np
import pytest
from agreement import run
from mjcf_text import EVERYTHING
from trees import random_inertia

import kinetree as kt
from kinetree.formats.installed import installed_robots

PLACE = kt.SE3(kt.SO3.exp([0.3, -0.5, 0.7]), [0.2, -0.1, 0.4])
BALL = kt.Inertia(1.5, [0.1, -0.2, 0.3], np.diag([0.1, 0.2, 0.25]))
ROBOTS = [name for name in installed_robots() if name != "ur_description/ur3"]
FIRST = {name.partition("/")[0]: (name, True) for name in reversed(ROBOTS)}  # of each package


def written(model: kt.Model, *lost: str) -> str:
    """The MJCF, with a warning of these contents and no others."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        text = kt.to_mjcf(model)
    said = "; ".join(str(warning.message) for warning in caught)
    assert re.findall(r"([a-z][-a-z 0-9]*) \(", said) == [*lost], said
    return text


def agrees(model: kt.Model, text: str) -> kt.Model:
    """The loaded model; its torques, and those of the one written, are MuJoCo's."""
    mj = mujoco.MjModel.from_xml_string(text)
    mj.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONSTRAINT
    data, again, rng = mujoco.MjData(mj), kt.load_mjcf(text), np.random.default_rng(0)
    smooth = model.replace(friction=np.zeros(model.nv))
    for _ in range(3):
        q = kt.random_configuration(model, rng=rng)
        v, a = rng.standard_normal((2, model.nv))
        there = kt.convert.to_mujoco(model, q, v)
        data.qpos[:], data.qvel[:] = there.q, there.v
        mujoco.mj_forward(mj, data)
        M = np.zeros((mj.nv, mj.nv))
        mujoco.mj_fullM(mj, data, M)
        for robot in (model, again):
            X = kt.convert.from_mujoco(robot, there.q, np.eye(model.nv)).v.T
            x = kt.convert.from_mujoco(robot, there.q, there.v, a)
            assert_near(X.T @ run(kt.rnea, robot, x.q, x.v, x.a), M @ a + data.qfrc_bias)
            if robot is model:
                assert_near(X.T @ run(kt.passive_forces, smooth, q, v), data.qfrc_passive)
    return again


def assert_near(own: Any, other: Any) -> None:
    assert own.shape == other.shape
    assert abs(own - other).max(initial=0) <= 1e-12 * max(abs(other).max(initial=0), 1.0)


# --- joints


JOINTS = {
    "revolute": lambda: kt.Revolute([1, 2, 3]),
    "prismatic": lambda: kt.Prismatic([1, -2, 3]),
    "continuous": lambda: kt.Continuous("-y"),
    "spherical": kt.Spherical,
    "euler": lambda: kt.SphericalEuler("zxz"),
    "universal": lambda: kt.Universal([1, 2, 3], "x"),
    "translation": kt.Translation,
    "planar": kt.Planar,
    "composite": lambda: kt.Composite(kt.Revolute("x"), kt.Spherical(), kt.Prismatic("z")),
    "long": lambda: kt.Composite(kt.Translation(), kt.SphericalZYX(), kt.Planar(), kt.Fixed()),
    "ball": lambda: kt.Composite(kt.Spherical(), kt.Revolute("x"), kt.Spherical()),
    "placed": lambda: kt.Composite(
        PLACE,
        kt.Revolute([1, 2, 3]),
        PLACE,
        kt.Composite(kt.Universal("x", "z"), PLACE),
        kt.Prismatic("y"),
        PLACE,
    ),
    "apart": lambda: kt.Composite(
        kt.Spherical(), kt.SE3(np.eye(3), [0.1, 0.2, 0.3]), kt.Prismatic("y")
    ),
    "free": kt.FreeFlyer,
}


def tree(*names: str, massless: bool = False) -> kt.Model:
    """A branching tree of joints, each with a fixed link on its own, and a frame there."""
    rng, builder = np.random.default_rng(0), kt.ModelBuilder("tree")
    for i, name in enumerate(names):
        parent = "world" if not i or name == "free" else f"b{(i - 1) // 2}_tip"
        turn, tip = (
            kt.SE3(kt.SO3.exp(rng.normal(size=3).tolist()), rng.normal(size=3)) for _ in range(2)
        )
        inertia = None if massless else random_inertia(rng)
        joint = JOINTS[name]()
        builder.add_body(f"b{i}", parent=parent, joint=joint, placement=turn, inertia=inertia)
        builder.add_body(
            f"b{i}_tip",
            parent=f"b{i}",
            joint=kt.Fixed(),
            placement=tip,
            inertia=random_inertia(rng),
        )
        builder.add_frame(f"f{i}", parent=f"b{i}_tip", placement=turn)
    return builder.build()


def forced(model: kt.Model) -> kt.Model:
    """With parameters that MuJoCo has: one number for each of its joints, in its axes."""
    rng, values = np.random.default_rng(1), {}
    for key in ("armature", "damping", "friction", "stiffness"):
        x = rng.uniform(0.1, 1, model.nv)
        for j in model.joints:
            if j.type.nv > 1 and not isinstance(j.type, kt.Universal | kt.Translation):
                x[j.v_slice] = 0.3
            if isinstance(j.type, kt.FreeFlyer | kt.Planar) and key != "damping":
                x[j.v_slice] = 0
            if j.type.nv == 9 and key != "damping":
                x[j.v_slice.stop - 3 : j.v_slice.stop] = 0
        values[key] = x
    springs = kt.random_configuration(model, rng=rng)
    for j in model.joints:  # MuJoCo's hinges are not angles in [-pi, pi]
        if isinstance(j.type, kt.Spherical | kt.Continuous | kt.Composite):
            springs[j.q_slice] = j.type.neutral()
    return model.replace(**values, spring_reference=springs, gravity=[1, 2, -9])


@pytest.mark.parametrize("name", JOINTS)
@pytest.mark.parametrize("massless", [False, True])
def test_every_joint_moves_as_in_mujoco(name: str, massless: bool) -> None:
    model = forced(tree(*[name] * 4, massless=massless))
    agrees(model, written(model))


def test_joints_of_all_kinds_together() -> None:
    model = forced(tree(*JOINTS, *reversed(JOINTS)))
    same_frames(model, agrees(model, written(model)))


def same_frames(model: kt.Model, again: kt.Model) -> None:
    """All bodies, and others by their names, are where they were."""
    q = kt.random_configuration(model, rng=0)
    there = kt.convert.from_mujoco(again, kt.convert.to_mujoco(model, q).q).q
    T, other = (run(kt.forward_kinematics, m, x) for m, x in ((model, q), (again, there)))
    for frame in model.frames:
        if frame.kind == "joint":
            continue
        if frame.name == "world":
            continue
        twin = again.frame(frame.name, {"fixed_joint": "op"}.get(frame.kind, frame.kind))
        one = T[frame.joint] @ np.array(frame.placement.matrix, float)
        two = other[twin.joint] @ np.array(twin.placement.matrix, float)
        np.testing.assert_allclose(one, two, rtol=0, atol=1e-13)


def test_what_moves_otherwise_in_mujoco_is_refused() -> None:
    for joint, changes, message in (
        (kt.Helical("x", 0.1), {}, "joint 'b_joint' is Helical.*which MuJoCo does not have"),
        (
            kt.Spherical(),
            {"damping": [1, 2, 3]},
            r"the damping \[1.0, 2.0, 3.0\] of 'b_joint'.*one number",
        ),
        (kt.Composite(kt.Spherical(), PLACE), {}, "'b_joint': .*turns after a Spherical"),
        (kt.FreeFlyer(), {"armature": [1] * 6}, "the armature .*in the axes of the world"),
        (kt.Planar(), {"friction": [1] * 3}, "the friction .*'b_joint.vx'"),
        (kt.Spherical(), {"stiffness": [1] * 3, "spring_reference": [1, 0, 0, 0]}, "slack at the"),
        (
            kt.Revolute("x"),
            {"inertias": [[0] * 10, [1, 0, 0, 0, 1, 0, 1, 0, 0, 3]]},
            "no rigid body",
        ),
    ):
        builder = kt.ModelBuilder("one")
        builder.add_body("b", joint=joint, inertia=BALL)
        with pytest.raises(kt.ModelError, match=f"(?s)one.*{message}"):
            kt.to_mjcf(builder.build().replace(**changes))


def test_an_mjcf_comes_back_as_it_was() -> None:
    """Bodies of several joints, joints beside the origin of their body, `ref`, keyframes."""
    keys = " ".join(map(str, mujoco.MjModel.from_xml_string(EVERYTHING).qpos0 + 0.1))
    text = EVERYTHING.replace(
        "</worldbody>", f'</worldbody><keyframe><key name="k" qpos="{keys}"/></keyframe>'
    )
    model = kt.load_mjcf(text)
    again = kt.load_mjcf(written(model))
    assert again.joint_names == model.joint_names
    assert [type(j.type) for j in again.joints] == [type(j.type) for j in model.joints]
    assert len(again.frames) == len(model.frames)
    same_frames(model, again)
    for name in ("qpos0", "k"):
        one, two = (m.reference_configurations[name] for m in (model, again))
        np.testing.assert_allclose(one, two, rtol=0, atol=1e-15)
    agrees(model, written(model))


# --- parameters, constraints, actuators


def test_limits_and_actuators() -> None:
    builder = kt.ModelBuilder("limited")
    builder.add_body("a", joint=kt.Revolute("x"), inertia=BALL, lower=-1, upper=2, effort_limit=3)
    builder.add_body("b", parent="a", joint=kt.Prismatic("x"), inertia=BALL, lower=-1)
    builder.add_body("c", parent="b", joint=kt.Revolute("y"), inertia=BALL, lower=1, upper=1)
    builder.add_body(
        "d",
        parent="c",
        joint=kt.Spherical(),
        inertia=BALL,
        effort_limit=[4, 5, 6],
        actuated=[1, 0, 1],
    )
    builder.add_body("e", parent="d", joint=kt.Revolute("z"), inertia=BALL, effort_limit=0)
    builder.add_body("f", parent="e", joint=kt.Continuous("z"), inertia=BALL, velocity_limit=7)
    model = builder.build()
    again = kt.load_mjcf(written(model, "effort limits of 0", "velocity limits"))
    np.testing.assert_array_equal(again.lower_position_limits[:3], [-1, -1, 1])
    np.testing.assert_array_equal(again.upper_position_limits[:3], [2, np.inf, np.nextafter(1, 2)])
    np.testing.assert_array_equal(
        again.effort_limits, [3, np.inf, np.inf, 4, np.inf, 6, *[np.inf] * 2]
    )
    np.testing.assert_array_equal(again.actuated, model.actuated)


def test_actuators_have_mujocos_forces() -> None:
    builder = kt.ModelBuilder("driven")
    builder.add_body("a", joint=kt.Revolute("x"), inertia=BALL)
    builder.add_body("b", parent="a", joint=kt.Universal("x", "y"), inertia=BALL)
    builder.add_body("c", parent="b", joint=kt.Continuous("z"), inertia=BALL)
    builder.add_body("d", parent="c", joint=kt.Spherical(), inertia=BALL)
    servo = {"gain": 5, "bias_position": -5, "bias_velocity": -0.5, "bias_constant": 0.1}
    law = kt.motors.affine(**servo, gain_position=2, gain_velocity=3)
    servo = kt.motors.affine(**servo)
    model = builder.build().replace(
        actuators=[
            kt.Actuator("motor", ("b_joint.2",), gear=(-3,), force_range=(-1, np.inf)),
            kt.Actuator("servo", ("a_joint",), gear=(2,), law=servo, control_range=(-0.5, 0.5)),
            kt.Actuator("both", ("c_joint", "b_joint.1"), gear=(2, -1), law=law),
            kt.Actuator("motor", ("d_joint.wy",), gear=(2,)),
            kt.Actuator("turning", ("d_joint.wx",), law=servo),
            kt.Actuator("slow", ("a_joint",), force_range=(-9, 9), velocity_limit=90),
        ]
    )
    text = written(model, "actuators of joints that turn in space", "torque-speed curves")
    rng, kept = np.random.default_rng(0), [0, 1, 2, 3, 5]
    mj = mujoco.MjModel.from_xml_string(text)
    data = mujoco.MjData(mj)
    for q in kt.random_configuration(model, 5, rng=rng):
        v, u = rng.standard_normal(model.nv), rng.standard_normal(6)
        there = kt.convert.to_mujoco(model, q, v)
        data.qpos[:], data.qvel[:], data.ctrl[:] = there.q, there.v, u[kept]
        mujoco.mj_forward(mj, data)
        forces = run(kt.actuator_forces, model.replace(actuators=model.actuators[:4]), q, v, u[:4])
        assert_near(forces, data.actuator_force[:4])
        turning = run(kt.actuation_matrix, model, q)[:, kept]
        assert_near(turning @ data.actuator_force, data.qfrc_actuator)
    again = kt.load_mjcf(text).actuators
    limit = replace(model.actuators[5], velocity_limit=np.inf)
    assert again == (*model.actuators[:3], replace(model.actuators[3], name="motor_"), limit)


def test_constraints() -> None:
    builder = kt.ModelBuilder("closed")
    for name in "abc":
        builder.add_body(
            name, joint=kt.Composite(kt.Revolute("x"), kt.Prismatic("y")), inertia=BALL
        )
        builder.add_body(f"{name}_tip", parent=name, joint=kt.Revolute("z"), inertia=BALL)
    place = kt.SE3(kt.SO3.exp([0.1, 0.2, 0.3]), [1, 2, 3])
    ends = {"first": "a", "second": "b_tip", "first_placement": place}
    builder.add_loop("weld", joint=kt.Fixed(), **ends)
    builder.add_loop("ball", joint=kt.Spherical(), **ends, second_placement=place)
    builder.add_loop("hinge", joint=kt.Revolute("y"), **ends)
    builder.add_loop("rail", joint=kt.Prismatic("y"), **ends)
    builder.add_coupling("gear", joint="a_tip_joint", source="b_tip_joint", coefficients=[1, 2, 3])
    builder.add_coupling("still", joint="c_tip_joint", source=None, coefficients=[0.5])
    builder.add_coupling("high", joint="c_tip_joint", source="b_tip_joint", coefficients=[1] * 6)
    model = builder.build()
    text = written(model, "loops", "couplings of more than 5 coefficients")
    again = {c.name: c for c in kt.load_mjcf(text).constraints}
    assert list(again) == ["weld", "ball", "hinge", "hinge_axis", "gear", "still"]
    for c in model.constraints[:2]:
        other = again[c.name]
        assert str(other.joint) == str(c.joint)
        for one, two in ((c.first, other.first), (c.second, other.second)):
            assert (
                abs(np.array(one.placement.matrix) - np.array(two.placement.matrix)).max() < 1e-15
            )
    assert [again[x].coefficients for x in ("gear", "still")] == [(1, 2, 3), (0.5,)]
    ends = [again[x].second.placement.translation for x in ("hinge", "hinge_axis")]
    assert [list(x.map(float).flat) for x in ends] == [[0, 0, 0], [0, 1, 0]]


def test_followers_are_equalities() -> None:
    builder = kt.ModelBuilder("hand")
    builder.add_body("a", joint=kt.Revolute("x"), inertia=BALL)
    builder.add_body("b", parent="a", joint=kt.Mimic("a_joint", 2, 0.5), inertia=BALL)
    builder.add_body("c", parent="b", joint=kt.Continuous("x"), inertia=BALL)
    builder.add_body("d", parent="c", joint=kt.Mimic("c_joint", -3), inertia=BALL)
    model = builder.build()
    home = kt.configuration(model, {"a_joint": 0.1, "c_joint": 0.2})
    text = written(model.replace(reference_configurations={"home": home}))
    again = kt.load_mjcf(text, mimic=True)
    assert [(j.type.multiplier, j.type.offset) for j in again.joints[1::2]] == [(2, 0.5), (-3, 0)]
    key = mujoco.MjModel.from_xml_string(text).key_qpos[0]
    np.testing.assert_allclose(key, [0.1, 0.7, 0.2, -0.6], rtol=0, atol=1e-15)
    q, v, a = home, [1.0, 2.0], [3.0, 4.0]
    tau = run(kt.rnea, model, q, np.array(v), np.array(a))
    other = run(kt.rnea, again, np.array([0.1, 0.2]), np.array(v), np.array(a))
    np.testing.assert_allclose(tau, other, rtol=1e-13)


# --- shapes


def shaped() -> kt.ModelBuilder:
    builder = kt.ModelBuilder("shaped")
    builder.add_body("a", joint=kt.Revolute("x"), inertia=BALL)
    builder.add_body("b", parent="a", joint=kt.Revolute("x"), inertia=BALL)
    return builder


def test_shapes_come_back() -> None:
    rng, builder = np.random.default_rng(0), shaped()
    place = kt.SE3(kt.SO3.exp([0.1, 0.2, 0.3]), [1, 2, 3])
    corners = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]]
    for name, shape, body in (
        ("box", kt.shapes.Box((1, 2, 3)), "a"),
        ("sphere", kt.shapes.Sphere(0.5), "a"),
        ("ellipsoid", kt.shapes.Ellipsoid((1, 2, 3)), "b"),
        ("cylinder", kt.shapes.Cylinder(1, 3), "b"),
        ("capsule", kt.shapes.Capsule(1, 3), "b"),
        ("hull", kt.shapes.Convex(corners), "b"),
        ("floor", kt.shapes.Plane(), "world"),
        ("hill", kt.shapes.HeightField(rng.uniform(-1, 1, (4, 5)), (1, 2, 0.3, 0.4)), "world"),
    ):
        options = {"color": (0.1, 0.2, 0.3, 1), "friction": (0.5, 0.1, 0)}
        for kind in ("visual", "collision"):
            builder.add_geometry(
                name, parent=body, shape=shape, placement=place, kind=kind, **options
            )
    builder.add_geometry("box", parent="b", shape=kt.shapes.Sphere(2))
    model = builder.build()
    again = kt.load_mjcf(written(model))
    one, two = ({(g.name, g.kind): g for g in m.geometries} for m in (model, again))
    box = two.pop(("box_", "visual"))  # of another link
    assert (box.body, box.shape) == ("b", kt.shapes.Sphere(2))
    assert one.keys() == two.keys()
    for (name, kind), g in one.items():
        other = two[name, kind]
        if (name, kind) == ("box", "visual"):
            continue
        assert (g.body, g.joint) == (other.body.replace("universe", "world"), other.joint)
        assert g.color == other.color and (g.friction == other.friction or kind == "visual")
        assert type(g.shape) is type(other.shape)
        if name not in ("hull", "hill"):
            assert g.shape == other.shape
            difference = np.array(g.placement.matrix) - np.array(other.placement.matrix)
            assert abs(difference).max() < 1e-15
    for name in ("hull", "hill"):  # in single precision
        ours, others = (points(x[name, "collision"]) for x in (one, two))
        assert ours.shape == others.shape
        assert abs(ours[:, None] - others).max(-1).min(0).max() < 1e-6


def points(g: kt.Geometry) -> Any:
    """The corners of a hull or a height field, in the frame of the joint."""
    if isinstance(g.shape, kt.shapes.HeightField):
        x, y, dx, dy = g.shape.grid
        heights = np.array(g.shape.heights)
        i, j = np.indices(heights.shape)
        corners = np.stack([x + dx * i, y + dy * j, heights], -1).reshape(-1, 3)
    else:
        corners = np.array(g.shape.vertices)
    T = np.array(g.placement.matrix, float)
    return corners @ T[:3, :3].T + T[:3, 3]


def test_shapes_that_mujoco_lacks_are_named(tmp_path: Path) -> None:
    builder, path = shaped(), tmp_path / "text.stl"
    path.write_text("solid x\nendsolid x\n")
    shapes = {
        "moving": kt.shapes.Plane(),
        "point": kt.shapes.Sphere(0),
        "gone": kt.shapes.Mesh("package://nowhere/m.stl"),
        "ascii": kt.shapes.Mesh(str(path)),
    }
    for name, shape in shapes.items():
        builder.add_geometry(name, parent="a", shape=shape, kind="collision")
    with pytest.warns(
        UserWarning, match="leaves out, shapes \\('moving', 'point', 'gone', 'ascii'"
    ):
        assert "<geom" not in kt.to_mjcf(builder.build())


def test_links_at_one_place_and_one_called_world() -> None:
    builder, ball = shaped(), kt.shapes.Sphere(0.1)
    for name in ("one", "two"):
        builder.add_body(name, parent="a", joint=kt.Fixed(), inertia=BALL)
        builder.add_geometry(name, parent=name, shape=ball, kind="collision")
    model = builder.build().with_floating_base()
    frames = [replace(f, name="world") if f.name == "b" else f for f in model.frames]
    renamed = kt.Model(replace(model.description, frames=tuple(frames)))
    again = kt.load_mjcf(written(renamed))
    assert {f.name for f in again.frames if f.kind == "body"} == {
        *("root_joint_link", "a", "b_joint_link", "one", "two")
    }
    agrees(renamed, written(renamed))
    assert [(g.name, g.body) for g in again.geometries] == [("one", "one"), ("two", "two")]


def test_shapes_of_a_fixed_base_and_its_neighbours_pass_through_each_other() -> None:
    """As here; in MuJoCo a base that is fixed collides with what moves on it."""
    builder, ball = kt.ModelBuilder("arm"), kt.shapes.Sphere(0.1)
    builder.add_root("base")
    builder.add_body("a", parent="base", joint=kt.Revolute("x"), inertia=BALL)
    builder.add_body("b", parent="a", joint=kt.Revolute("x"), inertia=BALL)
    for name in ("base", "a", "b", "world"):
        builder.add_geometry(name, parent=name, shape=ball, kind="collision")
    model = builder.build()
    pairs = {frozenset(x) for x in kt.collision.pairs(model)}
    assert pairs == {*map(frozenset, (("base", "b"), ("world", "a"), ("world", "b")))}
    assert pairs == {*map(frozenset, kt.collision.pairs(kt.load_mjcf(written(model))))}


def test_plates_whose_moments_are_rounded() -> None:
    rng = np.random.default_rng(0)
    for turn in rng.normal(size=(30, 3)).tolist():
        builder, R = kt.ModelBuilder("plate"), np.array(kt.SO3.exp(turn).matrix)
        plate = kt.Inertia(1.5, rng.normal(size=3), R @ np.diag([0.1, 0.2, 0.3]) @ R.T)
        builder.add_body("plate", joint=kt.Revolute("x"), inertia=plate)
        agrees(builder.build(), written(builder.build()))


# --- robots


@pytest.mark.parametrize("name", ["arm", "biped", "quadruped", "humanoid"])
def test_built_in_robots(name: str) -> None:
    model = getattr(kt.robots, name)()
    agrees(model, written(model, "velocity limits"))


@pytest.mark.sweep
@pytest.mark.filterwarnings("ignore:.*an MJCF lacks")
@pytest.mark.parametrize("name, floating", [*((x, False) for x in ROBOTS), *FIRST.values()])
def test_installed_robots(name: str, floating: bool) -> None:
    with warnings.catch_warnings(action="ignore"):
        model = kt.load(installed_robots()[name], floating_base=floating)
    if "romeo" in name and name.endswith("small"):
        with pytest.raises(kt.ModelError, match=r"inertias of the bodies of .*which no rigid body"):
            kt.to_mjcf(model)
        return
    again = agrees(model, kt.to_mjcf(model))
    same_frames(model, again)
    names = {g.name for g in again.geometries if g.kind == "collision"}
    pairs = {frozenset(x) for x in kt.collision.pairs(model) if names.issuperset(x)}
    assert pairs == {*map(frozenset, kt.collision.pairs(again))}
