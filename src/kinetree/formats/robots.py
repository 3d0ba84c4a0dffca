"""Robots by name: the built-in ones, and the names of all that are installed."""

from ..model.robots import (
    BUILTIN,
    arm,
    binary_tree,
    biped,
    box,
    humanoid,
    pendulum,
    quadruped,
    rod,
    serial_chain,
)
from . import installed

__all__ = [
    "arm",
    "binary_tree",
    "biped",
    "box",
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
