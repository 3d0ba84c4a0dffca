"""Runs all experiments of this folder and writes what they print into README.md."""

import ast
import datetime
import subprocess
import sys
from pathlib import Path

from kinetree import bench

FOLDER = Path(__file__).parent
HEAD = """# The Coriolis matrix and the Christoffel symbols

The experiments of the paper on the Coriolis matrix and the Christoffel symbols of rigid-body
systems, its figures beside ours. The paper's machine was an Intel i7 with 3.2 GHz and its symbols
were MATLAB's.

    pip install 'kinetree[plot,sympy]'
    python experiments/coriolis/h_c7_c8_table_1.py --plot     # one experiment
    python experiments/coriolis/make_readme.py                # all, and this page

Times are microseconds a sample, the least of {rounds} rounds, one thread, if not said otherwise;
`64 samples` are one call of the kernel, divided by 64. This page: {date}, {cpu}, Python {python},
NumPy {numpy}, llvmlite {llvmlite}.
"""


def section(script: Path) -> str:
    """What a script says about itself, and what it prints."""
    title, _, text = (ast.get_docstring(ast.parse(script.read_text())) or "").partition("\n")
    command = [sys.executable, str(script), "--plot"]
    print(script.name, flush=True)
    printed = subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE).stdout
    return f"\n## {title.rstrip('.')}\n{text}\n\n{printed}\n![]({script.stem}.png)\n"


def main() -> None:
    where = {**bench.environment(), "rounds": bench.FULL.rounds, "date": datetime.date.today()}
    scripts = sorted(FOLDER.glob("h_c*.py"))
    (FOLDER / "README.md").write_text(HEAD.format(**where) + "".join(map(section, scripts)))


if __name__ == "__main__":
    main()
