"""A fuzzer of the loaders: damaged real files give a valid Model or a ModelError with a place.

`python tests/formats/fuzz.py --count 100000` keeps what it found in fuzz.json; `--case urdf/17`
shows one case again and leaves its file. Each case is made from its name alone. The cases run in a
child process: one that crashes or hangs it is a finding, and the rest goes on.
"""

import argparse
import json
import os
import re
import resource
import select
import signal
import sys
import tempfile
import time
import tomllib
import traceback
import warnings
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from mutations import mutated

import kinetree as kt
from kinetree.formats.installed import installed_robots
from kinetree.formats.source import read
from kinetree.parameters import PARAMETERS
from kinetree.scalar.array import as_array
from kinetree.spatial.se3 import rigid

CORPUS = Path(__file__).parent / "corpus"
MANIFEST = tomllib.loads((CORPUS / "manifest.toml").read_text(encoding="utf-8"))
KEPT = Path(__file__).parent / "fuzz.json"
SHARES = {"urdf": 10, "srdf": 3, "sdf": 3, "json": 3, "mjcf": 1, "xacro": 1}
SUFFIXES = {"mjcf": "xml"}
PLACES = dict.fromkeys(("json", "mjcf", "xacro"), r"\S")  # places that are not XML elements
SMALL = 16_000  # bytes of a seed
LARGER = {"sdf": 30_000}
LONGEST_MESSAGE = 20_000  # characters
SLOW = 2.0  # s of CPU
HANGS = 20.0  # s of CPU
MEMORY = 200  # MiB that one case may add to the peak


@dataclass
class Outcome:
    """The outcome of one case; `fault` is empty if it is as expected."""

    case: str
    seed: str
    kind: str
    message: str
    fault: str
    seconds: float


@dataclass(frozen=True)
class Seed:
    """A file to be damaged, and the URDF that goes with an SRDF."""

    name: str
    content: bytes
    companion: Path | None = None


# --- the cases


@cache
def seeds(kind: str) -> tuple[Seed, ...]:
    """Small real files, and the odd ones of the corpus that load."""
    good = [CORPUS / name for name, expected in MANIFEST.items() if "nq" in expected]
    suffix = f".{SUFFIXES.get(kind, kind)}"
    files = [file for file in good if file.suffix == suffix and "_inside" not in file.name]
    found = [Seed(file.name, file.read_bytes(), _companion(file)) for file in files]
    if kind == "json":
        return (*found, *_saved())
    files = [file for file in _real(kind) if file.stat().st_size < LARGER.get(kind, SMALL)]
    return (*found, *(Seed(file.name, file.read_bytes(), _companion(file)) for file in files))


def _real(kind: str) -> list[Path]:
    """The files of this kind that are installed."""
    if kind == "mjcf":
        assets = [Path(entry, "gymnasium/envs/mujoco/assets") for entry in sys.path]
        return sorted(file for folder in assets for file in folder.glob("*.xml"))
    files = installed_robots(kind).values()
    return [file for file in files if kind != "srdf" or _urdfs(file)]


def _urdfs(srdf: Path) -> list[Path]:
    """The small robot that an SRDF belongs to."""
    found = srdf.parents[1].glob(f"*/{srdf.stem}.urdf")
    return [urdf for urdf in found if urdf.stat().st_size < SMALL]


def _companion(file: Path) -> Path | None:
    if file.suffix != ".srdf":
        return None
    name = MANIFEST.get(file.name, {}).get("urdf")
    if name is not None:
        return CORPUS / name
    return _urdfs(file)[0]


def _saved() -> Iterator[Seed]:
    models = [kt.robots.arm(), kt.robots.pendulum(2), kt.robots.biped(2)]
    models += [kt.load(CORPUS / "every_kind.urdf", mimic=True)]
    with tempfile.TemporaryDirectory() as folder:
        for model in models:
            file = Path(folder, "model.json")
            kt.save(model, file)
            yield Seed(f"{model.name}.json", file.read_bytes())


def run(case: str, folder: Path) -> Outcome:
    """One case, by its name `format/number`."""
    kind = case.partition("/")[0]
    rng = Random(case)
    seed = rng.choice(seeds(kind))
    file = folder / f"robot.{SUFFIXES.get(kind, kind)}"
    file.write_bytes(mutated(rng, seed.content))
    options: dict[str, Any] = {"floating_base": rng.random() < 0.3, "mimic": rng.random() < 0.5}
    options["continuous"] = rng.choice(("cos_sin", "angle"))
    if kind in ("json", "mjcf"):
        options = {}
    source = seed.companion or file
    if seed.companion is not None:
        options["srdf"] = file
    start = time.process_time()
    with warnings.catch_warnings(record=True) as warned, _limited_time():
        warnings.simplefilter("always")
        outcome, message, fault = _load(source, file, options)
        if not fault and kind == "urdf" and rng.random() < 0.2:
            fault = _check(file, outcome, options)
    seconds = time.process_time() - start
    fault = fault or _warning_fault(warned, file) or ("slow" if seconds > SLOW else "")
    return Outcome(case, seed.name, outcome, message, fault, round(seconds, 3))


class _limited_time:
    """Raises TimeoutError inside after `HANGS` seconds of CPU."""

    def __enter__(self) -> None:
        signal.signal(signal.SIGPROF, self._stop)
        signal.setitimer(signal.ITIMER_PROF, HANGS)

    def __exit__(self, *_: object) -> None:
        signal.setitimer(signal.ITIMER_PROF, 0)

    def _stop(self, *_: object) -> None:
        raise TimeoutError


def _load(source: Path, file: Path, options: dict[str, Any]) -> tuple[str, str, str]:
    try:
        model = kt.load(source, **options)
    except kt.ModelError as error:
        return "refused", str(error), message_fault(str(error), file)
    except Exception as error:
        return "raised", traceback.format_exc(limit=-3), f"raised {type(error).__name__}"
    try:
        return "loaded", repr(model)[:200], model_fault(model)
    except Exception:
        return "loaded", traceback.format_exc(limit=-3), "the model raises"


def _check(file: Path, outcome: str, options: dict[str, Any]) -> str:
    """`kt.check` finds an error where `kt.load` does, bad mimics and bases apart."""
    try:
        found = kt.check(file)
    except Exception as error:
        return f"check raised {type(error).__name__}"
    if any(len(str(finding)) > LONGEST_MESSAGE for finding in found):
        return "a finding is long"
    errors = any(finding.severity == "error" for finding in found)
    if errors and outcome == "loaded":
        return "check finds an error, load does not"
    if outcome == "refused" and not (errors or options["mimic"] or options["floating_base"]):
        return "load finds an error, check does not"
    return ""


def message_fault(message: str, file: Path) -> str:
    """Whether an error names file, line and element, each line of it, and is of sensible length."""
    if len(message) > LONGEST_MESSAGE:
        return "the message is long"
    kinds = {suffix: kind for kind, suffix in SUFFIXES.items()}
    suffix = "json" if read(file).beginning.startswith("{") else file.suffix[1:]
    place = PLACES.get(kinds.get(suffix, suffix), r"\d+: (.+:\d+: )?(XML|<.+>): \S")
    place = re.compile(rf"{re.escape(str(file))}( \(expanded\))?:\s?{place}")
    for line in message.splitlines():
        if not place.match(line) and not line.startswith("... and "):
            return "the message has no place"
    return ""


def _warning_fault(warned: list[warnings.WarningMessage], file: Path) -> str:
    for each in warned:
        text = str(each.message)
        if each.category is not UserWarning or not text.startswith(
            (f"{file}:", f"{file} (expanded):")
        ):
            return f"warned {each.category.__name__}: {text[:80]}"
        if len(text) > LONGEST_MESSAGE:
            return "a warning is long"
    return ""


# --- what a model must be


def model_fault(model: Any) -> str:
    """The inconsistencies of a loaded model."""
    if not isinstance(model, kt.Model):
        return f"a {type(model).__name__} came out"
    for name in PARAMETERS:
        numbers = getattr(model, name)
        bad = np.isnan(numbers) if PARAMETERS[name].infinite else ~np.isfinite(numbers)
        if bad.any():
            return f"{name} is not finite"
    if (model.lower_position_limits > model.upper_position_limits).any():
        return "limits are crossed"
    return _tree_fault(model) or _parts_fault(model)


def _tree_fault(model: kt.Model) -> str:
    if (model.parents[1:] >= np.arange(1, model.njoints)).any() or (model.parents < 0).any():
        return "a parent comes after its child"
    free = [joint.type for joint in model.free_joints]
    if model.nq != sum(j.nq for j in free) or model.nv != sum(j.nv for j in free):
        return "nq or nv is not the sum of the joints'"
    names = model.q_names, model.v_names, model.joint_names
    if any(len(set(each)) != len(each) for each in names) or len(model.q_names) != model.nq:
        return "names are not unique"
    neutral = {j.q_slice.start: j.type.neutral() for j in model.free_joints}
    for joint in model.joints:
        q = as_array(neutral[joint.q_slice.start])
        rigid(f"joint {joint.name!r}", joint.type.placement(q))
    return ""


def _parts_fault(model: kt.Model) -> str:
    for part in (*model.frames, *model.geometries):
        rigid(f"frame {part.name!r}", part.placement)
        if not 0 <= part.joint < model.njoints:
            return "a frame or a shape is on no joint"
    for q in model.reference_configurations.values():
        errors = [joint.type.norm_error(q[joint.q_slice]) or 0.0 for joint in model.free_joints]
        if q.shape != (model.nq,) or not np.isfinite(q).all() or max(errors, default=0.0) > 0.01:
            return "a configuration is none"
    if not {*sum(model.groups.values(), ())} <= {*model.joint_names}:
        return "a group has an unknown joint"
    return ""


# --- many cases, in children


def outcomes(cases: list[str], folder: Path) -> Iterator[Outcome]:
    """The outcomes of the cases, in children that may crash or hang."""
    waiting = list(cases)
    while waiting:
        reader, writer = os.pipe()
        child = os.fork()
        if not child:
            os.close(reader)
            _work(waiting, folder, writer)
        os.close(writer)
        done = yield from _collect(reader, child)
        waiting = waiting[done:]
        if waiting:
            yield Outcome(waiting.pop(0), "", "died", "", "crashed or hung", HANGS)


def _work(cases: list[str], folder: Path, writer: int) -> None:
    """In the child, which ends here: every case, one line of JSON each."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    try:
        for case in cases:
            before = _peak()
            outcome = run(case, folder)
            if not outcome.fault and _peak() > before + MEMORY:
                outcome.fault = "memory"
            os.write(writer, json.dumps(asdict(outcome)).encode() + b"\n")
    except Exception:
        traceback.print_exc()
    finally:
        os._exit(0)


def _peak() -> float:
    """The peak of this process's memory, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _collect(reader: int, child: int) -> Iterator[Outcome]:
    """Outcomes until the child ends, or is killed; returns their number."""
    done, rest = 0, b""
    while True:
        ready, _, _ = select.select([reader], [], [], 2 * HANGS)
        read = os.read(reader, 1 << 16) if ready else b""
        if not read:
            break
        *lines, rest = (rest + read).split(b"\n")
        for line in lines:
            done += 1
            yield Outcome(**json.loads(line))
    os.close(reader)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return done


def cases(count: int, kinds: list[str]) -> list[str]:
    """The names of `count` cases, with the share of each format."""
    cycle = [kind for kind in kinds for _ in range(SHARES[kind])]
    return [f"{cycle[i % len(cycle)]}/{i}" for i in range(count)]


def summary(found: Iterator[Outcome]) -> dict[str, Any]:
    """The number of cases by outcome, the number of different messages, and all faults."""
    kinds: Counter[str] = Counter()
    refusals: dict[str, set[str]] = {}
    faults: list[dict[str, Any]] = []
    slowest: list[tuple[float, str]] = []
    for outcome in found:
        kind = outcome.case.partition("/")[0]
        kinds[f"{kind} {outcome.kind}"] += 1
        if outcome.kind == "refused":
            refusals.setdefault(kind, set()).add(_shape(outcome.message))
        if outcome.fault:
            faults.append(asdict(outcome))
        slowest = sorted([*slowest, (outcome.seconds, outcome.case)], reverse=True)[:5]
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    return {
        "outcomes": dict(sorted(kinds.items())),
        "different refusals": {kind: len(shapes) for kind, shapes in sorted(refusals.items())},
        "slowest, s": slowest,
        "peak memory, MiB": round(peak),
        "faults": faults,
    }


def _shape(message: str) -> str:
    """A message without its names and numbers."""
    return re.sub(r"'[^']*'|\d+", "_", message.partition("\n")[0].rpartition(">: ")[2])[:50]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--formats", nargs="*", default=list(SHARES))
    parser.add_argument("--case", help="show one case again, as urdf/17")
    parser.add_argument("--out", type=Path, default=KEPT)
    args = parser.parse_args()
    if args.case:
        folder = Path(tempfile.mkdtemp())
        print(json.dumps(asdict(run(args.case, folder)), indent=2), folder, sep="\n")
        return
    start = time.time()
    with tempfile.TemporaryDirectory() as folder:
        record = summary(outcomes(cases(args.count, args.formats), Path(folder)))
    files = {kind: len(seeds(kind)) for kind in args.formats}
    record = {"cases": args.count, "files": files, "seconds": round(time.time() - start)} | record
    args.out.write_text(json.dumps(record, indent=2) + "\n")
    print(args.out, {**record, "faults": len(record["faults"])}, sep="\n")
    sys.exit(bool(record["faults"]))


if __name__ == "__main__":
    main()
