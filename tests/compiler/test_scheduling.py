"""List scheduling of the operations of scalar variants."""

import numpy as np
import pytest

import kinetree as kt
from kinetree.compiler import routine
from kinetree.compiler.schedule import list_schedule
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
    assert list_schedule(graph, sequence) == [a[0], b[0], a[1], b[1], a[2], b[2]]


def test_the_earliest_that_is_ready_goes_first() -> None:
    graph, sequence = chains(9, 2)
    found = list_schedule(graph, sequence)
    first, second = sequence[::2], sequence[1::2]
    assert found[:8] == first[:8]  # four a cycle
    assert found.index(second[0]) > found.index(first[8])  # a sum takes four cycles


def test_a_quotient_takes_longer() -> None:
    graph, sequence = chains(1, 2, "div")
    for k in range(30):
        x = graph.node("input", (), ("y", k))
        sequence.append(graph.node("add", (x, x)))
    found = list_schedule(graph, sequence)
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
    found = list_schedule(graph, sequence)
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
    texts: list[str] = []
    results: list[np.ndarray] = []
    for length in (0, 10**9):
        monkeypatch.setattr(routine, "SCHEDULED_OPERATIONS", length)
        kernel = kt.aba.compile(quadruped.replace(name=f"quadruped {length}"))
        texts.append(kernel.ir)
        results.append(kernel(q, v, tau))
    assert texts[0] != texts[1]
    assert np.array_equal(results[0], results[1])
