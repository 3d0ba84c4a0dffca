"""Divide the joints of an SDF into a tree and those that close loops."""

from collections.abc import Iterable
from dataclasses import dataclass
from heapq import heappop, heappush

from ..findings import Findings
from .content import JointPart, LinkPart, Node, SdfDescription
from .frames import Frames


@dataclass(frozen=True, slots=True, eq=False)
class Branch:
    """A link and the joint above it; a root has none."""

    link: LinkPart
    parent: Node
    joint: JointPart | None


@dataclass(frozen=True, slots=True, eq=False)
class SdfTree:
    """The branches depth first, siblings in the order of the file, and the other joints."""

    branches: tuple[Branch, ...]
    loops: tuple[JointPart, ...]
    gearboxes: tuple[JointPart, ...]

    @property
    def joints(self) -> list[JointPart]:
        """The joints of the tree."""
        return [branch.joint for branch in self.branches if branch.joint is not None]

    @property
    def roots(self) -> list[LinkPart]:
        """The links that could float: those without a joint above, static ones excepted."""
        return [b.link for b in self.branches if b.joint is None and not b.link.static]


def find_tree(robot: SdfDescription, frames: Frames, findings: Findings) -> SdfTree:
    """The tree of a robot, rooted in the world.

    Of the joints above a link the first in the file is in the tree, as in Pinocchio, unless its
    parent is a descendant; the others close loops. Gearboxes are not in the tree. A link without a
    joint above is a root; so is the first of links that no root reaches.

    Raises ModelError with all errors in `findings`.
    """
    ends: dict[JointPart, tuple[Node, Node]] = {}
    for joint in robot.joints:
        ends[joint] = parent, child = frames.body(joint.parent), frames.body(joint.child)
        if parent is child:
            message = f"its parent and its child are parts of one body, {parent.name!r}."
            findings.error(joint.node.line, joint.node.label, message)
    findings.raise_errors()
    return _Search(robot, ends).tree(robot)


class _Search:
    """The search for links from the world and the roots, joint by joint."""

    def __init__(self, robot: SdfDescription, ends: dict[JointPart, tuple[Node, Node]]) -> None:
        self._ends = ends
        self._below: dict[Node, list[tuple[bool, int, JointPart]]] = {}
        first: dict[Node, JointPart] = {}
        for i, joint in enumerate(robot.joints):
            if joint.kind != "gearbox":
                parent, child = ends[joint]
                other = first.setdefault(child, joint) is not joint
                self._below.setdefault(parent, []).append((other, i, joint))
        self._children = first.keys()
        self._above: dict[Node, JointPart | None] = {}

    def tree(self, robot: SdfDescription) -> SdfTree:
        roots = [
            link.node for link in robot.links if link.static or link.node not in self._children
        ]
        self._above = dict.fromkeys(roots)
        self._reach([robot.world, *roots])
        for link in robot.links:
            if link.node not in self._above:
                self._above[link.node] = None
                self._reach([link.node])
        in_tree = {joint for joint in self._above.values() if joint is not None}
        outside = [joint for joint in robot.joints if joint not in in_tree]
        return SdfTree(
            self._depth_first(robot),
            tuple(joint for joint in outside if joint.kind != "gearbox"),
            tuple(joint for joint in outside if joint.kind == "gearbox"),
        )

    def _reach(self, nodes: list[Node]) -> None:
        """Reach all links below some nodes, by the first joint of each link where possible."""
        waiting: list[tuple[bool, int, JointPart]] = []
        for node in nodes:
            for item in self._below.get(node, ()):
                heappush(waiting, item)
        while waiting:
            _, _, joint = heappop(waiting)
            child = self._ends[joint][1]
            if child not in self._above and child.kind == "link":  # or it is the world
                self._above[child] = joint
                for item in self._below.get(child, ()):
                    heappush(waiting, item)

    def _depth_first(self, robot: SdfDescription) -> tuple[Branch, ...]:
        links = {link.node: link for link in robot.links}
        order = {node: i for i, node in enumerate(robot.nodes)}
        children: dict[Node, list[tuple[int, Branch]]] = {}
        for node, joint in self._above.items():
            parent = robot.world if joint is None else self._ends[joint][0]
            number = order[node if joint is None else joint.node]
            children.setdefault(parent, []).append((number, Branch(links[node], parent, joint)))
        branches: list[Branch] = []
        waiting = _last_first(children.get(robot.world, ()))
        while waiting:
            branches.append(waiting.pop())
            waiting.extend(_last_first(children.get(branches[-1].link.node, ())))
        return tuple(branches)


def _last_first(numbered: Iterable[tuple[int, Branch]]) -> list[Branch]:
    return [branch for _, branch in sorted(numbered, key=lambda item: -item[0])]
