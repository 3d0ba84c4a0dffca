"""Placements, motions and forces against their matrices [PinocchioSheet, Rigid transformation]."""

from typing import Any

import numpy as np
import pytest
from agreement import assert_agree
from scipy.linalg import expm
from scipy.spatial.transform import Rotation

import kinetree as kt
from kinetree.errors import ModelError, ShapeError
from kinetree.spatial import Columns

SEEDS = range(10)


def placement(rng: np.random.Generator) -> Any:
    """R and p, and their SE3."""
    R, p = Rotation.random(random_state=rng).as_matrix(), rng.normal(size=3)
    return R, p, kt.SE3(R, p)


def cross_matrix(w: Any) -> Any:
    x, y, z = w
    return np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])


def blocks(a: Any, b: Any, c: Any, d: Any) -> Any:
    return np.block([[a, b], [c, d]])


def on_motions(R: Any, p: Any) -> Any:
    """X = [[R, p^ R], [0, R]]."""
    return blocks(R, cross_matrix(p) @ R, np.zeros((3, 3)), R)


def on_forces(R: Any, p: Any) -> Any:
    """X* = [[R, 0], [p^ R, R]]."""
    return blocks(R, np.zeros((3, 3)), cross_matrix(p) @ R, R)


def crm(v: Any) -> Any:
    u, w = cross_matrix(v[:3]), cross_matrix(v[3:])
    return blocks(w, u, np.zeros((3, 3)), w)


def values(x: Any) -> Any:
    for name in ("matrix", "vector"):
        x = getattr(x, name, x)
    return np.array(x.flat, float).reshape(x.shape)


@pytest.mark.parametrize("seed", SEEDS)
def test_placement_is_its_homogeneous_matrix(seed: int) -> None:
    rng = np.random.default_rng(seed)
    R, p, T = placement(rng)
    M, x = np.eye(4), rng.normal(size=3)
    M[:3, :3], M[:3, 3] = R, p
    assert np.array_equal(values(T), M)
    assert np.array_equal(values(kt.SE3.from_matrix(M)), M)
    assert_agree(values(T @ T.inverse()), np.eye(4), 1e-14)
    assert_agree(values(T.inverse()), np.linalg.inv(M), 1e-14)
    assert_agree(values(T @ x), (M @ [*x, 1])[:3], 1e-14)
    assert_agree(values(T.act_inverse(x)), np.linalg.solve(M, [*x, 1])[:3], 1e-14)


@pytest.mark.parametrize("seed", SEEDS)
def test_composition_and_relative_placement_are_products_of_matrices(seed: int) -> None:
    rng = np.random.default_rng(seed)
    (*_, A), (*_, B) = placement(rng), placement(rng)
    assert_agree(values(A @ B), values(A) @ values(B), 1e-14)
    assert_agree(values(A.act_inverse(B)), np.linalg.solve(values(A), values(B)), 1e-14)
    assert_agree((A @ B).action.map(float), values(A.action) @ values(B.action), 1e-14)


@pytest.mark.parametrize("seed", SEEDS)
def test_motions_and_forces_transform_by_their_matrices(seed: int) -> None:
    rng = np.random.default_rng(seed)
    R, p, T = placement(rng)
    v, f = rng.normal(size=(2, 6))
    motion, force = kt.Motion.from_vector(v), kt.Force.from_vector(f)
    X, Xf = on_motions(R, p), on_forces(R, p)
    assert_agree(values(T.action), X, 1e-14)
    assert_agree(values(T @ motion), X @ v, 1e-14)
    assert_agree(values(T @ force), Xf @ f, 1e-14)
    assert_agree(values(T.act_inverse(motion)), np.linalg.solve(X, v), 1e-13)
    assert_agree(values(T.act_inverse(force)), np.linalg.solve(Xf, f), 1e-13)
    assert_agree(Xf, np.linalg.inv(X).T, 1e-14)


@pytest.mark.parametrize("seed", SEEDS)
def test_power_is_the_same_in_every_frame(seed: int) -> None:
    rng = np.random.default_rng(seed)
    *_, T = placement(rng)
    v, f = rng.normal(size=(2, 6))
    motion, force = kt.Motion.from_vector(v), kt.Force.from_vector(f)
    power = np.array(v @ f)
    for found in (motion.dot(force), force.dot(motion), (T @ motion).dot(T @ force)):
        assert_agree(np.array(found), power, 1e-13, scale=1)
    assert_agree(np.array(T.act_inverse(motion).dot(T.act_inverse(force))), power, 1e-13, scale=1)


@pytest.mark.parametrize("seed", SEEDS)
def test_cross_products_are_their_matrices_and_dual_to_each_other(seed: int) -> None:
    u, v, f = np.random.default_rng(seed).normal(size=(3, 6))
    motion, other = kt.Motion.from_vector(u), kt.Motion.from_vector(v)
    force = kt.Force.from_vector(f)
    assert_agree(values(motion.cross(other)), crm(u) @ v, 1e-14)
    assert_agree(values(motion.cross(force)), -crm(u).T @ f, 1e-14)
    assert type(motion.cross(other)) is kt.Motion
    assert type(motion.cross(force)) is kt.Force
    assert abs(motion.cross(other).dot(force) + other.dot(motion.cross(force))) <= 1e-13


def test_vectors_add_and_scale_element_by_element() -> None:
    x, y = np.arange(1.0, 7.0), np.array([0.5, -1, 2, 3, -2, 1])
    for kind in (kt.Motion, kt.Force):
        a, b = kind.from_vector(x), kind.from_vector(y)
        for found, expected in ((a + b, x + y), (a - b, x - y), (-a, -x), (2 * a, 2 * x)):
            assert type(found) is kind
            assert np.array_equal(values(found), expected)
        assert np.array_equal(values(a * 3), 3 * x)
        assert np.array_equal(values(kind(x[:3], x[3:])), x)
        assert not values(kind.zero()).any()
        assert a.shape == values(a).shape


def test_columns_are_the_matrix_of_their_vectors() -> None:
    rng = np.random.default_rng(0)
    S, F, x = rng.normal(size=(6, 2)), rng.normal(size=(6, 3)), rng.normal(size=2)
    R, p, T = placement(rng)
    columns = Columns(kt.Motion, [kt.Motion.from_vector(s) for s in S.T])
    others = Columns(kt.Force, [kt.Force.from_vector(f) for f in F.T])
    assert np.array_equal(values(columns.matrix), S)
    assert len(columns) == 2
    assert_agree(values(columns @ x), S @ x, 1e-15)
    assert_agree(values(columns.T @ others), S.T @ F, 1e-14)
    assert_agree(values(columns.T @ kt.Force.from_vector(F[:, 0])), S.T @ F[:, 0], 1e-14)
    assert_agree(values((T @ columns).matrix), on_motions(R, p) @ S, 1e-14)
    assert_agree(values((T @ others).matrix), on_forces(R, p) @ F, 1e-14)
    assert_agree(values((2 * columns).matrix), 2 * S, 1e-15)


def twist_matrix(x: Any) -> Any:
    M = np.zeros((4, 4))
    M[:3, :3], M[:3, 3] = cross_matrix(x[3:]), x[:3]
    return M


@pytest.mark.parametrize("seed", SEEDS)
def test_exp_is_the_matrix_exponential_and_log_undoes_it(seed: int) -> None:
    rng = np.random.default_rng(seed)
    for size in (1.0, 1e-3, 1e-9):
        x = size * rng.uniform(-1.7, 1.7, 6)  # angles below pi
        T = kt.SE3.exp(kt.Motion.from_vector(x))
        assert_agree(values(T), expm(twist_matrix(x)), 1e-14)
        assert_agree(values(T.log()), x, 1e-14)


@pytest.mark.parametrize("angle", [0.0, 1e-8, 1e-160, 1e-300])
def test_log_undoes_exp_of_tiny_twists_to_every_digit(angle: float) -> None:
    x = np.array([0.3, -0.5, 0.2, *(angle * np.array([0.6, -0.3, 0.4]))])
    found = values(kt.SE3.exp(kt.Motion.from_vector(x)).log())
    np.testing.assert_allclose(found, x, rtol=1e-15, atol=0)


@pytest.mark.parametrize("gap", [1e-3, 1e-6, 1e-9, 1e-12])
def test_log_undoes_exp_next_to_half_turns(gap: float) -> None:
    for axis, v in np.random.default_rng(0).normal(size=(5, 2, 3)):
        x = np.array([*v, *(axis / np.linalg.norm(axis) * (np.pi - gap))])
        assert_agree(values(kt.SE3.exp(kt.Motion.from_vector(x)).log()), x, 1e-14)


def test_exp_of_placements_takes_an_so3_as_its_rotation() -> None:
    turn = kt.SO3.exp([0.1, 0.2, 0.3])
    assert np.array_equal(values(kt.SE3(turn, [1, 2, 3]))[:3, :3], values(turn))


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: kt.SE3(np.eye(4), np.zeros(3)),
        lambda: kt.SE3(np.eye(3), np.zeros(4)),
        lambda: kt.SE3.from_matrix(np.eye(3)),
        lambda: kt.SE3(np.eye(3), np.zeros(3)) @ np.zeros((3, 5)),
        lambda: kt.SE3(np.eye(3), [1, 2, 3]) @ np.eye(3),
        lambda: kt.SE3(np.eye(3), [1, 2, 3]) @ [1.0],
        lambda: kt.SE3(np.eye(3), [1, 2, 3]).act_inverse(2.0),
        lambda: np.eye(3) @ kt.SE3(np.eye(3), [1, 2, 3]),
        lambda: kt.SE3.exp(np.zeros(5)),
        lambda: kt.SO3(np.eye(4)),
        lambda: kt.Motion([1, 2], [3, 4, 5]),
        lambda: kt.Force([1, 2, 3], [3, 4, 5, 6]),
        lambda: kt.Inertia(1.0, [0, 0], np.eye(3)),
        lambda: kt.Inertia(1.0, [0, 0, 0], [1, 2, 3]),
        lambda: kt.Inertia([1.0], [0, 0, 0], np.eye(3)),
        lambda: kt.Inertia.from_parameters(np.zeros(9)),
    ],
)
def test_wrong_shapes_are_refused(wrong: Any) -> None:
    with pytest.raises(ShapeError, match="shape"):
        wrong()


@pytest.mark.parametrize("seed", SEEDS)
def test_placements_and_matrices_of_numpy_mix(seed: int) -> None:
    rng = np.random.default_rng(seed)
    (_, _, S), (_, _, T) = placement(rng), placement(rng)
    M, N, xi = values(S), values(T), rng.normal(size=6)
    assert_agree(values(S @ N), M @ N, 1e-14)
    assert_agree(M @ T, M @ N, 1e-15)
    assert_agree(np.stack([M, N]) @ T, np.stack([M @ N, N @ N]), 1e-15)
    assert_agree(values(kt.function("(4,4)->(4,4)")(lambda x: x @ T)(M)), M @ N, 1e-14)
    assert_agree(values(kt.SE3.exp(xi)), kt.se3.exp(xi), 1e-14)


def test_products_of_rotations_of_six_digits_are_placements() -> None:
    matrix = np.diag([1 + 4.5e-7, 1.0, 1.0, 1.0])
    T, R = kt.SE3.from_matrix(matrix), kt.SO3(matrix[:3, :3])
    for product in (T @ T @ T, T @ matrix @ T, T.inverse().act_inverse(T @ T)):
        assert_agree(values(product), matrix @ matrix @ matrix, 1e-15)
    assert_agree(values(T.compose_inverse((T @ T).inverse())), matrix @ matrix @ matrix, 1e-15)
    assert_agree(np.asarray(R @ R @ R.inverse().inverse(), float), matrix[:3, :3] ** 3, 1e-15)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: kt.SE3(np.ones((3, 3)), np.zeros(3)), "SE3: the rotation is not rigid"),
        (lambda: kt.SE3(-np.eye(3), np.zeros(3)), "SE3: the rotation is not rigid"),
        (lambda: kt.SO3(2.0 * np.eye(3)), "SO3: the matrix is not rigid"),
        (lambda: kt.SE3.identity() @ np.diag([1.0, 2.0, 1.0, 1.0]), "SE3 @ x: x is not rigid"),
        (lambda: kt.SE3(np.eye(4)), "no translation; SE3.from_matrix takes a 4 x 4 matrix"),
        (lambda: kt.SE3.identity() * kt.SE3.identity(), "use T @ x"),
    ],
)
def test_what_is_no_placement_is_refused(wrong: Any, message: str) -> None:
    with pytest.raises(kt.KinetreeError, match=message):
        wrong()


@pytest.mark.parametrize(
    ("owner", "name", "ours"),
    [
        (kt.SE3.identity(), "act", "use T @ x"),
        (kt.SE3.identity(), "homogeneous", "use T.matrix"),
        (kt.SE3, "Random", "use kt.SE3.exp(x)"),
        (kt.Motion, "Zero", "use kt.Motion.zero()"),
        (kt.Inertia, "FromDynamicParameters", "use kt.Inertia.from_parameters(x)"),
        (kt.SE3, "from_matix", "did you mean 'from_matrix'"),
        (kt.Inertia.zero(), "lever", "use inertia.center_of_mass"),
    ],
)
def test_names_of_pinocchio_are_answered(owner: Any, name: str, ours: str) -> None:
    with pytest.raises(AttributeError) as error:
        getattr(owner, name)
    kind = owner if isinstance(owner, type) else type(owner)
    assert str(error.value).startswith(f"{kind.__name__} has no '{name}'; {ours}")


def test_a_transposed_matrix_is_refused() -> None:
    T = kt.SE3(kt.SO3.exp([0.1, 0.2, 0.3]), [1, 2, 3])
    with pytest.raises(
        ModelError, match=r"last row \[1.*\]; expected \[0, 0, 0, 1\]. Is it transposed"
    ):
        kt.SE3.from_matrix(T.matrix.T)
    with pytest.raises(ModelError, match="last row"):
        kt.SE3.from_matrix(np.diag([1.0, 1.0, 1.0, np.nan]))
    nearly = np.array(T.matrix, dtype=float)
    nearly[3] += 1e-9
    assert np.array_equal(values(kt.SE3.from_matrix(nearly))[:3], nearly[:3])
