"""Many contacts of few velocities: products Z Z^T in place of the Delassus matrix."""

import sys
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import kinetree as kt
from kinetree.algorithms.constraints.own import OwnMass
from kinetree.algorithms.friction import delassus
from kinetree.algorithms.friction.delassus import DelassusMatrix, DelassusProduct, DelassusSlots
from kinetree.algorithms.friction.slots import Group, Rows, Slots


def plate(width: int) -> tuple[kt.Model, Any]:
    """A body of 1 kg on a square of spheres."""
    builder = kt.ModelBuilder("plate")
    inertia = kt.Inertia(1.0, [0, 0, 0], 0.02 * np.eye(3))
    builder.add_body("plate", joint=kt.FreeFlyer(), inertia=inertia)
    for i in range(width * width):
        x, y = 0.2 * (np.array(divmod(i, width)) - (width - 1) / 2)
        place = kt.SE3(np.eye(3), [x, y, 0])
        ball = {"shape": kt.shapes.Sphere(0.05), "kind": "collision", "placement": place}
        builder.add_geometry(f"ball {i}", parent="plate", **ball)
    model = builder.build()
    return model, kt.contacts(model, ground="plane", friction=0.5)


def elements(G: delassus.Delassus) -> Any:
    """The matrix of the products."""
    m = len(G.diagonal())
    return kt.math.array([G @ kt.math.eye(m)[k] for k in range(m)])


@pytest.mark.parametrize("loops", [0, 2])
def test_a_product_is_its_matrix(loops: int) -> None:
    """Also with the rows of loops, which impulses do not move."""
    rng = np.random.default_rng(loops)
    n, m, array = 5, 18, kt.math.array
    A, J, x, added = (rng.normal(size=k) for k in ((n, n), (m, n), m, m))
    mass = OwnMass(array(A @ A.T + np.eye(n)), array(rng.normal(size=(loops, n))), 2.0**-52)
    product = DelassusProduct(Rows.of(mass.whitened(array(J))), array(added**2))
    matrix = DelassusMatrix(elements(product))
    Minv = np.linalg.inv(A @ A.T + np.eye(n))
    if loops:
        K = np.array(mass.J, float)
        Minv -= Minv @ K.T @ np.linalg.solve(K @ Minv @ K.T, K @ Minv)
    expected = J @ Minv @ J.T + np.diag(added**2)
    assert np.array(matrix.matrix, float) == pytest.approx(expected, abs=1e-7 if loops else 1e-12)
    softness, mask = array([1e-6] * m), array([1.0, 0.0] * 9)
    rows, few, x = slice(3, 6), [0, 4, 17], array(x)

    def results(G: delassus.Delassus) -> list[Any]:
        motion = G.moved(G.motion(x), rows, array([1.0, -2.0, 3.0]))
        changed = array([*x[:3], *(x[rows] + array([1.0, -2.0, 3.0])), *x[6:]])
        return [
            *(G.diagonal(), G @ x, G.block(rows), elements(G.part(few))),
            *(elements(G.plus(0.1 * G.diagonal())), G.velocities(slice(5, 9), changed, motion)),
            G.held(mask, softness, x),
        ]

    changed = x.add(rows, array([1.0, -2.0, 3.0]))
    for one, other in zip(results(product), results(matrix), strict=True):
        assert np.array(one, float) == pytest.approx(np.array(other, float), rel=1e-9, abs=1e-9)
    velocities = results(product)[5]
    assert np.array(velocities, float) == pytest.approx(np.array(matrix @ changed, float)[5:9])


@pytest.mark.parametrize("count", [0, 2, 4])
def test_rows_in_slots_are_those_of_a_product(count: int) -> None:
    """With rows of moments and others beside; slots that are not used have rows of zeros."""
    rng, array = np.random.default_rng(count), kt.math.array
    n, contacts, m = 5, 4, 4 * 3 + 3 + 4 * 1 + 4 * 2
    A, J, added = (rng.normal(size=k) for k in ((n, n), (m, n), m))
    memory = rng.normal(size=(contacts, 6, n))
    memory[count:] = 0.0
    J[:12], J[15:19], J[19:] = (memory[:, rows].reshape(-1, n) for rows in ([0, 1, 2], [5], [3, 4]))
    groups = Group(0, (0, 1, 2)), Group(15, (5,)), Group(19, (3, 4))
    mass = OwnMass(array(A @ A.T + np.eye(n)), kt.math.zeros(0, n), 2.0**-52)
    slots = Slots(array(memory), float(count), contacts, groups)
    diagonal = array(added**2 + 0.1)
    product = DelassusProduct(Rows.of(mass.whitened(array(J))), diagonal)
    own = replace(Rows.of(array(J[12:15])), slots=slots)
    in_slots = DelassusSlots.of(mass, own, slots).plus(diagonal)
    softness, mask = array([1e-6] * m), array(rng.integers(0, 2, m).astype(float))
    x, g = (array(rng.normal(size=m)) for _ in range(2))
    normals = [2, 5, 8, 11, 13, 14]
    first = [*range(6), 12, 14, 15, 16, *range(19, 23)]

    def visit(x: Any, A: Any, velocity: Any, *more: Any) -> tuple[Any, Any]:
        return x - (velocity + sum(more)) / A[0, 0], None

    def visited(G: delassus.Delassus) -> list[Any]:
        y, motion = x, G.motion(x)
        for start, count, size in ((0, 4, 3), (12, 3, 1), (15, 4, 1), (19, 4, 2)):
            blocks = [slice(start + size * k, start + size * (k + 1)) for k in range(count)]
            y, motion, _ = G.visited(blocks, visit, y, motion, g, g[:count])
        used = [k for k in range(m) if any(J[k]) or 12 <= k < 15]
        return [y[used], motion, G.motion(y) - motion]

    def results(G: delassus.Delassus) -> list[Any]:
        return [
            *(elements(G), G.diagonal(), G @ x, G.motion(x), G.held(mask, softness, g)),
            *(elements(G.part(normals)), elements(G.first(2, first))),
            *visited(G),
        ]

    for one, other in zip(results(product), results(in_slots), strict=True):
        assert np.array(other, float) == pytest.approx(np.array(one, float), rel=1e-9, abs=1e-9)
    v = array(rng.normal(size=n))
    for rows in (own, own.outside, Rows.of(array(J))):
        assert len(rows) == m
        assert np.array(rows.times(v), float) == pytest.approx(J @ np.array(v, float))
        transposed = np.array(rows.transposed(x), float)
        assert transposed == pytest.approx(J.T @ np.array(x, float))


@pytest.mark.parametrize("mu, error", [(0.0, 1e-9), (0.5, 1e-7)])
def test_many_contacts_move_as_few_do(
    mu: float, error: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With both kinds of G; the step is evaluated in Python, whose code no cache keeps.

    With friction how it turns depends on the shares of contacts, which are not unique.
    """
    model, _ = plate(3)
    contacts = kt.contacts(model, ground="plane", friction=mu)
    q, v = kt.normalize(model, [0, 0, 0.05, 0.01, 0, 0, 1]), np.zeros(6)
    v[:3] = 0.8, 0.0, -0.1
    simulation, states = kt.Simulation(contacts=contacts, iterations=100), list[Any]()

    def matrix(mass: OwnMass, J: Rows) -> DelassusMatrix:
        return DelassusMatrix(J.units @ mass.solve(J.units.T))

    for kind in (delassus.delassus, matrix):
        monkeypatch.setattr(sys.modules["kinetree.simulation.contact_step"], "delassus", kind)
        x: Any = (q, v)
        for _ in range(2):
            operands = model, *x[:2], np.zeros(6), 2e-3
            x = kt.simulation.contact_step.evaluate(*operands, simulation=simulation)
        states.append(np.concatenate([np.array(part, float).ravel() for part in x]))
    assert states[0][:13] == pytest.approx(states[1][:13], abs=error)


def test_many_contacts_rebound() -> None:
    model, contacts = plate(3)
    q, v = kt.normalize(model, [0, 0, 0.05, 0, 0, 0, 1]), np.array([0, 0, -0.5, 0, 0, 0])
    rebound, operands = kt.Simulation(contacts=contacts, restitution=0.4), (q, v, np.zeros(6), 1e-3)
    step = kt.simulation.contact_step.evaluate(model, *operands, simulation=rebound)
    assert np.array(step.v, float) == pytest.approx([0, 0, 0.2, 0, 0, 0], abs=1e-8)


def test_a_plate_of_many_contacts_stands_and_slides() -> None:
    model, contacts = plate(6)
    assert len(contacts) == 36
    q, v = kt.configuration(model, {"plate_joint": [0, 0, 0.05, 0, 0, 0, 1]}), np.zeros((2, 6))
    v[1, 0] = 1.0
    how: dict[str, Any] = {"steps": 100, "record": ("residual", "forces")}
    how["simulation"] = kt.Simulation(contacts=contacts, iterations=300)
    motion = kt.simulation.rollout(model, q, v, None, 1e-3, **how)
    assert motion.converged.all()
    assert motion.forces[..., 2].sum(-1) == pytest.approx(np.full((2, 100), 9.81), rel=1e-6)
    assert abs(motion.q[0, -1] - q).max() < 1e-7
    assert motion.v[1, -1, 0] == pytest.approx(1 - 0.5 * 0.981, abs=1e-6)


def test_operations_grow_with_the_contacts() -> None:
    """Not with their cube."""
    counts = [
        kt.simulation.contact_step.trace(
            model, simulation=kt.Simulation(contacts=contacts, iterations=1)
        ).operation_count
        for model, contacts in map(plate, (3, 6))
    ]
    assert counts[1] < 4.2 * counts[0]
