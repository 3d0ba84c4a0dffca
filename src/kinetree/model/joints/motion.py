"""Check the motion of a user-defined joint: by differences at two configurations."""

from collections.abc import Callable, Iterator
from typing import Any, Final

import numpy as np

from ...errors import ModelError, kind_of
from ...scalar.array import Array, as_array
from ...spatial import SE3
from ..rigid import rigid
from .base import Joint

STEP: Final = 1e-4
TOLERANCE: Final = 1e-5
"""Error of a derivative, relative to 1 + its size; that of central differences is about 1e-8."""

Numbers = np.ndarray[Any, np.dtype[np.float64]]


def check_motion(where: str, joint: Joint) -> None:
    """Raise ModelError if a placement is not rigid, or a derivative is not that of it.

    Symbols, and configurations where the joint is not defined, are not checked.
    """
    moves: list[Any] = []
    for q in _configurations(joint):
        at = f"at q = {np.round(q, 6).tolist()}"
        T = _placement(where, joint, q)
        if T is None:
            continue
        rigid(f"{where}: placement(q) {at}", SE3(T[:3, :3], T[:3, 3]))
        if not joint.nv:
            continue
        S = np.linalg.solve(T, _rates(joint, q, lambda x: _placement(where, joint, x)))
        S = np.array([[*X[:3, 3], X[2, 1], X[0, 2], X[1, 0]] for X in S]).T
        if type(joint).subspace is not Joint.subspace:
            given = joint.subspace(as_array(q))
            matrix = getattr(given, "matrix", None)
            if matrix is None:
                raise ModelError(
                    f"{where}: subspace(q) is {kind_of(given)}; expected columns, as "
                    "kt.Revolute(axis).subspace(q) gives them, or leave subspace out."
                )
            _compare(where, f"subspace(q) {at}", matrix, S, "placement(q)")
        tangent = _rates(joint, q, lambda x: x).T
        given = joint.tangent_map(as_array(q))
        _compare(where, f"tangent_map(q) {at}", given, tangent, "integrate")
        moves.append((abs(S) > TOLERANCE).any(0))
    if moves and not np.any(moves, 0).all():
        still = np.flatnonzero(~np.any(moves, 0)).tolist()
        raise ModelError(
            f"{where}: its velocities {still} move nothing; placement(q) does not depend on them."
        )


def _configurations(joint: Joint) -> Iterator[Numbers]:
    """Configurations at which the joint is defined: neutral, and one without symmetry."""
    rest = as_array(joint.neutral())
    v = as_array([0.31 - 0.17 * k for k in range(joint.nv)])
    for q in (rest, joint.integrate(rest, v)):
        numbers = _plain(as_array(q))
        if numbers is not None:
            yield numbers


def _placement(where: str, joint: Joint, q: Numbers) -> Numbers | None:
    """The matrix of the placement; None for symbols or where it is not finite."""
    T: Any = joint.placement(as_array(q))  # a user's, of any kind
    if not isinstance(T, SE3):
        shape = f" of shape {T.shape}" if isinstance(T, Array) else ""
        raise ModelError(
            f"{where}: placement(q) is {kind_of(T)}{shape}; expected kt.SE3(rotation, "
            "translation), or kt.SE3.from_matrix of a (4, 4) matrix."
        )
    return _plain(T)


def _plain(x: Any) -> Numbers | None:
    """Finite plain numbers as a NumPy array, None for others."""
    array = x.matrix if isinstance(x, SE3) else as_array(x)
    if not all(isinstance(e, (int, float)) for e in array.flat):
        return None
    numbers = np.asarray(array, float)
    return numbers if np.isfinite(numbers).all() else None


def _rates(joint: Joint, q: Numbers, function: Callable[[Numbers], Any]) -> Numbers:
    """The derivative of a function of q along each velocity, by central differences."""
    rates: list[Any] = []
    for e in STEP * np.eye(joint.nv):
        ends = (np.asarray(joint.integrate(as_array(q), as_array(s * e)), float) for s in (1, -1))
        ahead, behind = map(function, ends)
        rates.append((ahead - behind) / (2 * STEP))
    return np.array(rates)


def _compare(where: str, what: str, given: Any, found: Numbers, of: str) -> None:
    matrix = np.asarray(given, float)
    if matrix.shape != found.shape:
        raise ModelError(f"{where}: {what} has shape {matrix.shape}; expected {found.shape}.")
    if (abs(matrix - found) > TOLERANCE * (1 + abs(found))).any():
        raise ModelError(
            f"{where}: {what} is {matrix.tolist()}, but the derivative of {of} is "
            f"{np.round(found, 6).tolist()}; correct one of them."
        )
