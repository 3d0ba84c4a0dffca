"""`kt.view`: robots in the browser, moved by sliders or along trajectories."""

import threading
import time
from collections.abc import Mapping
from contextlib import redirect_stdout
from functools import partial
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import ArrayLike

from ..errors import ModelError, ShapeError, counted, needing, printable, with_known_keywords
from ..model import Model, expect_model
from ..model.joints import FreeFlyer
from .drawing import RATE, Drawing, Marker, arrows_of, configurations_of, draw_marker
from .meshes import Color
from .panel import Panel
from .server import own_pages_only

if TYPE_CHECKING:
    import viser

_BESIDE_FORCES: Final = 0.45
"""Opacity of a robot whose forces are drawn: they would be inside its bodies."""
_ARROW: Final = 0.7
"""Length of the arrow of the largest force, in radii of that sphere."""
_DISTANCE: Final = 2.1
"""Of the camera, in radii of a sphere about all that it looks at."""
LAYERS: Final = {
    "Shapes": "visual",
    "Collision shapes": "collision",
    "Inertia ellipsoids": "inertia",
    "Joint axes": "axes",
    "Centre of mass": "center of mass",
}


@with_known_keywords
def view(
    model: Model,
    q: ArrayLike | None = None,
    *,
    dt: float | None = None,
    forces: Mapping[str, ArrayLike] | None = None,
    near: float | None = None,
    host: str = "127.0.0.1",
    port: int = 8080,
) -> "View":
    """Show a robot in the browser: a `View`, whose `url` is to be opened.

    `q` (..., nq) is one configuration, or several, drawn as so many robots; without it, sliders
    start near the neutral one, a free base on the ground. With `dt`, in s, q (..., T, nq) is a
    trajectory, or several at once, with a time slider; what looks like one without it, more than
    100 configurations or more than 10 in small steps, is drawn as one with a warning. `forces` are
    arrows at frames, {name: (..., T, 3)} in N, in the axes of the world; the largest is about
    as long as half the robot. With `near`, in m, lines join the nearest points of collision
    shapes that are nearer than this, by `kt.collision.nearest`, or by coal where shapes have no
    closed form: orange, and red where they overlap. Bodies without shapes are drawn as rods
    between their joints and as ellipsoids with their inertias; meshes that are not found are
    left out, with a warning. It is served to this machine alone, at `port` or the next free
    one, unless `host` is another ("0.0.0.0" for all).

    In a script, `kt.view(...).wait()` keeps it open until Ctrl-C; in a notebook it shows itself;
    `.save("robot.html")` writes one file that needs no server. `.add` puts more robots beside it,
    `.mark` targets, paths and obstacles. Needs `pip install 'kinetree[view]'`. Raises ModelError
    without it and ShapeError for q, dt and forces that do not fit.

    >>> import numpy as np
    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> with kt.view(arm) as shown:  # doctest: +SKIP
    ...     shown.wait()
    """
    page = View(host=host, port=port)
    try:
        return page.add(model, q, dt=dt, forces=forces, near=near)
    except BaseException:
        page.close()
        raise


class View:
    """Robots in the browser, as `kt.view` shows them, at `url`. A context manager."""

    def __init__(self, *, host: str = "127.0.0.1", port: int = 8080) -> None:
        with needing("kt.view: {}; pip install 'kinetree[view]'."):
            import viser
        with redirect_stdout(StringIO()), own_pages_only(host):  # viser prints a banner
            self._server = viser.ViserServer(host=host, port=port, label="kinetree", verbose=False)
        self.url = f"http://{'localhost' if host == '0.0.0.0' else host}:{self._server.get_port()}"
        self._robots: list[Drawing] = []
        self._panels, self._markers = list[Panel](), list[Any]()
        self._playing = threading.Event()
        self._time: viser.GuiSliderHandle[float] | None = None
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
        q: ArrayLike | None = None,
        *,
        dt: float | None = None,
        forces: Mapping[str, ArrayLike] | None = None,
        near: float | None = None,
        opacity: float | None = None,
    ) -> "View":
        """Add a robot, as `kt.view` takes it, translucent with an `opacity` below 1; the view."""
        expect_model("view", model)
        configurations, dt = configurations_of(model, q, dt)
        if near is not None and not near > 0:
            raise ShapeError(f"view: near is {near!r}; expected a distance > 0, in m.")
        arrows = arrows_of(model, forces, configurations.shape[:-1], dt)
        first = len(self._robots)
        if arrows and opacity is None:
            opacity = _BESIDE_FORCES
        with self._server.atomic():
            root, scene = f"/{first} {model.name.replace('/', '_')}", self._server.scene
            drawing = Drawing(scene, root, model, opacity, configurations, dt or 0.0, arrows, near)
            self._robots.append(drawing)
        for layer, box in self._boxes.items():
            if box.value != (layer == "visual"):
                self._toggle(layer)
        if not first:
            self._look()
        lengths = [float(np.linalg.norm(f, axis=-1).max(initial=0)) for f in arrows.values()]
        self._strongest = max([self._strongest, *lengths])
        if dt is not None:
            self._add_time()
        self.show(0.0)
        if q is None:
            start = configurations[0, 0].copy()
            self._panels.append(Panel(self._server.gui, model, start, drawing.move))
        return self

    def mark(
        self, marker: Marker, T: ArrayLike | None = None, *, color: Color = (0.2, 0.4, 0.9, 0.6)
    ) -> "View":
        """Draw a target, a path, an obstacle or ground that rests in the world; the view.

        `marker` is one of `kt.shapes`, at placements T (..., 4, 4); the points of a path (n, 3); or
        placements (..., 4, 4), drawn as axes. `color` is (r, g, b, alpha) in [0, 1].
        """
        name = f"/marker {len(self._markers)}"
        self._markers.append(draw_marker(self._server.scene, name, marker, T, color))
        return self

    def show(self, t: float) -> None:
        """Draw all robots at a time in s."""
        scale = _ARROW * self._radius / (self._strongest or 1.0)
        with self._server.atomic():
            for robot in self._robots:
                robot.show(t, scale)

    def save(self, path: str | Path) -> None:
        """Write what is shown, and its motion, to one HTML file that needs no server.

        Raises ModelError for a name with another suffix.
        """
        if Path(path).suffix.lower() not in (".html", ".htm"):
            raise ModelError(
                f"view: {Path(path).name!r} cannot be written; expected the name of an .html file. "
                "For a picture or a film, open that in a browser, and record the screen."
            )
        recording = self._server.get_scene_serializer()
        for t in np.arange(0.0, self._duration + 0.5 / RATE, 1 / RATE) if self._duration else ():
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
        names = printable(", ".join(dict.fromkeys(r.model.name for r in self._robots)))
        count = sum(len(robot.q) for robot in self._robots)
        return f"<View of {counted(count, 'robot')}, {names}, at {self.url}>"

    def _repr_html_(self) -> str:
        return f'<iframe src="{self.url}" width="100%" height="480" frameborder="0"></iframe>'

    @property
    def _duration(self) -> float:
        return max((robot.duration for robot in self._robots), default=0.0)

    def _look(self) -> None:
        """Point the camera at all that is shown, and lower the ground without a free base."""
        boxes = [robot.bounds() for robot in self._robots]
        low, high = np.min([x for x, _ in boxes], 0), np.max([x for _, x in boxes], 0)
        self._radius = max(float(np.linalg.norm(high - low)) / 2, 0.05)
        camera, center = self._server.initial_camera, (low + high) / 2
        camera.look_at = center
        direction = np.array([1.1, -0.85, 0.5])
        camera.position = center + _DISTANCE * self._radius * direction / np.linalg.norm(direction)
        if not any(isinstance(robot.model.joints[0].type, FreeFlyer) for robot in self._robots):
            self._ground.position = np.array([0.0, 0.0, min(0.0, low[2])])

    def _toggle(self, layer: str, _: object = None) -> None:
        for robot in self._robots:
            robot.toggle(layer, self._boxes[layer].value)
        self.show(0.0 if self._time is None else self._time.value)

    def _add_time(self) -> None:
        gui = self._server.gui
        if self._time is not None:
            self._time.max = self._duration
            return
        step = min(robot.dt for robot in self._robots if robot.dt)
        slider = gui.add_slider("time [s]", 0.0, max(self._duration, step), step, 0.0, order=-2)
        slider.on_update(lambda _: self.show(slider.value))
        button = gui.add_button("Play", order=-1)
        self._time = slider

        @button.on_click
        def start_or_stop(_: object) -> None:
            if self._playing.is_set():
                self._playing.clear()
            else:
                threading.Thread(target=self._play, args=(button, slider), daemon=True).start()

    def _play(
        self, button: "viser.GuiButtonHandle", slider: "viser.GuiSliderHandle[float]"
    ) -> None:
        self._playing.set()
        button.label = "Pause"
        start = time.monotonic() - (0 if slider.value >= self._duration else slider.value)
        while self._playing.is_set() and (t := time.monotonic() - start) < self._duration:
            slider.value = t  # draws it
            time.sleep(1 / RATE)
        button.label = "Play"
        self._playing.clear()
