"""The same algorithms as C: CasADi runs them on its symbols and writes C, gcc compiles it.

The C function is CasADi's as it is, common subexpressions found first. A loop over samples is added
to it, which Python calls by ctypes. gcc compiles two at a time, before anything is timed.
"""

import ctypes
import hashlib
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import casadi
import numpy as np
from bench import Candidate, Case

import kinetree as kt

FLAGS = ("-O3", "-march=native", "-ffast-math", "-fPIC")
LINK = ("-shared", "-lm")  # without -ffast-math, which would flush the process's small numbers to 0
TOGETHER = 2
ONE_SAMPLE = 1000  # how often C computes it in one call
TOLERANCE = 1e-9
LOOP = """
void loop(long long n, long long step, const double **operands, double *result) {{
  const double *x[] = {{{operands}}};
  double *y[] = {{result}};
  for (long long i = 0; i < n; i++) {{
    casadi_f0(x, y, 0, 0, 0);
    {steps}
    y[0] += step * {size};
  }}
}}
"""


def source(model: kt.Model, algorithm: str) -> str:
    """C of an algorithm for a robot, and the loop over samples."""
    sizes = [model.nq] if algorithm == "crba" else [model.nq, model.nv, model.nv]
    symbols = [casadi.SX.sym(f"x{k}", n) for k, n in enumerate(sizes)]
    result = casadi.densify(getattr(kt, algorithm)(model, *symbols).T)  # row by row, as ours
    function = casadi.Function("f", symbols, [result], {"cse": True})
    generator = casadi.CodeGenerator("f")
    generator.add(function)
    steps = [f"x[{k}] += step * {n};" for k, n in enumerate(sizes)]
    operands = ", ".join(f"operands[{k}]" for k in range(len(sizes)))
    loop = LOOP.format(operands=operands, steps=" ".join(steps), size=result.numel())
    return generator.dump() + loop


def compiled(text: str, folder: Path) -> tuple[Path, float]:
    """The library of a C text, and how many seconds gcc took."""
    stem = folder / hashlib.sha256(text.encode()).hexdigest()[:16]
    c, o, so = (stem.with_suffix(suffix) for suffix in (".c", ".o", ".so"))
    c.write_text(text)
    start = time.perf_counter()
    subprocess.run(["gcc", *FLAGS, "-c", c, "-o", o], check=True)
    subprocess.run(["gcc", o, *LINK, "-o", so], check=True)
    return so, time.perf_counter() - start


def build(texts: dict[Any, str], folder: Path) -> dict[Any, tuple[Path, float]]:
    """All libraries."""
    with ThreadPoolExecutor(TOGETHER) as pool:
        found = pool.map(partial(compiled, folder=folder), texts.values())
        return dict(zip(texts, found, strict=True))


def version() -> str:
    """The first line of `gcc --version`, and the flags."""
    text = subprocess.run(["gcc", "--version"], capture_output=True, text=True, check=True).stdout
    return f"{text.splitlines()[0]}, {' '.join(FLAGS)}"


def candidates(library: Path, case: Case) -> dict[str, Candidate]:
    """One sample over and over inside C, and the hot batch; both give our results."""
    loop = ctypes.CDLL(str(library)).loop
    expected = case.kernel(*case.hot)
    result = np.empty_like(expected)
    pointers = (ctypes.c_void_p * len(case.hot))(*(x.ctypes.data for x in case.hot))
    written = result.ctypes.data_as(ctypes.c_void_p)  # which keeps the array alive, too
    loop.argtypes = [ctypes.c_longlong, ctypes.c_longlong, type(pointers), ctypes.c_void_p]
    loop.restype = None
    hot = Candidate(loop, (len(result), 1, pointers, written), len(result))
    hot.call(*hot.arguments)
    error = np.abs(result - expected).max() / np.abs(expected).max()
    if not error <= TOLERANCE:
        raise SystemExit(f"{case.kernel.name}: the C differs by {error:.1e}, relative")
    one = Candidate(loop, (ONE_SAMPLE, 0, pointers, written), ONE_SAMPLE)
    return {"gcc_one": one, "gcc_hot": hot}
