"""The sensors of an MJCF."""

from xml.etree.ElementTree import Element, SubElement

from ...formats.xml import text_of
from ...model import Frame, Model
from ...spatial import SE3
from .bodies import Bodies, Lost


def add_sensors(model: Model, bodies: Bodies, root: Element, lost: Lost) -> None:
    """Add the sensors, those of frames at sites of their own, and one magnetic field, the first."""
    parent, option = SubElement(root, "sensor"), root.find("option")
    assert option is not None
    kinds = {name: kind for name, kind, _ in bodies.joints}
    for x in model.sensors:
        tags, ends = x.row.mjcf.split() or [""], dict[str, str]()
        tag = tags[-1] if kinds.get(f"{x.joint}") == "ball" else tags[0]
        if x.joint is not None and kinds.get(x.joint, "free") != "free":
            ends["joint"] = x.joint
        elif tag and x.frame is not None:
            frame, link = model.frame(x.frame), None
            if tag.startswith(("force", "torque", "subtree")):
                link = x.frame if _divides(model, bodies, frame) else ""
            if tag == "rangefinder":  # looks past its own link
                link = x.frame if x.frame in bodies.places else None
            if link and tag.startswith("subtree"):
                ends["body"] = bodies.places[link][0].get("name", "world")
            elif link != "":
                site = bodies.add_site(x.name, frame.joint, frame.placement @ x.placement, link)
                ends = (
                    {"objtype": "site", "objname": site} if tag[:5] == "frame" else {"site": site}
                )
        if x.reference is not None:
            place, other = x.reference_placement or SE3.identity(), model.frame(x.reference)
            site = bodies.add_site(f"{x.name}_reference", other.joint, other.placement @ place)
            ends |= {"reftype": "site", "refname": site}
        if x.magnetic_field is not None:
            field = text_of(*x.magnetic_field)
            option.set("magnetic", option.get("magnetic", field))
            ends = ends if option.get("magnetic") == field else {}
        if not (tag and ends):
            lost["sensors"].append(x.name)
            continue
        cutoff = x.cutoff if x.row.bounded else None
        ends |= {key: text_of(y) for key, y in (("noise", x.noise), ("cutoff", cutoff)) if y}
        SubElement(parent, tag, ends, name=x.name)
        if x.gain != 1.0:
            lost["gains of sensors"].append(x.name)
        if cutoff != x.cutoff:
            lost["cutoffs of orientations and axes"].append(x.name)


def _divides(model: Model, bodies: Bodies, frame: Frame) -> bool:
    """Whether the body of a link carries in the MJCF what the link carries here."""
    if frame.kind not in ("body", "universe"):
        return False
    number, i = model.frames.index(frame), frame.joint
    whole, below = bodies.places[frame.name][0] is bodies.main[i], {number}
    for k, other in enumerate(model.frames):
        if other.parent_frame in below:
            below.add(k)
        beyond = model.parents[other.joint] == i if other.kind == "joint" else other.joint == i
        heavy = other.kind == "joint" or other.inertia is not None
        if beyond and heavy and k != number and (k in below) != whole:
            return False
    return True
