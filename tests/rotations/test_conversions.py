"""Conversions of rotations and poses: identities, SciPy, 50 digits, other kinds of numbers."""

from typing import Any

import mpmath as mp
import numpy as np
import pytest
import sympy
from agreement import assert_agree
from rotation_samples import KINDS, apart, locked, rotation_vectors, shape
from scipy.spatial.transform import Rotation

import kinetree as kt

V = rotation_vectors()
ULP = 2.0**-52


def convert(x: Any, from_: str, to: str) -> Any:
    return kt.rotations.convert(x, from_=from_, to=to)


SAMPLES = {kind: convert(V, "rotation_vector", kind) for kind in KINDS}


def scipys(R: Rotation, kind: str) -> Any:
    v = R.as_rotvec()
    angle = np.linalg.norm(v, axis=-1, keepdims=True)
    return {
        "matrix": R.as_matrix,
        "quaternion": lambda: R.as_quat(canonical=True),
        "quaternion_wxyz": lambda: R.as_quat(canonical=True, scalar_first=True),
        "angle_axis": lambda: np.concatenate([angle, v / angle], -1),
        "rotation_vector": lambda: v,
        "euler_zyx": lambda: R.as_euler("ZYX"),
        "euler_xyz": lambda: R.as_euler("XYZ"),
    }[kind]()


@pytest.mark.parametrize("to", KINDS)
@pytest.mark.parametrize("from_", KINDS)
def test_conversions_are_scipys(from_: str, to: str):
    R = Rotation.random(200, rng=np.random.default_rng(0))
    assert_agree(convert(scipys(R, from_), from_, to), scipys(R, to), 2e-14)


@pytest.mark.sweep
@pytest.mark.parametrize("to", KINDS)
@pytest.mark.parametrize("from_", KINDS)
def test_conversions_keep_the_rotation_to_the_last_digits(from_: str, to: str):
    """Also at 0, half a turn and gimbal lock; the reference has 50 digits."""
    given = [*SAMPLES[from_][::3], *SAMPLES[from_][-20:]]
    given += [*convert(locked(), "euler_zyx", from_), *convert(locked(), "euler_xyz", from_)]
    for x, y in zip(given, convert(np.array(given), from_, to), strict=True):
        assert apart(from_, x, to, y) <= 16 * ULP, x


@pytest.mark.parametrize("kind", KINDS)
def test_small_rotations_keep_all_digits(kind: str):
    for size in (1e-300, 1e-200, 1e-160, 1e-20, 1e-8, 1e-3):
        v = size * np.array([0.36, -0.48, 0.8])
        back = convert(convert(v, "rotation_vector", kind), kind, "rotation_vector")
        assert_agree(back, v, 4 * ULP)
        angle, *axis = convert(convert(v, "rotation_vector", kind), kind, "angle_axis")
        assert abs(angle / size - 1) <= 4 * ULP
        assert_agree(axis, v / size, 4 * ULP)


def test_rotations_near_half_a_turn_keep_all_digits():
    for e in (0, 1e-16, 1e-12, 1e-8, 1e-4):
        v = (np.pi - e) * np.array([0.36, 0.48, 0.8])
        for kind in KINDS:
            back = convert(convert(v, "rotation_vector", kind), kind, "rotation_vector")
            assert min(abs(back - v).max(), abs(back + v).max()) <= 8 * ULP
            assert np.linalg.norm(back) <= np.pi * (1 + ULP)


@pytest.mark.parametrize("kind", KINDS)
def test_the_unique_form_is_one(kind: str):
    x = SAMPLES[kind]
    once = kt.rotations.unique(x, kind=kind)
    q = convert(x, kind, "quaternion")
    for sign in (1, -1):
        assert_agree(convert(sign * q, "quaternion", kind), convert(q, "quaternion", kind), 2 * ULP)
    assert (q[:, 3] >= 0).all()
    assert_agree(np.linalg.norm(q, axis=1), np.ones(len(q)), 2 * ULP)
    away = q[:, 3] > 1e-9  # half a turn has two rotation vectors, apart by rounding
    assert_agree(kt.rotations.unique(once[away], kind=kind), once[away], 1e-14)


def test_unique_forms_at_half_a_turn():
    for q in ([1, 0, 0, 0], [-1, 0, 0, 0], [0, -2, 0, 0], [0, 0, -3, 0], [-0.6, 0.8, 0, 0]):
        got = kt.rotations.unique(q, kind="quaternion")
        assert got[np.flatnonzero(got)[0]] > 0 and got[3] == 0
        assert_agree(convert(q, "quaternion", "angle_axis"), [np.pi, *got[:3]], 2 * ULP)
        assert_agree(convert(q, "quaternion", "rotation_vector"), np.pi * got[:3], 2 * ULP)
    for kind in ("euler_zyx", "euler_xyz"):
        assert convert([0, 0, 1, 0], "quaternion", kind).max() == np.pi
        assert convert([1, 0, 0, 0], "quaternion", kind).max() == np.pi


def test_no_rotation():
    assert convert([0, 0, 0, 1.0], "quaternion", "angle_axis").tolist() == [0, 1, 0, 0]
    assert convert([2, 0, 0, 0.0], "quaternion_wxyz", "rotation_vector").tolist() == [0, 0, 0]
    assert convert([7.0, 0, 0, 0.5], "angle_axis", "angle_axis")[0] == pytest.approx(
        7 - 2 * np.pi, abs=4e-15
    )


@pytest.mark.parametrize(("kind", "order"), [("euler_zyx", "ZYX"), ("euler_xyz", "XYZ")])
def test_gimbal_lock_has_the_last_angle_zero(kind: str, order: str):
    for pitch in (np.pi / 2, -np.pi / 2):
        given = np.array([[0.3, pitch, 0.4], [3, pitch, -3], [-3, pitch, -3], [0, pitch, 0]])
        got = convert(convert(given, kind, "matrix"), "matrix", kind)
        assert (got[:, 2] == 0).all() and (abs(got[:, 0]) <= np.pi).all()
        assert_agree(got[:, 1], given[:, 1], 2 * ULP)
        with pytest.warns(UserWarning, match="Gimbal"):
            theirs = Rotation.from_euler(order, given).as_euler(order)
        assert_agree(np.exp(1j * got).view(float), np.exp(1j * theirs).view(float), 1e-7)


@pytest.mark.parametrize("kind", ["euler_zyx", "euler_xyz"])
def test_euler_angles_come_back(kind: str):
    angles = np.random.default_rng(5).uniform(-1, 1, (200, 3)) * [np.pi, 1.5, np.pi]
    for through in KINDS:
        back = convert(convert(angles, kind, through), through, kind)
        assert_agree(back * np.cos(angles[:, 1:2]), angles * np.cos(angles[:, 1:2]), 2e-15)
    assert_agree(convert(angles + np.array([2 * np.pi, 0, -4 * np.pi]), kind, kind), angles, 1e-13)


def test_the_examples_of_the_sheet():
    """[KindrSheet, Fig. 1] and [KindrSheet, Fig. 2]: 50, 25 and 30 degrees."""
    angles = np.deg2rad([50, 25, 30])
    expected = [
        [0.582563, -0.527587, 0.618281],
        [0.694272, 0.718543, -0.041023],
        [-0.422618, 0.453154, 0.784886],
    ]
    assert abs(convert(angles, "euler_zyx", "matrix") - expected).max() < 1e-6
    expected = [
        [0.784886, -0.453154, 0.422618],
        [0.601765, 0.394798, -0.694272],
        [0.147763, 0.799241, 0.582563],
    ]
    assert abs(convert(angles, "euler_xyz", "matrix") - expected).max() < 1e-6


POSES = ("homogeneous", *(f"xyz_{kind}" for kind in KINDS if kind != "matrix"))


@pytest.mark.parametrize("from_", POSES)
def test_poses_are_a_position_and_a_rotation(from_: str):
    rng = np.random.default_rng(6)
    T = np.tile(np.eye(4), (20, 1, 1))
    T[:, :3, :3], T[:, :3, 3] = Rotation.random(20, rng=rng).as_matrix(), rng.normal(size=(20, 3))
    x = convert(T, "homogeneous", from_)
    for to in POSES:
        y = convert(x, from_, to)
        assert_agree(convert(y, to, "homogeneous"), T, 2e-14)
        if to != "homogeneous":
            assert (y[:, :3] == T[:, :3, 3]).all()
            assert_agree(y[:, 3:], convert(T[:, :3, :3], "matrix", to.removeprefix("xyz_")), 2e-14)


def test_exp_and_log_are_each_others_inverse():
    for kind in KINDS:
        v = V[: 40 + 3]
        x = kt.rotations.exp(v, kind=kind)
        assert_agree(x, convert(v, "rotation_vector", kind), 0)
        assert_agree(kt.rotations.log(x, kind=kind), v, 1e-14)
    assert_agree(kt.rotations.exp(V, kind="matrix"), kt.so3.exp(V), 6 * ULP)


@pytest.mark.parametrize("kind", KINDS)
def test_scipy_and_back(kind: str):
    x = SAMPLES[kind][:40]
    R = kt.rotations.to_scipy(x, kind=kind)
    assert_agree(R.as_matrix(), SAMPLES["matrix"][:40], 4e-15)
    assert_agree(kt.rotations.from_scipy(R, kind=kind), x, 1e-13)
    one = kt.rotations.to_scipy(x[0], kind=kind)
    assert kt.rotations.from_scipy(one, kind=kind).shape == shape(kind)
    grid = kt.rotations.to_scipy(x.reshape(5, 8, *shape(kind)), kind=kind)
    assert kt.rotations.from_scipy(grid, kind=kind).shape == (5, 8, *shape(kind))


def conversion(from_: str, to: str) -> kt.Algorithm:
    """A conversion of numbers in a row, as an algorithm of any robot."""

    def converted(model: Any, x: Any) -> Any:
        return convert(x.reshape(*shape(from_)), from_, to)

    size = int(np.prod(shape(from_)))
    return kt.algorithm(f"({size})->({','.join(map(str, shape(to)))})")(converted)


@pytest.mark.sweep
@pytest.mark.parametrize("to", KINDS)
@pytest.mark.parametrize("from_", KINDS)
def test_derivatives_of_conversions(from_: str, to: str):
    """kt.jacobian and the complex step agree, also at no rotation."""
    derivative = kt.jacobian(conversion(from_, to), "x")
    model, size = kt.robots.arm(), int(np.prod(shape(from_)))
    for v in (V[7], np.zeros(3), V[-10], V[-7]):
        x = convert(v, "rotation_vector", from_).ravel()
        steps = (x + 1e-30j * np.eye(size)).reshape(size, *shape(from_))
        expected = np.moveaxis(convert(steps, from_, to).imag / 1e-30, 0, -1)
        assert_agree(derivative(model, x), expected, 1e-13)


@pytest.mark.parametrize("kind", KINDS)
def test_derivatives_at_gimbal_lock_are_finite(kind: str):
    model = kt.robots.arm()
    for euler in ("euler_zyx", "euler_xyz"):
        there, back = conversion(euler, kind), conversion(kind, euler)
        for angles in ([0.3, np.pi / 2, 0.4], [0.0, -np.pi / 2, 0.0]):
            x = convert(angles, euler, kind)
            steps = convert(np.array(angles) + 1e-30j * np.eye(3), euler, kind).imag / 1e-30
            if not kind.startswith("euler"):  # from which angles come back is open there
                found = kt.jacobian(there, "x")(model, angles)
                assert_agree(found, np.moveaxis(steps, 0, -1), 1e-13)
            assert np.isfinite(kt.jacobian(back, "x")(model, x.ravel())).all()


def test_other_kinds_of_numbers():
    v = [mp.mpf(1) / 10, mp.mpf(2) / 10, mp.mpf(3) / 10]
    with mp.workdps(40):
        for kind in KINDS:
            back = convert(convert(v, "rotation_vector", kind), kind, "rotation_vector")
            assert max(abs(a - b) for a, b in zip(back, v, strict=True)) < mp.mpf(10) ** -37
    for zero in (mp.mpf(0), 0j):
        for kind in KINDS:
            x = convert([zero, zero, zero], "rotation_vector", kind)
            for to in KINDS:
                there = np.array(convert(x, kind, to), complex)
                assert_agree(there.real, convert(np.zeros(3), "rotation_vector", to), 0)
    z = sympy.Symbol("z", real=True)
    R = convert([z, 0, 0], "euler_zyx", "matrix")
    turned = np.array(
        [[sympy.cos(z), -sympy.sin(z), 0], [sympy.sin(z), sympy.cos(z), 0], [0, 0, 1]]
    )
    assert all(sympy.simplify(sympy.nsimplify(e)) == 0 for e in (R - turned).ravel())
