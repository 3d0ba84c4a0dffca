"""Ten digits of another implementation, in digits.json, on four small robots.

That one is in NumPy, shares nothing with kinetree, and agrees with Pinocchio; on the moving base it
follows [Bos2022, Tables 4-9]. Pinocchio has no Christoffel symbols, and derivatives of joints whose
subspace depends on q are wrong there.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from agreement import assert_agree, run
from scipy.spatial.transform import Rotation

import kinetree as kt

DIGITS = json.loads(Path(__file__).with_name("digits.json").read_text())


def robot(*rows: Any) -> kt.Model:
    """Of bodies: parent, joint; translation, axis and angle of its placement; mass, centre, I."""
    builder = kt.ModelBuilder("printed")
    for k, (parent, joint, where, (axis, angle), mass, center, moments) in enumerate(rows, 1):
        placement = kt.SE3(Rotation.from_euler(axis, angle).as_matrix(), where)
        tensor = np.diag(moments) if np.ndim(moments) == 1 else moments
        inertia = kt.Inertia(mass, center, tensor)
        above = f"body{parent}" if parent else "world"
        builder.add_body(
            f"body{k}", parent=above, joint=joint, placement=placement, inertia=inertia
        )
    return builder.build()


UPRIGHT = ("x", 0.0)
SKEW = [[0.02, 0.001, 0], [0.001, 0.03, -0.002], [0, -0.002, 0.025]]
FORKED = robot(
    (0, kt.Revolute("z"), [0, 0, 0.1], UPRIGHT, 2, [0.1, -0.05, 0.2], [0.03, 0.04, 0.05]),
    (1, kt.Spherical(), [0.4, 0, 0], ("x", 0.3), 1.5, [0, 0.1, -0.1], SKEW),
    (1, kt.Prismatic("y"), [0, 0.3, 0.2], ("y", -0.2), 0.8, [0.05, 0, 0.1], [0.01, 0.012, 0.008]),
)
FLYING = robot(
    (0, kt.FreeFlyer(), [0, 0, 0], UPRIGHT, 3, [0.02, -0.01, 0.03], [0.1, 0.12, 0.09]),
    (1, kt.Revolute("x"), [0.2, 0.1, 0], ("z", 0.4), 1, [0, 0.15, 0], [0.02, 0.005, 0.02]),
    (2, kt.Helical("z", 0.2), [0, 0.3, 0.1], ("y", 0.5), 0.5, [0.05, 0, 0.1], [4e-3, 4e-3, 2e-3]),
)
CHAIN = robot(
    (0, kt.Revolute("z"), [0, 0, 0], UPRIGHT, 1, [0.2, 0, 0], [0.01, 0.02, 0.03]),
    (1, kt.Revolute("x"), [0.4, 0, 0], UPRIGHT, 2, [0, 0.1, 0.2], [0.02, 0.03, 0.04]),
    (2, kt.Prismatic("z"), [0, 0, 0.3], ("y", 0.3), 0.5, [0.1, 0.1, 0], [5e-3, 6e-3, 7e-3]),
)
TURNING = robot(
    (0, kt.Revolute("y"), [0, 0, 0.2], UPRIGHT, 1.2, [0.05, 0, 0.1], [0.02, 0.03, 0.01]),
    (1, kt.SphericalZYX(), [0.3, 0, 0], ("z", 0.2), 0.9, [0.1, -0.05, 0.02], [0.01, 0.015, 0.02]),
)

Q = np.array([0.5, 0.1, -0.2, 0.3, np.sqrt(0.86), 0.25])
V, A = np.array([[0.7, -0.4, 0.9, 0.3, -0.6], [-0.2, 0.5, 0.8, -0.7, 1.1]])
TAU = np.array([1, 0.2, -0.3, 0.4, 0.5])
TURNED = np.array([[0.4, 0.3, -0.6, 0.5], [0.5, -0.7, 0.8, 0.6], [0.1, -0.3, 0.2, 0.4]])
H = np.eye(4)
H[:3, :3] = Rotation.from_euler("ZYX", [0.3, -0.4, 0.2]).as_matrix()
H[:3, 3] = 0.5, -0.3, 0.8
S, DS, DDS = np.array([[0.3, 0.3], [0.8, -0.5], [-0.4, 0.9]])
TWIST = np.array([0.3, -0.2, 0.1, 0.4, 0.5, -0.6])
MOTION = (H, S, TWIST, DS, np.array([0.2, 0.1, -0.3, -0.5, 0.4, 0.6]), DDS)

CALLS: dict[str, tuple[kt.Model, Any, tuple[Any, ...], dict[str, str]]] = {
    "torques": (FORKED, kt.rnea, (Q, V, A), {}),
    "gravity": (FORKED, kt.generalized_gravity, (Q,), {}),
    "mass matrix": (FORKED, kt.crba, (Q,), {}),
    "its rate": (FORKED, kt.mass_matrix_time_derivative, (Q, V), {}),
    "acceleration": (FORKED, kt.aba, (Q, V, TAU), {}),
    "slopes of torques": (FORKED, kt.rnea_derivatives, (Q, V, A), {}),
    "differentiated torques": (FORKED, kt.jacobian(kt.rnea, ("q", "v")), (Q, V, A), {}),
    "differentiated acceleration": (FORKED, kt.jacobian(kt.aba, "q"), (Q, V, TAU), {}),
    "slopes, dmm": (FORKED, kt.aba_derivatives, (Q, V, TAU), {"method": "dmm"}),
    "slopes, aza": (FORKED, kt.aba_derivatives, (Q, V, TAU), {"method": "aza"}),
    "Coriolis matrix": (FORKED, kt.coriolis_matrix, (Q, V), {}),
    "chain, mass matrix": (CHAIN, kt.crba, (np.array([0.3, -0.5, 0.2]),), {}),
    "chain, symbols": (CHAIN, kt.christoffel_symbols, (np.array([0.3, -0.5, 0.2]),), {}),
    "ball, torques": (TURNING, kt.rnea, tuple(TURNED), {}),
    "ball, Coriolis matrix": (TURNING, kt.coriolis_matrix, tuple(TURNED[:2]), {}),
    "ball, slopes of torques": (TURNING, kt.rnea_derivatives, tuple(TURNED), {}),
}
INERTIAL = {"representation": "inertial"}
MOVING: dict[str, tuple[Any, tuple[Any, ...], dict[str, str]]] = {
    "forces": (kt.moving_base.inverse_dynamics, MOTION, INERTIAL),
    "slopes": (kt.moving_base.inverse_dynamics_derivatives, MOTION, INERTIAL),
    "inverse": (kt.moving_base.inverse_mass_matrix, (S,), {}),
}


def several(x: Any) -> list[Any]:
    return x if isinstance(x, list) else [x]


@pytest.mark.parametrize("name", CALLS)
def test_results_are_those_printed(name: str) -> None:
    """Every entry agrees with its ten printed digits; of some results the first ones are there."""
    model, algorithm, operands, statics = CALLS[name]
    found = several(run(algorithm, model, *operands, statics=statics))
    for x, digits in zip(found, DIGITS[name], strict=False):
        np.testing.assert_allclose(x, digits, rtol=6e-10, atol=1e-14)


@pytest.mark.parametrize("name", MOVING)
def test_results_on_a_moving_base_are_those_printed(name: str) -> None:
    algorithm, operands, statics = MOVING[name]
    found = several(run(algorithm, FLYING, *operands, statics=statics))
    for x, digits in zip(found, DIGITS[f"moving base, {name}"], strict=True):
        assert_agree(x, digits, 1e-9)


def test_the_body_twist_is_that_printed() -> None:
    q = np.concatenate([H[:3, 3], Rotation.from_matrix(H[:3, :3]).as_quat(), S])
    statics = {"from_": "inertial", "to": "body"}
    twist = kt.convert.base_velocity.evaluate(FLYING, q, np.concatenate([TWIST, DS]), **statics)
    assert_agree(twist[:6], DIGITS["moving base, twist"], 1e-9)
