"""Forward dynamics linearised, on Talos: `python benchmarks/linearize.py [robot ...]`.

One sample and a batch of 64 in one benchmark: kt.moving_base.linearize in its three representations
and kt.linearize beside what users do without it, forward differences of kt.aba along every
direction of q, v and tau (one batch a sample), and Pinocchio's computeABADerivatives, which gives
the entries of A and B below the error's own kinematics. Robots are those of run.py with a floating
base. Writes benchmarks/results/linearize.json; with robots named, it only prints.
"""

import json
import sys
from functools import partial
from typing import Any, Final

import bench
import numpy as np
import pinocchio as pin
from kinematics import EFFORT
from run import RESULTS, ROBOTS, circumstances

import kinetree as kt
from kinetree.formats.installed import installed_robots

STEP: Final = 1e-8
REPRESENTATIONS: Final = ("body", "inertial", "mixed")


def differences(model: kt.Model) -> Any:
    """Derivatives of kt.aba by forward differences, (nv, 3 nv) a sample, for batches of states."""
    steps = STEP * np.eye(model.nv)

    def slopes(q: Any, v: Any, tau: Any) -> Any:
        q, v, tau = (x[..., None, :] for x in (q, v, tau))
        here = kt.aba(model, q, v, tau)
        ahead = (
            kt.aba(model, kt.integrate(model, q, steps), v, tau),
            kt.aba(model, q, v + steps, tau),
            kt.aba(model, q, v, tau + steps),
        )
        return np.concatenate([x - here for x in ahead], -2).swapaxes(-1, -2) / STEP

    return slopes


def on_moving_base(model: kt.Model, q: Any, v: Any, tau: Any, how: str) -> tuple[Any, ...]:
    """The states as operands of kt.moving_base.linearize."""
    twist = kt.convert.base_velocity(model, q, v, from_="body", to=how)[:, :6].copy()
    H = kt.forward_kinematics(model, q)[:, 1].copy()
    return H, q[:, 7:].copy(), twist, v[:, 6:].copy(), tau


def measure(model: kt.Model, peer: pin.Model) -> dict[str, Any]:
    """The benchmark on one robot, and what there is to compile."""
    rng, data = np.random.default_rng(0), peer.createData()
    q = kt.random_configuration(model, bench.HOT, rng=rng)
    states = (q, *rng.standard_normal((2, bench.HOT, model.nv)))
    kernels = {"linearize": (kt.linearize.compile(model), states)}
    for how in REPRESENTATIONS:
        kernel = kt.moving_base.linearize.compile(model, representation=how)
        kernels[f"moving_base, {how}"] = (kernel, on_moving_base(model, *states, how))
    calls: dict[str, bench.Candidate] = {}
    for name, (kernel, operands) in kernels.items():
        one = tuple(x[0].copy() for x in operands)
        calls[f"{name}: one"] = bench.Candidate(partial(kernel, out=kernel(*one)), one)
        calls[f"{name}: hot"] = bench.into(kernel, operands)
    one = tuple(x[0].copy() for x in states)
    slopes = differences(model)
    calls |= {
        "differences: one": bench.Candidate(slopes, one),
        "differences: hot": bench.Candidate(slopes, states, bench.HOT),
        "pinocchio: one": bench.Candidate(partial(pin.computeABADerivatives, peer, data), one),
    }
    times = bench.benchmark(calls, EFFORT)
    return {
        "nv": model.nv,
        "kernels": {
            name: {"operations": kernel.operation_count, "compile_seconds": kernel.compile_seconds}
            for name, (kernel, _) in kernels.items()
        },
        "times": times,
    }


def main() -> None:
    """Measure, print, and write if no robot is named."""
    report: dict[str, Any] = {"versions": circumstances(EFFORT), "robots": {}}
    report["versions"]["pinocchio"] = pin.__version__
    for label in sys.argv[1:] or ["Talos"]:
        name, free = ROBOTS[label]
        if not free:
            sys.exit(f"{label} has a fixed base; with a floating one: " + ", ".join(_floating()))
        file = installed_robots()[name]
        peer = pin.buildModelFromUrdf(str(file), pin.JointModelFreeFlyer())
        figures = measure(kt.load(file, floating_base=True), peer)
        report["robots"][label] = figures
        for title, kernel in figures["kernels"].items():
            print(f"{label:10} {title:24} {kernel['operations']:9,} operations", flush=True)
        for title, time in figures["times"].items():
            print(f"{label:10} {title:24} {time['min']:9.2f} us a sample", flush=True)
    if not sys.argv[1:]:
        (RESULTS / "linearize.json").write_text(json.dumps(report, indent=1) + "\n")


def _floating() -> list[str]:
    return [label for label, (_, free) in ROBOTS.items() if free]


if __name__ == "__main__":
    main()
