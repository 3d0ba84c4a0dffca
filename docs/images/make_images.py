"""Writes the drawn images of the documents: `python docs/images/make_images.py`."""

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import matplotlib
import numpy as np

import kinetree as kt

matplotlib.use("Agg")
matplotlib.rcParams["svg.hashsalt"] = "kinetree"

import matplotlib.pyplot as plt  # noqa: E402

HERE = Path(__file__).parent
sys.path.append(str(HERE.parents[1] / "examples" / "learning"))
INK, BLUE, RED, GREEN, GRAY = "#2b2f38", "#2b6cb0", "#c0392b", "#2f855a", "#8a8f99"
SYMBOLS = {"add": "+", "sub": "-", "mul": "*", "div": "/", "neg": "-x"}


def references() -> Any:
    """The velocity of a hand in the three references."""
    figure, axes = plt.subplots(1, 3, figsize=(10.5, 3.6), layout="constrained")
    titles = ("local", "local_world_aligned", "world")
    notes = (
        "of the frame's origin,\nin the frame's axes",
        "of the frame's origin,\nin the world's axes",
        "of the body's point at the world's\norigin, in the world's axes",
    )
    hand, angle = np.array([2.0, 1.2]), np.deg2rad(35)
    R = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    for ax, title, note in zip(axes, titles, notes, strict=True):
        ax.set_title(title, family="monospace", fontsize=11, color=INK)
        _axes(ax, np.zeros(2), np.eye(2), GRAY, "world")
        ax.plot([0, 1.1, hand[0]], [0, 1.25, hand[1]], color=INK, linewidth=5, alpha=0.25)
        ax.plot(
            *np.transpose(
                [
                    hand + R @ p
                    for p in (
                        (-0.25, -0.25),
                        (0.35, -0.25),
                        (0.35, 0.25),
                        (-0.25, 0.25),
                        (-0.25, -0.25),
                    )
                ]
            ),
            color=INK,
            alpha=0.5,
        )
        _axes(ax, hand, R, GRAY, "hand")
        at = np.zeros(2) if title == "world" else hand
        _axes(ax, at, R if title == "local" else np.eye(2), BLUE, "")
        ax.plot(*at, "o", color=RED, markersize=7, zorder=5)
        ax.text(1.2, -0.75, note, ha="center", va="top", fontsize=9, color=INK)
        ax.set(xlim=(-0.6, 3.2), ylim=(-1.5, 2.5), aspect="equal")
        ax.axis("off")
    figure.suptitle("the point (red) and the axes (blue) of a velocity", fontsize=10, color=INK)
    return figure


def _axes(ax: Any, at: Any, R: Any, color: str, name: str) -> None:
    for column in R.T:
        ax.annotate(
            "",
            at + 0.8 * column,
            at,
            arrowprops={"arrowstyle": "->", "color": color, "lw": 2 if color == BLUE else 1},
        )
    ax.text(at[0] - 0.1, at[1] - 0.15, name, fontsize=8, color=color, ha="right", va="top")


def graph() -> Any:
    """The trace of the inverse dynamics of a pendulum of two links."""
    trace = kt.rnea.trace(kt.load("double_pendulum"))
    names = {
        x.index: f"{operand.name}{k + 1}"
        for operand in trace.operands
        for k, x in enumerate(operand.elements)
        if hasattr(x, "index")
    }
    nodes, args = trace.nodes, trace.graph.args
    inner = [i for i in nodes if trace.graph.ops[i] != "const"]
    depth: dict[int, int] = {}
    for i in inner:
        depth[i] = max((depth[k] + 1 for k in args[i] if k in depth), default=0)
    layers: dict[int, list[int]] = {}
    for i in inner:
        layers.setdefault(depth[i], []).append(i)
    at: dict[int, tuple[float, float]] = {}
    for level in sorted(layers):
        order = sorted(
            layers[level], key=lambda i: np.mean([at[k][1] for k in args[i] if k in at] or [0.0])
        )
        for k, i in enumerate(order):
            at[i] = (float(level), k - (len(order) - 1) / 2)
    figure, ax = plt.subplots(figsize=(12, 4.5))
    results = {x.index: f"tau{k + 1}" for r in trace.results for k, x in enumerate(r.elements)}
    for i in inner:
        for k in args[i]:
            if k in at:
                ax.annotate(
                    "", at[i], at[k], arrowprops={"arrowstyle": "-", "color": GRAY, "lw": 0.8}
                )
    for i in inner:
        op = trace.graph.ops[i]
        label = names.get(i, SYMBOLS.get(op, op))
        color = BLUE if i in names else RED if i in results else INK
        ax.text(
            *at[i],
            label,
            ha="center",
            va="center",
            fontsize=9,
            color="white",
            bbox={"boxstyle": "round,pad=0.3", "facecolor": color, "edgecolor": "none"},
        )
        if i in results:
            ax.text(at[i][0] + 0.3, at[i][1], results[i], color=RED, va="center", fontsize=10)
    x, y = np.transpose(list(at.values()))
    ax.set(xlim=(x.min() - 0.5, x.max() + 1), ylim=(y.min() - 0.7, y.max() + 0.7))
    ax.axis("off")
    return figure


def trajectory() -> Any:
    """An arm that falls from rest, with the torques that hold it upright."""
    arm = kt.robots.arm()
    tau = np.tile(kt.generalized_gravity(arm, np.zeros(7)), (500, 1))
    motion = kt.simulation.rollout(arm, 0.3 * np.ones(7), np.zeros(7), tau, 2e-3)
    return kt.plot.trajectory(arm, motion.q, motion.v, dt=2e-3, tau=tau)


def learning(
    name: str, environment: str, seed: int, times: tuple[int, ...], apart: float = 0.0
) -> Any:
    """The curve of rewards of an example, and its robot after so many actions."""
    module, run = import_module(name), import_module("ppo").run
    policy = dict(np.load(module.POLICY))
    figure = plt.figure(figsize=(9, 3.4), layout="constrained")
    left, right = figure.add_subplot(121), figure.add_subplot(122, projection="3d")
    seconds, _, rewards = policy["curve"].T
    width = len(rewards) // 20
    left.plot(seconds, rewards, color=BLUE, alpha=0.25)
    left.plot(seconds[width - 1 :], np.convolve(rewards, np.ones(width) / width, "valid"), BLUE)
    left.set(xlabel="s of training", ylabel="mean reward")
    envs = getattr(module, environment)(8, seed=seed)
    seen, _ = envs.reset()
    for k in range(times[-1] + 1):
        if k in times:
            offset = np.array([apart * times.index(k), 0, 0])
            _robot(right, envs.model, envs["q"][0].astype(float), offset, 0.3 + 0.7 * k / times[-1])
        command = envs["command"][0].copy()
        seen, *_ = envs.step(run(policy, seen))
    if name == "reaching":
        _obstacles(right, command, module.RADIUS)
    if name == "hiking":
        _field(right, module.HEIGHTS[int(envs["terrain"][0])], module.GRID)
    _floor(right, name != "hiking")
    return figure


def _robot(ax: Any, robot: kt.Model, q: Any, offset: Any, strength: float) -> None:
    """Lines from each joint to the next, and to the ends of limbs."""
    ends = [x for x in robot.frame_names if x.endswith(("foot", "hand", "tool", "head"))]
    lines = [
        (robot.joint_names[robot.parents[j]], robot.joint_names[j]) for j in range(2, robot.njoints)
    ]
    lines += [(robot.joint_names[robot.frame(x).joint], x) for x in ends]
    for pair in lines:
        points = [kt.frame_placement(robot, q, frame=x)[:3, 3] + offset for x in pair]
        ax.plot(*np.transpose(points), color=INK, alpha=strength, lw=2.5, solid_capstyle="round")


def _field(ax: Any, heights: Any, grid: Any) -> None:
    """The part of a field of heights that is under what was drawn."""
    x, y = (
        first + step * np.arange(len(heights))
        for first, step in zip(grid[:2], grid[2:], strict=True)
    )
    (x0, x1), (y0, y1) = ax.get_xlim(), ax.get_ylim()
    i, j = ((x > x0 - 0.2) & (x < x1 + 0.2)), ((y > y0 - 0.2) & (y < y1 + 0.2))
    ax.plot_surface(
        *np.meshgrid(x[i], y[j], indexing="ij"), heights[i][:, j], color=GRAY, alpha=0.4
    )


def _floor(ax: Any, plane: bool) -> None:
    """The ground under what was drawn, and a view of it."""
    (x0, x1), (y0, y1) = ax.get_xlim(), ax.get_ylim()
    if plane:
        y0, y1 = min(y0, -0.5), max(y1, 0.5)
        ax.plot_surface(*np.meshgrid([x0, x1], [y0, y1]), np.zeros((2, 2)), color=GRAY, alpha=0.2)
        ax.set_zlim(0, None)
    ax.set_ylim(y0, y1)
    ax.set_box_aspect([x1 - x0, y1 - y0, np.ptp(ax.get_zlim())], zoom=1.25)
    ax.view_init(elev=18, azim=-70)
    ax.axis("off")


def _obstacles(ax: Any, command: Any, radius: float) -> None:
    u, v = np.mgrid[0 : 2 * np.pi : 20j, 0 : np.pi : 12j]
    ball = radius * np.array([np.cos(u) * np.sin(v), np.sin(u) * np.sin(v), np.cos(v)])
    for centre in command[3:].reshape(3, 3):
        ax.plot_surface(*(ball + centre[:, None, None]), color=RED, alpha=0.5, linewidth=0)
    ax.plot(*command[:3], "o", color=GREEN, markersize=7)


if __name__ == "__main__":
    for make in (references, graph):
        make().savefig(HERE / f"{make.__name__}.svg", metadata={"Date": None})
    trajectory().savefig(HERE / "trajectory.png", dpi=80)
    for name, *how in (
        ("walking", "Walk", 3, (0, 75, 150, 225)),
        ("hiking", "Hike", 6, (0, 50, 100, 150)),
        ("reaching", "Reach", 6, (0, 12, 24, 74)),
        ("standing", "Stand", 6, (50, 60, 75, 100), 0.6),
    ):
        learning(name, *how).savefig(HERE / f"{name}.png", dpi=80)
