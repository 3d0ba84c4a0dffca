"""Robots in contact: `python benchmarks/constraints.py [robot ...]`.

Solo12 and ANYmal C on four points, Talos on two surfaces, each function beside Pinocchio's call,
one sample and a hot batch of 64 in one benchmark. Pinocchio's derivatives are timed without the
dynamics that they need first, ours with them. Masked is the kernel that takes `active` at run time.
Writes benchmarks/results/constraints.json; with robots named, it only prints.
"""

import json
import os
import sys
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import bench
import numpy as np
import pinocchio as pin
from kinematics import EFFORT
from run import RESULTS, ROBOTS, circumstances

import kinetree as kt
from kinetree.formats.installed import installed_robots

FEET: Final = {
    "Solo12": ("FL_FOOT", "FR_FOOT", "HL_FOOT", "HR_FOOT"),
    "ANYmal C": ("LF_FOOT", "RF_FOOT", "LH_FOOT", "RH_FOOT"),
    "Talos": ("left_sole_link", "right_sole_link"),
}
SETTINGS: Final = pin.ProximalSettings(1e-12, 1e-8, 10)


def contacts_of(label: str) -> tuple[kt.Contact, ...]:
    """The feet as points, those of Talos as surfaces."""
    return tuple(kt.Contact(f, "surface" if label == "Talos" else "point") for f in FEET[label])


def pinocchios(peer: Any, contacts: tuple[kt.Contact, ...], one: Any) -> dict[str, Any]:
    """Pinocchio's calls of one state."""
    kinds = {"point": pin.ContactType.CONTACT_3D, "surface": pin.ContactType.CONTACT_6D}
    models, datas = pin.StdVec_RigidConstraintModel(), pin.StdVec_RigidConstraintData()
    for c in contacts:
        frame = peer.frames[peer.getFrameId(c.frame)]
        place = frame.parentJoint, frame.placement
        models.append(pin.RigidConstraintModel(kinds[c.kind], peer, *place, pin.LOCAL))
        datas.append(models[-1].createData())
    data, (q, v, tau) = peer.createData(), one
    pin.initConstraintDynamics(peer, data, models, datas)
    held = models, datas
    pin.constraintDynamics(peer, data, q, v, tau, *held, SETTINGS)
    of_impact = peer.createData()
    pin.initConstraintDynamics(peer, of_impact, models, datas)
    slopes = partial(pin.computeConstraintDynamicsDerivatives, peer, data, *held, SETTINGS)
    return {
        "forward_dynamics": lambda: pin.constraintDynamics(peer, data, q, v, tau, *held, SETTINGS),
        "forward_dynamics_derivatives": slopes,
        "impact": lambda: pin.impulseDynamics(peer, of_impact, q, v, *held, 0.0, SETTINGS),
        "delassus": lambda: pin.computeDelassusMatrix(peer, of_impact, q, *held, 0.0),
    }


def measure(label: str) -> dict[str, Any]:
    """The benchmarks on one robot."""
    file = installed_robots()[ROBOTS[label][0]]
    model = kt.load(file, floating_base=True)
    peer = pin.buildModelFromUrdf(str(file), pin.JointModelFreeFlyer())
    contacts, rng, n = contacts_of(label), np.random.default_rng(0), bench.HOT
    q = kt.random_configuration(model, n, rng=rng)
    v, tau = rng.standard_normal((2, n, model.nv))
    theirs = pinocchios(peer, contacts, (q[0], v[0], tau[0]))
    active = np.ones((n, len(contacts)))
    states = {
        "delassus": (q,),
        "forward_dynamics": (q, v, tau),
        "forward_dynamics, masked": (q, v, tau, active),
        "forward_dynamics_derivatives": (q, v, tau),
        "impact": (q, v),
    }
    rows: dict[str, Any] = {}
    for title, hot in states.items():
        name, _, masked = title.partition(", ")
        algorithm = getattr(kt.constraints, name)
        inputs = ("active",) if masked else ()
        kernel = algorithm.compile(model, contacts=contacts, inputs=inputs)
        one = tuple(x[0].copy() for x in hot)
        kernel(*one)
        rows[title] = {
            "operations": kernel.operation_count,
            "compile_seconds": kernel.compile_seconds,
            "times": benchmark(
                partial(algorithm, contacts=contacts), model, kernel, hot, theirs[name]
            ),
        }
        t = {k: x["min"] for k, x in rows[title]["times"].items()}
        print(f"{label:9} {title:29}", *(f"{k} {x:.3f}" for k, x in t.items()), flush=True)
    return {"nv": model.nv, "rows": rows}


def benchmark(
    call: Callable[..., Any], model: kt.Model, kernel: kt.Kernel, hot: Any, theirs: Any
) -> dict[str, Any]:
    """A call, the kernel on one state and on a batch, and Pinocchio's call."""
    one = tuple(x[0].copy() for x in hot)
    return bench.benchmark(
        {
            "call": bench.Candidate(call, (model, *one)),
            "kernel": bench.Candidate(kernel, one),
            "hot": bench.into(kernel, hot),
            "pinocchio_call": bench.Candidate(theirs, ()),
        },
        EFFORT,
    )


def main() -> None:
    """Measure, print, and write if no robot is named."""
    os.environ["KINETREE_CACHE_DIR"] = "off"  # compile times are those of compiling
    report: dict[str, Any] = {"versions": circumstances(EFFORT), "robots": {}}
    report["versions"]["pinocchio"] = pin.__version__
    for label in sys.argv[1:] or FEET:
        report["robots"][label] = measure(label)
    if not sys.argv[1:]:
        (RESULTS / "constraints.json").write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    main()
