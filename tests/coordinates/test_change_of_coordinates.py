"""Equations of motion in other coordinates and speeds."""

from typing import Any

import numpy as np
import pytest
from agreement import assert_agree, run

import kinetree as kt

RNG = np.random.default_rng(3)


def curved(n: int) -> Any:
    """Coordinates q(p) of a smooth and invertible kind: the map, its slope and its curvature."""
    B, D = np.eye(n) + 0.3 * RNG.normal(size=(n, n)), 0.3 * RNG.normal(size=(n, n))

    def q(p: Any) -> Any:
        return B @ p + D @ np.sin(p)

    def slope(p: Any) -> Any:
        return B + D * np.cos(p)

    def curvature(p: Any) -> Any:
        return -np.einsum("ij,jk,jl->ijkl", D, np.eye(n), np.diag(np.sin(p))).sum(-1)

    return q, slope, curvature


@pytest.fixture(scope="module")
def arm() -> kt.Model:
    return kt.robots.arm()


def christoffel(slopes: Any) -> Any:
    """The symbols of the first kind, of a matrix's derivatives dM_ij/dq_k."""
    return 0.5 * (slopes + np.swapaxes(slopes, 1, 2) - np.moveaxis(slopes, 2, 0))


def test_coordinates_keep_the_christoffel_matrix(arm: kt.Model):
    """A^T C A + A^T M dA/dt has the Christoffel symbols of M(p), theorem 1."""
    q_of, slope, curvature = curved(7)
    p, dp = RNG.normal(size=(2, 7))
    q, A = q_of(p), slope(p)
    dA = curvature(p) @ dp
    v = A @ dp
    M, C, g = run(kt.crba, arm, q), run(kt.coriolis_matrix, arm, q, v), np.zeros(7)
    new = kt.change_of_coordinates(M, C, g, g, A, dA)

    def mass_matrix(x: Any) -> Any:
        return slope(x).T @ np.asarray(kt.crba(arm, q_of(x))) @ slope(x)

    slopes = np.stack([mass_matrix(p + 1e-30j * e).imag / 1e-30 for e in np.eye(7)], -1)
    symbols = christoffel(slopes)
    assert_agree(new.M, mass_matrix(p))
    assert_agree(new.C, symbols @ dp)
    law = np.einsum("ai,bj,ck,abc->ijk", A, A, A, run(kt.christoffel_symbols, arm, q))
    law += np.einsum("ai,ab,bjk->ijk", A, M, curvature(p))
    assert_agree(law, symbols)


@pytest.mark.parametrize("factorization", ["christoffel", "newton_euler"])
def test_the_equations_hold_and_stay_admissible(arm: kt.Model, factorization: str):
    q_of, slope, curvature = curved(7)
    p, dp, ddp = RNG.normal(size=(3, 7))
    q, A = q_of(p), slope(p)
    dA = curvature(p) @ dp
    v, a = A @ dp, A @ ddp + dA @ dp
    tau = run(kt.rnea, arm, q, v, a)
    statics = {"factorization": factorization}
    M = run(kt.crba, arm, q)
    C = run(kt.coriolis_matrix, arm, q, v, statics=statics)
    new = kt.change_of_coordinates(M, C, run(kt.generalized_gravity, arm, q), tau, A, dA)
    assert_agree(new.M @ ddp + new.C @ dp + new.g, new.tau)
    rate = A.T @ run(kt.mass_matrix_time_derivative, arm, q, v) @ A + dA.T @ M @ A + A.T @ M @ dA
    assert_agree(new.C + new.C.T, rate)


def test_fewer_speeds_and_batches(arm: kt.Model):
    q, v, g, tau = RNG.normal(size=(4, 5, 7))
    A, dA = RNG.normal(size=(2, 7, 3))
    M, C = kt.crba(arm, q), kt.coriolis_matrix(arm, q, v)
    new = kt.change_of_coordinates(M, C, g, tau, A, dA)
    assert new.M.shape == new.C.shape == (5, 3, 3) and new.g.shape == (5, 3)
    for k in range(5):
        one = kt.change_of_coordinates(M[k], C[k], g[k], tau[k], A, dA)
        for x, y in zip(one, new, strict=True):
            assert_agree(x, y[k], 1e-14)


def test_shapes_that_do_not_fit_raise_errors(arm: kt.Model):
    M, g = np.eye(7), np.zeros(7)
    with pytest.raises(kt.ShapeError, match=r"C has shape \(6, 6\).*A \(7, 7\)"):
        kt.change_of_coordinates(M, np.eye(6), g, g, M, M)
    with pytest.raises(kt.ShapeError, match=r"dA has shape \(7, 3\)"):
        kt.change_of_coordinates(M, M, g, g, M, np.zeros((7, 3)))
    with pytest.raises(kt.ShapeError, match=r"A \(7,\)"):
        kt.change_of_coordinates(M, M, g, g, g, g)


def test_the_centre_of_mass_decouples_a_floating_base():
    robot = kt.robots.humanoid()
    q = kt.random_configuration(robot, 4, rng=0)
    v, tau = RNG.normal(size=(2, 4, robot.nv))
    A, dA = run(kt.center_of_mass_coordinates, robot, q, v)
    w = np.linalg.solve(A, v[..., None])[..., 0]
    assert_agree(w[:, :3], run(kt.center_of_mass_velocity, robot, q, v))
    assert (w[:, 3:] == v[:, 3:]).all()
    M, g = run(kt.crba, robot, q), run(kt.generalized_gravity, robot, q)
    new = kt.change_of_coordinates(M, run(kt.coriolis_matrix, robot, q, v), g, tau, A, dA)
    blocks = np.zeros_like(new.M)
    blocks[:, :3, :3] = robot.total_mass * np.eye(3)
    blocks[:, 3:, 3:] = new.M[:, 3:, 3:]
    assert_agree(new.M, blocks)
    size = abs(new.C).max()
    assert_agree(new.C[:, :3], np.zeros((4, 3, robot.nv)), scale=size)
    assert_agree(new.C[:, :, :3], np.zeros((4, robot.nv, 3)), scale=size)
    other = run(kt.coriolis_matrix, robot, q, v, statics={"factorization": "newton_euler"})
    other = kt.change_of_coordinates(M, other, g, tau, A, dA).C
    assert abs(other[:, :3]).max() > 1  # the other factorisation does not decouple


def test_the_rate_of_those_coordinates_by_complex_step():
    robot = kt.robots.quadruped()
    q = kt.random_configuration(robot, rng=1)
    v = RNG.normal(size=robot.nv)
    A, dA = run(kt.center_of_mass_coordinates, robot, q, v)
    moved = kt.integrate(robot, q, 1e-30j * v)
    later = kt.center_of_mass_coordinates(robot, moved, v.astype(complex)).A
    assert_agree(later.imag / 1e-30, dA)
    assert_agree(later.real, A)
    with pytest.raises(kt.ModelError, match="no floating base"):
        kt.center_of_mass_coordinates(kt.robots.arm(), [0] * 7, [0] * 7)


def test_quasi_velocities_are_those_of_other_coordinates():
    """C of a spherical joint is A^T C A + A^T M dA/dt of a ZYX joint [Echeandia2021, Remark 5]."""

    def ball(joint: kt.Joint) -> kt.Model:
        builder = kt.ModelBuilder("ball")
        inertia = kt.Inertia(1.2, [0.1, -0.2, 0.3], np.diag([0.1, 0.2, 0.15]))
        builder.add_body("arm", joint=kt.Revolute("y"), inertia=inertia)
        placement = kt.SE3(np.eye(3), [0.2, 0, 0.4])
        builder.add_body("ball", parent="arm", joint=joint, placement=placement, inertia=inertia)
        return builder.build()

    angles, sphere = ball(kt.SphericalZYX()), ball(kt.Spherical())
    q, rates = np.array([0.3, 0.5, -0.7, 0.4]), np.array([0.4, -0.6, 0.2, 0.9])

    def speeds(x: Any) -> Any:
        """The map from rates of the angles to body rates, [KindrSheet, Eq. 7]."""
        E = np.eye(4, dtype=complex)
        s, c = np.sin(x[2:]), np.cos(x[2:])
        E[1:, 1:] = [[-s[0], 0, 1], [c[0] * s[1], c[1], 0], [c[0] * c[1], -s[1], 0]]
        return E

    E = speeds(q).real
    rate = speeds(q + 1e-30j * rates).imag / 1e-30
    A = np.linalg.inv(E)
    dA = -A @ rate @ A
    turned = kt.so3.to_quaternion(kt.so3.from_rpy(q[:0:-1]))
    M, C = run(kt.crba, angles, q), run(kt.coriolis_matrix, angles, q, rates)
    zero = np.zeros(4)
    new = kt.change_of_coordinates(M, C, zero, zero, A, dA)
    there = np.array([q[0], *turned])
    assert_agree(new.M, run(kt.crba, sphere, there))
    assert_agree(new.C, run(kt.coriolis_matrix, sphere, there, E @ rates))


def test_a_robot_in_contact_in_kindrs_coordinates():
    """M = B^T M B and h = B^T h - B^T M dB/dt u, forces of contacts included."""
    robot, rng = kt.robots.quadruped(), np.random.default_rng(0)
    feet = tuple(kt.Contact(name) for name in robot.frame_names if name.endswith("foot"))
    q = kt.random_configuration(robot, rng=rng)
    v, tau = rng.normal(size=(2, robot.nv))
    ddq, forces = kt.constraints.forward_dynamics(robot, q, v, tau, contacts=feet)
    force = tau + kt.constraints.jacobian(robot, q, contacts=feet).T @ forces[:, :3].ravel()
    theirs = kt.convert.to_kindr(robot, q, v, ddq, force)
    B, dB = np.eye(robot.nv), np.zeros((robot.nv, robot.nv))
    B[:3, :3] = kt.forward_kinematics(robot, q)[1, :3, :3].T  # body velocity of one in the world
    dB[:3, :3] = -np.cross(np.eye(3), v[3:6]) @ B[:3, :3]
    M, C, g = kt.crba(robot, q), kt.coriolis_matrix(robot, q, v), kt.generalized_gravity(robot, q)
    new = kt.change_of_coordinates(M, C, g, force, B, dB)
    assert_agree(B @ theirs.v, v, 1e-14)
    assert_agree(new.tau, theirs.tau, 1e-13)
    assert_agree(new.M @ theirs.a + new.C @ theirs.v + new.g, theirs.tau, 1e-12)
