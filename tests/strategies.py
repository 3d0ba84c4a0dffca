"""Strategies of hypothesis: random robots and their states, and how their arrays may look.

The structure of a robot is drawn, so that a failure shrinks to few joints; its real numbers come
from a generator seeded by hypothesis.
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from trees import KINDS, moved, tree_of_plan

import kinetree as kt

Shape = tuple[int, ...]

quick = settings(
    max_examples=12,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
"""The same few examples in every run; `hypothesis` finds others when `derandomize` is off."""

LEADERS = ("revolute_skew", "prismatic", "helical", "continuous", "cam")
"""Kinds of joints that a mimic can follow."""

LAYOUTS: Mapping[str, Callable[[Any], Any]] = {
    "C": np.ascontiguousarray,
    "Fortran": np.asfortranarray,
    "reversed": lambda x: x[..., ::-1].copy()[..., ::-1],
    "every second": lambda x: np.repeat(x, 2, -1)[..., ::2],
    "unaligned": lambda x: np.frombuffer(b"\0" + x.tobytes(), x.dtype, x.size, 1).reshape(x.shape),
    "read-only": lambda x: np.frombuffer(x.tobytes(), x.dtype).reshape(x.shape),
    "other byte order": lambda x: x.astype(x.dtype.newbyteorder()),
    "lists": lambda x: x.tolist() if x.size else x,
}
"""The same numbers in another place, order or type."""

dtypes = st.sampled_from(["float64", "float32"])
references = st.sampled_from(["local", "world", "local_world_aligned"])
generators = st.integers(0, 2**32 - 1).map(np.random.default_rng)


@st.composite
def models(
    draw: Any, *, most: int = 5, kinds: tuple[str, ...] = tuple(KINDS), mimics: bool = True
) -> kt.Model:
    """A robot of one to `most` joints on any parents, each of any kind, or a mimic of another."""
    rng = draw(generators)
    plan: list[tuple[str, str, kt.Joint]] = []
    leaders: dict[str, str] = {}
    for k in range(draw(st.integers(1, most))):
        body, parent = f"b{k}", draw(st.sampled_from(["world", *[x for x, _, _ in plan]]))
        if mimics and leaders and draw(st.integers(0, 3)) == 0:
            source = draw(st.sampled_from(sorted(leaders)))
            turns = [-2, -1, 1, 3] if leaders[source] == "continuous" else [-1.3, 0.5, 1.0]
            joint: kt.Joint = kt.Mimic(source, draw(st.sampled_from(turns)), rng.normal())
            leaders[f"{body}_joint"] = leaders[source]
        else:
            kind = draw(st.sampled_from(kinds))
            joint = KINDS[kind](rng)
            if kind in LEADERS:
                leaders[f"{body}_joint"] = kind
        plan.append((body, parent, joint))
    return tree_of_plan("drawn", plan, rng).model


def configurations(model: kt.Model, shape: Shape, rng: np.random.Generator) -> Any:
    """q (*shape, nq) at random, far from neutral."""
    steps = rng.uniform(-1.7, 1.7, (*shape, model.nv)).reshape(-1, model.nv)
    return np.array([moved(model, w) for w in steps]).reshape(*shape, model.nq)


BATCHES: tuple[Shape, ...] = ((), (1,), (3,), (19,), (0,), (2, 3), (3, 1), (2, 9), (2, 1, 4))
"""None, one, few, more than the lanes of a vector; an axis of none; several axes."""


@st.composite
def batches(draw: Any, count: int) -> list[Shape]:
    """`count` batch shapes that broadcast: leading axes left out, and others of length one."""
    whole = draw(st.sampled_from(BATCHES))
    shapes: list[Shape] = []
    for _ in range(count):
        kept = whole[draw(st.integers(0, len(whole))) :]
        shapes.append(tuple([1 if draw(st.integers(0, 3)) == 0 else n for n in kept]))
    return shapes
