"""`Editable`: locked joints, other bases, more bodies and frames, each giving another model."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Self

import numpy as np

from ..errors import ModelError, kind_of
from ..spatial import Inertia
from . import editing
from .configuration import locked
from .description import Description
from .index_map import IndexMap, index_map
from .joints import FreeFlyer, Joint
from .rigid import rigid
from .structure import Structure
from .tree import Anchor


class Editable(Structure, ABC):
    """A structure made from a description, which gives others like it."""

    @abstractmethod
    def __init__(self, description: Description) -> None: ...

    @abstractmethod
    def replace(self, **changes: Any) -> Self:
        """Another model with other parameters, name or annotations."""

    def reduced(self, lock: Mapping[str, Any]) -> Self:
        """Another model in which joints are fixed at values of q, as `{joint: q}`.

        Values are as `kt.configuration` takes them. Bodies merge, joint frames become fixed ones;
        mimics of a locked joint are locked with it, couplings of a locked joint dropped.

        >>> import kinetree as kt
        >>> kt.robots.arm().reduced({"joint6": 0.5, "joint7": 0.0}).nv
        5
        """
        return type(self)(editing.reduced(self.description, locked(self, lock)))

    def subtree(self, joint: str | int) -> Self:
        """A joint and its descendants as a robot; its parent body becomes the universe.

        >>> import kinetree as kt
        >>> kt.robots.arm().subtree("joint4").joint_names[1:]
        ('joint4', 'joint5', 'joint6', 'joint7')
        """
        return type(self)(editing.subtree(self.description, self.joint(joint).index))

    def append(self, other: Self, *, frame: str, placement: Any = None, prefix: str = "") -> Self:
        """Both robots as one: the universe of `other` is fixed in a frame of this one.

        `placement` (an SE3 or 4 x 4) is where in that frame; `prefix` goes before all names of
        `other`. Gravity is this model's, configurations of one name are joined. q of the result is
        depth first: `index_map` gives the positions.

        >>> import kinetree as kt
        >>> arm = kt.robots.arm()
        >>> both = arm.append(arm, frame="tool", prefix="second_")
        >>> both.index_map(arm, prefix="second_").q
        array([ 7,  8,  9, 10, 11, 12, 13])
        """
        _expect("append: the other robot", other, Editable)
        _expect("append: prefix", prefix, str)
        at = self._place("append", frame, placement)
        return type(self)(editing.append(self.description, other.description, at, prefix))

    def with_floating_base(self, joint: Joint | None = None) -> Self:
        """Another model whose base is free, or on the joint given, as `kt.load` makes it.

        >>> import kinetree as kt
        >>> kt.robots.arm().with_floating_base().nv
        13
        """
        base = FreeFlyer() if joint is None else joint
        return type(self)(editing.with_floating_base(self.description, base))

    def with_frame(self, name: str, *, parent: str, placement: Any = None) -> Self:
        """Another model with one more frame (of kind "op"), at `placement` in the frame `parent`.

        >>> import kinetree as kt
        >>> arm = kt.robots.arm().with_frame("tip", parent="tool")
        >>> arm.frame_names[-1]
        'tip'
        """
        _expect("with_frame: name", name, str)
        at = self._place(name, parent, placement)
        return type(self)(editing.with_frame(self.description, name, at))

    def with_payload(self, frame: str, inertia: Inertia) -> Self:
        """Another model with a payload fixed in a frame; `inertia` is the payload's, there.

        `kt.payload_inertias` gives the inertias alone, for payloads that change at run time.

        >>> import kinetree as kt
        >>> box = kt.Inertia(2.0, [0, 0, 0.1], [[0.01, 0, 0], [0, 0.01, 0], [0, 0, 0.01]])
        >>> arm = kt.robots.arm()
        >>> (arm.with_payload("tool", box).total_mass - arm.total_mass).item()
        2.0
        """
        if not isinstance(inertia, Inertia):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise ModelError(
                f"with_payload: inertia is {kind_of(inertia)}; expected kt.Inertia(mass, "
                "center_of_mass, rotational_inertia_about_it)."
            )
        at = self._place("with_payload", frame, None)
        inertias = np.array(self.inertias)
        inertias[at.joint] += np.asarray(at.placement @ inertia)
        return self.replace(inertias=inertias)

    def _place(self, what: str, frame: str, placement: Any) -> Anchor:
        """A placement in a frame as one on the frame's body."""
        parent = self.frame(frame)
        if placement is None:
            return Anchor(parent.joint, parent.placement)
        return Anchor(parent.joint, parent.placement @ rigid(f"{what}: placement", placement))

    def index_map(self, part: Self, *, prefix: str = "") -> IndexMap:
        """Where the joints, frames, q and v of `part` are in this model, by name.

        `part` is a model that this one was made from, or one made from it; `prefix` is that of
        `append`. The result has the integer arrays `joints`, `frames`, `q` and `v`:
        `q_part = q[..., map.q]`. Raises ModelError if this model lacks a joint or frame of it.

        >>> import kinetree as kt
        >>> arm = kt.robots.arm()
        >>> arm.index_map(arm.reduced({"joint1": 0.0})).q
        array([1, 2, 3, 4, 5, 6])
        """
        _expect("index_map: part", part, Editable)
        _expect("index_map: prefix", prefix, str)
        return index_map(self, part, prefix)


def _expect(what: str, x: object, kind: type) -> None:
    if not isinstance(x, kind):
        name = "a kt.Model" if kind is Editable else "a string"
        raise ModelError(f"{what} is {kind_of(x)}; expected {name}.")
