"""Relative placements of the frames of an SDF, and the link that each moves with."""

from collections.abc import Callable, Iterable

from ...spatial import SE3
from ..findings import Findings
from ..origins import Vector
from ..tree import cycles, shortened
from .content import Node, SdfDescription

NEAR = 8


class Frames:
    """The placements of all nodes at the file's configuration.

    Raises ModelError with all errors in `findings` if poses, or attachments, form a cycle.
    """

    def __init__(self, robot: SdfDescription, findings: Findings) -> None:
        _check(robot.nodes, lambda node: node.base, "its pose is relative to itself", findings)
        _check(robot.nodes, lambda node: node.attached, "it is attached to itself", findings)
        findings.raise_errors()
        self._above: dict[Node, tuple[Node, SE3]] = {}  # the node before, and the placement in it
        self._depth = {robot.world: 0}
        self._world = {robot.world: SE3.identity()}
        self._bodies: dict[Node, Node] = {}
        self._propagate(robot)

    def _propagate(self, robot: SdfDescription) -> None:
        """Compute placements outward from the world, by poses and their inverses."""
        poses: dict[Node, list[tuple[Node, SE3]]] = {node: [] for node in robot.nodes}
        poses[robot.world] = []
        for node in robot.nodes:
            base, placed = node.base or robot.world, node.placed or node
            poses[base].append((placed, node.pose))
            poses[placed].append((base, node.pose.inverse()))
        waiting = [robot.world]
        for node in waiting:
            for other, pose in poses[node]:
                if other not in self._depth:
                    self._above[other] = node, pose
                    self._depth[other] = self._depth[node] + 1
                    self._world[other] = self._world[node] @ pose
                    waiting.append(other)

    def between(self, a: Node, b: Node) -> SE3:
        """The placement of `b` in `a`; exact for near nodes, by the poses between them."""
        first, second = a, b
        up = down = SE3.identity()
        for _ in range(NEAR):
            if a is b:
                return up.inverse() @ down
            if self._depth[a] >= self._depth[b]:
                a, pose = self._above[a]
                up = pose @ up
            else:
                b, pose = self._above[b]
                down = pose @ down
        return self._world[first].inverse() @ self._world[second]

    def direction(self, xyz: Vector, frame: Node, node: Node) -> Vector:
        """A direction in a frame, expressed in the frame of a node."""
        if frame is node:
            return xyz
        x, y, z = (SE3(self.between(node, frame).rotation, [0, 0, 0]) @ xyz).map(float)
        return x, y, z

    def body(self, node: Node) -> Node:
        """The link that a node moves with, or the world."""
        path: list[Node] = []
        while node.attached is not None and node not in self._bodies:
            path.append(node)
            node = node.attached
        body = self._bodies.get(node, node)
        self._bodies.update(dict.fromkeys(path, body))
        return body


def _check(
    nodes: Iterable[Node], step: Callable[[Node], Node | None], what: str, findings: Findings
) -> None:
    """Report each cycle of steps, at its first node in the file."""
    for cycle in cycles(nodes, step):
        around = shortened([repr(node.name) for node in [*cycle, cycle[0]]])
        findings.error(cycle[0], f"{what}: {around}.")
