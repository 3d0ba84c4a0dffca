"""Integrators: known errors on the heavy top, order on every joint, momentum, energy, MuJoCo."""

from typing import Any

import mujoco
import numpy as np
import pytest
from agreement import assert_agree, run
from trees import TREES, moved, random_inertia, vectors

import kinetree as kt

ORDER = {
    "commutator_free_4": 4,
    "munthe_kaas_4": 4,
    "variational": 2,
    "midpoint": 2,
    "semi_implicit_euler": 1,
    "explicit_euler": 1,
}
rollout = kt.simulation.rollout
each_integrator = pytest.mark.parametrize("integrator", ORDER)


def top(velocity: Any = (0.0, 150.0, -4.61538)) -> tuple[kt.Model, Any, Any]:
    """The heavy top of [Bruls2010]: turning about a pivot, in gravity."""
    b = kt.ModelBuilder("top")
    body = kt.Inertia(15.0, [0, 1.0, 0], np.diag([0.234375, 0.46875, 0.234375]))
    b.add_body("top", joint=kt.Spherical(), inertia=body)
    return b.build(), np.array([0, 0, 0, 1.0]), np.array(velocity)


def by(integrator: Any) -> kt.Simulation:
    return kt.Simulation(integrator=integrator)


def last(model: kt.Model, q: Any, v: Any, h: float, steps: int, integrator: Any) -> Any:
    """The state after so many steps without torques."""
    tau = np.zeros((steps, model.nv))
    qs, vs = rollout(model, q, v, tau, h, every=steps, simulation=by(integrator))
    return qs[-1], vs[-1]


STEPS = np.array([500, 1000, 2000, 4000])
END = [0.17334396, 0.64008859, -0.74849079]
"""The centre of mass after a second, by 50,000 steps of order 4."""
ERRORS = {
    "munthe_kaas_4": [2.15e-3, 1.34e-4, 9.33e-6, 6.21e-7],
    "commutator_free_4": [2.17e-3, 1.37e-4, 9.53e-6, 6.35e-7],
    "variational": [3.48e-2, 8.73e-3, 2.18e-3, 5.46e-4],
}
"""Errors of the centre of mass, by steps of 2, 1, 0.5 and 0.25 ms of other code."""
ENERGY_ERRORS = {"munthe_kaas_4": 2.7e-5, "commutator_free_4": 2.8e-5, "variational": 1.6e-2}


@pytest.mark.sweep
@pytest.mark.parametrize("integrator", ERRORS)
def test_errors_on_the_heavy_top_are_those_of_other_code(integrator: str) -> None:
    model, q, v = top()
    errors = []
    for steps in STEPS:
        end, _ = last(model, q, v, 1 / steps, int(steps), integrator)
        errors.append(np.linalg.norm(kt.frame_placement(model, end, frame="top")[:3, 1] - END))
    assert_agree(np.array(errors) / ERRORS[integrator], np.ones(4), 0.05)
    orders = np.log2(np.array(errors[:-1]) / errors[1:])
    assert (abs(orders - ORDER[integrator]) < (0.05 if integrator == "variational" else 0.16)).all()
    qs, vs = rollout(model, q, v, np.zeros((4000, 3)), 1 / 4000, every=4, simulation=by(integrator))
    energy = kt.mechanical_energy(model, qs, vs)
    assert_agree(abs(energy - energy[0]).max() / ENERGY_ERRORS[integrator], 1.0, 0.05)


@each_integrator
def test_order_over_many_steps_of_a_slow_top(integrator: str) -> None:
    """A second of a top that turns once a second: the error falls as h^order."""
    model, q, v = top((0.3, 5.0, -0.6))
    true_q, true_v = last(model, q, v, 1 / 4000, 4000, "munthe_kaas_4")
    order = ORDER[integrator]
    coarse = {1: 2000, 2: 500, 4: 100}[order]
    errors = []
    for steps in (coarse, 2 * coarse):
        end_q, end_v = last(model, q, v, 1 / steps, steps, integrator)
        errors.append(np.linalg.norm([*kt.difference(model, true_q, end_q), *(end_v - true_v)]))
    assert abs(np.log2(errors[0] / errors[1]) - order) < 0.05
    assert errors[1] < 0.02


@pytest.mark.sweep
@pytest.mark.parametrize("name", ["spherical", "mixed_mimics"])
def test_one_step_on_every_joint_is_exact_to_its_order(name: str) -> None:
    """Joints of every type inside a tree and at branches, mimics, armature, wrenches on bodies.

    The error of one step is as h^(order + 1), against two and four steps of order 4.
    """
    model, rng = TREES[name].model, np.random.default_rng(0)
    q = moved(model, rng.uniform(-1, 1, model.nv))
    v, tau = vectors(model, 2)[:, 0]
    f_ext = rng.normal(size=(model.njoints, 6))
    slow = min(1 / abs(v).max(), abs(run(kt.aba, model, q, v, tau, f_ext=f_ext)).max() ** -0.5)
    h = slow * np.array([0.1, 0.05])

    def after(integrator: str, count: int) -> Any:
        x = [np.tile(part, (2, 1)) for part in (q, v)]
        for _ in range(count):
            statics = {"simulation": by(integrator)}
            args = (*x, np.tile(tau, (2, 1)), h / count)
            x = run(kt.simulation.step, model, *args, f_ext=f_ext[None], statics=statics)
        return x

    true = after("munthe_kaas_4", 2)
    for integrator, order in ORDER.items():
        found = after(integrator, 1)
        apart = run(kt.difference, model, true[0], found[0]) / slow, found[1] - true[1]
        errors = np.linalg.norm(np.concatenate(apart, -1), axis=-1)
        assert abs(np.log2(errors[0] / errors[1]) - order - 1) < 0.1, integrator


def tumbling() -> tuple[kt.Model, Any, Any]:
    """Three bodies, one of them held by a ball joint, that fly without gravity."""
    rng = np.random.default_rng(4)
    b = kt.ModelBuilder("tumbling")
    b.add_body("base", joint=kt.FreeFlyer(), inertia=random_inertia(rng))
    place = kt.SE3(kt.SO3.exp([0.3, -0.2, 0.5]), [0.1, 0.2, 0.3])
    for name, parent, joint in (("arm", "base", kt.Spherical()), ("tip", "arm", kt.Revolute("y"))):
        b.add_body(name, parent=parent, joint=joint, placement=place, inertia=random_inertia(rng))
    model = b.build().replace(gravity=np.zeros(3))
    return model, kt.random_configuration(model, rng=rng), rng.normal(size=model.nv)


def momentum(model: kt.Model, q: Any, v: Any) -> Any:
    """Linear, and angular about the origin of the world, from the motions of bodies alone."""
    total = 0
    for body in ("base", "arm", "tip"):
        twist = kt.frame_velocity(model, q, v, frame=body, reference="local")
        I = model.inertias[model.frame(body).joint]
        T = kt.frame_placement(model, q, frame=body)
        m, c = I[0], I[1:4] / I[0]
        rotational = np.array([[I[4], I[5], I[7]], [I[5], I[6], I[8]], [I[7], I[8], I[9]]])
        linear = twist[:, :3] + np.cross(twist[:, 3:], c)
        angular = twist[:, 3:] @ rotational + m * np.cross(c, twist[:, :3])
        R, p = T[:, :3, :3], T[:, :3, 3]
        P = np.einsum("nij,nj->ni", R, m * linear)
        L = np.einsum("nij,nj->ni", R, angular) + np.cross(p, P)
        total = total + np.concatenate([P, L], -1)
    return total


@pytest.mark.sweep
def test_a_variational_step_conserves_momentum_to_rounding() -> None:
    """While the body stays near the origin, whose distance is what rounding is relative to."""
    model, q, v = tumbling()
    slow = momentum(model, q[None], v[None])[0, :3] - [0.02, -0.01, 0.03]
    R, masses = kt.frame_placement(model, q, frame="base")[:3, :3], model.inertias[:, 0]
    v[:3] -= R.T @ slow / masses.sum()
    tau = np.zeros((3000, model.nv))
    drift = {}
    for integrator in ("variational", "commutator_free_4"):
        qs, vs = rollout(model, q, v, tau, 0.02, every=10, simulation=by(integrator))
        p = momentum(model, qs, vs)
        drift[integrator] = abs(p - p[0]).max(-1) / abs(p[0]).max()
        energy = kt.kinetic_energy(model, qs, vs)
        assert abs(energy - energy[0]).max() < 1e-4 * energy[0]
    assert drift["variational"][:30].max() < 1e-12
    assert drift["variational"].max() < 1e-11  # as rounding walks
    assert drift["commutator_free_4"].max() > 1e-8


def test_a_variational_step_conserves_momentum_far_from_the_origin() -> None:
    model, q, v = tumbling()
    tau = np.zeros((2000, model.nv))
    q[:3] = 100.0
    qs, vs = rollout(model, q, v, tau, 0.01, every=100, simulation=by("variational"))
    p = momentum(model, qs, vs)[:, :3]
    assert abs(p - p[0]).max() < 1e-12 * abs(p[0]).max()


def test_a_variational_step_undoes_itself() -> None:
    """Back with the velocity reversed: the method is symmetric, also with armature and gravity."""
    model, rng = TREES["spherical"].model, np.random.default_rng(1)
    q, v, tau = moved(model, rng.uniform(-1, 1, model.nv)), *rng.normal(size=(2, model.nv))
    statics = {"simulation": by("variational")}
    there = run(kt.simulation.step, model, q, v, tau, 0.01, statics=statics)
    back = run(kt.simulation.step, model, there[0], -there[1], tau, 0.01, statics=statics)
    assert_agree(run(kt.difference, model, q, back[0]), np.zeros(model.nv), 1e-12, scale=1.0)
    assert_agree(-back[1], v, 1e-12)


def test_the_energy_of_variational_steps_does_not_drift() -> None:
    """100,000 steps of a double pendulum: as wrong at the end as at the beginning."""
    model = kt.robots.pendulum(2)
    q, v = [1.0, -0.4], [0.3, 0.0]
    tau = np.zeros((100_000, 2))
    qs, vs = rollout(model, q, v, tau, 0.01, simulation=by("variational"))
    energy = kt.mechanical_energy(model, qs, vs)
    error = energy - energy[0]
    first, final = abs(error[:10_000]).max(), abs(error[-10_000:]).max()
    assert 1e-5 < first < 0.01 and final < 1.3 * first
    assert abs(np.polyfit(np.linspace(-1, 1, len(error)), error, 1)[0]) < 0.05 * first
    qs, vs = rollout(model, q, v, tau[:10_000], 0.01, simulation=by("explicit_euler"))
    wrong = kt.mechanical_energy(model, qs, vs) - energy[0]
    assert wrong[1000] > 100 * first and wrong[-1] > 5 * wrong[1000]


def by_mujoco(text: str, q: Any, v: Any, h: float, steps: int) -> tuple[kt.Model, Any, Any]:
    """The model of an MJCF, and its last state by MuJoCo's RK4."""
    model = kt.load(text)
    mj = mujoco.MjModel.from_xml_string(text)
    mj.opt.integrator, mj.opt.timestep = mujoco.mjtIntegrator.mjINT_RK4, h
    data = mujoco.MjData(mj)
    start = kt.convert.to_mujoco(model, q, v)
    data.qpos[:], data.qvel[:] = start.q, start.v
    for _ in range(steps):
        mujoco.mj_step(mj, data)
    end = kt.convert.from_mujoco(model, data.qpos.copy(), data.qvel.copy())
    return model, end.q, end.v


TOP = """<mujoco><option gravity="0 0 -9.81"/><worldbody><body name="top"><joint type="ball"/>
<inertial mass="15" pos="0 1 0" diaginertia="0.234375 0.46875 0.234375"/></body></worldbody>
</mujoco>"""

TREE = """<mujoco><option gravity="0 1 -9.81"><flag contact="disable"/></option><worldbody>
<body name="base"><freejoint/><geom size="0.1 0.2 0.3" type="box" mass="2"/>
 <body name="ball" pos="0.2 0.1 0.3"><joint type="ball"/>
  <geom type="capsule" size="0.05 0.2" pos="0 0.1 0.2" mass="0.7"/>
  <body name="slider" pos="0 0 0.4"><joint type="slide" axis="1 2 0"/>
   <geom type="box" size="0.1 0.05 0.02" pos="0.05 0 0.1" mass="0.4"/>
   <body name="wheel" pos="0 0.1 0"><joint axis="0 1 1" armature="0.01"/>
    <geom type="box" size="0.02 0.1 0.2" pos="0.1 0 0" mass="0.5"/></body></body></body></body>
</worldbody></mujoco>"""


def test_runge_kutta_of_mujoco_is_that_in_the_tangent_space() -> None:
    q, v = np.array([0, 0, 0, 1.0]), np.array([0, 150, -4.61538])
    model, end_q, end_v = by_mujoco(TOP, q, v, 1e-3, 100)
    found = last(model, q, v, 1e-3, 100, "munthe_kaas_4")
    assert_agree(found[0] * np.sign(found[0] @ end_q), end_q, 1e-11)
    assert_agree(found[1], end_v, 1e-11)


@pytest.mark.sweep
@pytest.mark.parametrize("integrator", ["munthe_kaas_4", "commutator_free_4"])
def test_steps_of_order_4_come_to_where_mujoco_comes(integrator: str) -> None:
    """Free, ball, slide and hinge joints: those in the tangent space are MuJoCo's, others near."""
    model = kt.load(TREE)
    rng = np.random.default_rng(2)
    q, v = kt.random_configuration(model, rng=rng), rng.normal(size=model.nv)
    apart = []
    for steps in (50, 100):
        _, end_q, end_v = by_mujoco(TREE, q, v, 0.5 / steps, steps)
        found = last(model, q, v, 0.5 / steps, steps, integrator)
        apart.append(np.linalg.norm([*kt.difference(model, end_q, found[0]), *(found[1] - end_v)]))
    if integrator == "munthe_kaas_4":
        assert max(apart) < 1e-12
    else:
        assert apart[1] < 1e-9 and abs(np.log2(apart[0] / apart[1]) - 4) < 0.1
