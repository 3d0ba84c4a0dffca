"""Identities of [KindrSheet] that no other file has."""

import casadi
import numpy as np
from agreement import assert_agree
from complex_step import H
from scipy.spatial.transform import Rotation

from kinetree import rotations as rot

RNG = np.random.default_rng(7)


def skew(x):
    return np.cross(x, -np.eye(3))


def matrix(x, kind):
    return rot.convert(x, from_=kind, to="matrix")


def test_elementary_rotations():
    """[KindrSheet, Orientation/Rotation 3]; the axes of Euler angles are those of exp."""
    c, s = np.cos(0.7), np.sin(0.7)
    Rz = [[c, -s, 0], [s, c, 0], [0, 0, 1]]
    assert_agree(matrix([0.7, 0, 0], "euler_zyx"), Rz, 1e-15)
    assert_agree(matrix([0, 0, 0.7], "euler_xyz"), Rz, 1e-15)
    for k, axis in enumerate(np.eye(3)):
        R = matrix(0.7 * axis, "rotation_vector")
        assert_agree(matrix(0.7 * axis, "euler_xyz"), R, 1e-15)
        assert_agree(matrix(0.7 * np.eye(3)[2 - k], "euler_zyx"), R, 1e-15)
        assert_agree(R, np.eye(3) + s * skew(axis) + (1 - c) * skew(axis) @ skew(axis), 1e-15)


def test_products_of_quaternions():
    """[KindrSheet, Rotation Quaternion]: the product is Q(q) p, of quaternions w x y z."""
    q, p = Rotation.random(2, rng=RNG).as_quat(scalar_first=True)
    a, b, c, d = q
    product = np.array([[a, -b, -c, -d], [b, a, -d, c], [c, d, a, -b], [d, -c, b, a]]) @ p
    got = rot.concatenate(q, p, kind="quaternion_wxyz")
    assert_agree(got, product * np.sign(product[0]), 1e-15)
    assert_agree(rot.invert(q, kind="quaternion_wxyz"), q * np.sign(a) * [1, -1, -1, -1], 1e-15)


def test_velocities_in_a_moving_frame():
    """[KindrSheet, Linear Velocity], in body axes, by complex step in time."""
    q, (w, r, dr, dA) = Rotation.random(rng=RNG).as_quat(), RNG.normal(size=(4, 3))
    moved = rot.integrate(q, w, 1j * H, kind="quaternion", frame="body")
    world = rot.rotate_active(moved, r + 1j * H * dr, kind="quaternion") + 1j * H * dA
    velocity = rot.rotate_passive(q, world.imag / H, kind="quaternion")
    expected = rot.rotate_passive(q, dA, kind="quaternion") + dr + np.cross(w, r)
    assert_agree(velocity, expected, 1e-14)


def test_angular_velocities_of_a_chain_add_up():
    """[KindrSheet, Angular Velocity]: w_AC = w_AB + w_BC; the inverse turns the other way."""
    a, b = Rotation.random(2, rng=RNG).as_quat()
    wa, wb = RNG.normal(size=(2, 3))
    side = {"kind": "quaternion", "frame": "body"}
    both = rot.concatenate(
        rot.box_plus(a, 1j * H * wa, **side),
        rot.box_plus(b, 1j * H * wb, **side),
        kind="quaternion",
    )
    w = rot.angular_velocity(both.real.copy(), both.imag / H, **side)
    assert_agree(w, rot.rotate_passive(b, wa, kind="quaternion") + wb, 1e-14)
    inverse = rot.invert(rot.box_plus(a, 1j * H * wa, **side), kind="quaternion")
    w = rot.angular_velocity(inverse.real.copy(), inverse.imag / H, **side)
    assert_agree(w, -rot.rotate_active(a, wa, kind="quaternion"), 1e-14)


def test_symbols_of_casadi():
    v = casadi.SX.sym("v", 3)
    value = [0.3, -0.4, 0.5]
    for kind in ("matrix", "quaternion", "euler_zyx"):
        made = casadi.Function("f", [v], [rot.exp(v, kind=kind)])(value).full()
        expected = rot.exp(value, kind=kind)
        assert_agree(made.reshape(expected.shape), expected, 1e-15)


def test_derivatives_by_casadi_at_no_rotation():
    """CasADi multiplies what is not selected by zero: it must be finite, too."""
    q = casadi.SX.sym("q", 4)
    for kind in ("angle_axis", "rotation_vector", "euler_zyx", "quaternion_wxyz"):
        x = rot.convert(q, from_="quaternion", to=kind)
        derivative = casadi.Function("f", [q], [casadi.jacobian(x, q)])
        steps = np.array([0, 0, 0, 1]) + 1e-30j * np.eye(4)
        expected = rot.convert(steps, from_="quaternion", to=kind).imag.T / 1e-30
        assert_agree(derivative([0, 0, 0, 1]).full(), expected, 1e-15)
