"""Sliding, rolling, pushing and stacking beside their formulas, and beside MuJoCo.

Bodies of 2 kg in 500 steps of 2 ms; MuJoCo reads `kt.to_mjcf`, with its own softness of contacts.
"Wanted" is the way after a second by the formula, "ours" the one of `kt.simulation`; errors are
relative to the formula's where it is not 0, else in m. MuJoCo has no restitution.
"""

from dataclasses import replace

import experiment
import mujoco
import numpy as np
from experiment import G

import kinetree as kt

DT, MASS, STEPS = 2e-3, 2.0, 500


def bodies(*shapes, inertia=0.02, angle=0.0, friction):
    """Free bodies on a plane that slopes down along x."""
    builder = kt.ModelBuilder("bodies")
    for i, shape in enumerate(shapes):
        of_body = kt.Inertia(MASS, [0, 0, 0], inertia * np.eye(3))
        builder.add_body(f"body {i}", joint=kt.FreeFlyer(), inertia=of_body)
        builder.add_geometry(f"shape {i}", parent=f"body {i}", shape=shape, kind="collision")
    c, s = np.cos(angle), np.sin(angle)
    slope = kt.SE3([[c, 0, s], [0, 1, 0], [-s, 0, c]], [0, 0, 0])
    builder.add_geometry(
        "floor", parent="world", shape=kt.shapes.Plane(), placement=slope, kind="collision"
    )
    model = builder.build()
    rough = (replace(x, friction=(friction, 0.0, 0.0)) for x in model.geometries)
    return model.replace(geometries=tuple(rough))


def ours(model, q, v, force, restitution=0.0):
    """Where the bodies are after the steps under a constant force along x on the first, (n, 3)."""
    tau = np.zeros((STEPS, model.nv))
    tau[:, 0] = force  # bodies that are pushed do not turn: their axes are the world's
    simulation = kt.Simulation(contacts=kt.contacts(model), restitution=restitution)
    out = kt.simulation.rollout(model, q, v, tau, DT, every=STEPS, simulation=simulation)
    return out.q[-1].reshape(-1, 7)[:, :3]


def theirs(model, q, v, force):
    """The same of MuJoCo."""
    mj = mujoco.MjModel.from_xml_string(kt.to_mjcf(model))
    mj.opt.timestep = DT
    data = mujoco.MjData(mj)
    data.qpos, data.qvel, *_ = kt.convert.to_mujoco(model, q, v)
    data.xfrc_applied[1, 0] = force
    for _ in range(STEPS):
        mujoco.mj_step(mj, data)
    return np.reshape(kt.convert.from_mujoco(model, data.qpos).q, (-1, 7))[:, :3]


def on_slope(height, angle):
    """A body at a height above the slope, turned with it."""
    x, z = height * np.sin(angle), height * np.cos(angle)
    return [x, 0.0, z, 0.0, np.sin(angle / 2), 0.0, np.cos(angle / 2)]


def cases():
    """Title, model, q, v, force, way of the formula, direction, which body, restitution."""
    box, ball = kt.shapes.Box((0.3, 0.4, 0.2)), kt.shapes.Sphere(0.2)
    rest, along_x, up = np.zeros(6), np.array([1.0, 0, 0]), np.array([0.0, 0, 1])
    t = STEPS * DT
    for mu, angle in ((0.3, 0.5), (0.7, 0.5), (0.0, 0.2)):
        down = np.array([np.cos(angle), 0, -np.sin(angle)])
        a = max(0.0, G * (np.sin(angle) - mu * np.cos(angle)))
        model = bodies(box, angle=angle, friction=mu)
        title = f"box on a slope of {angle}, friction {mu}"
        yield title, model, on_slope(0.1, angle), rest, 0.0, a * t**2 / 2, down, 0, 0.0
    angle = 0.3
    down = np.array([np.cos(angle), 0, -np.sin(angle)])
    for name, share in (("solid ball", 0.4), ("hollow ball", 2 / 3)):
        model = bodies(ball, inertia=share * MASS * 0.04, angle=angle, friction=0.8)
        way = G * np.sin(angle) / (1 + share) * t**2 / 2
        title = f"{name} rolls down a slope of {angle}"
        yield title, model, on_slope(0.2, angle), rest, 0.0, way, down, 0, 0.0
    model, flat = bodies(box, friction=0.3), on_slope(0.1, 0.0)
    thrown = np.array([2.0, 0, 0, 0, 0, 0])
    way = 2.0**2 / (2 * 0.3 * G)
    yield "box thrown at 2 m/s stops", model, flat, thrown, 0.0, way, along_x, 0, 0.0
    for force in (5.0, 10.0):
        way = max(0.0, force / MASS - 0.3 * G) * t**2 / 2
        yield f"box pushed by {force:g} N", model, flat, rest, force, way, along_x, 0, 0.0
    two = bodies(box, box, friction=0.3)
    way = (20.0 / (2 * MASS) - 0.3 * G) * t**2 / 2
    q = [*flat, 0.3, *flat[1:]]
    yield "box pushes a box by 20 N", two, q, np.zeros(12), 20.0, way, along_x, 1, 0.0
    for n in (2, 3):
        model = bodies(*[box] * n, friction=0.7)
        q = np.concatenate([on_slope(0.1 + 0.2 * k, 0.0) for k in range(n)])
        for title, way in (("rises", up), ("slides", along_x)):
            yield f"top of {n} boxes {title}", model, q, np.zeros(6 * n), 0.0, 0.0, way, n - 1, 0.0
    model = bodies(ball, friction=0.5)
    e, speed, left = 0.8, np.sqrt(2 * G * 0.3), t - np.sqrt(2 * 0.3 / G)
    while left > 2 * e * speed / G:  # until the flight in which the time ends
        speed *= e
        left -= 2 * speed / G
    way = e * speed * left - G * left**2 / 2 - 0.3
    bounce = [0, 0, 0.5, 0, 0, 0, 1]
    yield "ball bounces, restitution 0.8", model, bounce, rest, 0.0, way, up, 0, e


def main():
    chosen = experiment.options(__doc__)
    rows, errors = [], []
    for title, model, q, v, force, wanted, direction, body, restitution in cases():
        if chosen.quick and len(model.joints) > 1:
            continue
        q = np.array(q, float)
        ends = [ours(model, q, v, force, restitution)]
        ends += [] if restitution else [theirs(model, q, v, force)]
        ways = [(x - q.reshape(-1, 7)[:, :3])[body] @ direction for x in ends]
        pair = [abs(way - wanted) / (abs(wanted) or 1.0) for way in ways]
        cells = [f"{x:.0e}" for x in pair] + [""] * (2 - len(pair))
        rows.append([title, f"{wanted:z.5f}", f"{ways[0]:z.5f}", *cells])
        errors.append(pair)
    experiment.table(["case", "wanted (m)", "ours (m)", "error", "MuJoCo's"], rows)
    good = sum(x[0] < 0.01 for x in errors)
    print(f"\nWithin 1 % or 1 cm of the formula: {good} of {len(errors)}, wanted all.")
    if chosen.plot:
        figure, (graph,) = experiment.axes(1)
        for k, name in enumerate(("kinetree", "MuJoCo")):
            graph.plot([max(x[k], 1e-16) for x in errors if len(x) > k], "o", label=name)
        graph.set_title("error of the way")
        graph.legend()
        experiment.save(figure, __file__)


if __name__ == "__main__":
    main()
