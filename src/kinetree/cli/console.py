"""Progress of a command, by rich where that is installed."""
# pyright: reportMissingImports=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from importlib.util import find_spec


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
