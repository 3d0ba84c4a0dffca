"""Derivatives of dynamics: `python benchmarks/derivatives.py [robot ...]`.

As kinematics.py does, each beside Pinocchio's call, one sample and a hot batch of 64 in one
benchmark; compile seconds are those of the code for one sample. Second derivatives, which Pinocchio
has in C++ only, have benchmarks of their own. Writes benchmarks/results/derivatives.json; with
robots named, it only prints.
"""

import json
import os
import sys
from functools import partial
from typing import Any

import bench
import numpy as np
import pinocchio as pin
from kinematics import EFFORT, Peer, Row, measure_all
from run import RESULTS

import kinetree as kt
from kinetree.formats.installed import installed_robots

G1 = "g1_description/g1_29dof_rev_1_0"


def rows(peer: Peer, tips: tuple[str, ...]) -> dict[str, Row]:
    """All of them, on one robot."""
    m, d = peer.m, peer.d
    of_aba = partial(pin.computeABADerivatives, m, d)
    of_gravity = partial(pin.computeGeneralizedGravityDerivatives, m, d)
    of_momentum = partial(pin.computeCentroidalDynamicsDerivatives, m, d)
    return {
        "rnea_derivatives": Row(
            kt.rnea_derivatives, "q v a", {}, partial(pin.computeRNEADerivatives, m, d)
        ),
        "aba_derivatives": Row(kt.aba_derivatives, "q v a", {}, of_aba),
        "generalized_gravity_derivatives": Row(
            kt.generalized_gravity_derivatives, "q", {}, of_gravity
        ),
        "centroidal_dynamics_derivatives": Row(
            kt.centroidal_dynamics_derivatives, "q v a", {}, of_momentum
        ),
        "coriolis_matrix": Row(
            kt.coriolis_matrix, "q v", {}, partial(pin.computeCoriolisMatrix, m, d)
        ),
    }


def second(algorithm: kt.Algorithm, packed: bool) -> dict[str, Any]:
    """The second derivatives of a humanoid with 35 velocities."""
    model = kt.load(installed_robots()[G1], floating_base=True)
    kernel = algorithm.compile(model, packed=packed)
    rng = np.random.default_rng(0)
    q = kt.random_configuration(model, bench.HOT, rng=rng)
    hot = (q, *rng.standard_normal((2, bench.HOT, model.nv)))
    one = tuple(x[0].copy() for x in hot)
    out = kernel(*one)
    seconds = kernel.compile_seconds
    candidates = {
        "kernel": bench.Candidate(partial(kernel, out=out), one),
        "hot": bench.into(kernel, hot),
    }
    return {
        "operations": kernel.operation_count,
        "numbers": sum(x.size for x in out),
        "compile_seconds": seconds,
        "times": bench.benchmark(candidates, EFFORT),
    }


def main() -> None:
    """Measure, print, and write if all robots are measured."""
    os.environ["KINETREE_CACHE_DIR"] = "off"  # compile times are those of compiling
    report = measure_all(rows)
    if sys.argv[1:]:
        return
    report["second"] = {}
    for algorithm in (kt.rnea_second_derivatives, kt.aba_second_derivatives):
        for packed in (True, False):
            title = f"{algorithm.__name__}{', packed' if packed else ''}"
            report["second"][title] = figures = second(algorithm, packed)
            print(title, figures, flush=True)
    (RESULTS / "derivatives.json").write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    main()
