"""Makes the tables of the documentation from benchmarks/results: `python benchmarks/tables.py`."""

import json
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent


def speed_table(report: dict[str, Any]) -> str:
    """Markdown of speed.json."""
    v = report["versions"]
    lines = [
        f"Microseconds a sample, minimum of {v['rounds']} rounds, one thread, float64. "
        f"{v['cpu']}, Python {v['python']}, NumPy {v['numpy']}, llvmlite {v['llvmlite']}, "
        f"Pinocchio {v['pinocchio']}.",
        "",
        "| algorithm | robot (nv) | operations | compile s | call | Pinocchio's call | hot batch "
        "| cold batch | Pinocchio's C++ batch | ratio |",
        "|---|---|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for algorithm in ("rnea", "aba", "crba"):
        lines += [_row(algorithm, name, row) for name, row in report["robots"].items()]
    t, load = report["import_seconds"], report["load_talos_seconds"]["min"]
    lines += [
        "",
        "The ratio is Pinocchio's C++ batch (for crba its single call) over the hot batch. Import "
        f"takes {t['kinetree'] - t['numpy']:.3f} s above NumPy's own {t['numpy']:.3f} s; loading "
        f"Talos' URDF takes {1e3 * load:.0f} ms.",
    ]
    return "\n".join(lines)


def _row(algorithm: str, robot: str, figures: dict[str, Any]) -> str:
    f = figures[algorithm]
    keys = ("call", "pinocchio_call", "hot", "cold", "pinocchio_batch")
    times = [f"{f[key]['min']:.2f}" if key in f else "-" for key in keys]
    ratio = f.get("pinocchio_batch", f["pinocchio_call"])["min"] / f["hot"]["min"]
    name, operations = f"{robot} ({figures['nv']})", f"{f['operations']:,}"
    cells = [algorithm, name, operations, f"{f['compile_seconds']:.2f}", *times, f"{ratio:.1f}"]
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Put the tables where they belong."""
    report = json.loads((ROOT / "benchmarks/results/speed.json").read_text())
    readme = ROOT / "README.md"
    text = readme.read_text()
    pattern = r"(<!-- speed: .*? -->\n).*?(<!-- /speed -->)"
    table = speed_table(report)
    text = re.sub(pattern, lambda m: f"{m[1]}{table}\n{m[2]}", text, flags=re.DOTALL)
    readme.write_text(text)


if __name__ == "__main__":
    main()
