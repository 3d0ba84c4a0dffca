"""`kinetree simulate`: a robot in time, with contacts, to a file or to the browser."""

import argparse
from collections.abc import Callable
from typing import Any

import numpy as np

import kinetree as kt

from ..viewer.start import start
from . import tables
from .console import progress
from .options import Commands, add_robot, load, positive
from .tables import Numbers, Quantity
from .view import add_browser, present

Policy = Callable[[kt.Array, kt.Array, object, object], kt.Array]


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "simulate",
        help="a robot in time, with contacts, to a file or to the browser",
        description="Simulate a robot: kinetree simulate quadruped --contacts front_left_foot,... "
        "--hold 60,2 --view. It starts at rest near the neutral configuration, a free base on the "
        "ground, or at the first state of a file.",
    )
    add_robot(parser)
    parser.add_argument("--duration", type=positive, default=2.0, help="in s (default 2)")
    parser.add_argument("--dt", type=positive, default=1e-3, help="of a step, in s (default 0.001)")
    parser.add_argument("--start", metavar="STATES", help="a .csv, .json or .npz with q and v")
    parser.add_argument("--height", type=float, default=0.0, help="raise a free base by so many m")
    parser.add_argument("--contacts", default="", help="frames that touch the plane z = 0: a,b,...")
    parser.add_argument("--friction", type=float, default=0.8, help="of contacts (default 0.8)")
    parser.add_argument(
        "--hold", metavar="KP,KD", help="motors pull to the start, with a stiffness and a damping"
    )
    parser.add_argument("--passive", action="store_true", help="springs, damping and dry friction")
    parser.add_argument("--limits", action="store_true", help="stop joints at their limits")
    parser.add_argument("-o", "--output", help="write the motion to a .csv, .json or .npz")
    parser.add_argument("--view", action="store_true", help="show the motion in the browser")
    add_browser(parser)
    parser.set_defaults(command=_simulate)


def _simulate(arguments: argparse.Namespace) -> int:
    if arguments.output is not None:
        tables.expect_suffix(arguments.output)
    model = load(arguments)
    q0, v0 = _start(model, arguments)
    dt, steps = arguments.dt, max(round(arguments.duration / arguments.dt), 1)
    names = [name for name in arguments.contacts.split(",") if name]
    for name in names:
        model.frame(name)
    keywords: dict[str, Any] = {"limits": arguments.limits}
    if names:
        keywords["contacts"] = tuple(kt.Contact(name) for name in names)
        keywords["friction"] = np.full(len(names), arguments.friction)
    if arguments.passive:
        keywords["passive"] = "implicit"
    if arguments.hold:
        keywords["policy"] = _holding(model, q0, *_gains(arguments.hold))
    tau = np.zeros((steps, model.nv))
    with progress("simulate", steps) as done:
        motion = kt.simulation.rollout(
            model, q0, v0, tau, dt, progress=lambda n, _: done(n), **keywords
        )
    q, v = np.asarray(motion.q), np.asarray(motion.v)
    finite = np.isfinite(q).all(-1) & np.isfinite(v).all(-1)
    last = len(q) - 1 if finite.all() else int(np.argmin(finite)) - 1
    print(f"{model.name}: {steps:,} steps of {dt:g} s.")
    _print_energy(model, q, v, last)
    if arguments.output is not None:
        t = Quantity(dt * np.arange(len(q)), (), ("s",))
        own = (Quantity(x, *tables.elements(model, name)) for name, x in (("q", q), ("v", v)))
        states = dict(zip("qv", own, strict=True))
        tables.write(arguments.output, {"t": t, **states})
        print(f"{arguments.output}: {len(q):,} states.")
    if not finite.all():
        raise kt.ModelError(
            f"simulate: the motion diverged after {last * dt:g} s; try a smaller --dt."
        )
    if arguments.view or arguments.save:
        present(model, q, dt, arguments)
    return 0


def _start(model: kt.Model, arguments: argparse.Namespace) -> tuple[Numbers, Numbers]:
    if arguments.start is None:
        q0, v0 = start(model), np.zeros(model.nv)
    else:
        states = tables.read(arguments.start, model, ["q", "v"])
        if not len(states["q"]):
            raise kt.ModelError(f"{arguments.start}: no state.")
        q0, v0 = states["q"][0], states["v"][0]
    if arguments.height:
        if not isinstance(model.joints[0].type, kt.FreeFlyer):
            raise kt.ModelError(f"simulate: --height needs a free base; {model.name} has none.")
        q0[2] += arguments.height
    return q0, v0


def _gains(text: str) -> tuple[float, float]:
    try:
        kp, kd = map(float, text.split(","))
    except ValueError:
        raise kt.ModelError(f"simulate: --hold is {text!r}; expected KP,KD, as in 60,2.") from None
    return kp, kd


def _holding(model: kt.Model, q0: Numbers, kp: float, kd: float) -> Policy:
    """Torques of the actuated joints towards q0."""
    driven = [1.0 if x else 0.0 for x in model.actuated]
    goal = [float(x) for x in q0]

    def policy(q: kt.Array, v: kt.Array, t: object, parameters: object) -> kt.Array:
        error = kt.difference(model, q, goal)
        return kt.math.array(driven) * (kp * error - kd * v)

    return policy


def _print_energy(model: kt.Model, q: Numbers, v: Numbers, last: int) -> None:
    ends = [0, last]
    kinetic = kt.kinetic_energy(model, q[ends], v[ends])
    potential = kt.potential_energy(model, q[ends])
    print(f"kinetic energy {kinetic[0]:.4g} J to {kinetic[1]:.4g} J, ", end="")
    print(f"potential {potential[0]:.4g} J to {potential[1]:.4g} J; ", end="")
    print(f"greatest speed at the end {abs(v[last]).max(initial=0):.3g} rad/s or m/s.")
