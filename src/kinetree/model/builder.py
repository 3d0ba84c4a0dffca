"""`ModelBuilder`: a robot put together body by body."""

from collections.abc import Sequence
from math import inf
from typing import TYPE_CHECKING, Final, NoReturn, cast, get_args

from ..errors import ModelError, errors_at, unknown, unknown_attribute
from ..spatial import SE3, Inertia
from ..spatial.se3 import PlacementLike, rigid
from .assembly import Assembly
from .builder_arguments import check_inertia, checked_text, joint_parameters, with_keywords
from .description import (
    Anchor,
    Constraint,
    Coupling,
    Description,
    JointParameter,
    Loop,
    snapped_placement,
)
from .joints import Fixed, Joint, Mimic
from .joints.check import check_joint
from .model import Model
from .numbering import depth_first
from .parts import FRICTION, FrameKind, Geometry, GeometryKind, check_kind
from .shapes import Shape
from .softness import Softness

_ORIGIN: Final = Anchor(0, SE3.identity(), 0)


class ModelBuilder:
    """Builds a `Model`: bodies by name, each on its parent by a joint.

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
        self.name = checked_text("ModelBuilder: the name of the robot", name)
        self._assembly = Assembly()
        self._places: dict[str, Anchor] = {}
        self._geometries: list[Geometry] = []
        self._constraints: list[Constraint] = []

    if not TYPE_CHECKING:  # a type checker would take every attribute for one that exists

        def __getattr__(self, name: str) -> NoReturn:
            """Raise AttributeError, with kinetree's name if `name` is a peer's."""
            raise AttributeError(unknown_attribute("a ModelBuilder", name, "builders", dir(self)))

    def add_root(
        self,
        name: str,
        *,
        joint: Joint | None = None,
        placement: PlacementLike | None = None,
        inertia: Inertia | None = None,
    ) -> None:
        """Add the base: fixed to the universe, or on a joint called "root_joint"."""
        if joint is not None:
            self.add_body(
                name, joint=joint, placement=placement, inertia=inertia, joint_name="root_joint"
            )
            return
        self._claim(name, inertia)
        self._attach(name, self._in_body(name, _ORIGIN, placement), inertia)

    @with_keywords
    def add_body(
        self,
        name: str,
        *,
        parent: str = "world",
        joint: Joint,
        placement: PlacementLike | None = None,
        inertia: Inertia | None = None,
        joint_name: str | None = None,
        **parameters: JointParameter | None,
    ) -> None:
        """Add a body on a joint.

        `placement` (an `SE3` or a 4 x 4 matrix) is that of the joint in its parent body, `inertia`
        the body's, in the joint's frame. `parameters` are `lower`, `upper`, `velocity_limit`,
        `effort_limit`, `armature`, `damping` and the others in the table of docs/api/models.md,
        each a number, or one for each coordinate of the joint; limits that are not given are
        infinite, and springs are slack at the joint's neutral configuration unless
        `spring_reference` (nq of the joint) is given. The parent "world" is the universe unless a
        body has this name. A `Fixed` or `Mimic` joint has no parameters.
        """
        self._claim(name, inertia)
        joint_name = self._text("joint", joint_name or f"{name}_joint")
        where = f"{self.name}: joint {joint_name!r}"
        check_joint(where, joint)
        values = joint_parameters(where, joint, parameters)
        anchor = self._anchor(joint_name, parent, placement)
        moving = [body.name for body in self._assembly.bodies]
        if joint_name in moving and not isinstance(joint, Fixed):
            raise ModelError(f"{self.name}: two joints are called {joint_name!r}; rename one.")
        with errors_at(self.name):
            place = self._assembly.add_joint(joint_name, joint, anchor, values)
        self._attach(name, place, inertia)

    def add_frame(
        self,
        name: str,
        *,
        parent: str,
        placement: PlacementLike | None = None,
        kind: FrameKind = "op",
    ) -> None:
        """Add a frame of interest on a body, at `placement` in the body's frame."""
        self._text("frame", name)
        check_kind(f"{self.name}: the frame {name!r}", kind, get_args(FrameKind))
        anchor = self._anchor(name, parent, placement)
        with errors_at(self.name):
            self._assembly.add_frame(name, kind, anchor)

    def add_geometry(
        self,
        name: str,
        *,
        parent: str,
        shape: Shape,
        kind: GeometryKind = "visual",
        placement: PlacementLike | None = None,
        color: tuple[float, float, float, float] | None = None,
        friction: tuple[float, float, float] = FRICTION,
        stiffness: float = inf,
        damping: float = 0.0,
        margin: float = 0.0,
        condim: int = 3,
        softness: Softness | None = None,
    ) -> None:
        """Add a shape on a body, at `placement` in the body's frame.

        `color` is rgba in [0, 1]; `friction` and what follows it are of contacts: `kt.Geometry`.
        """
        self._text("geometry", name)
        anchor = self._anchor(name, parent, placement)
        place = anchor.joint, anchor.placement
        with errors_at(self.name):
            surface = friction, stiffness, damping, margin, condim, softness
            geometry = Geometry(name, kind, parent, *place, shape, color, 1, 1, *surface)
            self._geometries.append(geometry)

    def add_loop(
        self,
        name: str,
        *,
        joint: Joint,
        first: str,
        second: str,
        first_placement: PlacementLike | None = None,
        second_placement: PlacementLike | None = None,
    ) -> None:
        """Add a joint that closes a loop: a frame of `second` moves in a frame of `first`.

        The placements are in the bodies' frames. It is recorded in `model.constraints`.
        """
        where = f"{self.name}: the loop {self._text('loop', name)!r}"
        check_joint(where, joint)
        if isinstance(joint, Mimic):
            raise ModelError(f"{where}: joint is {joint!r}; a loop's joint cannot be a mimic.")
        one = self._anchor(name, first, first_placement)
        other = self._anchor(name, second, second_placement)
        self._constraints.append(Loop(name, joint, one, other))

    def add_coupling(
        self, name: str, *, joint: str, source: str | None, coefficients: Sequence[float]
    ) -> None:
        """Record q of `joint` as a polynomial in q of `source`, in `model.constraints`.

        Its coefficients are c0, c1, ...; both joints may be added later.
        """
        self._text("coupling", name)
        terms = cast(tuple[float, ...], coefficients)  # `Coupling` makes it one
        with errors_at(self.name):
            self._constraints.append(Coupling(name, joint, source, terms))

    def build(self) -> Model:
        """Return the model; `index_map[i]` is then its number of the i-th joint added."""
        description = self.description()
        order = depth_first([body.parent for body in description.joints])
        number = {old: new for new, old in enumerate(order)}
        self.index_map = tuple(number[i] for i in range(len(number)))
        return Model(description)

    def description(self) -> Description:
        """The robot so far, with joints in the order in which they were added."""
        return self._assembly.description(
            self.name, geometries=tuple(self._geometries), constraints=tuple(self._constraints)
        )

    def _text(self, what: str, name: object) -> str:
        return checked_text(f"{self.name}: the name of a {what}", name)

    def _claim(self, name: str, inertia: Inertia | None) -> None:
        self._text("body", name)
        if name in self._places:
            raise ModelError(f"{self.name}: two bodies are called {name!r}; rename one.")
        check_inertia(f"{self.name}: body {name!r}", inertia)

    def _anchor(self, name: str, parent: str, placement: PlacementLike | None) -> Anchor:
        """A placement in the frame of a body, on the joint that moves it."""
        known = isinstance(parent, str)  # pyright: ignore[reportUnnecessaryIsInstance]
        body = self._places.get(parent) if known else None
        if body is None and parent != "world":
            raise ModelError(f"{self.name}: {unknown('body', parent, ['world', *self._places])}")
        return self._in_body(name, body or _ORIGIN, placement)

    def _in_body(self, name: str, body: Anchor, placement: PlacementLike | None) -> Anchor:
        T = SE3.identity()
        if placement is not None:
            T = snapped_placement(rigid(f"{self.name}: the placement of {name!r}", placement))
        return Anchor(body.joint, snapped_placement(body.placement @ T), body.frame)

    def _attach(self, name: str, place: Anchor, inertia: Inertia | None) -> None:
        with errors_at(self.name):
            self._places[name] = self._assembly.add_body(name, place, inertia)
