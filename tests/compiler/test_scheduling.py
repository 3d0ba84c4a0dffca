"""The order of operations in the code of one sample."""

import numpy as np
import pytest

import kinetree as kt
from kinetree.compiler import routine
from kinetree.compiler.passes import overlapped
from kinetree.scalar.graph import Graph


def chains(count: int, length: int, op: str = "add") -> tuple[Graph, list[int]]:
    """Sums that wait for each other, one chain after the other, and no operand among them."""
    graph = Graph()
    piece: list[int] = []
    for k in range(count):
        x = graph.node("input", (), ("x", k))
        for _ in range(length):
            x = graph.node(op, (x, x))
            piece.append(x)
    return graph, piece


def test_a_chain_goes_on_while_another_waits() -> None:
    graph, piece = chains(2, 3)
    a, b = piece[:3], piece[3:]
    assert overlapped(graph, piece) == [a[0], b[0], a[1], b[1], a[2], b[2]]


def test_the_earliest_that_is_ready_goes_first() -> None:
    graph, piece = chains(9, 2)
    found = overlapped(graph, piece)
    first, second = piece[::2], piece[1::2]
    assert found[:8] == first[:8]  # four a cycle
    assert found.index(second[0]) > found.index(first[8])  # a sum takes four cycles


def test_a_quotient_takes_longer() -> None:
    graph, piece = chains(1, 2, "div")
    for k in range(30):
        x = graph.node("input", (), ("y", k))
        piece.append(graph.node("add", (x, x)))
    found = overlapped(graph, piece)
    assert found.index(piece[1]) == 31, "the sums go before what waits for the quotient"


@pytest.mark.parametrize("seed", range(20))
def test_every_operation_comes_once_after_its_arguments(seed: int) -> None:
    rng = np.random.default_rng(seed)
    graph = Graph()
    nodes = [graph.node("input", (), ("x", k)) for k in range(3)]
    for _ in range(200):
        args = tuple(int(x) for x in rng.choice(nodes, 2))
        nodes.append(graph.node(str(rng.choice(["sub", "div", "sqrt"])), args))
    piece = sorted(set(nodes[3:]))[20:]
    found = overlapped(graph, piece)
    assert sorted(found) == piece
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
        monkeypatch.setattr(routine, "IN_CACHE", length)
        kernel = kt.aba.compile(quadruped.replace(name=f"quadruped {length}"))
        texts.append(kernel.ir)
        results.append(kernel(q, v, tau))
    assert texts[0] != texts[1]
    assert np.array_equal(results[0], results[1])
