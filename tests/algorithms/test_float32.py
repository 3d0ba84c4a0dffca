"""Algorithms in float32: within 1e-2 of float64 where contacts are redundant or robots singular."""

from collections.abc import Iterator
from typing import Any

import mpmath as mp
import numpy as np
import pytest
from floating import floating
from public_algorithms import OF_FLOATING_BASES, algorithms, needed, touching, with_balls

import kinetree as kt
from kinetree.compiler.interpreter import interpret_lowered
from kinetree.compiler.passes import lower
from kinetree.scalar.replay import Trace

DTYPES = ("float64", "float32")
TOLERANCE = 1e-2
Scene = tuple[kt.Model, tuple[kt.Contact, ...], Any]


def in_both(
    algorithm: kt.Algorithm, model: kt.Model, *operands: Any, inputs: Any = (), **statics: Any
) -> list[list[Any]]:
    """The results for operands that float32 holds, in float64 and in float32."""
    return of_trace(algorithm.trace(model, inputs=inputs, **statics), *operands)


def of_trace(trace: Trace, *operands: Any) -> list[list[Any]]:
    held = [np.asarray(x, np.float32) for x in operands]
    return [interpret_lowered(lower(trace, dtype), *held, dtype=dtype) for dtype in DTYPES]


def check_close(results: Any, *scales: float) -> None:
    """Each sample of each result, relative to its size, or to a scale where it nearly vanishes.

    Contacts that contradict each other have forces of 1e8 N, and no others in float32.
    """
    for k, (double, single, scale) in enumerate(zip(*results, scales, strict=True)):
        axes = tuple(range(1, double.ndim))
        size = np.maximum(abs(double).max(axes, initial=0), scale)
        error = np.where(size < 1e7, abs(single - double).max(axes, initial=0), 0)
        assert (error <= TOLERANCE * size).all(), f"result {k}: {error} apart at {size}"


def with_corners(model: kt.Model, *bodies: str, size: Any = (0.1, 0.05, 0)) -> Scene:
    """Contacts at four corners of each body, at the neutral configuration on the ground."""
    corners: list[str] = []
    for body in bodies:
        for k, signs in enumerate(([1, 1, 1], [1, -1, 1], [-1, 1, 1], [-1, -1, 1])):
            corners.append(f"{body}_{k}")
            place = kt.SE3(np.eye(3), signs * np.array(size))
            model = model.with_frame(corners[-1], parent=body, placement=place)
    q = kt.neutral(model)
    q[2] -= kt.frame_placement(model, q, frame=corners[0])[2, 3]
    return model, tuple(kt.Contact(name) for name in corners), q


def box() -> Scene:
    """A box on its four lower corners: 12 rows of rank 6."""
    builder = kt.ModelBuilder("box")
    inertia = kt.Inertia(1.0, [0, 0, 0], np.eye(3) / 150)
    builder.add_body("box", joint=kt.FreeFlyer(), inertia=inertia)
    return with_corners(builder.build(), "box", size=(0.1, 0.1, -0.1))


def bars(kind: Any) -> Scene:
    """Three bars whose end is held: a plane mechanism, with rows that never move."""
    builder, parent = kt.ModelBuilder("bars"), "world"
    inertia = kt.Inertia(1.0, [0.5, 0, 0], np.eye(3) * 0.1)
    for k in range(3):
        place = kt.SE3(np.eye(3), [k > 0, 0, 0])
        builder.add_body(
            f"{k}", parent=parent, joint=kt.Revolute("z"), placement=place, inertia=inertia
        )
        parent = f"{k}"
    model = builder.build().with_frame("end", parent="2", placement=kt.SE3(np.eye(3), [1, 0, 0]))
    return model, (kt.Contact("end", kind),), np.array([0.3, -1.0, 0.5])


def scenes() -> Iterator[Any]:
    arm, humanoid, dog = kt.robots.arm(), kt.robots.humanoid(), kt.robots.quadruped()
    tool, feet = kt.Contact("tool", "surface"), ("left_foot", "right_foot")
    bent, straight = np.linspace(0.3, 0.9, 7), np.array([0.2, 0.4, 0.1, 0.04, 0.2, 0.04, 0.1])
    paws = tuple(kt.Contact(name) for name in dog.frame_names if name.endswith("foot"))
    stands = tuple(kt.Contact(name, "surface") for name in feet)
    yield pytest.param(*box(), id="box")
    yield pytest.param(*with_corners(humanoid, *feet), id="24 rows of rank 12")
    yield pytest.param(humanoid, (*stands, *stands[:1]), kt.neutral(humanoid), id="a foot twice")
    yield pytest.param(dog, (*paws, *paws[:1]), kt.neutral(dog), id="straight legs")
    yield pytest.param(arm, (tool,), np.zeros(7), id="straight arm")
    yield pytest.param(arm, (tool,), straight, id="nearly straight arm")
    yield pytest.param(arm, (tool, kt.Contact("tool")), bent, id="tool twice")
    yield pytest.param(*bars("surface"), id="plane loop of 6 rows")
    yield pytest.param(*bars("point"), id="plane loop of 3 rows")


@pytest.mark.parametrize(("model", "contacts", "q"), list(scenes()))
def test_constrained_dynamics(model: kt.Model, contacts: Any, q: Any) -> None:
    rng, n = np.random.default_rng(0), model.nv
    v, tau = rng.normal(size=(2, 2, n))
    v[0], tau[0] = 0, 0  # at rest, and in motion
    q, held = np.array([q, q]), {"contacts": contacts}
    C = kt.constraints
    impacts = in_both(C.impact, model, q, v, **held)
    check_close(impacts, 1, 1)
    v = impacts[0][0]  # which the contacts allow
    check_close(in_both(C.forward_dynamics, model, q, v, tau, **held), 9.81, 9.81)
    check_close(in_both(C.inverse_dynamics, model, q, v, tau, **held), 9.81, 9.81)
    check_close(in_both(C.close_loops, model, q, v, inputs=("v",), iterations=2, **held), 1, 1, 1)
    slopes = in_both(C.forward_dynamics_derivatives, model, q, v, tau, **held)
    check_close([x[:3] for x in slopes], 9.81, 1, 1)
    check_close([[y[:1] for y in x[3:]] for x in slopes], 9.81, 1, 1)
    slopes = in_both(C.impact_derivatives, model, q, v, **held)
    check_close([x[:2] for x in slopes], 1, 1)


def test_constrained_accelerations_satisfy_the_contacts() -> None:
    model, contacts, q = with_corners(kt.robots.humanoid(), "left_foot", "right_foot")
    q, rest, tau = (x.astype("f4") for x in (q, np.zeros(model.nv), np.full(model.nv, 10.0)))
    tau[:6] = 0
    J = kt.constraints.jacobian(model, q, contacts=contacts)
    ddq, forces = kt.constraints.forward_dynamics(model, q, rest, tau, contacts=contacts)
    assert ddq.dtype == np.float32 and abs(J @ ddq).max() < 1e-4 * abs(ddq).max()
    M, h = kt.crba(model, q), kt.nonlinear_effects(model, q, rest)
    assert abs(M @ ddq + h - tau - J.T @ forces[:, :3].ravel()).max() < 1e-3 * abs(tau).max()


@pytest.mark.parametrize("speed", [0.0, 1.0])
def test_slopes_of_a_step_of_a_box_on_four_corners(speed: float) -> None:
    model, contacts, q = box()
    q[2] -= 1e-6
    v = np.array([speed, 0, 0, 0, 0, 0])
    state = [x[None] for x in (q, v, np.zeros(6), np.array(1e-3), np.full(4, 0.5))]
    for name, scales in (("v", (1e-3, 1, 1, 1)), ("tau", (1e-4, 0.1, 0.1, 1))):
        slopes = kt.jacobian(kt.simulation.contact_step, name)
        held = {"inputs": ("friction",), "simulation": kt.Simulation(contacts=contacts)}
        results = in_both(slopes, model, *state, **held)
        check_close(results, *scales)
        if name == "v":
            moved = np.concatenate([v + 2**-20 * np.eye(6), v - 2**-20 * np.eye(6)])
            after = in_both(kt.simulation.contact_step, model, state[0], moved, *state[2:], **held)
            forward, back = after[0][0][:6], after[0][0][6:]
            rate = kt.difference(model, back, forward).T / 2**-19
            assert abs(results[0][0][0] - rate).max() < 1e-5 * abs(rate).max()


def test_epsilon_is_the_rounding_of_its_argument() -> None:
    @kt.algorithm("(nq)->(),(nv)")
    def rounding(model: kt.Model, q: Any) -> dict[str, Any]:
        return {"plain": kt.math.epsilon(q), "product": q * kt.math.epsilon([1.0, q[0]])}

    arm, q = kt.robots.arm(), np.ones(7)
    for dtype in DTYPES:
        assert rounding(arm, q.astype(dtype))[0] == np.finfo(dtype).eps
        slope = kt.jacobian(rounding, "q")(arm, q.astype(dtype))
        assert (slope[0] == 0).all() and (slope[1] == np.eye(7) * np.finfo(dtype).eps).all()
    assert kt.math.epsilon(1j) == kt.math.epsilon([]) == np.finfo(float).eps
    with mp.workdps(50):
        assert kt.math.epsilon(kt.Array([mp.mpf(1)])) == mp.eps


def states(model: kt.Model) -> list[tuple[Any, Any, Any]]:
    """q, v and a: random, at rest, in motion and nearly at rest at zero, half a turn, at limits.

    A floating base is 1 km away in the last.
    """
    rng, n = np.random.default_rng(1), model.nv
    zero, still = kt.neutral(model), np.zeros(n)
    any_q = kt.random_configuration(model, rng=rng)
    turned = kt.integrate(model, zero, np.pi * (np.arange(n) % 3 == 0))
    low = np.where(np.isfinite(model.lower_position_limits), model.lower_position_limits, zero)
    if model.joints[0].type.nq == 7:
        low[:3] = 1000.0
    v, a, tiny = *rng.normal(size=(2, n)), 1e-4 * rng.normal(size=n)
    nearly = (kt.integrate(model, zero, tiny), tiny, tiny)
    return [(any_q, v, a), (zero, still, still), (zero, v, a), nearly, (turned, v, a), (low, v, a)]


def operand(model: kt.Model, frame: int, name: str, q: Any, v: Any, a: Any) -> Any:
    """A value of an operand, by its name."""
    base = kt.forward_kinematics(model, q)[1]
    if name in ("frame placement", "target"):
        return model.frames[frame].placement.matrix
    near = kt.integrate(model, q, 0.3 * v + 1e-3)
    named = {"q": q, "q0": q, "q1": near, "v": v, "a": a, "tau": a, "w": a[::-1], "v_r": a, "b": v}
    named |= {"H": base, "s": q[7:], "twist": v[:6], "ds": v[6:]}
    named |= {"base_acceleration": a[:6], "dds": a[6:], "a_r": v, "t": 0.3, "dt": 1e-2}
    named |= {"f_ext": np.tile(v[:6], (model.njoints, 1)), "wrenches": np.ones((1, 6))}
    named |= {"friction": [0.8], "grid": [-1, -1, 0.7, 0.6]}
    named |= {"spheres": [[1, 0, 0, 0.1], [0, 2, 0, 0.2], [0.3, 0.2, -3, 0.1]]}
    named |= {"heights": np.arange(12.0) % 5, "points": np.arange(10) / 10}
    named |= {"seed": 1.0, "sample": 2.0, "step": 3.0, "forces": [1.0, -2.0, 3.0]}
    named |= {"payload": [1, 0.1, 0.2, 0.3, 0.1, 0, 0.1, 0, 0, 0.1]}
    named |= {"control": np.linspace(-0.5, 0.5, model.nu)}
    return np.linalg.cholesky(kt.crba(model, q)) if name == "L" else named[name]


ELSEWHERE = tuple(f"constraints.{x}" for x in ("forward_dynamics", "impact", "close_loops"))
"""Those that compare above: here contacts contradict each other."""
ILL_CONDITIONED = ("operational_space",)
"""About the world's origin, 1 km away: the condition of J M^-1 J^T is 1e12."""

PRODUCTS = ("aba_second_derivatives",)
OF_JOINTS = ("aba", "crba", "rnea", "rnea_derivatives", "forward_kinematics", "joint_jacobians")
OF_JOINTS += ("frame_velocity", "frame_acceleration", "frame_jacobian_time_derivative")
OF_JOINTS += ("integrate", "integrate_derivatives", "difference", "difference_derivatives")
OF_JOINTS += ("distance", "interpolate", "normalize", "tangent_map", "tangent_map_inverse")
OF_JOINTS += ("coriolis_matrix", "passive_forces")
"""Those that hold what depends on the types of joints, of which others are made."""


@pytest.mark.parametrize("robot", ["arm", "dog", pytest.param("mixed", marks=pytest.mark.sweep)])
def test_every_algorithm(robot: str) -> None:
    dog = kt.robots.quadruped()
    model = with_balls({"arm": kt.robots.arm(), "dog": dog}.get(robot) or floating("mixed").model)
    frame = model.nframes - 1
    held: dict[str, Any] = {"frame": frame, "frames": (frame,), "reference": "world", "to": "mixed"}
    held |= {"from_": "inertial", "representation": "mixed", "samples": 3}
    held |= touching([kt.Contact(model.frames[frame].name)])
    samples = states(model)
    # of large robots, no products of what others compare: more than the half of all
    others = OF_FLOATING_BASES if robot == "arm" else PRODUCTS
    for name, algorithm in algorithms():
        if name.startswith((*others, *ELSEWHERE, *ILL_CONDITIONED)):
            continue
        if robot == "mixed" and name not in OF_JOINTS:
            continue
        trace = algorithm.trace(model, **needed(algorithm, held))
        operands = [
            np.stack([np.reshape(operand(model, frame, x.name, *at), x.shape) for at in samples])
            for x in trace.operands
        ]
        check_close(of_trace(trace, *operands), *[0.1] * len(trace.results))


@pytest.mark.parametrize("kind", ["euler_zyx", "euler_xyz"])
def test_rotations_at_gimbal_lock(kind: str) -> None:
    locked = np.array([0.7, np.pi / 2, 0.4], "f4")
    R = kt.rotations.convert(locked, from_=kind, to="matrix")
    angles = kt.rotations.convert(R, from_="matrix", to=kind)
    assert angles[2] == 0
    assert abs(kt.rotations.convert(angles, from_=kind, to="matrix") - R).max() < 1e-6
    with pytest.raises(kt.ModelError, match="at gimbal lock"):
        kt.rotations.rate(locked, np.ones(3, "f4"), kind=kind, frame="body")


@pytest.mark.parametrize(("kind", "x"), [("angle_axis", [1, 0, 0]), ("rotation_vector", [])])
def test_rates_after_a_full_turn(kind: str, x: Any) -> None:
    turned = np.array([2 * np.pi, *x] if x else [0, 0, 2 * np.pi], "f4")
    with pytest.raises(kt.ModelError, match="multiple of 2 pi"):
        kt.rotations.rate(turned, np.ones(3, "f4"), kind=kind, frame="body")


@pytest.mark.parametrize("weight", [1.0, 100.0])
def test_inverse_kinematics_of_redundant_tasks(weight: float) -> None:
    """Of a straight arm, and of a placement beside the position that it has."""
    torch = pytest.importorskip("torch")
    arm, bent = kt.robots.arm(), np.array([0.3, 0.5, 0.2, -0.8, 0.3, 0.6, 0.1])
    goal = kt.frame_placement(arm, bent, frame="tool")
    velocities: list[Any] = []
    for dtype in (torch.float64, torch.float32):
        T, rest, q, dt = (
            torch.tensor(np.asarray(x, "f4"), dtype=dtype)
            for x in (goal, np.zeros(7), bent + 0.2, 0.01)
        )
        position = kt.tasks.Position("tool", T[:3, 3], weight=weight)
        tasks = [kt.tasks.Pose("tool", T), position]
        assert kt.inverse_kinematics(arm, tasks, q).errors.max() < 1e-6
        v = [kt.velocity_inverse_kinematics(arm, [position], x, dt) for x in (rest, q)]
        velocities.append([torch.stack(v).numpy().astype(float)])
    check_close(velocities, 1)
