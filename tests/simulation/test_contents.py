"""The table of what functions make of a model's contents, cell by cell."""

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import kinetree as kt
from kinetree.model.contents import CONTENTS, IRRELEVANT, OBEYED, TABLE, LeftOut

GEOM = '<geom type="capsule" fromto="0 0 0 {} 0 {}" size=".03"/>'
TEXT = f"""<mujoco><worldbody><body name="a" pos="0 0 1"><joint name="ja" axis="0 1 0"/>
  {GEOM.format(0, 1)}<body name="b" pos="0 0 1"><joint name="jb" axis="0 1 0"/>{GEOM.format(1, 0)}
  </body></body><body name="c" pos="1 0 1"><joint name="jc" axis="0 1 0"/>{GEOM.format(0, 1)}
  </body></worldbody><equality>{{}}</equality></mujoco>"""
JOINT = '<joint joint1="jc" joint2="jb" polycoef="0.2 -0.5 {} 0 0"/>'


def bare(equality: str = "", **options: Any) -> kt.Model:
    """The model without the shapes, which a viewer shows."""
    return kt.load_mjcf(TEXT.format(equality), **options).replace(geometries=())


BARE = bare()
Q, V, TAU, DT = np.array([0.2, -0.25, 0.3]), np.array([1.0, 0.5, 0.8]), np.ones(3), 0.01
HOLDING: dict[str, Callable[[], kt.Model]] = {
    "loops": lambda: bare('<connect body1="b" body2="c" anchor="1 0 0"/>'),
    "couplings": lambda: bare(JOINT.format(0.3)),
    "mimics": lambda: bare(JOINT.format(0), mimic=True),
    "position limits": lambda: BARE.replace(
        lower_position_limits=Q - 0.001, upper_position_limits=Q + 0.001
    ),
    "velocity limits": lambda: BARE.replace(velocity_limits=[0.01] * 3),
    "effort limits": lambda: BARE.replace(effort_limits=[0.01] * 3),
    "damping": lambda: BARE.replace(damping=[0.1, 0.2, 0.3]),
    "dry friction": lambda: BARE.replace(friction=[0.1, 0.2, 0.3]),
    "springs": lambda: BARE.replace(stiffness=[1.0, 2.0, 3.0]),
    "armature": lambda: BARE.replace(armature=[0.1, 0.2, 0.3]),
    "gravity": lambda: BARE,
    "actuators": lambda: BARE.replace(actuators=kt.Motors(kp=50, joints=["ja", "jc"])),
    "collision shapes": lambda: kt.load_mjcf(TEXT.format("")),
}
HELD_BY_GRAVITY = BARE.replace(gravity=[0, 0, 0])


def contacts(m: kt.Model) -> Any:
    return (*m.constraints, kt.Contact("a"))


def states(m: kt.Model) -> Any:
    q, v = np.random.default_rng(0).normal(size=(2, 9, 3)) / 3
    return (x[:, : m.nv] for x in (q, v, v, kt.rnea(BARE, q, v, v)))


def drawn(m: kt.Model, q: Any) -> Any:
    """Where all is that a viewer shows, with the layer of collision shapes."""
    with kt.view(m, q) as page:
        (drawing,) = page._robots
        drawing.toggle("collision", True)
        nodes = [node for layer in drawing._layers.values() for _, node in layer]
        return np.concatenate([node.batched_positions for node in (drawing._axes, *nodes)])


GOAL = kt.tasks.Position("b", [0.5, 0, 1.6])
CALLS: dict[str, Callable[..., Any]] = {
    "step": lambda m, x, **w: kt.simulation.step(m, *x, DT, **w).v,
    "rollout": lambda m, x, **w: kt.simulation.rollout(m, *x[:2], [x[2]] * 20, DT, **w).v[-1],
    "contact_step": lambda m, x, **w: kt.simulation.contact_step(m, *x, DT, **w).v,
    "constraints": lambda m, x: kt.constraints.forward_dynamics(m, *x, contacts=contacts(m)).ddq,
    "inverse_kinematics": lambda m, x: kt.inverse_kinematics(m, [GOAL], x[0]).q,
    "velocity_inverse_kinematics": lambda m, x: kt.velocity_inverse_kinematics(m, [GOAL], x[0], DT),
    "linearize": lambda m, x: np.concatenate(kt.linearize(m, *x), -1),
    "fit": lambda m, x: kt.identification.fit(m, *states(m), noise=9.0).residual,
    "mechanical_energy": lambda m, x: kt.mechanical_energy(m, *x[:2]),
    "rnea": lambda m, x: kt.rnea(m, *x),
    "view": lambda m, x: drawn(m, x[0]),
}


def called(function: str, m: kt.Model, **words: Any) -> tuple[Any, list[str]]:
    """The result of a call, and its warnings; a coordinate of the last joint is cut of mimics."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        state = [x[: m.nv] for x in (Q, V, TAU)]
        result = CALLS[function](m.replace(), state, **words)
    return np.asarray(result), [str(w.message) for w in caught]


def given(name: str, value: Any) -> dict[str, Any]:
    return {name: value} if name == "control" else {"simulation": kt.Simulation(**{name: value})}


def equal(x: Any, y: Any) -> bool:
    return x.shape == y.shape and np.allclose(x, y, rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("content", CONTENTS)
@pytest.mark.parametrize("function", CALLS)
def test_a_cell(function: str, content: str) -> None:
    holding, cell = HOLDING[content](), TABLE[function][content]
    without = HELD_BY_GRAVITY if content == "gravity" else BARE
    assert CONTENTS[content](holding)
    assert not CONTENTS[content](without)
    (x, said), (y, silence) = called(function, holding), called(function, without)
    assert silence == []
    assert equal(x, y) == (cell != OBEYED)
    if not isinstance(cell, LeftOut):
        assert cell in (OBEYED, IRRELEVANT)
        assert said == []
        return
    passes = function == "rollout" and content == "position limits"
    assert len(said) == (cell.warns or passes)
    assert all(cell.instead in words and content in words for words in said)
    if cell.keyword:
        control = np.ones((20, 2) if function == "rollout" else 2)
        words = {"passive": ("implicit", "none"), "control": (control, None)}
        on, off = words.get(cell.keyword, (True, False))
        acting, said = called(function, holding, **given(cell.keyword, on))
        refused = content in ("actuators", "velocity limits")
        absent, _ = called(function, without, **({} if refused else given(cell.keyword, on)))
        assert said == []
        assert not equal(acting, absent)
        _, said = called(function, holding, **given(cell.keyword, off))
        assert said == []


def test_the_table_is_whole() -> None:
    assert CALLS.keys() == TABLE.keys()
    assert all([*cells] == [*CONTENTS] for cells in TABLE.values())


def test_a_model_is_named_once() -> None:
    """At a first call; a second one, compiled, says nothing; a derivative is of its function."""
    m = BARE.replace(damping=[0.1, 0.2, 0.3], friction=[1.0, 0.0, 0.0])
    for function in (kt.simulation.step, kt.jacobian(kt.simulation.step, "tau")):
        with pytest.warns(UserWarning) as caught:
            for _ in range(3):
                function(m, Q, V, TAU, DT)
        (words,) = (str(w.message) for w in caught)
        assert "has damping of ja, jb, jc and dry friction of ja, left out here" in words
    with pytest.warns(UserWarning) as caught:
        for _ in range(3):
            kt.linearize(HOLDING["loops"](), Q, V, TAU)
    assert len(caught) == 3  # of three models


def test_rows_of_times_are_samples() -> None:
    tau, dt = np.zeros((5, 3)), np.full(5, DT)
    with pytest.warns(UserWarning, match="dt with 5 rows, as tau has: taken for 5 samples"):
        kt.simulation.rollout(BARE, Q, V, tau, dt)
    kt.simulation.rollout(BARE, np.tile(Q, (5, 1)), V, tau, dt)


def test_limits_are_rounded_as_a_rollout_in_float32() -> None:
    still = HELD_BY_GRAVITY.replace(upper_position_limits=[0.1] * 3)
    q, rest = np.full(3, 0.1, np.float32), np.zeros((2, 3), np.float32)
    assert float(q[0]) > 0.1
    kt.simulation.rollout(still, q, rest[0], rest, np.float32(DT))  # at rest at its limits
