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
from kinetree.functions.binding import Parameters
from kinetree.functions.kernels import _make_kernel, kernel_of_call, kernel_trace
from kinetree.functions.lookup import written_call

ARM = kt.robots.arm()
Q = np.random.default_rng(0).normal(size=(5, 7))
V = np.random.default_rng(1).normal(size=(5, 7))


def looked_up(algorithm: kt.Algorithm, model: kt.Model, *operands: Any, **keywords: Any) -> bool:
    """Whether a call that is written so is in the model's table."""
    given = (own := algorithm.definition).parameters.assigned(own.dims, operands, keywords)
    return (written := written_call(own, given)) is not None and written.key in model.call_table


def test_a_call_is_looked_up_and_gives_the_same_bits():
    for reference in ("local", "world", "local_world_aligned"):
        for frame in ("tool", "link3", "universe"):
            for q in (Q[0], np.tile(Q, (2, 1))):
                first = kt.frame_jacobian(ARM, q, frame=frame, reference=reference)
                again = kt.frame_jacobian(ARM, q, frame=frame, reference=reference)
                other = kt.frame_jacobian.call_any(ARM, q, reference=reference, frame=frame)
                assert first.tobytes() == again.tobytes() == other.tobytes()
            if array_layout.available():
                assert looked_up(kt.frame_jacobian, ARM, Q, frame=frame, reference=reference)
    orders = [{"reference": "local", "frame": "tool"}, {"frame": "tool", "reference": "local"}]
    one, two = (kt.frame_jacobian(ARM, Q, **keywords) for keywords in orders)
    assert one.tobytes() == two.tobytes()


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
    assert kt.frame_velocity(ARM, Q.astype("f4"), V.astype("f4"), **tool).dtype == np.float32
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
    before = len(arm.call_table)
    for _ in range(20):
        calls()
    assert len(arm.call_table) == before


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


DOG = kt.robots.quadruped()
FEET = ("front_left_foot", "front_right_foot")
P, REST, PUSH = kt.neutral(DOG), np.zeros(DOG.nv), np.zeros((DOG.njoints, 6))
CONTACTS = tuple(map(kt.Contact, FEET))
TURN = np.array([0, 0, 1, 0, 0, 0.5])
forward = kt.constraints.forward_dynamics
SPELLINGS: dict[str, Callable[[], Any]] = {
    "plain": lambda: kt.rnea(DOG, P, REST, REST),
    "by keyword": lambda: kt.rnea(DOG, q=P, a=REST, v=REST),
    "f_ext by position": lambda: kt.rnea(DOG, P, REST, REST, PUSH),
    "f_ext by name": lambda: kt.rnea(DOG, P, REST, REST, f_ext=PUSH),
    "f_ext is None": lambda: kt.rnea(DOG, P, REST, REST, None),
    "lists": lambda: kt.rnea(DOG, P.tolist(), REST.tolist(), [0] * DOG.nv),
    "one float32": lambda: kt.rnea(DOG, P, REST, REST.astype("f4")),
    "all float32": lambda: kt.rnea(DOG, *(x.astype("f4") for x in (P, REST, REST))),
    "integers": lambda: kt.rnea(DOG, P, REST, REST.astype(int)),
    "strided": lambda: kt.rnea(DOG, np.repeat(P, 2)[::2], REST, REST),
    "a strided batch": lambda: kt.rnea(DOG, np.tile(P, (6, 1))[::2], REST, REST),
    "batches that broadcast": lambda: kt.rnea(DOG, np.tile(P, (3, 1, 1)), np.zeros((2, 18)), REST),
    "gravity as a list": lambda: kt.rnea(DOG, P, REST, REST, gravity=[0, 0, -1.6]),
    "gravity": lambda: kt.rnea(DOG, P, REST, REST, gravity=np.array([0, 0, -1.6])),
    "inertias": lambda: kt.rnea(DOG, P, REST, REST, inertias=1.1 * DOG.inertias),
    "placements": lambda: kt.rnea(DOG, P, REST, REST, placements=DOG.placements),
    "out": lambda: kt.crba(DOG, P, out=np.empty((DOG.nv, DOG.nv))),
    "a frame": lambda: kt.frame_jacobian(DOG, P, frame=FEET[0], reference="local"),
    "a frame by its number": lambda: kt.frame_jacobian(DOG, P, frame=3, reference="local"),
    "frames in a tuple": lambda: kt.frame_jacobian(DOG, P, frame=FEET, reference="local"),
    "frames in a list": lambda: kt.frame_jacobian(DOG, P, reference="local", frame=[*FEET]),
    "contacts in a tuple": lambda: forward(DOG, P, REST, REST, contacts=CONTACTS),
    "contacts in a list": lambda: forward(DOG, P, REST, REST, contacts=[*CONTACTS]),
    "new contacts": lambda: forward(DOG, P, v=REST, tau=REST, contacts=[*map(kt.Contact, FEET)]),
    "a mask": lambda: forward(DOG, P, REST, REST, contacts=CONTACTS, active=[True, False]),
    "wrenches": lambda: kt.external_forces(
        DOG, P, {"base": TURN, FEET[0]: TURN.tolist()}, reference="world"
    ),
    "a derivative": lambda: kt.jacobian(kt.rnea, "q")(DOG, P, REST, [0.0] * DOG.nv),
    "a function": lambda: kt.so3.exp([0.1, 0.2, 0.3]),
    "a step": lambda: kt.simulation.step(DOG, P, REST, REST, 1e-3),
    "a step with contacts": lambda: kt.simulation.contact_step(
        DOG, P, REST, REST, 1e-3, friction=[0.8] * 2, simulation=kt.Simulation(contacts=CONTACTS)
    ),
}


def parts(x: Any) -> list[bytes]:
    return [np.asarray(part).tobytes() for part in (x if isinstance(x, tuple) else (x,))]


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_no_second_call_makes_a_kernel_or_a_binding(spelling: str):
    """Compiled calls find by their keys what Python remembered by its own, and run no Python."""
    call = SPELLINGS[spelling]
    call()  # the scalar code, then the vector code
    entered = entered_again(call)
    made = Parameters.bound_call, kernel_of_call, _make_kernel, kernel_trace, kt.Kernel.with_bound
    assert not {x.__name__ for x in made} & entered
    if array_layout.available():
        assert not {"call_any", "written_call"} & entered
    assert parts(call()) == parts(call())


def test_the_second_call_of_plain_arrays_runs_no_python():
    """Both variants of the code are compiled by then."""
    if not array_layout.available():
        pytest.skip("needs the compiled call")
    batch = np.tile(Q, (2, 1))

    def calls() -> None:
        for q in (Q[0], batch):
            kt.crba(ARM, q)
            kt.aba(ARM, q, q, q)
            kt.frame_jacobian(ARM, q, frame="tool", reference="local")

    assert entered_again(calls) == {"calls", "entered_again"}


def test_an_interrupt_in_a_check_arrives():
    """Not after the error of a check, which a call in Python would raise again."""
    errors: list[type[BaseException]] = []

    def check(owner: str, x: Any) -> None:
        if errors:
            raise errors.pop()

    @kt.algorithm("()->()", checks={"x": check})
    def same(model: kt.Model, x: Any) -> Any:
        return x

    for _ in range(3):
        assert same(ARM, 1.0) == 1.0
    for error in (KeyboardInterrupt, TimeoutError):
        errors.append(error)
        with pytest.raises(error):
            same(ARM, 1.0)
    assert same(ARM, 1.0) == 1.0


@pytest.mark.parametrize("calls", [1, 2])
def test_an_object_that_is_freed_in_a_call_may_make_the_same_call(calls: int):
    """The table of a model that is gone is freed by the next call of the function."""

    @kt.algorithm("(nq)->(nq)")
    def longer(model: kt.Model, q: Any, *, text: Any = "") -> Any:
        return q + len(text) if isinstance(text, str) else q

    class Caller:
        def __del__(self) -> None:
            made.extend(longer(ARM, Q[0], text=("aa", "aaa")[k % 2]) for k in range(calls))

    made: list[Any] = []
    for text in ("a", "aa", "aaa") * 2:
        longer(ARM, Q[0], text=text)
    other, caller = ARM.replace(gravity=[0, 0, -1.0]), Caller()
    for _ in range(2):
        longer(other, Q[0], text=caller)
    del other, caller
    gc.collect()
    for _ in range(2):
        np.testing.assert_array_equal(longer(ARM, Q[0], text="a"), Q[0] + 1)
    gc.collect()
    assert len(made) == calls
