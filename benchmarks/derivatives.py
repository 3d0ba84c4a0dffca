"""Derivatives of dynamics: `python benchmarks/derivatives.py [robot ...]`.

As kinematics.py does, each beside Pinocchio's call, one sample and a hot batch of 64 in one race.
Writes benchmarks/results/derivatives.json; with robots named, it only prints.
"""

import json
import os
import sys
from functools import partial
from typing import Any

import pinocchio as pin
from kinematics import TIPS, Peer, Row, measure, random_states
from run import RESULTS, ROBOTS, circumstances

import kinetree as kt
from kinetree.formats.find import installed_robots


def rows(peer: Peer) -> dict[str, Row]:
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


def main() -> None:
    """Measure, print, and write if all robots are measured."""
    os.environ["KINETREE_CACHE_DIR"] = "off"  # compile times are those of compiling
    report: dict[str, Any] = {"versions": circumstances(), "robots": {}}
    report["versions"]["pinocchio"] = pin.__version__
    for label in sys.argv[1:] or ROBOTS:
        name, free = ROBOTS[label]
        file, tips = installed_robots()[name], TIPS[label]
        model = kt.load(file, floating_base=free)
        states = random_states(model, tips[0])
        figures = {
            title: measure(model, row, states)
            for title, row in rows(Peer(file, free, tips)).items()
        }
        for title, f in figures.items():
            t = {k: x["min"] for k, x in f["times"].items()}
            ratios = [t["pinocchio_call"] / t[k] for k in ("call", "hot")]
            print(
                f"{label:10} {title:33} {f['operations']:8,} {f['compile_seconds']:6.2f} s"
                + "".join(f"  {k} {x:.3f}" for k, x in t.items())
                + f"  ratios {ratios[0]:.1f} {ratios[1]:.1f}",
                flush=True,
            )
        report["robots"][label] = {"nv": model.nv, "rows": figures}
    if not sys.argv[1:]:
        (RESULTS / "derivatives.json").write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    main()
