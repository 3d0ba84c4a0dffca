"""An R-R-P chain and a revolute with a ZYX joint: ten digits of another implementation.

That of test_digits_spherical.py. Pinocchio has no Christoffel symbols, and derivatives of joints
whose subspace depends on q are wrong there.
"""

import numpy as np
from agreement import run
from scipy.spatial.transform import Rotation

import kinetree as kt


def placed(axes: str, angle: float, translation: list[float]) -> kt.SE3:
    return kt.SE3(Rotation.from_euler(axes, angle).as_matrix(), translation)


def chain() -> kt.Model:
    builder = kt.ModelBuilder("fixture C")
    builder.add_body(
        "first",
        joint=kt.Revolute("z"),
        inertia=kt.Inertia(1, [0.2, 0, 0], np.diag([0.01, 0.02, 0.03])),
    )
    builder.add_body(
        "second",
        parent="first",
        joint=kt.Revolute("x"),
        placement=kt.SE3(np.eye(3), [0.4, 0, 0]),
        inertia=kt.Inertia(2, [0, 0.1, 0.2], np.diag([0.02, 0.03, 0.04])),
    )
    builder.add_body(
        "third",
        parent="second",
        joint=kt.Prismatic("z"),
        placement=placed("y", 0.3, [0, 0, 0.3]),
        inertia=kt.Inertia(0.5, [0.1, 0.1, 0], np.diag([0.005, 0.006, 0.007])),
    )
    return builder.build()


def turning_ball() -> kt.Model:
    builder = kt.ModelBuilder("fixture D")
    builder.add_body(
        "turning",
        joint=kt.Revolute("y"),
        placement=kt.SE3(np.eye(3), [0, 0, 0.2]),
        inertia=kt.Inertia(1.2, [0.05, 0, 0.1], np.diag([0.02, 0.03, 0.01])),
    )
    builder.add_body(
        "ball",
        parent="turning",
        joint=kt.SphericalZYX(),
        placement=placed("z", 0.2, [0.3, 0, 0]),
        inertia=kt.Inertia(0.9, [0.1, -0.05, 0.02], np.diag([0.01, 0.015, 0.02])),
    )
    return builder.build()


Q_D, V_D, A_D = np.array([[0.4, 0.3, -0.6, 0.5], [0.5, -0.7, 0.8, 0.6], [0.1, -0.3, 0.2, 0.4]])


def assert_printed(x: np.ndarray, digits: object) -> None:
    np.testing.assert_allclose(x, digits, rtol=6e-10, atol=1e-14)


def test_christoffel_symbols_of_the_chain_are_those_printed():
    M = [
        [0.703345223, -0.20058733, 0.08135465996],
        [-0.20058733, 0.2366728399, 0.04776682446],
        [0.08135465996, 0.04776682446, 0.5],
    ]
    gamma = [
        [
            [0, -0.09747339215, 0.1527209732],
            [-0.09747339215, -0.232341186, -0.2325004158],
            [0.1527209732, -0.2325004158, 0],
        ],
        [
            [0.09747339215, 0, -0.05276146925],
            [0, 0, 0.2204511923],
            [-0.05276146925, 0.2204511923, 0],
        ],
        [
            [-0.1527209732, 0.05276146925, 0],
            [0.05276146925, -0.2204511923, 0],
            [0, 0, 0],
        ],
    ]
    model, q = chain(), np.array([0.3, -0.5, 0.2])
    assert_printed(run(kt.crba, model, q), M)
    assert_printed(run(kt.christoffel_symbols, model, q), gamma)


def test_torques_of_the_ball_are_those_printed():
    tau = [-4.367597077, -0.04305332376, -0.8475222137, -0.4382309313]
    assert_printed(run(kt.rnea, turning_ball(), Q_D, V_D, A_D), tau)


def test_coriolis_matrix_of_the_ball_is_that_printed():
    C = [
        [0.01268553427, 0.003776313511, 0.02718772405, 0.01093814606],
        [-0.0007169384033, 0.006833197105, -0.01276954587, -0.006104885484],
        [-0.002536624556, 0.005713200862, 0.00144755728, 0.0001274200058],
        [-0.00802554062, 0.0004228372372, -0.0004740797932, 0],
    ]
    assert_printed(run(kt.coriolis_matrix, turning_ball(), Q_D, V_D), C)


def test_slopes_of_torques_of_the_ball_are_those_printed():
    dq = [
        [0.1084048216, -0.01499002861, -0.1120042739, -0.05529546335],
        [-0.04566756072, 0.375402423, 0.08908678042, 0.08439278232],
        [-0.06892019947, 0.09665839724, -0.140562585, -0.1004806026],
        [-0.03870234838, 0.07984839903, -0.1033848561, 0.1445036485],
    ]
    found = run(kt.rnea_derivatives, turning_ball(), Q_D, V_D, A_D)
    assert_printed(found[0], dq)
    assert_printed(found[1], 2 * run(kt.coriolis_matrix, turning_ball(), Q_D, V_D))
