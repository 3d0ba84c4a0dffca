"""Code for regrouped inertias gives what the inertias of bodies give, which are an operand here."""

from itertools import product
from typing import Any

import numpy as np
import pytest
from agreement import assert_agree, run
from public_algorithms import algorithms
from trees import ALL, MIXED_TREES, model_and_state

import kinetree as kt

REGROUPED = {
    name: x
    for name, x in algorithms()
    if x.definition.base_parameters and "." not in name  # others call these
}
UNCHANGED = ("helical", "free_flyer", "composite", "composite_nested", "cam", "saddle")
"""Trees of joints that feel all of an inertia."""
STATICS = {"factorization": ("christoffel", "newton_euler"), "transposed": (False, True)}


CASES = [
    *product([tree for tree in ALL if tree not in MIXED_TREES], ("rnea", "crba")),
    *product(["mixed_mimics"], [name for name in REGROUPED if name != "rnea_second_derivatives"]),
    *product(["spherical", "mimic_as_source"], ["rnea_second_derivatives"]),  # which are long
]
"""All algorithms on the tree of all joints, whose regrouped inertias they share."""


@pytest.mark.parametrize(("name", "algorithm"), CASES)
def test_regrouped_inertias_give_the_same(name: str, algorithm: str) -> None:
    function = REGROUPED[algorithm]
    model, q, v, a, f_ext = model_and_state(name)
    known: dict[str, Any] = {"q": q, "v": v, "f_ext": f_ext}
    operands = [known.get(x, a) for x in function.definition.parameters.required]
    own = [x for x in STATICS if x in function.definition.parameters.statics]
    for values in product(*(STATICS[x] for x in own)):
        statics = dict(zip(own, values, strict=True))
        result = run(function, model, *operands, statics=statics)
        expected = run(function, model, *operands, statics=statics, inertias=model.inertias)
        parts = (
            [(result, expected)]
            if isinstance(result, np.ndarray)
            else zip(result, expected, strict=True)
        )
        for x, y in parts:
            assert_agree(x, y, 1e-12, scale=1.0)


@pytest.mark.parametrize("name", ALL)
def test_regrouped_inertias_stay_as_they_are(name: str) -> None:
    """Algorithms that call others on a robot with these share their operations with them."""
    model, *_ = model_and_state(name)
    once = model.regrouped
    assert once.regrouped.inertias.flat == once.inertias.flat
    assert once.inertias.flat != model.structural.inertias.flat or name in UNCHANGED


@pytest.mark.parametrize("name", MIXED_TREES)
def test_both_methods_of_aba_agree(name: str) -> None:
    model, q, v, tau, f_ext = model_and_state(name)
    results = [
        run(kt.aba, model, q, v, tau, f_ext=f_ext, statics={"method": method})
        for method in ("articulated_bodies", "mass_matrix", "auto")
    ]
    for x in results[1:]:
        assert_agree(x, results[0], 1e-11)


def test_the_method_is_in_the_repr_of_a_kernel() -> None:
    assert "aba by mass_matrix" in repr(kt.aba.compile(kt.robots.arm()))
    assert kt.aba.trace(kt.robots.quadruped()).graph.choices == {}  # its base is free
