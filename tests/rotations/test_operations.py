"""Operations on rotations: identities of [KindrSheet], SciPy, poses as matrices, complex step."""

from typing import Any

import numpy as np
import pytest
from agreement import assert_agree
from complex_step import H, columns
from refused import check, refused
from rotation_samples import KINDS, SMALL, rotation_vectors
from scipy.spatial.transform import Rotation

import kinetree as kt
from kinetree import rotations as rot

FRAMES = ("inertial", "body")
V = rotation_vectors()
RNG = np.random.default_rng(1)
A, B = Rotation.random(50, rng=RNG), Rotation.random(50, rng=RNG)
W = RNG.normal(size=(50, 3))
every = pytest.mark.parametrize("kind", KINDS)
sides = pytest.mark.parametrize("frame", FRAMES)


def of(R: Any, kind: str) -> Any:
    return rot.from_scipy(R, kind=kind)


def matrix(x: Any, kind: str) -> Any:
    return rot.convert(x, from_=kind, to="matrix")


@every
def test_active_rotations_turn_vectors_and_passive_ones_undo_it(kind: str):
    x = of(A, kind)
    turned = rot.rotate_active(x, W, kind=kind)
    assert_agree(turned, A.apply(W), 1e-14)
    assert_agree(rot.rotate_passive(x, turned, kind=kind), W, 1e-14)
    assert_agree(rot.rotate_active(rot.invert(x, kind=kind), W, kind=kind), A.inv().apply(W), 1e-14)
    quarter = rot.exp([0, 0, np.pi / 2], kind=kind)
    assert_agree(rot.rotate_active(quarter, [1, 0, 0], kind=kind), [0, 1, 0], 1e-15)


@every
def test_concatenation(kind: str):
    a, b = of(A, kind), of(B, kind)
    ab = rot.concatenate(a, b, kind=kind)
    assert_agree(matrix(ab, kind), A.as_matrix() @ B.as_matrix(), 1e-14)
    assert_agree(ab, of(A * B, kind), 1e-13)
    inverses = rot.concatenate(rot.invert(b, kind=kind), rot.invert(a, kind=kind), kind=kind)
    assert_agree(matrix(rot.invert(inverses, kind=kind), kind), matrix(ab, kind), 1e-14)


@sides
@every
def test_box_plus_and_minus(kind: str, frame: str):
    x, y = of(A, kind), of(B, kind)
    v = rot.log(of(B, kind), kind=kind)
    moved = rot.box_plus(x, v, kind=kind, frame=frame)
    E = kt.so3.exp(v)
    expected = E @ A.as_matrix() if frame == "inertial" else A.as_matrix() @ E
    assert_agree(matrix(moved, kind), expected, 1e-14)
    assert_agree(rot.box_minus(moved, x, kind=kind, frame=frame), v, 1e-13)
    d = rot.box_minus(x, y, kind=kind, frame=frame)
    assert_agree(matrix(rot.box_plus(y, d, kind=kind, frame=frame), kind), A.as_matrix(), 1e-14)
    assert_agree(rot.distance(x, y, kind=kind), np.linalg.norm(d, axis=1), 1e-14)
    assert_agree(rot.distance(x, y, kind=kind), (A * B.inv()).magnitude(), 1e-13)


@sides
def test_small_and_large_differences_keep_their_digits(frame: str):
    x = of(A[0], "quaternion")
    axis = np.array([0.36, 0.48, 0.8])
    for e in SMALL[4:]:
        for size in (e, np.pi - e):
            y = rot.box_plus(x, size * axis, kind="quaternion", frame=frame)
            got = rot.box_minus(y, x, kind="quaternion", frame=frame)
            assert abs(got - size * axis).max() < 1e-15
            assert abs(rot.distance(x, y, kind="quaternion") - size) < 2e-15
    one = [0.0, 0.0, 0.0, 1.0]
    for e in SMALL:
        y = rot.box_plus(one, e * axis, kind="quaternion", frame=frame)
        assert_agree(rot.box_minus(y, one, kind="quaternion", frame=frame), e * axis, 1e-15)


@every
def test_slerp_has_its_ends_and_a_constant_rate(kind: str):
    a, b = of(A, kind), of(B, kind)
    for t, end in ((0.0, A), (1.0, B)):
        assert_agree(matrix(rot.slerp(a, b, t, kind=kind), kind), end.as_matrix(), 1e-14)
    t = np.linspace(0, 1, 5)[:, None]
    between = rot.slerp(a, b, t, kind=kind)
    steps = rot.box_minus(between[1:], between[:-1], kind=kind, frame="inertial")
    whole = rot.box_minus(b, a, kind=kind, frame="inertial")
    assert_agree(steps, np.tile(whole / 4, (4, 1, 1)), 1e-14)


@sides
@every
def test_discrete_integration_and_differential(kind: str, frame: str):
    x, dt = of(A, kind), 0.01
    y = rot.integrate(x, W, dt, kind=kind, frame=frame)
    assert_agree(rot.differentiate(x, y, dt, kind=kind, frame=frame), W, 1e-12)
    half = rot.integrate(x, W, dt / 2, kind=kind, frame=frame)
    twice = rot.integrate(half, W, dt / 2, kind=kind, frame=frame)
    assert_agree(matrix(twice, kind), matrix(y, kind), 1e-14)
    # for the inverse rotation [KindrSheet, Orientation/Rotation 10, 11]
    if frame == "body":
        back = rot.box_plus(rot.invert(x, kind=kind), -W * dt, kind=kind, frame="inertial")
        assert_agree(matrix(rot.invert(back, kind=kind), kind), matrix(y, kind), 1e-14)


POSES = ("homogeneous", *(f"xyz_{kind}" for kind in KINDS if kind != "matrix"))


@pytest.mark.parametrize("kind", POSES)
def test_poses_act_as_matrices(kind: str):
    T1, T2 = (np.tile(np.eye(4), (50, 1, 1)) for _ in range(2))
    T1[:, :3, :3], T2[:, :3, :3] = A.as_matrix(), B.as_matrix()
    T1[:, :3, 3], T2[:, :3, 3] = W, W + 1
    x1, x2 = (rot.convert(T, from_="homogeneous", to=kind) for T in (T1, T2))

    def same(x: Any, T: Any) -> None:
        assert_agree(rot.convert(x, from_=kind, to="homogeneous"), T, 2e-14)

    same(rot.concatenate(x1, x2, kind=kind), T1 @ T2)
    same(rot.invert(x1, kind=kind), np.linalg.inv(T1))
    r = W[::-1]
    moved = rot.transform_active(x1, r, kind=kind)
    assert_agree(moved, A.apply(r) + W, 1e-14)
    assert_agree(rot.transform_passive(x1, moved, kind=kind), r, 1e-14)


def rate_of(function: Any, frame: str, x: Any) -> Any:
    """The derivative along box plus of a function of quaternions, vectors or rotations, (3, 3).

    That of a rotation is along box plus as well: what exp would make of it.
    """
    result = function(rot.box_plus(x, 1j * H * np.eye(3), kind="quaternion", frame=frame))
    if result.shape[-1] == 3:
        return columns(result)
    here = matrix(function(x), "quaternion").real
    dR = matrix(result, "quaternion").imag / H
    W = dR @ here.T if frame == "inertial" else here.T @ dR
    return np.stack([W[:, 2, 1], W[:, 0, 2], W[:, 1, 0]])


@sides
def test_derivative_rules_are_those_of_complex_steps(frame: str):
    """[KindrSheet, Derivatives]: all 8 rules, box plus, and the same on the side of the body."""
    only: Any = {"kind": "quaternion"}
    side: Any = {**only, "frame": frame}
    for k in range(3):
        x, y, r = of(A[k], "quaternion"), of(B[k], "quaternion"), W[k]
        d_x, d_r = rot.rotate_derivatives(x, r, **side)
        assert_agree(d_x, rate_of(lambda q, r=r: rot.rotate_active(q, r, **only), frame, x), 1e-14)
        assert_agree(d_r, A[k].as_matrix(), 1e-14)
        found = rate_of(lambda q: rot.invert(q, **only), frame, x)
        assert_agree(rot.invert_derivative(x, **side), found, 1e-14)
        d = rot.concatenate_derivatives(x, y, **side)
        found = rate_of(lambda q, y=y: rot.concatenate(q, y, **only), frame, x)
        assert_agree(d.d_x1, found, 1e-14)
        found = rate_of(lambda q, x=x: rot.concatenate(x, q, **only), frame, y)
        assert_agree(d.d_x2, found, 1e-14)
        found = rate_of(lambda q: rot.log(q, **only), frame, x)
        assert_agree(rot.log_jacobian(x, **side), found, 1e-13)
        d = rot.box_minus_derivatives(x, y, **side)
        found = rate_of(lambda q, y=y: rot.box_minus(q, y, **side), frame, x)
        assert_agree(d.d_x1, found, 1e-13)
        found = rate_of(lambda q, x=x: rot.box_minus(x, q, **side), frame, y)
        assert_agree(d.d_x2, found, 1e-13)
        d = rot.box_plus_derivatives(x, r, **side)
        assert_agree(d.d_x, rate_of(lambda q, r=r: rot.box_plus(q, r, **side), frame, x), 1e-14)
        dR = matrix(rot.box_plus(x, r + 1j * H * np.eye(3), **side), "quaternion").imag / H
        R = matrix(rot.box_plus(x, r, **side), "quaternion")
        S = dR @ R.T if frame == "inertial" else R.T @ dR
        assert_agree(d.d_v, np.stack([S[:, 2, 1], S[:, 0, 2], S[:, 1, 0]]), 1e-14)


def test_the_jacobian_of_exp_and_its_inverse():
    J = rot.exp_jacobian(V, frame="inertial")
    assert_agree(rot.exp_jacobian(V, frame="body"), J.swapaxes(1, 2), 0)
    assert_agree(rot.exp_jacobian(V, frame="body"), kt.so3.exp_jacobian(V), 0)
    for frame in FRAMES:
        product = rot.exp_jacobian(V, frame=frame) @ rot.exp_jacobian_inverse(V, frame=frame)
        assert_agree(product, np.tile(np.eye(3), (len(V), 1, 1)), 1e-14)
    near = (2 * np.pi - 1e-3) * np.array([0.6, 0, 0.8])
    product = rot.exp_jacobian(near, frame="body") @ rot.exp_jacobian_inverse(near, frame="body")
    assert_agree(product, np.eye(3), 1e-11)
    assert_agree(kt.so3.exp(V) @ J.swapaxes(1, 2), J, 1e-14)


@refused(__file__)
def test_what_is_wrong_is_said(call, message):
    check(call, message, globals())


def test_results_into_given_arrays():
    x = of(A, "quaternion")
    out = np.empty((50, 3))
    assert rot.rotate_active(x, W, kind="quaternion", out=out) is out
    assert_agree(out, A.apply(W), 1e-14)
    several = np.empty((50, 3, 3)), np.empty((50, 3, 3))
    d = rot.rotate_derivatives(x, W, kind="quaternion", frame="body", out=several)
    assert d.d_r is several[1]
    assert_agree(several[1], A.as_matrix(), 1e-14)
    angles = np.empty(50)
    rot.distance(x, x[::-1], kind="quaternion", out=angles)
    assert_agree(angles, rot.distance(x[::-1], x, kind="quaternion"), 1e-15)
