"""Calls that are refused, of test_refused.txt.

docs/errors.md has more of them, whose whole messages test_docs.py compares.
"""

import pickle
import sys

import numpy as np
import pinocchio
import pytest
import sympy
from refused import check, refused

import kinetree as kt

USED = (pinocchio, sympy)
ARM = kt.robots.arm()
HUMANOID = kt.robots.humanoid()
REST = np.zeros(7)
SAMPLES = np.zeros((3, 7))
READ_ONLY = np.zeros(7)
READ_ONLY.setflags(write=False)


def rnea(*operands, **keywords):
    return kt.rnea(ARM, *operands, **keywords)


def placement(**keywords):
    return kt.frame_placement(ARM, REST, **keywords)


def forces(wrenches=None, **keywords):
    return kt.external_forces(ARM, REST, wrenches or {"tool": [0.0] * 6}, **keywords)


def wrenches(shape, **keywords):
    return kt.external_forces(ARM, REST, np.zeros(shape), reference="world", **keywords)


def bad(key, where, value):
    values = np.array(getattr(ARM, key))
    values[where] = value
    return {key: values}


def rolled(**keywords):
    return kt.simulation.rollout(ARM, REST, REST, np.zeros((2, 7)), 1e-3, **keywords)


def built(**keywords):
    kt.ModelBuilder("r").add_body("b", joint=kt.Revolute("z"), **keywords)


def loop_of_tuples():
    return ARM.replace(constraints=(kt.Loop("loop", kt.Fixed(), (1, np.eye(4)), (2, np.eye(4))),))


def returns(value):
    def function(model, q):
        return value

    return function


def made(value):
    return kt.algorithm(returns(value))


def plain(model, q):
    return q


def static(model, q, *, weights=None):
    return q


def of_three(q, v, t):
    return q


@kt.algorithm
def unsigned(model, q):
    return kt.generalized_gravity(model, q)


@kt.algorithm("(nq)->()")
def counted(model, q, *, n, scale=1.0):
    return scale * q[n]


@kt.algorithm("(n),(n,3)->(3)")
def weighted(model, w, p):
    return w @ p


several = kt.jvp(kt.generalized_gravity, "q")


@refused(__file__)
def test_what_cannot_be_right_is_refused(call, message):
    check(call, message, globals())


def test_in_a_notebook_commands_are_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    message = "kt.plot: no matplotlib; pip install 'kinetree[plot]'."
    assert str(kt.ModelError(message)) == message
    monkeypatch.setitem(sys.modules, "ipykernel", sys)
    error = kt.ModelError(message)
    assert str(error) == "kt.plot: no matplotlib; %pip install 'kinetree[plot]'."
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
