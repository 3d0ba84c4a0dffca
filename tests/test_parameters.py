"""The table of parameters: each row is an array of a model, and a keyword of a builder."""

import inspect

import numpy as np
import pytest

import kinetree as kt
from kinetree.functions.signature import MODEL_PARAMETERS
from kinetree.parameters import KEYWORDS, OF_JOINTS, OPERANDS, PARAMETERS


def one_joint(**parameters):
    b = kt.ModelBuilder("r")
    b.add_body("a", joint=kt.Spherical(), **parameters)
    return b.build()


@pytest.mark.parametrize("name", PARAMETERS)
def test_a_row_is_an_array_of_the_model(name):
    model, row = one_joint(), PARAMETERS[name]
    sizes = [int(n) if n.isdigit() else getattr(model, n) for n in row.dimensions]
    assert getattr(model, name).shape == tuple(sizes)
    assert getattr(model, name).dtype == (bool if row.boolean else float)
    if row.default is not None:
        assert np.array_equal(getattr(model, name), np.broadcast_to(row.default, sizes))


@pytest.mark.parametrize("keyword", KEYWORDS)
def test_a_row_of_joints_is_a_keyword_of_add_body(keyword):
    name, signature = KEYWORDS[keyword], inspect.signature(kt.ModelBuilder.add_body)
    assert signature.parameters[keyword].kind is inspect.Parameter.KEYWORD_ONLY
    value = {"actuated": False, "spring_reference": [0.0, 0.0, 0.6, 0.8]}.get(name, 0.25)
    assert np.all(getattr(one_joint(**{keyword: value}), name) == value)
    assert one_joint(**{keyword: signature.parameters[keyword].default}) == one_joint()


def test_an_unknown_keyword_is_refused():
    with pytest.raises(kt.ModelError, match=r"r: joint 'a_joint': no keyword 'dampng'.*'damping'"):
        one_joint(dampng=1.0)


def test_algorithms_take_the_differentiable_ones():
    assert [*MODEL_PARAMETERS] == [*OPERANDS]
    assert all(PARAMETERS[name].differentiable for name in OPERANDS)
    assert {"lower_position_limits", "gear_ratio"} <= OF_JOINTS.keys() - OPERANDS.keys()
