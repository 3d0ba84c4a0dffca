"""Calls from JAX, PyTorch, CasADi and C; JAX and its peers: `python benchmarks/frameworks.py`.

First rnea of one state: the kernel called from Python, by its address and as exported code from a
loop in C, in a jitted loop of JAX, by a jitted function and a compiled one of PyTorch, and in
CasADi's `map`. Then a batch of 4,096 states of one arm in JAX, values and gradients, beside frax,
adam and MJX, where they are installed (pip install frax 'adam-robotics[jax]' mujoco-mjx), which
agree before they are timed. All threads, float64. Writes benchmarks/results/frameworks.json; with
robots named, it only prints.
"""

import ctypes
import importlib.metadata
import json
import subprocess
import sys
import tempfile
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import bench
import casadi
import framework_peers as peers
import jax
import jax.numpy as jnp
import numpy as np
import torch
from run import RESULTS, ROBOTS, circumstances

import kinetree as kt
from kinetree.formats.installed import installed_robots

jax.config.update("jax_enable_x64", True)
EFFORT = bench.Effort(rounds=15, turn=5e-3, cold=0)
FEW = bench.Effort(rounds=2, turn=5e-3, cold=0)
LOOP = 1000
BATCH = 4096
TOLERANCE = 1e-8
HARNESS = """
typedef void code(long long n, void *const *arrays, const long long *steps, void *workspace);
typedef void exported(const double *, const double *, const double *, double *);
void by_address(code *f, void *const *arrays, void *workspace) {{
  const long long steps[4] = {{0, 0, 0, 0}};
  for (int i = 0; i < {loop}; i++) f(1, arrays, steps, workspace);
}}
void by_function(exported *f, double *const *x) {{
  for (int i = 0; i < {loop}; i++) f(x[0], x[1], x[2], x[3]);
}}
"""


def by_c(model: kt.Model, kernel: kt.Kernel, state: Any, folder: Path) -> dict[str, Any]:
    """The kernel's code, and exported code that gcc compiled, in a loop in C."""
    _, code = kt.export_c(folder, model, [kt.rnea], prefix="r")
    harness = folder / "harness.c"
    harness.write_text(HARNESS.format(loop=LOOP))
    library = folder / "library.so"
    flags = ["-std=c99", "-O3", "-march=native", "-ffp-contract=off", "-fPIC", "-shared"]
    subprocess.run(["gcc", *flags, str(code), str(harness), "-o", str(library), "-lm"], check=True)
    c = ctypes.CDLL(str(library))
    arrays = [*state, np.empty(model.nv)]
    pointers = (ctypes.c_void_p * 4)(*(x.ctypes.data for x in arrays))
    memory = np.empty(kernel.workspace + 64, np.uint8)
    workspace = ctypes.c_void_p(memory.ctypes.data + -memory.ctypes.data % 64)
    address, exported = ctypes.c_void_p(kernel.address), ctypes.cast(c.r_rnea, ctypes.c_void_p)
    found = {
        "C, by address": partial(c.by_address, address, pointers, workspace),
        "C, exported": partial(c.by_function, exported, pointers),
    }
    for call in found.values():
        arrays[-1][:] = 0
        call()
        np.testing.assert_array_equal(arrays[-1], kernel(*state))
    keep = (c, arrays, memory, pointers)
    return {k: (lambda f=f, _=keep: f()) for k, f in found.items()}


def calls(model: kt.Model, folder: Path) -> dict[str, bench.Candidate]:
    """Calls of rnea on one state."""
    rng = np.random.default_rng(0)
    q = kt.random_configuration(model, rng=rng)
    state = (q, *rng.standard_normal((2, model.nv)))
    kernel = kt.rnea.compile(model)
    found = {"kernel": bench.Candidate(partial(kernel, *state, out=kernel(*state)), ())}
    found["call"] = bench.Candidate(partial(kt.rnea, model, *state), ())
    for name, call in by_c(model, kernel, state, folder).items():
        found[name] = bench.Candidate(call, (), LOOP)
    x = [jnp.asarray(y) for y in state]
    jitted = {"JAX, jitted": jax.jit(kt.rnea.bind(model)), "JAX, q + v + a": jax.jit(_sum)}
    for name, f in jitted.items():
        found[name] = bench.Candidate(partial(_waited, f, *x), ())

    def loop(q: Any, v: Any, a: Any) -> Any:
        return jax.lax.fori_loop(0, LOOP, lambda _, y: 1e-3 * kt.rnea(model, q, v, y), a)

    found["JAX, in a jitted loop"] = bench.Candidate(partial(_waited, jax.jit(loop), *x), (), LOOP)
    t = [torch.from_numpy(np.array(y)) for y in state]
    found["torch"] = bench.Candidate(partial(kt.rnea, model, *t), ())
    compiled = torch.compile(lambda q, v, a: kt.rnea(model, q, v, a), fullgraph=True)
    found["torch, compiled"] = bench.Candidate(partial(compiled, *t), ())
    function = kernel.to_casadi()
    buffer, evaluate = function.map(LOOP).buffer()
    arrays, result = [np.tile(y, LOOP) for y in state], np.zeros(LOOP * model.nv)
    for k, y in enumerate(arrays):
        buffer.set_arg(k, memoryview(y))
    buffer.set_res(0, memoryview(result))
    evaluate()
    np.testing.assert_array_equal(result[: model.nv], kernel(*state))
    found["CasADi, map"] = bench.Candidate(lambda _=(arrays, result, buffer): evaluate(), (), LOOP)
    found["CasADi, call"] = bench.Candidate(partial(function, *map(casadi.DM, state)), ())
    return found


def _sum(q: Any, v: Any, a: Any) -> Any:
    """An operation of XLA's that costs nothing but its call."""
    return q.sum() + v + a


def _waited(f: Any, *x: Any) -> Any:
    return jax.block_until_ready(f(*x))


# JAX beside its peers

FUNCTIONS = ("nonlinear effects", "mass matrix", "forward dynamics")


def ours(model: kt.Model) -> dict[str, Any]:
    """Functions of many states by name."""
    return {
        "nonlinear effects": lambda q, v, _: kt.nonlinear_effects(model, q, v),
        "mass matrix": lambda q, v, _: kt.crba(model, q),
        "forward dynamics": lambda q, v, tau: kt.aba(model, q, v, tau),
    }


PEERS = {"frax": peers.frax, "adam": peers.adam, "mujoco.mjx": peers.mjx}


def batches() -> dict[str, Any]:
    """Microseconds a state of each function and of its gradient, in a batch."""
    import frax as of_frax

    path = Path(of_frax.__file__).parent / "assets" / "franka_panda" / "panda.urdf"
    model = kt.load(path)
    functions = {"kinetree": ours(model)}
    functions |= {name: make(path) for name, make in PEERS.items() if find_spec(name.split(".")[0])}
    rng = np.random.default_rng(0)
    state = [jnp.asarray(x) for x in rng.uniform(-1, 1, size=(3, BATCH, model.nv))]
    rows: dict[str, Any] = {}
    for name in FUNCTIONS:
        few = [x[:8] for x in state]
        values = {key: jax.jit(f[name])(*few) for key, f in functions.items() if name in f}
        for key, x in values.items():
            error = abs(x - values["kinetree"]).max() / abs(values["kinetree"]).max()
            print(f"  {name} of {key}: {float(error):.1e} from ours", flush=True)
            assert error < TOLERANCE
        candidates: dict[str, bench.Candidate] = {}
        for key in values:
            f = functions[key][name]
            value = jax.jit(f)
            slope = jax.jit(jax.grad(lambda *x, f=f: (f(*x) ** 2).sum(), (0, 1, 2)))
            for what, g in (("value", value), ("gradient", slope)):
                candidates[f"{key}, {what}"] = bench.Candidate(
                    partial(_waited, g, *state), (), BATCH, bench.all_threads()
                )
        slow = {k: x for k, x in candidates.items() if "mjx" in k}  # seconds a call
        quick = {k: x for k, x in candidates.items() if k not in slow}
        rows[name] = bench.benchmark(quick, EFFORT) | bench.benchmark(slow, FEW)
        for key, t in rows[name].items():
            print(f"    {key} {t['min']:.3f} us", flush=True)
    return rows


def main() -> None:
    """Measure, print, and keep what is of all robots."""
    asked = sys.argv[1:]
    versions = circumstances(EFFORT)
    for name in ("jax", "torch", "casadi", "frax", "adam-robotics", "mujoco-mjx"):
        try:
            versions[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            versions[name] = None
    report: dict[str, Any] = {"versions": versions | {"batch": BATCH, "loop": LOOP}, "robots": {}}
    for label in asked or ("Panda", "Solo12", "Talos"):
        stem, floating = ROBOTS[label]
        model = kt.load(installed_robots()[stem], floating_base=floating)
        with tempfile.TemporaryDirectory() as folder:
            times = bench.benchmark(calls(model, Path(folder)), EFFORT)
        print(label, *(f"  {name} {t['min']:.3f} us" for name, t in times.items()), sep="\n")
        report["robots"][label] = {"nv": model.nv, "times": times}
    if not asked and find_spec("frax"):
        report["batches"] = batches()
    if not asked:
        (RESULTS / "frameworks.json").write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    main()
