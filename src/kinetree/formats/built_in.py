"""Built-in robots: `kt.robots.humanoid()`."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from ..errors import ModelError
from ..model import Model, ModelBuilder
from ..model.joints import FreeFlyer, Revolute
from ..scalar.array import Scalar, as_array
from ..spatial import SE3, Inertia
from .solids import box, rod

_PerLink = Scalar | Sequence[Scalar]
_UPRIGHT: Final = ((1, 0, 0), (0, 1, 0), (0, 0, 1))


def _at(x: Scalar = 0, y: Scalar = 0, z: Scalar = 0) -> SE3:
    return SE3(_UPRIGHT, [x, y, z])


def pendulum(n: int = 1, *, mass: _PerLink = 1.0, length: _PerLink = 1.0) -> Model:
    """n point masses on massless rods, swinging about y; one mass and length, or one each."""
    masses, lengths = _each(mass, n, "mass"), _each(length, n, "length")
    b = ModelBuilder(f"pendulum{n}")
    for i in range(n):
        ball = Inertia(masses[i], [0, 0, -lengths[i]], [[0] * 3] * 3)
        parent, place = ("world", None) if i == 0 else (f"ball{i}", _at(z=-lengths[i - 1]))
        b.add_body(
            f"ball{i + 1}",
            parent=parent,
            joint=Revolute("y"),
            joint_name=f"hinge{i + 1}",
            placement=place,
            inertia=ball,
        )
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
    b = ModelBuilder(f"serial_chain{n}")
    for i in range(n):
        _link(b, i, i - 1)
    return b.build()


def binary_tree(n: int = 15) -> Model:
    """n links; link i is a child of link (i - 1) // 2."""
    b = ModelBuilder(f"binary_tree{n}")
    for i in range(n):
        _link(b, i, (i - 1) // 2)
    return b.build()


def _link(b: ModelBuilder, i: int, parent: int) -> None:
    b.add_body(
        f"link{i + 1}",
        parent="world" if i == 0 else f"link{parent + 1}",
        joint=Revolute("zy"[i % 2]),
        joint_name=f"joint{i + 1}",
        placement=None if i == 0 else _at(z=-0.3),
        inertia=rod(1.0, 0.3),
        lower=-3.0,
        upper=3.0,
        effort_limit=100.0,
        velocity_limit=10.0,
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


def _limb(
    b: ModelBuilder,
    prefix: str,
    parent: str,
    placement: SE3,
    parts: Sequence[tuple[str, str, float, float]],
) -> str:
    """A chain of rods below a body; returns the name of the last."""
    drop = 0.0
    for i, (name, axis, length, mass) in enumerate(parts):
        b.add_body(
            f"{prefix}_{name}_link",
            parent=parent,
            joint=Revolute(axis),
            joint_name=f"{prefix}_{name}",
            placement=placement if i == 0 else _at(z=-drop),
            inertia=rod(mass, length, 0.05),
            lower=-2.5,
            upper=2.5,
            effort_limit=200.0,
            velocity_limit=10.0,
            armature=0.01,
        )
        parent, drop = f"{prefix}_{name}_link", length
    return parent


def _floating(name: str, inertia: Inertia) -> ModelBuilder:
    b = ModelBuilder(name)
    b.add_root("base", joint=FreeFlyer(), inertia=inertia)
    return b


def _spread(n: int, limbs: int, what: str) -> list[int]:
    """Distribute n joints over the limbs; the first limbs get one more if there is a rest."""
    if n < limbs:
        raise ModelError(f"{what} of {n} joints; expected at least {limbs}, one a leg.")
    return [n // limbs + (i < n % limbs) for i in range(limbs)]


def biped(n: int = 12) -> Model:
    """A trunk on two legs, n actuated joints and a free-flyer."""
    b = _floating(f"biped{n}", box(20.0, 0.2, 0.3, 0.4))
    for side, y, count in zip(
        ("left", "right"), (0.1, -0.1), _spread(n, 2, "a biped"), strict=True
    ):
        parts = [(f"{_LEG[k % 6][0]}{k // 6 or ''}", *_LEG[k % 6][1:]) for k in range(count)]
        foot = _limb(b, side, "base", _at(y=y, z=-0.2), parts)
        b.add_frame(f"{side}_foot", parent=foot, placement=_at(z=-0.08))
    return b.build()


def quadruped(n: int = 12) -> Model:
    """A trunk on four legs, n actuated joints and a free-flyer."""
    b = _floating(f"quadruped{n}", box(15.0, 0.6, 0.3, 0.2))
    corners = {"front_left": (0.3, 0.15), "front_right": (0.3, -0.15)}
    corners |= {"hind_left": (-0.3, 0.15), "hind_right": (-0.3, -0.15)}
    leg = (("hip", "x", 0.08, 1.0), ("thigh", "y", 0.25, 1.5), ("knee", "y", 0.25, 0.5))
    for (corner, (x, y)), count in zip(corners.items(), _spread(n, 4, "a quadruped"), strict=True):
        parts = [(f"{leg[k % 3][0]}{k // 3 or ''}", *leg[k % 3][1:]) for k in range(count)]
        foot = _limb(b, corner, "base", _at(x, y), parts)
        b.add_frame(f"{corner}_foot", parent=foot, placement=_at(z=-0.25))
    return b.build()


def humanoid() -> Model:
    """A humanoid on a free-flyer: two legs, two arms, waist and neck; 29 actuated joints, nv 35."""
    b = _floating("humanoid", box(10.0, 0.2, 0.3, 0.2))
    for side, y in (("left", 0.1), ("right", -0.1)):
        foot = _limb(b, f"{side}_leg", "base", _at(y=y, z=-0.1), _LEG)
        b.add_frame(f"{side}_foot", parent=foot, placement=_at(z=-0.08))
    chest = _limb(b, "torso", "base", _at(z=0.1), (("yaw", "z", 0.05, 2.0),))
    for side, y in (("left", 0.22), ("right", -0.22)):
        hand = _limb(b, f"{side}_arm", chest, _at(y=y, z=0.45), _ARM)
        b.add_frame(f"{side}_hand", parent=hand, placement=_at(z=-0.1))
    neck = _limb(b, "neck", chest, _at(z=0.5), (("yaw", "z", 0.05, 0.5),))
    b.add_body(
        "head",
        parent=neck,
        joint=Revolute("y"),
        joint_name="neck_pitch",
        placement=_at(z=0.05),
        inertia=box(4.0, 0.2, 0.16, 0.24, center=(0, 0, 0.12)),
        lower=-1.0,
        upper=1.0,
        effort_limit=50.0,
        velocity_limit=10.0,
        armature=0.01,
    )
    return b.build()


def arm() -> Model:
    """A fixed arm with 7 joints and a tool frame."""
    b = ModelBuilder("arm")
    b.add_root("base", inertia=box(4.0, 0.2, 0.2, 0.1))
    parts = [
        ("z", 0.33, 4.0),
        ("y", 0.05, 3.0),
        ("z", 0.28, 3.0),
        ("y", 0.05, 2.0),
        ("z", 0.30, 2.0),
        ("y", 0.05, 1.0),
        ("z", 0.10, 0.5),
    ]
    height, parent = 0.1, "base"
    for i, (axis, length, mass) in enumerate(parts, 1):
        b.add_body(
            f"link{i}",
            parent=parent,
            joint=Revolute(axis),
            joint_name=f"joint{i}",
            placement=_at(z=height),
            inertia=Inertia(mass, [0.01, 0, length / 2], rod(mass, length, 0.06).rotational),
            lower=-2.8,
            upper=2.8,
            effort_limit=80.0,
            velocity_limit=3.0,
            armature=0.1,
        )
        height, parent = length, f"link{i}"
    b.add_frame("tool", parent="link7", placement=_at(z=0.1))
    return b.build()


BUILTIN: Final[dict[str, Callable[[], Model]]] = {
    "pendulum": pendulum,
    "double_pendulum": partial(pendulum, 2),
    "serial_chain": serial_chain,
    "binary_tree": binary_tree,
    "biped": biped,
    "quadruped": quadruped,
    "humanoid": humanoid,
    "arm": arm,
}
