"""PTX of kernels has the bits of the interpreter, which are those of a CPU: run on NumPy arrays."""

from typing import Any

import numpy as np
import pytest
import test_copies
import test_loops
import test_matrix_products
from ptx_executor import Grid, Memory, Program
from public_algorithms import for_gpus
from test_kernel import VOCABULARY, traced
from trees import FEW, TREES

import kinetree as kt
from kinetree.algorithms.inverse_kinematics import inverse_kinematics_search
from kinetree.algorithms.tasks import CompiledTask, frame_task
from kinetree.compiler import interpreter, passes
from kinetree.compiler.ir_builder import WARP
from kinetree.compiler.ptx_module import BLOCK, PTXModule
from kinetree.scalar.products import product

SAMPLES = BLOCK + 22


def run(trace: Any, dtype: str, operands: list[Any], blocks: int = 1) -> list[Any]:
    """The results of a lowered trace, computed by its PTX."""
    module = PTXModule(trace, dtype)
    memory, n = Memory(1 << 27), len(operands[0]) if operands else SAMPLES
    nan = [np.full((n, *x.shape), np.nan, dtype) for x in trace.results]
    arrays = [*operands, *nan]
    work = np.full(BLOCK * blocks * module.thread_bytes // np.dtype(dtype).itemsize, np.nan, dtype)
    addresses = [memory.store(x) for x in arrays]
    steps = [x.nbytes // n for x in arrays]
    pairs = [x for pair in zip(addresses, steps, strict=True) for x in pair]
    Grid(Program(module.text()), memory, BLOCK, blocks).launch([n, memory.store(work), *pairs])
    for x, at in zip(operands, addresses, strict=False):
        assert (memory.load(at, x).view(np.uint8) == x.view(np.uint8)).all()
    return [memory.load(at, x) for x, at in zip(nan, addresses[len(operands) :], strict=True)]


def assert_bits(
    trace: Any,
    dtype: str = "float64",
    operands: Any = None,
    samples: int = SAMPLES,
    blocks: int = 1,
) -> list[Any]:
    """PTX and interpreter compute the same bits, and a NaN where the other does: the results."""
    lowered = passes.lower(trace, dtype)
    if operands is None:
        rng = np.random.default_rng(0)
        sizes = [0.01 if x.name == "dt" else 1.0 for x in lowered.operands]  # no steps of seconds
        shapes = [(samples, *x.shape) for x in lowered.operands]
        operands = [k * rng.normal(size=shape) for k, shape in zip(sizes, shapes, strict=True)]
    arrays = [np.ascontiguousarray(x, dtype) for x in operands]
    expected = interpreter.interpret_lowered(lowered, *arrays, dtype=dtype)
    results = run(lowered, dtype, arrays, blocks)
    for x, y in zip(results, expected, strict=True):
        y = np.ascontiguousarray(np.broadcast_to(y, x.shape))
        same = x.view(f"i{x.itemsize}") == y.view(f"i{x.itemsize}")
        assert (same | (np.isnan(x) & np.isnan(y))).all()
    return results


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("name", VOCABULARY)
def test_every_operation(name: str, dtype: str) -> None:
    special = [0.0, -0.0, 1.0, -1.0, 0.5, 2.0, np.inf, -np.inf, np.nan, 1e-310, 1e30, 7.5]
    x = np.random.default_rng(1).choice(special, (800, 3))
    assert_bits(traced(VOCABULARY[name]), dtype, [x], blocks=2)
    assert_bits(traced(VOCABULARY[name]), dtype)


@pytest.mark.parametrize("name", FEW)
@pytest.mark.parametrize("algorithm", [kt.aba, kt.integrate])
def test_every_joint(name: str, algorithm: Any) -> None:
    assert_bits(algorithm.trace(TREES[name].model))


@pytest.mark.parametrize("length", test_loops.LENGTHS)
@pytest.mark.parametrize("algorithm", test_loops.ALGORITHMS, ids=lambda x: x.__name__)
def test_every_loop(algorithm: Any, length: int) -> None:
    assert_bits(algorithm.trace(kt.robots.arm(), sizes={"T": length}))


def test_threads_leave_a_loop_where_all_of_a_warp_have_ended() -> None:
    targets = np.random.default_rng(0).integers(-2, 12, SAMPLES)
    x = np.ones((SAMPLES, 3))
    results = assert_bits(test_loops.counted.trace(kt.robots.arm()), operands=[x, targets])
    assert (results[1] == np.maximum(targets, 0)).all()


@pytest.mark.parametrize("shape", test_matrix_products.SHAPES)
@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_every_matrix_product(shape: Any, dtype: str) -> None:
    assert_bits(test_matrix_products.trace_of(*shape), dtype)


@kt.algorithm("(22,22),(22,22)->(22,22)")
def of_pairs(model: Any, A: Any, B: Any) -> Any:
    """A product with copies of two numbers, too many for code of each."""
    x = A.ravel()
    pairs = [x[2 * k : 2 * k + 2] for k in reversed(range(242))]
    return product(kt.math.concatenate(pairs).reshape(22, 22), B)


COPIES = [
    of_pairs,
    *(test_copies.parts, test_copies.scattered, test_copies.sparse_tensor, test_copies.numbers),
    *map(test_copies.mosaic, range(4)),
]


@pytest.mark.parametrize("algorithm", COPIES, ids=lambda x: x.__name__)
def test_every_copy(algorithm: Any) -> None:
    assert_bits(algorithm.trace(kt.robots.arm()), "float64")


def test_copies_in_float32() -> None:
    assert_bits(of_pairs.trace(kt.robots.arm()), "float32")


@kt.algorithm("(40),(33)->(32),(33),(40),(1444),(200)")
def blocks(model: Any, x: Any, y: Any) -> Any:
    """Results of a block of 32 numbers, of two that overlap, of many, and of zeros."""
    many = kt.math.stack([x[7 * k % 40] for k in range(1444)])
    zeros = kt.math.concatenate([y[1:], kt.math.zeros(168)])
    return {"block": x[4:36] + y[1:], "first": 2 * y, "all": x * x, "many": many, "zeros": zeros}


@pytest.mark.parametrize("samples", [1, WARP - 1, WARP, WARP + 1, BLOCK + 5])
@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_blocks_are_moved_by_whole_warps_and_by_threads_alone(dtype: str, samples: int) -> None:
    assert_bits(blocks.trace(kt.robots.arm()), dtype, samples=samples)


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_accesses_of_a_warp_are_to_few_lines(dtype: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lines, places = list[int](), Memory.places

    def counted(memory: Memory, addresses: Any, dtype: Any) -> Any:
        lines.append(len(np.unique(addresses // 128)))
        return places(memory, addresses, dtype)

    monkeypatch.setattr(Memory, "places", counted)
    assert_bits(blocks.trace(kt.robots.arm()), dtype, samples=WARP)
    assert max(lines) <= 2 * BLOCK // WARP  # constants are stored by all threads of the block


@kt.algorithm("(T,32)->(32),(T,32)")
def rows(model: Any, x: Any) -> Any:
    """A loop over all rows, then one in which each sample goes on to its first large number."""
    first, running = kt.math.scan(lambda c, row: (c + row, c), 0 * x[0], x)
    last, _ = kt.math.scan(lambda c, row: (c + row, None), first, x, until=lambda c: c[0] > 1)
    return {"last": last, "running": running}


def test_threads_that_leave_a_loop_are_not_waited_for() -> None:
    assert_bits(rows.trace(kt.robots.arm(), sizes={"T": 6}))


@kt.algorithm("(nq),(nv),(T,nv),()->(nq),(nv),(T,nq)")
def rollout(model: Any, q: Any, v: Any, tau: Any, dt: Any) -> Any:
    """States of T steps."""

    def step(x: Any, u: Any) -> Any:
        q, v = kt.simulation.step(model, *x, u, 0.01 * dt)
        return (q, v), q

    (q, v), path = kt.math.scan(step, (q, v), tau)
    return {"q_end": q, "v_end": v, "path": path}


FLOATING = kt.robots.pendulum(2).with_floating_base()


@pytest.mark.parametrize("robot", [kt.robots.arm(), FLOATING], ids=lambda x: x.name)
def test_rollouts_and_their_gradients(robot: kt.Model) -> None:
    assert_bits(rollout.trace(robot, sizes={"T": 5}))
    assert_bits(kt.vjp(rollout, "tau").trace(robot, sizes={"T": 3}))


@kt.algorithm("(nq),(16),(nq)->(nq),()")
def search(model: Any, q0: Any, target: Any, start: Any) -> Any:
    """Inverse kinematics with one restart."""
    keywords = (("frame", 8), ("relative_to", None), ("part", "pose"))
    task = CompiledTask("pose", frame_task, keywords, ((4, 4),), 1)
    low, high = kt.math.array([-2.0] * model.nq), kt.math.array([2.0] * model.nq)
    one = kt.math.array([1.0] * model.nv)
    limits = (low, high, 2 * low, 2 * high)
    solution = inverse_kinematics_search(
        *(model, q0, target, one[:1], one, 0 * one, *limits, start.reshape(1, model.nq)),
        *(kt.math.array([np.inf]), kt.math.array(1e-6), kt.math.array(12.0)),
        **{"tasks": (task,), "length": 16, "restarts": 1},
    )
    return {"q": solution.q, "residual": solution.residual}


def test_inverse_kinematics() -> None:
    arm = kt.robots.arm()
    q, q0, start = 0.5 * np.random.default_rng(0).normal(size=(3, SAMPLES, 7))
    target = kt.frame_placement(arm, q, frame=8).reshape(-1, 16)
    assert_bits(search.trace(arm), operands=[q0, target, start])


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("dtype", "trace"),
    [pytest.param(dtype, x, id=f"{robot}-{name}") for robot, dtype, name, x in for_gpus()],
)
def test_every_public_algorithm(dtype: str, trace: Any) -> None:
    results = assert_bits(trace(), dtype, samples=WARP + 5)
    assert all(np.isfinite(x).all() for x in results if x.size)
