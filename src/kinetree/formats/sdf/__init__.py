"""Robots from SDF."""

from .load import check_sdf, load_sdf

__all__ = ["check_sdf", "load_sdf"]
