"""Distances of robots' shapes beside MuJoCo's `mj_geomDistance`.

Robots are those of the installed example-robot-data, by MuJoCo's reader of URDF (without meshes,
and with inertias of 1, which no distance needs), and the MJCF files in the folder `--packages`:

    pip install --no-deps --target packages gymnasium==1.4.0 dm_control==1.0.50

Of each, `kt.collision.nearest` of the pairs of `kt.collision.pairs` that have a distance, at most
300 evenly taken, at 100 random states. Differences are relative to the size of the coordinates; who
is right beyond 1e-9 is decided as for pairs: "ours wrong" if the shapes are not apart by our
distance along any direction, or overlap less along another, by more than 1e-12.
"""

import warnings
from pathlib import Path
from xml.etree import ElementTree

import experiment
import mujoco
import numpy as np

import kinetree as kt
from kinetree.formats.installed import installed_robots
from kinetree.formats.mjcf.arrays import Names
from kinetree.geometry import PAIRS

STATES, MOST = 100, 300
UNIT = """<inertial><mass value="1"/>
  <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>"""


def from_urdf(path):
    """MuJoCo's model of a URDF, of its shapes that are no meshes."""
    root = ElementTree.parse(path).getroot()
    for link in root.iter("link"):
        for part in list(link):
            if part.tag != "collision" or part.find("geometry/mesh") is not None:
                link.remove(part)
        link.append(ElementTree.fromstring(UNIT))
    for part in root.findall("mujoco"):
        root.remove(part)
    options = {"fusestatic": "false", "discardvisual": "false"}
    ElementTree.SubElement(ElementTree.SubElement(root, "mujoco"), "compiler", options)
    return mujoco.MjModel.from_xml_string(ElementTree.tostring(root, "unicode"))


def robots(packages, quick):
    """MuJoCo's models of all robots that it reads, by name."""
    for name, path in installed_robots().items():
        if not quick or name.split("/")[1] in ("a1", "baxter"):
            yield name.split("/")[1], loaded(from_urdf, path)
    for path in sorted(packages.rglob("*.xml")) if packages.is_dir() else ():
        if b"<mujoco" in path.read_bytes() and not quick:
            name = f"{path.relative_to(packages).parts[0]} {path.stem}"
            yield name, loaded(mujoco.MjModel.from_xml_path, str(path))


def loaded(read, path):
    try:
        return read(path)
    except (ValueError, ElementTree.ParseError):
        return None


def watched(model, most=MOST):
    """The shapes by name, and the pairs of them that collide and have a distance."""
    shapes = {x.name: x for x in model.geometries if x.kind == "collision"}
    pairs = [
        pair
        for pair in kt.collision.pairs(model)
        for kinds in (tuple(type(shapes[x].shape) for x in pair),)
        if kinds in PAIRS or kinds[::-1] in PAIRS
    ]
    return shapes, tuple(pairs[:: -(-len(pairs) // most)] if pairs else ())


def of_mujoco(mj, model, q, pairs):
    """Distances (n, pairs) by MuJoCo."""
    numbers = {name: i for i, name in enumerate(Names(mj).geoms)}
    data, points, rows = mujoco.MjData(mj), np.zeros(6), []
    for data.qpos in kt.convert.to_mujoco(model, q).q:
        mujoco.mj_kinematics(mj, data)
        rows.append(
            [
                mujoco.mj_geomDistance(mj, data, numbers[a], numbers[b], 1e6, points)
                for a, b in pairs
            ]
        )
    return np.array(rows)


def sizes(shape, count):
    """The sizes of a shape, as `experiment.shape` has them, (count, 3)."""
    size = getattr(shape, "size", None) or (
        getattr(shape, "radius", 0.0),
        getattr(shape, "length", 0.0),
        0.0,
    )
    return np.tile(size, (count, 1))


def certified(shapes, placements, d, normals, rng):
    """Whether distances (n) of two shapes (names, normals in the world) are what they are."""
    T = np.linalg.inv(placements[0]) @ placements[1]
    kinds = tuple(type(x) for x in shapes)
    a, b = (sizes(x, len(T)) for x in shapes)
    n = experiment.turned_back(placements[0], normals)
    directions = experiment.candidates(T, n)
    best = experiment.widest(kinds, a, b, T, directions, rng, 0)
    deep = d < 0
    if deep.any():
        wider = (x[deep] for x in (a, b, T, directions))
        best[deep] = experiment.widest(kinds, *wider, rng, 12)
    return abs(best - d) < 1e-12 * (1 + abs(T[:, :3, 3]).max(-1) + a.max(-1) + b.max(-1))


def row(name, mj):
    """A robot's row; None if it has no pairs."""
    model = kt.load(mj)
    shapes, pairs = watched(model)
    if not pairs or not model.nq:
        return None
    q = kt.random_configuration(model, STATES, rng=np.random.default_rng(0))
    ours = kt.collision.nearest(model, q, pairs=pairs)
    theirs = of_mujoco(mj, model, q, pairs)
    some = {x for pair in pairs for x in pair}
    chosen = model.replace(geometries=[x for x in shapes.values() if x.name in some])
    T = kt.geometry_placements(chosen, q, kind="collision")
    at = {x.name: T[:, i] for i, x in enumerate(chosen.geometries)}
    rng, wrong, theirs_wrong = np.random.default_rng(1), 0, 0
    size = np.stack([1 + abs(at[a] - at[b])[:, :3, 3].max(-1) for a, b in pairs], 1)
    difference = abs(ours.distances - theirs) / size
    for k, (a, b) in enumerate(pairs):
        two, there = [shapes[a].shape, shapes[b].shape], [at[a], at[b]]
        right = certified(two, there, ours.distances[:, k], ours.normals[:, k], rng)
        wrong += int((~right).sum())
        theirs_wrong += int(((difference[:, k] > 1e-9) & right).sum())
    apart = ours.distances > 0
    worst = [difference[part].max(initial=0) for part in (apart, ~apart)]
    kinds = sorted({type(shapes[x].shape).__name__ for x in some})
    counts = [f"{x:,}" for x in (len(pairs), difference.size, wrong)]
    return [name, ", ".join(kinds), *counts, *(f"{x:.0e}" for x in worst), f"{theirs_wrong:,}"]


def plot(rows):
    figure, (at,) = experiment.axes(1)
    for k, name in ((5, "apart"), (6, "overlap")):
        at.plot(np.maximum(sorted(float(row[k]) for row in rows), 1e-18), ".", label=name)
    at.set_xlabel("robots")
    at.set_title("largest difference from MuJoCo, relative")
    at.legend()
    experiment.save(figure, __file__)


def main():
    chosen = experiment.options(__doc__, packages=Path("packages"))
    warnings.simplefilter("ignore")  # what files of others say, and infinite reaches of planes
    rows = []
    for name, mj in robots(chosen.packages, chosen.quick):
        found = mj and row(name, mj)
        if found:
            rows.append(found)
    heads = ("shapes", "pairs", "distances", "ours wrong", "apart", "overlap", "MuJoCo wrong")
    experiment.table(["robot", *heads], rows)
    total, wrong, theirs = (sum(int(x[k].replace(",", "")) for x in rows) for k in (3, 4, 7))
    print(
        f"\n{len(rows)} robots, {total:,} distances. Ours wrong: {wrong}. MuJoCo wrong: {theirs:,}."
    )
    if chosen.plot:
        plot(rows)


if __name__ == "__main__":
    main()
