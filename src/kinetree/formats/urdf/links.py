"""The links of a model, as a URDF has them: bodies, and what is fixed to them.

Of links that are fixed to each other a model knows where they are on their body, not which is fixed
to which.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from ...model import Frame, Model, TreeJoint
from ...spatial import SE3

IDENTITY: Final = SE3.identity()


@dataclass(frozen=True)
class Branch:
    """A link with the joint above it, which stands at `placement` on the body above."""

    joint: str
    link: str
    placement: SE3
    moving: TreeJoint | None = None
    """The joint of the model; None where it is a fixed one."""


class Links:
    """`own[i]` is the link of body i, `branches[i]` are those on it, in the order of the frames.

    Body frames are links, and so is every other frame but those of joints. `places` says where each
    link is on its body. What has no name of its own gets one that is free.
    """

    def __init__(self, model: Model) -> None:
        self._links = {f.name for f in model.frames if f.kind == "body"}
        self._joints = {f.name for f in model.frames if f.kind == "fixed_joint"}
        self._joints |= set(model.joint_names)
        own: dict[int, str] = {}
        found: list[tuple[int, int, Branch]] = []  # with their bodies and places in the order
        above = _above(model.frames)
        for k, frame in enumerate(model.frames):
            if frame.kind in ("universe", "joint") or k + 1 in above:
                continue
            bare = frame.kind == "body" and k not in above and frame.placement == IDENTITY
            if bare and frame.joint not in own:
                own[frame.joint] = frame.name
            else:
                found.append((frame.joint, k, self._fixed(model, frame, above.get(k))))
        self.own = [own.get(i) or self._own_name(name) for i, name in enumerate(model.joint_names)]
        order = {f.name: k for k, f in enumerate(model.frames) if f.kind == "joint"}
        for j in model.joints:
            branch = Branch(j.name, self.own[j.index], j.origin, j)
            found.append((j.parent, order.get(j.name, len(model.frames)), branch))
        self.branches: list[list[Branch]] = [[] for _ in self.own]
        for body, _, branch in sorted(found, key=lambda entry: entry[1]):
            self.branches[body].append(branch)
        fixed = [b for branches in self.branches for b in branches if b.moving is None]
        self.places = dict.fromkeys(self.own, IDENTITY) | {b.link: b.placement for b in fixed}

    def _fixed(self, model: Model, frame: Frame, above: Frame | None) -> Branch:
        link = frame.name if frame.kind == "body" else _free(frame.name, self._links)
        if above is None or above.name in model.joint_names:
            return Branch(_free(f"{link}_joint", self._joints), link, frame.placement)
        return Branch(above.name, link, frame.placement)

    def _own_name(self, joint: str) -> str:
        return _free("world" if joint == "universe" else f"{joint}_link", self._links)


def _above(frames: Sequence[Frame]) -> dict[int, Frame]:
    """The frame of the fixed joint above a body frame, by the number of the latter."""
    return {
        k: joint
        for k, (joint, body) in enumerate(pairwise(frames), 1)
        if (joint.kind, body.kind) == ("fixed_joint", "body")
        and (joint.joint, joint.placement) == (body.joint, body.placement)
    }


def _free(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "_"
    taken.add(name)
    return name


def arranged(branches: Sequence[Branch]) -> list[int | None]:
    """For each branch of a body the one to put it on, None for the body's own link.

    The joints of a link are read by name. Where the moving ones are not in that order all branches
    are put so that it is theirs, the nearer to the body's own link the better; if there is no such
    way, on that link.
    """
    on_it: list[int | None] = [None] * len(branches)
    moving = [b.joint for b in branches if b.moving is not None]
    if moving == sorted(moving):
        return on_it
    path: list[tuple[int | None, str]] = [(None, "")]
    """The links from the own one to the last, each with the name of the last joint on it."""
    for k, branch in enumerate(branches):
        further = [] if branch.moving else [(k, "")]
        ways = [
            [*path[:depth], (at, branch.joint), *further]
            for depth, (at, last) in enumerate(path)
            if last < branch.joint
        ]
        ways = [way for way in ways if _leads_on([last for _, last in way], branches[k + 1 :])]
        if not ways:
            return [None] * len(branches)
        path = ways[0]
        on_it[k] = path[-1 - len(further)][0]
    return on_it


def _leads_on(lasts: list[str], branches: Sequence[Branch]) -> bool:
    """Whether the branches can follow in order: the further out each is put, the more is left."""
    for branch in branches:
        while lasts and lasts[-1] >= branch.joint:
            lasts.pop()
        if not lasts:
            return False
        lasts[-1] = branch.joint
        if branch.moving is None:
            lasts.append("")
    return True
