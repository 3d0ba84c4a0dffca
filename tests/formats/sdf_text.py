"""SDF texts for the tests, written in one line each, and SciPy's reading of their poses."""

from typing import Any

import numpy as np
from agreement import run
from scipy.spatial.transform import Rotation

import kinetree as kt

Pose = np.ndarray[Any, Any]

INERTIAL = (
    "<inertial><pose>0 0 0.1 0.1 0.2 0.3</pose><mass>1</mass><inertia><ixx>1</ixx><iyy>2</iyy>"
    "<izz>2.5</izz><ixy>0.1</ixy><ixz>0</ixz><iyz>0</iyz></inertia></inertial>"
)
AXIS = "<axis><xyz>0 0 1</xyz></axis>"
AXIS2 = "<axis2><xyz>0 1 0</xyz></axis2>"


def pose(numbers: str, relative_to: str = "", more: str = "") -> str:
    base = f' relative_to="{relative_to}"' if relative_to else ""
    return f"<pose{base} {more}>{numbers}</pose>"


def link(name: str, inside: str = "", inertial: str = INERTIAL) -> str:
    return f'<link name="{name}">{inside}{inertial}</link>'


def joint(name: str, parent: str, child: str, kind: str = "revolute", inside: str = AXIS) -> str:
    ends = f"<parent>{parent}</parent><child>{child}</child>"
    return f'<joint name="{name}" type="{kind}">{ends}{inside}</joint>'


def frame(name: str, attached_to: str = "", inside: str = "") -> str:
    attached = f' attached_to="{attached_to}"' if attached_to else ""
    return f'<frame name="{name}"{attached}>{inside}</frame>'


def model(name: str, *parts: str, more: str = "") -> str:
    """A model, one part a line: `<model>` is its first line."""
    return "\n".join([f'<model name="{name}" {more}>', *parts, "</model>"])


def sdf(*parts: str, version: str = "1.9") -> str:
    """A file: `<sdf>` is line 1, the first part begins on line 2."""
    return "\n".join([f'<sdf version="{version}">', *parts, "</sdf>"])


def robot(*parts: str, version: str = "1.9") -> str:
    """A file of one model "r", one part a line: the first part is line 3."""
    return sdf(model("r", *parts), version=version)


def include(uri: str, *more: str, merge: bool = False) -> str:
    merged = ' merge="true"' if merge else ""
    return f"<include{merged}><uri>{uri}</uri>{''.join(more)}</include>"


def mimic(
    joint: str, multiplier: float, offset: float, reference: float, axis: str = "axis"
) -> str:
    return (
        f'<mimic joint="{joint}" axis="{axis}"><multiplier>{multiplier}</multiplier>'
        f"<offset>{offset}</offset><reference>{reference}</reference></mimic>"
    )


def text_of(numbers: Any) -> str:
    return " ".join(map(repr, map(float, numbers)))


def placed(numbers: Any) -> Pose:
    """x y z roll pitch yaw, as SciPy reads them."""
    T = np.eye(4)
    T[:3, 3] = numbers[:3]
    T[:3, :3] = Rotation.from_euler("xyz", numbers[3:]).as_matrix()
    return T


def placements(robot: kt.Model, q: Any = None) -> dict[tuple[str, str], Pose]:
    """Where all frames are, by name and kind."""
    T = run(kt.frame_placements, robot, kt.neutral(robot) if q is None else q)
    return {(f.name, f.kind): T[i] for i, f in enumerate(robot.frames)}
