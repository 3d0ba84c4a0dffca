"""`ModelBuilder`: a robot put together body by body."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..errors import ModelError, unknown
from ..scalar.array import Array
from ..spatial import SE3, Inertia
from .joints import Continuous, Fixed, FreeFlyer, Joint, Mimic
from .joints.base import snapped
from .joints.complete import check_joint
from .model import Model
from .rigid import rigid
from .tree import Frame, FrameKind

GRAVITY = (0.0, 0.0, -9.81)


@dataclass
class _Body:
    """A moving body while the robot is being built; body 0 is the universe."""

    name: str
    parent: int
    joint: Joint
    origin: SE3
    inertia: Inertia
    numbers: dict[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True)
class _Place:
    """Where a named link is: on which moving body, and where there."""

    body: int
    placement: SE3


class ModelBuilder:
    """Builds a `Model`: bodies by name, each hung on its parent by a joint.

    A body on a `Fixed` joint becomes part of its parent; its frames stay. Bodies may come in any
    order that names parents first; `build` numbers them depth first, siblings in the order given.

    >>> from kinetree import Revolute
    >>> b = ModelBuilder("pendulum")
    >>> ball = Inertia(1.0, [0, 0, -0.5], [[0] * 3] * 3)
    >>> b.add_body("ball", joint=Revolute("y"), inertia=ball)
    >>> b.build().nv
    1
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._bodies = [_Body("universe", 0, Fixed(), SE3.identity(), Inertia.zero())]
        self._places: dict[str, _Place] = {}
        self._frames: list[Frame] = []
        self._frame_names: set[tuple[str, FrameKind]] = set()
        self._add_frame("universe", "universe", _Place(0, SE3.identity()))

    def add_root(
        self,
        name: str,
        *,
        joint: Joint | None = None,
        placement: Any = None,
        inertia: Inertia | None = None,
    ) -> None:
        """The base: fixed to the universe, or on a joint called "root_joint"."""
        if joint is not None:
            self.add_body(
                name, joint=joint, placement=placement, inertia=inertia, joint_name="root_joint"
            )
            return
        self._claim(name, inertia)
        self._attach(name, _Place(0, self._origin(name, placement)), inertia)

    def add_body(
        self,
        name: str,
        *,
        parent: str = "world",
        joint: Joint,
        placement: Any = None,
        inertia: Inertia | None = None,
        joint_name: str | None = None,
        lower: float | None = None,
        upper: float | None = None,
        velocity_limit: float | None = None,
        effort_limit: float | None = None,
        damping: float = 0.0,
        friction: float = 0.0,
        armature: float = 0.0,
        actuated: bool = True,
    ) -> None:
        """A body on a joint.

        `placement` (an `SE3` or a 4 x 4 matrix) is where the joint stands in its parent body,
        `inertia` the body's, in the joint's frame; limits without a number are infinite. The parent
        "world" is the universe unless a body is called so.
        """
        joint_name = joint_name or f"{name}_joint"
        self._claim(name, inertia)
        check_joint(f"{self.name}: joint {joint_name!r}", joint)
        at = self._place(parent)
        origin = at.placement @ self._origin(joint_name, placement)
        if isinstance(joint, Fixed):
            place = _Place(at.body, _snap(origin))
            self._add_frame(joint_name, "fixed_joint", place)
            self._attach(name, place, inertia)
            return
        if any(body.name == joint_name for body in self._bodies):
            raise ModelError(f"{self.name}: two joints are called {joint_name!r}; rename one.")
        numbers = {
            "lower_position_limits": -np.inf if lower is None else lower,
            "upper_position_limits": np.inf if upper is None else upper,
            "velocity_limits": np.inf if velocity_limit is None else velocity_limit,
            "effort_limits": np.inf if effort_limit is None else effort_limit,
            "damping": damping,
            "friction": friction,
            "armature": armature,
            "actuated": actuated and not isinstance(joint, FreeFlyer),
        }
        body = _Body(joint_name, at.body, joint, _snap(origin), Inertia.zero(), numbers)
        self._bodies.append(body)
        place = _Place(len(self._bodies) - 1, SE3.identity())
        self._add_frame(joint_name, "joint", place)
        self._attach(name, place, inertia)

    def add_frame(
        self, name: str, *, parent: str, placement: Any = None, kind: FrameKind = "op"
    ) -> None:
        """A frame of interest on a body, at `placement` in the body's frame."""
        at = self._place(parent)
        origin = _snap(at.placement @ self._origin(name, placement))
        self._add_frame(name, kind, _Place(at.body, origin))

    def build(self) -> Model:
        """The model; `index_map` then tells the number of the i-th joint added."""
        order = self._depth_first()
        self.index_map = tuple(order.index(i) for i in range(len(order)))
        bodies = [self._bodies[i] for i in order]
        joints = self._slots(bodies)
        frames = [Frame(f.name, f.kind, self.index_map[f.joint], f.placement) for f in self._frames]
        return Model(self.name, joints, frames, _arrays(bodies, joints))

    def _claim(self, name: str, inertia: Inertia | None) -> None:
        if name in self._places:
            raise ModelError(f"{self.name}: two bodies are called {name!r}; rename one.")
        _check_inertia(f"{self.name}: body {name!r}", inertia)

    def _origin(self, name: str, placement: Any) -> SE3:
        if placement is None:
            return SE3.identity()
        return _snap(rigid(f"{self.name}: the placement of {name!r}", placement))

    def _add_frame(self, name: str, kind: FrameKind, place: _Place) -> None:
        if (name, kind) in self._frame_names:
            raise ModelError(
                f"{self.name}: two frames are called {name!r}, both of kind {kind!r}; rename one."
            )
        self._frame_names.add((name, kind))
        self._frames.append(Frame(name, kind, place.body, place.placement))

    def _place(self, parent: str) -> _Place:
        if parent in self._places:
            return self._places[parent]
        if parent == "world":
            return _Place(0, SE3.identity())
        raise ModelError(f"{self.name}: {unknown('body', parent, ['world', *self._places])}")

    def _attach(self, name: str, place: _Place, inertia: Inertia | None) -> None:
        self._places[name] = place
        self._add_frame(name, "body", place)
        if inertia is not None:
            body = self._bodies[place.body]
            body.inertia = body.inertia + place.placement @ inertia

    def _depth_first(self) -> list[int]:
        children: list[list[int]] = [[] for _ in self._bodies]
        for i, body in enumerate(self._bodies[1:], 1):
            children[body.parent].append(i)
        order: list[int] = []
        stack = [0]
        while stack:
            i = stack.pop()
            order.append(i)
            stack += reversed(children[i])
        return order

    def _slots(self, bodies: list[_Body]) -> list[tuple[str, int, Joint, slice, slice]]:
        """Joints with their coordinates; mimics get those of their sources."""
        types = _resolved(self.name, {body.name: body.joint for body in bodies[1:]})
        slots: dict[str, tuple[slice, slice]] = {}
        nq = nv = 0
        for name, joint in types.items():
            if joint.independent:
                slots[name] = slice(nq, nq + joint.nq), slice(nv, nv + joint.nv)
                nq, nv = nq + joint.nq, nv + joint.nv
        slots |= {n: slots[j.source] for n, j in types.items() if isinstance(j, Mimic)}
        parents = [self.index_map[body.parent] for body in bodies[1:]]
        return [
            (name, parent, joint, *slots[name])
            for (name, joint), parent in zip(types.items(), parents, strict=True)
        ]


def _resolved(robot: str, types: dict[str, Joint]) -> dict[str, Joint]:
    """Every mimic as the mimic of a joint with coordinates of its own."""
    return {
        name: _followed(robot, name, joint, types) if isinstance(joint, Mimic) else joint
        for name, joint in types.items()
    }


def _followed(robot: str, name: str, mimic: Mimic, types: dict[str, Joint]) -> Mimic:
    seen, kind = [name], mimic.joint
    while True:
        if mimic.source not in types:
            raise ModelError(
                f"{robot}: joint {name!r} mimics {unknown('joint', mimic.source, types)}"
            )
        if mimic.source in seen:
            cycle = " -> ".join([*seen, mimic.source])
            raise ModelError(f"{robot}: mimic joints follow each other in a circle: {cycle}.")
        source = types[mimic.source]
        if not isinstance(source, Mimic):
            return _fitting(robot, name, mimic, kind or source, source)
        seen, kind = [*seen, mimic.source], kind or source.joint
        mimic = mimic.followed(source, kind)


def _fitting(robot: str, name: str, mimic: Mimic, kind: Joint, source: Joint) -> Mimic:
    fits = kind.nv == source.nv == 1
    if fits:
        mimic = Mimic(mimic.source, mimic.multiplier, mimic.offset, kind)
        fits = mimic.fits(source)
    if not fits:
        hint = (
            "a (cos, sin) joint is followed by Continuous joints at integer ratios; load it with "
            'continuous="angle"'
            if isinstance(source, Continuous)
            else "a mimic and its source are joints with one coordinate"
        )
        raise ModelError(f"{robot}: joint {name!r} ({kind}) cannot follow {source}: {hint}.")
    return mimic


def _arrays(
    bodies: list[_Body], joints: list[tuple[str, int, Joint, slice, slice]]
) -> dict[str, Any]:
    own = [(b, j) for b, j in zip(bodies[1:], joints, strict=True) if j[2].independent]
    arrays: dict[str, Any] = {
        "gravity": GRAVITY,
        "inertias": _table([b.inertia.parameters for b in bodies], (-1, 10)),
        "placements": _table([b.origin.matrix for b in bodies], (-1, 4, 4)),
    }
    for key in ("lower_position_limits", "upper_position_limits"):
        arrays[key] = [b.numbers[key] for b, j in own for _ in range(j[2].nq)]
    for key in ("velocity_limits", "effort_limits", "damping", "friction", "armature", "actuated"):
        arrays[key] = [b.numbers[key] for b, j in own for _ in range(j[2].nv)]
    return arrays


def _table(rows: list[Array], shape: tuple[int, ...]) -> Any:
    flat = [x for row in rows for x in row.flat]
    plain = all(isinstance(x, (int, float)) for x in flat)
    return np.array(flat, dtype=float if plain else object).reshape(shape)


def _check_inertia(what: str, inertia: object) -> None:
    if inertia is None:
        return
    if not isinstance(inertia, Inertia):
        raise ModelError(
            f"{what} has {type(inertia).__name__} as its inertia; expected kt.Inertia(mass, "
            "center_of_mass, rotational_inertia_about_it)."
        )
    if isinstance(inertia.mass, (int, float)) and not inertia.mass >= 0:
        raise ModelError(f"{what} has mass {inertia.mass}; expected >= 0.")


def _snap(T: SE3) -> SE3:
    return SE3(snapped(T.rotation), snapped(T.translation))
