"""Options that several commands have, what they mean, and the progress of a command."""
# pyright: reportMissingImports=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

import argparse
import math
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Final, TypeAlias

import kinetree as kt

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"  # pyright: ignore[reportPrivateUsage]
"""The subparsers of the command line, to which a command adds its own."""

WHAT: Final = "a file, or the name of a robot, as `kinetree list` prints them"

JSON: Final = argparse.ArgumentParser(add_help=False)
"""The option --json."""
JSON.add_argument("--json", action="store_true", help="print JSON instead of text")

EXPAND: Final = argparse.ArgumentParser(add_help=False)
"""The option --expand."""
EXPAND.add_argument("--expand", action="store_true", help="expand xacro, which runs its Python")

ROBOT: Final = argparse.ArgumentParser(add_help=False, parents=[EXPAND])
"""ROBOT and the options with which it is loaded."""
ROBOT.add_argument("robot", metavar="ROBOT", help=WHAT)
ROBOT.add_argument("--floating-base", action="store_true", help="free its base")
ROBOT.add_argument("--mimic", action="store_true", help="make mimic joints follow their source")
ROBOT.add_argument(
    "--continuous",
    choices=("cos_sin", "angle"),
    default="cos_sin",
    help="the coordinates of joints without limits (default cos_sin)",
)


def load(arguments: argparse.Namespace) -> kt.Model:
    """The robot of the arguments of `ROBOT`."""
    return kt.load(
        arguments.robot,
        floating_base=arguments.floating_base,
        mimic=arguments.mimic,
        continuous=arguments.continuous,
        expand=arguments.expand,
    )


def _number(
    convert: Callable[[str], float], accepts: Callable[[float], bool], expected: str
) -> Callable[[str], float]:
    """A converter of arguments to numbers that are accepted."""

    def converted(text: str) -> float:
        try:
            x = convert(text)
        except ValueError:
            x = math.nan
        if not accepts(x):
            raise argparse.ArgumentTypeError(f"{text!r}{expected}")
        return x

    return converted


count = _number(
    lambda text: int(text.replace(",", "")), lambda n: n >= 1, " states; expected an integer >= 1"
)
port = _number(int, lambda n: 0 <= n <= 65535, "; expected a port, 0 to 65535")
positive = _number(float, lambda x: 0 < x < math.inf, "; expected a positive number")


@contextmanager
def progress(what: str, total: int) -> Generator[Callable[[int], object]]:
    """A progress bar on a terminal that has rich; gives a function of the number done so far."""
    if not sys.stderr.isatty() or find_spec("rich") is None:  # an optional extra
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import MofNCompleteColumn, Progress

    columns = [*Progress.get_default_columns(), MofNCompleteColumn()]
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.update(task, completed=done)
