"""Steps of environments for learning: `python benchmarks/environments.py`.

The quadruped of examples/learning/walking.py in float32: 5 contact steps of 4 ms, an observation
of 48 numbers with noise, reward, pushes and resets, with random actions. kinetree beside
`mujoco.batch` on the same robot, written by `kt.to_mjcf`, whose task is computed in NumPy; both
take turns, on one thread and on two. Before that their motions, rewards and observations are
compared. mjbatch, MJX and EnvPool run in processes of their own (environment_peers.py), from
folders of build/peers, into which pip puts what is not installed; EnvPool has a robot of its own.
Then the parts of a step and of an iteration of the example's training, memory, and first calls in
new processes, without code in the disk cache and with it. Needs MuJoCo 4, PyTorch and CasADi.
Writes benchmarks/results/environments.json, from which tables.py makes docs/speed.md; with
`--quick` it measures one round of the smallest cases, without those processes of peers, and only
prints.
"""

import importlib.metadata
import json
import os
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import bench
import environment_peers as peers
import mujoco
import mujoco.batch
import numpy as np
import walking
from in_mujoco import calm
from ppo import train
from run import RESULTS, circumstances
from world_cases import resident_peak

import kinetree as kt

QUICK, SIZES = peers.QUICK, peers.SIZES
HOW: Final = {
    "simulation": walking.SIMULATION,
    "dt": peers.DT,
    "substeps": peers.SUBSTEPS,
    "episode": peers.EPISODE,
}
COUNT, HORIZON = (64 if QUICK else 4096), 24
PROCESSES: Final = 1 if QUICK else 5
PEERS: Final = Path(__file__).parents[1] / "build/peers"
LIMIT: Final = 500
"""Seconds of a process, after which a peer is given up."""
BASE, LEGS = 3e-3, 0.1
"""How far apart bases, in m, and legs, in rad, may be after an action on the ground."""
FINE: Final = 100
"""Steps of an action in which motions in the air are compared."""


# What is computed


def agreement(n: int = 1024) -> dict[str, float]:
    """How far apart kinetree and MuJoCo are after an action, without noise and pushes.

    On the ground, whose contacts are other models in each, most bases and legs are close; in the
    air, and in fine steps, all are. NumPy's rewards and observations of kinetree's states are
    kinetree's own.
    """
    apart, figures = differences(n, peers.SUBSTEPS, 0.0)
    figures |= {
        "base, median": float(np.median(apart[:, 0])),
        "legs, median": float(np.median(apart[:, 1])),
        "close": float(np.mean((apart < [BASE, LEGS]).all(-1))),
        "in the air": float(differences(n, FINE, 1.0)[0].max()),
    }
    assert figures["close"] > 0.95 and figures["in the air"] < 5e-3, figures
    assert max(figures["reward"], figures["observation"]) < 1e-5, figures
    return figures


def differences(n: int, substeps: int, height: float) -> tuple[Any, dict[str, float]]:
    """Differences of bases and of legs after an action of n robots that are lifted, (m, 2).

    From the same states, after some random actions; of robots whose episodes go on. And those of
    rewards and observations.
    """
    how = {**HOW, "dt": peers.DT * peers.SUBSTEPS / substeps, "substeps": substeps}
    envs, rng = (
        kt.environment(walking.ROBOT, **how)(calm(walking.Walking))(n),
        np.random.default_rng(0),
    )
    theirs = peers.WalkInMuJoCo(mujoco.batch.Batch, n, noise=0.0, substeps=substeps)
    envs.reset()
    for _ in range(peers.WARM_UP):
        envs.step(rng.uniform(-1, 1, (n, 12)))
    envs["q"][:, 2] += height
    action = rng.uniform(-1, 1, (n, 12)).astype("f4")
    theirs.q[:], theirs.v[:] = in_mujoco(envs)
    theirs.friction[:], theirs.command[:] = envs["friction"][:, None], envs["command"]
    seen, rewards, ends, late, _ = envs.step(action)
    _, _, their_ends, _, _ = theirs.step(action)
    goes_on = ~(ends | late | their_ends)
    q, v = (x.astype("f4") for x in in_mujoco(envs))
    exact = peers.felt(np, q, v)
    gained = peers.reward(np, exact, q[:, 2], action, envs["command"])
    off = abs(q - theirs.q)[goes_on]
    return np.stack([off[:, :3].max(1), off[:, 7:].max(1)], 1), {
        "reward": float(abs(gained - rewards)[goes_on].max()),
        "observation": float(abs(exact - seen[:, :33])[goes_on].max()),
    }


def in_mujoco(envs: kt.environments.Environment) -> Any:
    """MuJoCo's positions and velocities of environments."""
    q, v = (envs[name].astype(float) for name in ("q", "v"))
    return kt.convert.to_mujoco(walking.ROBOT, q, v)[:2]


# Steps


def steps(n: int) -> dict[str, bench.Times]:
    """Microseconds of a step of one of n environments."""
    candidates: dict[str, bench.Candidate] = {}
    for threads, name in ((1, "one thread"), (2, "two threads")):
        envs = walking.Walk(n)
        envs.reset()
        theirs = peers.WalkInMuJoCo(mujoco.batch.Batch, n, threads)
        candidates[f"kinetree, {name}"] = peers.candidate(envs.step, n, threads)
        candidates[f"MuJoCo, {name}"] = peers.candidate(theirs.step, n)
    return bench.benchmark(candidates, peers.EFFORT)


def in_processes(peer: str) -> dict[str, Any] | str:
    """The same of a peer by threads and number, or why it is left out."""
    folder = PEERS / peer
    if find_spec({"mujoco-mjx": "mujoco.mjx"}.get(peer, peer)):
        folder = Path(os.devnull)
    elif not folder.exists():
        command = [sys.executable, "-m", "pip", "install", "-q", "--target", str(folder), peer]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            return (done.stderr.strip() or "it does not install").splitlines()[-1]
    path = os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])
    script = str(Path(peers.__file__))
    report: dict[str, Any] = {"version": version(peer, folder)}
    if (folder / "mujoco").exists():
        report["mujoco"] = version("mujoco", folder)
    for threads, name in ((1, "one thread"), (2, "two threads")):
        try:
            done = subprocess.run(
                [sys.executable, script, peer, str(threads)],
                env={**os.environ, "PYTHONPATH": path},
                capture_output=True,
                text=True,
                timeout=LIMIT,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return f"it takes more than {LIMIT} s"
        if done.returncode:
            return done.stderr.strip().splitlines()[-1]
        report[name] = json.loads(done.stdout.splitlines()[-1])
    return report


def version(peer: str, folder: Path) -> str:
    """The version of a package in a folder, or of the one installed."""
    distributions = importlib.metadata.distributions(name=peer, path=[str(folder), *sys.path])
    return next(iter(distributions)).version


# Parts


class Moving:
    """The motion of the example alone: nothing is observed or drawn."""

    control = walking.Walking.control

    def reset(self, random: Any) -> tuple[Any, Any]:
        return walking.START + 0.0, kt.math.zeros(18)

    def observe(self, state: Any) -> Any:
        return state.q[:1]

    def reward(self, state: Any) -> Any:
        return state.q[2]

    def randomise(self, random: Any) -> dict[str, float]:
        return {"friction": 0.8}


def parts_of_a_step() -> dict[str, Any]:
    """Microseconds of a step from the same states on one thread, and of contact steps alone."""
    envs = walking.Walk(COUNT)
    envs.reset()
    peers.candidate(envs.step, COUNT)
    moving = kt.environment(walking.ROBOT, **HOW)(Moving)(COUNT)
    moving.reset()
    for name in ("q", "v", "friction"):
        moving[name][:] = envs[name]
    states, moved = envs.state, moving.state
    action = np.random.default_rng(1).uniform(-1, 1, (COUNT, 12)).astype("f4")
    kernel, keys = walking.Walk._kernels.step.compile(walking.ROBOT, dtype="float32"), envs._keys

    def restored(envs: Any, state: Any) -> Any:
        envs.state = state
        return envs.step(action)

    call = bench.Candidate
    candidates = {
        "step": call(lambda: restored(envs, states), (), COUNT),
        "kernel": call(lambda: kernel(states, action, keys), (), COUNT),
        "contact steps": call(lambda: restored(moving, moved), (), COUNT),
    }
    return {"count": COUNT, **bench.benchmark(candidates, peers.EFFORT)}


def parts_of_training() -> dict[str, float]:
    """Seconds of the fastest iteration of the example's PPO on all threads, and of its steps."""
    spent, step = list[float](), walking.Walk.step

    def timed(self: Any, action: Any) -> Any:
        start = time.perf_counter()
        try:
            return step(self, action)
        finally:
            spent.append(time.perf_counter() - start)

    walking.Walk.step = timed
    minutes = 0.03 if QUICK else 0.6
    with tempfile.TemporaryDirectory() as folder:
        kept = os.path.join(folder, "policy.pt")
        curve = train(walking.Walk, minutes, kept, count=COUNT, horizon=HORIZON)["curve"]
    walking.Walk.step = step
    whole = np.diff(curve[:, 0], prepend=0.0)
    inside = np.array(spent).reshape(-1, HORIZON).sum(1)
    k = int(np.argmin(whole))
    return {
        "count": COUNT,
        "horizon": HORIZON,
        "iterations": len(whole),
        "seconds": float(whole[k]),
        "environment": float(inside[k]),
    }


def memory(n: int = 64 if QUICK else 16384) -> dict[str, float]:
    """Bytes an environment: of its state, of what a step gives, and by how much the peak rises."""
    actions = np.zeros((n, 12), "f4")
    small = walking.Walk(64)
    small.reset()
    small.step(actions[:64])
    sizes: dict[str, float] = {}
    for name in ("kinetree", "MuJoCo"):
        before = least_peak()
        if name == "kinetree":
            envs = walking.Walk(n)
            envs.reset()
            results = [x for _ in range(2) for x in envs.step(actions)[:4]][4:]
            sizes |= {"state": envs.state.nbytes / n, "results": sum(x.nbytes for x in results) / n}
            sizes["numbers"] = envs.state.shape[1]
        else:
            envs = peers.WalkInMuJoCo(mujoco.batch.Batch, n)
            envs.step(actions)
            sizes["state, MuJoCo"] = envs.batch.state.nbytes / n
        sizes[f"peak, {name}"] = (resident_peak() - before) / n
        del envs
    return sizes


def least_peak() -> int:
    """What this process takes now, from which on peaks are counted."""
    Path("/proc/self/clear_refs").write_text("5")
    return resident_peak()


# First calls

FIRST: Final = """
import json, sys, time
seconds = {}
begun = time.perf_counter()
def passed(name):
    global begun
    now = time.perf_counter()
    seconds[name], begun = now - begun, now
import numpy as np
passed("numpy")
import kinetree as kt
passed("kinetree")
sys.path.append(sys.argv[1])
import walking
passed("robot and task")
envs = walking.Walk(64)
passed("Walk(64)")
envs.reset()
passed("reset")
envs.step(np.zeros((64, 12), "f4"))
passed("step")
print(json.dumps({**seconds, "all": sum(seconds.values())}))
"""


def first_calls() -> dict[str, dict[str, float]]:
    """Seconds of the parts of a first step in a new process, and in one that finds the code.

    Those of the least of some processes by the sum; the bytecode of Python is there.
    """
    processes: dict[str, list[dict[str, float]]] = {"first": [], "cached": []}
    with tempfile.TemporaryDirectory() as folder:
        in_a_process(folder, "written")
        for k in range(PROCESSES):
            for runs in processes.values():
                runs.append(in_a_process(folder, f"{k}"))
    return {name: min(runs, key=lambda run: run["all"]) for name, runs in processes.items()}


def in_a_process(folder: str, cache: str) -> dict[str, float]:
    """Those of a process."""
    env = {**os.environ, "KINETREE_CACHE_DIR": f"{folder}/{cache}"}
    env |= {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": f"{folder}/bytecode"}
    command = [sys.executable, "-c", FIRST, str(Path(walking.__file__).parent)]
    return json.loads(subprocess.check_output(command, env=env, stderr=subprocess.DEVNULL))


def main() -> None:
    """Measure, print and write."""
    versions = circumstances(peers.EFFORT) | {"mujoco": mujoco.__version__}
    versions["torch"] = importlib.metadata.version("torch")
    report: dict[str, Any] = {"versions": versions, "memory": memory()}  # while little is freed
    report["agreement"] = agreement()
    print(json.dumps(report["agreement"]), flush=True)
    report["steps"] = {}
    for n in SIZES:
        report["steps"][str(n)] = steps(n)
        print(n, json.dumps(report["steps"][str(n)]), flush=True)
    report["peers"] = {}
    for peer in () if QUICK else peers.PEERS:
        report["peers"][peer] = in_processes(peer)
        print(peer, json.dumps(report["peers"][peer]), flush=True)
    report["parts"] = parts_of_a_step()
    report["training"] = parts_of_training()
    report["first calls"] = first_calls()
    print(json.dumps(report, indent=1))
    if not QUICK:
        (RESULTS / "environments.json").write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    main()
