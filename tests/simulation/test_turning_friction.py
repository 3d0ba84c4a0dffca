"""Torsional and rolling friction of contacts: closed forms, MuJoCo's motions, derivatives."""

from pathlib import Path
from typing import Any

import mujoco
import numpy as np
import pytest

import kinetree as kt
from kinetree.algorithms.friction.delassus import DelassusMatrix
from kinetree.algorithms.friction.laws import Laws, Moment
from kinetree.algorithms.friction.solve import iterated
from kinetree.errors import ModelError

G, M, R = 9.81, 2.0, 0.1
INERTIA = 0.4 * M * R**2
TORSIONAL, ROLLING = 0.02, 0.005
FREE = [0.0, 0, 0, 0, 0, 0, 1]
CRATE = kt.shapes.Box((0.3, 0.4, 0.2))


def bodies(*shapes: Any, condim: int = 6, sliding: float = 0.8) -> kt.Model:
    """Free bodies, each of a shape or of a shape with its condim."""
    builder = kt.ModelBuilder("bodies")
    for i, shape in enumerate(shapes):
        shape, own = shape if isinstance(shape, tuple) else (shape, condim)
        inertia = kt.Inertia(M, [0, 0, 0], INERTIA * np.eye(3))
        builder.add_body(f"body {i}", joint=kt.FreeFlyer(), inertia=inertia)
        mu = sliding, TORSIONAL, ROLLING
        builder.add_geometry(
            f"shape {i}", parent=f"body {i}", shape=shape, kind="collision", friction=mu, condim=own
        )
    return builder.build()


def ball(condim: int = 6) -> kt.Model:
    return bodies(kt.shapes.Sphere(R), condim=condim)


def at(*places: Any) -> Any:
    return np.concatenate([[*place, 0, 0, 0, 1] for place in places])


def moved(
    model: kt.Model,
    q: Any,
    v: Any,
    steps: int,
    dt: float = 1e-3,
    dtype: Any = float,
    friction: Any = None,
    **how: Any,
) -> Any:
    how = how if "contacts" in how else {**how, "contacts": kt.contacts(model, ground="plane")}
    x, h = (np.asarray(q, dtype), np.asarray(v, dtype)), dtype(dt)
    more: Any = {"steps": steps, "friction": friction, "record": "residual"}
    return kt.simulation.rollout(model, *x, None, h, simulation=kt.Simulation(**how), **more)


# --- closed forms


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_a_sphere_that_spins_is_slowed_by_torsional_friction_and_stops(dtype: Any) -> None:
    v, tight = [0, 0, 0, 0, 0, 10.0], 1e-6 if dtype == np.float64 else 2e-3
    motion = moved(ball(4), at([0, 0, R]), v, 300, dtype=dtype)
    slowing = TORSIONAL * M * G / INERTIA
    expected = np.maximum(0, 10 - slowing * 1e-3 * np.arange(301))
    assert motion.v.dtype == dtype and 0.2 < 10 / slowing < 0.21
    assert motion.v[:, 5] == pytest.approx(expected, abs=tight)
    assert abs(motion.v[:, :5]).max() < tight and motion.residual < tight
    assert moved(ball(3), at([0, 0, R]), v, 9).v[-1, 5] == pytest.approx(10)


@pytest.mark.parametrize("angle", [0.0, 0.4, 2.0])
def test_a_sphere_that_rolls_is_slowed_by_rolling_friction_in_all_directions(angle: float) -> None:
    along = np.array([np.cos(angle), np.sin(angle), 0])
    v = [*(0.5 * along), *(0.5 / R * np.cross([0, 0, 1], along))]
    motion = moved(ball(), at([0, 0, R]), v, 1600)
    slowing = ROLLING * G / (R * 1.4)
    time = np.minimum(1e-3 * np.arange(1601), 0.5 / slowing)
    way = 0.5 * time - 0.5 * slowing * time**2
    assert motion.q[:, :3] == pytest.approx(way[:, None] * along + [0, 0, R], abs=1e-6)
    assert abs(motion.v[-1]).max() < 1e-6 and motion.residual < 1e-9 and time[-1] < 1.5
    assert moved(ball(4), at([0, 0, R]), v, 9).q[-1, :2] == pytest.approx(
        4.5e-3 * along[:2], abs=1e-7
    )


@pytest.mark.parametrize("degrees", [2.8, 2.9, 10.0])
def test_a_sphere_stays_on_a_slope_of_less_than_its_rolling_friction(degrees: float) -> None:
    slope, steep = np.deg2rad(degrees), np.tan(np.deg2rad(degrees)) > ROLLING / R
    model = ball().replace(gravity=G * np.array([np.sin(slope), 0, -np.cos(slope)]))
    motion = moved(model, at([0, 0, R]), np.zeros(6), 400)
    a = G * (np.sin(slope) - ROLLING / R * np.cos(slope)) / 1.4 if steep else 0.0
    assert steep == (degrees > 2.87)
    assert motion.q[-1, 0] == pytest.approx(0.5 * a * 0.4**2, rel=1e-5, abs=1e-9)


def test_a_sphere_that_stands_on_a_slope_takes_one_sweep() -> None:
    model = ball().replace(gravity=[G * np.sin(0.04), 0, -G * np.cos(0.04)])
    motion = moved(model, at([0, 0, R]), np.zeros(6), 1, iterations=1)
    assert motion.residual < 1e-12 and abs(motion.v[-1]).max() < 1e-9


def test_four_corners_share_the_torsional_friction_of_a_crate() -> None:
    arm = np.hypot(0.15, 0.2)
    for condim, moment in ((1, 0.0), (3, 0.8 * arm), (4, 0.8 * arm + TORSIONAL)):
        model = bodies(CRATE, condim=condim)
        motion = moved(model, at([0, 0, 0.1]), [0, 0, 0, 0, 0, 9.0], 20, 1e-4)
        slowing = moment * M * G / INERTIA
        assert motion.v[-1, 5] == pytest.approx(9 - slowing * 2e-3, rel=1e-6), condim
        assert motion.residual < 1e-6


@pytest.mark.parametrize(("condim", "force"), [(4, 0.98), (4, 1.02), (3, 1.02)])
def test_two_fingers_hold_a_plate_beside_its_centre_by_torsional_friction(
    condim: int, force: float
) -> None:
    builder, beside = kt.ModelBuilder("gripper"), 0.03
    light = kt.Inertia(0.1, [0, 0, 0], 1e-4 * np.eye(3))
    for name, side in (("left", -1), ("right", 1)):
        place = kt.SE3(np.eye(3), [side * (R + 0.02), 0, 0])
        builder.add_body(name, joint=kt.Prismatic("x"), inertia=light, placement=place)
        finger = kt.shapes.Sphere(R)
        builder.add_geometry(
            name, parent=name, shape=finger, kind="collision", friction=(0.9, TORSIONAL, 0)
        )
    plate = kt.Inertia(M, [0, 0, 0], INERTIA * np.eye(3))
    builder.add_body("plate", joint=kt.FreeFlyer(), inertia=plate)
    box = kt.shapes.Box((0.04, 0.3, 0.3))
    builder.add_geometry("plate", parent="plate", shape=box, kind="collision", condim=condim)
    model = builder.build()
    contacts = kt.contacts(model, [("left", "plate"), ("right", "plate")])
    press = force * M * G * beside / (2 * TORSIONAL)
    tau = np.tile([press, -press, *np.zeros(6)], (50, 1))
    start, how = np.array([0, 0, *at([0, beside, 0])]), {"record": "residual"}
    how["simulation"] = kt.Simulation(contacts=contacts)
    motion = kt.simulation.rollout(model, start, np.zeros(8), tau, 1e-3, **how)
    lever = INERTIA + M * beside**2
    speed = max(0.0, M * G * beside * (1 - (force if condim == 4 else 0))) / lever * 0.05
    assert motion.v[-1, 5] == pytest.approx(-speed, rel=2e-3, abs=1e-6)
    assert (speed > 0.01) == (force < 1 or condim == 3) and motion.converged


def test_torsional_friction_of_two_bodies_keeps_their_momentum() -> None:
    model = bodies(kt.shapes.Sphere(R), kt.shapes.Sphere(R)).replace(gravity=[0, 0, 0])
    v = np.array([0.5, 0, 0, 3.0, 2, 1, -0.5, 0, 0.1, 0, -1, 7])
    normal = np.array([np.cos(0.3), 0, np.sin(0.3)])
    reach = 2 * R + 0.5e-3 * normal @ (v[:3] - v[6:9])  # they meet in the middle of the step
    q = at([0, 0, 0], reach * normal)
    contacts = kt.contacts(model)
    plain = kt.contacts(model, condim=3)
    step, other = (
        kt.simulation.contact_step(model, q, v, np.zeros(12), 1e-3, simulation=simulation)
        for simulation in (kt.Simulation(contacts=contacts), kt.Simulation(contacts=plain))
    )
    before, after = (kt.centroidal_momentum(model, *x) for x in ((q, v), (step.q, step.v)))
    assert after == pytest.approx(before, abs=1e-5)
    assert abs(step.v - other.v).max() > 0.05 and (step.impulses != 0).all() and step.converged


def test_without_friction_a_crate_slides_on() -> None:
    model = bodies(CRATE, condim=1)
    contacts = kt.contacts(model, ground="plane", friction=0.7)
    assert {x.friction for x in contacts} == {0.0}
    motion = moved(model, at([0, 0, 0.1]), [1.0, 0, 0, 0, 0, 0], 100, contacts=contacts)
    assert motion.v[-1] == pytest.approx([1, 0, 0, 0, 0, 0], abs=1e-9)
    rough = moved(model, at([0, 0, 0.1]), [1.0, 0, 0, 0, 0, 0], 100, friction=0.5)
    assert rough.v[-1, 0] == pytest.approx(1 - 0.5 * G * 0.1)


# --- the rows


def test_contacts_have_the_larger_condim_and_coefficients() -> None:
    model = bodies((CRATE, 4), (kt.shapes.Sphere(R), 1))
    surfaces = [("shape 0", "shape 1")]
    assert [(x.friction, x.torsional, x.rolling) for x in kt.contacts(model, surfaces)] == [
        (0.8, TORSIONAL, 0)
    ]
    for condim, expected in {
        1: (0, 0),
        3: (0, 0),
        4: (TORSIONAL, 0),
        6: (TORSIONAL, ROLLING),
    }.items():
        (x,) = kt.contacts(model, surfaces, condim=condim, friction=0.3)
        assert (x.torsional, x.rolling) == expected and x.friction == (condim > 1) * 0.3


@pytest.mark.sweep
def test_the_nearest_of_contacts_with_other_rows_move_as_all_do() -> None:
    shapes = (
        (kt.shapes.Sphere(R), 6),
        (CRATE, 4),
        (kt.shapes.Sphere(R), 3),
        (kt.shapes.Sphere(R), 6),
    )
    model = bodies(*shapes)
    q = at([0, 0, R], [1, 0, 0.1], [2, 0, R], [3, 0, 9])
    v = np.random.default_rng(0).normal(size=24)
    v[2::6], v[6:12] = 0, [0, 0, 0, 0, 0, 2.0]
    contacts = kt.contacts(model, [("shape 0", "shape 1")], ground="plane")
    assert len(contacts) == 8
    every = moved(model, q, v, 50, contacts=contacts)
    chosen = moved(model, q, v, 50, contacts=contacts, max_contacts=6)
    assert chosen.q == pytest.approx(every.q, abs=1e-7) and chosen.residual < 1e-4
    plain = moved(model, q, v, 50, contacts=kt.contacts(model, ground="plane", condim=3))
    differ = abs(every.v - plain.v)[2].reshape(4, 6).max(1) > 1e-3
    assert differ.tolist() == [True, True, False, False]


@pytest.mark.parametrize("seed", range(8))
def test_solutions_obey_the_laws_and_residuals_see_others(seed: int) -> None:
    rng = np.random.default_rng(seed)
    A = rng.normal(size=(12, 14))
    coefficients = rng.uniform(0.1, 0.8, 3)
    rows = (slice(8, 9), 2), (slice(9, 10), 5), (slice(10, 12), 5)
    moments = tuple(Moment(*x, c) for x, c in zip(rows, coefficients, strict=True))
    laws = Laws(kt.math.array([0.5, 0.9]), 1, kt.math.array([0.7]), moments)
    G, g = kt.math.array(A @ A.T), kt.math.array(3 * rng.normal(size=12))
    l = iterated(laws, DelassusMatrix(G), g, 3000)
    s, l = np.array(G @ l + g, float), np.array(l, float)
    for r, n, c in moments:
        radius = c * l[n]
        assert np.linalg.norm(l[r]) <= radius + 1e-12
        if np.linalg.norm(l[r]) > radius - 1e-9:
            assert l[r] * np.linalg.norm(s[r]) == pytest.approx(-radius * s[r], abs=1e-9)
        else:
            assert s[r] == pytest.approx(0 * s[r], abs=1e-9)
    diagonal = G.diagonal()
    assert max(laws.residuals(diagonal, kt.math.array(l), kt.math.array(s))) < 1e-9
    for r, n, c in moments:
        large, fast = l.copy(), s.copy()
        large[r] = 2 * c * l[n] + 0.1
        fast[r] = 0.1 * l[r]  # along the impulse, which should be against it
        cone = laws.residuals(diagonal, kt.math.array(large), kt.math.array(s)).cone
        excess = np.linalg.norm(large[r]) - c * l[n]
        assert cone == pytest.approx(float(diagonal[r][0]) * excess)
        wrong = laws.residuals(diagonal, kt.math.array(l), kt.math.array(fast))
        assert wrong.complementarity == pytest.approx(0.1 * np.linalg.norm(l[r]), abs=1e-9)


# --- derivatives


@pytest.mark.parametrize(
    "mode", ["rest", "turning", "rolling", "sliding", "apart", "crate", "slow"]
)
def test_derivatives_are_those_of_differences(mode: str) -> None:
    model = bodies(CRATE if mode == "crate" else kt.shapes.Sphere(R))
    rng, dt = np.random.default_rng(3), 5e-3
    v = {
        "rest": np.zeros(6),
        "turning": [0, 0, 0, 0, 0, 8.0],
        "rolling": [0.4, 0.2, 0, -2, 4, 0],
        "sliding": [2.0, -1, 0, 3, 1, 5],
        "apart": [0, 0, 1.0, 3, 1, 2],
        "crate": [1.0, 0.5, 0, 0, 0, 8],
        "slow": [0.01, 0.0, 0, 0, 0.1, 6],
    }[mode]
    v = np.asarray(v) + (0 if mode == "rest" else 1e-3 * rng.normal(size=6))
    q = kt.integrate(model, at([0, 0, 0.1]), [0, 0, 0, 0, 0, 0.3])
    q[2] -= 1e-4 * (mode != "crate")
    tau = 1e-2 * rng.normal(size=6)
    contacts = kt.contacts(model, ground="plane")[: 1 if mode == "crate" else None]
    how: dict[str, Any] = {"simulation": kt.Simulation(contacts=contacts, iterations=2000)}
    step, e = kt.simulation.contact_step, np.split(np.eye(18), 3, 1)
    J = kt.jvp(step, ("q", "v", "tau"))(model, q, v, tau, dt, *e, **how).d_v

    def slope(after: Any, size: float = 1e-6) -> Any:
        return np.array([(after(size * e) - after(-size * e)) / 2 / size for e in np.eye(6)])

    tight = {"rel": 1e-5, "abs": 1e-5}
    by_v = slope(lambda d: step(model, q, v + d, tau, dt, **how).v)
    assert J[6:12] == pytest.approx(by_v, **tight)
    by_tau = slope(lambda d: step(model, q, v, tau + d, dt, **how).v)
    assert J[12:] == pytest.approx(by_tau, **tight)
    by_q = slope(lambda d: step(model, kt.integrate(model, q, d), v, tau, dt, **how).v)
    assert J[:6] == pytest.approx(by_q, rel=1e-5, abs=1e-5 * max(1, abs(by_q).max()))


# --- MuJoCo


@pytest.mark.parametrize(("condim", "spin"), [(1, 6), (3, 6), (4, 6), (6, 0)])
def test_balls_of_an_mjcf_turn_and_roll_as_in_mujoco(
    condim: int, spin: float, tmp_path: Path
) -> None:
    # Where a ball rolls and spins at once, one ellipsoid bounds both moments in MuJoCo.
    text = f"""<mujoco><option cone="elliptic" impratio="1000" timestep="1e-3"/>
    <default><geom condim="{condim}" friction="0.7 0.02 0.004" solref="0.004 1"
      solimp="0.99 0.999 0.001"/></default>
    <worldbody><geom name="floor" type="plane" size="9 9 1" condim="1"/>
    <body pos="0 0 0.1"><freejoint/><geom name="ball" type="sphere" size="0.1" mass="2"/></body>
    </worldbody></mujoco>"""
    path = tmp_path / "ball.xml"
    path.write_text(text)
    peer = mujoco.MjModel.from_xml_string(text)
    data = mujoco.MjData(peer)
    data.qvel[:] = 0.4, 0.3, 0, -3, 4, spin
    model = kt.load(path)
    assert [x.condim for x in model.geometries if x.kind == "collision"] == [1, condim]
    contacts = kt.contacts(model)
    motion = moved(model, data.qpos[[0, 1, 2, 4, 5, 6, 3]], data.qvel, 400, contacts=contacts)
    mujoco.mj_step(peer, data, 400)
    turn = kt.SE3.from_matrix(kt.frame_placement(model, motion.q[-1], frame=1)).rotation
    assert motion.q[-1, :3] == pytest.approx(data.qpos[:3], abs=2e-3)
    assert np.array(turn) @ motion.v[-1, 3:] == pytest.approx(peer_spin(data), abs=0.05)


def peer_spin(data: Any) -> Any:
    """The angular velocity of a free body in world axes."""
    return data.xmat[1].reshape(3, 3) @ data.qvel[3:]


# --- files and refusals


def test_condim_is_written_and_read(tmp_path: Path) -> None:
    model = bodies((CRATE, 4), (kt.shapes.Sphere(R), 1))
    kt.save(model, tmp_path / "bodies.json")
    for again in (kt.load(tmp_path / "bodies.json"), kt.load(kt.to_mjcf(model))):
        condims = {x.name: x.condim for x in again.geometries if x.kind == "collision"}
        assert condims == {"shape 0": 4, "shape 1": 1}
    assert model.content_text != bodies((CRATE, 6), (kt.shapes.Sphere(R), 1)).content_text


def test_what_cannot_be_is_refused() -> None:
    here: tuple[Any, ...] = ("x", "collision", "world", 0, kt.SE3.identity(), kt.shapes.Sphere(R))
    for condim in (2, 5, 0, True, 4.0, "3"):
        with pytest.raises(
            ModelError, match=r"'x' has the condim .*; expected 1 .without friction"
        ):
            kt.Geometry(*here, condim=condim)  # type: ignore[arg-type]
    model = ball()
    with pytest.raises(ModelError, match="contacts has the condim 5; expected 1"):
        kt.contacts(model, ground="plane", condim=5)
