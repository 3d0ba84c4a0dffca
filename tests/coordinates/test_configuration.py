"""Configurations by name, at random, and checked."""

import re

import numpy as np
import pytest

import kinetree as kt
from kinetree.scalar.array import as_array


@pytest.fixture(scope="module")
def rover():
    """A free-flyer with a wheel, a limited lift, a ball joint and a mimic."""
    body = kt.Inertia(1.0, [0, 0, 0.1], np.eye(3))
    b = kt.ModelBuilder("rover")
    b.add_root("base", joint=kt.FreeFlyer(), inertia=body)
    b.add_body("wheel", parent="base", joint=kt.Continuous("y"), inertia=body, joint_name="axle")
    b.add_body(
        "lift", parent="base", joint=kt.Prismatic("z"), inertia=body, joint_name="mast",
        lower=0.2, upper=0.9,
    )  # fmt: skip
    b.add_body("ball", parent="lift", joint=kt.Spherical(), inertia=body, joint_name="neck")
    b.add_body(
        "turret", parent="lift", joint=kt.Revolute("z"), inertia=body, joint_name="turn", lower=-9
    )
    b.add_body(
        "slave", parent="lift", joint=kt.Mimic("mast", 2.0), inertia=body, joint_name="slave"
    )
    return b.build()


def test_neutral_is_no_motion(rover):
    T = kt.forward_kinematics.evaluate(rover, kt.neutral(rover))
    np.testing.assert_array_equal(T, np.broadcast_to(np.eye(4), T.shape))


def test_random_configurations_stay_within_the_limits(rover):
    q = kt.random_configuration(rover, (50, 4), rng=0)
    assert q.shape == (50, 4, rover.nq)
    assert kt.check_configuration(rover, q) == []
    by_name = kt.joint_values(rover, q)
    assert 0.2 <= by_name["mast"].min() < 0.25 and 0.85 < by_name["mast"].max() <= 0.9
    assert -9 <= by_name["turn"].min() < -8 and 2.5 < by_name["turn"].max() <= np.pi
    assert np.abs(by_name["root_joint"][..., :3]).max() <= 1
    for name in ("neck", "axle"):
        assert abs(by_name[name].mean(axis=(0, 1))).max() < 0.25
    np.testing.assert_array_equal(q, kt.random_configuration(rover, (50, 4), rng=0))
    assert kt.random_configuration(rover).shape == (rover.nq,)


def test_random_configurations_take_other_limits(rover):
    lower, upper = rover.lower_position_limits.copy(), rover.upper_position_limits.copy()
    lower[0], upper[0] = 5.0, 6.0
    q = kt.random_configuration(rover, 20, rng=1, lower=lower, upper=upper)
    assert (q[:, 0] >= 5).all() and (q[:, 0] <= 6).all()
    with pytest.raises(kt.ModelError, match=r"lower limit of 'root_joint\.x' is above"):
        kt.random_configuration(rover, lower=upper, upper=lower)
    with pytest.raises(kt.ShapeError, match=r"lower has shape \(2,\); expected \(14,\)|expected"):
        kt.random_configuration(rover, lower=[0, 0])


def test_check_names_sample_joint_and_reason(rover):
    q = np.tile(kt.configuration(rover, {"mast": 0.5}), (3, 1))
    q[0, rover.joint("mast").q_slice] = 0.1
    q[1, rover.joint("neck").q_slice] *= 1.1
    q[2, rover.joint("turn").q_slice] = np.nan
    findings = kt.check_configuration(rover, q)
    assert [(f.sample, f.joint) for f in findings] == [
        ((0,), "mast"),
        ((1,), "neck"),
        ((2,), "turn"),
    ]
    assert "below its lower limit [0.2]" in findings[0].message
    assert "not of unit length" in findings[1].message
    assert "not finite" in findings[2].message


@pytest.mark.parametrize("k", range(3))
@pytest.mark.parametrize(
    "value, message",
    [
        (-1.5, r"is below its lower limit \[-1.0, -1.0, -1.0\]"),
        (2.5, r"is above its upper limit \[2.0, 2.0, 2.0\]"),
        (np.nan, "is not finite"),
    ],
)
def test_one_coordinate_of_several_that_is_wrong(k, value, message):
    b = kt.ModelBuilder("slider")
    b.add_body("a", joint=kt.Translation(), lower=-1.0, upper=2.0)
    q = np.tile([-1.0, 0.5, 2.0], (3, 1))
    q[1, k] = value
    (finding,) = kt.check_configuration(b.build(), q)
    assert (finding.sample, finding.joint) == ((1,), "a_joint")
    assert re.search(message, finding.message)


@pytest.mark.parametrize("wrong", range(3))
def test_the_part_of_a_composite_that_is_not_of_unit_length(wrong):
    parts = [kt.Spherical(), kt.Continuous("x"), kt.Planar()]
    b = kt.ModelBuilder("composed")
    b.add_body("a", joint=kt.Composite(kt.Revolute("z"), *parts))
    model = b.build()
    q = np.tile(kt.neutral(model), (2, 1))
    turned = (slice(1, 5), slice(5, 7), slice(9, 11))[wrong]
    q[1, turned] *= 1 + 1e-5
    (finding,) = kt.check_configuration(model, q)
    assert (finding.sample, finding.joint) == ((1,), "a_joint")
    assert "not of unit length" in finding.message
    q[1, turned] /= 1 + 1e-5
    assert kt.check_configuration(model, q) == []


FAR = 2.0**31


@pytest.mark.parametrize(
    "lower, upper, lowest, highest",
    [
        (FAR, np.inf, -1.0, 1.0),
        (FAR, 2 * FAR, -1.0, 1.0),
        (-np.inf, -FAR, -1.0, 1.0),
        (-FAR, -5.0, -5.0, -5.0),
        (5.0, FAR, 5.0, 5.0),
        (-FAR, 0.5, -1.0, 0.5),
        (-0.5, FAR, -0.5, 1.0),
        (2.0**30, np.inf, 2.0**30, 2.0**30),
        (-np.inf, -(2.0**30), -(2.0**30), -(2.0**30)),
    ],
)
def test_limits_beyond_two_to_the_thirty_are_none(lower, upper, lowest, highest):
    b = kt.ModelBuilder("far")
    b.add_body("a", joint=kt.Prismatic("z"), lower=lower, upper=upper)
    q = kt.random_configuration(b.build(), 200, rng=0)
    assert lowest <= q.min() and q.max() <= highest
    assert q.max() - q.min() >= 0.9 * (highest - lowest)


def test_a_value_beyond_its_limits_is_a_warning(rover):
    arm = kt.robots.arm()
    with pytest.warns(UserWarning, match=r"arm: 'joint2': q = \[90.0\] is above its upper .* rad"):
        assert kt.configuration(arm, {"joint2": 90})[1] == 90
    kt.configuration(
        arm, {"joint1": 0.5}, default=np.full(7, 90.0)
    )  # whose values are the caller's
    with pytest.warns(UserWarning, match="'root_joint': q = .*nan.* is not finite"):
        kt.configuration(rover, {"root_joint.z": np.nan})


def test_configuration_by_name(rover):
    q = kt.configuration(rover, {"mast": [0.3, 0.4], "axle": np.pi / 2, "neck": [0, 0, 1, 0]})
    assert q.shape == (2, rover.nq)
    values = kt.joint_values(rover, q)
    np.testing.assert_allclose(values["mast"], [0.3, 0.4])
    np.testing.assert_allclose(values["axle"], [[0, 1]] * 2, atol=1e-16)
    np.testing.assert_allclose(values["neck"], [[0, 0, 1, 0]] * 2)
    np.testing.assert_allclose(kt.configuration(rover, {"mast": 0.7}, default=q)[:, 0], q[:, 0])
    assert set(values) == {"root_joint", "axle", "mast", "slave", "neck", "turn"}
    np.testing.assert_allclose(
        kt.configuration(rover, {"axle": [0.6, 0.8]})[rover.joint("axle").q_slice], [0.6, 0.8]
    )


def test_single_coordinates_by_name(rover):
    q = kt.configuration(rover, {"root_joint.z": [0.5, 0.6], "mast": 0.3})
    expected = np.stack([kt.neutral(rover)] * 2)
    expected[:, rover.q_index("mast")] = 0.3
    expected[:, 2] = [0.5, 0.6]
    np.testing.assert_array_equal(q, expected)


@pytest.mark.parametrize("continuous", ["cos_sin", "angle"])
def test_values_of_mimics_follow_their_source_and_come_back(continuous):
    b = kt.ModelBuilder("m")
    kind = kt.Continuous("z") if continuous == "cos_sin" else kt.Revolute("z")
    b.add_body("a", joint=kind, joint_name="source")
    b.add_body("b", parent="a", joint=kt.Mimic("source", 2.0, 0.25, kind), joint_name="follower")
    model = b.build()
    q = kt.random_configuration(model, (3, 2), rng=0)
    values = kt.joint_values(model, q)
    assert list(values) == ["source", "follower"]
    np.testing.assert_array_equal(kt.configuration(model, values), q)
    for sample in np.ndindex(3, 2):  # the follower turns as a joint of its own does
        T = kt.forward_kinematics.evaluate(model, q[sample])
        alone = kind.placement(as_array(np.atleast_1d(values["follower"][sample])))
        np.testing.assert_allclose(
            np.linalg.inv(T[1]) @ T[2], np.array(alone.matrix, dtype=float), atol=1e-15
        )
    values["follower"] = values["follower"][::-1]
    with pytest.raises(
        kt.KinetreeError, match=r"'follower' mimics 'source' and follows it to \S+( \S+\])?, not to"
    ):
        kt.configuration(model, values)


@pytest.mark.parametrize(
    "values, message",
    [
        ({"mats": 1.0}, "no joint 'mats'; did you mean 'mast'"),
        ({"slave": 1.0}, "'slave' mimics 'mast' and follows it to 0.0, not to 1.0; set 'mast'"),
        ({"neck": [0, 0, 1]}, r"neck has shape \(3,\); expected \(\.\.\., 4\)"),
    ],
)
def test_names_and_shapes_that_do_not_fit_are_refused(rover, values, message):
    with pytest.raises(kt.KinetreeError, match=message):
        kt.configuration(rover, values)


@pytest.mark.parametrize("angles", [0.3, [0.3], [[0.3], [0.7]], [0.3, 0.7, 0.9], [[0.3] * 3] * 2])
def test_angles_of_several_samples(rover, angles):
    q = kt.configuration(rover, {"axle": angles})[..., rover.joint("axle").q_slice]
    np.testing.assert_array_equal(q, np.stack([np.cos(angles), np.sin(angles)], -1))


def test_pairs_of_several_samples(rover):
    pairs = [[0.6, 0.8], [0.0, -1.0]]
    q = kt.configuration(rover, {"axle": pairs})
    np.testing.assert_array_equal(q[..., rover.joint("axle").q_slice], pairs)


@pytest.mark.parametrize("batch", [(), (1,), (5, 1), (1, 5), (1, 1), (0,), (2,), (3, 2)])
def test_values_by_name_and_back_keep_the_batch_axes(rover, batch):
    for robot in (rover, kt.robots.arm()):
        q = kt.random_configuration(robot, batch, rng=0)
        np.testing.assert_array_equal(kt.configuration(robot, kt.joint_values(robot, q)), q)
    q = kt.configuration(rover, {"mast": np.full(batch, 0.5)})
    assert q.shape == (*batch, rover.nq)


def test_values_by_name_are_copies(rover):
    q = kt.neutral(rover)
    for values in (kt.joint_values(rover, q[None]), kt.joint_values(rover, q)):
        for value in values.values():
            if np.ndim(value):
                value[...] = 7.0
    np.testing.assert_array_equal(q, kt.neutral(rover))


@pytest.mark.parametrize("values", [[0.3, 0.7], [[0.6, 0.8], [0.3, 0.7]], [0, 0], [np.nan, 1]])
def test_two_numbers_that_may_be_angles_are_refused(rover, values):
    with pytest.raises(
        kt.ShapeError, match=r"axle has shape .*\(cos, sin\) pairs of.*np\.cos\(value\)"
    ):
        kt.configuration(rover, {"axle": values})


def test_sizes_of_any_integer_type(rover):
    assert kt.random_configuration(rover, np.int64(3)).shape == (3, rover.nq)
    assert kt.random_configuration(rover, (np.int32(2), 0)).shape == (2, 0, rover.nq)
    for size in (2.5, -1, (2, 1.0)):
        with pytest.raises(kt.ShapeError, match=r"size is .*; expected a number of samples"):
            kt.random_configuration(rover, size)


@pytest.mark.parametrize(
    "call, message",
    [
        (lambda r: kt.configuration(r, {}, np.zeros(3)), r"default has shape \(3,\); expected"),
        (
            lambda r: kt.configuration(r, {}, 0.0),
            r"default has shape \(\); expected \(\.\.\., \d+\)",
        ),
        (lambda r: kt.configuration(r, {"mast": "up"}), "mast is not an array of numbers"),
        (
            lambda r: kt.configuration(r, {"mast": [0.3] * 3, "turn": [0.1] * 4}),
            r"the batch axes do not broadcast: default \(\), mast \(3,\), turn \(4,\)",
        ),
        (lambda r: kt.joint_values(r, "q"), "q is not an array of numbers"),
    ],
)
def test_arrays_that_do_not_fit_are_refused(rover, call, message):
    with pytest.raises(kt.ShapeError, match=message):
        call(rover)


@pytest.mark.parametrize("values", [[1, 2], None, 0.5, "mast"])
def test_values_without_names_are_refused(rover, values):
    with pytest.raises(kt.ModelError, match=r"values is .*; expected values of q by joint"):
        kt.configuration(rover, values)


@pytest.mark.parametrize(
    "call",
    [
        lambda: kt.neutral("panda"),
        lambda: kt.random_configuration("panda"),
        lambda: kt.check_configuration("panda", [0]),
        lambda: kt.configuration("panda", {}),
        lambda: kt.joint_values("panda", [0]),
    ],
)
def test_a_name_is_no_model(call):
    with pytest.raises(kt.ModelError, match=r"its first argument is a str; expected a kt\.Model"):
        call()
