"""The command line: `kinetree COMMAND`."""
# pyright: reportMissingImports=false, reportUnknownMemberType=false

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import redirect_stdout, suppress
from typing import Final, TextIO, cast

import kinetree as kt
from kinetree.errors import printable

from . import check, demo, dynamics, files, info, motion

COMMANDS: Final = (demo, info, check, motion, dynamics, files)
"""The modules of the commands."""
BIBTEX: Final = f"""@software{{kinetree,
  author = {{{{kinetree maintainers}}}},
  title = {{kinetree: rigid-body dynamics for robots in Python}},
  version = {{{kt.__version__}}}
}}"""


class _Printable:
    """A stream on which control characters, as those of names in files, are escaped."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        return self._stream.write(printable(text))

    def __getattr__(self, name: str) -> object:
        return getattr(self._stream, name)


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status: 0 success, 1 failure, 2 invalid arguments."""
    parser = argparse.ArgumentParser(
        prog="kinetree",
        description="Rigid-body dynamics for robots, in Python.",
        formatter_class=argparse.RawDescriptionHelpFormatter,  # keeps the lines of BibTeX
    )
    parser.add_argument("--version", action="version", version=f"kinetree {kt.__version__}")
    parser.add_argument("--cite", action="version", version=BIBTEX, help="print BibTeX and exit")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for module in COMMANDS:
        module.add(commands)
    with suppress(ImportError):  # an optional extra
        import argcomplete

        argcomplete.autocomplete(parser)
    arguments = parser.parse_args(argv)
    try:
        with redirect_stdout(cast(TextIO, _Printable(sys.stdout))):
            status: int = arguments.command(arguments)
        sys.stdout.flush()
    except BrokenPipeError:  # as in `kinetree info talos | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except (kt.KinetreeError, OSError) as error:
        print(f"kinetree: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return status
