"""`kt.plot`: motions, sparsity and speed as Matplotlib figures; `pip install 'kinetree[plot]'`."""
# pyright: reportUnknownMemberType=false

import timeit
from collections.abc import Iterable, Sequence
from functools import partial
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import ArrayLike

from .algorithms.energy import kinetic_energy, potential_energy
from .coordinates.configuration import random_configuration
from .errors import ModelError, ShapeError, needing
from .functions import Algorithm
from .model import Model, expect_model
from .model.joints.base import Numbers
from .model.values import coordinates_last

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["scaling", "sparsity", "trajectory"]

_SIZES: Final = (1, 4, 16, 64, 256, 1024, 4096)
_ROUNDS: Final = 7
_STYLES: Final = ("-", "--", ":", "-.")
"""Of lines, ten each."""
_ROWS: Final = 15
"""Names in a column of a legend."""
_LABELS: Final = 40
"""Names along an axis above which they are left out."""


def trajectory(
    model: Model, q: ArrayLike, v: ArrayLike, *, dt: float, tau: ArrayLike | None = None
) -> "Figure":
    """A figure of a motion over time: coordinates, velocities, torques and energy.

    Shapes: q (T, nq), v (T, nv), and tau (T, nv) or (T - 1, nv), the torques of its steps of `dt`
    in s. Coordinates of rotations in space are left out. Raises ModelError without Matplotlib, and
    ShapeError for arrays of other shapes.

    >>> import numpy as np
    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> motion = kt.simulation.rollout(arm, [0.3] * 7, [0.0] * 7, np.zeros((50, 7)), 1e-2)
    >>> figure = kt.plot.trajectory(arm, motion.q, motion.v, dt=1e-2)
    >>> [axes.get_ylabel() for axes in figure.axes]
    ['q [rad]', 'v [rad/s]', 'energy [J]']
    """
    expect_model("trajectory", model)
    q_t, v_t = _rows("q", q, model.nq), _rows("v", v, model.nv)
    if len(q_t) != len(v_t):
        raise ShapeError(f"trajectory: q has {len(q_t)} rows and v {len(v_t)}; expected as many.")
    curves = [
        *_by_unit("q", q_t, model.q_names, model.q_units),
        *_by_unit("v", v_t, model.v_names, model.v_units),
    ]
    if tau is not None:
        tau_t = _rows("tau", tau, model.nv)
        if len(tau_t) not in (len(q_t), len(q_t) - 1):
            raise ShapeError(
                f"trajectory: tau has {len(tau_t)} rows; expected {len(q_t) - 1}, as steps."
            )
        curves += _by_unit("tau", tau_t, model.v_names, model.tau_units)
    kinetic = np.asarray(kinetic_energy(model, q_t, v_t))
    potential = np.asarray(potential_energy(model, q_t))
    energies = np.stack([kinetic, potential, kinetic + potential], 1)
    curves.append(("energy [J]", energies, ["kinetic", "potential", "total"]))
    figure, axes = _subplots(len(curves))
    for ax, (label, values, names) in zip(axes, curves, strict=True):
        for k, name in enumerate(names):
            style = _STYLES[k // 10 % len(_STYLES)]
            t = dt * np.arange(len(values))
            ax.plot(t, values[:, k], style, color=f"C{k % 10}", label=name, linewidth=1.2)
        ax.set_ylabel(label)
        ax.grid(alpha=0.3)
        ax.legend(
            loc="center left",
            bbox_to_anchor=(1.0, 0.5),
            ncols=-(-len(names) // _ROWS),
            fontsize="x-small" if len(names) < _ROWS else "xx-small",
            labelspacing=0.2,
            frameon=False,
        )
    axes[-1].set_xlabel("t [s]")
    figure.suptitle(model.name)
    return figure


def sparsity(algorithm: Algorithm, model: Model, **keywords: Any) -> "Figure":
    """A figure of which elements of the matrices of an algorithm can be other than zero.

    `keywords` are those of `algorithm.compile`. A result of three axes is shown by its first two.
    Raises ModelError without Matplotlib, and where no result is a matrix.

    >>> import kinetree as kt
    >>> figure = kt.plot.sparsity(kt.crba, kt.robots.humanoid())
    >>> figure.axes[0].get_title()
    'crba of humanoid: 557 of 1225 elements'
    """
    expect_model("sparsity", model)
    kernel = algorithm.compile(model, device="cpu", **keywords)
    matrices = [
        (spec, np.asarray(pattern, bool))
        for spec, pattern in zip(kernel.results, kernel.sparsity, strict=True)
        if len(spec.shape) > 1
    ]
    if not matrices:
        raise ModelError(f"sparsity: no result of {kernel.name} is a matrix.")
    figure, axes = _subplots(len(matrices), across=True)
    for ax, (spec, pattern) in zip(axes, matrices, strict=True):
        flat = pattern.reshape(*pattern.shape[:2], -1).any(-1)
        ax.imshow(~flat, cmap="gray", vmin=-0.3, vmax=1, interpolation="nearest")
        filled = f"{int(pattern.sum())} of {pattern.size} elements"
        ax.set_title(f"{spec.name} of {model.name}: {filled}")
        for axis, label, n in zip((ax.yaxis, ax.xaxis), spec.labels, spec.shape, strict=False):
            if label == "nv" and n <= _LABELS:
                rotation = 90 if axis is ax.xaxis else 0
                axis.set_ticks(range(n), model.v_names, rotation=rotation, fontsize="xx-small")
    return figure


def scaling(model: Model, algorithms: Iterable[Algorithm]) -> "Figure":
    """A figure of the time of a sample over the size of a batch, measured now, on this machine.

    Kernels write into given memory, in one thread or in all as they choose; each time is the least
    of seven. Raises ModelError without Matplotlib.

    >>> import kinetree as kt
    >>> figure = kt.plot.scaling(kt.robots.pendulum(), [kt.rnea])
    >>> figure.axes[0].get_xlabel()
    'samples of a batch'
    """
    expect_model("scaling", model)
    figure, (ax,) = _subplots(1)
    rng = np.random.default_rng(0)
    for algorithm in algorithms:
        kernel = algorithm.compile(model)
        times: list[float] = []
        for n in _SIZES:
            operands = [
                random_configuration(model, n, rng=rng)
                if spec.labels == ("nq",)
                else rng.standard_normal((n, *spec.shape))
                for spec in kernel.operands
            ]
            out = kernel(*operands)
            rounds = timeit.repeat(partial(kernel, *operands, out=out), repeat=_ROUNDS, number=1)
            times.append(min(rounds) / n * 1e6)
        ax.loglog(_SIZES, times, "o-", label=algorithm.__name__)
    ax.set_xlabel("samples of a batch")
    ax.set_ylabel("us a sample")
    ax.set_title(model.name)
    ax.grid(alpha=0.3, which="both")
    ax.legend(frameon=False)
    return figure


def _rows(name: str, x: ArrayLike, n: int) -> Numbers:
    array = coordinates_last(f"trajectory: {name}", x, n)
    if array.ndim != 2:
        raise ShapeError(
            f"trajectory: {name} has shape {array.shape}; expected (T, {n}), one motion."
        )
    return array


def _by_unit(
    symbol: str, values: Numbers, names: Sequence[str], units: Sequence[str]
) -> list[tuple[str, Numbers, list[str]]]:
    """Values in groups of one unit; coordinates without a unit are left out."""
    groups: list[tuple[str, Numbers, list[str]]] = []
    for unit in dict.fromkeys(unit for unit in units if unit != "1"):
        columns = [k for k, other in enumerate(units) if other == unit]
        groups.append((f"{symbol} [{unit}]", values[:, columns], [names[k] for k in columns]))
    return groups


def _subplots(n: int, across: bool = False) -> tuple["Figure", list["Axes"]]:
    """A figure, without a window, and its axes."""
    with needing("kt.plot: {}; pip install 'kinetree[plot]'."):
        from matplotlib.figure import Figure
    size = (6.5 * n, 7.0) if across else (10.0, max(2.4 * n, 4.0))
    figure = type("Figure", (Figure,), {"_repr_png_": _png})(figsize=size, layout="constrained")
    grid = figure.subplots(1, n, squeeze=False) if across else figure.subplots(n, 1, squeeze=False)
    axes = list(grid.flat)
    for ax in axes[:-1] if not across else ():
        ax.sharex(axes[-1])
    return figure, axes


def _png(figure: "Figure") -> bytes:
    content = BytesIO()
    figure.savefig(content, format="png", dpi=90)
    return content.getvalue()
