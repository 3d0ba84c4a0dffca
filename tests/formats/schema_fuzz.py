"""MJCFs with random entries of MuJoCo's schema: they move as in MuJoCo, or a warning says so.

`python tests/formats/schema_fuzz.py 1000` tries that many files and prints what is silent.
"""

import re
import sys
import warnings
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import mujoco
import numpy as np

import kinetree as kt
from kinetree.formats.schema import ELEMENT, rows

Entry = tuple[str, str]
"""The path of an element, and an attribute of it or `-`."""
TOLERANCE = 1e-8
BASE = """<mujoco><compiler angle="radian"/><size/><statistic/><visual/>
<option><flag/></option><default><joint/><geom/><motor/></default><worldbody>
<site name="anchor"/><geom name="ground" type="plane" size="1 1 1"/>
<body name="base" pos="0 0 9"><freejoint name="free"/>
  <inertial pos="0 0.1 0" mass="1" diaginertia="1 2 2.5"/><geom name="skin" size="0.1"/></body>
<body name="a" pos="0 9 0"><joint name="hinge" axis="0 1 0"/>
  <geom name="ga" size="0.1" pos="1 0 0"/>
  <body name="b" pos="1 0 0"><joint name="slide" type="slide" axis="0 1 1"/>
    <geom name="gb" type="box" size="0.1 0.2 0.3"/><site name="tip" pos="0 0 1"/>
    <body name="c" pos="1 0 0"><joint name="ball" type="ball"/><geom name="gc" size="0.1"
      pos="0 0 1"/></body></body></body></worldbody>
<tendon><fixed name="pull"><joint joint="hinge" coef="1"/><joint joint="slide" coef="1"/></fixed>
  <spatial name="rope"><site site="anchor"/><site site="tip"/></spatial></tendon>
<equality><connect name="pin" body1="c" anchor="0 0 0"/>
  <joint name="gear" joint1="slide" joint2="hinge"/></equality>
<actuator><motor name="m" joint="hinge"/><general name="g" joint="slide"/></actuator>
<contact><pair name="p" geom1="ga" geom2="skin"/></contact>
<keyframe><key name="k"/></keyframe></mujoco>"""
VALUES = (
    *("true", "false", "enable", "disable", "affine", "integrator", "filter", "local", "z", "xyz"),
    *("ellipsoid", "implicit", "RK4", "1", "2", "0.3", "-1 1", "-0.1 0.2", "1 0 0", "0.2 0.3 0.4"),
    *("0.5 0.5 0.5 0.5", "0.1 0.2 0.3 0.4 0.5"),
)
"""Of ranges those that hold 0: an input of 0 is one that a motor takes."""


def schema() -> Iterator[Entry]:
    """What the installed MuJoCo reads."""
    path: list[str] = []
    for line in mujoco.mj_printSchema(False, False).splitlines():
        head, attributes = line[:27], line[27:].split()
        if match := re.match(r"( *)(\S+) *\(.\)", head):
            path[len(match[1]) // 3 :] = [match[2].replace("(world)", "")]
            yield "/".join(path), ELEMENT
        yield from (("/".join(path), attribute) for attribute in attributes)


def places(root: Any, path: str) -> list[Any]:
    """The elements of a file at a path of the schema."""
    _, *tags = path.split("/")
    if tags[:1] == ["body"]:
        return root.findall(f".//body/{'/'.join(tags[1:])}".rstrip("/"))
    return root.findall("/".join(tags)) if tags else [root]


def compiles(root: Any) -> bool:
    """Whether MuJoCo takes a file."""
    try:
        mujoco.MjModel.from_xml_string(ElementTree.tostring(root, "unicode"))
    except ValueError:
        return False
    return True


def with_entries(
    rng: np.random.Generator, entries: list[Entry], count: int
) -> tuple[str, list[Entry]]:
    """A file that MuJoCo takes, with this many entries, or as many as could be."""
    root, taken = ElementTree.fromstring(BASE), list[Entry]()
    for i in rng.permutation(len(entries)).tolist():
        path, entry = entries[i]
        found = places(root, path)
        if len(taken) == count or entry == "name":
            continue
        if entry == ELEMENT and path.startswith("mujoco/actuator/") and path.count("/") == 2:
            more = {"joint": "hinge", "name": "added"}
            added = ElementTree.SubElement(root.find("actuator"), path.split("/")[2], more)
            if not compiles(root):
                root.find("actuator").remove(added)
            else:
                taken.append(entries[i])
            continue
        if not found or entry == ELEMENT:
            continue
        element = found[int(rng.integers(len(found)))]
        before = element.attrib.get(entry)
        for value in rng.permutation(VALUES).tolist():
            element.set(entry, value)
            if compiles(root):
                taken.append(entries[i])
                break
        else:
            element.attrib.pop(entry) if before is None else element.set(entry, before)
    return ElementTree.tostring(root, "unicode"), taken


def difference(text: str, robot: kt.Model, rng: np.random.Generator) -> float:
    """The greatest force that kinetree finds at 50 steps of MuJoCo's motion without constraints.

    Infinite if limits, dry friction or constraints are not recorded as MuJoCo has them.
    """
    mj, flags = mujoco.MjModel.from_xml_string(text), mujoco.mjtDisableBit

    def off(name: str) -> bool:
        return bool(mj.opt.disableflags & (getattr(flags, name) | flags.mjDSBL_CONSTRAINT))

    single = np.isin(mj.jnt_type, (mujoco.mjtJoint.mjJNT_HINGE, mujoco.mjtJoint.mjJNT_SLIDE))
    limited = (mj.jnt_limited == 1) & (not off("mjDSBL_LIMIT"))
    lower = np.where(limited, mj.jnt_range[:, 0], -np.inf)[single]
    friction = mj.dof_frictionloss * (not off("mjDSBL_FRICTIONLOSS"))
    active = 0 if off("mjDSBL_EQUALITY") else int(mj.eq_active0.sum())
    recorded = robot.lower_position_limits[mj.jnt_qposadr[single]]
    same = np.array_equal(recorded, lower) and np.array_equal(robot.friction, friction)
    if not same or len(robot.constraints) != active:
        return np.inf
    mj.opt.disableflags |= flags.mjDSBL_CONSTRAINT
    mj.opt.integrator, mj.opt.timestep = mujoco.mjtIntegrator.mjINT_EULER, 1e-3
    data = mujoco.MjData(mj)
    data.qvel[:] = rng.normal(size=mj.nv)
    smooth, most = robot.replace(friction=0 * robot.friction), 0.0
    for _ in range(50):
        mujoco.mj_step(mj, data)
        mujoco.mj_forward(mj, data)
        q, v, a, _ = kt.convert.from_mujoco(robot, data.qpos, data.qvel, data.qacc)
        tau = kt.rnea.evaluate(robot, q, v, a) - kt.passive_forces.evaluate(smooth, q, v)
        if robot.nu:  # under controls of zero
            forces = kt.actuator_forces.evaluate(robot, q, v, np.zeros(robot.nu))
            tau = tau - kt.actuation_matrix.evaluate(robot, q) @ forces
        most = max(most, float(np.abs(np.asarray(tau, float)).max()))
    return most


def silent(seed: int, entries: list[Entry], count: int = 3) -> list[Entry]:
    """The entries of a random file that does not move as MuJoCo's without a word."""
    listener = mujoco.get_mju_user_warning()
    mujoco.set_mju_user_warning(lambda message: None)  # not to MUJOCO_LOG.TXT
    try:
        return _silent(np.random.default_rng(seed), entries, count)
    finally:
        mujoco.set_mju_user_warning(listener)


def _silent(rng: np.random.Generator, entries: list[Entry], count: int) -> list[Entry]:
    text, taken = with_entries(rng, entries, count)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            robot = kt.load(text)
        except kt.ModelError as error:  # MuJoCo takes negative coefficients of friction
            print(f"refused: {error}")
            return []
    said = " ".join(str(x.message) for x in caught)
    told = any(
        row.fate == "warned" and max(row.note.split("{}"), key=len) in said
        for path, entry in taken
        for row in rows("MJCF")
        if row.matches(path, entry if entry != ELEMENT else row.entries[0])
        or ("/default/" in path and entry in row.entries)
    )
    return [] if told or difference(text, robot, rng) < TOLERANCE else taken


def main() -> None:
    """Try as many files as the first argument says, and print what is silent."""
    entries, bad = list(schema()), 0
    for seed in range(int(sys.argv[1])):
        found = silent(seed, entries)
        bad += bool(found)
        if found:
            print(seed, found)
    print(f"{sys.argv[1]} files, {bad} silent")


if __name__ == "__main__":
    main()
