"""Check that a joint type is complete, and that what it defines agrees with its placement."""

from collections.abc import Callable, Iterator, Sized
from itertools import chain
from typing import Final, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...errors import ModelError, errors_at, kind_of
from ...scalar.array import Array, as_array
from ...scalar.replay import traced
from ...spatial import SE3
from ...spatial.se3 import rigid
from .base import Joint, Numbers
from .mimic import Mimic

_CURVED: Final = ("integrate", "difference", "tangent_map", "tangent_map_inverse")
"""Methods that a joint need not define if nq = nv."""

_STRINGS: Final = {"nq": ("q_suffixes", "q_units"), "nv": ("v_suffixes", "v_units", "tau_units")}

STEP: Final = 1e-4
TOLERANCE: Final = 1e-5
"""Error of a derivative, relative to 1 + its size; that of central differences is about 1e-8."""

SMALL: Final = 0.1
"""A velocity whose displacement a joint must find again by `difference`."""

_Comparison = tuple[str, Array | ArrayLike, Numbers, str]
"""What a joint defines, its value, the one expected, and what that is."""


def check_joint(where: str, joint: object) -> None:
    """Raise ModelError unless `joint` is a complete and consistent joint."""
    if isinstance(joint, type) and issubclass(joint, Joint):
        name = joint.__name__
        raise ModelError(f"{where}: joint is the class {name}; pass an instance: {name}(...).")
    if not isinstance(joint, Joint):
        raise ModelError(
            f'{where}: joint is {joint!r}; expected a kt.Joint, as kt.Revolute("z") makes one.'
        )
    if isinstance(joint, Mimic):
        if joint.joint is not None:
            check_joint(where, joint.joint)
        return
    with errors_at(f"{where} ({type(joint).__name__})"):
        _check_sizes(joint)
        if joint.nq:
            _check_maps(joint)
        if not type(joint).__module__.startswith("kinetree."):
            _check_motion(joint)


def _check_sizes(joint: Joint) -> None:
    for size in _STRINGS:
        n = getattr(joint, size, None)
        if not isinstance(n, int) or n < 0:
            raise ModelError(f"{size} is {n!r}; a joint type gives it as a number >= 0.")
    for size, lists in _STRINGS.items():
        n = getattr(joint, size)
        for name in lists:
            strings: object = getattr(joint, name)
            if not isinstance(strings, (tuple, list)) or len(cast(Sized, strings)) != n:
                raise ModelError(f"{name} is {strings!r}; expected {n} strings, {size} = {n}.")


def _check_maps(joint: Joint) -> None:
    """Check the methods required by nq != nv, and the shapes of the tangent maps."""
    nq, nv = joint.nq, joint.nv
    lacking = [m for m in _CURVED if getattr(type(joint), m) is getattr(Joint, m)]
    if nq != nv and lacking:
        raise ModelError(
            f"nq = {nq} and nv = {nv} differ, so that q' = v does not hold; give the "
            f"methods {', '.join(lacking)} (and neutral and normalize where q = 0 is no "
            "configuration)."
        )
    neutral = as_array(joint.neutral())
    if neutral.shape != (nq,):
        raise ModelError(f"neutral() has shape {neutral.shape}; expected ({nq},).")
    for method, expected in {"tangent_map": (nq, nv), "tangent_map_inverse": (nv, nq)}.items():
        shape = as_array(getattr(joint, method)(neutral)).shape
        if shape != expected:
            raise ModelError(
                f"{method}(neutral) has shape {shape}; expected {expected}: give the "
                "method tangent_map (nq, nv) and its inverse tangent_map_inverse (nv, nq)."
            )


def _check_motion(joint: Joint) -> None:
    """Raise ModelError if a placement is not rigid, or a derivative is not that of it.

    All are compared with differences, at a few configurations. Symbols, and configurations where
    the joint is not defined, are not checked.
    """
    moves: list[NDArray[np.bool_]] = []
    for q in _configurations(joint):
        place = f"at q = {np.round(q, 6).tolist()}"
        T = _placement(joint, q)
        if T is None:
            continue
        rigid(f"placement(q) {place}", SE3(T[:3, :3], T[:3, 3]))
        if not joint.nv:
            continue
        S = np.linalg.solve(T, _rates(joint, q, lambda x: cast(Numbers, _placement(joint, x))))
        S = np.array([[*X[:3, 3], X[2, 1], X[0, 2], X[1, 0]] for X in S]).T
        for comparison in chain(_rate_comparisons(joint, q, S, place), _moved(joint, q, place)):
            _compare(*comparison)
        moves.append(np.asarray((abs(S) > TOLERANCE).any(0)))
    if not moves:
        return

    def motion(q: Array) -> list[Array]:
        return [joint.placement(q).matrix, joint.subspace(q).matrix]

    traced(motion, (joint.nq,))  # raises TraceError for what no compiled code has
    if not np.any(moves, 0).all():
        still = np.flatnonzero(~np.any(moves, 0)).tolist()
        raise ModelError(
            f"its velocities {still} move nothing; placement(q) does not depend on them."
        )


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


def _rate_comparisons(joint: Joint, q: Numbers, S: Numbers, place: str) -> Iterator[_Comparison]:
    """The tangent map, and subspace, bias and the derivatives of both if defined."""
    x, v = as_array(q), np.linspace(0.7, -0.5, joint.nv)
    if _defines(joint, "subspace"):
        subspace = joint.subspace(x)
        if (matrix := getattr(subspace, "matrix", None)) is None:
            raise ModelError(
                f"subspace(q) is {kind_of(subspace)}; expected columns, as "
                "kt.Revolute(axis).subspace(q) gives them, or leave subspace out."
            )
        yield f"subspace(q) {place}", matrix, S, "the derivative of placement(q)"
    tangent, of = _rates(joint, q, lambda y: y).T, "the derivative of integrate(q, v)"
    yield f"tangent_map(q) {place}", joint.tangent_map(x), tangent, of
    place = f"{place} and v = {v.tolist()}"
    slopes = _rates(joint, q, lambda y: _numbers(joint.subspace(as_array(y)).matrix))

    def bias(y: Numbers) -> Numbers:
        return _numbers(joint.bias(as_array(y), as_array(v)).vector)

    if _defines(joint, "bias"):
        rate = np.tensordot(v, slopes @ v, 1)
        yield f"bias(q, v) {place}", bias(q), rate, "the rate of subspace(q) @ v"
    if _defines(joint, "subspace_derivatives"):
        dS, of = [_numbers(dS.matrix) for dS in joint.subspace_derivatives(x)], "subspace(q)"
        yield f"subspace_derivatives(q) {place}", dS, slopes, f"the derivative of {of}"
    if _defines(joint, "bias_derivative"):
        dc, of = joint.bias_derivative(x, as_array(v)).matrix, "the derivative of bias(q, v)"
        yield f"bias_derivative(q, v) {place}", dc, _rates(joint, q, bias).T, of


def _moved(joint: Joint, q: Numbers, place: str) -> Iterator[_Comparison]:
    """The difference, the displacement and the inverse tangent map, if defined."""
    x, identity = as_array(q), np.eye(joint.nv)
    for v in SMALL * identity:
        end = joint.integrate(x, as_array(v))
        if _defines(joint, "difference"):
            yield f"difference(q, integrate(q, v)) {place}", joint.difference(x, end), v, "v"
        if _defines(joint, "displacement"):
            T = joint.displacement(x, as_array(v)).matrix
            moved = _numbers(Joint.displacement(joint, x, as_array(v)).matrix)
            of = "placement(q)^-1 placement(integrate(q, v))"
            yield f"displacement(q, v) {place}", T, moved, of
    if _defines(joint, "tangent_map_inverse"):
        product = joint.tangent_map_inverse(x) @ joint.tangent_map(x)
        yield f"tangent_map_inverse(q) @ tangent_map(q) {place}", product, identity, "1"


def _placement(joint: Joint, q: Numbers) -> Numbers | None:
    """The matrix of the placement; None for symbols or where it is not finite."""
    T = cast(object, joint.placement(as_array(q)))  # a user's, of any kind
    if not isinstance(T, SE3):
        shape = f" of shape {T.shape}" if isinstance(T, Array) else ""
        raise ModelError(
            f"placement(q) is {kind_of(T)}{shape}; expected kt.SE3(rotation, "
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


def _compare(what: str, value: Array | ArrayLike, expected: Numbers, of: str) -> None:
    """Raise ModelError unless a value that a joint defines is that of `of`."""
    matrix = _numbers(value)
    if matrix.shape != expected.shape:
        raise ModelError(f"{what} has shape {matrix.shape}; expected {expected.shape}.")
    if (abs(matrix - expected) > TOLERANCE * (1 + abs(expected))).any():
        raise ModelError(
            f"{what} is {matrix.tolist()}, but {of} is {np.round(expected, 6).tolist()}; "
            "correct one of them."
        )
