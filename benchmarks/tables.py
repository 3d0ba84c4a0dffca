"""Makes the tables of the documentation from benchmarks/results: `python benchmarks/tables.py`."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).parent.parent
ALGORITHMS = ("rnea", "aba", "crba")
RAW = (
    "Raw data of all tables, minimum and median of all rounds: `benchmarks/results/*.json` in the "
    "repository, with machine, versions and commit. A dash is what a peer does not have."
)


def speed_tables(report: dict[str, Any]) -> str:
    """Markdown of speed.json."""
    v = report["versions"]
    rows = [
        (name, f"{robot} ({figures['nv']})", figures[name])
        for name in ALGORITHMS
        for robot, figures in report["robots"].items()
    ]
    batches = ["algorithm", "robot (nv)", "operations", "compile s", "call", "Pinocchio's call"]
    batches += ["ratio", "hot batch", "Pinocchio's C++ batch", "ratio", "hot roof", "cold roof"]
    n = v["threads"]
    others = ["algorithm", "robot (nv)", "cold batch", "Pinocchio's", "ratio"]
    others += [f"{n} threads", f"Pinocchio's, {n} threads", "ratio"]
    others += ["one sample", "C, one sample", "C, hot batch", "gcc s"]
    return "\n".join(
        [
            _conditions(v),
            "",
            *_table(batches, [_hot(*row) for row in rows]),
            "",
            *_explained(rows),
            "",
            *_table(others, [_cold(*row) for row in rows]),
            "",
            "Cold are 100,000 samples into fresh arrays (fewer where these would take over 1 GB). "
            "One sample is the computation alone, without its call. C is the same algorithm run on "
            f"CasADi {v['casadi']}'s symbols and compiled by {v['gcc']}.",
            "",
            *_starting(report),
        ]
    )


def summary_table(report: dict[str, Any]) -> str:
    """The least of speed.json that says it all."""
    heads = ["microseconds a sample", "robot (nv)", "call", "Pinocchio's call", "ratio"]
    heads += ["batch", "Pinocchio's C++ batch", "ratio"]
    rows = [
        [cells[k] for k in (0, 1, 4, 5, 6, 7, 8, 9)]
        for name in ALGORITHMS
        for robot in ("Panda", "Solo12", "Talos")
        if (f := report["robots"][robot]) and (cells := _hot(name, f"{robot} ({f['nv']})", f[name]))
    ]
    v = report["versions"]
    where = f"{v['cpu']}, one thread, float64, Pinocchio {v['pinocchio']}" if "cpu" in v else ""
    return "\n".join([*_table(heads, rows), "", where])


def _table(heads: list[str], rows: list[list[str]]) -> Iterator[str]:
    yield f"| {' | '.join(heads)} |"
    yield "|---|---" + "|---:" * (len(heads) - 2) + "|"
    for row in rows:
        yield f"| {' | '.join(row)} |"


def _hot(algorithm: str, robot: str, f: dict[str, Any]) -> list[str]:
    call, theirs = _us(f, "call"), _us(f, "pinocchio_call")
    hot, batch = _us(f, "hot"), _us(f, "pinocchio_hot")
    seconds, roof = f["compile_seconds"], f["roofline"]
    row = [algorithm, robot, f"{f['operations']:,}", f"{seconds:.2f}", _time(call), _time(theirs)]
    row += [_ratio(theirs, call), _time(hot), _time(batch), _ratio(batch or theirs, hot)]
    return [*row, f"{roof['hot']:.0%}", f"{roof['cold']:.0%}"]


def _cold(algorithm: str, robot: str, f: dict[str, Any]) -> list[str]:
    row = [algorithm, robot]
    for which in ("cold", "cold_threads"):
        ours, theirs = _us(f, which), _us(f, f"pinocchio_{which}")
        row += [_time(ours), _time(theirs), _ratio(theirs, ours)]
    row += [_time(f["compute"]), _time(_us(f, "gcc_one")), _time(_us(f, "gcc_hot"))]
    return [*row, f"{f['gcc_compile_seconds']:.1f}"]


def _us(figures: dict[str, Any], name: str) -> float | None:
    times = figures["times"]
    return times[name]["min"] if name in times else None


def _time(us: float | None) -> str:
    return "-" if us is None else f"{us:.3f}" if us < 0.1 else f"{us:.2f}"


def _ratio(theirs: float | None, ours: float | None) -> str:
    return "-" if theirs is None or ours is None else f"{theirs / ours:.1f}"


def _explained(rows: list[tuple[str, str, Any]]) -> Iterator[str]:
    def span(name: str) -> str:
        found = [f["overhead"][name] for _, _, f in rows]
        return f"{min(found):.2f} to {max(found):.2f}"

    def middle(name: str) -> float:
        return median(f["roofline"][name] for _, _, f in rows) / 1000

    yield (
        "A call is `kt.rnea(robot, q, v, a)`; beyond computing it takes "
        f"{span('call')} us, a kernel's {span('kernel')} us. A hot batch is 64 samples into a "
        "given `out=`, its ratio that to Pinocchio's batch of the same samples; crba has none, "
        "and is compared with its call. The roof is what the machine could do at best, calibrated "
        f"in the same benchmark: {middle('peak'):.0f} operations a nanosecond, a fused "
        f"multiply-add counted as two; stores of {middle('store_hot'):.0f} GB/s in cache and "
        f"{middle('store_cold'):.0f} into fresh memory, loads of {middle('load_hot'):.0f} and "
        f"{middle('load_cold'):.0f}."
    )


def _starting(report: dict[str, Any]) -> Iterator[str]:
    t, load = report["import_seconds"], report["load_talos_seconds"]["min"]
    first, cached = report["first_result_seconds"], report["cached_first_result_seconds"]
    yield (
        f"Import takes {t['kinetree'] - t['numpy']:.3f} s above NumPy's own {t['numpy']:.3f} s; "
        f"loading Talos' URDF {1e3 * load:.0f} ms. The first aba of Talos then takes "
        f"{first['one']:.2f} s and the first batch {first['batch']:.2f} s more; in another "
        f"process, from the cache, {cached['one']:.2f} s and {cached['batch']:.2f} s."
    )


def _conditions(v: dict[str, Any]) -> str:
    return (
        f"Microseconds a sample, minimum of {v['rounds']} rounds in which all methods take "
        "turns, float64, one thread; a turn of several calls begins with one that is not timed. "
        f"{v['cpu']}, Python {v['python']}, NumPy {v['numpy']}, llvmlite {v['llvmlite']}, "
        f"Pinocchio {v['pinocchio']}."
    )


def function_tables(title: str, script: str, report: dict[str, Any]) -> Iterator[str]:
    """Markdown of kinematics.json or derivatives.json: for each robot a table."""
    v = report["versions"]
    yield from (
        f"# {title}",
        "",
        f"Made by `benchmarks/tables.py` from what `benchmarks/{script}` writes.",
        "",
        f"{_conditions(v)} Compile seconds are those of the code for one sample. A call is "
        "`kt.name(robot, ...)` with its keywords, a kernel what `.compile` gives; a hot batch is "
        "64 samples. Pinocchio has no batches of these, so that the last column too is against "
        "its call.",
    )
    heads = ["function", "operations", "compile s", "call", "kernel", "Pinocchio's call"]
    heads += ["call's ratio", "kernel's ratio", "hot batch", "ratio"]
    for robot, figures in report["robots"].items():
        yield from ("", f"## {robot} (nv {figures['nv']})", "")
        yield from _table(heads, [_function(*row) for row in figures["rows"].items()])


def second_tables(report: dict[str, Any]) -> Iterator[str]:
    """Markdown of the second derivatives in derivatives.json."""
    yield from ("", "## Second derivatives: g1_29dof_rev_1_0 with a free-flyer (nv 35)", "")
    heads = ["function", "operations", "numbers", "compile s", "one sample", "hot batch"]
    rows = [
        [name, f"{f['operations']:,}", f"{f['numbers']:,}", f"{f['compile_seconds']:.0f}"]
        + [f"{f['times'][x]['min']:.0f}" for x in ("kernel", "hot")]
        for name, f in report["second"].items()
    ]
    yield from _table(heads, rows)


def _function(name: str, f: dict[str, Any]) -> list[str]:
    call, kernel, hot, theirs = (
        f["times"][x]["min"] for x in ("call", "kernel", "hot", "pinocchio_call")
    )
    row = [name, f"{f['operations']:,}", _time(f.get("compile_seconds"))]
    row += [_time(call), _time(kernel), _time(theirs)]
    return [*row, _ratio(theirs, call), _ratio(theirs, kernel), _time(hot), _ratio(theirs, hot)]


METHODS = (
    ("semi_implicit_euler", "MuJoCo EULER"),
    ("commutator_free_4", "MuJoCo RK4"),
    ("munthe_kaas_4", "MuJoCo RK4"),
)


def simulation_tables(report: dict[str, Any]) -> Iterator[str]:
    """Markdown of simulation.json."""
    v = report["versions"]
    yield from (
        "",
        "# How fast: simulation",
        "",
        "Made by `benchmarks/tables.py` from what `benchmarks/simulation.py` writes.",
        "",
        f"Microseconds a step, minimum of {v['rounds']} rounds in which all methods take turns, "
        f"float64, one thread. {v['cpu']}, Python {v['python']}, llvmlite {v['llvmlite']}, MuJoCo "
        f"{v['mujoco']}: `mujoco.rollout` on the same bodies, without contacts, torques as "
        "qfrc_applied. One state makes 1,000 steps, 4,096 states 20, whose trajectories do not fit "
        "into caches. Kernels write into arrays that are there, as MuJoCo does; a call is "
        "`kt.simulation.rollout`, whose arrays are new.",
        "",
    )
    heads = ["robot (nv)", "states", "method", "MuJoCo", "kernel", "ratio", "call", "ratio"]
    rows: list[list[str]] = []
    for robot, f in report["robots"].items():
        for states, times in f["steps"].items():
            for ours, theirs in METHODS:
                us = [times[x]["min"] for x in (theirs, ours, f"{ours}: call")]
                cells = [_time(us[0]), _time(us[1]), _ratio(us[0], us[1]), _time(us[2])]
                rows.append([f"{robot} ({f['nv']})", f"{int(states):,}", ours, *cells])
                rows[-1].append(_ratio(us[0], us[2]))
    yield from _table(heads, rows)
    yield from (
        "",
        "A step of semi_implicit_euler inside a rollout of 10, whose trajectories stay in the "
        "cache, beside kernels of aba and integrate alone, of 64 states and of one, whose calls "
        "take 0.1 us each; the gradient of a cost of 100 such steps with respect to all torques, "
        "of 64 samples, beside the cost; seconds to the first trajectory of one state by "
        "commutator_free_4, nothing cached, of 10 and of 10,000 steps.",
        "",
    )
    heads = ["robot (nv)", "step, 64", "aba + integrate", "ratio", "step, one", "aba + integrate"]
    heads += ["ratio", "cost, us", "gradient, us", "ratio", "10 steps, s", "10,000 steps, s"]
    rows = []
    for robot, f in report["robots"].items():
        row = [f"{robot} ({f['nv']})"]
        for kind in ("hot", "one"):
            inside, *alone = (
                f["alone"][f"{x}: {kind}"]["min"] for x in ("rollout", "aba", "integrate")
            )
            row += [_time(inside), _time(sum(alone)), f"{inside / sum(alone):.2f}"]
        cost, slope = (f["gradient"]["times"][x]["min"] for x in ("cost", "gradient"))
        row += [_time(cost), _time(slope), _ratio(slope, cost)]
        rows.append([*row, *(f"{f['compile'][x]:.2f}" for x in ("10", "10000"))])
    yield from _table(heads, rows)


def contact_tables(report: dict[str, Any]) -> Iterator[str]:
    """Markdown of contact.json."""
    v, rest = report["versions"], report["at rest"]
    yield from (
        "",
        "# How fast: contacts with friction",
        "",
        "Made by `benchmarks/tables.py` from what `benchmarks/contact.py` writes.",
        "",
        f"A quadruped (nv 18) on four points with springs in its joints. {v['cpu']}, one thread, "
        f"float64, minimum of {v['rounds']} rounds in which all take turns. Steps: "
        "`kt.simulation.rollout` with friction, calls that give new arrays, beside "
        f"`mujoco.rollout` (MuJoCo {v['mujoco']}, Euler, its default solver with its warm start) "
        "on the same bodies and points; residuals in m/s, of 2,600 states of landings. After 4 s "
        f"the normal forces add up to {rest['normal forces / weight']:.4f} weights, each within "
        f"{rest['largest difference of a force / weight']:.4f} of MuJoCo's, the largest speed is "
        f"{rest['speed']:.0e} (MuJoCo's {rest['speed of MuJoCo']:.0e}).",
        "",
    )
    heads = ["solver, iterations", "states", "us a step", "steps a second", "MuJoCo pyramidal"]
    heads += ["ratio", "MuJoCo elliptic", "ratio", "residual, median", "largest"]
    rows: list[list[str]] = []
    for states, times in report["steps"].items():
        for name, (median_one, _, largest) in report["residuals"].items():
            us = times[name]["min"]
            row = [name, f"{int(states):,}", _time(us), f"{1e6 / us:,.0f}"]
            for cone in ("pyramidal", "elliptic"):
                theirs = times[f"MuJoCo {cone}"]["min"]
                row += [_time(theirs), _ratio(theirs, us)]
            rows.append([*row, f"{median_one:.0e}", f"{largest:.0e}"])
    yield from _table(heads, rows)
    times = report["solvers"]["times"]
    yield from (
        "",
        "The problem of the impulses alone, of four feet that slide: `kt.friction.solve` in a "
        "kernel, one and 64, beside Pinocchio's solvers on a dense Delassus matrix, made to do as "
        f"many iterations. Solutions differ by {report['solvers']['difference']:.0e}.",
        "",
    )
    heads = ["solver, iterations", "Pinocchio", "one", "ratio", "batch", "ratio"]
    rows = []
    for name in [x.removesuffix(": one") for x in times if x.endswith(": one")]:
        theirs = times[f"Pinocchio {name}"]["min"]
        row = [name, _time(theirs)]
        for us in (times[f"{name}: one"]["min"], times[f"{name}: batch"]["min"]):
            row += [_time(us), _ratio(theirs, us)]
        rows.append(row)
    yield from _table(heads, rows)


def linearize_tables(report: dict[str, Any]) -> Iterator[str]:
    """Markdown of linearize.json."""
    v = report["versions"]
    yield from (
        "",
        "# How fast: linearization on a moving base",
        "",
        "Made by `benchmarks/tables.py` from what `benchmarks/linearize.py` writes.",
        "",
        f"{_conditions(v)} A and B of one state and of 64 (hot), beside forward differences of "
        "`kt.aba` in one batch, and Pinocchio's computeABADerivatives, which gives their blocks.",
        "",
    )
    heads = ["robot (nv)", "method", "operations", "one", "hot batch"]
    rows: list[list[str]] = []
    for robot, f in report["robots"].items():
        names = [x.removesuffix(": one") for x in f["times"] if x.endswith(": one")]
        for name in names:
            counted = f["kernels"].get(name)
            hot = f["times"].get(f"{name}: hot")
            row = [f"{robot} ({f['nv']})", name, f"{counted['operations']:,}" if counted else "-"]
            row.append(_time(f["times"][f"{name}: one"]["min"]))
            rows.append([*row, _time(hot and hot["min"])])
    yield from _table(heads, rows)


def rotation_tables(report: dict[str, Any]) -> Iterator[str]:
    """Markdown of rotations.json."""
    v = report["versions"]
    yield from (
        "",
        "# How fast: rotations",
        "",
        "Made by `benchmarks/tables.py` from what `benchmarks/rotations.py` writes.",
        "",
        f"Nanoseconds a rotation, minimum of {v['rounds']} rounds in which all take turns, "
        f"{v['samples']:,} rotations at once, float64, one thread. {v['cpu']}, Python "
        f"{v['python']}, NumPy {v['numpy']}, llvmlite {v['llvmlite']}, SciPy {v['scipy']}, jaxlie "
        f"{v['jaxlie'] or '(not installed)'}. Calls of kinetree give new arrays, or write into "
        "`out=`; all of them look for numbers that stand for no rotation. SciPy's go from arrays "
        "to arrays, its methods from Rotation objects that are there, which hold quaternions; "
        "jaxlie's are jitted, with 64 bits. One: a call for a single rotation, microseconds. "
        "Functions below the conversions are those of quaternions, unless another parameterisation "
        "is named.",
        "",
    )
    heads = ["function", "call", "into `out=`", "SciPy", "ratio", "SciPy's method", "ratio"]
    heads += ["jaxlie", "ratio", "one", "SciPy's", "ratio"]
    rows: list[list[str]] = []
    for name, times in report["rows"].items():
        ns = {key: 1e3 * t["min"] for key, t in times.items()}
        row = [name, f"{ns['kinetree']:.1f}", f"{ns['into']:.1f}"]
        for peer in ("scipy", "scipy_object", "jaxlie"):
            row += [f"{ns[peer]:.0f}" if peer in ns else "-", _ratio(ns.get(peer), ns["kinetree"])]
        one, theirs = _us({"times": times}, "one"), _us({"times": times}, "scipy_one")
        rows.append([*row, _time(one), _time(theirs), _ratio(theirs, one)])
    yield from _table(heads, rows)


def framework_tables(report: dict[str, Any]) -> Iterator[str]:
    """Markdown of frameworks.json."""
    v = report["versions"]
    yield from (
        "",
        "# How fast: JAX, PyTorch, CasADi, C",
        "",
        "Made by `benchmarks/tables.py` from what `benchmarks/frameworks.py` writes.",
        "",
        f"rnea of one state, microseconds a call, minimum of {v['rounds']} rounds in which all "
        f"take turns, float64. Loops are of {v['loop']:,} calls. {v['cpu']}, Python {v['python']}, "
        f"JAX {v['jax']}, PyTorch {v['torch']}, CasADi {v['casadi']}, {v['gcc']}. The exported C "
        "is compiled with -O3 -march=native.",
        "",
    )
    robots = report["robots"]
    yield from _table(
        ["rnea of", *(f"{robot} ({x['nv']})" for robot, x in robots.items())],
        [
            [name, *(f"{x['times'][name]['min']:.2f}" for x in robots.values())]
            for name in next(iter(robots.values()))["times"]
        ],
    )
    peers = {"frax": "frax", "adam": "adam-robotics", "mujoco.mjx": "mujoco-mjx"}
    listed = ", ".join(f"{name} {v[distribution]}" for name, distribution in peers.items())
    yield from (
        "",
        f"A batch of {v['batch']:,} states of Panda's arm (7 joints) in JAX, jitted, microseconds "
        f"a state, {v['threads']} threads, and the gradient of the sum of squares: beside "
        f"{listed}. adam's robots float: the joints' part. MJX is made for GPUs; on this CPU it "
        "takes seconds a batch of any size, which was not looked into. The ratio is that to the "
        "best peer.",
        "",
    )
    rows: list[list[str]] = []
    for name, times in report["batches"].items():
        for what in ("value", "gradient"):
            us = {k.partition(",")[0]: t["min"] for k, t in times.items() if what in k}
            others = [us.get(peer) for peer in peers]
            best = min(x for x in others if x is not None)
            cells = [f"{x:.3g}" if x is not None else "-" for x in (us["kinetree"], *others)]
            rows.append([f"{name}, {what}", *cells, f"{best / us['kinetree']:.0f}"])
    yield from _table(["function", "kinetree", *peers, "ratio"], rows)


CONTACTS = (
    "Solo12 and ANYmal C stand on four points, Talos on two surfaces; masked is the kernel whose "
    "contacts are chosen at run time. Pinocchio's derivatives are timed without the dynamics that "
    "they need first, ours with them."
)


def whole_body_line(report: dict[str, Any]) -> str:
    """The sentence of the ticks of controllers in kinematics.json."""
    robots = ("ANYmal C", "Talos")
    times = [report["robots"][x]["rows"]["whole-body tick"]["times"] for x in robots]
    calls = [f"{robot} {t['call']['min']:.1f} us" for robot, t in zip(robots, times, strict=True)]
    ratios = [f"{t['pinocchio_call']['min'] / t['call']['min']:.1f}" for t in times]
    faster = f"{' and '.join(ratios)} times faster than the sum of Pinocchio's calls"
    return f"All inputs of a whole-body controller, one call: {', '.join(calls)}, {faster}."


def main() -> None:
    """Put the tables where they belong."""
    of = {x.stem: json.loads(x.read_text()) for x in (ROOT / "benchmarks/results").glob("*.json")}
    lines = ["# How fast: dynamics", "", RAW, "", speed_tables(of["speed"]), ""]
    lines += [whole_body_line(of["kinematics"]), ""]
    title = "How fast: kinematics, momentum, energy, regressors"
    lines += [*function_tables(title, "kinematics.py", of["kinematics"]), ""]
    title = "How fast: derivatives of dynamics"
    lines += function_tables(title, "derivatives.py", of["derivatives"])
    lines += second_tables(of["derivatives"])
    lines += linearize_tables(of["linearize"])
    lines += ["", *function_tables("How fast: contacts", "constraints.py", of["constraints"]), ""]
    lines += [CONTACTS]
    lines += contact_tables(of["contact"])
    lines += simulation_tables(of["simulation"])
    lines += rotation_tables(of["rotations"])
    lines += framework_tables(of["frameworks"])
    (ROOT / "docs/speed.md").write_text("\n".join(lines) + "\n")
    made = summary_table(of["speed"])
    for path in (ROOT / "README.md", ROOT / "docs/index.md"):
        pattern = r"(<!-- summary: .*? -->\n).*?(<!-- /summary -->)"
        text = re.sub(pattern, lambda m: f"{m[1]}{made}\n{m[2]}", path.read_text(), flags=re.DOTALL)
        path.write_text(text)


if __name__ == "__main__":
    main()
