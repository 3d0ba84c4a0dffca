"""Load robots from URDF, and write them as URDF."""

from .load import check_urdf, load_urdf
from .write import to_urdf

__all__ = ["check_urdf", "load_urdf", "to_urdf"]
