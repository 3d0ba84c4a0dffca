"""The command line: `kinetree COMMAND`."""
# pyright: reportMissingImports=false, reportUnknownMemberType=false

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import kinetree as kt

from . import check, demo, dynamics, files, info, motion

COMMANDS: Final = (demo, info, check, motion, dynamics, files)
"""The modules of the commands."""
BIBTEX: Final = f"""@software{{kinetree,
  author = {{{{kinetree maintainers}}}},
  title = {{kinetree: rigid-body dynamics for robots in Python}},
  version = {{{kt.__version__}}}
}}"""


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
