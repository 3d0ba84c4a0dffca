"""Progress of a command, by rich where that is installed."""

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from importlib import import_module
from typing import Any


@contextmanager
def progress(what: str, total: int) -> Generator[Callable[[int], object]]:
    """A progress bar on a terminal that has rich; gives a function of the number done so far."""
    rich: Any = None
    if sys.stderr.isatty():
        try:
            rich = import_module("rich.progress")
        except ImportError:  # an optional extra
            rich = None
    if rich is None:
        yield lambda done: None
        return
    columns = [*rich.Progress.get_default_columns(), rich.MofNCompleteColumn()]
    stderr = import_module("rich.console").Console(stderr=True)
    with rich.Progress(*columns, console=stderr, transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.update(task, completed=done)
