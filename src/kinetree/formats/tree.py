"""Divide the joints of a robot into a tree of its links and those that close loops."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import TypeVar

from .description import JointDescription, LinkDescription, RobotDescription


@dataclass(frozen=True, slots=True)
class Branch:
    """A link and the joint above it; a root has none."""

    link: LinkDescription
    joint: JointDescription | None

    @property
    def parent(self) -> str | None:
        """The link that it is on, None for the world."""
        return None if self.joint is None else self.joint.parent


@dataclass(frozen=True, slots=True)
class Tree:
    """The branches depth first, siblings by position, and the joints outside the tree."""

    branches: tuple[Branch, ...]
    outside: tuple[JointDescription, ...]
    """Joints that close loops, and gearboxes."""

    @property
    def joints(self) -> list[JointDescription]:
        """The joints of the tree."""
        return [branch.joint for branch in self.branches if branch.joint is not None]

    @property
    def roots(self) -> list[LinkDescription]:
        """The links that could float: those without a joint above, static ones excepted."""
        return [b.link for b in self.branches if b.joint is None and not b.link.static]


def find_tree(robot: RobotDescription) -> Tree:
    """The tree of a robot, rooted in the world. The ends of its joints must exist.

    Of the joints above a link the first is in the tree, as in Pinocchio, unless its parent is a
    descendant; the others close loops. Gearboxes are not in the tree. A link without a joint above
    is a root; so is the first of links that no root reaches.
    """
    below: dict[str | None, list[tuple[bool, int, JointDescription]]] = {}
    first: dict[str | None, JointDescription] = {}
    for joint in robot.joints:
        if joint.kind != "gearbox":
            other = first.setdefault(joint.child, joint) is not joint
            below.setdefault(joint.parent, []).append((other, joint.position, joint))
    roots = [x.name for x in robot.links.values() if x.static or x.name not in first]
    above: dict[str, JointDescription | None] = dict.fromkeys(roots)
    _reach([None, *roots], below, above)
    for name in robot.links:
        if name not in above:
            above[name] = None
            _reach([name], below, above)
    in_tree = {id(joint) for joint in above.values()}
    outside = tuple(joint for joint in robot.joints if id(joint) not in in_tree)
    return Tree(tuple(_depth_first(robot, above)), outside)


def _reach(
    starts: Iterable[str | None],
    below: dict[str | None, list[tuple[bool, int, JointDescription]]],
    above: dict[str, JointDescription | None],
) -> None:
    """Add to `above` all links below some links, by the first joint of each where possible."""
    waiting: list[tuple[bool, int, JointDescription]] = []
    for link in starts:
        for item in below.get(link, ()):
            heappush(waiting, item)
    while waiting:
        _, _, joint = heappop(waiting)
        if joint.child is not None and joint.child not in above:
            above[joint.child] = joint
            for item in below.get(joint.child, ()):
                heappush(waiting, item)


def _depth_first(
    robot: RobotDescription, above: dict[str, JointDescription | None]
) -> Iterator[Branch]:
    children: dict[str | None, list[Branch]] = {}
    for name, joint in above.items():
        branch = Branch(robot.links[name], joint)
        children.setdefault(branch.parent, []).append(branch)
    for branches in children.values():
        branches.sort(key=lambda branch: -(branch.joint or branch.link).position)
    waiting = children.get(None, [])
    while waiting:
        branch = waiting.pop()
        yield branch
        waiting.extend(children.get(branch.link.name, ()))


N = TypeVar("N", bound=Hashable)


def cycles(starts: Iterable[N], step: Callable[[N], N | None]) -> Iterator[list[N]]:
    """Each cycle of steps once, from the first of its members that is reached."""
    visited: set[N] = set()
    for start in starts:
        path: list[N] = []
        item: N | None = start
        while item is not None and item not in visited:
            visited.add(item)
            path.append(item)
            item = step(item)
        if item is not None and item in path:
            yield path[path.index(item) :]


def shortened(cycle: list[str]) -> str:
    """A cycle in a message, without the middle of a long one."""
    return " -> ".join(cycle if len(cycle) <= 10 else [*cycle[:5], "...", *cycle[-4:]])
