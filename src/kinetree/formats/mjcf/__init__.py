"""Robots from MJCF, by MuJoCo."""

from .check import check_mjcf
from .load import load_mjcf

__all__ = ["check_mjcf", "load_mjcf"]
