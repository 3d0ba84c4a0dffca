"""Keys of the disk cache: all that changes a kernel changes its key."""

import math
import os
import random
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import sympy

import kinetree as kt
from kinetree.compiler import cache
from kinetree.functions.canonical_text import canonical_text
from kinetree.functions.content_keys import code_key
from kinetree.model import shapes

NAMES: list[Any] = [
    ("ab", "c"),
    ("a", "bc"),
    ("abc",),
    ("abc", ""),
    ("", "abc"),
    ("ab", "c", ""),
    ("a", "b", "c"),
    ("b", "a", "c"),
    (b"\xff" * 300,),
    (b"\xff" * 44, b"\xff" * 255),
    (),
    ("",),
]


def test_other_parts_have_another_digest():
    digests = {cache.digest(*parts) for parts in NAMES}
    assert len(digests) == len(NAMES)
    assert cache.digest("ab", "c") == cache.digest(b"ab", b"c") in digests


VALUES: list[Any] = [
    *(names for names in NAMES if all(isinstance(x, str) for x in names)),
    ("ab c",),
    ("ab'", "'c"),
    ["ab", "c"],
    ("a", ("b", "c")),
    ("a", ("b",), "c"),
    (("a", "b"), "c"),
    (("a", "b", "c"),),
    {"a": "b"},
    ("a", "b"),
    ("1", 1, 1.0),
    (1, "1", 1.0),
    (True, 1, 1.0),
    (1, True, 1.0),
    (np.float64(1), 1, 1.0),
    (np.float32(1), 1, 1.0),
    None,
    "None",
    0.0,
    -0.0,
    0.1,
    np.nextafter(0.1, 1).item(),
    kt.Array([1.0, 2.0]),
    kt.Array([[1.0, 2.0]]),
    kt.Array([1.0, 2.0 + 1e-15]),
    np.array([1.0, 2.0]),
    np.array([[1.0, 2.0]]),
    np.array([1.0, 2.0 + 1e-15]),
    np.array([1, 2]),
]


def test_different_values_have_different_descriptions():
    descriptions = [canonical_text(value) for value in VALUES]
    assert None not in descriptions and len(set(descriptions)) == len(VALUES)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of this test alone."""
    monkeypatch.setenv("KINETREE_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.mark.parametrize("first", ["float32", "float64"])
@pytest.mark.parametrize(
    ("algorithm", "keywords"),
    [(kt.crba, {}), (kt.crba, {"packed": True}), (kt.frame_placement, {"frame": "tool"})],
)
def test_one_program_in_two_dtypes(folder: Path, algorithm: Any, keywords: Any, first: str):
    q = np.random.default_rng(0).normal(size=(20, 7))
    exact = algorithm.compile(kt.robots.arm(), **keywords)(q)
    for path in folder.iterdir():
        path.unlink()
    for dtype in 2 * (first, "float64" if first == "float32" else "float32"):
        kernel = algorithm.compile(kt.robots.arm(), dtype=dtype, **keywords)
        x = q.astype(dtype)
        many, one = kernel(x), kernel(x[0])
        assert many.dtype == one.dtype == dtype
        np.testing.assert_array_equal(many[0], one)
        np.testing.assert_allclose(many, exact, rtol=0, atol=1e-5 if dtype == "float32" else 0)


def test_packed_and_plain_kernels_are_two(folder: Path):
    q = kt.neutral(kt.robots.biped())
    expected = kt.crba.evaluate(kt.robots.biped(), q)
    for packed in (True, False):
        kernel = kt.crba.compile(kt.robots.biped(), packed=packed)
        found = kernel(q)
        assert not kernel.from_cache
        whole = kernel.packing[0].dense(found) if packed else found
        assert whole.shape == expected.shape
        assert abs(whole - expected).max() < 1e-12 * abs(expected).max()


TINY = 1e-9


def robot(
    *,
    name: str = "swing",
    axis: Any = "y",
    reach: float = 0.3,
    mass: float = 1.2,
    lower: float = -1.0,
    upper: float = 1.0,
    frame: Any = ("eye", "upper", 0.1, "op"),
    shape: Any = ("hull", "upper", 0.1, "visual", 0.2),
    anchor: float | None = 0.4,
    **numbers: Any,
) -> kt.Model:
    """Two links with a frame, a shape and a loop, of which a test changes one property."""
    b = kt.ModelBuilder(name)
    inertia = kt.Inertia(mass, [0.1, 0, 0.2], np.diag([0.1, 0.2, 0.25]))
    b.add_body("upper", joint=kt.Revolute(axis), inertia=inertia, lower=lower, upper=upper)
    placement = kt.SE3(np.eye(3), [reach, 0, 0])
    b.add_body(
        "lower", parent="upper", joint=kt.Revolute("z"), placement=placement, inertia=inertia
    )
    title, body, at, kind = frame
    b.add_frame(title, parent=body, placement=kt.SE3(np.eye(3), [at, 0, 0]), kind=kind)
    title, body, at, kind, radius = shape
    b.add_geometry(
        title,
        parent=body,
        shape=shapes.Sphere(radius),
        kind=kind,
        placement=kt.SE3(np.eye(3), [at, 0, 0]),
    )
    if anchor is not None:
        place = kt.SE3(np.eye(3), [anchor, 0, 0])
        joint = kt.Spherical()
        b.add_loop("held", joint=joint, first="lower", second="world", first_placement=place)
    given: dict[str, Any] = {"damping": [0.1, 0.2], "stiffness": [0.3, 0.4], "friction": [0.5, 0.6]}
    return b.build().replace(**{**given, **numbers})


REST, MOVING = [-1.5, 0.4], [0.7, -0.3]
STEP = {"simulation": kt.Simulation(limits=True, passive="explicit")}

CHANGES: dict[str, tuple[dict[str, Any], Callable[..., Any], list[Any], dict[str, Any]]] = {
    "the axis of a joint": ({"axis": "x"}, kt.forward_kinematics, [REST], {}),
    "a placement": ({"reach": 0.3 + TINY}, kt.forward_kinematics, [REST], {}),
    "an inertia": ({"mass": 1.2 + TINY}, kt.crba, [REST], {}),
    "armature": ({"armature": [0, TINY]}, kt.crba, [REST], {}),
    "gravity": ({"gravity": [TINY, 0, -9.81]}, kt.generalized_gravity, [REST], {}),
    "stiffness": ({"stiffness": [0.3, 0.4 + TINY]}, kt.passive_forces, [REST, MOVING], {}),
    "a spring's rest": ({"spring_reference": [0, TINY]}, kt.passive_forces, [REST, MOVING], {}),
    "damping": ({"damping": [0.1, 0.2 + TINY]}, kt.passive_forces, [REST, MOVING], {}),
    "friction": ({"friction": [0.5, 0.6 + TINY]}, kt.passive_forces, [REST, MOVING], {}),
    "a lower limit": (
        {"lower": -1.0 + TINY},
        kt.simulation.step,
        [REST, MOVING, [0, 0], 0.01],
        STEP,
    ),
    "an upper limit": (
        {"upper": 1.0 + TINY},
        kt.simulation.step,
        [[1.5, 0.4], MOVING, [0, 0], 0.01],
        STEP,
    ),
    "a motor": (
        {"actuated": [True, False]},
        kt.constraints.inverse_dynamics,
        [REST, MOVING, MOVING],
        {},
    ),
    "a frame's place": (
        {"frame": ("eye", "upper", 0.1 + TINY, "op")},
        kt.frame_placements,
        [REST],
        {},
    ),
    "a frame's body": ({"frame": ("eye", "lower", 0.1, "op")}, kt.frame_placements, [REST], {}),
    "a shape's place": (
        {"shape": ("hull", "upper", 0.1 + TINY, "visual", 0.2)},
        kt.geometry_placements,
        [REST],
        {},
    ),
    "a shape's body": (
        {"shape": ("hull", "lower", 0.1, "visual", 0.2)},
        kt.geometry_placements,
        [REST],
        {},
    ),
    "a shape's kind": (
        {"shape": ("hull", "upper", 0.1, "collision", 0.2)},
        kt.geometry_placements,
        [REST],
        {},
    ),
    "a loop's anchor": ({"anchor": 0.4 + TINY}, kt.constraints.error, [REST], {}),
}
"""Changes of properties, and algorithms that depend on them, with operands and statics."""


def arrays(result: Any) -> list[Any]:
    return list(result) if isinstance(result, tuple) else [result]


@pytest.mark.parametrize("name", CHANGES)
def test_a_robot_that_differs_in_one_thing_has_other_kernels(folder: Path, name: str):
    changes, algorithm, operands, keywords = CHANGES[name]
    free = {"anchor": None} if keywords is STEP else {}  # steps would jump to the loop
    changes = changes | free
    one, other = robot(**free), robot(**changes)
    assert one == robot(**free) and one != other and one.digest != other.digest
    before = arrays(algorithm(one, *operands, **keywords))
    got = arrays(algorithm(other, *operands, **keywords))
    expected = arrays(algorithm.evaluate(other, *operands, **keywords))
    assert [x.shape for x in got] == [x.shape for x in expected]
    assert all(
        np.allclose(x, y, rtol=0, atol=TINY / 1e4) for x, y in zip(got, expected, strict=True)
    )
    if [x.shape for x in before] == [x.shape for x in expected]:
        assert max(abs(x - y).max() for x, y in zip(before, expected, strict=True)) > TINY / 1e3
    again = arrays(algorithm(robot(**changes), *operands, **keywords))
    assert all((x == y).all() for x, y in zip(got, again, strict=True))


ANNOTATIONS: dict[str, dict[str, Any]] = {
    "name": {"name": "other"},
    "frame's name": {"frame": ("ear", "upper", 0.1, "op")},
    "frame's kind": {"frame": ("eye", "upper", 0.1, "body")},
    "shape's name": {"shape": ("shell", "upper", 0.1, "visual", 0.2)},
    "shape's size": {"shape": ("hull", "upper", 0.1, "visual", 0.2 + TINY)},
    "velocity limit": {"velocity_limits": [1.0, np.inf]},
    "effort limit": {"effort_limits": [1.0, np.inf]},
}


@pytest.mark.parametrize("name", ANNOTATIONS)
def test_a_robot_with_another_annotation_is_another(folder: Path, name: str):
    """Its kernels compute the same, and have its name."""
    one, other = robot(), robot(**ANNOTATIONS[name])
    assert one != other and one.digest != other.digest
    kernels = [kt.crba.compile(model) for model in (one, other)]
    assert [kernel.name for kernel in kernels] == [f"crba of {x.name}" for x in (one, other)]
    np.testing.assert_array_equal(kernels[0](REST), kernels[1](REST))


@pytest.mark.parametrize(
    "value",
    [
        *(frozenset({1}), range(3), object(), lambda: 1, open, input),
        *(kt.Array([sympy.Symbol("x"), 1.0]), kt.Array([Fraction(1)])),
    ],
    ids=lambda x: type(x).__name__,
)
def test_other_values_have_no_canonical_text(value: Any) -> None:
    assert canonical_text(value) is None
    assert canonical_text(((value,), {"x": value})) is None


GAIN = 3.0
MATRIX = np.eye(2)
ROBOTS = [kt.robots.arm(), kt.robots.arm().replace(damping=np.ones(7))]


def policies(gain: Any, robot: kt.Model) -> list[Any]:
    """Policies that refer to nothing but numbers, kinetree, and pure functions of Python."""

    def half(x: Any) -> Any:
        return x / 2

    return [
        lambda q, v, t, p: -gain * v,
        lambda q, v, t, p: -2.0 * v,
        lambda q, v, t, p: -3.0 * v,
        lambda q, v, t, p: -GAIN * half(v),
        lambda q, v, t, p: MATRIX @ v,
        lambda q, v, t, p: kt.math.tanh(v) * math.sin(0.3),
        lambda q, v, t, p: kt.rnea(robot, q, v, v),
        lambda q, v, t, p: sum(abs(x) for x in v) * len(q),
    ]


def described(functions: list[Any]) -> list[Any]:
    return [canonical_text(code_key(function)) for function in functions]


def test_a_policy_is_known_by_what_it_refers_to(monkeypatch: pytest.MonkeyPatch) -> None:
    first = described(policies(1.0, ROBOTS[0]))
    assert None not in first and len(set(first)) == len(first)
    assert described(policies(1.0, kt.robots.arm())) == first
    changed = [x != y for x, y in zip(described(policies(2.0, ROBOTS[1])), first, strict=True)]
    assert changed == [True, *[False] * 5, True, False]
    monkeypatch.setitem(globals(), "GAIN", 4.0)
    monkeypatch.setitem(globals(), "MATRIX", 2 * MATRIX)
    changed = [x != y for x, y in zip(described(policies(1.0, ROBOTS[0])), first, strict=True)]
    assert changed == [False] * 3 + [True] * 2 + [False] * 3


@pytest.mark.parametrize(
    "policy",
    [
        lambda q, v, t, p: np.tanh(v),
        lambda q, v, t, p: float(open("gain").read()) * v,  # noqa: SIM115
        lambda q, v, t, p: float(input()) * v,
        lambda q, v, t, p: time.time() * v,
        lambda q, v, t, p: random.random() * v,
        lambda q, v, t, p: os.environ["GAIN"] * v,
        lambda q, v, t, p: float(kt.robots.arm().name == Path("x").name) * v,
        lambda q, v, t, p: hash("x") * v,
        lambda q, v, t, p: kt.random_configuration(ROBOTS[0]) * v,
        lambda q, v, t, p: kt.load("robot.urdf").mass * v,
    ],
)
def test_a_policy_that_refers_to_more_is_traced_in_every_process(policy: Any) -> None:
    assert canonical_text(code_key(policy)) is None


def test_a_rollout_with_a_policy_is_found_in_the_disk_cache(folder: Path, monkeypatch: Any) -> None:
    def rolled(gain: float) -> tuple[Any, bool]:
        words: dict[str, Any] = {"policy": lambda q, v, t: -gain * v}
        kernel = kt.simulation.rollout.compile(kt.robots.arm(), sizes={"T": 3}, **words)
        return kernel(np.zeros(7), np.ones(7), np.zeros((3, 7)), 1e-2).q, kernel.from_cache

    fresh, is_cached = rolled(2.0)
    assert not is_cached
    assert not rolled(3.0)[1]
    monkeypatch.setattr("kinetree.functions.definition.Definition.run", None)  # a trace would fail
    again, is_cached = rolled(2.0)
    assert is_cached
    np.testing.assert_array_equal(fresh, again)
