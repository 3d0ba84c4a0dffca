"""Robots from MJCF, by MuJoCo."""

from .check import check_mjcf
from .load import from_mjmodel, load_mjcf

__all__ = ["check_mjcf", "from_mjmodel", "load_mjcf"]
