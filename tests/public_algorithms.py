"""Every public algorithm, with keywords for a robot."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from inspect import Parameter, ismodule, signature
from typing import Any

import kinetree as kt
from kinetree.model.sensors import KINDS
from kinetree.scalar.replay import Trace

CONTACTS = {
    "panda": ("panda_hand",),
    "ur5": ("tool0",),
    "solo12": ("FL_FOOT", "FR_FOOT", "HL_FOOT", "HR_FOOT"),
}
FLOATING = ("solo12",)
LARGE = ("_second_derivatives", "aba_derivatives", "impact_derivatives")
LARGE += ("forward_dynamics_derivatives",)
"""The ends of names of algorithms of ten times the operations of others."""
TOUCHING = "contacts", "simulation"
BALL = kt.shapes.Sphere(0.05)
OF_FLOATING_BASES = ("moving_base.", "convert.", "center_of_mass_coordinates")


def algorithms(module: Any = kt, prefix: str = "") -> Iterator[tuple[str, kt.Algorithm]]:
    """Those of the package and of its public modules, by the names that follow `kt.`."""
    for name in sorted(module.__all__):
        thing = getattr(module, name)
        if isinstance(thing, kt.Algorithm) and name != "rollout":  # which has sizes of its own
            yield prefix + name, thing
        elif (
            ismodule(thing) and not name.startswith("_") and thing.__name__.startswith("kinetree.")
        ):
            yield from algorithms(thing, f"{prefix}{name}.")


def traces(robot: str) -> dict[str, Callable[[], Trace]]:
    """Functions that trace each algorithm for a robot, held at points."""
    floating = robot in FLOATING
    model = with_balls(kt.load(robot, floating_base=floating))
    frame = model.nframes - 1
    given: dict[str, Any] = {
        "frame": frame,
        "frames": (frame, frame // 2),
        "reference": "local_world_aligned",
        "representation": "mixed",
        "from_": "body",
        "to": "inertial",
        "samples": 4,
        **touching(kt.Contact(name) for name in CONTACTS[robot]),
    }
    return {
        name: partial(algorithm.trace, model, **needed(algorithm, given))
        for name, algorithm in algorithms()
        if floating or not name.startswith(OF_FLOATING_BASES)
    }


def for_gpus() -> Iterator[tuple[str, str, str, Callable[[], Trace]]]:
    """Robot, dtype, name and trace of all, the large ones of the UR5."""
    for robot, dtype in (("solo12", "float64"), ("ur5", "float32"), ("ur5", "float64")):
        for name, trace in traces(robot).items():
            if dtype == "float32" or name.endswith(LARGE) == (robot == "ur5"):
                yield robot, dtype, name, trace


def with_balls(model: kt.Model) -> kt.Model:
    """The robot with motors, sensors, and a sphere on each body for its shapes, meshes."""
    seen = [x for x in model.geometries if x.kind == "visual"]
    balls = [
        kt.Geometry(f"ball {j.name}", "collision", j.name, j.index, kt.SE3.identity(), BALL)
        for j in model.joints
    ]
    last = model.joint_names[-1]  # the last frames of arms carry no mass
    sensors = [
        sensor(x.name, last, noise=0.1, cutoff=50.0)
        if x.on == "frame"
        else kt.Sensor(x.name, x.name, joint=model.joint_names[-1])
        for x in KINDS.values()
    ]
    motors = kt.Motors(kp=50, kd=2)
    return model.replace(geometries=(*seen, *balls), actuators=motors, sensors=sensors)


def sensor(kind: str, frame: str, **values: Any) -> kt.Sensor:
    """A sensor of a kind on a frame, which is its name."""
    field = (0.2, -0.1, 0.4) if kind == "magnetometer" else None
    return kt.Sensor(kind, kind, frame, magnetic_field=field, **values)


def touching(contacts: Iterable[kt.Contact]) -> dict[str, Any]:
    """Values of the keywords that name contacts."""
    held = tuple(contacts)
    return {"contacts": held, "simulation": kt.Simulation(contacts=held)}


def needed(algorithm: kt.Algorithm, values: dict[str, Any]) -> dict[str, Any]:
    """Values of keywords without a default and of contacts; their friction is an input."""
    parameters = signature(algorithm).parameters
    keywords = {
        name: values[name]
        for name, x in parameters.items()
        if x.kind is Parameter.KEYWORD_ONLY and (x.default is Parameter.empty or name in TOUCHING)
    }
    if "terrain" in parameters and "points" in parameters:
        keywords["sizes"] = {"nx": 3, "ny": 4, "npoints": 5}
    if "obstacles" in parameters:
        keywords |= {"inputs": ("spheres",), "sizes": {"nspheres": 3}}
    has_friction = "friction" in parameters and {*TOUCHING} & {*parameters}
    return keywords | ({"inputs": ("friction",)} if has_friction else {})
