"""Rotations against SciPy, mpmath and the identities of [KindrSheet, Rotation Quaternion]."""

from typing import Any

import mpmath as mp
import numpy as np
import pytest
from agreement import assert_agree
from scipy.spatial.transform import Rotation

import kinetree as kt
from kinetree.spatial.rotation import (
    exp3,
    exp3_jacobian,
    exp3_jacobian_inverse,
    log3,
    matrix_quaternion,
    quaternion_conjugate,
    quaternion_exp,
    quaternion_log,
    quaternion_matrix,
    quaternion_normalize,
    quaternion_product,
    skew,
)

TINY = (1e-2, 1e-4, 1e-8, 1e-12, 1e-100, 1e-160, 1e-300)
GAPS = (1e-2, 1e-4, 1e-6, 1e-8, 1e-10, 1e-12, 1e-14)
"""Distances of the angle from pi."""


def values(x: kt.Array, kind: Any = float) -> Any:
    return np.array(x.flat, kind).reshape(x.shape)


def of(x: Any) -> kt.Array:
    return kt.Array(x)


def random_vectors(count: int, seed: int = 0) -> Any:
    """Rotation vectors of length up to pi."""
    rng = np.random.default_rng(seed)
    axes = rng.normal(size=(count, 3))
    lengths = rng.uniform(0, np.pi, (count, 1))
    return axes / np.linalg.norm(axes, axis=-1, keepdims=True) * lengths


def cross_matrix(w: Any) -> Any:
    x, y, z = w
    return np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])


@pytest.mark.parametrize("angle", [*TINY[:-1], 0.3, 1.0, 1.9, 2.1, 3.0, 3.1415])
def test_coefficients_of_exp_and_its_jacobians_are_those_of_mpmath(angle: float) -> None:
    x, y = angle * np.cos(0.7), angle * np.sin(0.7)
    with mp.workdps(800):
        t = mp.sqrt(mp.mpf(x) ** 2 + mp.mpf(y) ** 2)
        a, b = mp.sin(t) / t, (1 - mp.cos(t)) / t**2
        c = (t - mp.sin(t)) / t**3
        k = (1 - (t / 2) * mp.sin(t) / (1 - mp.cos(t))) / t**2
        expected = [float(a * y), float(b * y), float(c * x * y), float(k * x * y)]
    w = of([x, y, 0.0])
    found = [
        values(exp3(w))[0, 2],
        values(exp3_jacobian(w))[0, 2],
        values(exp3_jacobian(w))[0, 1],
        values(exp3_jacobian_inverse(w))[0, 1],
    ]
    # sin t / t has a zero at pi, next to which it is known to the rounding of t only
    np.testing.assert_allclose(found, expected, rtol=3e-15, atol=1e-15 if angle > 1 else 0)


def test_quaternions_of_matrices_are_those_of_scipy() -> None:
    # half turns about near-axes make each of the four elements the largest
    near_axes = np.pi * 0.999 * (np.eye(3) + 0.01)
    for w in (*random_vectors(30), *near_axes, *-near_axes):
        R = Rotation.from_rotvec(w)
        q = values(matrix_quaternion(of(R.as_matrix())))
        assert_agree(q * np.sign(q @ R.as_quat()), R.as_quat(), 3e-15)


def test_matrices_of_quaternions_are_those_of_scipy_whatever_their_length() -> None:
    for q in np.random.default_rng(0).normal(size=(30, 4)):
        R = Rotation.from_quat(q).as_matrix()
        for factor in (1.0, -1.0, 1e-100, 1e100):
            assert_agree(values(quaternion_matrix(of(factor * q))), R, 3e-15)


@pytest.mark.parametrize("angle", TINY)
def test_log_undoes_exp_of_tiny_rotations_to_every_digit(angle: float) -> None:
    for w in angle * random_vectors(10):
        np.testing.assert_allclose(values(log3(exp3(of(w)))), w, rtol=1e-13, atol=1e-15 * angle)
        found = values(quaternion_log(quaternion_exp(of(w))))
        np.testing.assert_allclose(found, w, rtol=1e-15, atol=0)


@pytest.mark.parametrize("gap", GAPS)
def test_log_undoes_exp_next_to_half_turns(gap: float) -> None:
    for axis in (*np.random.default_rng(0).normal(size=(10, 3)), *np.eye(3), *-np.eye(3)):
        w = axis / np.linalg.norm(axis) * (np.pi - gap)
        assert_agree(values(log3(exp3(of(w)))), w, 1e-14)
        assert_agree(values(quaternion_log(quaternion_exp(of(w)))), w, 1e-15)


def test_log_of_a_half_turn_has_length_pi_and_its_axis() -> None:
    for axis in np.random.default_rng(0).normal(size=(10, 3)):
        n = axis / np.linalg.norm(axis)
        w = values(log3(of(2 * np.outer(n, n) - np.eye(3))))
        assert_agree(np.outer(w, w), np.pi**2 * np.outer(n, n), 1e-14)


@pytest.mark.parametrize("sign", [1.0, -1.0])
@pytest.mark.parametrize("axis", range(3))
@pytest.mark.parametrize("w", [0.0, -0.0])
def test_log_of_an_exact_half_turn_about_an_axis_has_the_sign_of_its_quaternion(
    axis: int, sign: float, w: float
) -> None:
    q = [*(sign * np.eye(3)[axis]), w]
    assert values(quaternion_log(of(q))).tolist() == (sign * np.pi * np.eye(3)[axis]).tolist()
    R = 2 * np.diag(np.eye(3)[axis]) - np.eye(3)
    assert values(log3(of(R))).tolist() == (np.pi * np.eye(3)[axis]).tolist()


@pytest.mark.parametrize("one, other", [(0, 1), (0, 2), (1, 2)])
@pytest.mark.parametrize("sign", [1, -1])
def test_of_two_elements_that_are_equally_large_the_first_one_is_positive(
    one: int, other: int, sign: int
) -> None:
    n = np.eye(3)[one] + sign * np.eye(3)[other]
    R = np.outer(n, n) - np.eye(3)
    unit = n / np.sqrt(2)
    assert_agree(values(matrix_quaternion(of(R))), np.array([*unit, 0.0]), 1e-15)
    assert_agree(values(log3(of(R))), np.pi * unit, 1e-15)


def test_exp_of_no_rotation_is_exactly_one_and_back() -> None:
    still = of([0.0, 0.0, 0.0])
    assert np.array_equal(values(exp3(still)), np.eye(3))
    assert np.array_equal(values(exp3_jacobian(still)), np.eye(3))
    assert np.array_equal(values(exp3_jacobian_inverse(still)), np.eye(3))
    assert np.array_equal(values(log3(of(np.eye(3)))), np.zeros(3))
    assert values(quaternion_log(of([0.0, 0.0, 0.0, -1.0]))).tolist() == [0, 0, 0]


def test_quaternion_product_is_both_of_its_matrices_and_multiplies_rotations() -> None:
    for q, p in np.random.default_rng(0).normal(size=(20, 2, 4)):
        found = values(quaternion_product(of(q), of(p)))
        left = np.zeros((4, 4))
        left[:3, :3], left[:3, 3], left[3, :3] = cross_matrix(q[:3]), q[:3], -q[:3]
        right = np.zeros((4, 4))
        right[:3, :3], right[:3, 3], right[3, :3] = -cross_matrix(p[:3]), p[:3], -p[:3]
        assert_agree(found, (left + q[3] * np.eye(4)) @ p, 1e-15 * 3)
        assert_agree(found, (right + p[3] * np.eye(4)) @ q, 1e-15 * 3)
        both = values(quaternion_matrix(of(q))) @ values(quaternion_matrix(of(p)))
        assert_agree(values(quaternion_matrix(of(found))), both, 3e-15)
        unit = values(quaternion_product(of(q), quaternion_conjugate(of(q))))
        assert_agree(unit, np.array([0, 0, 0, q @ q]), 3e-15)
        assert_agree(values(quaternion_normalize(of(q))), q / np.linalg.norm(q), 1e-15)


def test_skew_is_the_cross_product_and_its_square_is_that_of_the_sheet() -> None:
    x, y, z = 0.3, -1.2, 0.7
    found = values(skew(of([x, y, z])))
    for other in np.random.default_rng(0).normal(size=(5, 3)):
        assert_agree(found @ other, np.cross([x, y, z], other), 1e-15)
    square = [
        [-y * y - z * z, x * y, x * z],
        [x * y, -x * x - z * z, y * z],
        [x * z, y * z, -x * x - y * y],
    ]
    assert_agree(found @ found, np.array(square), 1e-15)


def test_so3_is_its_matrix() -> None:
    for v, w in zip(random_vectors(10), random_vectors(10, 1), strict=True):
        R, Q = Rotation.from_rotvec(v), Rotation.from_rotvec(w)
        ours = kt.SO3.exp(v) @ kt.SO3.from_quaternion(2.5 * Q.as_quat())
        assert_agree(values(ours.matrix), (R * Q).as_matrix(), 3e-15)
        assert_agree(values(ours.inverse().matrix), (R * Q).inv().as_matrix(), 3e-15)
        assert_agree(values(ours.log()), (R * Q).as_rotvec(), 1e-14)
        q = values(ours.quaternion())
        assert_agree(q * np.sign(q @ (R * Q).as_quat()), (R * Q).as_quat(), 3e-15)
        assert_agree(values(ours @ [1.0, 2.0, 3.0]), (R * Q).apply([1, 2, 3]), 3e-15)


def test_rotations_and_placements_do_not_change() -> None:
    for x, name in ((kt.SO3.exp([0, 0, 1]), "matrix"), (kt.SE3.identity(), "rotation")):
        with pytest.raises(AttributeError):
            setattr(x, name, np.eye(3))
