"""Robots by name: built in, as `kt.robots.humanoid()`, or installed; or by a table, `from_dh`."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from math import inf
from typing import Final

from ..errors import ModelError
from ..model import Model, ModelBuilder
from ..model.joints import FreeFlyer, Prismatic, Revolute
from ..model.parts import numbers_of
from ..scalar.array import ArrayLike, Scalar, as_array
from ..scalar.math import array, eye
from ..spatial import SE3, Inertia
from .installed import file, packages

__all__ = ["arm", "binary_tree", "biped", "box", "file", "from_dh", "humanoid", "names"]
__all__ += ["pendulum", "quadruped", "rod", "serial_chain"]

_PerLink = Scalar | Sequence[Scalar]


def _at(x: Scalar = 0, y: Scalar = 0, z: Scalar = 0) -> SE3:
    return SE3(((1, 0, 0), (0, 1, 0), (0, 0, 1)), [x, y, z])


def pendulum(n: int = 1, *, mass: _PerLink = 1.0, length: _PerLink = 1.0) -> Model:
    """n point masses on massless rods, swinging about y; one mass and length, or one each."""
    masses, lengths = _each(mass, n, "mass"), _each(length, n, "length")
    b = ModelBuilder(f"pendulum{n}")
    for i in range(n):
        ball = Inertia(masses[i], [0, 0, -lengths[i]], [[0] * 3] * 3)
        parent, place = ("world", None) if i == 0 else (f"ball{i}", _at(z=-lengths[i - 1]))
        _add(b, (f"ball{i + 1}", f"hinge{i + 1}"), parent, "y", place, ball, (inf, inf, inf, 0.0))
    b.add_frame("tip", parent=f"ball{n}", placement=_at(z=-lengths[-1]))
    return b.build()


def _each(value: _PerLink, n: int, what: str) -> list[Scalar]:
    array = as_array(value)
    values = list(array.flat) * (1 if array.shape else n)
    if n < 1 or len(values) != n:
        raise ModelError(
            f"pendulum of {n}: {len(values)} of {what}; expected one for each, n >= 1."
        )
    return values


def serial_chain(n: int = 10) -> Model:
    """A chain of n links that rotate about z, y, z, y, ..."""
    return _links(f"serial_chain{n}", range(n))


def binary_tree(n: int = 15) -> Model:
    """n links; link i is a child of link (i - 1) // 2."""
    return _links(f"binary_tree{n}", [(i + 1) // 2 for i in range(n)])


def _links(name: str, parents: Sequence[int]) -> Model:
    """Links 1, 2, ..., each on the link of another number; 0 is the world."""
    b = ModelBuilder(name)
    for i, parent in enumerate(parents):
        above, place = (f"link{parent}", _at(z=-0.3)) if parent else ("world", None)
        names = f"link{i + 1}", f"joint{i + 1}"
        _add(b, names, above, "zy"[i % 2], place, rod(1.0, 0.3), (3.0, 100.0, 10.0, 0.0))
    return b.build()


def _add(
    b: ModelBuilder,
    names: tuple[str, str],
    parent: str,
    axis: str,
    placement: SE3 | None,
    inertia: Inertia,
    limits: tuple[float, float, float, float],
) -> None:
    """Add a body on a hinge; `limits` are those of angle, effort and velocity, and the armature."""
    angle, effort, velocity, armature = limits
    b.add_body(
        names[0],
        parent=parent,
        joint=Revolute(axis),
        joint_name=names[1],
        placement=placement,
        inertia=inertia,
        lower=-angle,
        upper=angle,
        effort_limit=effort,
        velocity_limit=velocity,
        armature=armature,
    )


_LEG: Final = (  # name, axis, length, mass
    ("hip_yaw", "z", 0.05, 1.0),
    ("hip_roll", "x", 0.05, 1.5),
    ("hip_pitch", "y", 0.38, 5.0),
    ("knee", "y", 0.38, 3.5),
    ("ankle_pitch", "y", 0.05, 0.5),
    ("ankle_roll", "x", 0.08, 1.0),
)
_ARM: Final = (
    ("shoulder_pitch", "y", 0.05, 1.0),
    ("shoulder_roll", "x", 0.05, 1.0),
    ("shoulder_yaw", "z", 0.25, 2.0),
    ("elbow", "y", 0.22, 1.5),
    ("wrist_yaw", "z", 0.05, 0.3),
    ("wrist_pitch", "y", 0.05, 0.3),
    ("wrist_roll", "x", 0.1, 0.5),
)
_HIND_LEG: Final = (("hip", "x", 0.08, 1.0), ("thigh", "y", 0.25, 1.5), ("knee", "y", 0.25, 0.5))


def _limb(
    b: ModelBuilder,
    prefix: str,
    parent: str,
    placement: SE3,
    parts: Sequence[tuple[str, str, float, float]],
) -> str:
    """A chain of rods below a body; returns the name of the last."""
    for name, axis, length, mass in parts:
        names = f"{prefix}_{name}_link", f"{prefix}_{name}"
        _add(b, names, parent, axis, placement, rod(mass, length, 0.05), (2.5, 200.0, 10.0, 0.01))
        parent, placement = names[0], _at(z=-length)
    return parent


def biped(n: int = 12) -> Model:
    """A trunk on two legs, n actuated joints and a free-flyer."""
    hips = {"left": (0, 0.1, -0.2), "right": (0, -0.1, -0.2)}
    return _legged("biped", n, box(20.0, 0.2, 0.3, 0.4), hips, _LEG)


def quadruped(n: int = 12) -> Model:
    """A trunk on four legs, n actuated joints and a free-flyer."""
    hips = {"front_left": (0.3, 0.15, 0), "front_right": (0.3, -0.15, 0)}
    hips |= {"hind_left": (-0.3, 0.15, 0), "hind_right": (-0.3, -0.15, 0)}
    return _legged("quadruped", n, box(15.0, 0.6, 0.3, 0.2), hips, _HIND_LEG)


def _legged(
    name: str,
    n: int,
    trunk: Inertia,
    hips: Mapping[str, tuple[float, float, float]],
    leg: Sequence[tuple[str, str, float, float]],
) -> Model:
    """n joints distributed over the legs; the first legs get one more if there is a rest."""
    if n < len(hips):
        raise ModelError(f"a {name} of {n} joints; expected at least {len(hips)}, one a leg.")
    b = ModelBuilder(f"{name}{n}")
    b.add_root("base", joint=FreeFlyer(), inertia=trunk)
    for i, (side, place) in enumerate(hips.items()):
        count = n // len(hips) + (i < n % len(hips))
        rounds = [divmod(k, len(leg)) for k in range(count)]
        parts = [(f"{leg[k][0]}{turn or ''}", *leg[k][1:]) for turn, k in rounds]
        foot = _limb(b, side, "base", _at(*place), parts)
        b.add_frame(f"{side}_foot", parent=foot, placement=_at(z=-leg[-1][2]))
    return b.build()


def humanoid() -> Model:
    """A humanoid on a free-flyer: two legs, two arms, waist and neck; 29 actuated joints, nv 35."""
    b = ModelBuilder("humanoid")
    b.add_root("base", joint=FreeFlyer(), inertia=box(10.0, 0.2, 0.3, 0.2))
    for side, y in (("left", 0.1), ("right", -0.1)):
        foot = _limb(b, f"{side}_leg", "base", _at(y=y, z=-0.1), _LEG)
        b.add_frame(f"{side}_foot", parent=foot, placement=_at(z=-0.08))
    chest = _limb(b, "torso", "base", _at(z=0.1), (("yaw", "z", 0.05, 2.0),))
    for side, y in (("left", 0.22), ("right", -0.22)):
        hand = _limb(b, f"{side}_arm", chest, _at(y=y, z=0.45), _ARM)
        b.add_frame(f"{side}_hand", parent=hand, placement=_at(z=-0.1))
    neck = _limb(b, "neck", chest, _at(z=0.5), (("yaw", "z", 0.05, 0.5),))
    skull = box(4.0, 0.2, 0.16, 0.24, center=(0, 0, 0.12))
    _add(b, ("head", "neck_pitch"), neck, "y", _at(z=0.05), skull, (1.0, 50.0, 10.0, 0.01))
    return b.build()


def arm() -> Model:
    """A fixed arm with 7 joints and a tool frame."""
    b = ModelBuilder("arm")
    b.add_root("base", inertia=box(4.0, 0.2, 0.2, 0.1))
    lengths, masses = (0.33, 0.05, 0.28, 0.05, 0.3, 0.05, 0.1), (4.0, 3.0, 3.0, 2.0, 2.0, 1.0, 0.5)
    height, parent = 0.1, "base"
    for i, (axis, length, mass) in enumerate(zip("zyzyzyz", lengths, masses, strict=True), 1):
        inertia = Inertia(mass, [0.01, 0, length / 2], rod(mass, length, 0.06).rotational)
        names = f"link{i}", f"joint{i}"
        _add(b, names, parent, axis, _at(z=height), inertia, (2.8, 80.0, 3.0, 0.1))
        height, parent = length, f"link{i}"
    b.add_frame("tool", parent="link7", placement=_at(z=0.1))
    return b.build()


def rod(mass: Scalar, length: Scalar, radius: Scalar = 0.03, *, axis: int = 2) -> Inertia:
    """A solid cylinder from the origin along -z (axis 2), +x (0) or +y (1)."""
    turn = array([eye(3)[(i - axis + 2) % 3] for i in range(3)])
    end = SE3(turn, (1 if axis < 2 else -1) * (length / 2 * eye(3)[axis]))
    return end @ Inertia.of_cylinder(mass, radius, length)


def box(
    mass: float, x: float, y: float, z: float, *, center: Sequence[float] = (0, 0, 0)
) -> Inertia:
    """A solid box about its centre."""
    return SE3(eye(3), center) @ Inertia.of_box(mass, (x, y, z))


def from_dh(
    table: ArrayLike,
    *,
    modified: bool,
    prismatic: Collection[int] = (),
    inertias: Sequence[Inertia] | None = None,
    name: str = "dh",
) -> Model:
    """A chain of joints by its table, with rows a, alpha, d, theta in m and rad.

    Frame i is Rz(theta) Tz(d) Tx(a) Rx(alpha) in frame i - 1, and with `modified=True`, after
    Craig, Rx(alpha) Tx(a) Rz(theta) Tz(d), of its own row. The coordinate of joint i adds to theta,
    or to d of the joints whose numbers, from 1, are in `prismatic`. Frames are "dh1", "dh2", ...;
    `inertias` are those of the links in them, in which they are at rest.
    Raises ModelError for a table of another shape, other numbers or as many inertias.

    >>> import kinetree as kt
    >>> two_links = kt.robots.from_dh([[0.5, 0, 0, 0], [0.4, 0, 0, 0]], modified=False)
    >>> kt.frame_placement(two_links, [0.0, 0.0], frame="dh2")[0, 3].item()
    0.9
    """
    rows = as_array(table)
    n = rows.shape[0] if rows.ndim == 2 else 0
    if n < 1 or rows.shape[1] != 4:
        raise ModelError(
            f"from_dh: the table has shape {rows.shape}; expected (n, 4), rows a, alpha, d, theta."
        )
    text = [x for x in rows.flat if isinstance(x, str)]
    if text:
        raise ModelError(f"from_dh: the table holds {text[0]!r}; expected numbers.")
    if numbers_of(prismatic) is None:
        raise ModelError(f"from_dh: prismatic is {prismatic!r}; expected numbers in a list: [3].")
    wrong = sorted({*prismatic} - {*range(1, n + 1)})
    if wrong:
        raise ModelError(f"from_dh: no joint {wrong[0]}; joints are numbered 1 to {n}.")
    if inertias is not None and [type(x) for x in inertias] != [Inertia] * n:
        raise ModelError(
            f"from_dh: {len(inertias)} inertias for {n} links; expected one kt.Inertia each."
        )
    builder, before = ModelBuilder(name), SE3.identity()
    for i, (a, alpha, d, theta) in enumerate(rows, 1):
        along_x, along_z = _screw("x", alpha, a), _screw("z", theta, d)
        first, after = (along_x @ along_z, SE3.identity()) if modified else (along_z, along_x)
        builder.add_body(
            f"link{i}",
            parent=f"link{i - 1}" if i > 1 else "world",
            joint=Prismatic("z") if i in prismatic else Revolute("z"),
            joint_name=f"joint{i}",
            placement=before @ first,
            inertia=None if inertias is None else after @ inertias[i - 1],
        )
        builder.add_frame(f"dh{i}", parent=f"link{i}", placement=after)
        before = after
    return builder.build()


def _screw(axis: str, angle: Scalar, length: Scalar) -> SE3:
    """A turn about an axis, and a way along it."""
    turn, way = Revolute(axis), Prismatic(axis)
    return turn.placement(as_array([angle])) @ way.placement(as_array([length]))


BUILTIN: Final[dict[str, Callable[[], Model]]] = {
    "pendulum": pendulum,
    "double_pendulum": partial(pendulum, 2),
    **{x.__name__: x for x in (serial_chain, binary_tree, biped, quadruped, humanoid, arm)},
}


def names() -> tuple[str, ...]:
    """The names that `kinetree.load` takes.

    They are those of the built-in robots, then those in installed packages: example-robot-data,
    any `*_description` package (jvrc_description, upkie_description), and robot_descriptions,
    which downloads a robot by git at its first use. `pip install` them for more names.

    >>> names()[:4]
    ('pendulum', 'double_pendulum', 'serial_chain', 'binary_tree')
    """
    return (*BUILTIN, *packages(BUILTIN))
