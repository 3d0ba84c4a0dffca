"""Rotations and poses in all their parameterisations, as functions of arrays: `kt.rotations`.

A rotation R takes body to world coordinates (active: it turns a vector that is fixed to the body).
Every function takes leading batch axes and `out=`, and raises ModelError, which names the sample,
where numbers stand for no rotation.
"""

from .conversions import convert, exp, from_scipy, log, to_scipy, unique

__all__ = ["convert", "exp", "from_scipy", "log", "to_scipy", "unique"]
