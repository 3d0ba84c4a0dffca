"""List scheduling of operations."""

import dataclasses
from typing import Any

import numpy as np
import pytest

import kinetree as kt
from kinetree.compiler import compilation, routine, schedule
from kinetree.compiler.schedule import list_schedule
from kinetree.compiler.target import host
from kinetree.scalar.graph import Graph


def chains(count: int, length: int, op: str = "add") -> tuple[Graph, list[int]]:
    """Sums that wait for each other, one chain after the other, and no operand among them."""
    graph = Graph()
    sequence: list[int] = []
    for k in range(count):
        x = graph.node("input", (), ("x", k))
        for _ in range(length):
            x = graph.node(op, (x, x))
            sequence.append(x)
    return graph, sequence


def test_a_chain_goes_on_while_another_waits() -> None:
    graph, sequence = chains(2, 3)
    a, b = sequence[:3], sequence[3:]
    assert list_schedule(graph, sequence, 4) == [a[0], b[0], a[1], b[1], a[2], b[2]]


def test_the_earliest_that_is_ready_goes_first() -> None:
    graph, sequence = chains(9, 2)
    found = list_schedule(graph, sequence, 4)
    first, second = sequence[::2], sequence[1::2]
    assert found[:8] == first[:8]  # four a cycle
    assert found.index(second[0]) > found.index(first[8])  # a sum takes four cycles


def test_a_quotient_takes_longer() -> None:
    graph, sequence = chains(1, 2, "div")
    for k in range(30):
        x = graph.node("input", (), ("y", k))
        sequence.append(graph.node("add", (x, x)))
    found = list_schedule(graph, sequence, 4)
    assert found.index(sequence[1]) == 31, "the sums go before what waits for the quotient"


@pytest.mark.parametrize("seed", range(20))
def test_every_operation_comes_once_after_its_arguments(seed: int) -> None:
    rng = np.random.default_rng(seed)
    graph = Graph()
    nodes = [graph.node("input", (), ("x", k)) for k in range(3)]
    for _ in range(200):
        args = tuple(int(x) for x in rng.choice(nodes, 2))
        nodes.append(graph.node(str(rng.choice(["sub", "div", "sqrt"])), args))
    sequence = sorted(set(nodes[3:]))[20:]
    found = list_schedule(graph, sequence, 4)
    assert sorted(found) == sequence
    place = {i: k for k, i in enumerate(found)}
    for i in found:
        assert all(place.get(a, -1) < place[i] for a in graph.args[i])


def test_the_order_changes_no_bit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KINETREE_CACHE_DIR", "off")
    quadruped = kt.robots.quadruped(8)
    rng = np.random.default_rng(0)
    q = kt.random_configuration(quadruped, rng=rng)
    v, tau = rng.standard_normal((2, quadruped.nv))
    texts, results = [], []
    processor = dataclasses.replace(host(), register_bytes=64)  # with 32 vector registers
    for length in (0, 10**9):
        for module in (routine, compilation):  # this order, and LLVM's
            monkeypatch.setattr(module, "SCHEDULED_OPERATIONS", (length, length))
        kernel = kt.aba.compile(quadruped.replace(name=f"quadruped {length}"))
        texts.append([kernel.compiled.module(x, processor).text() for x in (1, 8)])
        many = kernel(*(np.tile(x, (9, 1)) for x in (q, v, tau)))
        results.append(np.vstack([kernel(q, v, tau), many]))
    assert all(x != y for x, y in zip(*texts, strict=True))
    assert np.array_equal(results[0], results[1])


def sums(n: int) -> tuple[Graph, list[int], int]:
    """Sums of n numbers, of these sums, and so on, level by level."""
    graph = Graph()
    level = [graph.node("input", (), ("x", k)) for k in range(n)]
    sequence: list[int] = []
    while len(level) > 1:
        level = [graph.node("add", pair) for pair in zip(level[::2], level[1::2], strict=True)]
        sequence += level
    return graph, sequence, level[0]


def test_sums_of_sums_are_computed_depth_first() -> None:
    graph, sequence, result = sums(64)
    order = schedule.shortened(graph, sequence, [result])
    assert sorted(order) == sequence
    place = {i: k for k, i in enumerate(order)}
    assert all(place.get(a, -1) < place[i] for i in order for a in graph.args[i])
    assert schedule._most_alive(graph, sequence) == 33
    assert schedule._most_alive(graph, order) == 6 + 1
    assert schedule.shortened(graph, order, [result]) == order


@pytest.mark.parametrize("algorithm", [kt.aba_derivatives, kt.simulation.contact_step])
def test_depth_first_changes_no_bit_of_products_and_loops(
    algorithm: kt.Algorithm, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KINETREE_CACHE_DIR", "off")
    robot, rng = kt.robots.quadruped(), np.random.default_rng(0)
    q = kt.random_configuration(robot, 9, rng=rng)
    v, tau = rng.standard_normal((2, 9, robot.nv))
    words: dict[str, Any] = {}
    operands: list[Any] = [q, v, tau]
    if algorithm is kt.simulation.contact_step:
        foot = kt.Simulation(contacts=[kt.Contact("front_left_foot")])
        words = {"simulation": foot, "inputs": ("friction",)}
        operands += [1e-3, [0.8]]
    texts: list[str] = []
    results: list[Any] = []
    for gain in (0.0, np.inf):
        monkeypatch.setattr(schedule, "_GAIN", gain)
        monkeypatch.setattr(schedule, "_FEW", 10**9)
        kernel = algorithm.compile(robot.replace(), **words)
        one = kernel(*(x[0] if isinstance(x, np.ndarray) else x for x in operands))
        texts.append(kernel.ir)
        results.append([*kernel(*operands), *one])
    assert texts[0] != texts[1]
    for x, y in zip(*results, strict=True):
        np.testing.assert_array_equal(x, y)
