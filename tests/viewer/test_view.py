"""The viewer: what is in its scene, what moves it, its files, and what it says of bad input."""

import sys
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
import viser
from browser import screenshot

import kinetree as kt
from kinetree.geometry.meshes import mesh_of
from kinetree.viewer.meshes import ellipsoids, parts, stand_ins

ARM = kt.robots.arm()
PORT = 8765


@pytest.fixture
def shown() -> Any:
    """`kt.view`, closed at the end of the test."""
    views: list[kt.View] = []

    def shown(*operands: Any, **keywords: Any) -> kt.View:
        views.append(kt.view(*operands, port=PORT, **keywords))
        return views[-1]

    yield shown
    for page in views:
        page.close()


def _assert_at(page: kt.View, model: kt.Model, q: Any, drawing: int = 0, robot: int = 0) -> None:
    """Every shape that is drawn of a robot is where it is at q."""
    T = np.asarray(kt.forward_kinematics(model, q))
    for layer, nodes in page._robots[drawing]._layers.items():
        for part, node in nodes:
            expected = T[part.joint] @ part.placement
            if layer == "center of mass":
                expected[:3, 3] = kt.center_of_mass(model, q)
            np.testing.assert_allclose(node.batched_positions[robot], expected[:3, 3], atol=1e-6)
            w, x, y, z = node.batched_wxyzs[robot]
            rotation = kt.SO3.from_quaternion([x, y, z, w]).matrix
            np.testing.assert_allclose(np.asarray(rotation), expected[:3, :3], atol=1e-6)
    axes = page._robots[drawing]._axes.batched_positions.reshape(-1, model.njoints - 1, 3)
    np.testing.assert_allclose(axes[robot], T[1:, :3, 3], atol=1e-6)


def test_an_ellipsoid_has_the_inertia_of_its_body() -> None:
    """Its mesh of uniform density, integrated by trimesh."""
    model = kt.robots.humanoid()
    for part in ellipsoids(model):
        inertia = model.joint(part.joint).inertia
        mesh = part.mesh.copy()
        mesh.density = float(inertia.mass) / mesh.volume
        at_mass = np.asarray(inertia.center_of_mass, float)
        moments = part.placement[:3, :3] @ mesh.moment_inertia @ part.placement[:3, :3].T
        np.testing.assert_allclose(part.placement[:3, 3], at_mass, atol=1e-12)
        central = np.asarray(inertia.about_center_of_mass, float)
        # an icosphere is a polyhedron inside its sphere
        np.testing.assert_allclose(moments, central, atol=0.03 * abs(central).max())


def test_rods_reach_from_joint_to_joint() -> None:
    model = kt.robots.quadruped()
    T = np.asarray(kt.forward_kinematics(model, kt.random_configuration(model, rng=3)))
    ends = []
    for part in stand_ins(model):
        low, high = part.mesh.bounds
        if high[2] - low[2] > 3 * (high[0] - low[0]) and abs(part.mesh.volume) < 1e-3:
            for z in (low[2], high[2]):
                ends.append((T[part.joint] @ part.placement @ [0, 0, z, 1])[:3])
    for j in model.joints[1:]:
        assert min(np.linalg.norm(ends - T[j.index, :3, 3], axis=1)) < 1e-9


def test_shapes_are_those_of_their_kind() -> None:
    shapes = kt.shapes
    volumes = {
        shapes.Box((1, 2, 3)): 6.0,
        shapes.Sphere(0.5): np.pi / 6,
        shapes.Ellipsoid((0.5, 1.0, 2.0)): 4 / 3 * np.pi,
        shapes.Cylinder(0.5, 2.0): np.pi / 2,
        shapes.Capsule(0.5, 2.0): np.pi / 2 + np.pi / 6,
    }
    for shape, volume in volumes.items():
        mesh = mesh_of(shape)
        assert mesh.volume == pytest.approx(volume, rel=0.03)
        np.testing.assert_allclose(mesh.bounds.sum(0), 0, atol=1e-9)  # about its centre
    assert mesh_of(shapes.Plane()).bounds[1, 2] < 1e-2


def test_joints_are_where_they_are(shown: Any) -> None:
    q = kt.random_configuration(ARM, 3, rng=0)
    page = shown(ARM, q)
    for k in range(3):
        _assert_at(page, ARM, q[k], robot=k)
    assert "3 robots, arm, at http://127.0.0.1:" in repr(page) and page.url in page._repr_html_()


def test_a_trajectory_is_shown_by_time(shown: Any) -> None:
    robot = kt.robots.quadruped()
    q = kt.random_configuration(robot, 5, rng=0)
    page = shown(robot, q, dt=0.1).add(ARM, q[:, 7:14], dt=0.2, opacity=0.3)
    for t, k, slow in ((0.0, 0, 0), (0.21, 2, 1), (0.4, 4, 2), (9.0, 4, 4)):
        page.show(t)
        _assert_at(page, robot, q[k])
        _assert_at(page, ARM, q[slow, 7:14], drawing=1)


@pytest.mark.parametrize("make", ["arm", "humanoid", "pendulum"])
def test_sliders_move_the_joints(shown: Any, make: str) -> None:
    model = getattr(kt.robots, make)()
    page = shown(model)
    panel = page._panels[0]
    start = panel.q
    for k in {0, model.nv // 2, model.nv - 1}:
        slider = panel._sliders[k]
        step = 0.3 if slider.value + 0.3 <= slider.max else -0.3
        slider.value += step
        panel._update(None)
        v = np.zeros(model.nv)
        v[k] = step
        start = np.asarray(kt.integrate(model, start, v)) if k < model.nv else start
        if model.nq == model.nv:
            np.testing.assert_allclose(panel.q, start, atol=1e-12)
        _assert_at(page, model, panel.q)
    page._boxes["axes"].value = True
    page._toggle("axes")  # keeps them where they are
    _assert_at(page, model, panel.q)
    panel._box.value = True
    panel._show_torques()
    tau = kt.generalized_gravity(model, panel.q)
    assert f"| {model.v_names[-1]} | {tau[-1]:.2f} {model.tau_units[-1]} |" in panel._table.content


def test_layers_are_shown_and_hidden(shown: Any) -> None:
    q = kt.random_configuration(ARM, rng=1)
    page = shown(ARM, q)
    drawing = page._robots[0]
    for layer, box in page._boxes.items():
        box.value = True
        page._toggle(layer)
    assert len(drawing._layers["inertia"]) == 7 and drawing._layers["collision"] == []
    _assert_at(page, ARM, q)
    for layer, box in page._boxes.items():
        nodes = [node for _, node in drawing._layers.get(layer, [(None, drawing._axes)])]
        assert all(node.visible for node in nodes)
        box.value = False
        page._toggle(layer)
        assert not any(node.visible for node in nodes)


def test_forces_are_arrows_at_frames(shown: Any) -> None:
    q = kt.random_configuration(ARM, 4, rng=2)
    forces = np.random.default_rng(0).normal(size=(4, 3))
    page = shown(ARM, q, dt=0.1, forces={"tool": forces})
    for k in range(4):
        page.show(0.1 * k)
        ((tail, head),) = page._robots[0]._arrows.points
        at = kt.frame_placement(ARM, q[k], frame="tool")[:3, 3]
        np.testing.assert_allclose(tail, at, atol=1e-6)
        expected = 0.7 * page._radius * forces[k] / np.linalg.norm(forces, axis=1).max()
        np.testing.assert_allclose(head - tail, expected, atol=1e-6)


def test_the_camera_sees_all_of_a_motion(shown: Any) -> None:
    """All shapes are within a sphere about what it looks at, at all times; it is outside."""
    dog = kt.robots.quadruped()
    q = np.tile(kt.neutral(dog), (9, 1))
    q[:, 0] = np.linspace(0, 3, 9)
    page = shown(dog, q, dt=0.1)
    camera = page._server.initial_camera
    middle = np.asarray(camera.look_at)
    assert 1.4 < middle[0] < 1.6 and page._radius > 1.5
    assert np.linalg.norm(camera.position - middle) == pytest.approx(2.1 * page._radius)
    drawing = page._robots[0]
    for row in q:
        drawing.q = row[None, None]
        low, high = drawing.bounds()
        assert max(np.linalg.norm(low - middle), np.linalg.norm(high - middle)) <= page._radius
        assert low[2] < -0.6 and high[2] > 0.05  # feet and trunk, shapes included


def test_a_motion_without_its_time_step_is_a_motion(shown: Any) -> None:
    """More configurations than robots can be, or many that follow each other; never a few poses."""
    path, poses = (
        np.linspace(0, 1, 40)[:, None] * np.ones(7),
        kt.random_configuration(ARM, 40, rng=0),
    )
    for q, robots, steps in (
        (path, 1, 40),
        (np.stack([path, -path]), 2, 40),
        (kt.random_configuration(ARM, 101, rng=0), 1, 101),
    ):
        with pytest.warns(UserWarning, match=r"drawn as a motion of 30 .* give its time step, dt="):
            assert shown(ARM, q)._robots[0].q.shape == (robots, steps, 7)
    for q in (poses, path[:10], path[::5]):
        assert shown(ARM, q)._robots[0].q.shape == (len(q), 1, 7)
    with pytest.raises(kt.ShapeError, match=r"101 robots of 1 conf.* drawn as one with dt="):
        shown(ARM, np.zeros((101, 1, 7)), dt=1.0)


def test_robots_of_a_kind_share_their_shapes(shown: Any) -> None:
    """As many nodes for 60 robots as for one, so that they take no longer."""
    counts = [
        len(shown(ARM, kt.random_configuration(ARM, n, rng=0))._server.scene._handle_from_node_name)
        for n in (1, 60)
    ]
    assert counts[0] == counts[1]


def test_missing_meshes_are_left_out_with_one_warning() -> None:
    bad = kt.shapes.Mesh("nowhere.stl")
    geometries = [
        kt.Geometry(str(k), "visual", "link1", 1, kt.SE3.identity(), bad) for k in range(3)
    ]
    model = ARM.replace(geometries=geometries)
    with pytest.warns(UserWarning, match=r"arm: 3 of its visual shapes are not drawn: the mesh 'n"):
        assert list(parts(model, "visual")) == []


def test_a_saved_page_shows_the_robot_without_a_server(shown: Any, tmp_path: Path) -> None:
    q = kt.random_configuration(ARM, 8, rng=0)
    page = shown(ARM, q, dt=0.1)
    file = tmp_path / "arm.html"
    page._time.value = 0.3
    page.save(file)
    _assert_at(page, ARM, q[3])
    page.close()
    assert 2e5 < file.stat().st_size < 3e6
    red, green, blue = screenshot(file.as_uri(), tmp_path).transpose(2, 0, 1)
    orange = (red > blue + 70) & (green > blue + 20)  # a pale one has linear colours
    assert orange[100:380].mean() > 0.005  # its bodies, in the middle of a white page


@pytest.mark.sweep
def test_markers_rest_in_the_world(shown: Any, tmp_path: Path) -> None:
    page, places = shown(ARM, np.zeros(7)), np.stack([np.eye(4)] * 2)
    places[:, :3, 3] = [[0.4, 0.3, 0.6], [0.4, -0.3, 0.6]]
    ground = kt.shapes.HeightField(((0, 0.1), (0.2, 0.3)), (-1, -1, 2, 2))
    path = [[0.4, -0.4, 0], [0.4, 0, 1.0], [0.4, 0.4, 0], [0.4, 0.4, 1]]
    assert page.mark(kt.shapes.Box((0.3, 0.3, 0.3)), places, color=(0, 0, 1, 1)) is page
    page.mark(path, color=(1, 0, 0, 1)).mark(kt.SE3(np.eye(3), [1, 2, 3])).mark(ground)
    boxes, line, axes, heights = page._markers
    np.testing.assert_allclose(boxes.batched_positions, places[:, :3, 3])
    np.testing.assert_allclose(line.points, [path[:2], path[1:3], path[2:]])
    np.testing.assert_allclose(axes.batched_positions, [[1, 2, 3]])
    assert sorted(heights.vertices[:, 2]) == pytest.approx([0, 0.1, 0.2, 0.3])
    page.save(tmp_path / "marked.html")
    page.close()
    red, green, blue = screenshot((tmp_path / "marked.html").as_uri(), tmp_path).transpose(2, 0, 1)
    assert ((blue > red + 60) & (blue > green + 60)).mean() > 0.01  # the boxes
    for marker, T in (([[1, 2]], None), (kt.shapes.Sphere(0.1), np.eye(3)), ([1, 2, 3], None)):
        with pytest.raises(kt.ShapeError, match=r"a marker has shape .* expected placements"):
            page.mark(cast(Any, marker), T)


@pytest.mark.parametrize("shape", [kt.shapes.Sphere(0.25), kt.shapes.Ellipsoid((0.25, 0.1, 0.1))])
def test_lines_join_shapes_that_are_near(shown: Any, shape: Any) -> None:
    builder = kt.ModelBuilder("three on rails")
    for name in "abc":
        builder.add_body(name, joint=kt.Prismatic("x"))
        builder.add_geometry(name, parent=name, shape=shape, kind="collision")
    page = shown(builder.build(), [[0.0, 0.6, 2], [0, 1, 2], [0, 0.4, 5]], near=0.2)
    lines, dots = page._robots[0]._nearness._handles
    exact = 1e-6 if isinstance(shape, kt.shapes.Sphere) else 0.1  # coal's, of an overlap
    np.testing.assert_allclose(lines.points[..., 0], [[0.25, 0.35], [0.25, 0.15]], atol=exact)
    assert abs(lines.points[..., 1:]).max() < exact and len(dots.points) == 4
    orange, red = lines.colors[:, 0]
    assert orange[1] > 100 > red[1]
    page._robots[0]._place(np.array([[0.0, 1, 2]] * 3))
    assert page._robots[0]._nearness._handles == []


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: kt.view(ARM, near=0.0), r"view: near is 0\.0; expected a distance > 0, in m"),
        (lambda: kt.view(np.zeros(7)), r"view: its first argument is an ndarray; expected a kt.Mo"),
        (lambda: kt.view(ARM, np.zeros(6)), r"view: q has shape \(6,\); expected \(..., 7\)"),
        (lambda: kt.view(ARM, np.full(7, np.nan)), r"view: q is not finite everywhere"),
        (lambda: kt.view(ARM, np.zeros(7), dt=0.1), r"\(7,\); with dt, expected \(..., T, 7\)"),
        (lambda: kt.view(ARM, np.zeros((2, 7)), dt=-1), r"dt is -1; expected the time between"),
        (lambda: kt.view(ARM, np.zeros((0, 7)), dt=0.1), r"1 robots of 0 configurations"),
        (
            lambda: kt.view(ARM, np.zeros((2, 7)), dt=0.1, forces={"tool": np.zeros((3, 3))}),
            r"forces\['tool'\] has shape \(3, 3\); expected \(..., T, 3\), as q",
        ),
        (lambda: kt.view(ARM, np.zeros(7), forces={"tol": [0, 0, 1]}), r"no frame 'tol'; did you"),
        (lambda: kt.view(ARM, forces=cast(Any, [0, 0, 1])), r"forces is a list; expected \{frame"),
    ],
)
def test_bad_input_is_named(call: Any, message: str) -> None:
    with pytest.raises(kt.KinetreeError, match=message):
        call()


@pytest.mark.parametrize("name", ["x.png", "x.mp4", "x"])
def test_another_format_than_html_is_refused(shown: Any, name: str, tmp_path: Path) -> None:
    with pytest.raises(kt.ModelError, match=rf"'{name}' cannot be written; .* an \.html file"):
        shown(ARM).save(tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_without_viser_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "viser", None)
    with pytest.raises(kt.ModelError, match=r"pip install 'kinetree\[view\]'"):
        kt.view(ARM)


@pytest.mark.parametrize("origin", [None, "http://127.0.0.1:{0}", "http://evil.example", "null"])
def test_a_page_of_another_site_cannot_join(shown: Any, origin: str | None) -> None:
    client = pytest.importorskip("websockets.sync.client")
    url = shown(ARM).url
    origin = origin and cast(Any, origin.format(url.rpartition(":")[2]))
    words = {"origin": origin, "subprotocols": [f"viser-v{viser.__version__}"], "max_size": None}
    if origin is None or origin == url:
        with client.connect(url.replace("http", "ws"), **words) as page:
            assert page.recv(timeout=10)
    else:
        with pytest.raises(Exception, match="403"):
            client.connect(url.replace("http", "ws"), **words)
