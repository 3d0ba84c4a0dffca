"""The value of steps, rollouts and environments: equal by its contents, checked when made."""

import os
import pickle
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from refused import check, refused

import kinetree as kt

ARM, DOG = kt.robots.arm(), kt.robots.quadruped()
REST = np.zeros(7)
FEET = [kt.Contact(name) for name in DOG.frame_names if name.endswith("foot")]
BALL = """<mujoco><worldbody><geom name="floor" type="plane" size="1 1 1"/><body pos="0 0 1">
<joint type="slide" axis="0 0 1" {}/><geom name="ball" size=".1"/></body></worldbody></mujoco>"""


def test_equal_values_are_one_key() -> None:
    one = kt.Simulation(contacts=FEET, restitution=[0.0, 0.1, 0.2, 0.3], iterations=9)
    again, each = tuple(kt.Contact(x.frame) for x in FEET), (0.0, 0.1, 0.2, 0.3)
    other = kt.Simulation(contacts=again, restitution=each, iterations=9)
    assert one == other and hash(one) == hash(other) and {one: 1}[other] == 1
    assert type(one.contacts) is type(one.restitution) is tuple
    assert pickle.loads(pickle.dumps(one)) == one
    assert replace(one, iterations=8) == replace(other, iterations=8) != one
    assert one != replace(one, restitution=0.0) and one != replace(one, contacts=FEET[::-1])
    with pytest.raises(AttributeError):
        one.iterations = 8  # type: ignore[misc]
    compiled = kt.simulation.step.compile
    assert len({compiled(DOG, simulation=x, inputs=("friction",)) for x in (one, other)}) == 1


def test_it_shows_what_differs_from_the_defaults() -> None:
    assert repr(kt.Simulation()) == "Simulation()"
    shown = kt.Simulation(limits=False, integrator="midpoint", iterations=50)
    assert repr(shown) == "Simulation(integrator='midpoint', limits=False, iterations=50)"
    assert eval(repr(shown), {"Simulation": kt.Simulation}) == shown
    assert repr(kt.Simulation(contacts=FEET * 2)).endswith("... 8 in all))")


def test_it_obeys_the_file_of_a_robot() -> None:
    assert kt.Simulation.of(ARM) == kt.Simulation(passive="none", limits=True)
    assert kt.Simulation.of(ARM, limits=False, passive="explicit").limits is False
    model = kt.load_mjcf(BALL.format('frictionloss="2" range="-1 1"'))
    said = kt.Simulation.of(model)
    assert said == kt.Simulation(passive="implicit", limits="soft", contacts=kt.contacts(model))
    assert len(said.contacts) == 1
    assert kt.Simulation.of(model, contacts=()) == replace(said, contacts=())
    with pytest.warns(UserWarning, match="'floor' stays beside ground='terrain'; give pairs="):
        assert len(kt.contacts(model, ground="terrain")) == 2
    assert len(kt.contacts(model, (), ground="terrain")) == 1
    free = kt.load_mjcf(BALL.format(""))
    assert (kt.Simulation.of(free).passive, kt.Simulation.of(free).limits) == ("none", False)


@pytest.mark.parametrize("count, most", [(24, None), (25, 24)])
def test_of_a_file_with_many_contacts_the_nearest_count(count: int, most: int | None) -> None:
    builder = kt.ModelBuilder("plate")
    builder.add_body("plate", joint=kt.FreeFlyer(), inertia=kt.Inertia(1, [0, 0, 0], np.eye(3)))
    builder.add_geometry("floor", parent="world", shape=kt.shapes.Plane(), kind="collision")
    for i in range(count):
        ball = {"shape": kt.shapes.Sphere(0.05), "kind": "collision"}
        place = kt.SE3(np.eye(3), [0.1 * i, 0, 0])
        builder.add_geometry(f"ball{i}", parent="plate", placement=place, **ball)
    model = builder.build()
    said = kt.Simulation.of(model)
    assert (len(said.contacts), said.max_contacts) == (count, most)
    assert kt.Simulation.of(model, max_contacts=3).max_contacts == 3
    assert kt.Simulation.of(model, max_contacts=None).max_contacts is None


@pytest.mark.parametrize("tolerance", [-1e-6, 1, np.nan, "small", True])
def test_a_tolerance_is_a_part_of_velocities(tolerance: Any) -> None:
    with pytest.raises(kt.ShapeError, match=r"tolerance is .*; expected a number in \[0, 1\)"):
        kt.Simulation(tolerance=tolerance)
    with pytest.raises(kt.ShapeError, match="friction: tolerance is"):
        kt.friction.solve(kt.math.eye(3), [0.0, 0.0, -1.0], [0.5], tolerance=tolerance)


def test_a_tolerance_ends_sweeps_earlier() -> None:
    """Of two contacts that slide against each other, by the residuals."""
    A = np.random.default_rng(6).normal(size=(8, 6))
    G, g = kt.math.array((A.T @ A).tolist()), [1.0, -2.0, -3.0, 2.0, 1.0, -1.0]
    residuals = [
        float(max(kt.friction.solve(G, g, [0.3, 0.3], tolerance=x).residuals)) for x in (1e-2, 0.0)
    ]
    assert residuals[1] < 1e-14 and 1e-5 < residuals[0] < 1e-2


@refused(__file__)
def test_what_cannot_be_is_refused(call: str, message: str) -> None:
    check(call, message, globals())


PROGRAM = """
import kinetree as kt
from kinetree.functions.canonical_text import canonical_text
arm = kt.robots.arm()
simulation = kt.Simulation(contacts=[kt.Contact("tool")], limits=True, passive="implicit")
kernel = kt.simulation.step.compile(arm, simulation=simulation, inputs=("friction",))
kernel([0.1] * 7, [0.0] * 7, [0.0] * 7, 1e-3, [0.5])
print(canonical_text(simulation.on("step", arm)), kernel.from_cache)
"""


def test_another_process_finds_the_code_of_an_equal_value(tmp_path: Path) -> None:
    def printed(seed: str) -> list[str]:
        more = {"KINETREE_CACHE_DIR": str(tmp_path), "PYTHONHASHSEED": seed}
        command: Any = [sys.executable, "-c", PROGRAM]
        return subprocess.check_output(command, env=os.environ | more, text=True).split()

    (text, fresh), (again, cached) = printed("1"), printed("2")
    assert text == again and (fresh, cached) == ("False", "True")
