"""The links of a model for a URDF: bodies, and frames fixed to them.

Links are placed on their body: which link carries which (`parent_frame`) does not change dynamics.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from ...model import Frame, Model, TreeJoint
from ...spatial import SE3, Inertia

IDENTITY: Final = SE3.identity()


@dataclass(frozen=True)
class Branch:
    """A link with the joint above it, which is at `placement` on the parent body."""

    joint: str
    link: str
    placement: SE3
    moving: TreeJoint | None = None
    """The joint of the model; None for a fixed joint."""


class Links:
    """`main[i]` is the link of body i, `branches[i]` are those on it, in the order of the frames.

    Body frames are links, and so is every other frame but those of joints. `places` are the
    placements of links on their bodies, `inertias` their own. Unnamed links and joints get unused
    names.
    """

    def __init__(self, model: Model) -> None:
        self._links = {f.name for f in model.frames if f.kind == "body"}
        self._joints = {f.name for f in model.frames if f.kind == "fixed_joint"}
        self._joints |= set(model.joint_names)
        main: dict[int, str] = {}
        self.inertias: dict[str, Inertia] = {}
        placed: list[tuple[int, int, Branch]] = []  # body, position in the order, branch
        above = _above(model.frames)
        for k, frame in enumerate(model.frames):
            if frame.kind in ("universe", "joint") or k + 1 in above:
                continue
            bare = frame.kind == "body" and k not in above and frame.placement == IDENTITY
            if bare and frame.joint not in main:
                main[frame.joint] = link = frame.name
            else:
                branch = self._fixed(model, frame, above.get(k))
                link = branch.link
                placed.append((frame.joint, k, branch))
            if frame.inertia is not None:
                self.inertias[link] = frame.inertia
        names = ("world", *(f"{name}_link" for name in model.joint_names[1:]))
        self.main = [main.get(i) or free_name(name, self._links) for i, name in enumerate(names)]
        apart = {f.joint for f in model.frames if f.inertia is not None}
        for i, row in enumerate(model.inertias.tolist()):
            if any(row) and i not in apart:
                self.inertias[self.main[i]] = Inertia.from_parameters(row)
        order = {f.name: k for k, f in enumerate(model.frames) if f.kind == "joint"}
        for j in model.joints:
            branch = Branch(j.name, self.main[j.index], j.origin, j)
            placed.append((j.parent, order.get(j.name, len(model.frames)), branch))
        self.branches: list[list[Branch]] = [[] for _ in self.main]
        for body, _, branch in sorted(placed, key=lambda entry: entry[1]):
            self.branches[body].append(branch)
        fixed = [b for branches in self.branches for b in branches if b.moving is None]
        self.places = dict.fromkeys(self.main, IDENTITY) | {b.link: b.placement for b in fixed}

    def _fixed(self, model: Model, frame: Frame, above: Frame | None) -> Branch:
        link = frame.name if frame.kind == "body" else free_name(frame.name, self._links)
        if above is None or above.name in model.joint_names:
            return Branch(free_name(f"{link}_joint", self._joints), link, frame.placement)
        return Branch(above.name, link, frame.placement)


def _above(frames: Sequence[Frame]) -> dict[int, Frame]:
    """The frame of the fixed joint above a body frame, by the number of the latter."""
    return {
        k: joint
        for k, (joint, body) in enumerate(pairwise(frames), 1)
        if (joint.kind, body.kind) == ("fixed_joint", "body")
        and (joint.joint, joint.placement) == (body.joint, body.placement)
    }


def free_name(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "_"
    taken.add(name)
    return name


def arranged(branches: Sequence[Branch]) -> list[int | None]:
    """For each branch of a body the index of the one to attach it to, None for the main link.

    The joints of a link are loaded in the order of their names. If that changes the order of the
    moving ones, branches are attached to each other to restore it, each as near to the main link as
    possible; if that is impossible, all are attached to the main link.
    """
    parents: list[int | None] = [None] * len(branches)
    moving = [b.joint for b in branches if b.moving is not None]
    if moving == sorted(moving):
        return parents
    path: list[tuple[int | None, str]] = [(None, "")]
    """The links from the main one to the last, each with the name of the last joint on it."""
    for k, branch in enumerate(branches):
        further = [] if branch.moving else [(k, "")]
        paths = [
            [*path[:depth], (link, branch.joint), *further]
            for depth, (link, last) in enumerate(path)
            if last < branch.joint
        ]
        paths = [x for x in paths if _can_follow([last for _, last in x], branches[k + 1 :])]
        if not paths:
            return [None] * len(branches)
        path = paths[0]
        parents[k] = path[-1 - len(further)][0]
    return parents


def _can_follow(lasts: list[str], branches: Sequence[Branch]) -> bool:
    """Whether the branches can be attached in order, each as far out as possible."""
    for branch in branches:
        while lasts and lasts[-1] >= branch.joint:
            lasts.pop()
        if not lasts:
            return False
        lasts[-1] = branch.joint
        if branch.moving is None:
            lasts.append("")
    return True
