"""Repeated operations, which are compiled once: found as stated, with the same bits."""

from typing import Any

import numpy as np
import pytest
from numpy.random import Generator
from test_kernel import kernel, traced

import kinetree as kt
from kinetree import math as m
from kinetree.compiler import repeats
from kinetree.compiler.interpreter import interpret
from kinetree.compiler.passes import lower
from kinetree.compiler.schedule import PARTITION_SIZE, Repeat
from kinetree.scalar.graph import NO_OPERATIONS, Graph
from kinetree.scalar.replay import Trace


@pytest.fixture(autouse=True)
def short_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs of a few hundred operations have repeats, too."""
    monkeypatch.setenv("KINETREE_CACHE_DIR", "off")
    monkeypatch.setattr(repeats, "REPEATED_OPERATIONS", 0)
    monkeypatch.setattr(repeats, "_DISTINCT", 1.1)


def found(trace: Trace) -> tuple[Graph, list[int], list[Repeat]]:
    """A lowered trace's graph, its schedule as traced, and the repeats in it."""
    lowered = lower(trace)
    schedule = [i for i in lowered.nodes if lowered.graph.ops[i] not in NO_OPERATIONS]
    return lowered.graph, schedule, repeats.find_repeats(lowered.graph, schedule)


def check(graph: Graph, schedule: list[int], sequences: list[Repeat]) -> int:
    """Check what is promised of repeats; return how many operations are in one."""
    covered: set[int] = set()
    for x in sequences:
        assert len(x.starts) >= 2 and 0 < x.length <= PARTITION_SIZE
        first = schedule[x.starts[0] : x.starts[0] + x.length]
        for start in x.starts:
            nodes = schedule[start : start + x.length]
            assert covered.isdisjoint(nodes)
            covered.update(nodes)
            other = dict(zip(first, nodes, strict=True))  # of each node in the first, that here
            for one, node in zip(first, nodes, strict=True):
                assert graph.ops[one] == graph.ops[node]
                for a, b in zip(graph.args[one], graph.args[node], strict=True):
                    if graph.ops[a] == "const" == graph.ops[b]:
                        continue
                    assert a in first or b not in nodes
                    assert other.setdefault(a, b) == b
    return len(covered)


def random_steps(rng: Generator, count: int, kinds: int) -> Any:
    """A function of twelve numbers: steps of a few kinds in a random order, with other constants.

    A kind does the same operations on the same of the last numbers, or on others before them.
    """
    operations = (
        lambda a, b, c: a * b + c,
        lambda a, b, c: m.where(a < b, b, c),
        lambda a, b, c: a - b * c,
        lambda a, b, c: m.minimum(a, c) / (2 + abs(b)),
    )
    plans = [
        [(rng.integers(4), rng.integers(1, 9, 3), rng.random() < 0.2) for _ in range(40)]
        for _ in range(kinds)
    ]
    order, weights = rng.integers(kinds, size=count), rng.uniform(0.5, 1, (count, 40))
    far = rng.integers(12, size=count)

    def steps(x: Any) -> Any:
        values, before = [*x], False
        for k, kind in enumerate(order):
            start = len(values)
            for j, (operation, back, constant) in enumerate(plans[kind]):
                a, b, c = (values[-d] for d in back)
                if constant:
                    a = float(weights[k, j])
                values.append(operations[operation](a, b, c))
            after = values[start] < values[-1]
            source = int(far[k]) if k % 3 else start + 5  # outside, or inside
            values.append(m.where(before, values[start], values[source]))
            before = after
        return m.array([*values[-12:], values[40], values[len(values) // 2]])

    return steps


@pytest.mark.parametrize("seed", range(30))
def test_repeats_are_equal_up_to_where_their_numbers_are(seed: int) -> None:
    trace = traced(random_steps(np.random.default_rng(seed), 40, 1 + seed % 4), 12)
    graph, schedule, sequences = found(trace)
    assert check(graph, schedule, sequences) > len(schedule) / 2


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("seed", range(6))
def test_they_change_no_bit(seed: int, dtype: str) -> None:
    rng = np.random.default_rng(seed)
    trace = traced(random_steps(rng, 30, 1 + seed % 3), 12)
    x = rng.uniform(0.5, 1, (21, 12)).astype(dtype)
    expected = interpret(trace, x, dtype=dtype)[0]
    compiled = kernel(trace, dtype)
    assert "@repeat" in compiled.ir
    np.testing.assert_array_equal(compiled(x), expected)
    np.testing.assert_array_equal(compiled(x[7]), expected[7])


def unequal_chain(n: int) -> kt.Model:
    """A chain whose bodies differ, but for signs: constants of repeats are in the table."""
    rng, chain = np.random.default_rng(n), kt.ModelBuilder(f"chain of {n}")
    for k in range(n):
        chain.add_body(
            f"body{k}",
            parent=f"body{k - 1}" if k else "world",
            joint=kt.Revolute("z"),
            placement=kt.SE3.exp(rng.uniform(0.2, 0.3, 6)),
            inertia=kt.Inertia(k + 1.0, rng.uniform(0.1, 0.2, 3), np.diag(rng.uniform(1, 2, 3))),
            armature=rng.uniform(0.1, 1),
        )
    return chain.build()


SLOW = "crba", "rnea_derivatives"
LENGTHS = {"aba": (20, 28), "rnea_derivatives": (28, 40)}
"""From where on longer chains have no more code."""


@pytest.mark.parametrize(
    "name", ["aba", *(pytest.param(x, marks=pytest.mark.sweep) for x in ("rnea", *SLOW))]
)
def test_a_chain_of_different_bodies_has_one_code(name: str) -> None:
    algorithm, rng = getattr(kt, name), np.random.default_rng(1)
    lines: list[int] = []
    for n in LENGTHS.get(name, (14, 28)):
        robot = unequal_chain(n)
        operands = [kt.random_configuration(robot, 17, rng=rng), *rng.normal(size=(2, 17, n))]
        operands = operands[:1] if name == "crba" else operands
        compiled = algorithm.compile(robot)
        lines.append(len([x for x in compiled.ir.splitlines() if "call" not in x]))
        expected = interpret(algorithm.trace(robot), *operands)
        for row in (slice(None), 5):
            results = compiled(*(x[row] for x in operands))
            for x, y in zip(results if len(expected) > 1 else [results], expected, strict=True):
                np.testing.assert_array_equal(x, y[row])
    assert lines[1] < (1.8 if name == "crba" else 1.05) * lines[0]


def test_few_repeats_are_left_where_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    monkeypatch.setenv("KINETREE_CACHE_DIR", "off")
    assert "@repeat" not in kt.aba.compile(kt.robots.serial_chain(9)).ir, "it is short"
    humanoid = kt.robots.humanoid()
    assert "@repeat" not in kt.aba_derivatives.compile(humanoid).ir, "its repeats are short"
    assert "@repeat" in kt.aba.compile(kt.robots.serial_chain(40)).ir


def test_a_loop_between_repeats_is_no_part_of_them() -> None:
    def steps(x: Any) -> Any:
        values = [*x]
        for k in range(12):
            for _ in range(40):
                values.append(values[-1] * values[-2] - values[-12])
            if k % 3 == 2:
                last, _ = m.scan(lambda s, t: (s * t, None), values[-1], m.array(values[-4:]))
                values.append(last)
        return m.array(values[-12:])

    trace, x = traced(steps, 12), np.random.default_rng(0).uniform(0.9, 1.1, (9, 12))
    assert check(*found(trace)) > 200
    np.testing.assert_array_equal(kernel(trace)(x), interpret(trace, x)[0])


def test_repeats_are_those_of_the_first_one_that_is_left() -> None:
    """A sequence of two numbers is repeated by one of the same number twice, not the reverse."""

    def sequence(start: Any, a: Any, b: Any, turn: Any) -> Any:
        for _ in range(40):
            start = turn(start * a, b)
        return start

    def programs(x: Any) -> Any:
        plus, least = (lambda p, q: p + q), (lambda p, q: m.minimum(p, q))
        rows: list[Any] = []
        for k, (a, b) in enumerate(((0, 1), (2, 3), (4, 4), (5, 6), (7, 7), (8, 9))):
            rows.append(sequence(x[10], x[a], x[b], plus))
            if k < 2:  # the first ones become parts of longer repeats
                rows.append(sequence(x[11], x[a], x[b], least))
            apart = rows[-1]
            for _ in range(k + 1):
                apart = m.sqrt(abs(apart - x[k]))
            rows.append(apart)
        return m.stack(rows)

    trace = traced(programs, 12)
    assert check(*found(trace)) > 200
    x = np.random.default_rng(0).uniform(0.5, 1, (40, 12))
    expected = interpret(trace, x)[0]
    np.testing.assert_array_equal(kernel(trace)(x), expected)
    np.testing.assert_array_equal([kernel(trace)(row) for row in x[:3]], expected[:3])


def test_partitions_with_one_function_have_arguments_in_common_alike():
    """Of those that store two results the first adds one number twice, the others do not."""

    @kt.function("(150,40),(150,40)->(150),(100)")
    def sums(x, y):
        results, again = [], []
        for k in range(150):
            total = x[k, 0] * y[k, 0]
            for j in range(1, 40):
                total = total * x[k, 0 if k % 3 == 1 and j == 1 else j] + y[k, j]
            results.append(total)
            again += [total] if k % 3 else []
        return {"one": m.array(results), "two": m.array(again)}

    x, y = np.random.default_rng(0).uniform(0.5, 1.5, (2, 150, 40))
    one, two = sums(x, y)
    same = x.copy()
    same[1::3, 1] = x[1::3, 0]
    expected = x[:, 0] * y[:, 0]
    for j in range(1, 40):
        expected = expected * same[:, j] + y[:, j]
    assert abs(one - expected).max() < 1e-12 * abs(expected).max()
    assert (two == one[np.arange(150) % 3 > 0]).all()


def test_partitions_with_one_function_read_operands_by_the_same_arguments():
    """Sums of products of an operand's and of computed numbers, in one order and in the other."""

    @kt.function("(150,40),(40)->(150)")
    def sums(x, y):
        z = [m.sin(y[j]) * m.cos(y[j - 1]) for j in range(40)]
        results = []
        for k in range(150):
            total = y[0] * y[1]
            for j in range(40):
                a, b = (x[k, j], z[j]) if k % 2 else (z[j], x[k, j])
                total = total * a + b
            results.append(total)
        return m.array(results)

    x, y = np.random.default_rng(0).uniform(0.2, 0.9, (150, 40)), np.linspace(0.2, 0.9, 40)
    z, expected = np.sin(y) * np.cos(np.roll(y, 1)), y[0] * y[1]
    odd = np.arange(150) % 2
    for j in range(40):
        a, b = np.where(odd, x[:, j], z[j]), np.where(odd, z[j], x[:, j])
        expected = expected * a + b
    assert abs(sums(x, y) - expected).max() < 1e-13
