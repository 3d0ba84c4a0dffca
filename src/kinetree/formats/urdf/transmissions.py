"""The `<transmission>` elements of a URDF as actuators: motors with gears."""

from collections.abc import Iterator

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

    Others are remarked upon: those of several joints, and of joints that the robot has not.
    """
    known = driven_names((j.name, j.type) for j in model.nodes)
    limits = dict(zip(model.v_names, model.effort_limits.tolist(), strict=True))
    for element in root.all("transmission"):
        joints = [x.attributes.get("name", "") for x in element.all("joint")]
        motors = element.all("actuator")
        if len(joints) != 1 or len(motors) > 1 or joints[0] not in known:
            message = "it makes no actuator; one of one joint with one velocity, and a motor, does."
            findings.remark(element, message)
            continue
        gear = _reduction([*motors, *element.all("joint"), element], findings)
        (name,) = joints
        effort = limits.get(name, float("inf")) / abs(gear)
        given = [x.attributes.get("name") for x in (*motors, element)]
        yield Actuator(
            next((x for x in given if x), name),
            (name,),
            (gear,),
            force_range=(-effort, effort),
        )


def _reduction(places: list[Element], findings: Findings) -> float:
    """The first `<mechanicalReduction>`; 1 without one, or if it is no number."""
    for element in (x for place in places for x in place.all("mechanicalReduction")):
        try:
            gear = float(element.text)
        except ValueError:
            gear = 0.0
        if gear and abs(gear) < float("inf"):
            return gear
        findings.remark(element, f"{element.text!r} is no reduction; taken as 1.")
        return 1.0
    return 1.0
