"""Robots from URDF."""

from .load import check_urdf, load_urdf

__all__ = ["check_urdf", "load_urdf"]
