"""Which test runs which line, and tests in a copy of this checkout."""

import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from mutants import Mutant

ROOT = Path(__file__).parent.parent
RECORDS = ROOT / "build/mutations"
PACKAGES = (
    *("scalar", "compiler", "functions", "spatial", "model", "formats", "algorithms"),
    *("rotations", "simulation", "control", "identification", "coordinates", "backends", "cli"),
    *("geometry", "collision", "environments", "optimal_control", "export"),
)
OWN = {
    "algorithms": ("identities",),
    "compiler": ("functions",),
}  # more folders of tests
PYTEST = (sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--hypothesis-seed=0")
GRACE = 30  # seconds that are no test's


def git(*words: str) -> str:
    """The output of git in this checkout."""
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True).stdout


@contextmanager
def copied() -> Iterator[Path]:
    """A copy of this checkout, for as long as it is needed."""
    with tempfile.TemporaryDirectory(prefix="mutations") as folder:
        for name in git("ls-files", "-co", "--exclude-standard").splitlines():
            target = Path(folder, "copy", name)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target)
        yield Path(folder, "copy")


def pytest(copy: Path, *words: str, seconds: float) -> tuple[int, str]:
    """Run tests with an empty cache of kernels: the exit status and what is printed."""
    folders = [copy / "src", ROOT / ".ci", os.environ.get("PYTHONPATH", "")]
    path = os.pathsep.join(map(str, folders))
    with tempfile.TemporaryDirectory(dir=copy.parent) as cache, tempfile.TemporaryFile("w+") as out:
        env = os.environ | {"PYTHONPATH": path, "KINETREE_CACHE_DIR": cache}
        process = subprocess.Popen(
            [*PYTEST, *words], cwd=copy, env=env, stdout=out, stderr=out, start_new_session=True
        )
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            pass  # a run without end is killed
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        out.seek(0)
        return process.returncode, out.read()


def digest(*files: Path) -> str:
    """A name for what files hold."""
    return hashlib.blake2b(b"\0".join(x.read_bytes() for x in files), digest_size=10).hexdigest()


def sources(folder: str = "") -> list[str]:
    """The files of a package, or of all."""
    names = git("ls-files", f"src/kinetree/{folder}").splitlines()
    return sorted(x for x in names if x.endswith((".py", ".ll")))


def record_of(test_file: str) -> Path:
    """Where it is recorded what a test file runs of the source as it is."""
    return RECORDS / f"{digest(*(ROOT / x for x in [*sources(), test_file]))}.json"


def test_files() -> list[str]:
    """Files with tests, those of the packages first."""
    files = [x for x in git("ls-files", "tests").splitlines() if "/test_" in x]
    files += [x for x in sources() if ">>>" in (ROOT / x).read_text()]
    folders = [*PACKAGES, *OWN["algorithms"]]
    return sorted(files, key=lambda x: (not set(folders) & set(x.split("/")), x))


def record(files: list[str], longest: float) -> None:
    """Run each test file by itself, so that no kernel is known already, and keep what it ran.

    After `longest` seconds a file is left; its other tests are recorded when there is more time.
    """
    RECORDS.mkdir(parents=True, exist_ok=True)
    with copied() as copy:
        for file in files or test_files():
            path = record_of(file)
            if path.exists() and json.loads(path.read_text())["seconds"] >= longest:
                continue
            new = copy.parent / "record"
            os.environ |= {"RECORDING": str(new), "RECORDING_SECONDS": str(longest)}
            pytest(copy, "-p", "recording", file, "--tb=no", seconds=2 * longest + 10 * GRACE)
            if not new.exists():
                print(f"{file}: nothing recorded", flush=True)
                continue
            recorded = json.loads(new.read_text())
            path.write_text(json.dumps({"file": file, **recorded}))
            new.unlink()
            print(
                f"{file}: {len(recorded['tests'])} tests passed, {recorded['failed']} failed",
                flush=True,
            )


def records() -> tuple[list[Any], str]:
    """What test files run, and how many of all are recorded."""
    paths = [record_of(x) for x in test_files()]
    found = [json.loads(x.read_text()) for x in paths if x.exists()]
    return found, f"{len(found)} of {len(paths)}"


def tests_of(mutant: Mutant, records: list[Any], seconds: float) -> list[tuple[float, str]]:
    """The tests to run, the likeliest to notice first, with the seconds that they took."""
    package = mutant.file.split("/")[2]
    own = {package, *OWN.get(package, ())}
    ranked: list[tuple[int, float, str]] = []
    for r in records:
        lines = r["lines"].get(mutant.file, {})
        first, last = mutant.lines
        runs = {k for n in range(first, last + 1) for k in lines.get(str(n), ())}
        mine = not own.isdisjoint(r["file"].split("/"))
        if runs - {-1} or (mine and (runs or mutant.file.endswith(".ll"))):
            ranked += [
                ((2 - mine) if k in runs else 3, t, x) for k, (x, t) in enumerate(r["tests"])
            ]
    found: list[tuple[float, str]] = []
    for _, t, test in sorted(ranked):
        if t <= seconds:
            found.append((t, test))
            seconds -= t
    return found
