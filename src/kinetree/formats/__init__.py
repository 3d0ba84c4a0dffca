"""Robots from files."""

from .find import check, load
from .findings import Finding
from .urdf import check_urdf, load_urdf

__all__ = ["Finding", "check", "check_urdf", "load", "load_urdf"]
