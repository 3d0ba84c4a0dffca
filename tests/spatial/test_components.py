"""Placements, motions, forces and inertias as arrays: to NumPy, as operands, and at a prompt."""

from typing import Any

import numpy as np
import pytest

import kinetree as kt

ARM = kt.robots.arm()
RNG = np.random.default_rng(3)
Q, V = RNG.normal(size=(2, ARM.nv))
BOX = kt.Inertia(2.0, [0.1, -0.2, 0.3], np.diag([0.02, 0.03, 0.04]))
PARTS = [
    kt.SE3.from_xyz_rpy([1, 2, 3], [0.1, 0.2, 0.3]),
    kt.SO3.exp([0.1, 0.2, 0.3]),
    kt.Motion([1, 2, 3], [4, 5, 6]),
    kt.Force([1, 2, 3], [4, 5, 6]),
    BOX,
]
SHAPES = [(4, 4), (3, 3), (6,), (6,), (10,)]


@pytest.mark.parametrize(("part", "shape"), [*zip(PARTS, SHAPES, strict=True)])
def test_numpy_takes_them_one_by_one_and_in_sequences(part: Any, shape: tuple[int, ...]) -> None:
    assert np.asarray(part).shape == shape
    assert np.array([part, part]).shape == (2, *shape)
    np.testing.assert_array_equal(np.asarray(part), np.array([part, part])[1])
    assert np.asarray(part, np.float32).dtype == np.float32


def test_arrays_are_those_that_algorithms_take() -> None:
    np.testing.assert_array_equal(np.asarray(kt.Motion([1, 2, 3], [4, 5, 6])), [1, 2, 3, 4, 5, 6])
    np.testing.assert_array_equal(np.asarray(BOX), np.asarray(BOX.parameters))
    T = kt.SE3.from_xyz_rpy([1, 2, 3], [0.1, 0.2, 0.3])
    expected = kt.se3.from_xyz_rpy([1, 2, 3, 0.1, 0.2, 0.3])
    np.testing.assert_allclose(np.asarray(T), expected, atol=1e-15)


def test_a_numpy_number_times_a_motion_is_a_motion() -> None:
    moved = np.float64(2) * kt.Motion([1, 2, 3], [4, 5, 6])
    assert isinstance(moved, kt.Motion)
    assert list(moved.vector.flat) == [2, 4, 6, 8, 10, 12]


def test_forces_are_operands_one_by_one_and_by_frame() -> None:
    forces = [kt.Force(*x) for x in RNG.normal(size=(ARM.njoints, 2, 3)).tolist()]
    expected = kt.rnea(ARM, Q, V, V, np.array(forces))
    np.testing.assert_array_equal(kt.rnea(ARM, Q, V, V, forces), expected)
    by_frame = kt.external_forces(ARM, Q, {"tool": forces[0]}, reference="world")
    array = kt.external_forces(ARM, Q, {"tool": np.asarray(forces[0])}, reference="world")
    np.testing.assert_array_equal(by_frame, array)


def test_batches_of_forces_and_inertias_are_nested_sequences() -> None:
    inertias = [kt.Inertia.from_parameters(x) for x in ARM.inertias]
    heavier = [kt.Inertia.from_parameters(2 * x) for x in ARM.inertias]
    found = kt.crba(ARM, Q, inertias=[inertias, heavier])
    expected = kt.crba(ARM, Q, inertias=np.array([ARM.inertias, 2 * ARM.inertias]))
    np.testing.assert_array_equal(found, expected)


def test_placements_are_targets_and_parameters() -> None:
    T = kt.SE3.from_matrix(kt.frame_placement(ARM, Q, frame="tool"))
    assert abs(kt.frame_error(ARM, Q, T, frame="tool")).max() < 1e-14
    placements = [kt.SE3.from_matrix(x) for x in ARM.placements]
    expected = kt.crba(ARM, Q, placements=ARM.placements)
    np.testing.assert_array_equal(kt.crba(ARM, Q, placements=placements), expected)
    model = ARM.replace(inertias=[kt.Inertia.from_parameters(x) for x in ARM.inertias])
    np.testing.assert_array_equal(model.inertias, ARM.inertias)
    both = kt.inverse_kinematics(ARM, {"tool": [T, T]}, Q)
    assert both.converged.all() and both.q.shape == (2, ARM.nq)


def test_a_traced_placement_is_an_operand_in_an_algorithm() -> None:
    @kt.algorithm("(nq),(6)->(6)")
    def error_after(model: kt.Model, q: Any, step: Any) -> Any:
        T = kt.SE3.from_matrix(kt.frame_placement(model, q, frame="tool"))
        return kt.frame_error(model, q, T @ kt.SE3.exp(kt.Motion.from_vector(step)), frame="tool")

    step = np.array([0.1, -0.2, 0.3, 0.2, 0.1, -0.1])
    np.testing.assert_allclose(error_after(ARM, Q, step), step, atol=1e-14)


def test_a_force_of_the_wrong_shape_of_sequence_is_refused() -> None:
    with pytest.raises(kt.ShapeError, match="f_ext has shape"):
        kt.rnea(ARM, Q, V, V, [kt.Force.zero()] * 3)


def test_principal_axes_turn_the_inertia_diagonal() -> None:
    R = np.asarray(kt.SO3.exp([0.3, -0.5, 0.7]))
    turned = kt.Inertia(2.0, [0.1, -0.2, 0.3], R @ np.diag([0.03, 0.02, 0.04]) @ R.T)
    moments, axes = turned.principal_axes
    A = np.asarray(axes)
    np.testing.assert_allclose(moments, [0.02, 0.03, 0.04], rtol=1e-12)
    np.testing.assert_allclose(A.T @ A, np.eye(3), atol=1e-14)
    assert np.linalg.det(A) > 0
    central = np.asarray(turned.about_center_of_mass)
    np.testing.assert_allclose(A.T @ central @ A, np.diag(moments), atol=1e-15)
    np.testing.assert_allclose(np.asarray(turned.center_of_mass), [0.1, -0.2, 0.3], rtol=1e-15)


def test_what_a_prompt_shows_is_short() -> None:
    assert repr(kt.SE3.identity()) == "SE3([[1, 0, 0], [0, 1, 0], [0, 0, 1]], [0, 0, 0])"
    assert repr(kt.Motion([1 / 3, 0, 0], [0, 0, 1])) == "Motion([0.333333, 0, 0], [0, 0, 1])"
    assert repr(BOX) == "Inertia(2, [0.1, -0.2, 0.3], [[0.02, 0, 0], [0, 0.03, 0], [0, 0, 0.04]])"
    assert repr(kt.Inertia.zero()).startswith("Inertia.from_parameters([0, 0")
    shown = repr(ARM.joint("joint2"))
    assert shown == "<joint 2 'joint2': Revolute([0, 1, 0]), parent 1, q[1:2], v[1:2]>"


@pytest.mark.parametrize(
    "make",
    [
        lambda x: kt.SO3.exp([0, 0, x]),
        lambda x: kt.SE3.exp([0, 0, 0, 0, 0, x]),
        lambda x: kt.Motion([x, 0, 0], [0, 0, 0]),
        lambda x: kt.Force([x, 0, 0], [0, 0, 0]),
        lambda x: kt.Inertia(x, [0, 0, 0], np.eye(3)),
    ],
)
def test_components_are_equal_by_kind_and_value(make: Any) -> None:
    assert make(0.5) == make(0.5) and hash(make(0.5)) == hash(make(0.5))
    assert make(0.5) != make(0.6) and make(0.5) != tuple(make(0.5).array.flat)
    assert kt.Motion([1, 0, 0], [0, 0, 0]) != kt.Force([1, 0, 0], [0, 0, 0])
