"""`kinetree dynamics`: any algorithm on the states in a file, to a file."""

import argparse
from collections.abc import Mapping, Sequence
from functools import lru_cache
from inspect import Parameter, signature
from itertools import product
from typing import Any, Final

import numpy as np

import kinetree as kt

from ..errors import unknown
from . import tables
from .options import ROBOT, Commands, count, load, progress
from .tables import STATE, Numbers, Quantity

CHUNK: Final = 4096
FORCES: Final = (
    "rnea",
    "nonlinear_effects",
    "generalized_gravity",
    "static_torque",
    "passive_forces",
    "coriolis_times",
)
"""Algorithms whose result is a torque or a force for each velocity."""
_SLOPES: Final = {
    "crba": ("tau", "a"),
    "inverse_mass_matrix": ("a", "tau"),
    "mass_matrix_time_derivative": ("tau", "v"),
    "coriolis_matrix": ("tau", "v"),
    "generalized_gravity_derivatives": ("tau", "q"),
    **{f"dtau_d{x}": ("tau", x) for x in ("q", "v", "a")},
    **{f"ddq_d{x}": ("a", x) for x in ("q", "v", "tau")},
}
"""Results that are matrices (nv, nv) of derivatives, of what along what."""

KEYWORDS: Final = argparse.ArgumentParser(add_help=False)
"""The keywords that some algorithms need."""
KEYWORDS.add_argument("--frame", help="the frame of frame_... algorithms")
KEYWORDS.add_argument(
    "--reference",
    choices=("local", "world", "local_world_aligned"),
    help="the axes and the point of velocities and Jacobians of frames",
)
ALGORITHM: Final = "an algorithm of states, as rnea, aba, crba or frame_jacobian"


def add(commands: Commands) -> None:
    parser = commands.add_parser(
        "dynamics",
        help="an algorithm on the states in a file, to a file",
        description="Evaluate an algorithm at states: kinetree dynamics panda rnea --random 1000 "
        "-o tau.csv. Files are CSV (columns q.JOINT, v.JOINT, ...), JSON or npz (arrays q, v, a, "
        "tau); the result has the states too.",
        parents=[ROBOT, KEYWORDS],
    )
    parser.add_argument("algorithm", metavar="ALGORITHM", help=ALGORITHM)
    parser.add_argument("states", metavar="STATES", nargs="?", help="a .csv, .json or .npz")
    parser.add_argument("--random", type=count, metavar="N", help="N random states instead")
    parser.add_argument("-o", "--output", required=True, help="a .csv, .json or .npz")
    parser.set_defaults(command=_dynamics)


def with_keywords(name: str, arguments: argparse.Namespace) -> tuple[kt.Algorithm, dict[str, Any]]:
    """An algorithm, and the keywords given for it."""
    if name not in algorithms():
        raise kt.ModelError(unknown("algorithm", name, algorithms()))
    options = {"frame": arguments.frame, "reference": arguments.reference}
    keywords = {key: x for key, x in options.items() if x is not None}
    parameters = signature(algorithms()[name]).parameters
    for key in keywords.keys() - parameters.keys():
        raise kt.ModelError(f"{name} takes no --{key}; leave it out.")
    for key in [key for key in options if key in parameters and key not in keywords]:
        if parameters[key].default is Parameter.empty:
            raise kt.ModelError(f"{name}: --{key} is missing.")
    return algorithms()[name], keywords


def compiled(
    name: str, model: kt.Model, arguments: argparse.Namespace, dtype: str = "float64"
) -> kt.Kernel:
    """The kernel of an algorithm, with the keywords given that it takes."""
    algorithm, keywords = with_keywords(name, arguments)
    return algorithm.compile(model, dtype=dtype, device="cpu", **keywords)


@lru_cache
def algorithms() -> Mapping[str, kt.Algorithm]:
    """The algorithms whose required operands are a state, by name."""
    public = {name: getattr(kt, name) for name in sorted(dir(kt))}
    known = {name: x for name, x in public.items() if isinstance(x, kt.Algorithm)}
    operands = {name: {*x.definition.parameters.required} for name, x in known.items()}
    return {name: x for name, x in known.items() if operands[name] and operands[name] <= {*STATE}}


def _dynamics(arguments: argparse.Namespace) -> int:
    if (arguments.states is None) == (arguments.random is None):
        raise kt.ModelError("dynamics: give either a file of states or --random N.")
    tables.expect_suffix(arguments.output)
    model = load(arguments)
    kernel = compiled(arguments.algorithm, model, arguments)
    names = [spec.name for spec in kernel.operands]
    if arguments.random is None:
        states = tables.read(arguments.states, model, names)
    else:
        rng = np.random.default_rng(0)
        states = {"q": kt.random_configuration(model, arguments.random, rng=rng)}
        states |= {x: rng.standard_normal((arguments.random, model.nv)) for x in STATE[1:]}
        states = {name: states[name] for name in names}
    n = len(states[names[0]])
    inputs = {name: Quantity(x, *tables.elements(model, name)) for name, x in states.items()}
    results = _evaluated(kernel, [states[name] for name in names], n)
    tables.write(arguments.output, inputs | _named(arguments.algorithm, model, kernel, results))
    print(f"{arguments.output}: {arguments.algorithm} of {model.name} at {n:,} states.")
    return 0


def _evaluated(kernel: kt.Kernel, operands: Sequence[Numbers], n: int) -> list[Numbers]:
    """The results of all samples, in chunks."""
    chunks: list[list[Numbers]] = []
    with progress(kernel.name, n) as done:
        for first in range(0, max(n, 1), CHUNK):
            results = kernel(*[x[first : first + CHUNK] for x in operands])
            single = len(kernel.results) == 1
            chunks.append([np.array(x) for x in ([results] if single else results)])
            done(min(first + CHUNK, n))
    return [np.concatenate(parts) for parts in zip(*chunks, strict=True)]


def _named(
    algorithm: str, model: kt.Model, kernel: kt.Kernel, results: Sequence[Numbers]
) -> dict[str, Quantity]:
    """Results with the names of their elements, and units where they are those of a state."""
    quantities: dict[str, Quantity] = {}
    for spec, values in zip(kernel.results, results, strict=True):
        kind = "tau" if algorithm in FORCES else {"aba": "a"}.get(algorithm)
        if kind is not None:
            quantities[kind] = Quantity(values, *tables.elements(model, kind))
            continue
        axes = [_axis(model, label, n) for label, n in zip(spec.labels, spec.shape, strict=True)]
        rows, columns = (_units(model, x) for x in _SLOPES.get(spec.name, ("", "")))
        per = [x if x.isalpha() else f"({x})" for x in columns]
        units = [f"{row}/{column}" for row, column in product(rows, per)]
        quantities[spec.name] = Quantity(values, [".".join(x) for x in product(*axes)], units)
    return quantities


def _units(model: kt.Model, name: str) -> Sequence[str]:
    """The units of a, tau, v, or of displacements, as derivatives by q are along."""
    if name == "q":
        return [unit.removesuffix("/s") for unit in model.v_units]
    return tables.elements(model, name)[1] if name else ()


def _axis(model: kt.Model, label: str, n: int) -> Sequence[str]:
    named = {
        "nq": model.q_names,
        "nv": model.v_names,
        "njoints": model.joint_names,
        "nframes": model.frame_names,
        "3": ("x", "y", "z"),
    }
    return named.get(label, tuple(map(str, range(n))))
