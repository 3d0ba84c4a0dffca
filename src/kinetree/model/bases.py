"""Other bases of a robot: a joint below its root, another body as the root."""

from dataclasses import replace

from ..errors import ModelError
from ..spatial import SE3
from .assembly import Assembly, joined, moved
from .description import Anchor, Body, Description, Universe, snapped_placement
from .joints import Continuous, FreeFlyer, Helical, Joint, Mimic, Prismatic, Revolute
from .joints.check import check_joint
from .parts import Frame


def freed(robot: Description, joint: Joint) -> Description:
    """The robot with its base on a joint."""
    if any(isinstance(b.joint, FreeFlyer) and not b.parent for b in robot.joints):
        raise ModelError(f"{robot.name} has a free base already.")
    if any(f.name == "root_joint" for f in robot.frames):
        raise ModelError(f"{robot.name} has a 'root_joint' already: its base is on it.")
    check_joint(f"{robot.name}: joint 'root_joint'", joint)
    roots = [f.placement for f in robot.frames if f.kind == "body" and not f.joint]
    origin = snapped_placement(roots[0]) if roots else SE3.identity()
    base = Assembly()
    above = base.add_joint("root_joint", joint, Anchor(0, origin, 0), actuation(joint))
    offset = origin.inverse() if above.joint else SE3.identity()
    place = Anchor(above.joint, offset, above.frame)
    return joined(base.description(robot.name, gravity=robot.gravity), robot, place)


def actuation(joint: Joint) -> dict[str, bool]:
    """The parameters of a base's joint; a free-flyer is not actuated."""
    return {"actuated": not isinstance(joint, FreeFlyer)}


def rerooted(robot: Description, frame: Frame) -> Description:
    """The robot with the body of a frame as its root, on which that is the new universe.

    Base is 0 or the floating base, which then has its joint there. No `parent_frame` is known of
    the frames between both roots, which carried the frame and now are carried.
    """
    root = frame.joint
    ground = Body("universe", 0, FreeFlyer(), SE3.identity(), robot.universe.inertia)
    bodies, up, base = [ground, *robot.joints], list[int](), root
    while base and not (isinstance(bodies[base].joint, FreeFlyer) and bodies[base].parent == 0):
        up.append(base)
        base = bodies[base].parent
    if not up:
        return robot
    path = [base, *up] if base else up
    order = [0, *path, *(i for i in range(1, len(bodies)) if i not in path)]
    number = {old: new for new, old in enumerate(order)}
    hosts = {i: Anchor(n, SE3.identity()) for i, n in number.items()}
    hosts[root] = Anchor(number[base], frame.placement.inverse())
    carried = {i: i for i in number} | {base: root}
    for i in up:  # it moves what was before it
        carried[i] = bodies[i].parent
        hosts[carried[i]] = Anchor(number[i], snapped_placement(bodies[i].placement.inverse()))

    def on_host(end: Anchor) -> Anchor:
        host = hosts[end.joint]
        return Anchor(host.joint, snapped_placement(host.placement @ end.placement))

    def rebuilt(i: int) -> Body:
        body = bodies[i]
        origin = hosts[i] if i in up else on_host(Anchor(body.parent, body.placement))
        inertia = hosts[carried[i]].placement @ bodies[carried[i]].inertia
        if i in up:
            body = replace(body, joint=_backward(f"{robot.name}: joint {body.name!r}", body.joint))
        return replace(body, parent=origin.joint, placement=origin.placement, inertia=inertia)

    turned = {bodies[i].name: number[i] for i in path}

    above = [robot.frames.index(frame)]
    while above[-1] and (parent := robot.frames[above[-1]].parent_frame) is not None:
        above.append(parent)
    elsewhere = {k for k in above if robot.frames[k].kind == "joint" or not (k or base)}

    def in_order(k: int, f: Frame) -> Frame:
        """A frame, which of a joint of the path is that of the body that it moves now."""
        if f.kind == "joint" and f.name in turned:
            f = replace(f, joint=turned[f.name], placement=SE3.identity())
        lost = k in above or f.parent_frame in elsewhere
        if above[-1]:  # it is not known what carries the frame
            lost = robot.frames[k].joint in (base, *up)
        return replace(f, parent_frame=None) if lost else f

    places = moved(robot, on_host)
    return replace(
        places,
        joints=tuple(rebuilt(i) for i in order[1:]),
        frames=(*places.frames[:1], *(in_order(k, f) for k, f in enumerate(places.frames) if k)),
        universe=Universe(inertia=hosts[carried[0]].placement @ bodies[carried[0]].inertia),
    )


def _backward(where: str, joint: Joint) -> Joint:
    """A joint whose placement, at the same q, is the inverse."""
    match joint:
        case Mimic():
            return Mimic(joint.source, joint.multiplier, joint.offset, _backward(where, joint.kind))
        case Helical():
            return Helical(-joint.axis, joint.pitch)
        case Revolute() | Continuous() | Prismatic():
            return type(joint)(-joint.axis)
        case _:
            raise ModelError(
                f"{where} is {joint}, which has no inverse in the same coordinates; expected "
                "Revolute, Continuous, Prismatic, Helical, and mimics, between the two roots."
            )
