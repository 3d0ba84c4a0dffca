"""A plugin of pytest: which test runs which line, and how long it takes, into `RECORDING`."""

import json
import math
import os
import time
from collections import defaultdict
from collections.abc import Generator
from pathlib import Path

import pytest
from coverage import Coverage

FILE, LONGEST = Path(os.environ["RECORDING"]), float(os.environ["RECORDING_SECONDS"])
END = time.monotonic() + LONGEST
SECONDS: defaultdict[str, float] = defaultdict(float)
FAILED: set[str] = set()
COVERAGE = Coverage(data_file=None, source=["src/kinetree"])
COVERAGE.start()  # before kinetree is imported


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Give the lines that run from here on to a test; stop after the time."""
    COVERAGE.switch_context(item.nodeid)
    result = yield
    COVERAGE.switch_context("")
    if time.monotonic() > END:
        item.session.shouldstop = f"recorded for {LONGEST} s"
    return result


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Add up the seconds of a test; remember that it failed."""
    SECONDS[report.nodeid] += report.duration
    if report.failed:
        FAILED.add(report.nodeid)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write what ran: the tests that passed, and for each line of each file their numbers."""
    COVERAGE.stop()
    data = COVERAGE.get_data()
    tests = [x for x in SECONDS if x not in FAILED]
    numbers = {x: k for k, x in enumerate(tests)}
    lines = {
        str(Path(file).relative_to(Path.cwd())): {
            line: sorted({numbers.get(x, -1) for x in contexts})
            for line, contexts in data.contexts_by_lineno(file).items()
        }
        for file in data.measured_files()
    }
    recorded = {"seconds": LONGEST if session.shouldstop else math.inf, "failed": len(FAILED)}
    recorded |= {"tests": [(x, round(SECONDS[x], 3)) for x in tests], "lines": lines}
    FILE.write_text(json.dumps(recorded))
