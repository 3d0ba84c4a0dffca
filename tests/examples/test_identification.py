"""examples/identification: run as a user runs it, and what it found looked at."""

import runpy
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from agreement import assert_agree

import kinetree as kt

FOLDER = Path(__file__).parents[2] / "examples" / "identification"


def smallest_eigenvalues(bodies: Any) -> Any:
    """Eigenvalues of second moments about centres of mass: negative for unphysical bodies."""
    m, h = bodies[:, 0], bodies[:, 1:4]
    tensor = bodies[:, [4, 5, 7, 5, 6, 8, 7, 8, 9]].reshape(-1, 3, 3)
    c = h / m[:, None]
    steiner = np.einsum("i,ij,ij->i", m, c, c)[:, None, None] * np.eye(3)
    moments = np.linalg.eigvalsh(tensor - steiner + np.einsum("i,ij,ik->ijk", m, c, c))
    return moments.sum(-1) / 2 - moments[:, -1]


@pytest.mark.sweep
def test_base_parameters(capsys: pytest.CaptureFixture[str]) -> None:
    x = runpy.run_path(str(FOLDER / "01_base_parameters.py"))
    printed = capsys.readouterr().out
    assert "91 parameters, 62 base parameters" in printed
    assert "joint6.mcz + 0.05 joint7.m + joint7.mcz" in printed
    assert "bodies only" in printed and "7 of 7" in printed
    arm, base, B = x["arm"], x["columns"], x["B"]
    rng = np.random.default_rng(1)
    states = kt.random_configuration(arm, 50, rng=rng), *rng.normal(size=(2, 50, arm.nv))
    Y = x["regressor"](*states)
    assert np.linalg.matrix_rank(Y) == base.sum() == np.linalg.matrix_rank(Y[:, base])
    assert_agree(Y[:, base] @ B, Y)
    assert_agree(Y @ x["truth"], x["torques"](x["robot"], *states).ravel())
    drawn, nearest, bodily = (
        smallest_eigenvalues(x[name][:70].reshape(7, 10))
        for name in ("drawings", "nearest", "bodily")
    )
    assert (drawn > 0).all() and (bodily > 0).all()
    assert x["physical"] == {"drawings": 7, "least squares": (nearest > 0).sum(), "bodies only": 7}
    assert (nearest > 0).sum() < 4
    exact = kt.crba(x["robot"], states[0])  # of the last of the models, bodies only
    assert_agree(kt.crba(x["model"], states[0]), exact, 0.01)
