"""Planar joints of a URDF, and planar bases: in x and y of their frame, as in Pinocchio."""

import numpy as np
import pinocchio as pin
import pytest
from test_live import assert_equal
from urdf_text import AXIS, LIMIT, joint, link, robot

import kinetree as kt
from kinetree import check_urdf
from kinetree.formats.pin_model import from_pinmodel

ORIGIN = '<origin xyz="0.1 0.2 0.3" rpy="0.4 0.5 0.6"/>'
PARTS = (link("a"), link("b"), link("c"), joint("k", "b", "c"))
CART = robot(*PARTS, joint("j", "a", "b", "planar", ORIGIN + AXIS + LIMIT))


def test_a_planar_joint_is_pinocchios_and_has_no_limits() -> None:
    model = kt.load(CART)
    assert_equal(from_pinmodel(pin.buildModelFromXML(CART)), model)
    assert not np.isfinite(model.lower_position_limits[:4]).any()
    assert [str(x) for x in check_urdf(CART) if "axis" in x.message] == []


def test_without_an_axis_it_is_pinocchios_too_and_suspect() -> None:
    text = CART.replace(ORIGIN + AXIS, ORIGIN)
    assert_equal(from_pinmodel(pin.buildModelFromXML(text)), kt.load(text))
    (finding,) = (x for x in check_urdf(text) if "axis" in x.message)
    assert (finding.severity, finding.line) == ("warning", 6)
    assert "it moves in x and y of its frame: write <axis xyz='0 0 1'/>" in finding.message


def test_another_normal_is_refused_once() -> None:
    # Pinocchio would move in x and y all the same
    text = CART.replace(AXIS + LIMIT, '<axis xyz="0 0 -1"/>')
    with pytest.raises(kt.ModelError, match=r":6: <joint name='j'> <axis>: the normal of a pla"):
        kt.load(text)
    assert sum(x.severity == "error" for x in check_urdf(text)) == 1


def test_a_robot_on_a_planar_base_is_pinocchios() -> None:
    text = robot(*PARTS[1:])
    model = kt.load(text, floating_base=kt.Planar())
    assert_equal(from_pinmodel(pin.buildModelFromXML(text, pin.JointModelPlanar())), model)
    assert model.q_names[:4] == tuple(f"root_joint.{word}" for word in ("x", "y", "cos", "sin"))
