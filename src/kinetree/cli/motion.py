"""`kinetree view` and `simulate`: a robot, or its motion, in the browser or to a file."""

import argparse
import webbrowser
from collections.abc import Callable
from typing import Any

import numpy as np

import kinetree as kt

from ..viewer.drawing import start
from . import tables
from .options import ROBOT, Commands, load, port, positive, progress
from .tables import Numbers, Quantity

_browser = argparse.ArgumentParser(add_help=False)
_browser.add_argument("--port", type=port, default=8080, help="of the server (default 8080)")
_browser.add_argument("--no-browser", action="store_true", help="print the address only")
_browser.add_argument("--save", metavar="FILE.html", help="write it to a file instead")


def add(commands: Commands) -> None:
    view = commands.add_parser(
        "view", help="a robot, or its motion in a file, in the browser", parents=[ROBOT, _browser]
    )
    view.add_argument("states", metavar="STATES", nargs="?", help="q in a .csv, .json or .npz")
    view.add_argument("--dt", type=positive, help="between states, in s, if the file has no t")
    view.set_defaults(command=_view)

    parser = commands.add_parser(
        "simulate",
        help="a robot in time, with contacts, to a file or to the browser",
        description="Simulate a robot as its file says, with the contacts of its shapes, position "
        "limits, springs, damping and friction: kinetree simulate quadruped --contacts "
        "front_left_foot,... --hold 60,2 --view. It starts at rest near the neutral configuration, "
        "a free base on the ground, or at the first state of a file.",
        parents=[ROBOT, _browser],
    )
    parser.add_argument("--duration", type=positive, default=2.0, help="in s (default 2)")
    parser.add_argument("--dt", type=positive, default=1e-3, help="of a step, in s (default 0.001)")
    parser.add_argument("--start", metavar="STATES", help="a .csv, .json or .npz with q and v")
    parser.add_argument("--height", type=float, default=0.0, help="raise a free base by so many m")
    acting = parser.add_mutually_exclusive_group()
    acting.add_argument(
        "--contacts", default="", help="frames that touch the plane z = 0 in place of shapes: a,b"
    )
    acting.add_argument(
        "--free",
        action="store_true",
        help="leave contacts, position limits, springs, damping and dry friction out",
    )
    parser.add_argument(
        "--friction", type=float, help="of all contacts (default: that of shapes, 0.8 of frames)"
    )
    parser.add_argument(
        "--hold", metavar="KP,KD", help="motors pull to the start, with a stiffness and a damping"
    )
    parser.add_argument("-o", "--output", help="write the motion to a .csv, .json or .npz")
    parser.add_argument("--view", action="store_true", help="show the motion in the browser")
    parser.set_defaults(command=_simulate)


def present(
    model: kt.Model, q: Numbers | None, dt: float | None, arguments: argparse.Namespace
) -> None:
    """Show configurations until Ctrl-C, or write them to a file."""
    if arguments.save and not arguments.save.lower().endswith((".html", ".htm")):
        raise kt.ModelError(f"{arguments.save}: expected a file that ends in .html.")
    with kt.view(model, q, dt=dt, port=arguments.port) as shown:
        if arguments.save:
            shown.save(arguments.save)
            print(f"{arguments.save}: open it in a browser.")
            return
        print(f"{model.name}: {shown.url}\nCtrl-C ends it.", flush=True)
        if not arguments.no_browser:
            webbrowser.open(shown.url)
        shown.wait()


def _view(arguments: argparse.Namespace) -> int:
    model = load(arguments)
    if arguments.states is None:
        present(model, None, None, arguments)
        return 0
    states = tables.read(arguments.states, model, ["q"])
    dt = arguments.dt
    if dt is None:
        t = states.get("t", np.zeros(0))
        if len(t) < 2 or not np.isfinite(t).all() or not t[-1] > t[0]:
            raise kt.ModelError(f"{arguments.states}: no times t that rise; give --dt.")
        dt = float(t[-1] - t[0]) / (len(t) - 1)
    present(model, states["q"], dt, arguments)
    return 0


def _simulate(arguments: argparse.Namespace) -> int:
    if arguments.output is not None:
        tables.expect_suffix(arguments.output)
    model = load(arguments)
    q0, v0 = _start(model, arguments)
    dt, steps = arguments.dt, max(round(arguments.duration / arguments.dt), 1)
    keywords = _acting(model, arguments)
    if arguments.hold:
        keywords["policy"] = _holding(model, q0, arguments.hold)
    q, v = _motion(model, q0, v0, dt, steps, keywords)
    finite = np.isfinite(q).all(-1) & np.isfinite(v).all(-1)
    last = len(q) - 1 if finite.all() else int(np.argmin(finite)) - 1
    print(f"{model.name}: {steps:,} steps of {dt:g} s.")
    ends = [0, last]
    kinetic = kt.kinetic_energy(model, q[ends], v[ends])
    potential = kt.potential_energy(model, q[ends])
    print(f"kinetic energy {kinetic[0]:.4g} J to {kinetic[1]:.4g} J, ", end="")
    print(f"potential {potential[0]:.4g} J to {potential[1]:.4g} J; ", end="")
    print(f"greatest speed at the end {abs(v[last]).max(initial=0):.3g} rad/s or m/s.")
    if arguments.output is not None:
        states = {"t": dt * np.arange(len(q)), "q": q, "v": v}
        named = {key: Quantity(x, *tables.elements(model, key)) for key, x in states.items()}
        tables.write(arguments.output, named)
        print(f"{arguments.output}: {len(q):,} states.")
    if not finite.all():
        raise kt.ModelError(
            f"simulate: the motion diverged after {last * dt:g} s; try a smaller --dt."
        )
    if arguments.view or arguments.save:
        present(model, q, dt, arguments)
    return 0


def _acting(model: kt.Model, arguments: argparse.Namespace) -> dict[str, Any]:
    """The simulation, and the friction of contacts if it is given or frames need it."""
    if arguments.free:
        return {"simulation": kt.Simulation(passive="none", limits=False)}
    frames = [name for name in arguments.contacts.split(",") if name]
    for name in frames:
        model.frame(name)
    changes = {"contacts": [kt.Contact(name) for name in frames]} if frames else {}
    simulation = kt.Simulation.of(model, **changes)
    friction = 0.8 if frames and arguments.friction is None else arguments.friction
    return {"simulation": simulation, "friction": friction if simulation.contacts else None}


def _motion(
    model: kt.Model, q: Numbers, v: Numbers, dt: float, steps: int, keywords: dict[str, Any]
) -> tuple[Numbers, Numbers]:
    """The states from the first on, by a hundred rollouts, between which Ctrl-C ends it."""
    length = -(-steps // 100)
    tau, qs, vs = np.zeros((length, model.nv)), [q[None]], [v[None]]
    with progress("simulate", steps) as done:
        for end in range(length, steps + length, length):  # the last one goes on beyond the end
            part = kt.simulation.rollout(model, qs[-1][-1], vs[-1][-1], tau, dt, **keywords)
            qs.append(part.q[1:])
            vs.append(part.v[1:])
            done(min(end, steps))
    return np.concatenate(qs)[: steps + 1], np.concatenate(vs)[: steps + 1]


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


def _holding(
    model: kt.Model, q0: Numbers, gains: str
) -> Callable[[kt.Array, kt.Array, object], kt.Array]:
    """Torques of the actuated joints towards q0, by gains KP,KD."""
    try:
        kp, kd = map(float, gains.split(","))
    except ValueError:
        raise kt.ModelError(f"simulate: --hold is {gains!r}; expected KP,KD, as in 60,2.") from None
    driven = [1.0 if x else 0.0 for x in model.actuated]
    goal = [float(x) for x in q0]

    def policy(q: kt.Array, v: kt.Array, t: object) -> kt.Array:
        error = kt.difference(model, q, goal)
        return kt.math.array(driven) * (kp * error - kd * v)

    return policy
