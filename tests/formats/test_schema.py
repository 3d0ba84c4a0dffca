"""What becomes of every element and attribute of a file: the table, and the warnings it makes."""

import re
import warnings
from pathlib import Path
from typing import get_args

import mujoco
import pytest
import sdf_text
import urdf_text
from schema_fuzz import Entry, schema, silent

import kinetree as kt
from kinetree.formats.schema import ELEMENT, Fate, Row, matching, rows


def warnings_of(text: str, **options: object) -> list[str]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        kt.load(text, **options)
    return [str(warning.message) for warning in caught]


# --- MJCF


def test_the_table_has_every_entry_of_mjcf() -> None:
    entries = list(schema())
    assert len(entries) > 2000 and ("mujoco/body/joint", "springyield") in entries
    assert not [entry for entry in entries if not matching("MJCF", *entry)]
    used = {row for entry in entries for row in rows("MJCF") if row.matches(*entry)}
    assert [row for row in rows("MJCF") if row not in used] == []
    assert {row.fate for row in rows("MJCF")} == {*get_args(Fate)}


def body(joint: str = "", inside: str = "", attributes: str = "") -> str:
    joint = joint and f'<joint name="x" {joint}/>'
    geom = '<geom size="1" contype="0" conaffinity="0"/>'
    return f"<worldbody><body name='y' {attributes}>{joint}{inside}{geom}</body></worldbody>"


def fixed(attributes: str) -> str:
    return f"""{body()}<tendon><fixed name="x" {attributes}><joint joint="j" coef="1"/></fixed>
      </tendon>"""


def driven(kind: str, attributes: str) -> str:
    return f'{body()}<actuator><{kind} name="x" joint="j" {attributes}/></actuator>'


def paired(attributes: str) -> str:
    return f"""{body(inside="<geom name='u' size='1'/>")}<contact>
      <pair name="x" geom1="u" geom2="v" {attributes}/></contact>"""


ADHESION = '<actuator><adhesion name="x" body="b" ctrlrange="0 1"/></actuator>'
FREE, BALL, SLIDER = 'type="free"', 'type="ball"', 'slidersite="s" cranksite="s" cranklength="1"'
RANGE = 'actuatorfrcrange="-1 1"'
SPATIAL = f"""{body(inside='<site name="s2"/>')}<tendon><spatial name="x"><site site="s"/>
  <site site="s2"/></spatial></tendon>"""
MJCF = {
    "opt.density": ['<option density="1"/>'],
    "opt.viscosity": ['<option viscosity="1"/>'],
    "opt.wind opt.density": ['<option density="1" wind="1 0 0"/>'],
    "opt.wind opt.viscosity": ['<option viscosity="1" wind="1 0 0"/>'],
    "enable.sleep": ['<option><flag sleep="enable"/></option>'],
    "body_gravcomp": [body(inside='<body name="x" gravcomp="1"><joint/><geom size="1"/></body>')],
    "jnt_stiffness jnt_type=0": [body(f'{FREE} stiffness="1"')],
    "jnt_stiffnesspoly jnt_type=0": [body(f'{FREE} stiffness="0 1"')],
    "dof_armature jnt_type=0": [body(f'{FREE} armature="1"')],
    "dof_frictionloss jnt_type=0": [body(f'{FREE} frictionloss="1"')],
    "jnt_stiffnesspoly jnt_type!=0": [body('stiffness="1 1"'), body('stiffness="0 1"')],
    "jnt_stiffness jnt_springyield": [body('stiffness="1" springyield="1"')],
    "dof_dampingpoly": [body('damping="1 1"')],
    "jnt_limited jnt_type=1": [body('type="ball" range="0 9"')],
    "pair_directions": [paired('friction="1 1 0 1 0" condim="6"')],
    "pair_adhesion": [paired('adhesion="1"')],
    "geom_surfacevel": [body(inside='<geom name="x" size="1" surfacevel="1 0 0 0 0 0"/>')],
    "geom_adhesion": [body(inside='<geom name="x" size="1" adhesion="1"/>')],
    "flex_dim": [
        body(inside='<flexcomp name="x" type="grid" count="2 2 2" spacing="1 1 1" dim="3"/>')
    ],
    "tendon_stiffness": [fixed('stiffness="1"')],
    "tendon_stiffnesspoly": [fixed('stiffness="1 1"')],
    "tendon_springyield": [fixed('stiffness="1" springyield="1"')],
    "tendon_damping": [fixed('damping="1"')],
    "tendon_dampingpoly": [fixed('damping="1 1"')],
    "tendon_frictionloss": [fixed('frictionloss="1"')],
    "tendon_limited": [fixed('range="-1 1"')],
    "tendon_armature": [fixed('armature="1"')],
    "eq_active0 eq_type=3,4,5,6,7": [
        f'{fixed("")}<equality><tendon name="x" tendon1="x"/></equality>'
    ],
    "jnt_shared": [
        f'{body(RANGE)}<actuator><motor joint="x"/><motor joint="x"/></actuator>',
        body(RANGE)
        + """<tendon><fixed name="t"><joint joint="x" coef="1"/></fixed></tendon>
        <actuator><motor tendon="t"/></actuator>""",
    ],
    "actuator_dampingpoly": [driven("motor", 'damping="1 1"')],
    "actuator_place=0 actuator_trntype=0,1,3": [
        f'{SPATIAL}<actuator><motor name="x" tendon="x"/></actuator>',
        f'{body(FREE)}<actuator><motor name="x" joint="x"/></actuator>',
        f'{body(BALL)}<actuator><motor name="x" jointinparent="x"/></actuator>',
    ],
    "actuator_trntype=2,4,5,6": [
        f'{body()}<actuator><motor name="x" {on}/></actuator>' for on in ('site="s"', SLIDER)
    ],
    "actuator_trntype=5": [f"{body()}{ADHESION}"],
    "actuator_delay": [driven("motor", 'delay="0.1" nsample="100"')],
    "actuator_law=0 actuator_trntype=0,1,3": [
        driven("muscle", 'lengthrange="0 1"'),
        driven("pid", 'kp="1"'),
        driven("general", 'gaintype="user"'),
        driven("general", 'biastype="user"'),
    ],
    "actuator_dyntype=1,2,3 actuator_law!=0 actuator_trntype=0,1,3": [
        driven("general", 'dyntype="integrator"'),
        driven("position", 'kp="1" timeconst="0.1"'),
    ],
}
"""Files that each row about them warns of, by the row's condition; the culprit is called x."""
OTHERS = (
    '<body name="b"><joint name="j"/><geom name="v" size="1" pos="9 9 9"/><site name="s"/></body>'
)
WARNED = [row for row in rows("MJCF") if row.fate == "warned"]
PLUGINS = [row for row in WARNED if "plugin" in row.condition]
"""Of no plugin that MuJoCo's wheels have."""


def told(message: str, row: Row) -> bool:
    before, _, after = row.note.partition("{}")
    named = "'x'" in message or "_" not in row.condition
    entry = "{}" in row.note or "*" in row.entries or any(x in message for x in row.entries)
    return before in message and after in message and named and entry


@pytest.mark.parametrize("row", [x for x in WARNED if x not in PLUGINS], ids=lambda x: x.condition)
def test_a_row_of_mjcf_warns_once(row: Row) -> None:
    assert warnings_of(f"<mujoco>{body()}</mujoco>") == []
    for part in MJCF[row.condition]:
        part = part if "<worldbody>" in part else part + body()
        text = f"<mujoco>{part.replace('<worldbody>', f'<worldbody>{OTHERS}', 1)}</mujoco>"
        assert [told(x, row) for x in warnings_of(text)].count(True) == 1
        assert any(told(finding.message, row) for finding in kt.check(text))


def test_each_file_is_about_a_row() -> None:
    assert MJCF.keys() == {row.condition for row in WARNED if row not in PLUGINS}


SWITCHED = """<mujoco><option density="1"><flag {}/></option><worldbody><body gravcomp="1">
  <joint name="j" stiffness="4" damping="3" frictionloss="2" range="-10 10"/>
  <geom size=".1" pos="1 0 1"/></body></worldbody><equality><joint joint1="j"/></equality>
  <actuator><motor joint="j"/></actuator></mujoco>"""


@pytest.mark.filterwarnings("ignore:.*(gravcomp|density)")
@pytest.mark.parametrize(
    ("flags", "off"),
    [
        ("spring", "stiffness"),
        ("damper", "damping"),
        ("frictionloss", "friction"),
        ("limit", "limits"),
        ("equality", "constraints"),
        ("constraint", "friction limits constraints"),
        ("actuation", "actuated"),
        ("gravity", "gravity gravcomp"),
        ("spring damper", "stiffness damping gravcomp density"),
    ],
)
def test_what_a_flag_switches_off_is_not_there(flags: str, off: str) -> None:
    def there(text: object) -> dict[str, bool]:
        model, said = kt.load(text), " ".join(warnings_of(text))
        return {
            **{x: bool(getattr(model, x).any()) for x in ("stiffness", "damping", "friction")},
            **{x: bool(getattr(model, x).any()) for x in ("actuated", "gravity")},
            **{x: x in said for x in ("gravcomp", "density")},
            "limits": bool(model.upper_position_limits[0] < 1),
            "constraints": bool(model.constraints),
        }

    disabled = " ".join(f'{flag}="disable"' for flag in flags.split())
    assert all(there(SWITCHED.format("")).values())
    mj = mujoco.MjModel.from_xml_string(SWITCHED.format(disabled))
    for source in (SWITCHED.format(disabled), mj):
        assert {name for name, is_there in there(source).items() if not is_there} == {*off.split()}
    assert mj.jnt_stiffness == 4 and mj.opt.density == 1  # a live model is not changed


@pytest.mark.parametrize("row", PLUGINS, ids=lambda row: row.condition)
def test_plugins_warn(row: Row) -> None:
    text = driven("motor", "").replace("name='y'", "name='x'")
    mj = mujoco.MjModel.from_xml_string(
        f"<mujoco>{text.replace('<worldbody>', f'<worldbody>{OTHERS}', 1)}</mujoco>"
    )
    getattr(mj, row.condition.partition("!")[0])[-1:] = 0
    (message,) = warnings_of(mj)
    assert told(message, row)


@pytest.mark.parametrize("seed", range(15))
def test_a_file_of_random_entries_moves_as_in_mujoco_or_is_warned_of(seed: int) -> None:
    assert silent(seed, list(schema())) == []


# --- XML


SCHEMAS = (Path(__file__).with_name("schemas.txt")).read_text().split("\n[")[1:]
XML: dict[str, list[Entry]] = {
    text.partition("]")[0]: [
        (path, entry)
        for path, *attributes in map(str.split, filter(None, text.splitlines()[1:]))
        for entry in (ELEMENT, *attributes)
    ]
    for text in SCHEMAS
}


@pytest.mark.parametrize("name", XML)
def test_the_table_has_every_entry_of_xml(name: str) -> None:
    assert len(XML[name]) > 30
    assert not [entry for entry in XML[name] if not matching(name, *entry)]


def urdf(joint: str = "", outside: str = "", inside: str = "") -> str:
    joints = urdf_text.joint("j", "a", "b", inside=f"{urdf_text.AXIS}{urdf_text.LIMIT}{joint}")
    b = urdf_text.link("b", urdf_text.INERTIAL + inside)
    return urdf_text.robot(urdf_text.link("a"), b, joints, outside)


def sdf(link: str = "", inertial: str = "", decay: str = "") -> str:
    unit = "<inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia>"
    mass = f"<inertial><mass>1</mass>{unit}{inertial}</inertial>"
    return sdf_text.robot(sdf_text.link("a", f"{link}{decay}", inertial=mass))


TRANSMISSION = '<transmission name="t"><joint name="j"/>{}</transmission>'
INSIDE = {
    ("URDF", "robot"): lambda x: urdf(outside=x),
    ("URDF", "link"): lambda x: urdf(inside=x),
    ("URDF", "joint"): urdf,
    ("URDF", "gazebo"): lambda x: urdf(outside=f'<gazebo reference="j">{x}</gazebo>'),
    ("URDF", "transmission"): lambda x: urdf(outside=TRANSMISSION.format(x)),
    ("URDF", "actuator"): lambda x: urdf(
        outside=TRANSMISSION.format(f'<actuator name="m">{x}</actuator>')
    ),
    ("SDF", "world"): lambda x: (
        f"""<sdf version="1.9"><world name="w">{x}<model name="m">
        {re.findall("<link.*</link>", sdf())[0]}</model></world></sdf>"""
    ),
    ("SDF", "link"): sdf,
    ("SDF", "inertial"): lambda x: sdf(inertial=x),
    ("SDF", "velocity_decay"): lambda x: sdf(decay=f"<velocity_decay>{x}</velocity_decay>"),
}
CASES = [
    (name, element, entry, row)
    for name in XML
    for row in rows(name)
    for element in row.elements
    for entry in (ELEMENT if entry == "**" else entry for entry in row.entries)
    if row.fate == "warned" or row.condition
]


def test_what_motion_depends_on_is_warned_of() -> None:
    warned = {element for _, element, _, row in CASES if row.fate == "warned"}
    assert warned >= {"robot/loop_joint", "joint/drake:rotor_inertia", "actuator/motorInertia"}
    assert warned >= {"gazebo/springStiffness", "joint/dynamics", "gazebo/turnGravityOff"}
    assert warned >= {"link/gravity", "inertial/fluid_added_mass", "velocity_decay/linear"}


@pytest.mark.parametrize(("name", "element", "entry", "row"), CASES, ids=str)
def test_a_row_of_xml_warns_at_its_line(name: str, element: str, entry: str, row: Row) -> None:
    parent, tag = element.split("/")
    for value in (*row.condition.split(), "7"):
        attribute = "" if entry == ELEMENT else f' {entry}="{value}"'
        part = f"\n<{tag}{attribute}>{value if entry == ELEMENT else ''}</{tag}>"
        text = INSIDE[name, parent](part)
        line = text[: text.index(part)].count("\n") + 2
        loud = value == "7" or not row.condition
        found = [x for x in kt.check(text) if row.note in x.message]
        assert [(x.line, (tag if entry == ELEMENT else entry) in x.message) for x in found] == (
            [(line, True)] if loud else []
        )
        heard = [x for x in warnings_of(text) if row.note in x]
        assert len(heard) == (loud and row.fate == "warned")
        twice = warnings_of(INSIDE[name, parent](part if tag == "dynamics" else part + part))
        assert len([x for x in twice if row.note in x]) == len(heard)


def test_what_no_row_is_about_is_remarked() -> None:
    joint = "<dynamics dampign='1' unit='m' color='red'/>"
    text = urdf(outside="<wings span='2'/>", inside="<feathers/>", joint=joint)
    message = "{} is nothing that kinetree knows; it is not read."
    unknown = [message.format(x) for x in ("<feathers>", "unit", "color", "<wings>")]
    misspelt = "dampign is not read; did you mean damping?"
    assert sorted(x.message for x in kt.check(text)) == sorted([misspelt, *unknown])
    assert [misspelt in x for x in warnings_of(text)] == [True]


# --- numbers


def units(xyz: str = "0 0 0.1", mass: float = 1, i: float = 0.01, rpy: str = "0 0 0") -> str:
    tensor = f'<inertia ixx="{i}" iyy="{i}" izz="{i}" ixy="0" ixz="0" iyz="0"/>'
    inertial = f'<inertial><origin xyz="{xyz}"/><mass value="{mass}"/>{tensor}</inertial>'
    return urdf(joint=f'<origin xyz="0 0 0.3" rpy="{rpy}"/>').replace(urdf_text.INERTIAL, inertial)


LIMITS = "its limits -{0} and {0} rad"
SUSPECTS = [
    (units().replace('"-1" upper="1"', '"-180" upper="180"'), "'j'>$", LIMITS.format(180)),
    (units().replace('"-1" upper="1"', '"-45" upper="45"'), "'j'>$", LIMITS.format(45)),
    (units().replace('"-1" upper="1"', '"-9" upper="9"'), "", ""),
    (units().replace('"-1" upper="1"', '"-1e6" upper="1e6"'), "", ""),
    (units(rpy="0 90 0"), "'j'> <origin>$", "0 90 0 rad are more than a turn"),
    (units(rpy="0 6.283185307 0"), "", ""),
    (units(mass=1e-3, i=1.0), "'[ab]'>$", r"its mass is 38.7 m from its frame"),
    (units(xyz="300 0 0", mass=1200, i=6e6), "'[ab]'>$", "its mass is 312 m from its frame"),
    (units(mass=1e-3, i=1e-3), "", ""),
    (units().replace('effort="3"', 'effort="0"'), "'j'>$", "its <limit> of effort is not above 0"),
    (units().replace('effort="3"', 'effort="-3"'), "'j'>$", "its <limit> of effort is not above 0"),
    (
        units().replace('effort="3" velocity="2"', 'effort="0" velocity="0"'),
        "'j'>$",
        "and velocity",
    ),
]


@pytest.mark.parametrize(("text", "element", "message"), SUSPECTS, ids=range(len(SUSPECTS)))
def test_numbers_that_are_suspect(text: str, element: str, message: str) -> None:
    found = kt.check(text)
    assert bool(found) == bool(message)
    assert all(re.search(element, x.element) and re.search(message, x.message) for x in found)
    assert len(warnings_of(text)) == message.startswith(("its <limit>", "and"))
