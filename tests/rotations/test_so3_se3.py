"""kt.so3 and kt.se3 against Pinocchio, SciPy, 40 digits and complex step."""

import pickle
from typing import Any

import mpmath
import numpy as np
import pinocchio as pin
import pytest
from agreement import assert_agree, transposed
from scipy.spatial.transform import Rotation

import kinetree as kt


def twists() -> Any:
    """(60, 6): random ones, tiny ones, and rotations by almost half a turn."""
    rng = np.random.default_rng(0)
    x = rng.normal(size=(60, 6))
    x[:10, 3:] *= 1e-8
    x[10:15, 3:] *= 1e-160
    x[15] = 0
    length = np.linalg.norm(x[20:40, 3:], axis=1, keepdims=True)
    x[20:40, 3:] *= (np.pi - rng.uniform(1e-9, 1e-2, (20, 1))) / length
    return x


X = twists()
T = np.array([pin.exp6(pin.Motion(x)).homogeneous for x in X])
R = T[:, :3, :3]


def test_exp_and_log_are_pinocchios():
    assert_agree(kt.so3.exp(X[:, 3:]), R, 4e-15)
    assert_agree(kt.se3.exp(X), T, 4e-15)
    near_pi = np.linalg.norm(X[:, 3:], axis=1) > 3.1
    for log, peer, y in (
        (kt.so3.log, lambda y: pin.log3(y), R),
        (kt.se3.log, lambda y: pin.log6(pin.SE3(y)).vector, T),
    ):
        expected = np.array([peer(y) for y in y[~near_pi]])
        assert_agree(log(y[~near_pi]), expected, 1e-13)


def test_log_undoes_exp():
    turns = np.linalg.norm(X[:, 3:], axis=1) < np.pi
    assert_agree(kt.se3.log(kt.se3.exp(X[turns])), X[turns], 1e-13)
    assert_agree(kt.so3.log(kt.so3.exp(X[turns, 3:])), X[turns, 3:], 1e-14)
    assert np.abs(np.linalg.norm(kt.so3.log(R), axis=1)).max() <= np.pi * (1 + 1e-15)


def test_jacobians_are_pinocchios():
    def each(function: Any, kind: Any, rows: Any) -> Any:
        return np.array([function(kind(row)) for row in rows])

    vectors = [np.array(x) for x in X[:, 3:]]
    assert_agree(kt.so3.exp_jacobian(X[:, 3:]), np.array([pin.Jexp3(w) for w in vectors]), 1e-13)
    assert_agree(kt.se3.exp_jacobian(X), each(pin.Jexp6, pin.Motion, X), 1e-13)
    apart = np.linalg.norm(X[:, 3:], axis=1) < 3.1
    assert_agree(kt.so3.log_jacobian(R[apart]), each(pin.Jlog3, np.array, R[apart]), 1e-12)
    assert_agree(kt.se3.log_jacobian(T[apart]), each(pin.Jlog6, pin.SE3, T[apart]), 1e-12)


def _series(twist: Any, digits: int = 40) -> Any:
    """The body Jacobian of exp by its power series in the adjoint, in high precision."""
    with mpmath.workdps(digits):
        v, w = ([mpmath.mpf(float(x)) for x in part] for part in (twist[:3], twist[3:]))

        def skew(a: Any) -> Any:
            return mpmath.matrix([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])

        ad = mpmath.zeros(6)
        ad[:3, :3] = ad[3:, 3:] = skew(w)
        ad[:3, 3:] = skew(v)
        total = term = mpmath.eye(6)
        for k in range(1, 80):
            term = term * ad * mpmath.mpf(-1) / (k + 1)
            total = total + term
        return np.array(total.tolist(), dtype=float)


def test_jacobians_to_the_last_digits():
    for x in X[[0, 3, 12, 15, 25, 50]]:
        expected = _series(x)
        assert_agree(kt.se3.exp_jacobian(x), expected, 1e-15)
        assert_agree(kt.so3.exp_jacobian(x[3:]), expected[3:, 3:], 1e-15)
        if np.linalg.norm(x[3:]) > np.pi:
            continue  # log gives the shorter way
        inverse = np.linalg.inv(expected)
        assert_agree(kt.se3.log_jacobian(kt.se3.exp(x)), inverse, 1e-14)
        assert_agree(kt.so3.log_jacobian(kt.so3.exp(x[3:])), inverse[3:, 3:], 1e-14)


def test_jacobian_of_exp_by_complex_step():
    for x in X[40:45]:
        for k, e in enumerate(1e-30j * np.eye(6)):
            rate = np.linalg.inv(kt.se3.exp(x)) @ (kt.se3.exp(x + e).imag / 1e-30)
            twist = [*rate[:3, 3], rate[2, 1], rate[0, 2], rate[1, 0]]
            assert_agree(kt.se3.exp_jacobian(x)[:, k], twist, 1e-14)


def test_quaternions():
    expected = np.array([pin.SE3ToXYZQUAT(pin.SE3(t)) for t in T])
    got = kt.se3.to_xyz_quaternion(T)
    signs = np.sign((got[:, 3:] * expected[:, 3:]).sum(1, keepdims=True))
    assert_agree(got[:, 3:] * signs, expected[:, 3:], 1e-14)
    assert_agree(got[:, :3], expected[:, :3], 1e-16)
    assert_agree(kt.so3.to_quaternion(R), got[:, 3:], 0)
    assert_agree(kt.se3.from_xyz_quaternion(got), T, 1e-15)
    assert_agree(kt.so3.from_quaternion(-3 * got[:, 3:]), R, 2e-15)
    assert (np.take_along_axis(got[:, 3:], abs(got[:, 3:]).argmax(1)[:, None], 1) > 0).all()


def test_roll_pitch_yaw():
    angles = np.random.default_rng(1).uniform(-1.5, 1.5, (50, 3))
    expected = Rotation.from_euler("xyz", angles).as_matrix()
    assert_agree(kt.so3.from_rpy(angles), expected, 1e-15)
    assert_agree(kt.so3.to_rpy(expected), angles, 1e-14)
    assert_agree(kt.so3.to_rpy(expected), [pin.rpy.matrixToRpy(r) for r in expected], 1e-14)
    places = np.concatenate([X[:50, :3], angles], 1)
    assert_agree(kt.se3.to_xyz_rpy(kt.se3.from_xyz_rpy(places)), places, 1e-14)


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("gap", [0, 1e-300, 1e-16, 1e-12, 1e-8])
def test_roll_pitch_yaw_at_a_quarter_turn(sign: int, gap: float):
    angles = np.random.default_rng(2).uniform(-3, 3, (20, 3))
    angles[:, 1] = sign * (np.pi / 2 - gap)
    turned = kt.so3.from_rpy(angles)
    assert_agree(kt.so3.from_rpy(kt.so3.to_rpy(turned)), turned, 1e-15)
    exact = np.array([[0, 0, sign], [0, 1, 0], [-sign, 0, 0]], dtype=float)
    assert_agree(kt.so3.from_rpy(kt.so3.to_rpy(exact)), exact, 1e-15)


def test_inverse_and_adjoint():
    eye = np.broadcast_to(np.eye(4), T.shape)
    assert_agree(kt.se3.inverse(T) @ T, eye, 1e-14)
    assert (kt.so3.inverse(R) == transposed(R)).all() and (kt.so3.adjoint(R) == R).all()
    assert_agree(kt.se3.adjoint(T), np.array([pin.SE3(t).action for t in T]), 1e-15)


def test_batches_out_and_kinds():
    x = X.reshape(3, 20, 6)
    assert kt.se3.exp(x).shape == (3, 20, 4, 4)
    assert kt.se3.exp(x).tobytes() == np.array([kt.se3.exp(row) for row in X]).tobytes()
    out = np.empty((60, 4, 4))
    assert kt.se3.exp(X, out=out) is out and (out == kt.se3.exp(X)).all()
    assert kt.se3.exp(X.astype("f4")).dtype == np.float32
    assert isinstance(kt.so3.exp([mpmath.mpf(1), 0, 0])[1, 1], mpmath.mpf)
    assert pickle.loads(pickle.dumps(kt.so3.log)) is kt.so3.log


def test_in_an_algorithm():
    @kt.algorithm("(nq),(6)->(6)")
    def pulled(model: Any, q: Any, twist: Any) -> Any:
        T = kt.frame_placement(model, q, frame="tool")
        return kt.se3.log(kt.se3.inverse(T) @ T @ kt.se3.exp(twist))

    assert_agree(pulled(kt.robots.arm(), [0.3] * 7, X[25]), X[25], 1e-14)


def test_a_zero_quaternion_is_nan_in_its_own_sample():
    got = kt.so3.from_quaternion([[0, 0, 0, 0], [0, 0, 0, 1]])
    assert np.isnan(got[0]).any() and (got[1] == np.eye(3)).all()


def test_wrong_shapes_raise_errors():
    with pytest.raises(kt.ShapeError, match=r"so3\.exp: w has shape \(4,\).*\(\.\.\., 3\)"):
        kt.so3.exp([1, 2, 3, 4])
    with pytest.raises(kt.ShapeError, match=r"se3\.log.*T has shape \(3, 3\)"):
        kt.se3.log(np.eye(3))
    with pytest.raises(kt.ShapeError, match=r"so3\.exp: missing operand 'w'"):
        kt.so3.exp()
    with pytest.raises(kt.ShapeError, match=r"so3\.exp: .*angle"):
        kt.so3.exp(angle=[1, 2, 3])
