"""Check the motion of a user-defined joint: by differences at a few configurations."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...errors import ModelError, kind_of
from ...scalar.array import Array, as_array
from ...scalar.replay import traced
from ...spatial import SE3
from ..rigid import rigid
from .base import Joint, Numbers

STEP: Final = 1e-4
TOLERANCE: Final = 1e-5
"""Error of a derivative, relative to 1 + its size; that of central differences is about 1e-8."""

SMALL: Final = 0.1
"""A velocity whose displacement a joint must find again by `difference`."""


def check_motion(where: str, joint: Joint) -> None:
    """Raise ModelError if a placement is not rigid, or a derivative is not that of it.

    Symbols, and configurations where the joint is not defined, are not checked.
    """
    moves: list[NDArray[np.bool_]] = []
    for q in _configurations(joint):
        place = f"at q = {np.round(q, 6).tolist()}"
        T = _placement(where, joint, q)
        if T is None:
            continue
        rigid(f"{where}: placement(q) {place}", SE3(T[:3, :3], T[:3, 3]))
        if not joint.nv:
            continue
        S = np.linalg.solve(
            T, _rates(joint, q, lambda x: cast(Numbers, _placement(where, joint, x)))
        )
        S = np.array([[*X[:3, 3], X[2, 1], X[0, 2], X[1, 0]] for X in S]).T
        if _defines(joint, "subspace"):
            subspace = joint.subspace(as_array(q))
            matrix = getattr(subspace, "matrix", None)
            if matrix is None:
                raise ModelError(
                    f"{where}: subspace(q) is {kind_of(subspace)}; expected columns, as "
                    "kt.Revolute(axis).subspace(q) gives them, or leave subspace out."
                )
            _compare(where, f"subspace(q) {place}", matrix, S, "the derivative of placement(q)")
        tangent = _rates(joint, q, lambda x: x).T
        T_q, rate = joint.tangent_map(as_array(q)), "the derivative of integrate(q, v)"
        _compare(where, f"tangent_map(q) {place}", T_q, tangent, rate)
        _check_rates(where, joint, q, place)
        _check_distances(where, joint, q, place)
        moves.append(np.asarray((abs(S) > TOLERANCE).any(0)))
    if moves:
        traced(partial(_motion, joint), (joint.nq,))
    if moves and not np.any(moves, 0).all():
        still = np.flatnonzero(~np.any(moves, 0)).tolist()
        raise ModelError(
            f"{where}: its velocities {still} move nothing; placement(q) does not depend on them."
        )


def _motion(joint: Joint, q: Array) -> list[Array]:
    """Placement and subspace; on symbols they raise TraceError for what no compiled code has."""
    return [joint.placement(q).matrix, joint.subspace(q).matrix]


def _configurations(joint: Joint) -> Iterator[Numbers]:
    """Configurations at which the joint is defined, on all sides of neutral.

    Not neutral itself, where two laws of a motion often meet: derivatives may jump there.
    """
    rest = as_array(joint.neutral())
    ways = np.random.default_rng(0).uniform(-np.pi, np.pi, (4, joint.nv))
    for v in (0.1 * ways[0], *ways):
        numbers = _plain(as_array(joint.integrate(rest, as_array(v))))
        if numbers is not None:
            yield numbers


def _defines(joint: Joint, method: str) -> bool:
    return getattr(type(joint), method) is not getattr(Joint, method)


def _check_rates(where: str, joint: Joint, q: Numbers, place: str) -> None:
    """Compare the bias and the derivatives of subspace and bias, if defined, with differences."""
    x, v = as_array(q), np.linspace(0.7, -0.5, joint.nv)
    place = f"{place} and v = {v.tolist()}"
    slopes = _rates(joint, q, lambda y: _numbers(joint.subspace(as_array(y)).matrix))

    def bias(y: Numbers) -> Numbers:
        return _numbers(joint.bias(as_array(y), as_array(v)).vector)

    if _defines(joint, "bias"):
        rate = np.tensordot(v, slopes @ v, 1)
        _compare(where, f"bias(q, v) {place}", bias(q), rate, "the rate of subspace(q) @ v")
    if _defines(joint, "subspace_derivatives"):
        derivatives = [dS.matrix for dS in joint.subspace_derivatives(x)]
        _compare(
            where,
            f"subspace_derivatives(q) {place}",
            derivatives,
            slopes,
            "the derivative of subspace(q)",
        )
    if _defines(joint, "bias_derivative"):
        derivative = joint.bias_derivative(x, as_array(v)).matrix
        _compare(
            where,
            f"bias_derivative(q, v) {place}",
            derivative,
            _rates(joint, q, bias).T,
            "the derivative of bias(q, v)",
        )


def _check_distances(where: str, joint: Joint, q: Numbers, place: str) -> None:
    """Compare the difference, the displacement and the inverse tangent map, if defined."""
    x, identity = as_array(q), np.eye(joint.nv)
    for v in SMALL * identity:
        end = joint.integrate(x, as_array(v))
        if _defines(joint, "difference"):
            back = joint.difference(x, end)
            _compare(where, f"difference(q, integrate(q, v)) {place}", back, v, "v")
        if _defines(joint, "displacement"):
            T = _numbers(joint.displacement(x, as_array(v)).matrix)
            moved = _numbers(Joint.displacement(joint, x, as_array(v)).matrix)
            _compare(
                where,
                f"displacement(q, v) {place}",
                T,
                moved,
                "placement(q)^-1 placement(integrate(q, v))",
            )
    if _defines(joint, "tangent_map_inverse"):
        product = joint.tangent_map_inverse(x) @ joint.tangent_map(x)
        _compare(where, f"tangent_map_inverse(q) @ tangent_map(q) {place}", product, identity, "1")


def _placement(where: str, joint: Joint, q: Numbers) -> Numbers | None:
    """The matrix of the placement; None for symbols or where it is not finite."""
    T = cast(object, joint.placement(as_array(q)))  # a user's, of any kind
    if not isinstance(T, SE3):
        shape = f" of shape {T.shape}" if isinstance(T, Array) else ""
        raise ModelError(
            f"{where}: placement(q) is {kind_of(T)}{shape}; expected kt.SE3(rotation, "
            "translation), or kt.SE3.from_matrix of a (4, 4) matrix."
        )
    return _plain(T.matrix)


def _numbers(x: Array | ArrayLike) -> Numbers:
    return np.asarray(x, float)


def _plain(array: Array) -> Numbers | None:
    """Finite plain numbers as a NumPy array, None for others."""
    if not all(isinstance(e, (int, float)) for e in array.flat):
        return None
    numbers = np.asarray(array, float)
    return numbers if np.isfinite(numbers).all() else None


def _rates(joint: Joint, q: Numbers, function: Callable[[Numbers], Numbers]) -> Numbers:
    """The derivative of a function of q along each velocity, by central differences."""
    rates: list[Numbers] = []
    for e in STEP * np.eye(joint.nv):
        ends = (np.asarray(joint.integrate(as_array(q), as_array(s * e)), float) for s in (1, -1))
        ahead, behind = map(function, ends)
        rates.append((ahead - behind) / (2 * STEP))
    return np.array(rates)


def _compare(where: str, what: str, value: Array | ArrayLike, expected: Numbers, of: str) -> None:
    """Raise ModelError unless a value that a joint defines is that of `of`."""
    matrix = _numbers(value)
    if matrix.shape != expected.shape:
        raise ModelError(f"{where}: {what} has shape {matrix.shape}; expected {expected.shape}.")
    if (abs(matrix - expected) > TOLERANCE * (1 + abs(expected))).any():
        raise ModelError(
            f"{where}: {what} is {matrix.tolist()}, but {of} is {np.round(expected, 6).tolist()}; "
            "correct one of them."
        )
