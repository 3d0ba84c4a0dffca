"""LLVM in several processes: the same bits, whatever becomes of the processes."""

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kinetree as kt
from kinetree.compiler import workers


def derivatives(monkeypatch: pytest.MonkeyPatch, count: int) -> tuple[Any, list[Any]]:
    """The derivatives of a robot's dynamics, compiled by so many processes, and their results."""
    monkeypatch.setenv("KINETREE_CACHE_DIR", "off")
    received: list[Any] = []
    receive = workers._received
    monkeypatch.setattr(workers, "_received", lambda x: received.append(receive(x)) or received[-1])
    monkeypatch.setattr(workers, "SHARE", 1)
    kt.set_num_threads(count)
    robot = kt.robots.humanoid()
    q = kt.random_configuration(robot, 9, rng=np.random.default_rng(0))
    v = np.random.default_rng(1).normal(size=(9, robot.nv))
    try:
        many = kt.rnea_derivatives(robot, q, v, v)
        one = kt.rnea_derivatives(robot, q[0], v[0], v[0])
    finally:
        kt.set_num_threads(None)
    return [*many, *one], received


@pytest.fixture(scope="module")
def expected() -> Any:
    with pytest.MonkeyPatch.context() as patch:
        results, received = derivatives(patch, 1)
    assert not received
    return results


@pytest.mark.parametrize("count", [2, 3])
def test_any_number_of_processes_gives_the_same_bits(
    count: int, expected: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    results, received = derivatives(monkeypatch, count)
    assert len(received) == 2 * (count - 1)  # of both variants
    assert all(objects and all(x.startswith(b"\x7fELF") for x in objects) for objects in received)
    for x, y in zip(results, expected, strict=True):
        np.testing.assert_array_equal(x, y)


@pytest.mark.parametrize("script", ["exit 3", "cat > /dev/null; echo no pickle", "sleep 0.1"])
def test_what_a_process_does_not_bring_back_is_compiled_here(
    script: str, expected: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    python = tmp_path / "python"
    python.write_text(f"#!/bin/sh\n{script}\n")
    python.chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(python))
    results, received = derivatives(monkeypatch, 2)
    assert received == [None, None]
    for x, y in zip(results, expected, strict=True):
        np.testing.assert_array_equal(x, y)


def test_where_no_process_starts_all_is_compiled_here(expected: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(sys, "executable", "/no/such/python")
    results, received = derivatives(monkeypatch, 3)
    assert received == []
    for x, y in zip(results, expected, strict=True):
        np.testing.assert_array_equal(x, y)


@pytest.mark.parametrize("executable", ["", "/opt/app/blender", None])
def test_a_program_with_an_interpreter_inside_starts_no_process(
    executable: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", executable)
    assert derivatives(monkeypatch, 2)[1] == []
