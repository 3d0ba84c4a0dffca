"""`ModelBuilder`: a robot put together body by body."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..errors import ModelError, unknown
from ..spatial import SE3, Inertia
from .assembly import Body, Parts, assembled, snapped_placement
from .joints import Fixed, FreeFlyer, Joint
from .joints.complete import check_joint
from .model import Model
from .rigid import rigid
from .shapes import Shape
from .tree import Anchor, Constraint, Coupling, Frame, FrameKind, Geometry, Loop
from .tree import GeometryKind as Kind


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
        self._bodies = [Body.universe()]
        self._places: dict[str, _Place] = {}
        self._frames: list[Frame] = []
        self._geometries: list[Geometry] = []
        self._constraints: list[Constraint] = []
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
        lower: Any = None,
        upper: Any = None,
        velocity_limit: Any = None,
        effort_limit: Any = None,
        damping: Any = 0.0,
        friction: Any = 0.0,
        armature: Any = 0.0,
        actuated: Any = True,
        rotor_inertia: Any = 0.0,
        gear_ratio: Any = 1.0,
    ) -> None:
        """A body on a joint.

        `placement` (an `SE3` or a 4 x 4 matrix) is where the joint stands in its parent body,
        `inertia` the body's, in the joint's frame. Limits and the like are one number, or one a
        coordinate of the joint; limits without a number are infinite. The parent "world" is the
        universe unless a body is called so.
        """
        joint_name = joint_name or f"{name}_joint"
        self._claim(name, inertia)
        check_joint(f"{self.name}: joint {joint_name!r}", joint)
        at = self._place(parent)
        origin = at.placement @ self._origin(joint_name, placement)
        if isinstance(joint, Fixed):
            place = _Place(at.body, snapped_placement(origin))
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
            "actuated": False if isinstance(joint, FreeFlyer) else actuated,
            "rotor_inertia": rotor_inertia,
            "gear_ratio": gear_ratio,
        }
        body = Body(joint_name, at.body, joint, snapped_placement(origin), Inertia.zero(), numbers)
        self._bodies.append(body)
        place = _Place(len(self._bodies) - 1, SE3.identity())
        self._add_frame(joint_name, "joint", place)
        self._attach(name, place, inertia)

    def add_frame(
        self, name: str, *, parent: str, placement: Any = None, kind: FrameKind = "op"
    ) -> None:
        """A frame of interest on a body, at `placement` in the body's frame."""
        at = self._place(parent)
        origin = snapped_placement(at.placement @ self._origin(name, placement))
        self._add_frame(name, kind, _Place(at.body, origin))

    def add_geometry(
        self,
        name: str,
        *,
        parent: str,
        shape: Shape,
        kind: Kind = "visual",
        placement: Any = None,
        color: tuple[float, float, float, float] | None = None,
    ) -> None:
        """A shape on a body, at `placement` in the body's frame."""
        at = self._place(parent)
        origin = snapped_placement(at.placement @ self._origin(name, placement))
        self._geometries.append(Geometry(name, kind, parent, at.body, origin, shape, color))

    def add_loop(
        self,
        name: str,
        *,
        joint: Joint,
        first: str,
        second: str,
        first_placement: Any = None,
        second_placement: Any = None,
    ) -> None:
        """A joint between two bodies beyond the tree: a frame of `second` moves in one of `first`.

        The placements are in the bodies' frames. It is recorded in `model.constraints`.
        """
        check_joint(f"{self.name}: the loop {name!r}", joint)
        ends = [
            Anchor(at.body, snapped_placement(at.placement @ self._origin(name, placement)))
            for at, placement in (
                (self._place(first), first_placement),
                (self._place(second), second_placement),
            )
        ]
        self._constraints.append(Loop(name, joint, *ends))

    def add_coupling(
        self, name: str, *, joint: str, source: str | None, coefficients: Sequence[float]
    ) -> None:
        """q of `joint` as a polynomial in q of `source`; recorded in `model.constraints`."""
        self._constraints.append(Coupling(name, joint, source, tuple(coefficients)))

    def build(self) -> Model:
        """The model; `index_map` then tells the number of the i-th joint added."""
        parts = Parts(self._bodies, self._frames, self._geometries, self._constraints)
        model, number = assembled(self.name, parts)
        self.index_map = tuple(number[i] for i in range(len(number)))
        return model

    def _claim(self, name: str, inertia: Inertia | None) -> None:
        if name in self._places:
            raise ModelError(f"{self.name}: two bodies are called {name!r}; rename one.")
        _check_inertia(f"{self.name}: body {name!r}", inertia)

    def _origin(self, name: str, placement: Any) -> SE3:
        if placement is None:
            return SE3.identity()
        return snapped_placement(rigid(f"{self.name}: the placement of {name!r}", placement))

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
