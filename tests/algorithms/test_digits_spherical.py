"""A revolute, a spherical and a prismatic joint: ten digits of another implementation.

That one is in NumPy, shares nothing with kinetree, and agrees with Pinocchio.
"""

import numpy as np
from agreement import run
from scipy.spatial.transform import Rotation

import kinetree as kt


def fixture() -> kt.Model:
    builder = kt.ModelBuilder("fixture A")
    builder.add_body(
        "turning",
        joint=kt.Revolute("z"),
        placement=kt.SE3(np.eye(3), [0, 0, 0.1]),
        inertia=kt.Inertia(2.0, [0.1, -0.05, 0.2], np.diag([0.03, 0.04, 0.05])),
    )
    rotational = [[0.02, 0.001, 0], [0.001, 0.03, -0.002], [0, -0.002, 0.025]]
    builder.add_body(
        "ball",
        parent="turning",
        joint=kt.Spherical(),
        placement=kt.SE3(Rotation.from_euler("x", 0.3).as_matrix(), [0.4, 0, 0]),
        inertia=kt.Inertia(1.5, [0, 0.1, -0.1], rotational),
    )
    builder.add_body(
        "slider",
        parent="turning",
        joint=kt.Prismatic("y"),
        placement=kt.SE3(Rotation.from_euler("y", -0.2).as_matrix(), [0, 0.3, 0.2]),
        inertia=kt.Inertia(0.8, [0.05, 0, 0.1], np.diag([0.01, 0.012, 0.008])),
    )
    return builder.build()


MODEL = fixture()
Q = np.array([0.5, 0.1, -0.2, 0.3, np.sqrt(0.86), 0.25])
V = np.array([0.7, -0.4, 0.9, 0.3, -0.6])
A = np.array([-0.2, 0.5, 0.8, -0.7, 1.1])
TAU = np.array([1, 0.2, -0.3, 0.4, 0.5])


def assert_printed(x: np.ndarray, digits: object) -> None:
    """Every entry agrees with its ten printed digits."""
    np.testing.assert_allclose(x, digits, rtol=6e-10, atol=1e-14)


def test_torques_are_those_printed() -> None:
    tau = [-0.566007426, 1.597586994, -0.7904174162, -0.8167959641, 0.6597381767]
    assert_printed(run(kt.rnea, MODEL, Q, V, A), tau)


def test_gravity_torques_are_those_printed() -> None:
    g = [0, 1.572288762, -0.8303805842, -0.8303805842, 0]
    assert_printed(run(kt.generalized_gravity, MODEL, Q), g)


def test_mass_matrix_is_that_printed() -> None:
    M = [
        [0.5814517675, 0.03974183233, 0.002061633618, 0.01270776552, 0.02330911665],
        [0.03974183233, 0.05, 0.001, 0, 0],
        [0.002061633618, 0.001, 0.045, 0.013, 0],
        [0.01270776552, 0, 0.013, 0.04, 0],
        [0.02330911665, 0, 0, 0, 0.8],
    ]
    assert_printed(run(kt.crba, MODEL, Q), M)


def test_rate_of_the_mass_matrix_is_that_printed() -> None:
    rate = run(kt.jvp(kt.crba, "q"), MODEL, Q, V)[1]
    first = [-0.6048047256, 0.01381973009, -0.05744517828, -0.02463342518, 0]
    expected = np.zeros((5, 5))
    expected[0] = expected[:, 0] = first
    assert_printed(rate, expected)


def test_forward_dynamics_is_that_printed() -> None:
    a = [4.027172915, -30.87790814, 4.112816161, 27.3002858, 0.7771626959]
    assert_printed(run(kt.aba, MODEL, Q, V, TAU), a)


def test_derivatives_of_torques_are_those_printed() -> None:
    along_q, along_v = run(kt.jacobian(kt.rnea, ("q", "v")), MODEL, Q, V, A)
    assert_printed(
        along_q,
        [
            [0, -0.02279109787, -0.05273512845, 0.0730699893, -0.848],
            [0, 0.7361038209, 0.7838050781, -0.8230091941, 0],
            [0, 0.001034481027, 1.144057387, -0.4476715108, 0],
            [0, 0.008929812731, 1.121432706, -0.4446715405, 0],
            [0, 0, 0, 0, -0.392],
        ],
    )
    assert_printed(
        along_v,
        [
            [-0.6048047256, 0.00700968703, -0.1438095442, -0.1692266782, 0.616],
            [0.03144827204, -0.0003, -0.00228573849, -0.01727809515, 0],
            [0.04592484352, 0.01548573849, 0.0055, -0.01650701865, 0],
            [0.08336752534, 0.00397809515, 0.01360701865, -0.0052, 0],
            [-0.616, 0, 0, 0, 0],
        ],
    )


def test_derivative_of_forward_dynamics_is_that_printed() -> None:
    assert_printed(
        run(kt.jacobian(kt.aba, "q"), MODEL, Q, V, TAU),
        [
            [0, -3.201252835, 2.177242909, 1.725400422, -5.291044467],
            [0, -5.569827203, -15.68624126, 15.47678062, 4.212950448],
            [0, -3.232920006, -16.20242922, 12.62485065, -0.3717202903],
            [0, 2.051043027, -22.31029976, 11.9641911, 1.801742905],
            [0, 0.09327296969, -0.06343701117, -0.05027194962, 0.6441619659],
        ],
    )


def test_coriolis_matrix_is_that_printed() -> None:
    C = [
        [-0.3024023628, -0.001904405925, -0.08040760004, -0.06631718785, 0.308],
        [0.01572413602, 0, -0.008642869245, 0.01406095242, 0],
        [0.02296242176, 0.008642869245, 0, 0.001196490676, 0],
        [0.04168376267, -0.01406095242, -0.001196490676, 0, 0],
        [-0.308, 0, 0, 0, 0],
    ]
    assert_printed(run(kt.coriolis_matrix, MODEL, Q, V), C)


def test_rate_of_the_mass_matrix_by_algorithm_1_is_that_printed() -> None:
    rate = [
        [-0.6048047256, 0.01381973009, -0.05744517828, -0.02463342518, 0],
        [0.01381973009, 0, 0, 0, 0],
        [-0.05744517828, 0, 0, 0, 0],
        [-0.02463342518, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
    ]
    assert_printed(run(kt.mass_matrix_time_derivative, MODEL, Q, V), rate)


def test_slopes_of_torques_are_those_printed() -> None:
    dq = [
        [0, -0.02279109787, -0.05273512845, 0.0730699893, -0.848],
        [0, 0.7361038209, 0.7838050781, -0.8230091941, 0],
        [0, 0.001034481027, 1.144057387, -0.4476715108, 0],
        [0, 0.008929812731, 1.121432706, -0.4446715405, 0],
        [0, 0, 0, 0, -0.392],
    ]
    dv = [
        [-0.6048047256, 0.00700968703, -0.1438095442, -0.1692266782, 0.616],
        [0.03144827204, -0.0003, -0.00228573849, -0.01727809515, 0],
        [0.04592484352, 0.01548573849, 0.0055, -0.01650701865, 0],
        [0.08336752534, 0.00397809515, 0.01360701865, -0.0052, 0],
        [-0.616, 0, 0, 0, 0],
    ]
    found = run(kt.rnea_derivatives, MODEL, Q, V, A)
    assert_printed(found[0], dq)
    assert_printed(found[1], dv)


def test_slopes_of_accelerations_are_those_printed() -> None:
    dq = [
        [0, -3.201252835, 2.177242909, 1.725400422, -5.291044467],
        [0, -5.569827203, -15.68624126, 15.47678062, 4.212950448],
        [0, -3.232920006, -16.20242922, 12.62485065, -0.3717202903],
        [0, 2.051043027, -22.31029976, 11.9641911, 1.801742905],
        [0, 0.09327296969, -0.06343701117, -0.05027194962, 0.6441619659],
    ]
    for method in ("dmm", "aza"):
        found = run(kt.aba_derivatives, MODEL, Q, V, TAU, statics={"method": method})
        assert_printed(found[0], dq)
