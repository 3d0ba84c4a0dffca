"""Calls with statics: after the first one the compiled call looks them up, to the same bits."""

import gc
import sys
from collections.abc import Callable
from enum import StrEnum
from typing import Any, NamedTuple

import numpy as np
import pytest

import kinetree as kt
from kinetree.compiler import array_layout

ARM = kt.robots.arm()
Q = np.random.default_rng(0).normal(size=(5, 7))
V = np.random.default_rng(1).normal(size=(5, 7))


def by_python(algorithm: kt.Algorithm, *operands: Any, **keywords: Any) -> Any:
    return algorithm.call_any(*operands, **keywords)


def looked_up(algorithm: kt.Algorithm, model: kt.Model, *key: Any) -> bool:
    """Whether a call with these statics (names, then values) is looked up."""
    return ((algorithm, *key) if key else algorithm) in model.dispatch


def test_a_call_is_looked_up_and_gives_the_same_bits():
    names = ("frame", "reference")
    for reference in ("local", "world", "local_world_aligned"):
        for frame in ("tool", "link3", "universe"):
            for q in (Q[0], np.tile(Q, (2, 1))):
                first = kt.frame_jacobian(ARM, q, frame=frame, reference=reference)
                again = kt.frame_jacobian(ARM, q, frame=frame, reference=reference)
                other = by_python(kt.frame_jacobian, ARM, q, reference=reference, frame=frame)
                assert first.tobytes() == again.tobytes() == other.tobytes()
            if array_layout.available():
                assert looked_up(kt.frame_jacobian, ARM, names, frame, reference)
    orders = [{"reference": "local", "frame": "tool"}, {"frame": "tool", "reference": "local"}]
    one, two = (kt.frame_jacobian(ARM, Q, **keywords) for keywords in orders)
    assert one.tobytes() == two.tobytes()


def test_several_frames_as_a_tuple_or_a_list():
    frames = ("tool", "link3")
    expected = np.stack([kt.frame_placement(ARM, Q, frame=f) for f in frames], 1)
    for _ in range(2):
        assert (kt.frame_placement(ARM, Q, frame=frames) == expected).all()
        assert (kt.frame_placement(ARM, Q, frame=list(frames)) == expected).all()


def test_out_goes_with_statics():
    expected = kt.frame_jacobian(ARM, Q, frame="tool", reference="local")
    out = np.empty_like(expected)
    for _ in range(2):
        out[...] = 0
        assert kt.frame_jacobian(ARM, Q, frame="tool", reference="local", out=out) is out
        assert (out == expected).all()
        out[...] = 0
        assert kt.frame_jacobian(ARM, Q, out=out, frame="tool", reference="local") is out
        assert (out == expected).all()
    with pytest.raises(kt.ShapeError, match="out"):
        kt.frame_jacobian(ARM, Q, frame="tool", reference="local", out=out[:, :3])


class Text(str):
    """A subclass of str."""


class Kind(StrEnum):
    A = "a"


class Share(float):
    """A subclass of float."""


class Pair(NamedTuple):
    first: Any
    second: Any


EQUAL: list[tuple[Any, Any]] = [
    ("a", Kind.A),
    ("a", Text("a")),
    (("a", "b"), ("a", Text("b"))),
    (("a", Kind.A), (Kind.A, Kind.A)),
    (("a", "b"), Pair("a", "b")),
    (((False, 1), 7), (Pair(False, 1), 7)),
    (True, 1),
    (True, 1.0),
    (1, 1.0),
    (0.5, np.float32(0.5)),
    (0.5, np.float64(0.5)),
    (0.5, Share(0.5)),
    (((1,), 7), ((True,), 7)),
    (((1,), 7), ((1.0,), 7)),
    (frozenset({1}), frozenset({True})),
]


def types(x: Any) -> str:
    """The types of a value and of its parts."""
    parts = map(types, x) if isinstance(x, (tuple, frozenset)) else ()
    return f"{type(x).__name__}({' '.join(parts)})"


@pytest.mark.parametrize(("one", "other"), EQUAL, ids=lambda x: types(x))
@pytest.mark.parametrize("reverse", [False, True])
def test_equal_statics_of_different_types_are_different_statics(
    one: Any, other: Any, reverse: bool
):
    """Each has a kernel, which every call path finds."""

    @kt.algorithm
    def typed(model: Any, q: Any, *, what: Any = None) -> Any:
        return q[0] * 0 + sum(types(what).encode())

    assert one == other and types(one) != types(other)
    q = Q[0]
    for _ in range(3):
        for what in (other, one) if reverse else (one, other):
            expected = sum(types(what).encode())
            assert typed(ARM, q, what=what) == expected
            assert typed(ARM, q=q, what=what) == expected
            assert typed(ARM, q.tolist(), what=what) == expected
            assert typed.compile(ARM, what=what)(q) == expected


def test_operands_by_keyword_and_model_parameters_are_not_looked_up():
    tool = {"frame": "tool", "reference": "world"}
    expected = kt.frame_velocity(ARM, Q, V, **tool)
    moved = kt.frame_velocity(ARM, Q, V, offset=[0.1, 0, 0], **tool)
    for _ in range(2):
        assert (kt.frame_velocity(ARM, Q, v=V, **tool) == expected).all()
        assert (kt.frame_velocity(ARM, Q, V, offset=[0.1, 0, 0], **tool) == moved).all()
        assert (kt.frame_velocity(ARM, Q, V, [0.1, 0, 0], **tool) == moved).all()
    single = kt.frame_velocity(ARM, Q.astype("f4"), V.astype("f4"), **tool)
    assert single.dtype == np.float32
    assert kt.frame_velocity(ARM, Q, V, **tool).dtype == np.float64


def test_wrong_calls_say_what_is_wrong_after_right_ones():
    def jacobian(q: Any, **keywords: Any) -> Any:
        return kt.frame_jacobian(ARM, q, **{"frame": "tool", "reference": "local", **keywords})

    jacobian(Q)
    with pytest.raises(kt.ModelError, match="no frame 'tol'"):
        jacobian(Q, frame="tol")
    with pytest.raises(kt.ShapeError, match="'locale'"):
        jacobian(Q, reference="locale")
    with pytest.raises(kt.ShapeError, match="reference= is missing"):
        kt.frame_jacobian(ARM, Q, frame="tool")
    with pytest.raises(kt.ShapeError, match=r"expected \(..., 7\)"):
        jacobian(Q[:, :5])
    with pytest.raises(kt.ShapeError, match="'speed'"):
        jacobian(Q, speed=1)
    with pytest.raises(kt.ModelError, match=r"kt\.Model"):
        kt.frame_jacobian(Q, frame="tool", reference="local")


def test_free_dimensions_may_change():
    @kt.algorithm("(n)->(n)")
    def scaled(model: Any, x: Any, *, kind: Any) -> Any:
        return 2 * x

    for _ in range(2):
        for n in (3, 5):
            for kind in ("a", 1):
                assert scaled(ARM, np.ones(n), kind=kind).tolist() == [2.0] * n
                assert scaled(ARM, x=np.ones(n), kind=kind).tolist() == [2.0] * n


def test_it_leaks_no_references():
    frame, reference = "".join(["to", "ol"]), "".join(["lo", "cal"])
    out = np.empty((5, 6, 7))

    def calls() -> None:
        for _ in range(100):
            kt.frame_jacobian(ARM, Q, frame=frame, reference=reference)
            kt.frame_jacobian(ARM, Q, frame=frame, reference=reference, out=out)
            kt.frame_placement(ARM, Q, frame=(frame, "link3"))
            with pytest.raises(kt.ModelError):
                kt.frame_placement(ARM, Q, frame=(frame, 3.5))

    calls()
    gc.collect()
    held = (frame, reference, out, Q, ARM, kt.frame_jacobian, None)
    before = [sys.getrefcount(x) for x in held]
    calls()
    gc.collect()
    after = [sys.getrefcount(x) for x in held]
    assert all(abs(a - b) <= 2 for a, b in zip(after, before, strict=True)), (before, after)


def test_calls_that_are_not_looked_up_add_nothing_to_the_model():
    """Lists, other layouts and other batches take the Python path every time."""
    arm = kt.robots.arm()

    def calls() -> None:
        kt.crba(arm, Q[0].tolist())
        kt.crba(arm, Q[::2])
        kt.frame_jacobian(arm, Q[::2], frame="tool", reference="local")
        kt.frame_jacobian(arm, Q[0].tolist(), frame=["tool"], reference="local")
        kt.frame_placement(arm, Q.astype("f4"), frame="tool")

    calls()
    before = len(arm.dispatch)
    for _ in range(20):
        calls()
    assert len(arm.dispatch) == before


def entered_again(calls: Callable[[], None]) -> set[str]:
    """The names of the Python functions that the second run of the calls enters."""
    entered: set[str] = set()
    calls()
    sys.setprofile(lambda frame, event, _: entered.add(frame.f_code.co_name))
    try:
        calls()
    finally:
        sys.setprofile(None)
    return entered


@pytest.mark.skipif(not array_layout.available(), reason="needs the compiled call")
def test_the_second_call_of_its_kind_runs_no_python():
    """The scalar and the vector code are compiled one after the other; both are found then."""
    arm = kt.robots.arm()
    statics = {"frame": "tool", "reference": "local"}

    def calls() -> None:
        for q in (Q[0], np.tile(Q, (2, 1))):
            kt.crba(arm, q)
            kt.aba(arm, q, q, q)
            kt.frame_jacobian(arm, q, **statics)

    assert not {"_call", "call", "launch"} & entered_again(calls)


def test_the_second_call_with_other_statics_binds_nothing():
    """Contacts are neither strings nor booleans: Python looks their kernel up."""
    robot = kt.robots.quadruped()
    contacts = (kt.Contact("front_left_foot"),)
    q, rest = kt.neutral(robot), np.zeros(robot.nv)

    def calls() -> None:
        kt.constraints.forward_dynamics(robot, q, rest, rest, contacts=contacts)
        kt.constraints.forward_dynamics(robot, q, rest, rest, contacts=tuple(contacts))
        kt.constraints.forward_dynamics(robot, q, v=rest, tau=rest, contacts=(contacts[0],))

    entered = entered_again(calls)
    assert "find" in entered and not {"bind", "kernel_of"} & entered
