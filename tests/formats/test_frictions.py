"""The friction of shapes, of every format that has it."""

import json
from dataclasses import replace

import mujoco
import numpy as np
import pytest
import sdf_text
from annotated import described
from urdf_text import link, robot

import kinetree as kt
from kinetree.model.parts import FRICTION

BOX = '<collision><geometry><box size="1 1 1"/></geometry></collision>'


def frictions(text: str) -> dict[str, tuple[float, ...]]:
    return {g.name: g.friction for g in kt.load(text).geometries if g.kind == "collision"}


def test_the_default_is_mujocos() -> None:
    text = '<mujoco><worldbody><body><joint/><geom size="1"/></body></worldbody></mujoco>'
    np.testing.assert_allclose(FRICTION, mujoco.MjModel.from_xml_string(text).geom_friction[0])
    assert [*frictions(text).values()] == [FRICTION]


def test_of_a_geom() -> None:
    text = """<mujoco><default><geom friction="0.3 0.2 0.1"/></default><worldbody>
      <geom name="floor" type="plane" size="1 1 1"/><body><joint/><geom name="own" size="1"
      friction="0.7"/></body></worldbody></mujoco>"""
    assert frictions(text) == {"floor": (0.3, 0.2, 0.1), "own": (0.7, 0.2, 0.1)}


def test_of_gazebos_links() -> None:
    gazebo = '<gazebo reference="b"><mu1>{}</mu1><mu2>3</mu2></gazebo>'
    shapes = BOX + BOX.replace("collision", "visual")
    text = robot(link("b", shapes), gazebo.format(9), gazebo.format(0.25), gazebo.format(" "))
    with (
        pytest.warns(UserWarning, match=r":5: .*<mu2>: 3.0 in a second direction .* here 0.25"),
        pytest.warns(UserWarning, match=r":5: .*<mu1>: '' is left out; expected a number >= 0"),
    ):
        model = kt.load(text)
    assert [(g.kind, g.friction[0]) for g in model.geometries] == [
        ("visual", 1.0),
        ("collision", 0.25),
    ]
    value = robot(link("b", BOX), '<gazebo reference="b"><mu1 value="2"/></gazebo>')
    assert frictions(value) == {"b_0": (2, *FRICTION[1:])}


def test_a_urdf_has_the_friction_of_links_whose_shapes_have_one() -> None:
    gazebo = '<gazebo reference="{}"><mu1>{}</mu1></gazebo>'
    model = kt.load(robot(link("b", BOX + BOX), gazebo.format("b", 0.25)))
    again = kt.load(kt.to_urdf(model))
    assert again.geometries == model.geometries and again.geometries[1].friction[0] == 0.25
    first, second = model.geometries
    both = model.replace(geometries=[replace(first, friction=FRICTION), second])
    with pytest.warns(UserWarning, match=r"one friction a link; \[0.25, 1.0\] of 'b' are left"):
        text = kt.to_urdf(both)
    assert {g.friction for g in kt.load(text).geometries} == {FRICTION}


@pytest.mark.parametrize(("mu", "sliding"), [("0.5", 0.5), ("-1", 1.0), ("nan", 1.0), ("inf", 1)])
@pytest.mark.filterwarnings("ignore:.*is left out; expected a number >= 0")
def test_of_a_surface_of_sdf(mu: str, sliding: float) -> None:
    surface = f"<surface><friction><ode><mu>{mu}</mu></ode></friction></surface>"
    box = "<geometry><box><size>1 1 1</size></box></geometry>"
    inside = f'<collision name="c">{box}{surface}</collision>'
    expected = {"a_0": (sliding, *FRICTION[1:])}
    assert frictions(sdf_text.robot(sdf_text.link("a", inside))) == expected
    alike, other = (inside.replace("</ode>", f"<mu2>{x}</mu2></ode>") for x in (sliding, 7))
    assert frictions(sdf_text.robot(sdf_text.link("a", alike))) == expected
    with pytest.warns(UserWarning, match=r"<mu2>: 7.0 in a second direction is left out"):
        assert frictions(sdf_text.robot(sdf_text.link("a", other))) == expected


def test_of_the_builder_and_of_a_file_of_earlier_days() -> None:
    builder = kt.ModelBuilder("one")
    builder.add_body("b", joint=kt.Revolute("x"))
    sphere = kt.shapes.Sphere(1)
    builder.add_geometry("g", parent="b", shape=sphere, kind="collision", friction=(0, 1, 2))
    model = builder.build()
    assert model.geometries[0].friction == (0.0, 1.0, 2.0)
    rough = replace(model.geometries[0], friction=FRICTION)
    assert model.content_text != model.replace(geometries=[rough]).content_text
    content = described(model)
    assert kt.load(json.dumps(content)) == model
    del content["geometries"][0]["friction"]
    assert kt.load(json.dumps(content)).geometries[0].friction == FRICTION
