"""Random trees that hold every joint type at the root, mid-chain and at branches.

`TREES` has one tree a joint type, with that type in all three places, and two that mix all types.
A tree with mimics comes with its independent tree, where every mimic is an independent joint, and
the projection between their coordinates. `to_pinocchio` gives the same robot to Pinocchio where it
has the joints.

`tree_of_plan` makes a tree of a list of bodies and joints, `configurations` and `vectors` sample q
and v, `model_and_state` gives a model with q, v, a and forces, `parts` the slots of each joint.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from scipy.linalg import expm
from scipy.spatial.transform import Rotation

import kinetree as kt
from kinetree.model.joints.angles import EULER_ORDERS
from kinetree.model.joints.composite import Offset

Generator = np.random.Generator


class Cam(kt.Joint):
    """A user's joint with one coordinate, given by its placement only."""

    nq = nv = 1

    def __init__(self, axis: Any) -> None:
        self.turn = kt.Revolute(axis)

    def placement(self, q: Any) -> kt.SE3:
        turned = self.turn.placement(q).rotation
        return kt.SE3(turned, [0.3 * q[0], 0.2 * kt.math.sin(q[0]), 0.1 * q[0] * q[0]])


class Saddle(kt.Joint):
    """A user's joint with two coordinates, given by its placement only."""

    nq = nv = 2

    def __init__(self, axis: Any) -> None:
        self.turn = kt.Revolute(axis)

    def placement(self, q: Any) -> kt.SE3:
        turned = self.turn.placement(q[:1]).rotation @ kt.Revolute("x").placement(q[1:]).rotation
        return kt.SE3(turned, [0.2 * q[0] * q[1], 0, 0.3 * kt.math.cos(q[1])])


def _axis(rng: Generator) -> list[float]:
    return rng.normal(size=3).tolist()


def _letter(rng: Generator) -> str:
    return "xyz"[rng.integers(3)]


def _crossing(rng: Generator) -> kt.Universal:
    first, second = Rotation.random(random_state=rng).as_matrix()[:2]
    return kt.Universal(first.tolist(), second.tolist())


def _three_in_one(rng: Generator) -> kt.Composite:
    """A composite whose subspace depends on q."""
    first, second, aside = kt.Revolute(_letter(rng)), kt.Prismatic(_axis(rng)), _placement(rng)
    return kt.Composite(first, aside, second, kt.Spherical())


def _nested(rng: Generator) -> kt.Composite:
    """A composite of a curved joint and a composite that holds a user's own."""
    return kt.Composite(kt.Continuous(_axis(rng)), kt.Composite(kt.Fixed(), Cam(_axis(rng))))


KINDS: Mapping[str, Callable[[Generator], kt.Joint]] = {
    "revolute": lambda rng: kt.Revolute(_letter(rng)),
    "revolute_skew": lambda rng: kt.Revolute(_axis(rng)),
    "prismatic": lambda rng: kt.Prismatic(_letter(rng)),
    "prismatic_skew": lambda rng: kt.Prismatic(_axis(rng)),
    "helical": lambda rng: kt.Helical(_letter(rng), 0.3),
    "helical_skew": lambda rng: kt.Helical(_axis(rng), -0.2),
    "continuous": lambda rng: kt.Continuous(_letter(rng)),
    "continuous_skew": lambda rng: kt.Continuous(_axis(rng)),
    "spherical": lambda rng: kt.Spherical(),
    "spherical_euler": lambda rng: kt.SphericalZYX(),
    "universal": _crossing,
    "universal_skew": lambda rng: kt.Universal(_axis(rng), _axis(rng)),
    "planar": lambda rng: kt.Planar(),
    "translation": lambda rng: kt.Translation(),
    "free_flyer": lambda rng: kt.FreeFlyer(),
    "composite": _three_in_one,
    "composite_nested": _nested,
    "cam": lambda rng: Cam(_axis(rng)),
    "saddle": lambda rng: Saddle(_axis(rng)),
    "ellipsoid": lambda rng: kt.Ellipsoid(*rng.uniform(0.1, 0.3, 3)),
    "spherical_euler_skew": lambda rng: kt.SphericalEuler(str(rng.choice(EULER_ORDERS))),
}
"""Joints with coordinates. Append new ones: their places are seeds."""

NOT_IN_PINOCCHIO = ("continuous_skew", "composite_nested", "cam", "saddle", "spherical_euler_skew")
"""The kinds without a counterpart in `_peer`."""

PINOCCHIO = tuple(kind for kind in KINDS if kind not in NOT_IN_PINOCCHIO)
"""The kinds that Pinocchio has, too."""

MIXED = tuple(kind for kind in KINDS if f"{kind}_skew" not in KINDS)
"""The kinds without those that are special cases of others."""

Plan = list[tuple[str, str, kt.Joint]]  # body, parent, joint; the joint is called body_joint


def _shape(source: kt.Joint, root: kt.Joint, mid: kt.Joint, leaf: kt.Joint, rng: Generator) -> Plan:
    """root - link - mid, and two bodies that branch off mid."""
    return [
        ("root", "world", root),
        ("link", "root", source),
        ("mid", "link", mid),
        ("leaf", "mid", leaf),
        ("side", "mid", kt.Revolute(_axis(rng))),
    ]


def _of_kind(kind: str, rng: Generator) -> Plan:
    root, mid, leaf = (KINDS[kind](rng) for _ in range(3))
    return _shape(kt.Revolute(_axis(rng)), root, mid, leaf, rng)


def _mimic_of_own_kind(rng: Generator) -> Plan:
    return _shape(
        kt.Revolute(_axis(rng)),
        kt.Mimic("link_joint", 0.7, 0.3, kt.Prismatic(_axis(rng))),
        kt.Mimic("link_joint", -1.3, 0.2, kt.Revolute("y")),
        kt.Mimic("link_joint", 1.6, -0.5, Cam(_axis(rng))),
        rng,
    )


def _mimic_as_source(rng: Generator) -> Plan:
    return _shape(
        Cam(_axis(rng)),
        kt.Mimic("link_joint", 0.8, 0.3),
        kt.Mimic("link_joint", -0.6, 0.1),
        kt.Mimic("link_joint"),
        rng,
    )


def _mimic_chain(rng: Generator) -> Plan:
    return _shape(
        kt.Prismatic(_axis(rng)),
        kt.Mimic("mid_joint", -0.5, 0.4),
        kt.Mimic("leaf_joint", 1.5, -0.2, kt.Revolute(_axis(rng))),
        kt.Mimic("link_joint", 0.6, 0.7),
        rng,
    )


def _mimic_chain_as_source(rng: Generator) -> Plan:
    return _shape(
        kt.Revolute(_axis(rng)),
        kt.Mimic("mid_joint", 1.2, 0.4),
        kt.Mimic("leaf_joint", -0.7, 0.1),
        kt.Mimic("link_joint", 0.9, -0.3),
        rng,
    )


def _mimic_of_continuous(rng: Generator) -> Plan:
    return _shape(
        kt.Continuous(_axis(rng)),
        kt.Mimic("mid_joint", -2, 0.3),
        kt.Mimic("link_joint", -1, 0.6, kt.Continuous("x")),
        kt.Mimic("link_joint", 3, -0.4),
        rng,
    )


def _mimic_of_helical(rng: Generator) -> Plan:
    return _shape(
        kt.Helical(_axis(rng), 0.3),
        kt.Mimic("link_joint", 0.7, 0.3),
        kt.Mimic("link_joint", -1.3, 0.2, kt.Helical("y", -0.2)),
        kt.Mimic("mid_joint", 1.1, 0.1, kt.Composite(kt.Fixed(), kt.Prismatic(_axis(rng)))),
        rng,
    )


MIMICS: Mapping[str, Callable[[Generator], Plan]] = {
    "mimic_of_own_kind": _mimic_of_own_kind,
    "mimic_as_source": _mimic_as_source,
    "mimic_chain": _mimic_chain,
    "mimic_chain_as_source": _mimic_chain_as_source,
    "mimic_of_continuous": _mimic_of_continuous,
    "mimic_of_helical": _mimic_of_helical,
}


def _mixed(kinds: Sequence[str], rng: Generator, mimics: bool) -> Plan:
    """Every kind once on random parents, added in no depth-first order; two mimics at the end."""
    plan: Plan = []
    for kind in rng.permutation(kinds):
        parent = str(rng.choice(["world", *[body for body, _, _ in plan][-6:]]))
        plan.append((str(kind), parent, KINDS[str(kind)](rng)))
    if mimics:
        plan.append(("follower", "spherical", kt.Mimic("revolute_skew_joint", -0.8, 0.2)))
        plan.append(("turner", "follower", kt.Mimic("continuous_skew_joint", 2, 0.1)))
        plan.append(("second", "cam", kt.Mimic("follower_joint", 1.4, 0.1, kt.Prismatic("x"))))
    return plan


@dataclass(frozen=True, eq=False)
class Tree:
    """A random robot; `plan` is what it was built from."""

    name: str
    plan: Plan
    model: kt.Model

    @property
    def mimics(self) -> bool:
        return any(isinstance(joint, kt.Mimic) for _, _, joint in self.plan)


def _placement(rng: Generator) -> kt.SE3:
    rotation = np.eye(3) if rng.random() < 0.3 else Rotation.random(random_state=rng).as_matrix()
    return kt.SE3(rotation, rng.uniform(-0.5, 0.5, 3))


def random_inertia(rng: Generator) -> kt.Inertia:
    """The inertia of six random point masses: always a physical one."""
    masses, points = rng.uniform(0.1, 1.0, 6), rng.normal(scale=0.3, size=(6, 3))
    center = masses @ points / masses.sum()
    arms = points - center
    rotational = sum(
        m * (r @ r * np.eye(3) - np.outer(r, r)) for m, r in zip(masses, arms, strict=True)
    )
    return kt.Inertia(float(masses.sum()), center, rotational)


def tree_of_plan(name: str, plan: Plan, rng: Generator) -> Tree:
    """A robot of these joints with random placements, inertias, armature and gravity."""
    builder = kt.ModelBuilder(name)
    for body, parent, joint in plan:
        builder.add_body(
            body, parent=parent, joint=joint, placement=_placement(rng), inertia=random_inertia(rng)
        )
    model = builder.build()
    return Tree(
        name,
        plan,
        model.replace(armature=rng.uniform(0, 0.2, model.nv), gravity=rng.normal(scale=6, size=3)),
    )


def _grow_all() -> dict[str, Tree]:
    trees: dict[str, Tree] = {}
    for seed, kind in enumerate(KINDS):
        rng = np.random.default_rng(seed)
        trees[kind] = tree_of_plan(kind, _of_kind(kind, rng), rng)
    for seed, (name, plan) in enumerate(MIMICS.items(), 100):
        rng = np.random.default_rng(seed)
        trees[name] = tree_of_plan(name, plan(rng), rng)
    rng = np.random.default_rng(200)
    trees["mixed"] = tree_of_plan("mixed", _mixed(MIXED, rng, mimics=False), rng)
    trees["mixed_mimics"] = tree_of_plan("mixed_mimics", _mixed(MIXED, rng, mimics=True), rng)
    trees["mixed_pinocchio"] = tree_of_plan(
        "mixed_pinocchio", _mixed(PINOCCHIO, rng, mimics=False), rng
    )
    return trees


TREES = _grow_all()
ALL = tuple(name for name in TREES if name != "mixed_pinocchio" and f"{name}_skew" not in TREES)
"""Trees whose joint types differ: axes along x, y and z are in those for Pinocchio, and drawn."""
COUPLED = tuple(name for name, tree in TREES.items() if tree.mimics)
MIXED_TREES = ("mixed", "mixed_mimics")
"""They hold every joint type in every place."""


FEW = (*MIXED_TREES, "spherical", "free_flyer", "saddle", "mimic_as_source")
"""Trees that differ in kind, for what is computed from results that hold on all of them."""


def each_of(values: Sequence[Any]) -> list[tuple[str, Any]]:
    """Each of FEW with one of the values, in turn; the one of all joints with all."""
    turns = {
        name: values if name == "mixed_mimics" else [values[k % len(values)]]
        for k, name in enumerate(FEW)
    }
    return [(name, value) for name, own in turns.items() for value in own]


INDEPENDENT = tuple(name for name in ALL if name not in COUPLED)


@dataclass(frozen=True, eq=False)
class IndependentTree:
    """A tree without its couplings: mimics are joints, and v_model = G v.

    Joint i of one is joint i of the other.
    """

    model: kt.Model
    G: Any
    follows: Mapping[str, tuple[str, float, float]]
    """The source, ratio and offset of each joint by name; the joint itself, 1, 0 if none."""

    def configuration(self, coupled: kt.Model, q: Any) -> Any:
        """The q of the independent tree for that of the tree."""
        parts = []
        for joint in self.model.joints:
            source, ratio, offset = self.follows[joint.name]
            own = q[..., coupled.joint(source).q_slice]
            if source == joint.name:
                parts.append(own)
            elif isinstance(joint.type, kt.Continuous):
                angle = ratio * np.arctan2(own[..., 1], own[..., 0]) + offset
                parts.append(np.stack([np.cos(angle), np.sin(angle)], -1))
            else:
                parts.append(ratio * own + offset)
        return np.concatenate(parts, -1)


@cache
def independent_of(name: str) -> IndependentTree:
    """The independent tree of a tree with mimics."""
    tree = TREES[name]
    joints = {f"{body}_joint": joint for body, _, joint in tree.plan}

    def resolved(joint_name: str) -> tuple[str, float, float, kt.Joint]:
        joint = joints[joint_name]
        if not isinstance(joint, kt.Mimic):
            return joint_name, 1.0, 0.0, joint
        source, ratio, offset, kind = resolved(joint.source)
        # q = m (ratio q_source + offset) + b
        own = (joint.multiplier * ratio, joint.multiplier * offset + joint.offset)
        return source, *own, joint.joint or kind

    builder = kt.ModelBuilder(f"{name}_twin")
    for body, parent, _ in tree.plan:
        builder.add_body(body, parent=parent, joint=resolved(f"{body}_joint")[3])
    model = builder.build()
    assert model.joint_names == tree.model.joint_names
    G = np.zeros((model.nv, tree.model.nv))
    armature = np.zeros(model.nv)
    for joint in model.joints:
        source, ratio, _, _ = resolved(joint.name)
        slot = tree.model.joint(source).v_slice
        G[joint.v_slice, slot] = ratio * np.eye(joint.type.nv)
        if source == joint.name:
            armature[joint.v_slice] = tree.model.armature[slot]
    model = model.replace(
        gravity=tree.model.gravity,
        inertias=tree.model.inertias,
        placements=tree.model.placements,
        armature=armature,
    )
    return IndependentTree(model, G, {name: resolved(name)[:3] for name in joints})


AXES: Mapping[type, Sequence[int]] = {
    kt.Spherical: (3, 4, 5),
    kt.Planar: (0, 1, 5),
    kt.FreeFlyer: range(6),
}
"""The twists of joints on a group that does not commute."""


@dataclass(frozen=True)
class Part:
    """A joint with coordinates of its own, not composed of others, and where they are."""

    type: kt.Joint
    q: slice
    v: slice


def parts(model: kt.Model) -> list[Part]:
    """The joints of a model in the order of q, composites by their parts."""
    found: list[Part] = []

    def add(joint: kt.Joint, nq: int, nv: int) -> None:
        if not isinstance(joint, kt.Composite):
            found.append(Part(joint, slice(nq, nq + joint.nq), slice(nv, nv + joint.nv)))
            return
        for part in joint.joints:
            add(part, nq, nv)
            nq, nv = nq + part.nq, nv + part.nv

    for joint in model.free_joints:
        add(joint.type, joint.q_slice.start, joint.v_slice.start)
    return found


def quaternions(model: kt.Model) -> list[slice]:
    """The slices of quaternions in q."""
    kinds = (kt.Spherical, kt.FreeFlyer)
    return [slice(p.q.stop - 4, p.q.stop) for p in parts(model) if isinstance(p.type, kinds)]


def circles(model: kt.Model) -> list[slice]:
    """The slices of (cos, sin) pairs in q."""
    kinds = (kt.Continuous, kt.Planar)
    return [slice(p.q.stop - 2, p.q.stop) for p in parts(model) if isinstance(p.type, kinds)]


def moved(model: kt.Model, w: Any) -> Any:
    """The configuration after moving every joint from neutral by w (nv), by SciPy."""
    return np.concatenate([_moved(p.type, np.asarray(w[p.v], dtype=float)) for p in parts(model)])


def _moved(joint: kt.Joint, step: Any) -> Any:
    match joint:
        case kt.Continuous():
            return np.array([np.cos(step[0]), np.sin(step[0])])
        case kt.Spherical():
            return Rotation.from_rotvec(step).as_quat()
        case kt.Planar():
            place = _exponential(np.array([*step[:2], 0, 0, 0, step[2]]))[:2]
            return np.array([*place, np.cos(step[2]), np.sin(step[2])])
        case kt.FreeFlyer():
            turn = Rotation.from_rotvec(step[3:]).as_quat()
            return np.concatenate([_exponential(step), turn])
        case _:
            return step


def _exponential(twist: Any) -> Any:
    """The displacement of the origin by a constant body twist in unit time."""
    X = np.zeros((4, 4))
    X[:3, :3], X[:3, 3] = np.cross(np.eye(3), twist[3:]), twist[:3]
    return expm(X)[:3, 3]


def near_half_turn(model: kt.Model, rng: Generator, gap: float) -> Any:
    """A motion (nv) that turns every joint by pi - gap about a random axis."""
    w = rng.choice([-1.0, 1.0], model.nv) * (np.pi - gap)
    for part in parts(model):
        if isinstance(part.type, (kt.Spherical, kt.FreeFlyer)):
            axis = rng.normal(size=3)
            angular = slice(part.v.stop - 3, part.v.stop)
            w[angular] = axis / np.linalg.norm(axis) * (np.pi - gap)
    return w


def configurations(model: kt.Model, seed: int = 0) -> Any:
    """(6, nq): neutral, two next to it, almost half a turn away from it, and two at random."""
    rng = np.random.default_rng(seed)
    steps = [
        np.zeros(model.nv),
        1e-8 * rng.normal(size=model.nv),
        1e-160 * rng.normal(size=model.nv),
        near_half_turn(model, rng, 1e-9),
        rng.uniform(-1.7, 1.7, model.nv),
        rng.uniform(-1.7, 1.7, model.nv),
    ]
    return np.array([moved(model, w) for w in steps])


def vectors(model: kt.Model, count: int, seed: int = 1) -> Any:
    """(count, 6, nv): random velocities, accelerations, torques, for the six configurations."""
    return np.random.default_rng(seed).normal(size=(count, 6, model.nv))


def sprung(name: str, seed: int = 0) -> kt.Model:
    """A tree with springs that are slack at a random configuration."""
    model, rng = TREES[name].model, np.random.default_rng(seed)
    reference = kt.random_configuration(model, rng=rng)
    return model.replace(stiffness=rng.uniform(1, 9, model.nv), spring_reference=reference)


def wrenches(model: kt.Model, seed: int = 2) -> Any:
    """(6, njoints, 6): random forces on the bodies, on the universe too."""
    return np.random.default_rng(seed).normal(scale=3, size=(6, model.njoints, 6))


@cache
def model_and_state(name: str) -> tuple[kt.Model, Any, Any, Any, Any]:
    """A tree's model with q, v, a (or torques) and wrenches of its six samples."""
    model = TREES[name].model
    return model, configurations(model), *vectors(model, 2), wrenches(model)


def to_pinocchio(model: kt.Model) -> Any:
    """The same robot as a Pinocchio model, joint by joint: q, v and indices are the same."""
    import pinocchio as pin

    robot = pin.Model()
    robot.name = model.name
    for i, joint in enumerate(model.joints, 1):
        placement = pin.SE3(np.array(model.placements[i]))
        index = robot.addJoint(int(joint.parent), _peer(joint.type), placement, joint.name)
        assert index == i
        body = pin.Inertia.FromDynamicParameters(np.array(model.inertias[i]))
        robot.appendBodyToJoint(index, body, pin.SE3.Identity())
    robot.armature = np.array(model.armature)
    robot.gravity = pin.Motion(np.array(model.gravity), np.zeros(3))
    assert robot.check(robot.createData())
    return robot


def _peer(joint: Any) -> Any:
    import pinocchio as pin

    def vector(axis: kt.Array) -> Any:
        return np.array(axis, dtype=float)

    def continuous() -> Any:
        kinds = (pin.JointModelRUBX, pin.JointModelRUBY, pin.JointModelRUBZ)
        return kinds[int(np.argmax(vector(joint.axis)))]()

    def composite() -> Any:
        peer = pin.JointModelComposite()
        place = pin.SE3.Identity()
        for part in joint.joints:
            if isinstance(part, Offset):
                place = pin.SE3(np.array(part.origin.matrix, float))
            else:
                peer.addJoint(_peer(part), place)
                place = pin.SE3.Identity()
        return peer

    peers: Mapping[type, Callable[[], Any]] = {
        kt.Revolute: lambda: pin.JointModelRevoluteUnaligned(vector(joint.axis)),
        kt.Prismatic: lambda: pin.JointModelPrismaticUnaligned(vector(joint.axis)),
        kt.Helical: lambda: pin.JointModelHelicalUnaligned(vector(joint.axis), joint.pitch),
        kt.Continuous: continuous,
        kt.Spherical: pin.JointModelSpherical,
        kt.SphericalEuler: pin.JointModelSphericalZYX,
        kt.Universal: lambda: pin.JointModelUniversal(vector(joint.axis1), vector(joint.axis2)),
        kt.Ellipsoid: lambda: pin.JointModelEllipsoid(*map(float, joint.radii)),
        kt.Planar: pin.JointModelPlanar,
        kt.Translation: pin.JointModelTranslation,
        kt.FreeFlyer: pin.JointModelFreeFlyer,
        kt.Composite: composite,
    }
    if type(joint) not in peers:
        raise KeyError(f"{joint}: add it to _peer, or its kind to NOT_IN_PINOCCHIO.")
    return peers[type(joint)]()


def other_numbers(model: kt.Model, seed: int) -> dict[str, Any]:
    """Random numbers that the model could have as well."""
    rng = np.random.default_rng(seed)
    inertias = np.array([random_inertia(rng).parameters.flat for _ in range(model.njoints)])
    placements = np.tile(np.eye(4), (model.njoints, 1, 1))
    placements[1:, :3, :3] = Rotation.random(model.njoints - 1, random_state=rng).as_matrix()
    placements[1:, :3, 3] = rng.normal(scale=0.3, size=(model.njoints - 1, 3))
    return {
        "gravity": rng.normal(scale=5, size=3),
        "inertias": inertias,
        "armature": rng.uniform(0, 0.3, model.nv),
        "placements": placements,
    }
