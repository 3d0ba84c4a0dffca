"""User-defined joint types: optional and required methods and attributes."""

import numpy as np
import pytest

import kinetree as kt

BALL = kt.Inertia(1.0, [0, 0, -0.5], np.diag([0.1, 0.1, 0.05]))


class Slides(kt.Joint):
    """Translation along the first n axes, n given to the constructor."""

    def __init__(self, n):
        self.nq = self.nv = n

    def placement(self, q):
        return kt.SE3(np.eye(3), [*q, *[0] * (3 - self.nq)])


class Turn(kt.Joint):
    """Rotation about z, by (cos, sin)."""

    nq, nv = 2, 1

    def placement(self, q):
        return kt.Continuous("z").placement(q)


class Curved(Turn):
    """`Turn` with all methods that nq != nv requires."""

    def neutral(self):
        return [1.0, 0.0]

    def integrate(self, q, v):
        return kt.Continuous("z").integrate(q, v)

    def difference(self, q0, q1):
        return kt.Continuous("z").difference(q0, q1)

    def tangent_map(self, q):
        return kt.Continuous("z").tangent_map(q)

    def tangent_map_inverse(self, q):
        return kt.Continuous("z").tangent_map_inverse(q)


class Socket(kt.Joint):
    """`Spherical` with only what nq != nv requires."""

    nq, nv = 4, 3
    neutral, integrate = kt.Spherical.neutral, kt.Spherical.integrate
    difference, placement = kt.Spherical.difference, kt.Spherical.placement
    tangent_map, tangent_map_inverse = kt.Spherical.tangent_map, kt.Spherical.tangent_map_inverse
    normalize = kt.Spherical.normalize


def built(joint):
    b = kt.ModelBuilder("r")
    b.add_body("a", joint=joint, inertia=BALL)
    return b.build()


def test_names_and_units_follow_the_size_of_each_joint():
    one, two = built(Slides(1)), built(Slides(2))
    assert (one.q_names, two.q_names) == (("a_joint",), ("a_joint.0", "a_joint.1"))
    assert (one.v_units, two.tau_units) == (("1",), ("1", "1"))
    assert kt.crba(two, [0.0, 0.0]).tolist() == [[1.0, 0.0], [0.0, 1.0]]
    assert kt.random_configuration(two, 3, rng=0).shape == (3, 2)


@pytest.mark.parametrize("joint", [Curved(), Socket()])
def test_errors_of_curved_joints_change_as_those_of_built_in_ones(joint):
    same = kt.Continuous("z") if joint.nq == 2 else kt.Spherical()
    one, two = built(joint), built(same)
    rng = np.random.default_rng(0)
    q = kt.random_configuration(two, rng=1)
    v, tau = rng.normal(size=(2, two.nv))
    found, expected = (kt.linearize(model, q, v, tau) for model in (one, two))
    np.testing.assert_allclose(found.A, expected.A, atol=1e-14)
    np.testing.assert_allclose(found.B, expected.B, atol=1e-14)
    D = [x.error_rate(kt.Array(q), kt.Array(v)) for x in (joint, same)]
    np.testing.assert_allclose(*map(np.array, D), atol=1e-15)


def test_a_subclass_of_another_size_has_other_names():
    class Fewer(Curved):
        nq = nv = 1

        def placement(self, q):
            return kt.Revolute("z").placement(q)

        integrate, difference = kt.Joint.integrate, kt.Joint.difference
        tangent_map, tangent_map_inverse = kt.Joint.tangent_map, kt.Joint.tangent_map_inverse
        neutral = kt.Joint.neutral

    assert built(Fewer()).q_names == ("a_joint",)
    assert built(Curved()).q_names == ("a_joint.0", "a_joint.1")
    assert built(Curved()).q_units == ("1", "1")


def test_a_joint_may_name_its_coordinates_per_instance():
    joint = Slides(2)
    joint.q_suffixes, joint.q_units = ("x", "y"), ("m", "m")
    assert built(joint).q_names == ("a_joint.x", "a_joint.y")
    assert built(Slides(2)).q_units == ("1", "1")


def test_a_complete_curved_joint_equals_the_built_in_one():
    user, ours, q = built(Curved()), built(kt.Continuous("z")), [0.6, 0.8]
    np.testing.assert_allclose(kt.rnea(user, q, [1.0], [2.0]), kt.rnea(ours, q, [1.0], [2.0]))
    np.testing.assert_array_equal(kt.integrate(user, q, [0.3]), kt.integrate(ours, q, [0.3]))


def lacking(**methods):
    return type("Lacking", (Curved,), methods)()


@pytest.mark.parametrize(
    "joint, message",
    [
        (
            Turn(),
            r"'a_joint' \(Turn\): nq = 2 and nv = 1 differ.*give the methods integrate, "
            "difference, tangent_map, tangent_map_inverse",
        ),
        (lacking(difference=kt.Joint.difference), "give the methods difference "),
        (
            lacking(tangent_map=lambda self, q: kt.Array([[-q[1], q[0]]])),
            r"tangent_map\(neutral\) has shape \(1, 2\); expected \(2, 1\)",
        ),
        (
            lacking(tangent_map_inverse=lambda self, q: kt.math.eye(2)),
            r"tangent_map_inverse\(neutral\) has shape \(2, 2\); expected \(1, 2\)",
        ),
        (lacking(neutral=lambda self: [0.0]), r"neutral\(\) has shape \(1,\); expected \(2,\)"),
        (lacking(q_suffixes=("x",)), r"q_suffixes is \('x',\); expected 2 strings, nq = 2"),
        (lacking(q_units="m"), r"q_units is 'm'; expected 2 strings"),
        (lacking(tau_units=("N", "N")), r"tau_units .*; expected 1 strings, nv = 1"),
        (lacking(bias=lambda self, q, v: [0] * 6), r"bias\(q, v\) .* expected a Motion"),
        (
            lacking(subspace_derivatives=lambda self, q: (np.zeros((6, 1)),)),
            r"subspace_derivatives\(q\) .* is \(an ndarray\); expected \(a Columns\)",
        ),
        (lacking(nq=None), "nq is None; a joint type gives it as a number"),
        (lacking(nv=-1), "nv is -1; a joint type gives it as a number >= 0"),
    ],
)
def test_inconsistent_joints_are_refused(joint, message):
    with pytest.raises(kt.ModelError, match=message):
        built(joint)
