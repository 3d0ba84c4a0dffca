"""Check that a joint type is complete and consistent."""

from collections.abc import Sized
from typing import cast

from ...errors import ModelError
from ...scalar.array import Array, as_array
from .base import Joint
from .mimic import Mimic
from .motion import check_motion

_CURVED = ("integrate", "difference", "tangent_map", "tangent_map_inverse")
"""Methods that a joint need not define if nq = nv."""

_STRINGS = {"nq": ("q_suffixes", "q_units"), "nv": ("v_suffixes", "v_units", "tau_units")}


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
    _check_sizes(f"{where} ({type(joint).__name__})", joint)
    if joint.nq:
        _check_maps(f"{where} ({type(joint).__name__})", joint)
    if not type(joint).__module__.startswith("kinetree."):
        check_motion(f"{where} ({type(joint).__name__})", joint)


def _check_sizes(where: str, joint: Joint) -> None:
    for size in _STRINGS:
        n = getattr(joint, size, None)
        if not isinstance(n, int) or n < 0:
            raise ModelError(f"{where}: {size} is {n!r}; a joint type gives it as a number >= 0.")
    for size, lists in _STRINGS.items():
        n = getattr(joint, size)
        for name in lists:
            strings: object = getattr(joint, name)
            if not isinstance(strings, (tuple, list)) or len(cast(Sized, strings)) != n:
                raise ModelError(
                    f"{where}: {name} is {strings!r}; expected {n} strings, {size} = {n}."
                )


def _check_maps(where: str, joint: Joint) -> None:
    """Check the methods required by nq != nv, and the shapes of the tangent maps."""
    nq, nv = joint.nq, joint.nv
    lacking = [m for m in _CURVED if getattr(type(joint), m) is getattr(Joint, m)]
    if nq != nv and lacking:
        raise ModelError(
            f"{where}: nq = {nq} and nv = {nv} differ, so that q' = v does not hold; give the "
            f"methods {', '.join(lacking)} (and neutral and normalize where q = 0 is no "
            "configuration)."
        )
    neutral = as_array(joint.neutral())
    if neutral.shape != (nq,):
        raise ModelError(f"{where}: neutral() has shape {neutral.shape}; expected ({nq},).")
    _check_shape(where, "tangent_map", joint.tangent_map(neutral), (nq, nv))
    _check_shape(where, "tangent_map_inverse", joint.tangent_map_inverse(neutral), (nv, nq))


def _check_shape(where: str, method: str, result: Array, shape: tuple[int, int]) -> None:
    size = as_array(result).shape
    if size != shape:
        raise ModelError(
            f"{where}: {method}(neutral) has shape {size}; expected {shape}: give the "
            "method tangent_map (nq, nv) and its inverse tangent_map_inverse (nv, nq)."
        )
