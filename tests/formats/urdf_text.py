"""URDF texts for the tests, written in one line each."""

INERTIAL = (
    '<inertial><origin xyz="0 0 0.1" rpy="0.1 0.2 0.3"/><mass value="1"/>'
    '<inertia ixx="1" iyy="2" izz="2.5" ixy="0.1" ixz="0" iyz="0"/></inertial>'
)
AXIS = '<axis xyz="0 0 1"/>'
LIMIT = '<limit lower="-1" upper="1" effort="3" velocity="2"/>'


def link(name: str, inside: str = INERTIAL) -> str:
    return f'<link name="{name}">{inside}</link>'


def joint(
    name: str, parent: str, child: str, kind: str = "revolute", inside: str = AXIS + LIMIT
) -> str:
    ends = f'<parent link="{parent}"/><child link="{child}"/>'
    return f'<joint name="{name}" type="{kind}">{ends}{inside}</joint>'


def robot(*parts: str) -> str:
    """A robot, one part a line: `<robot>` is line 1, the first part line 2."""
    return "\n".join(['<robot name="r">', *parts, "</robot>"])


def mimic(source: str, multiplier: str = "1", offset: str = "0") -> str:
    return f'<mimic joint="{source}" multiplier="{multiplier}" offset="{offset}"/>'


LIMB = robot(
    *(link(name) for name in "abcdefg"),
    joint("j1", "a", "b"),
    joint("j2", "b", "c", "continuous"),
    joint("fix", "c", "d", "fixed", ""),
    joint("j3", "d", "e"),
    joint("k1", "b", "f"),
    joint("k2", "f", "g", "prismatic"),
)
"""A robot for the tests of SRDF."""
