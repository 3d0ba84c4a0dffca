"""`Assembly`: the bodies and frames of a robot as they are put together."""

from collections.abc import Mapping
from dataclasses import replace

from ..errors import ModelError
from ..spatial import SE3, Inertia
from .description import Body, Universe, snapped_placement, universe_frame
from .joints import Fixed, Joint
from .parts import Anchor, Frame, FrameKind


class Assembly:
    """Collects bodies and frames. A body is moved by the last joint above it."""

    def __init__(self) -> None:
        self.universe = Universe()
        self.bodies: list[Body] = []
        self.frames = [universe_frame()]
        self._frame_names: set[tuple[str, FrameKind]] = {("universe", "universe")}

    def add_joint(
        self, name: str, joint: Joint, anchor: Anchor, parameters: Mapping[str, object]
    ) -> Anchor:
        """Add a joint at an anchor, and its frame; returns the anchor of that frame."""
        if name == "universe":
            raise ModelError(
                "a joint cannot be called 'universe', as the first of all is; rename it."
            )
        if isinstance(joint, Fixed):
            self.add_frame(name, "fixed_joint", anchor)
            return anchor
        origin = snapped_placement(anchor.placement)
        self.bodies.append(Body(name, anchor.joint, joint, origin, parameters=parameters))
        place = Anchor(len(self.bodies), SE3.identity())
        self.add_frame(name, "joint", place)
        return place

    def add_body(self, name: str, anchor: Anchor, inertia: Inertia | None) -> None:
        """Add the frame of a body, and its inertia in that frame to the joint that moves it."""
        self.add_frame(name, "body", anchor)
        if inertia is None:
            return
        part = anchor.placement @ inertia
        if anchor.joint:
            body = self.bodies[anchor.joint - 1]
            self.bodies[anchor.joint - 1] = replace(body, inertia=body.inertia + part)
        else:
            self.universe = Universe(inertia=self.universe.inertia + part)

    def add_frame(self, name: str, kind: FrameKind, anchor: Anchor) -> None:
        """Add a frame; its name must be the only one of its kind."""
        if (name, kind) in self._frame_names:
            raise ModelError(f"two frames are called {name!r}, both of kind {kind!r}; rename one.")
        self._frame_names.add((name, kind))
        self.frames.append(Frame(name, kind, anchor.joint, snapped_placement(anchor.placement)))
