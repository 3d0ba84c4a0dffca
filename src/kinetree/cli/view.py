"""`kinetree view`: a robot, or its motion in a file, in the browser."""

import argparse
import webbrowser

import numpy as np

import kinetree as kt

from . import tables
from .options import Commands, add_robot, load, port, positive


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser("view", help="a robot, or its motion in a file, in the browser")
    add_robot(parser)
    parser.add_argument("states", metavar="STATES", nargs="?", help="q in a .csv, .json or .npz")
    parser.add_argument("--dt", type=positive, help="between states, in s, if the file has no t")
    add_browser(parser)
    parser.set_defaults(command=_view)


def add_browser(parser: argparse.ArgumentParser) -> None:
    """Add the options of what is shown in the browser."""
    parser.add_argument("--port", type=port, default=8080, help="of the server (default 8080)")
    parser.add_argument("--no-browser", action="store_true", help="print the address only")
    parser.add_argument("--save", metavar="FILE.html", help="write it to a file instead")


def present(
    model: kt.Model, q: tables.Numbers | None, dt: float | None, arguments: argparse.Namespace
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
