"""Chains by tables of Denavit and Hartenberg, against products of their matrices."""

from typing import Any

import numpy as np
import pytest
from agreement import assert_agree, run
from trees import random_inertia

import kinetree as kt

STANFORD = [  # with a sliding third joint
    [0.0, -np.pi / 2, 0.412, 0.0],
    [0.0, np.pi / 2, 0.154, 0.0],
    [0.0, 0.0, 0.1, -np.pi / 2],
    [0.0, -np.pi / 2, 0.0, 0.0],
    [0.0, np.pi / 2, 0.0, 0.0],
    [0.05, 0.3, 0.263, 0.2],
]


def screw(axis: int, angle: float, length: float) -> Any:
    T, (i, j) = np.eye(4), ((axis + 1) % 3, (axis + 2) % 3)
    T[i, i] = T[j, j] = np.cos(angle)
    T[j, i], T[i, j] = np.sin(angle), -np.sin(angle)
    T[axis, 3] = length
    return T


@pytest.mark.parametrize("modified", [False, True])
def test_frames_are_products_of_the_matrices_of_rows(modified: bool) -> None:
    robot = kt.robots.from_dh(STANFORD, modified=modified, prismatic=[3])
    q, T = np.random.default_rng(0).uniform(-1, 1, 6), np.eye(4)
    for i, (row, x) in enumerate(zip(STANFORD, q, strict=True), 1):
        a, alpha, d, theta = row
        d, theta = (d + x, theta) if i == 3 else (d, theta + x)
        along_x, along_z = screw(0, alpha, a), screw(2, theta, d)
        T = T @ (along_x @ along_z if modified else along_z @ along_x)
        assert_agree(run(kt.frame_placement, robot, q, statics={"frame": f"dh{i}"}), T, 1e-14)


@pytest.mark.parametrize("modified", [False, True])
def test_inertias_are_those_in_the_frames_of_the_table(modified: bool) -> None:
    rng = np.random.default_rng(1)
    bodies = [random_inertia(rng) for _ in STANFORD]
    robot = kt.robots.from_dh(STANFORD, modified=modified, prismatic=[3], inertias=bodies)
    q, v = rng.uniform(-1, 1, (2, 6))
    energy = 0.0
    for i, Y in enumerate(bodies, 1):
        V = kt.frame_velocity.evaluate(robot, q, v, frame=f"dh{i}", reference="local")
        energy += 0.5 * V @ np.array(Y.matrix, float) @ V
    assert_agree(kt.kinetic_energy.evaluate(robot, q, v), energy, 1e-13)


@pytest.mark.parametrize(
    ("keywords", "message"),
    [
        ({"table": [1.0, 2.0, 3.0, 4.0]}, r"shape \(4,\); expected \(n, 4\)"),
        ({"prismatic": [7]}, "no joint 7; joints are numbered 1 to 6"),
        ({"prismatic": 3}, "prismatic is 3; expected numbers in a list"),
        ({"inertias": []}, "0 inertias for 6 links"),
        ({"inertias": [1.0] * 6}, "expected one kt.Inertia each"),
        ({"table": [[0, "d", 0, 0]] * 6}, "the table holds 'd'; expected numbers"),
    ],
)
def test_bad_tables_are_refused(keywords: dict[str, Any], message: str) -> None:
    with pytest.raises(kt.ModelError, match=message):
        kt.robots.from_dh(**{"table": STANFORD, "modified": True, **keywords})
