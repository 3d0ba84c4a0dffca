"""`kt.JointOrder`: the coordinates of joints in a controller's order."""

import numpy as np
import pytest
from refused import check, refused

import kinetree as kt


@pytest.fixture(scope="module")
def rover():
    """A free base, a wheel, a ball, a plane, and mimics of a mast and of the wheel."""
    b = kt.ModelBuilder("rover")
    b.add_root("base", joint=kt.FreeFlyer())
    plan = [
        ("wheel", kt.Continuous("y")),
        ("mast", kt.Prismatic("z")),
        ("neck", kt.Spherical()),
        ("tray", kt.Planar()),
        ("slave", kt.Mimic("mast", 2.0, 0.1)),
        ("gear", kt.Mimic("wheel", -3, 0.2)),
    ]
    for name, joint in plan:
        b.add_body(f"{name}_link", parent="base", joint=joint, joint_name=name)
    return b.build()


@pytest.fixture(scope="module")
def states(rover):
    rng = np.random.default_rng(0)
    return kt.random_configuration(rover, (3, 2), rng=rng), rng.normal(size=(3, 2, rover.nv))


NAMES = ("tray", "mast", "root_joint", "wheel", "neck")


def test_values_stand_in_the_order_of_the_names(rover, states):
    q, v = states
    order = kt.JointOrder(rover, NAMES)
    assert (order.names, order.nq, order.nv) == (NAMES, 4 + 1 + 7 + 1 + 4, 3 + 1 + 6 + 1 + 3)
    values = kt.joint_values(rover, q)
    positions = order.from_q(q)
    assert positions.shape == (3, 2, order.nq)
    np.testing.assert_array_equal(positions[..., :4], values["tray"])
    np.testing.assert_array_equal(positions[..., 4], values["mast"])
    np.testing.assert_array_equal(positions[..., 5:12], values["root_joint"])
    np.testing.assert_allclose(np.cos(positions[..., 12]), values["wheel"][..., 0], rtol=1e-15)
    np.testing.assert_allclose(np.sin(positions[..., 12]), values["wheel"][..., 1], rtol=1e-15)
    np.testing.assert_array_equal(positions[..., 13:], values["neck"])
    expected = v[..., rover.v_index(NAMES)]
    np.testing.assert_array_equal(order.from_v(v), expected)
    np.testing.assert_array_equal(order.from_tau(v), expected)


def test_back_to_the_robot(rover, states):
    q, v = states
    order = kt.JointOrder(rover, NAMES)
    np.testing.assert_allclose(order.to_q(order.from_q(q)), q, rtol=1e-14)
    np.testing.assert_array_equal(order.to_v(order.from_v(v)), v)
    np.testing.assert_array_equal(order.to_tau(order.from_tau(v)), v)


def test_joints_that_are_left_out_come_from_the_default(rover, states):
    q, v = states
    order = kt.JointOrder(rover, ["mast", "wheel"])
    moved = order.to_q([0.7, np.pi / 3], default=q)
    np.testing.assert_array_equal(moved[..., rover.q_index("mast")], np.full((3, 2, 1), 0.7))
    assert np.allclose(moved[..., rover.q_index("wheel")], [0.5, np.sqrt(0.75)], rtol=1e-15)
    others = rover.q_index(["root_joint", "neck", "tray"])
    np.testing.assert_array_equal(moved[..., others], q[..., others])
    single = order.to_v(np.ones((5, 1, 1, 2)), default=v)
    assert single.shape == (5, 3, 2, rover.nv)
    np.testing.assert_array_equal(single[..., rover.v_index(["mast", "wheel"])], 1.0)
    np.testing.assert_array_equal(order.to_tau(np.ones((5, 1, 1, 2)), default=v), single)
    missing = r"rover: {}: the order leaves out 'root_joint', 'neck', 'tray'; give default=, {} num"
    for method, n in (("to_q", rover.nq), ("to_v", rover.nv), ("to_tau", rover.nv)):
        with pytest.raises(kt.ModelError, match=missing.format(method, n)):
            getattr(order, method)([0.7, 0.1])


def test_the_default_stays_as_it_is(rover):
    q = kt.neutral(rover)
    kt.JointOrder(rover, ["mast"]).to_q([0.7], default=q)
    np.testing.assert_array_equal(q, kt.neutral(rover))


def test_mimics_are_read_but_not_set(rover):
    q = kt.configuration(rover, {"mast": 0.5, "wheel": 0.4})
    v = np.zeros(rover.nv)
    v[rover.v_index(["mast", "wheel"])] = 0.3, 0.7
    order = kt.JointOrder(rover, ["gear", "mast", "slave"])
    np.testing.assert_allclose(order.from_q(q), [-3 * 0.4 + 0.2, 0.5, 1.1], rtol=1e-15)
    np.testing.assert_allclose(order.from_v(v), [-2.1, 0.3, 0.6], rtol=1e-15)
    for method, x in (("to_q", order.nq), ("to_v", order.nv), ("to_tau", order.nv)):
        with pytest.raises(kt.ModelError, match="'gear' follows 'wheel' and cannot be set"):
            getattr(order, method)(np.zeros(x), default=np.zeros(rover.nq))
    with pytest.raises(kt.ModelError, match="'gear' follows 'wheel' and has no torque"):
        order.from_tau(v)


@pytest.mark.parametrize("ratio, offset", [(1, 7.0), (-3, 0.2), (5, -40.0)])
def test_a_mimic_of_a_continuous_joint_is_an_angle_within_a_turn(ratio, offset):
    b = kt.ModelBuilder("r")
    b.add_body("a", joint=kt.Continuous("z"), joint_name="a")
    b.add_body("b", joint=kt.Mimic("a", ratio, offset), joint_name="b")
    model = b.build()
    angle = np.linspace(-3.1, 3.1, 20)
    read = kt.JointOrder(model, "b").from_q(np.stack([np.cos(angle), np.sin(angle)], -1))[:, 0]
    assert (abs(read) <= np.pi).all()
    turns = (ratio * angle + offset - read) / (2 * np.pi)
    np.testing.assert_allclose(turns, np.round(turns), atol=1e-14)


def test_velocities_are_the_rates_of_positions(rover, states):
    """Of mimics, too: d from_q(integrate(q, v t)) / dt = from_v(v)."""
    q, v = states
    order = kt.JointOrder(rover, ["slave", "gear", "mast", "wheel"])
    step = 1e-3 * v
    ahead, behind = (order.from_q(kt.integrate(rover, q, s)) for s in (step, -step))
    turn = (ahead - behind + 3 * np.pi) % (2 * np.pi) - np.pi  # an angle may cross pi
    np.testing.assert_allclose(turn / 2e-3, order.from_v(v), rtol=1e-10, atol=1e-11)


def test_a_pair_that_is_no_angle_is_nan_in_its_own_sample(rover):
    q = np.tile(kt.neutral(rover), (2, 1))
    q[0, rover.q_index("wheel")] = 0
    q[1, rover.q_index("wheel")] = 0, 5
    np.testing.assert_array_equal(kt.JointOrder(rover, "wheel").from_q(q), [[np.nan], [np.pi / 2]])


def test_no_joints_at_all(rover):
    order = kt.JointOrder(rover, [])
    assert order.from_q(kt.neutral(rover)).shape == (0,)
    q = kt.neutral(rover)
    np.testing.assert_array_equal(order.to_q([], default=q), q)


@refused(__file__)
def test_what_does_not_fit_is_refused(rover, call, message):
    check(call, message, {**globals(), "r": rover})
