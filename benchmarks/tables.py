"""Makes docs/speed.md and README's table from benchmarks/results: `python benchmarks/tables.py`."""
# ruff: noqa: E501 (lines of documents)

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any, Final

ROOT: Final = Path(__file__).parent.parent
RESULTS: Final = {
    path.stem: json.loads(path.read_text()) for path in (ROOT / "benchmarks/results").glob("*.json")
}
CONTENTS: Final = {
    "speed": "rnea, aba and crba on seven robots: single calls, batches in and out of cache, one and "
    "all threads, C made by CasADi and gcc, compile times, import, and the machine's limits",
    "instructions": "what the machine executes for rnea, aba, crba and first derivatives on seven robots, by AVX-512 and by "
    "AVX2, and shares of its limits",
    "kinematics": "frames, momentum, energy and regressors on seven robots, beside Pinocchio",
    "derivatives": "first and second derivatives of the dynamics on seven robots",
    "linearize": "A and B on a moving base, beside finite differences and Pinocchio",
    "constraints": "contacts and loops on three robots, beside Pinocchio",
    "contact": "a quadruped on four points with friction, beside MuJoCo; the solvers alone, beside "
    "Pinocchio's",
    "simulation": "rollouts of four robots by three integrators, beside MuJoCo; gradients through them",
    "inverse_kinematics": "successes and times, beside Pinocchio, Pink and mink",
    "rotations": "conversions and operations on 10^6 rotations, beside SciPy and jaxlie",
    "calls": "every public algorithm of a robot in eight spellings, and composed functions",
    "compile": "first calls by part, and those of a second process",
    "mechanisms": "mechanisms of the compiler, each switched off: code, first calls, calls, batches",
    "worlds": "a quadruped and a humanoid with motors, on a plane and on heights, beside MuJoCo and MJX; "
    "one state in a loop, two threads; 1 to 64 contacts and 1 to 20 free bodies; first calls and memory",
    "environments": "steps of the walking quadruped's environment, 64 to 16,384 of them, beside MuJoCo, mjbatch, MJX "
    "and EnvPool; parts of a step and of training, memory, first calls",
    "gpu": "eight algorithms of five robots on a GPU, contact steps and an environment, in batches of 16 to 10^6; "
    "MJX there",
    "distances": "a Panda of spheres among boxes and spheres, beside coal through Pinocchio",
    "optimal_control": "Solo12 on four feet over 100 stages, beside Crocoddyl: parts of an iteration, solutions, 64 at "
    "once, float32, 100 random first states",
    "frameworks": "rnea through JAX, PyTorch, CasADi and C; batches in JAX, beside frax, adam and MJX",
}
"""What the files of results hold; each is written by the script of its name."""


@dataclass(frozen=True)
class Row:
    """What is measured, on which robot, by whom, and the times of both in us by robot."""

    what: str
    robot: str
    peer: str
    times: Mapping[str, tuple[float, float]]

    def cells(self) -> list[str]:
        """The row of the table."""
        ours, theirs = self.times[self.robot]
        ratios = [b / a for a, b in self.times.values()]
        span = f"{min(ratios):.1f} to {max(ratios):.1f}" if len(ratios) > 1 else ""
        return [
            self.what,
            self.robot,
            _time(ours),
            f"{_time(theirs)} ({self.peer})",
            f"{theirs / ours:.1f}",
            span,
        ]


def _time(us: float) -> str:
    return f"{us:.3f}" if us < 0.1 else f"{us:.2f}"


def _ratio(x: float) -> str:
    return f"{x:.1f}" if x < 10 else f"{x:.0f}"


def _algorithm(file: str, name: str, ours: str, theirs: str) -> dict[str, tuple[float, float]]:
    """The times of an algorithm, by robot."""
    rows: dict[str, tuple[float, float]] = {}
    for robot, content in RESULTS[file]["robots"].items():
        times = content.get("rows", content)[name]["times"]
        rows[f"{robot} ({content['nv']})"] = (times[ours]["min"], times[theirs]["min"])
    return rows


def _rollouts() -> dict[str, tuple[float, float]]:
    return {
        f"{robot} ({content['nv']})": tuple(
            content["steps"]["4096"][name]["min"]
            for name in ("semi_implicit_euler", "MuJoCo EULER")
        )
        for robot, content in RESULTS["simulation"]["robots"].items()
    }


def _with_friction() -> dict[str, tuple[float, float]]:
    times = RESULTS["contact"]["steps"]["4096"]
    return {"quadruped (18)": (times["pgs 21"]["min"], times["MuJoCo pyramidal"]["min"])}


def _worlds() -> dict[str, tuple[float, float]]:
    robots = {"quadruped (18)": "quadruped", "humanoid (35)": "humanoid"}
    times = {label: RESULTS["worlds"][name]["rollouts"] for label, name in robots.items()}
    return {
        label: (x["plane, float64"]["min"], x["plane, MuJoCo"]["min"]) for label, x in times.items()
    }


def _gradients() -> dict[str, tuple[float, float]]:
    times = RESULTS["frameworks"]["batches"]["forward dynamics"]
    return {
        "Panda (7)": tuple(times[f"{library}, gradient"]["min"] for library in ("kinetree", "frax"))
    }


def rows() -> Iterator[Row]:
    """The rows of docs/speed.md."""
    talos = "Talos (38)"
    for name in ("rnea", "aba"):
        for what, ours in (("a call", "call"), ("a batch of 64, each", "hot")):
            times = _algorithm("speed", name, ours, f"pinocchio_{ours}")
            yield Row(f"`{name}`, {what}", talos, "Pinocchio", times)
    for what, ours, theirs in (
        ("a kernel's call", "kernel", "gcc_one"),
        ("a batch of 64, each", "hot", "gcc_hot"),
    ):
        yield Row(f"`aba`, {what}", talos, "generated C", _algorithm("speed", "aba", ours, theirs))
    for file, name in (("derivatives", "aba_derivatives"), ("constraints", "forward_dynamics")):
        prefix = "constraints." if file == "constraints" else ""
        times = _algorithm(file, name, "call", "pinocchio_call")
        yield Row(f"`{prefix}{name}`, a call", talos, "Pinocchio", times)
    yield Row("a step of 4,096 rollouts", "humanoid (35)", "MuJoCo", _rollouts())
    yield Row("the same with friction", "quadruped (18)", "MuJoCo", _with_friction())
    yield Row("with motors, shapes on the ground", "quadruped (18)", "MuJoCo", _worlds())


def _spellings() -> str:
    """The table of spellings: what each costs beyond the plain call, and NumPy's conversion."""
    spellings: dict[str, list[dict[str, Any]]] = {}
    for row in RESULTS["calls"]["rows"]:
        if row["spelling"] != "plain":
            spellings.setdefault(row["spelling"], []).append(row)
    cells: list[list[str]] = []
    for spelling, calls in spellings.items():
        worst = max(calls, key=lambda row: row["beyond"] - row["allowed"])
        above = sum(row["beyond"] > row["allowed"] for row in calls)
        beyond = median(row["beyond"] for row in calls)
        largest = f"{worst['beyond']:.2f} of {worst['allowed']:.0f} (`{worst['function']}`)"
        cells.append([spelling, f"{beyond:.2f}", largest, f"{above} of {len(calls)}"])
    return _table(["spelling", "median", "worst, of the allowed", "more than allowed"], cells)


def speed() -> str:
    """The text of docs/speed.md."""
    report = RESULTS["speed"]
    v, seconds, talos = report["versions"], report["import_seconds"], report["robots"]["Talos"]
    first, cached = report["first_result_seconds"], report["cached_first_result_seconds"]
    ours, theirs = _gradients()["Panda (7)"]
    solved = RESULTS["optimal_control"]
    heads = ["microseconds", "robot (nv)", "kinetree", "peer", "ratio", "ratio on all robots"]
    return f"""# How fast

Made by `benchmarks/tables.py` from `benchmarks/results/*.json`.

{_table(heads, [row.cells() for row in rows()])}

{v["cpu"]}, one thread, float64, Python {v["python"]}, NumPy {v["numpy"]}, Pinocchio {v["pinocchio"]},
MuJoCo {RESULTS["simulation"]["versions"]["mujoco"]}. Times are the minimum of at least {v["rounds"]} rounds in which all
methods take turns. A call is `kt.rnea(robot, q, v, a)` on one state; Pinocchio's is its call from Python. A batch is 64
states written into `out=`, beside Pinocchio's own C++ batch. Generated C is CasADi's for the same robot, by gcc
-O3 -march=native -ffast-math, called in C; a kernel's call is from Python. With friction: at most 21 sweeps of Gauss-Seidel, the default, beside
MuJoCo's default solver with pyramidal cones. The gradient of forward dynamics of 4,096 states in JAX, on {v["threads"]} threads,
takes {ours:.2f} us a state; frax takes {theirs:.1f}.

## The same call as users write it

Extra time of a call in us, beyond that with float64 arrays by position, and beyond NumPy's own conversion of lists, strides and
other dtypes. Allowed is 1 us for a spelling and 1 us more for each operand that is converted, and 5 us for functions that are
composed of several steps in Python.

{_spellings()}

## Compile and import times

The first call of an algorithm for a robot compiles it; the cache on disk keeps the code for later processes. The first
`aba` of Talos takes {first["one"]:.2f} s and the first batch {first["batch"]:.2f} s more; in another process, from the cache, {cached["one"]:.2f} s and
{cached["batch"]:.2f} s. Of `rnea` on Talos, {talos["rnea"]["operations"]:,} operations, compiling takes {talos["rnea"]["compile_seconds"]:.1f} s; of `aba_derivatives`,
{RESULTS["derivatives"]["robots"]["Talos"]["rows"]["aba_derivatives"]["compile_seconds"]:.1f} s. Importing NumPy takes {seconds["numpy"]:.2f} s; nothing of kinetree is imported before it is used.

CPU seconds of first calls, and of their parts; LLVM compiles large programs in as many processes as
kinetree has threads, here two, for fewer seconds on the clock:

{_compile_times()}

## What mechanisms of the compiler bring

Each switched off, in turn with the whole compiler, over kernels of dynamics, their derivatives, a contact step, an environment,
a rollout, chains and long sums: how much more code, CPU time of a first call and batch, time of a call and of a sample in a batch of 64
is without it, in the median of the kernels whose code it changes, and the least and the most of them. "nothing" is the noise.
Lines are those that would go. The pool of large results is one of batches of 2,000. {RESULTS["mechanisms"]["versions"].get("note", "")}

{_mechanisms()}

## How near to the machine's limits

A batch of 64 states in the second cache, on one thread: vector instructions for as many states as a vector has lanes (8 with
AVX-512, 4 with AVX2), nanoseconds a state with the call, and the time that the machine needs at least as a share of them: the longest of
multiplications, fused or not, at the rate of twelve chains of multiply-adds; of these with additions at the rate of both beside each
other; of results at the rate of storing long ones. Instructions are those of AVX-512. Results are computed in a workspace and stored
after that: where both take as long, as in derivatives, half is all that can be reached.

{_instructions()}

## Distances of shapes

A Panda of 59 spheres among 14 boxes and spheres, all {RESULTS["distances"]["pairs"]:,} pairs, with those of the arm itself from the fourth link on, none left out because they
are far: microseconds a configuration on one thread, in batches of 4,096 unless it is a call. coal {RESULTS["distances"]["versions"]["coal"]} computes the same
pairs by `pin.computeDistances`: {RESULTS["distances"]["agreeing"]} of 200 verdicts agree.

{_distances()}

Published, not run here: VAMP finds a whole plan for a Panda in 35 us (median) and the nearest of a cloud of points in 10 ns; it
comes with four robots.

## Optimal control

Solo12 on four feet moves its centre of mass in 100 stages of 10 ms: the same costs, contacts and steps in Crocoddyl
{solved["versions"]["crocoddyl"]} (with Pinocchio 4.0), whose iterates have the same costs; {solved["iterations"]["kinetree"]} iterations. Microseconds on one thread:

{_optimal_control()}

Of 100 random first states {solved["starts"]["kinetree"]} are solved in 100 iterations, and {solved["starts"]["crocoddyl"]} by Crocoddyl; costs of {solved["starts"]["agree"]} agree to 1e-8,
others are local minima. The first call takes {solved["first_seconds"]:.1f} s.

## Robots on the ground

A quadruped on four spheres and a humanoid on two boxes (eight corners), held by servos of position, in steps of 4 ms: microseconds
a step on one thread, of rollouts of five steps from 1,024 states, and of one state in a loop of calls, with 21 and with 51
sweeps, on an {RESULTS["worlds"]["versions"]["cpu"]}, as are steps with friction. MuJoCo {RESULTS["worlds"]["versions"]["mujoco"]} runs the same robots, written by `kt.to_mjcf`, by `mujoco.rollout` and `mj_step`.

{_on_the_ground()}{_growth()}

## Public robots as their files say

Scenes of the MuJoCo Playground, UniLab and the MuJoCo Menagerie, read by `kt.load` and simulated with `kt.Simulation.of(robot)`,
without further words, beside `mujoco.rollout` and `mj_step` of MuJoCo {RESULTS["scenes"]["versions"]["mujoco"]} on the same file, on an {RESULTS["scenes"]["versions"]["cpu"]}: microseconds a step on one
thread, of rollouts of 20 steps from 256 states that MuJoCo reaches within a second, and of one state in a loop of calls. Slots are
the points where shapes could touch, beside the most that did. First calls, compiled on one thread, are in seconds, with an empty disk cache and with
one that has the code; a scene without a step within {RESULTS["scenes"]["versions"]["limit"]} s, or without all its figures within four times that, was given up. The last columns are the part of steps whose contacts
converged, to 1e-6 m/s, and how many times as long a step takes as without the dry friction of joints.

{_of_scenes()}

## Environments for learning

The quadruped that walks in `examples/learning/walking.py`, in float32: five contact steps of 4 ms, an observation of 48 numbers
with noise, reward, pushes and resets, with random actions. Beside it the same robot, written by `kt.to_mjcf`, on `mujoco.batch` of
MuJoCo {RESULTS["environments"]["versions"]["mujoco"]}, with the task in NumPy.

{_environments()}

## On a GPU

{_gpu()}

{_on_a_gpu()}

The quadruped that walks in `examples/learning/walking.py`, in float32: a contact step, the same in MJX there, and a step of the
environment, which is five contact steps, with actions of PyTorch.

{_quadrupeds_on_a_gpu()}

{_calls_on_a_gpu()}

## Everything that was measured

Each file has the minimum and the median of all rounds, the machine, the versions and the commit; the script of the same name
writes it (`python benchmarks/run.py` writes `speed.json`, `python benchmarks/kinematics.py` and so on the others). On your
machine: `python benchmarks/bench.py arm`, or `panda` with `pip install example-robot-data`.

{_table(["`benchmarks/results/`", "content"], [[f"`{name}.json`", text] for name, text in CONTENTS.items()])}
"""


def _instructions() -> str:
    """The table of instructions and shares of limits, by AVX-512 and by AVX2."""
    report, cells = RESULTS["instructions"], list[list[str]]()
    for robot in ("UR5", "Solo12", "Talos"):
        for name, row in report["widest"][robot].items():
            n = row["instructions"]
            counts = [n["multiply"], n["add"], n["load"] - n["reload"], n["store"] - n["spill"]]
            cells.append([f"`{name}`, {robot}", *map(str, counts), f"{n['spill']} + {n['reload']}"])
            for x in (row, report["avx2"][robot][name]):
                hot, peer = x["times"]["hot"]["min"], x["times"].get("pinocchio_hot")
                ratio = f"{peer['min'] / hot:.0f}" if peer else ""
                cells[-1] += [f"{1e3 * hot:.0f}", f"{x['share']:.0%} ({x['limit']})", ratio]
    heads = ["", "multiply", "add", "load", "store", "spilled + loaded again"]
    heads += ["ns, AVX-512", "of the limit", "Pinocchio / kinetree"]
    heads += ["ns, AVX2", "of the limit", "Pinocchio / kinetree"]
    return _table(heads, cells)


def _compile_times() -> str:
    """The table of first calls."""
    rows = RESULTS["compile"]["rows"]
    heads = [
        "first call",
        "CPU s",
        "trace",
        "lower",
        "IR",
        "LLVM",
        "on the clock",
        "second process",
    ]
    cells = [
        [
            name,
            *(
                f"{row['first'][part]:.2f}"
                for part in ("all", "trace", "lower", "ir", "llvm", "wall")
            ),
            f"{row['cached']['all']:.2f}",
        ]
        for name, row in rows.items()
    ]
    return _table(heads, cells)


def _mechanisms() -> str:
    """The table of mechanisms that are switched off."""
    heads = ["without", "lines", "kernels", "code", "first call", "a call", "a batch"]
    cells: list[list[str]] = []
    for name, report in RESULTS["mechanisms"]["mechanisms"].items():
        rows = [row for row in report["rows"].values() if row]
        ratios = [
            [row[x][1] / row[x][0] for row in rows] for x in ("bytes", "first", "call", "batch")
        ]
        spans = [f"{median(x):.2f} ({min(x):.2f} to {max(x):.2f})" if x else "" for x in ratios]
        lines = str(report["lines"] or "")
        cells.append([name, lines, f"{len(rows)} of {len(report['rows'])}", *spans])
    return _table(heads, cells)


def _on_the_ground() -> str:
    """The table of robots with motors on the ground."""
    cells: list[list[str]] = []
    for name in ("quadruped", "humanoid"):
        rollouts, loop = RESULTS["worlds"][name]["rollouts"], RESULTS["worlds"][name]["loop"]
        for ground in ("plane", "terrain"):
            names = (f"{ground}, float64", f"{ground}, float32", f"{ground}, MuJoCo")
            calls = [loop["21 sweeps"], loop["51 sweeps"], loop["MuJoCo"]]
            cells.append(
                [
                    f"{name}, {ground}",
                    *(_time(rollouts[x]["min"]) for x in names),
                    *(_time(x) if ground == "plane" else "" for x in calls),
                ]
            )
    calls = ["a call", "51 sweeps", "MuJoCo's"]
    table = _table(["us a step", "float64", "float32", "MuJoCo", *calls], cells)
    return "\n\n".join([table, *_peers_on_the_ground()])


def _of_scenes() -> str:
    """The table of public scenes."""
    cells: list[list[str]] = []
    for name, row in RESULTS["scenes"]["scenes"].items():
        if row is None:
            cells.append([name, *[""] * 6, "given up", *[""] * 3])
            continue
        us = {x: t["min"] for x, t in row["times"].items()}
        ratios = (f"{us['MuJoCo'] / us[x]:.1f}" for x in ("float64", "float32"))
        cells.append(
            [
                f"{name}: {row['slots']}, {row['touching']}",
                *(_time(us[x]) for x in ("float64", "float32", "MuJoCo")),
                " and ".join(ratios),
                *(_time(row[x]) for x in ("a call", "mj_step")),
                *(f"{row[x]:.1f}" for x in ("first", "cached")),
                f"{100 * row['converged']:.0f} %",
                f"{us['float64'] / us['without dry friction']:.1f}",
            ]
        )
    steps = ["float64", "float32", "MuJoCo", "times MuJoCo", "a call", "mj_step"]
    heads = ["scene: slots, touching", *steps, "first", "cached", "converged", "dry friction"]
    return _table(heads, cells)


def _peers_on_the_ground() -> list[str]:
    """What two threads gain, and MJX, where they were measured."""
    report, sentences = RESULTS["worlds"], list[str]()
    for name in ("quadruped", "humanoid"):
        times = {key: t["min"] for key, t in report[name]["rollouts"].items()}
        if "plane, MuJoCo, two threads" in times:
            ours, theirs = (
                times[x] / times[f"{x}, two threads"] for x in ("plane, float64", "plane, MuJoCo")
            )
            sentences.append(
                f"The {name} on the plane is {ours:.2f} times as fast on two threads, MuJoCo {theirs:.2f} times."
            )
        if "plane, MJX" in times:
            version, us = report["versions"]["mujoco-mjx"], times["plane, MJX"]
            ratio = _ratio(us / times["plane, float32"])
            sentences.append(
                f"MJX {version} on one processor, in float32, takes {us:.0f} us a step of the {name} on the plane: "
                f"{ratio} times as long."
            )
    return ["\n".join(sentences)] if sentences else []


def _growth() -> str:
    """The table of robots on the plane in processes of their own, where they were measured."""
    cells: list[list[str]] = []
    for name, row in RESULTS["worlds"].get("cases", {}).items():
        kind, _, n = name.partition(" ")
        title = {"contacts": f"a plate on spheres: {n}", "bodies": f"balls: {n}"}.get(kind, name)
        if row is None:
            limit = RESULTS["worlds"]["versions"]["limit"]
            cells.append([title, *[""] * 9, f"more than {limit}", ""])
            continue
        times = [row["rollouts"][f"plane, {x}"]["min"] for x in ("float64", "MuJoCo")]
        times += [row["loop"]["21 sweeps"], row["loop"]["MuJoCo"]]
        size = row["memory"]
        cells.append(
            [
                title,
                f"{row['contacts']}",
                _time(times[0]),
                _time(times[0] / row["contacts"]),
                *map(_time, times[1:]),
                *(f"{size[x]:,.0f}" for x in ("operands", "results", "peak")),
                f"{row['first']:.1f}",
                f"{row['cached']:.2f}",
            ]
        )
    if not cells:
        return ""
    heads = ["on the plane", "contacts", "us a step", "a contact", "MuJoCo", "a call", "MuJoCo's"]
    heads += ["operands, B", "results, B", "peak, B", "first call, s", "second process, s"]
    return f"""

The same rollouts in float64 of more contacts and of more bodies, each in a process of its own. Memory is bytes a state, of a
batch of 16,384 states: of the operands, of the results (all six states of a rollout), and by how much the peak of the
process rises. The first call compiles the rollout, on two threads, without code in the disk cache; the second process finds it there.

{_table(heads, cells)}"""


def _environments() -> str:
    """Environment steps a second, and what a step, training, a state and first calls take."""
    report = RESULTS["environments"]
    columns = {
        f"{x}, {n} thread{s}": {} for n, s in ((1, ""), (2, "s")) for x in ("kinetree", "MuJoCo")
    }
    for n, times in report["steps"].items():
        for column, us in zip(columns.values(), times.values(), strict=True):
            column[n] = us["min"]
    for peer, name in (("mjbatch", "mjbatch"), ("mujoco-mjx", "MJX")):
        measured = report["peers"][peer]
        if isinstance(measured, dict):
            for k, threads in enumerate(("one thread", "two threads")):
                times = {n: us["min"] for n, us in measured[threads].items()}
                columns[f"{name}, {k + 1} thread{'s' * k}"] = times
    cells = [
        [
            f"{int(n):,}",
            *(f"{1e3 / times[n]:,.1f}" if n in times else "" for times in columns.values()),
        ]
        for n in report["steps"]
    ]
    table = _table(["thousand steps a second", *columns], cells)
    return "\n\n".join([table, *_about_environments(report)])


def _beside_mujoco(threads: str) -> str:
    """How many times as fast steps of environments are as MuJoCo's."""
    ratios = [
        us[f"MuJoCo, {threads}"]["min"] / us[f"kinetree, {threads}"]["min"]
        for us in RESULTS["environments"]["steps"].values()
    ]
    return f"{_ratio(min(ratios))} to {_ratio(max(ratios))} times as fast on {threads}"


def _about_environments(report: Mapping[str, Any]) -> Iterator[str]:
    """The sentences below the table."""
    spans = [_beside_mujoco(threads) for threads in ("one thread", "two threads")]
    yield f"kinetree is {' and '.join(spans)}.\n{_peers_of_environments(report['peers'])}"
    same = report["agreement"]
    yield (
        f"From the same states one action leads both engines to bases {1e3 * same['base, median']:.1f} mm and legs "
        f"{same['legs, median']:.2f} rad apart (median of\nthe largest, on the ground); {100 * same['close']:.0f} % are within 3 mm "
        f"and 0.1 rad. In the air, in steps of 0.2 ms, all are within {same['in the air']:.1g} m and rad."
    )
    us = {name: x["min"] for name, x in report["parts"].items() if name != "count"}
    physics, kernel = us["contact steps"], us["kernel"]
    train = report["training"]
    learning = train["seconds"] - train["environment"]
    yield (
        f"Of {us['step']:.2f} us a step of {report['parts']['count']:,} environments on one thread, contact steps take {physics:.2f} "
        f"({100 * physics / us['step']:.0f} %), and observation, reward, noise and\nresets with checks of actions the rest; the kernel "
        f"alone takes {kernel:.2f}. An iteration of the example's PPO, {train['count']:,} environments and\n{train['horizon']} steps, takes "
        f"{train['seconds']:.2f} s on two threads: environments {train['environment']:.2f} s, PyTorch {learning:.2f} s."
    )
    size = report["memory"]
    yield (
        f"A state is {size['numbers']} numbers, {size['state']:.0f} bytes, and what a step gives {size['results']:.0f} bytes; the peak of a "
        f"process rises by {size['peak, kinetree']:,.0f} bytes an environment,\nMuJoCo's by {size['peak, MuJoCo']:,.0f}, whose states take "
        f"{size['state, MuJoCo']:,.0f}."
    )
    first, cached = report["first calls"]["first"], report["first calls"]["cached"]
    parts = ", ".join(f"{name} {x:.2f}" for name, x in cached.items() if name != "all")
    yield (
        f"A new process has its first step of 64 environments after {first['all']:.1f} s, of which the step's compilation takes "
        f"{first['step']:.1f}; with code in the\ndisk cache after {cached['all']:.2f} s: {parts}."
    )


def _peers_of_environments(found: Mapping[str, Any]) -> str:
    """What peers in processes of their own are, or why they are left out."""
    what = {
        "mjbatch": "mjbatch {version}, with its own MuJoCo {mujoco}, runs the same robot and task.",
        "mujoco-mjx": "MJX {version}, on as many processors, runs them in few environments, task and all in JAX.",
        "envpool": "EnvPool {version} has robots of its own: of its Go1, with meshes, 64 environments do {one:.1f} thousand steps a "
        "second\non one thread and {two:.1f} on two; each takes 58 MB.",
    }
    sentences: list[str] = []
    for name, text in what.items():
        peer = found[name]
        if isinstance(peer, str):
            sentences.append(f"{name} is left out: {peer}.")
            continue
        one, two = (1e3 / peer[x]["64"]["min"] for x in ("one thread", "two threads"))
        sentences.append(text.format(**peer, one=one, two=two))
    return "\n".join(sentences)


def _gpu() -> str:
    """What the GPU is, whether bits are those of the CPU, and the share of its memory's rate."""
    report = RESULTS["gpu"]
    rows = [(key, x) for robot in report["robots"].values() for key, x in robot.items()]
    same, shares = sum(x["same_bits"] for _, x in rows), list[float]()
    for key, x in rows:
        if key.startswith(("crba", "frame Jacobian")) or "derivatives" in key:
            n, times = [*x["batches"].items()][-1]
            rate = int(n) * x["bytes"] / (1e-6 * times["graph_us"])
            shares.append(100 * rate / report["rates"]["bytes"])
    ptxas = report["versions"]["ptxas"].rpartition(" ")[2]
    return f"""{report["device"]}, PyTorch {report["versions"]["torch"]}, ptxas {ptxas}: microseconds of a batch of 16,384 samples, launched by a CUDA
graph, and of 65,536 where its operands and results take at most 1 GB. {same} of {len(rows)} kernels have the bits of the CPU's.
Threads stored the numbers of their samples one by one then, and through shared memory
since (not measured): kernels whose results are matrices reached {min(shares):.0f} to {max(shares):.0f} % of the
memory's rate."""


def _calls_on_a_gpu() -> str:
    """A batch of an iiwa called in three ways, beside what is published."""
    us = RESULTS["gpu"]["beside peers"]
    ((published, grid),) = RESULTS["gpu"]["GRiD, published"].items()
    return f"""1,024 nonlinear effects of an iiwa in float32 take {us["kinetree, CUDA graph"]:.1f} us in a CUDA graph, {us["kinetree, JAX"]:.0f} by JAX, {us["kinetree"]:.0f} by a
call from Python. GRiD has published {grid} us ({published})."""


def _on_a_gpu() -> str:
    """The table of algorithms on a GPU."""
    report = RESULTS["gpu"]["robots"]
    robots, cells = ("Panda", "Solo12", "Talos"), list[list[str]]()
    for key in report["Panda"]:
        cells.append([key])
        for robot in robots:
            batches = report[robot][key]["batches"]
            times = [batches[n]["graph_us"] for n in ("16384", "65536") if n in batches]
            cells[-1].append(", ".join(f"{us:,.0f}" for us in times))
    return _table(["us a batch of 16,384, 65,536", *robots], cells)


def _quadrupeds_on_a_gpu() -> str:
    """The table of contact steps on a GPU."""
    report = RESULTS["gpu"]
    steps = report["robots"]["quadruped on four feet"]["contact step, float32"]["batches"]
    mjx, walks = report["contact steps of MJX"], report["environment by PyTorch"]
    cells = [
        [
            f"{int(n):,}",
            f"{steps[n]['graph_us']:,.0f}",
            f"{mjx[n]:,.0f}" if n in mjx else "",
            f"{us:,.0f}",
            f"{int(n) / us:.1f}",
        ]
        for n, us in walks.items()
    ]
    heads = ["robots", "contact step, us", "MJX, us", "environment, us", "million steps a second"]
    return _table(heads, cells)


def _distances() -> str:
    """The table of distances of shapes."""
    rows = RESULTS["distances"]["rows"]
    heads = ["us a configuration", "float64", "float32", "float64, a call", "coal, a call"]
    cells = [
        [
            title,
            *(_time(rows[f"{name}_{dtype}_batch"]["min"]) for dtype in ("float64", "float32")),
            _time(rows[f"{name}_float64"]["min"]) if f"{name}_float64" in rows else "",
            _time(rows["coal"]["min"]) if name == "distances" else "",
        ]
        for name, title in (
            ("distances", "`kt.collision.distances`"),
            ("clearance", "`kt.collision.clearance`, the smallest"),
            ("gradient", "its gradient"),
            ("motion", "`kt.collision.motion_clearance` of 32 samples, a motion"),
            ("operands", "`kt.collision.clearance`, the obstacles as operands"),
            ("cloud", "`kt.collision.obstacle_distances` of 1,000 points"),
        )
    ]
    return _table(heads, cells)


def _optimal_control() -> str:
    """The table of optimal control."""
    report = RESULTS["optimal_control"]
    us = {name: t["min"] for name, t in report["rows"].items()}
    ours, theirs = report["iterations"]["kinetree"], report["iterations"]["crocoddyl"]
    linear = us["calc"] + us["calcDiff"]
    rows = [
        ("derivatives and recursion", us["ours direction"], linear + us["backwardPass"]),
        ("motion", us["ours motion"], us["forwardPass"]),
        ("an iteration, in a solution", us["solve"] / ours, us["crocoddyl solve"] / theirs),
        ("the same of 64 problems, each", us["solve 64"] / ours, None),
        ("on two threads, each", us["solve 64, two threads"] / ours, None),
    ]
    cells = [
        [name, _time(a), *(("", "") if b is None else (_time(b), _ratio(b / a)))]
        for name, a, b in rows
    ]
    return _table(["us", "kinetree", "Crocoddyl", "ratio"], cells)


def summary() -> str:
    """The table of README: rnea on three robots."""
    calls = _algorithm("speed", "rnea", "call", "pinocchio_call")
    batches = _algorithm("speed", "rnea", "hot", "pinocchio_hot")
    heads = ["inverse dynamics, us a state", "a call", "Pinocchio from Python"]
    heads += ["Pinocchio / kinetree", "in a batch", "Pinocchio's C++ batch", "Pinocchio / kinetree"]
    cells = [
        [
            robot,
            *(
                x
                for a, b in (calls[robot], batches[robot])
                for x in (_time(a), _time(b), _ratio(b / a))
            ),
        ]
        for robot in ("Panda (9)", "Solo12 (18)", "Talos (38)")
    ]
    v = RESULTS["speed"]["versions"]
    return f"{_table(heads, cells)}\n\n{v['cpu']}, one thread, float64, Pinocchio {v['pinocchio']}; the robots' nv in brackets."


def environments() -> str:
    """The sentence of README on steps of environments."""
    return (
        "A step of the environment, five contact steps with observation, reward and resets, is "
        f"[{_beside_mujoco('one thread')}](docs/speed.md#environments-for-learning)\n"
        f"as MuJoCo's with its task in NumPy. {_as_files_say()}"
    )


def _as_files_say() -> str:
    """The sentence on public scenes."""
    rows = RESULTS["scenes"]["scenes"]
    times = [row["times"] for row in rows.values() if row]
    ratios = sorted(x["MuJoCo"]["min"] / x["float32"]["min"] for x in times)
    return (
        f"Of {len(rows)} public scenes {len(ratios)} run as their makers' files say, a step in "
        f"float32\n[{ratios[0]:.1f} to {ratios[-1]:.1f} times as fast]"
        "(docs/speed.md#public-robots-as-their-files-say) as MuJoCo's, "
        f"{median(ratios):.1f} times in the median."
    )


def _table(heads: list[str], cells: list[list[str]]) -> str:
    lines = [heads, ["---", *["---:" if len(heads) > 2 else "---"] * (len(heads) - 1)], *cells]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def main() -> None:
    """Put the tables where they belong."""
    (ROOT / "docs/speed.md").write_text(speed())
    readme = ROOT / "README.md"
    text = readme.read_text()
    for name, content in (("summary", summary()), ("environments", environments())):
        pattern = rf"(<!-- {name}: .*? -->\n).*?(<!-- /{name} -->)"
        text = re.sub(pattern, rf"\g<1>{content}\n\g<2>", text, flags=re.DOTALL)
    readme.write_text(text)


if __name__ == "__main__":
    main()
