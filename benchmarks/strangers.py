"""A folder of strangers' files, read by kinetree and by the libraries at hand.

`python benchmarks/sweep.py FOLDER` prints how many each loads, what kinetree refuses and another
reads, with its reason, and where mass matrices or forces differ. Each file is read in a process of
its own, so that one that crashes a library does not end the sweep.
"""

import contextlib
import multiprocessing
import os
import warnings
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import mujoco
import numpy as np
import pinocchio as pin

import kinetree as kt
from kinetree.formats.registry import FORMATS
from kinetree.formats.source import read

try:
    from pydrake.multibody.parsing import Parser
    from pydrake.multibody.plant import MultibodyPlant
except ImportError:
    MultibodyPlant = None
SECONDS = 60.0
LARGEST = 60
"""Joints of the largest robots that are compared."""
TOLERANCE = 1e-9
Compare = Callable[[kt.Model], float]
"""A relative difference of a robot from one that another library has read."""


def with_pinocchio(path: Path) -> Compare:
    """The relative difference of mass matrix and forces from Pinocchio's."""
    model = pin.buildModelFromUrdf(str(path))

    def difference(robot: kt.Model) -> float:
        if (model.nq, model.nv) != (robot.nq, robot.nv):
            return np.inf
        data, rng = model.createData(), np.random.default_rng(0)
        q, v, a = kt.random_configuration(robot, rng=rng), *rng.normal(size=(2, robot.nv))
        M = pin.crba(model, data, q)
        peers = np.triu(M) + np.triu(M, 1).T, pin.rnea(model, data, q, v, a)
        own = kt.crba.evaluate(robot, q), kt.rnea.evaluate(robot, q, v, a)
        return max(map(_difference, own, peers))

    return difference


def with_mujoco(path: Path) -> Compare:
    """The relative difference of the mass matrix from MuJoCo's, of MJCF without quaternions."""
    model = mujoco.MjModel.from_xml_path(str(path))

    def difference(robot: kt.Model) -> float:
        if path.suffix == ".urdf" or model.nq != model.nv:
            return 0.0
        data, M = mujoco.MjData(model), np.zeros((model.nv, model.nv))
        data.qpos = q = kt.random_configuration(robot, rng=0)
        mujoco.mj_forward(model, data)
        mujoco.mj_fullM(model, data, M)
        return _difference(kt.crba.evaluate(robot, q), M)

    return difference


def with_drake(path: Path) -> Compare:
    """The relative difference of the moving mass of an SDF from Drake's, where none is massless."""
    plant = MultibodyPlant(0.0)
    Parser(plant).AddModels(str(path))
    plant.Finalize()

    def difference(robot: kt.Model) -> float:
        inertias = [frame.inertia for frame in robot.frames if frame.kind == "body"]
        if path.suffix == ".urdf" or not all(inertia and inertia.mass for inertia in inertias):
            return 0.0
        bodies, context = map(plant.get_body, plant.GetBodyIndices()), plant.CreateDefaultContext()
        fixed = set(plant.GetBodiesWeldedTo(plant.world_body()))
        peers = sum(body.get_mass(context) for body in bodies if body not in fixed)
        return _difference(robot.mass, peers)

    return difference


def _difference(own: Any, other: Any) -> float:
    error = np.abs(np.array(own, dtype=float) - other)
    return float(error.max(initial=0.0) / (np.max(np.abs(other), initial=0.0) or 1.0))


READERS: dict[str, dict[str, Callable[[Path], Compare]]] = {
    "URDF": {"pinocchio": with_pinocchio, "mujoco": with_mujoco, "drake": with_drake},
    "MJCF": {"mujoco": with_mujoco},
    "SDF": {"drake": with_drake},
}
"""The libraries that read a format, by its name."""
if MultibodyPlant is None:
    READERS["URDF"].pop("drake")
    READERS["SDF"].pop("drake")


def swept(path: Path, kind: str) -> Iterator[tuple[str, str | float]]:
    """What each library makes of a file: why it is refused, or the difference from kinetree's."""
    robot, reason = None, ""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for floating in (kind == "SDF", False):  # with every link on the world none can float
            try:
                robot, reason = kt.load(path, floating_base=floating), ""
                break
            except kt.ModelError as error:
                reason = str(error).replace(str(path), "").splitlines()[0]
    yield "kinetree", reason or 0.0
    for library, reader in READERS[kind].items():
        try:
            compare = reader(path)
        except Exception as error:  # libraries raise anything
            yield library, f"{type(error).__name__}: {error}".splitlines()[0]
            continue
        small = robot is not None and robot.njoints <= LARGEST
        yield library, compare(robot) if small else 0.0


def in_a_process(path: Path, kind: str) -> dict[str, str | float]:
    """The results of `swept` by library, up to one that crashes."""
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_child, args=(path, kind, sender))
    process.start()
    sender.close()
    results: dict[str, str | float] = {}
    with contextlib.suppress(EOFError):
        while receiver.poll(SECONDS):
            library, result = receiver.recv()
            results[library] = result
    process.kill()
    process.join()
    return results


def _child(path: Path, kind: str, sender: Connection) -> None:
    quiet = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):  # C++ libraries write there
        os.dup2(quiet, stream)
    mujoco.set_mju_user_warning(lambda message: None)  # not to MUJOCO_LOG.TXT
    for result in swept(path, kind):
        sender.send(result)


def kind_of(path: Path) -> str:
    """The format of a file by its root element, "" for what is no robot."""
    suffixes = {x for format in FORMATS.values() for x in format.suffixes}
    if path.suffix.lower() not in suffixes or path.suffix == ".json" or not path.is_file():
        return ""
    source = read(path)
    tag = "" if source.root is None else source.root.tag
    if path.suffix == ".urdf":
        return "URDF"
    if path.suffix == ".xacro":
        return ""
    return next((x.name for x in FORMATS.values() if x.root and x.root == tag), "")


def main(folder: Path) -> int:
    """Print the table; 1 if kinetree crashes, refuses what another reads, or they differ."""
    counts, refused = Counter[tuple[str, str]](), defaultdict[str, list[str]](list)
    different, crashed = list[str](), list[str]()
    for path in sorted(folder.rglob("*")):
        kind = kind_of(path)
        results = in_a_process(path, kind) if kind else {}
        readers = [x for x, result in results.items() if isinstance(result, float)]
        counts.update((kind, x) for x in ("files", *readers) if kind)
        name = str(path.relative_to(folder))
        different += [
            f"{name}: {x}, by {results[x]:.1e}" for x in readers if not results[x] <= TOLERANCE
        ]
        if kind:
            order = "kinetree", *READERS[kind]
            crashed += [f"{name}: {x}" for x in order if x not in results][:1]
        if readers and "kinetree" not in readers:
            refused[", ".join(readers)].append(f"{name}: {results['kinetree'][:200]}")
    for kind, libraries in READERS.items():
        print(f"{kind}:", *(f"{x} {counts[kind, x]}" for x in ("files", "kinetree", *libraries)))
    for readers, lines in refused.items():
        print(f"\nRefused by kinetree, read by {readers}:", *lines, sep="\n  ")
    print("\nDifferent:", *(different or ["none"]), sep="\n  ")
    print(f"\nCrashed, or took {SECONDS:g} s:", *(crashed or ["none"]), sep="\n  ")
    return 1 if refused or different or any(x.endswith(": kinetree") for x in crashed) else 0
