"""Check that a joint type is complete, and that what it defines agrees with its placement."""

from collections.abc import Iterator, Sized
from typing import Any, Final, cast

import numpy as np
from numpy.typing import NDArray

from ...errors import ModelError, errors_at, kind_of
from ...scalar.array import Array, as_array, zeros
from ...scalar.differentiate import derivative
from ...scalar.math import stack
from ...scalar.replay import traced
from ...spatial import SE3
from ...spatial.se3 import rigid
from .base import Joint, Numbers
from .mimic import Mimic

_CURVED: Final = ("integrate", "difference", "tangent_map", "tangent_map_inverse")
"""Methods that a joint need not define if nq = nv."""

_STRINGS: Final = {"nq": ("q_suffixes", "q_units"), "nv": ("v_suffixes", "v_units", "tau_units")}

_DERIVED: Final = {
    "bias": "the rate of subspace(q) @ v",
    "subspace_derivatives": "the derivative of subspace(q)",
    "bias_derivative": "the derivative of bias(q, v)",
    "displacement": "placement(q)^-1 placement(integrate(q, v))",
}
"""Methods that `Joint` derives from others, and what they are."""

TOLERANCE: Final = 1e-5
"""Error of a derivative, relative to 1 + its size."""

SMALL: Final = 0.1
"""A velocity whose displacement a joint must find again by `difference`."""


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
    for size, lists in _STRINGS.items():
        n = getattr(joint, size, None)
        if not isinstance(n, int) or n < 0:
            raise ModelError(f"{size} is {n!r}; a joint type gives it as a number >= 0.")
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
    """Raise ModelError if a placement is not rigid, or what else is defined is not that of it.

    All is compared, at a few configurations, with what a joint that leaves it out has. Symbols, and
    configurations where the joint is not defined, are not checked.
    """
    moves: list[NDArray[np.bool_]] = []
    for q in _configurations(joint):
        place = f"at q = {np.round(q, 6).tolist()}"
        T = _placement(joint, q)
        if T is None:
            continue
        rigid(f"placement(q) {place}", SE3(T[:3, :3], T[:3, 3]))
        if joint.nv:
            S = _check_rates(joint, as_array(q), place)
            _check_steps(joint, as_array(q), place)
            moves.append(np.asarray((abs(S) > TOLERANCE).any(0)))
    if moves and not np.any(moves, 0).all():
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


def _check_rates(joint: Joint, q: Array, place: str) -> Numbers:
    """Check the tangent map, the subspace and what follows from it; return the subspace."""

    def matrix(q: Array) -> list[Array]:
        return [joint.subspace(q).matrix]

    _, along = derivative(lambda e: as_array(joint.integrate(q, e)), zeros(joint.nv), q)
    tangent, of = _numbers(stack(along).T), "the derivative of integrate(q, v)"
    _compare(f"tangent_map(q) {place}", joint.tangent_map(q), tangent, of)
    S = _numbers(Joint.subspace(joint, q))
    if _defines(joint, "subspace"):
        subspace = joint.subspace(q)
        if not hasattr(subspace, "matrix"):
            raise ModelError(
                f"subspace(q) is {kind_of(subspace)}; expected columns, as "
                "kt.Revolute(axis).subspace(q) gives them, or leave subspace out."
            )
        _compare(f"subspace(q) {place}", subspace, S, "the derivative of placement(q)")
        traced(matrix, (joint.nq,))  # raises TraceError for what no compiled code has
    v = np.linspace(0.7, -0.5, joint.nv)
    for method, of in _DERIVED.items():
        if _defines(joint, method):
            operands = {"q": q} if method == "subspace_derivatives" else {"q": q, "v": as_array(v)}
            what = f"{method}({', '.join(operands)}) {place} and v = {v.tolist()}"
            derived = getattr(Joint, method)(joint, *operands.values())
            value = getattr(joint, method)(*operands.values())
            if _kinds(value) != _kinds(derived):
                raise ModelError(f"{what} is {_kinds(value)}; expected {_kinds(derived)}.")
            _compare(what, value, _numbers(derived), of)
    return S


def _check_steps(joint: Joint, q: Array, place: str) -> None:
    """Check the difference and the inverse tangent map, if defined."""
    identity = np.eye(joint.nv)
    for v in SMALL * identity if _defines(joint, "difference") else ():
        step = joint.difference(q, joint.integrate(q, as_array(v)))
        _compare(f"difference(q, integrate(q, v)) {place}", step, v, "v")
    if _defines(joint, "tangent_map_inverse"):
        product = joint.tangent_map_inverse(q) @ joint.tangent_map(q)
        _compare(f"tangent_map_inverse(q) @ tangent_map(q) {place}", product, identity, "1")


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


def _kinds(x: Any) -> str:
    """The types of a value, or of the elements of a tuple or list, as a message names them."""
    several = isinstance(x, (tuple, list))
    return f"({', '.join(map(_kinds, cast(Any, x)))})" if several else kind_of(x)


def _numbers(x: Any) -> Numbers:
    return np.asarray(x, float)


def _plain(array: Array) -> Numbers | None:
    """Finite plain numbers as a NumPy array, None for others."""
    if not all(isinstance(e, (int, float)) for e in array.flat):
        return None
    numbers = np.asarray(array, float)
    return numbers if np.isfinite(numbers).all() else None


def _compare(what: str, value: object, expected: Numbers, of: str) -> None:
    """Raise ModelError unless a value that a joint defines is that of `of`."""
    matrix = _numbers(value)
    if matrix.shape != expected.shape:
        raise ModelError(f"{what} has shape {matrix.shape}; expected {expected.shape}.")
    if (abs(matrix - expected) > TOLERANCE * (1 + abs(expected))).any():
        raise ModelError(
            f"{what} is {matrix.tolist()}, but {of} is {np.round(expected, 6).tolist()}; "
            "correct one of them."
        )
