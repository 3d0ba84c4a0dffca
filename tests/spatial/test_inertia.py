"""Inertias as triplets, as six-by-six matrices and as ten parameters [PinocchioSheet, Inertia]."""

from typing import Any

import numpy as np
import pytest
import sympy as sp
from agreement import assert_agree
from scipy.spatial.transform import Rotation

import kinetree as kt
from kinetree.spatial import ArticulatedInertia, Columns

SEEDS = range(10)


def cross_matrix(w: Any) -> Any:
    x, y, z = w
    return np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])


def triplet(rng: np.random.Generator) -> Any:
    """Mass, centre of mass, rotational inertia about it."""
    R = Rotation.random(random_state=rng).as_matrix()
    a, b, c = rng.uniform(0.1, 1.0, 3)
    return rng.uniform(0.5, 2.0), rng.normal(size=3), R @ np.diag([a + b, b + c, a + c]) @ R.T


def matrix(m: Any, c: Any, central: Any) -> Any:
    """Y = [[m 1, m c^T], [m c^, I + m c^ c^T]]."""
    C = cross_matrix(c)
    return np.block([[m * np.eye(3), m * C.T], [m * C, central + m * C @ C.T]])


def placement(rng: np.random.Generator) -> Any:
    R, p = Rotation.random(random_state=rng).as_matrix(), rng.normal(size=3)
    return R, p, kt.SE3(R, p)


def on_motions(R: Any, p: Any) -> Any:
    return np.block([[R, cross_matrix(p) @ R], [np.zeros((3, 3)), R]])


def values(x: Any) -> Any:
    for name in ("matrix", "vector"):
        x = getattr(x, name, x)
    return np.array(x.flat, float).reshape(x.shape)


@pytest.mark.parametrize("seed", SEEDS)
def test_matrix_is_that_of_the_triplet_and_of_the_parameters(seed: int) -> None:
    m, c, central = triplet(np.random.default_rng(seed))
    Y, expected = kt.Inertia(m, c, central), matrix(m, c, central)
    assert_agree(values(Y), expected, 1e-14)
    assert np.array_equal(values(Y), values(Y).T)
    parameters = values(Y.parameters)
    about_origin = expected[3:, 3:]
    upper = about_origin[[0, 0, 1, 0, 1, 2], [0, 1, 1, 2, 2, 2]]  # xx xy yy xz yz zz
    assert_agree(parameters, np.array([m, *(m * c), *upper]), 1e-14)
    assert np.array_equal(values(kt.Inertia.from_parameters(parameters)), values(Y))


@pytest.mark.parametrize("seed", SEEDS)
def test_frame_change_is_that_of_the_triplet_and_of_the_congruence(seed: int) -> None:
    rng = np.random.default_rng(seed)
    m, c, central = triplet(rng)
    R, p, T = placement(rng)
    Y = kt.Inertia(m, c, central)
    X = np.linalg.inv(on_motions(R, p))
    moved = values(T @ Y)
    assert_agree(moved, matrix(m, p + R @ c, R @ central @ R.T), 1e-13)
    assert_agree(moved, X.T @ values(Y) @ X, 1e-13)
    assert np.array_equal(moved, moved.T)


@pytest.mark.parametrize("seed", SEEDS)
def test_frame_change_backwards_is_that_of_the_triplet(seed: int) -> None:
    rng = np.random.default_rng(seed)
    m, c, central = triplet(rng)
    R, p, T = placement(rng)
    expected = matrix(m, R.T @ (c - p), R.T @ central @ R)
    assert_agree(values(T.inverse() @ kt.Inertia(m, c, central)), expected, 1e-13)
    assert_agree(values(T.act_inverse(kt.Inertia(m, c, central))), expected, 1e-13)


@pytest.mark.parametrize("seed", SEEDS)
def test_momentum_is_that_of_the_matrix_and_of_the_fast_form(seed: int) -> None:
    rng = np.random.default_rng(seed)
    m, c, central = triplet(rng)
    v, w = rng.normal(size=(2, 3))
    Y, twist = kt.Inertia(m, c, central), kt.Motion(v, w)
    found = values(Y @ twist)
    assert_agree(found, matrix(m, c, central) @ [*v, *w], 1e-13)
    cw = np.cross(c, w)
    fast = [*(m * v - m * cw), *(m * np.cross(c, v) + central @ w - m * np.cross(c, cw))]
    assert_agree(found, np.array(fast), 1e-13)
    assert type(Y @ twist) is kt.Force
    energy = 0.5 * np.array([*v, *w]) @ matrix(m, c, central) @ [*v, *w]
    assert_agree(np.array(Y.kinetic_energy(twist)), np.array(energy), 1e-13)
    columns = Y @ Columns(kt.Motion, [twist, 2 * twist])
    assert_agree(values(columns.matrix), np.stack([found, 2 * found], -1), 1e-14)


@pytest.mark.parametrize("seed", SEEDS)
def test_sum_is_that_of_the_triplets_and_of_the_matrices(seed: int) -> None:
    rng = np.random.default_rng(seed)
    (m, c, I), (n, d, J) = triplet(rng), triplet(rng)
    found = values(kt.Inertia(m, c, I) + kt.Inertia(n, d, J))
    arm = cross_matrix(c - d)
    both = matrix(m + n, (m * c + n * d) / (m + n), I + J + m * n / (m + n) * arm @ arm.T)
    assert_agree(found, both, 1e-13)
    assert_agree(found, matrix(m, c, I) + matrix(n, d, J), 1e-13)


def test_sum_with_no_mass_is_the_other_and_of_no_masses_is_finite() -> None:
    m, c, central = triplet(np.random.default_rng(0))
    Y, nothing = kt.Inertia(m, c, central), kt.Inertia(0.0, [1.0, 2.0, 3.0], np.zeros((3, 3)))
    assert np.array_equal(values(Y + nothing), values(Y))
    assert np.array_equal(values(nothing + Y), values(Y))
    assert not values(nothing + nothing).any()
    assert not values(kt.Inertia.zero()).any()
    flywheel = kt.Inertia(0.0, [1.0, 2.0, 3.0], central)  # rotational inertia without mass
    expected = matrix(m, c, 2 * central)
    assert_agree(values(Y + flywheel), expected, 1e-14)


@pytest.mark.parametrize("seed", SEEDS)
def test_gyroscopic_force_is_that_of_the_special_and_of_the_expanded_form(seed: int) -> None:
    rng = np.random.default_rng(seed)
    m, c, central = triplet(rng)
    v, w = rng.normal(size=(2, 3))
    I = central + m * cross_matrix(c) @ cross_matrix(c).T  # about the origin
    x = np.cross
    twist = kt.Motion(v, w)
    found = values(twist.cross(kt.Inertia(m, c, central) @ twist))
    beta = m * x(c, w)
    momentum = m * v - beta
    special = [*x(w, momentum), *(x(w, x(c, momentum) + central @ w) - x(v, beta))]
    assert_agree(found, np.array(special), 1e-13)
    linear = m * x(w, v) - x(w, m * x(c, w))
    angular = x(w, m * x(c, v)) + x(w, I @ w) - x(v, m * x(c, w))
    assert_agree(found, np.array([*linear, *angular]), 1e-13)


@pytest.mark.parametrize("seed", SEEDS)
def test_articulated_inertia_is_its_matrix(seed: int) -> None:
    rng = np.random.default_rng(seed)
    root = rng.normal(size=(6, 6))
    A = root @ root.T
    R, p, T = placement(rng)
    m, c, central = triplet(rng)
    rigid = kt.Inertia(m, c, central)
    ours, v = ArticulatedInertia(kt.Array(A)), rng.normal(size=6)
    X = np.linalg.inv(on_motions(R, p))
    assert_agree(values(T @ ours), X.T @ A @ X, 1e-13)
    assert np.array_equal(values(T @ ours), values(T @ ours).T)
    assert_agree(values(ours @ kt.Motion.from_vector(v)), A @ v, 1e-14)
    both = ours + ArticulatedInertia(rigid.matrix)
    assert_agree(values(both), A + matrix(m, c, central), 1e-14)
    assert_agree(values(both - kt.Array(A)), matrix(m, c, central), 1e-13, scale=abs(A).max())
    assert_agree(values(T @ ArticulatedInertia(rigid.matrix)), values(T @ rigid), 1e-13)
    assert not values(ArticulatedInertia.zero()).any()


@pytest.mark.parametrize("at", [(0, 1), (2, 0), (1, 2)])
def test_a_tensor_that_is_not_symmetric_is_refused(at: tuple[int, int]) -> None:
    tensor = np.diag([1.0, 2.0, 2.5])
    tensor[at] = 1e-8
    with pytest.raises(kt.ModelError, match=r"not symmetric: \[\d, \d\] is .* and \[\d, \d\] is"):
        kt.Inertia(1.0, [0, 0, 0], tensor)
    tensor[at] = 1e-9
    assert np.array_equal(
        values(kt.Inertia(1.0, [0, 0, 0], tensor))[3:, 3:].diagonal(), [1, 2, 2.5]
    )


def test_numpy_scalars_become_python_numbers() -> None:
    Y = kt.Inertia(np.float32(2), [np.int64(0), 0, np.array(1.0)], np.eye(3, dtype=np.int32))
    assert {type(x) for x in Y.parameters.flat} <= {int, float}


def of_points(masses: Any, points: Any) -> Any:
    """The ten parameters of point masses, about the origin."""
    second = np.einsum("i,ij,ik->jk", masses, points, points)
    upper = (np.trace(second) * np.eye(3) - second)[[0, 0, 1, 0, 1, 2], [0, 1, 1, 2, 2, 2]]
    return np.array([sum(masses), *(masses @ points), *upper])


@pytest.mark.parametrize("count", [1, 2, 3, 4, 20])
@pytest.mark.parametrize("seed", SEEDS)
def test_point_masses_are_physical_at_any_place(seed: int, count: int) -> None:
    """One, two and three points are a point, a rod and a plate: limits of physical inertias."""
    rng = np.random.default_rng(seed)
    masses, points = (
        rng.uniform(0.1, 2, count),
        10 ** rng.uniform(-4, 2) * rng.normal(size=(count, 3)),
    )
    Y = kt.Inertia.from_parameters(of_points(masses, points))
    assert Y.is_physical
    assert (placement(rng)[2] @ Y).is_physical
    wrong = values(Y.parameters) - of_points(masses[:1], points[:1]) * (1 + 1e-6)
    assert count > 3 or not kt.Inertia.from_parameters(wrong).is_physical


@pytest.mark.parametrize("seed", range(200))
def test_physical_is_a_pseudo_inertia_without_negative_eigenvalues(seed: int) -> None:
    rng = np.random.default_rng(seed)
    root = rng.normal(size=(4, 4))
    smallest = rng.choice([-1, 1]) * 10 ** rng.uniform(-5, 0)
    J = root @ np.diag([1, 1, 1, smallest]) @ root.T  # [[second moment, h], [h, m]]
    second, h, m = J[:3, :3], J[:3, 3], J[3, 3]
    tensor = np.trace(second) * np.eye(3) - second
    Y = kt.Inertia.from_parameters([m, *h, *tensor[[0, 0, 1, 0, 1, 2], [0, 1, 1, 2, 2, 2]]])
    assert Y.is_physical == (smallest > 0)


@pytest.mark.parametrize("rotated", [False, True])
def test_the_largest_moment_is_at_most_the_sum_of_the_others(rotated: bool) -> None:
    R = Rotation.from_rotvec([0.3, -1.2, 0.7] if rotated else [0, 0, 0]).as_matrix()

    def body(*moments: float, at: float = 0.2) -> kt.Inertia:
        return kt.Inertia(1.5, [at, 0, -at], R @ np.diag(moments) @ R.T)

    assert body(0.1, 0.2, 0.3).is_physical
    # tr(I) / 2 - 0.3 may be negative by 1e-9 of the sum of the moments about the origin, 0.84
    assert body(0.1, 0.2, 0.3 + 1.6e-9).is_physical
    assert not body(0.1, 0.2, 0.3 + 1.8e-9).is_physical
    assert not body(0.3 + 1.8e-9, 0.1, 0.2).is_physical
    assert not body(-0.1, 0.2, 0.2).is_physical
    assert not body(np.nan, 0.2, 0.2).is_physical


@pytest.mark.parametrize(
    ("parameters", "physical"),
    [
        ([0.0] * 10, True),
        ([0] * 10, True),
        ([2.0] + [0.0] * 9, True),
        ([0, 0, 0, 0, 1.0, 0, 1.0, 0, 0, 1.0], False),
        ([0, 0.1, 0, 0, 1.0, 0, 1.0, 0, 0, 1.0], False),
        ([-1.0, 0, 0, 0, 1.0, 0, 1.0, 0, 0, 1.0], False),
        ([np.nan, 0, 0, 0, 1.0, 0, 1.0, 0, 0, 1.0], False),
        ([np.inf, 0, 0, 0, 1.0, 0, 1.0, 0, 0, 1.0], False),
    ],
)
def test_without_mass_only_zeros_are_physical(parameters: list[float], physical: bool) -> None:
    assert kt.Inertia.from_parameters(parameters).is_physical is physical


def test_whether_traced_numbers_and_symbols_are_physical_is_refused() -> None:
    @kt.algorithm
    def function(model: kt.Model, q: kt.Array) -> Any:
        return {"physical": 1.0 if model.joints[0].inertia.is_physical else 0.0}

    arm = kt.robots.arm()
    assert function.trace(arm).results[0].elements == (1.0,)
    for inputs in (function.trace, function.compile):
        with pytest.raises(kt.TraceError, match=r"test_inertia\.py:\d+: is_physical needs plain"):
            inputs(arm, inputs=("inertias",))
    with pytest.raises(kt.TraceError, match="plain numbers"):
        kt.Inertia(sp.Symbol("m"), [0, 0, 0], np.eye(3)).is_physical  # noqa: B018


SOLIDS = (
    (kt.shapes.Box((0.3, 0.4, 0.7)), "box", lambda x: {"extents": x.size}),
    (kt.shapes.Sphere(0.3), "icosphere", lambda x: {"radius": x.radius, "subdivisions": 5}),
    (kt.shapes.Cylinder(0.2, 0.7), "cylinder", lambda x: {"radius": x.radius, "height": x.length}),
    (kt.shapes.Capsule(0.2, 0.7), "capsule", lambda x: {"radius": x.radius, "height": x.length}),
)


@pytest.mark.parametrize(("shape", "name", "sizes"), SOLIDS)
def test_inertias_of_solids_are_those_of_their_meshes(shape: Any, name: str, sizes: Any) -> None:
    trimesh: Any = pytest.importorskip("trimesh")
    finer = {"sections": 512} if name == "cylinder" else {}
    finer = {"count": (256, 256)} if name == "capsule" else finer
    mesh = getattr(trimesh.creation, name)(**sizes(shape), **finer)
    ours = np.array(shape.inertia(2.0).parameters, float)
    theirs = kt.Inertia(2 * mesh.volume, mesh.center_mass, 2 * mesh.moment_inertia)
    theirs = np.array(theirs.parameters, float)
    np.testing.assert_allclose(ours, theirs, rtol=2e-3, atol=1e-9)
    moved = mesh.apply_translation([0.3, -0.2, 0.5])
    inside = kt.Inertia.of_mesh(2 * moved.volume, moved.vertices, moved.faces)
    theirs = kt.Inertia(2 * moved.volume, moved.center_mass, 2 * moved.moment_inertia)
    ours, theirs = (np.array(x.parameters, float) for x in (inside, theirs))
    np.testing.assert_allclose(ours, theirs, rtol=1e-9, atol=1e-12)


def test_inertias_of_meshes_and_ellipsoids(tmp_path: Any) -> None:
    trimesh: Any = pytest.importorskip("trimesh")
    ball = trimesh.creation.icosphere(subdivisions=5)
    ball.apply_scale([0.2, 0.3, 0.5])
    ours = np.array(kt.shapes.Ellipsoid((0.2, 0.3, 0.5)).inertia(1000.0).parameters, float)
    ball.export(tmp_path / "ball.stl")
    mesh = kt.shapes.Mesh(str(tmp_path / "ball.stl"))
    np.testing.assert_allclose(mesh.inertia(1000.0).parameters, ours, rtol=3e-3, atol=1e-4)
    trimesh.Trimesh(ball.vertices, ball.faces[1:]).export(tmp_path / "open.stl")
    with pytest.raises(kt.ModelError, match="not closed"):
        kt.shapes.Mesh(str(tmp_path / "open.stl")).inertia(1000.0)
    with pytest.raises(kt.ShapeError, match="counterclockwise"):
        kt.Inertia.of_mesh(1.0, ball.vertices, ball.faces[:, ::-1])
    tube = trimesh.creation.cylinder(radius=0.1, height=0.3)
    sides = tube.faces[abs(tube.face_normals[:, 2]) < 0.5]
    for faces, message in (
        (sides, "do not close"),  # the area vectors of which have no sum
        (tube.faces + 1, "of vertices 1 to .* of the .* vertices, from 0"),
        (tube.faces - 1, "of vertices -1 to"),
        (tube.faces[:, :2], r"and \(.*, 2\), faces of int64; expected \(n, 3\)"),
        (tube.faces + 0.5, "faces of float64; expected"),
    ):
        with pytest.raises(kt.ShapeError, match=message):
            kt.Inertia.of_mesh(1.0, tube.vertices, faces)
    soup = tube.vertices[tube.faces].reshape(-1, 3), np.arange(tube.faces.size).reshape(-1, 3)
    pairs = [kt.Inertia.of_mesh(1.0, *x).parameters for x in (soup, (tube.vertices, tube.faces))]
    np.testing.assert_allclose(*pairs, rtol=1e-12, atol=1e-15)
    with pytest.raises(kt.ShapeError, match=r"of_box: size has shape \(\); expected \(3,\)"):
        kt.Inertia.of_box(1.0, 0.2)  # pyright: ignore[reportArgumentType]
    with pytest.raises(kt.ShapeError, match=r"of_box: size: \[1, 1, -1\]; expected finite"):
        kt.Inertia.of_box(1.0, [1, 1, -1])
    point = kt.Inertia.of_capsule(2.0, 0.0, 0)
    assert [float(x) for x in point.parameters] == [2.0, *[0.0] * 9]
    for make, sizes in (
        (kt.Inertia.of_sphere, (np.nan,)),
        (kt.Inertia.of_cylinder, (1.0, -1.0)),
        (kt.Inertia.of_capsule, (np.float32(-1.0), 1.0)),
    ):
        with pytest.raises(kt.ShapeError, match="expected finite numbers, 0 or more, in m"):
            make(1.0, *sizes)  # pyright: ignore[reportCallIssue]
