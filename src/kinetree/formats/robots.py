"""Robots by name: the built-in ones, and the names of all that are installed."""

from pathlib import Path

from ..errors import ModelError, unknown
from . import installed
from .built_in import (
    BUILTIN,
    arm,
    binary_tree,
    biped,
    humanoid,
    pendulum,
    quadruped,
    serial_chain,
)
from .solids import box, rod

__all__ = [
    "arm",
    "binary_tree",
    "biped",
    "box",
    "file",
    "humanoid",
    "names",
    "pendulum",
    "quadruped",
    "rod",
    "serial_chain",
]


def names() -> tuple[str, ...]:
    """The names that `kinetree.load` takes.

    They are those of the built-in robots, then those in installed packages: example-robot-data,
    any `*_description` package (jvrc_description, upkie_description), and robot_descriptions,
    which downloads a robot by git at its first use. `pip install` them for more names.

    >>> names()[:4]
    ('pendulum', 'double_pendulum', 'serial_chain', 'binary_tree')
    """
    return (*BUILTIN, *installed.names())


def file(name: str) -> Path:
    """The file of an installed robot, for programs that read it by its path.

    Names are those of `names`, but for built-in robots, which have no file; of robot_descriptions
    it downloads the robot. Raises ModelError for another name.

    >>> file("ur5").name  # doctest: +SKIP
    'ur5_robot.urdf'
    """
    path = installed.file_of(name)
    if path is None and name in installed.described_names():
        path = installed.described_robot(name).file
    if path is None:
        raise ModelError(f"file: {unknown('installed robot', name, installed.names())}")
    return path
