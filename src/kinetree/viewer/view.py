"""`kt.view`: robots in the browser, moved by sliders or along trajectories."""

import math
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ..errors import ModelError, ShapeError, counted
from ..model import Model, expect_model
from ..model.values import coordinates_last
from .drawing import Drawing
from .panel import Panel
from .start import free_base, start

Numbers = NDArray[np.float64]

_BESIDE_FORCES: Final = 0.45
"""Opacity of a robot whose forces are drawn: they would be inside its bodies."""
_ARROW: Final = 0.7
"""Length of the arrow of the largest force, in radii of that sphere."""
_DISTANCE: Final = 2.1
"""Of the camera, in radii of a sphere about all that it looks at."""
RATE: Final = 30.0
"""Frames a second while a motion plays, and in files."""
MOST: Final = 100
"""Robots that a browser still draws fluently."""
LAYERS: Final = {
    "Shapes": "visual",
    "Collision shapes": "collision",
    "Inertia ellipsoids": "inertia",
    "Joint axes": "axes",
    "Centre of mass": "center of mass",
}


@dataclass(frozen=True, slots=True)
class Trajectory:
    """Configurations (T, nq) of a drawn robot, `dt` apart in s, and forces (T, 3) at its frames."""

    drawing: Drawing
    q: Numbers
    dt: float
    forces: Mapping[str, Numbers]

    @property
    def duration(self) -> float:
        return (len(self.q) - 1) * self.dt

    def move(self, q: Numbers) -> None:
        """Draw another configuration, in place of the first."""
        self.q[0] = q
        self.drawing.move(q)

    def show(self, t: float, scale: float) -> None:
        """Draw the configuration at a time."""
        k = min(round(t / self.dt), len(self.q) - 1) if self.dt else 0
        self.drawing.move(self.q[k])
        if self.forces:
            self.drawing.push(self.q[k], {name: f[k] for name, f in self.forces.items()}, scale)


def view(
    model: Model,
    q: Any = None,
    *,
    dt: float | None = None,
    forces: Mapping[str, Any] | None = None,
    host: str = "127.0.0.1",
    port: int = 8080,
) -> "View":
    """Show a robot in the browser: a `View`, whose `url` is to be opened.

    `q` (..., nq) is one configuration, or several, drawn as so many robots; without it, sliders
    start near the neutral one, a free base on the ground. With `dt`, in s, q (..., T, nq) is a
    trajectory, or several at once, with a time slider. `forces` are arrows at frames, {name:
    (..., T, 3)} in N, in the axes of the world; the largest is about as long as half the robot.
    Bodies without shapes are drawn as rods between their joints and as ellipsoids with their
    inertias; meshes that are not found are left out, with a warning. It is served to this machine
    alone, at `port` or the next free one, unless `host` is another ("0.0.0.0" for all).

    In a script, `kt.view(...).wait()` keeps it open until Ctrl-C; in a notebook it shows itself;
    `.save("robot.html")` writes one file that needs no server. `.add` puts more robots beside it.
    Needs `pip install 'kinetree[view]'`. Raises ModelError without it and ShapeError for q, dt and
    forces that do not fit.

    >>> import numpy as np
    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> with kt.view(arm) as shown:  # doctest: +SKIP
    ...     shown.wait()
    """
    found = View(host=host, port=port)
    try:
        return found.add(model, q, dt=dt, forces=forces)
    except BaseException:
        found.close()
        raise


class View:
    """Robots in the browser, as `kt.view` shows them, at `url`. A context manager."""

    def __init__(self, *, host: str = "127.0.0.1", port: int = 8080) -> None:
        try:
            viser: Any = import_module("viser")
        except ImportError as error:
            raise ModelError(f"kt.view: {error}; pip install 'kinetree[view]'.") from None
        with redirect_stdout(StringIO()):  # viser prints a banner
            self._server = viser.ViserServer(host=host, port=port, label="kinetree", verbose=False)
        self.url = f"http://{'localhost' if host == '0.0.0.0' else host}:{self._server.get_port()}"
        self._robots: list[Trajectory] = []
        self._panels: list[Panel] = []
        self._playing = threading.Event()
        self._time: Any = None
        self._strongest, self._radius = 0.0, 1.0
        self._server.gui.configure_theme(show_logo=False, show_share_button=False)
        self._server.scene.set_up_direction("+z")
        self._ground = self._server.scene.add_grid("/ground", infinite_grid=True, fade_distance=20)
        self._boxes = {
            layer: self._server.gui.add_checkbox(label, initial_value=layer == "visual")
            for label, layer in LAYERS.items()
        }
        for layer, box in self._boxes.items():
            box.on_update(partial(self._toggle, layer))

    def add(
        self,
        model: Model,
        q: Any = None,
        *,
        dt: float | None = None,
        forces: Mapping[str, Any] | None = None,
        opacity: float | None = None,
    ) -> "View":
        """Add a robot, as `kt.view` takes it, translucent with an `opacity` below 1; the view."""
        expect_model("view", model)
        configurations, sliders = _configurations(model, q, dt), q is None
        arrows = _forces(model, forces, configurations.shape[:-1], dt)
        at = len(self._robots)
        if arrows and opacity is None:
            opacity = _BESIDE_FORCES
        with self._server.atomic():
            for k, rows in enumerate(configurations):
                root = f"/{at + k} {model.name.replace('/', '_')}"
                drawing = Drawing(self._server.scene, root, model, opacity)
                own = {name: f[k] for name, f in arrows.items()}
                self._robots.append(Trajectory(drawing, rows, dt or 0.0, own))
        for layer, box in self._boxes.items():
            if box.value != (layer == "visual"):
                self._toggle(layer)
        if not at:
            self._radius = _look(self._server, self._ground, self._robots)
        lengths = [float(np.linalg.norm(f, axis=-1).max(initial=0)) for f in arrows.values()]
        self._strongest = max([self._strongest, *lengths])
        if dt is not None:
            self._add_time()
        self.show(0.0)
        if sliders:
            move = self._robots[at].move
            self._panels.append(Panel(self._server.gui, model, configurations[0, 0].copy(), move))
        return self

    def show(self, t: float) -> None:
        """Draw all robots at a time in s."""
        scale = _ARROW * self._radius / (self._strongest or 1.0)
        with self._server.atomic():
            for robot in self._robots:
                robot.show(t, scale)

    def save(self, path: str | Path) -> None:
        """Write what is shown, and its motion, to one HTML file that needs no server."""
        recording = self._server.get_scene_serializer()
        duration = self._duration
        for t in np.arange(0.0, duration + 0.5 / RATE, 1 / RATE) if duration else ():
            self.show(float(t))
            recording.insert_sleep(1 / RATE)
        self.show(0.0 if self._time is None else self._time.value)
        Path(path).write_text(recording.as_html(), encoding="utf-8")

    def wait(self) -> None:
        """Serve it until Ctrl-C."""
        try:
            self._server.sleep_forever()
        except KeyboardInterrupt:
            self.close()

    def close(self) -> None:
        """End the server."""
        self._playing.clear()
        with redirect_stdout(StringIO()):
            self._server.stop()

    def __enter__(self) -> "View":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        names = ", ".join(dict.fromkeys(r.drawing.model.name for r in self._robots))
        return f"<View of {counted(len(self._robots), 'robot')}, {names}, at {self.url}>"

    def _repr_html_(self) -> str:
        return f'<iframe src="{self.url}" width="100%" height="480" frameborder="0"></iframe>'

    @property
    def _duration(self) -> float:
        return max((robot.duration for robot in self._robots), default=0.0)

    def _toggle(self, layer: str, _: object = None) -> None:
        for robot in self._robots:
            robot.drawing.show(layer, self._boxes[layer].value)
        self.show(0.0 if self._time is None else self._time.value)

    def _add_time(self) -> None:
        gui = self._server.gui
        if self._time is not None:
            self._time.max = self._duration
            return
        step = min(robot.dt for robot in self._robots if robot.dt)
        self._time = gui.add_slider("time [s]", 0.0, max(self._duration, step), step, 0.0, order=-2)
        self._time.on_update(self._show_time)
        button = gui.add_button("Play", order=-1)

        def play(_: Any) -> None:
            if self._playing.is_set():
                self._playing.clear()
            else:
                threading.Thread(target=self._play, args=(button,), daemon=True).start()

        button.on_click(play)

    def _show_time(self, _: object) -> None:
        self.show(self._time.value)

    def _play(self, button: Any) -> None:
        self._playing.set()
        button.label = "Pause"
        start = time.monotonic() - (0 if self._time.value >= self._duration else self._time.value)
        while self._playing.is_set() and (t := time.monotonic() - start) < self._duration:
            self._time.value = t  # draws it
            time.sleep(1 / RATE)
        button.label = "Play"
        self._playing.clear()


def _look(server: Any, ground: Any, robots: Sequence[Trajectory]) -> float:
    """Point the camera at all that is shown, and lower the ground of robots without a free base.

    The result is the radius of a sphere about it.
    """
    low, high = np.full(3, np.inf), np.full(3, -np.inf)
    for robot in robots:
        for q in robot.q[:: max(1, len(robot.q) // 20)]:
            below, above = robot.drawing.bounds(q)
            low, high = np.minimum(low, below), np.maximum(high, above)
    radius = max(float(np.linalg.norm(high - low)) / 2, 0.05)
    center = (low + high) / 2
    camera = server.initial_camera
    camera.look_at = center
    direction = np.array([1.1, -0.85, 0.5])
    camera.position = center + _DISTANCE * radius * direction / np.linalg.norm(direction)
    if not any(free_base(robot.drawing.model) for robot in robots):
        ground.position = np.array([0.0, 0.0, min(0.0, low[2])])
    return radius


def _configurations(model: Model, q: Any, dt: float | None) -> Numbers:
    """q as (robots, T, nq)."""
    if q is None:
        return start(model)[None, None]
    q = coordinates_last("view: q", q, model.nq)
    if not np.isfinite(q).all():
        raise ShapeError("view: q is not finite everywhere; leave out the times after it diverged.")
    if dt is None:
        q = q[..., None, :]
    elif not 0 < dt < np.inf:
        raise ShapeError(f"view: dt is {dt}; expected the time between configurations, in s.")
    elif q.ndim < 2:
        raise ShapeError(f"view: q has shape {q.shape}; with dt, expected (..., T, {model.nq}).")
    robots = math.prod(q.shape[:-2])
    if not 0 < robots <= MOST or not q.shape[-2]:
        raise ShapeError(
            f"view: q has {robots} robots of {q.shape[-2]} configurations; expected 1 to {MOST} "
            "robots. A trajectory (T, nq) is drawn as one with dt=."
        )
    return q.reshape(robots, *q.shape[-2:])


def _forces(
    model: Model, forces: Mapping[str, Any] | None, shape: tuple[int, ...], dt: float | None
) -> dict[str, Numbers]:
    """Forces at frames, (robots, T, 3) each."""
    found: dict[str, Numbers] = {}
    for name, given in (forces or {}).items():
        model.frame(name)
        array = coordinates_last(f"view: forces[{name!r}]", given, 3)
        rows = array[..., None, :] if dt is None else array
        try:
            found[name] = np.broadcast_to(rows.reshape(-1, *rows.shape[-2:]), (*shape, 3))
        except (ValueError, IndexError):
            axes = "..., 3" if dt is None else "..., T, 3"
            raise ShapeError(
                f"view: forces[{name!r}] has shape {array.shape}; expected ({axes}), as q."
            ) from None
    return found
