"""What becomes of every element and attribute of a file: the table, and the warnings it makes."""

import re
import warnings
from collections.abc import Iterator

import mujoco
import pytest

import kinetree as kt
from kinetree.formats.schema import ELEMENT, FATES, Row, matching, rows

Entry = tuple[str, str]
"""The path of an element, and an attribute of it or `-`."""


def warnings_of(text: str, **options: object) -> list[str]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        kt.load(text, **options)
    return [str(warning.message) for warning in caught]


# --- MJCF


def mjcf_schema() -> Iterator[Entry]:
    """What the installed MuJoCo reads."""
    path: list[str] = []
    for line in mujoco.mj_printSchema(False, False).splitlines():
        head, attributes = line[:27], line[27:].split()
        if match := re.match(r"( *)(\S+) *\(.\)", head):
            depth = len(match[1]) // 3
            path[depth:] = [match[2].replace("(world)", "")]
            yield "/".join(path), ELEMENT
        yield from (("/".join(path), attribute) for attribute in attributes)


def test_the_table_has_every_entry_of_mjcf() -> None:
    schema = list(mjcf_schema())
    assert len(schema) > 2000 and ("mujoco/body/joint", "springyield") in schema
    assert not [entry for entry in schema if not matching("MJCF", *entry)]
    used = {row for entry in schema for row in rows("MJCF") if row.matches(*entry)}
    assert [row for row in rows("MJCF") if row not in used] == []
    assert {row.fate for row in rows("MJCF")} == set(FATES)


def body(joint: str = "", inside: str = "", attributes: str = "") -> str:
    joint = joint and f'<joint name="x" {joint}/>'
    geom = '<geom size="1" contype="0" conaffinity="0"/>'
    return f"<worldbody><body name='y' {attributes}>{joint}{inside}{geom}</body></worldbody>"


def fixed(attributes: str) -> str:
    return f"""{body()}<tendon><fixed name="x" {attributes}><joint joint="j" coef="1"/></fixed>
      </tendon>"""


def driven(kind: str, attributes: str) -> str:
    return f'{body()}<actuator><{kind} name="x" joint="j" {attributes}/></actuator>'


ADHESION = '<actuator><adhesion name="x" body="b" ctrlrange="0 1"/></actuator>'
FREE, SLIDER = 'type="free"', 'slidersite="s" cranksite="s" cranklength="1"'
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
    "geom_obstacle": [
        '<worldbody><geom name="x" size="1" pos="3 0 0"/></worldbody>',
        '<worldbody><geom name="x" type="plane" size="1 1 1" pos="0 0 1"/></worldbody>',
        '<worldbody><geom name="x" type="plane" size="1 1 1" euler="0 5 0"/></worldbody>',
        '<worldbody><body pos="1 0 0"><geom name="x" size="1"/></body></worldbody>',
    ],
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
    "actuator_dampingpoly": [driven("motor", 'damping="1 1"')],
    "actuator_trntype=3": [f'{fixed("")}<actuator><motor name="x" tendon="x"/></actuator>'],
    "actuator_trntype=2,4,5,6": [
        f'{body()}<actuator><motor name="x" {on}/></actuator>' for on in ('site="s"', SLIDER)
    ],
    "actuator_trntype=5": [f"{body()}{ADHESION}"],
    "actuator_delay": [driven("motor", 'delay="0.1" nsample="100"')],
    "actuator_biastype actuator_biasprm actuator_trntype=0,1": [
        driven("position", 'kp="1"'),
        driven("velocity", 'kv="1"'),
        driven("muscle", 'lengthrange="0 1"'),
        driven("general", 'biastype="affine" biasprm="1"'),
    ],
    "actuator_gaintype actuator_trntype=0,1": [driven("damper", 'kv="1" ctrlrange="0 1"')],
    "actuator_dyntype actuator_trntype=0,1": [driven("general", 'dyntype="integrator"')],
}
"""Files that each row about them warns of, by the row's condition; the culprit is called x."""
OTHERS = '<body name="b"><joint name="j"/><geom size="1" pos="9 9 9"/><site name="s"/></body>'
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


@pytest.mark.parametrize("row", PLUGINS, ids=lambda row: row.condition)
def test_plugins_warn(row: Row) -> None:
    text = driven("motor", "").replace("name='y'", "name='x'")
    mj = mujoco.MjModel.from_xml_string(
        f"<mujoco>{text.replace('<worldbody>', f'<worldbody>{OTHERS}', 1)}</mujoco>"
    )
    getattr(mj, row.condition.partition("!")[0])[-1:] = 0
    (message,) = warnings_of(mj)
    assert told(message, row)
