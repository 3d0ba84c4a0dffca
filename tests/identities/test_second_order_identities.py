"""The identities of docs/second-derivatives.md, by complex steps through the forward pass."""

from typing import Any

import numpy as np
import pytest
from agreement import assert_agree
from complex_step import H, along, rate
from trees import model_and_state

import kinetree as kt
from kinetree.algorithms.rnea_derivatives import BodyFrames, ForwardPass
from kinetree.spatial import Motion, motions

UNITS = motions([Motion.from_vector(kt.Array(x)) for x in np.eye(6).tolist()])


def state(model: kt.Model, *operands: Any) -> dict[int, dict[str, Any]]:
    """S, Psi_dot, Psi_ddot, dV, and Y, B and f of the subtree, of each joint, as NumPy arrays."""
    *qva, f_ext = operands
    q, v, a = (kt.Array(x.tolist()) for x in qva)
    forces = [kt.Array(x.tolist()) for x in f_ext]
    at = ForwardPass.of(model, q, v, a, forces, BodyFrames.of_roots(model, q))
    for j in reversed(model.joints):
        i, p = j.index, j.parent
        at.Y[p], at.B[p], at.f[p] = at.Y[p] + at.Y[i], at.B[p] + at.B[i], at.f[p] + at.f[i]

    def numeric(x: Any) -> Any:
        return np.array(x.flat, complex).reshape(x.shape)

    return {
        i: {
            **{x: numeric(getattr(at, x)[i].matrix) for x in ("S", "Psi_dot", "Psi_ddot", "dV")},
            "Y": numeric(at.Y[i].matrix),
            "B": numeric(at.B[i].twice(UNITS)[0].matrix),
            "f": numeric(at.f[i].vector),
        }
        for i in (j.index for j in model.joints)
    }


def crossed(v: Any) -> Any:
    """The matrix v x."""
    z = np.zeros((3, 3))
    l_x, w_x = (np.cross(x, np.eye(3), axisb=0, axisc=0) for x in (v[:3], v[3:]))
    return np.block([[w_x, l_x], [z, w_x]])


def twice_B(Y: Any, v: Any) -> Any:
    """2 B[Y, v] = v x* Y - Y v x + fbar(Y v)."""
    X = crossed(v)
    return -X.T @ Y - Y @ X + np.stack([-crossed(e).T @ Y @ v for e in np.eye(6)], axis=1)


def along_q(x: dict[str, Any], S: Any, u: Any, w: Any) -> dict[str, Any]:
    """Derivatives along q of a column S above with Psi_dot u and Psi_ddot w."""
    S_x, u_x = crossed(S), crossed(u)
    return {
        "S": S_x @ x["S"],  # K1
        "Psi_dot": u_x @ x["S"] + S_x @ x["Psi_dot"],  # K4
        "Psi_ddot": crossed(w) @ x["S"] + 2 * u_x @ x["Psi_dot"] + S_x @ x["Psi_ddot"],  # K9
        "dV": 2 * u_x @ x["S"] + S_x @ x["dV"],  # K2 + K4
        "Y": -S_x.T @ x["Y"] - x["Y"] @ S_x,  # K6
        "B": twice_B(x["Y"], u) - S_x.T @ x["B"] - x["B"] @ S_x,  # K10
        "f": x["B"] @ u + x["Y"] @ w - S_x.T @ x["f"],  # K12
    }


def along_v(x: dict[str, Any], S: Any, dV: Any) -> dict[str, Any]:
    """Derivatives along v of a column S above with dV."""
    S_x = crossed(S)
    return {
        "Psi_dot": S_x @ x["S"],  # K15
        "Psi_ddot": crossed(dV) @ x["S"] + 2 * S_x @ x["Psi_dot"],
        "dV": 2 * S_x @ x["S"],  # K14 + K15
        "B": twice_B(x["Y"], S),  # K16
        "f": x["B"] @ S + x["Y"] @ dV,
    }


@pytest.mark.parametrize("name", ["spherical", "universal"])
def test_columns_and_subtrees_change_with_a_column_above(name: str):
    """Above joint i, and not at a root, whose frame moves along."""
    model, *operands = model_and_state(name)
    q, v, a, f = (x[0] for x in operands)
    at = {i: {y: z.real for y, z in x.items()} for i, x in state(model, q, v, a, f).items()}
    above = [j for j in model.joints if j.parent]
    for j in above:
        for k, e in enumerate(np.eye(model.nv)[j.v_slice]):
            S, u, w, dV = (at[j.index][x][:, k] for x in ("S", "Psi_dot", "Psi_ddot", "dV"))
            moved = state(model, along(model, q, e), v, a, f), state(model, q, v + 1j * H * e, a, f)
            for i, x in ((i.index, at[i.index]) for i in above if j in model.path(i.parent)):
                for found, expected in zip(
                    moved, (along_q(x, S, u, w), along_v(x, S, dV)), strict=True
                ):
                    for y, z in expected.items():
                        assert_agree(rate(found[i][y]), z, scale=max(1, abs(z).max()))
