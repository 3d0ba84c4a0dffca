"""Algorithms in float32: within 1e-2 of float64 where contacts are redundant or robots singular."""

from collections.abc import Iterator
from typing import Any

import mpmath as mp
import numpy as np
import pytest

import kinetree as kt
from kinetree.compiler.interpreter import interpret_lowered
from kinetree.compiler.passes import lower

DTYPES = ("float64", "float32")
TOLERANCE = 1e-2
Scene = tuple[kt.Model, tuple[kt.Contact, ...], Any]


def in_both(
    algorithm: kt.Algorithm, model: kt.Model, *operands: Any, inputs: Any = (), **statics: Any
) -> list[list[Any]]:
    """The results for operands that float32 holds, in float64 and in float32."""
    trace = algorithm.trace(model, inputs=inputs, **statics)
    held = [np.asarray(x, np.float32) for x in operands]
    return [interpret_lowered(lower(trace, dtype), *held, dtype=dtype) for dtype in DTYPES]


def check_close(results: Any, *scales: float) -> None:
    """Each sample of each result, relative to its size, or to a scale where it nearly vanishes.

    Contacts that contradict each other have forces of 1e8 N, and no others in float32.
    """
    for k, (double, single, scale) in enumerate(zip(*results, scales, strict=True)):
        axes = tuple(range(1, double.ndim))
        size = np.maximum(abs(double).max(axes), scale)
        error = np.where(size < 1e7, abs(single - double).max(axes), 0)
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
    bent, straight = np.linspace(0.3, 0.9, 7), np.array([0.2, 0.4, 0.1, 0.03, 0.2, 0.03, 0.1])
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
    closed = in_both(C.close_loops, model, q, v, inputs=("v",), iterations=2, **held)
    check_close(closed, 1, 1, 1)
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
        held = {"inputs": ("friction",), "contacts": contacts}
        check_close(in_both(slopes, model, *state, **held), *scales)


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
