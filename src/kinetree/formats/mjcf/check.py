"""MuJoCo's messages about an MJCF, as findings."""

import os
import re
import warnings

from ...errors import ModelError
from ..findings import Finding, Severity
from ..options import Folders
from ..source import Source, is_xml
from ..xacro import Mappings
from .load import load_mjcf


def check_mjcf(
    source: Source, *, package_dirs: Folders = (), mappings: Mappings | None = None
) -> list[Finding]:
    """The first error that keeps an MJCF from loading, or all warnings."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            load_mjcf(source, package_dirs=package_dirs, mappings=mappings)
        except ModelError as error:
            return [_finding("error", source, str(error))]
    return [_finding("warning", source, str(warning.message)) for warning in caught]


def _finding(severity: Severity, source: Source, message: str) -> Finding:
    """The finding of a message that begins with the file, and maybe the line."""
    file = "<string>" if is_xml(source) else os.fspath(source)
    place = re.match(rf"{re.escape(file)}(?::(\d+))?: ", message)
    line = int(place[1] or 1) if place else 1
    return Finding(severity, file, line, "<mujoco>", message[place.end() if place else 0 :])
