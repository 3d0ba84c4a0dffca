"""Options that several commands have, and what they mean."""

import argparse
import math
import warnings
from collections.abc import Callable
from typing import Final, Protocol

import kinetree as kt


class Commands(Protocol):
    """The subparsers of the command line, to which a command adds its own."""

    def add_parser(
        self, name: str, *, help: str = ..., description: str = ...
    ) -> argparse.ArgumentParser: ...


WHAT: Final = "a file, or the name of a robot, as `kinetree list` prints them"


def add_robot(parser: argparse.ArgumentParser) -> None:
    """Add ROBOT and the options with which it is loaded."""
    parser.add_argument("robot", metavar="ROBOT", help=WHAT)
    parser.add_argument("--floating-base", action="store_true", help="free its base")
    parser.add_argument(
        "--mimic", action="store_true", help="make mimic joints follow their source"
    )
    parser.add_argument(
        "--continuous",
        choices=("cos_sin", "angle"),
        default="cos_sin",
        help="the coordinates of joints without limits (default cos_sin)",
    )


def load(arguments: argparse.Namespace) -> kt.Model:
    """The robot of the arguments that `add_robot` adds."""
    return kt.load(
        arguments.robot,
        floating_base=arguments.floating_base,
        mimic=arguments.mimic,
        continuous=arguments.continuous,
    )


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add --json."""
    parser.add_argument("--json", action="store_true", help="print JSON instead of text")


def count(text: str) -> int:
    """A number of states, at least one."""
    digits = text.replace(",", "").replace("_", "")
    if not digits.isdecimal() or int(digits) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} states; expected an integer >= 1")
    return int(digits)


def port(text: str) -> int:
    """A number of a port."""
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r}; expected a port, 0 to 65535")
    return int(text)


def positive(text: str) -> float:
    """A positive, finite number."""
    try:
        x = float(text)
    except ValueError:
        x = math.nan
    if not 0 < x < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r}; expected a positive number")
    return x


def quietly(load: Callable[[], kt.Model]) -> kt.Model:
    """The model without the warnings that are among the findings already."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return load()
