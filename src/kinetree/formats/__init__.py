"""Robots from files."""

from .find import load
from .findings import Finding
from .urdf import check_urdf, load_urdf

__all__ = ["Finding", "check_urdf", "load", "load_urdf"]
