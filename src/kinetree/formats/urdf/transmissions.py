"""The `<transmission>` elements of a URDF as actuators: motors with gears."""

from collections.abc import Iterator
from contextlib import suppress
from math import inf

from ...model import Actuator, Model
from ...model.structure import driven_names
from ..findings import Findings
from ..xml import Element


def with_motors(model: Model, root: Element, findings: Findings) -> Model:
    """The model of a `<robot>` with the actuators of its transmissions."""
    actuators = tuple(_transmissions(model, root, findings))
    return model.replace(actuators=actuators) if actuators else model


def _transmissions(model: Model, root: Element, findings: Findings) -> Iterator[Actuator]:
    """A torque motor for each transmission of one joint, within the joint's effort limit.

    It has the name of the motor, or of the transmission where a motor has several. Others
    are remarked upon: those of several joints, and of joints that the robot has not.
    """
    known = driven_names((j.name, j.type) for j in model.nodes)
    limits = dict(zip(model.v_names, model.effort_limits.tolist(), strict=True))
    taken = set[str]()
    for element in root.all("transmission"):
        joints = [x.attributes.get("name", "") for x in element.all("joint")]
        motors = element.all("actuator")
        if len(joints) != 1 or len(motors) > 1 or joints[0] not in known:
            message = "it makes no actuator; one of one joint with one velocity, and a motor, does."
            findings.remark(element, message)
            continue
        gear, (name,) = _reduction([*motors, *element.all("joint"), element], findings), joints
        effort = limits.get(name, inf) / abs(gear)
        given = [*(x.attributes.get("name") for x in (*motors, element)), name]
        title = next((x for x in given if x and x not in taken), name)
        taken.add(title)
        yield Actuator(title, (name,), (gear,), force_range=(-effort, effort))


def _reduction(places: list[Element], findings: Findings) -> float:
    """The first `<mechanicalReduction>`; 1 without one, or if it is no number."""
    for element in (x for place in places for x in place.all("mechanicalReduction")):
        with suppress(ValueError):
            if 0 < abs(gear := float(element.text)) < inf:
                return gear
        findings.remark(element, f"{element.text!r} is no reduction; taken as 1.")
        break
    return 1.0
