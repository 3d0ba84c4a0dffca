"""Load robots from files, and save them."""

from .find import check, load
from .findings import Finding
from .json_file import save
from .mjcf import load_mjcf
from .sdf import load_sdf
from .srdf import with_srdf
from .urdf import check_urdf, load_urdf, to_urdf

__all__ = [
    "Finding",
    "check",
    "check_urdf",
    "load",
    "load_mjcf",
    "load_sdf",
    "load_urdf",
    "save",
    "to_urdf",
    "with_srdf",
]
