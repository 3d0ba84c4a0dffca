"""Rates of parameterisations and angular velocities: complex step, identities, singular places."""

from typing import Any

import numpy as np
import pytest
from agreement import assert_agree
from complex_step import H
from rotation_samples import KINDS, rotation_vectors, shape
from scipy.spatial.transform import Rotation

import kinetree as kt
from kinetree import rotations as rot

RNG = np.random.default_rng(2)
V = np.concatenate([rotation_vectors()[:43], 1e-9 * RNG.normal(size=(5, 3))])
W = RNG.normal(size=V.shape)
every = pytest.mark.parametrize("kind", KINDS)
sides = pytest.mark.parametrize("frame", ("inertial", "body"))


def scaled(kind: str) -> Any:
    """Rotations; quaternions and axes of other lengths than 1."""
    x = rot.exp(V, kind=kind)
    if "quaternion" in kind:
        return x * RNG.uniform(0.5, 2, (len(x), 1))
    if kind == "angle_axis":
        return x * np.array([1, 1.5, 1.5, 1.5])
    return x


def spin(kind: str, x: Any, dx: Any, frame: str) -> Any:
    """The angular velocity of R(x + i h dx), by complex step.

    Source: [KindrSheet, Time Derivative of Rotation Matrix].
    """
    R = rot.convert(x, from_=kind, to="matrix")
    dR = rot.convert(x + 1j * H * dx, from_=kind, to="matrix").imag / H
    S = dR @ R.swapaxes(-1, -2) if frame == "inertial" else R.swapaxes(-1, -2) @ dR
    return np.stack([S[..., 2, 1], S[..., 0, 2], S[..., 1, 0]], -1)


@sides
@every
def test_rates_are_those_of_complex_steps(kind: str, frame: str):
    """The rate that an angular velocity gives turns R with that velocity."""
    x = scaled(kind)
    dx = rot.rate(x, W, kind=kind, frame=frame)
    size = max(1.0, float(abs(dx).max()))
    assert_agree(rot.angular_velocity(x, dx, kind=kind, frame=frame), W, 1e-15 * size)
    assert abs(spin(kind, x, dx, frame) - W).max() < 4e-15 * size


@sides
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "matrix"])
def test_any_rate_has_an_angular_velocity(kind: str, frame: str):
    """Also one that lengthens a quaternion or an axis, which turns nothing."""
    x = scaled(kind)
    dx = RNG.normal(size=x.shape)
    w = rot.angular_velocity(x, dx, kind=kind, frame=frame)
    assert_agree(w, spin(kind, x, dx, frame), 1e-13)


@sides
@every
def test_matrices_are_the_maps_and_each_others_inverse(kind: str, frame: str):
    x = scaled(kind)[:43]
    side: Any = {"kind": kind, "frame": frame}
    E, F = rot.angular_velocity_matrix(x, **side), rot.rate_matrix(x, **side)
    n = x[0].size
    assert E.shape[1:] == (3, *shape(kind)) and F.shape[1:] == (*shape(kind), 3)
    E, F = E.reshape(-1, 3, n), F.reshape(-1, n, 3)
    assert_agree(E @ F, np.tile(np.eye(3), (len(x), 1, 1)), 1e-13)
    dx = rot.rate(x, W[:43], **side)
    assert_agree((F @ W[:43, :, None])[..., 0].reshape(dx.shape), dx, 1e-15)
    velocity = (E @ dx.reshape(-1, n, 1))[..., 0]
    assert_agree(rot.angular_velocity(x, dx, **side), velocity, 1e-14)


@every
def test_both_frames_see_one_angular_velocity(kind: str):
    """[KindrSheet, Angular Velocity]."""
    x = scaled(kind)
    dx = rot.rate(x, W, kind=kind, frame="inertial")
    body = rot.angular_velocity(x, dx, kind=kind, frame="body")
    size = max(1.0, float(abs(dx).max()))
    assert_agree(rot.rotate_active(x, body, kind=kind), W, 1e-14 * size)
    seen = rot.rotate_passive(x, W, kind=kind)
    assert_agree(rot.rate(x, seen, kind=kind, frame="body"), dx, 1e-14)


@sides
@every
def test_time_derivatives_are_those_of_complex_steps(kind: str, frame: str):
    x = scaled(kind)[:43]
    dx = rot.rate(x, W[:43], kind=kind, frame=frame)
    for matrix, derivative in (
        (rot.angular_velocity_matrix, rot.angular_velocity_matrix_time_derivative),
        (rot.rate_matrix, rot.rate_matrix_time_derivative),
    ):
        expected = matrix(x + 1j * H * dx, kind=kind, frame=frame).imag / H
        assert_agree(derivative(x, dx, kind=kind, frame=frame), expected, 1e-13)


@sides
@every
def test_rates_are_the_limit_of_box_plus(kind: str, frame: str):
    x, w = rot.unique(scaled(kind), kind=kind)[:40], W[:40]
    if "euler" in kind:  # near gimbal lock angles are ill-conditioned
        apart = abs(np.cos(x[:, 1])) > 0.1
        x, w = x[apart], w[apart]
    dx = rot.rate(x, w, kind=kind, frame=frame)
    assert_agree(rot.box_plus(x, 1j * H * w, kind=kind, frame=frame).imag / H, dx, 1e-13)


def test_the_matrices_of_the_sheet():
    """[KindrSheet, Time Derivatives of Position & Orientation], to the letter."""
    q0, q1, q2, q3 = q = Rotation.random(rng=RNG).as_quat(scalar_first=True)
    H_ = [[-q1, q0, -q3, q2], [-q2, q3, q0, -q1], [-q3, -q2, q1, q0]]
    side: Any = {"kind": "quaternion_wxyz", "frame": "inertial"}
    assert_agree(rot.angular_velocity_matrix(q, **side), 2 * np.array(H_), 1e-15)
    assert_agree(rot.rate_matrix(q, **side), np.array(H_).T / 2, 1e-15)
    bar = [[-q1, q0, q3, -q2], [-q2, -q3, q0, q1], [-q3, q2, -q1, q0]]
    side["frame"] = "body"
    assert_agree(rot.angular_velocity_matrix(q, **side), 2 * np.array(bar), 1e-15)
    x, y, z = angles = [0.3, 0.5, -0.7]
    expected = [
        [1, 0, np.sin(y)],
        [0, np.cos(x), -np.sin(x) * np.cos(y)],
        [0, np.sin(x), np.cos(x) * np.cos(y)],
    ]
    got = rot.angular_velocity_matrix(angles, kind="euler_xyz", frame="inertial")
    assert_agree(got, expected, 1e-15)
    expected = [
        [np.cos(y) * np.cos(z), np.sin(z), 0],
        [-np.cos(y) * np.sin(z), np.cos(z), 0],
        [np.sin(y), 0, 1],
    ]
    got = rot.angular_velocity_matrix(angles, kind="euler_xyz", frame="body")
    assert_agree(got, expected, 1e-15)


@pytest.mark.parametrize(
    ("kind", "x", "message"),
    [
        ("euler_zyx", [0.3, np.pi / 2, 0.1], "at gimbal lock"),
        ("euler_xyz", [0.3, -np.pi / 2, 0.1], "at gimbal lock"),
        ("angle_axis", [0.0, 1.0, 0.0, 0.0], "without rotation"),
        ("angle_axis", [2 * np.pi, 1.0, 0.0, 0.0], "without rotation"),
        ("rotation_vector", [0.0, 2 * np.pi, 0.0], "after full turns"),
        ("quaternion", [0.0, 0.0, 0.0, 0.0], "x is [0.0, 0.0, 0.0, 0.0]; expected a length"),
    ],
)
def test_no_rate_is_an_error_that_names_the_sample(kind: str, x: Any, message: str):
    batch = np.stack([rot.exp([0.1, 0.2, 0.3], kind=kind), x])
    for frame in ("inertial", "body"):
        for function in (rot.rate, rot.rate_matrix):
            operands = (batch, W[0]) if function is rot.rate else (batch,)
            with pytest.raises(kt.ModelError) as error:
                function(*operands, kind=kind, frame=frame)
            assert message in str(error.value) and "sample (1,)" in str(error.value)
    if kind != "quaternion":  # the other way there is an angular velocity everywhere
        assert np.isfinite(rot.angular_velocity_matrix(batch, kind=kind, frame="body")).all()


def test_small_angles_have_accurate_rates():
    for size in (0.0, 1e-300, 1e-20, 1e-8, 1e-4):
        v = size * np.array([0.36, 0.48, 0.8])
        dx = rot.rate(v, W[0], kind="rotation_vector", frame="inertial")
        assert_agree(dx, W[0] - np.cross(v, W[0]) / 2 + np.cross(v, np.cross(v, W[0])) / 12, 2e-16)
    x = np.array([1e-12, 0.36, 0.48, 0.8])
    dx = rot.rate(x, W[0], kind="angle_axis", frame="inertial")
    expected = (W[0] - x[1:] * (x[1:] @ W[0])) / 1e-12 - np.cross(x[1:], W[0]) / 2
    assert_agree(dx, [x[1:] @ W[0], *expected], 1e-15)
