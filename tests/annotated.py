"""A robot with something of everything, and how models and their files are looked at in tests."""

import json
import math
from dataclasses import replace

import numpy as np
from trees import Cam

import kinetree as kt
from kinetree.model import shapes
from kinetree.model.description import ANNOTATIONS
from kinetree.model.records.robot import content
from kinetree.parameters import PARAMETERS

FIXED = kt.SE3(np.eye(3), [0.1, -0.0, 0.3])
SOFT = kt.Softness(0.5, (-300.0, -20.0), (0.5, 0.9, 0.002, 0.4, 3.0), 2.0, -1, 0.004, 1.5)
SKEW = kt.SE3(kt.SO3.exp([0.3, -0.2, 0.5]), [0.1, 0.2, 1 / 3])


class Bent(kt.Joint):
    """A user's joint with an attribute of every kind that a file holds, one of them in a slot."""

    nq = nv = 1
    __slots__ = ("table",)

    def __init__(self):
        self.table = {"a": [1, 2.5, -0.0], "b": {}, "c": ()}
        self.turn = kt.Universal([1, 2, 3], "z")
        self.inner = (Cam([1, 1, 0]), None, True, "word")
        self.placed, self.array = SKEW, kt.Array([[1, 0.1], [0, -0.0]])
        self.numbers = np.array([[0.1, math.inf]]), np.array([1, 2]), np.array([True])
        self.scalars = [math.inf, -math.inf, np.float64(0.1), 2**70]

    def placement(self, q):
        return self.placed @ self.inner[0].placement(q)


SHAPES = [
    shapes.Box((0.1, 0.2, 1 / 3)),
    shapes.Sphere(0.1),
    shapes.Ellipsoid((1, 2, 3)),
    shapes.Cylinder(0.1, 2),
    shapes.Capsule(0.1, 0.2),
    shapes.Plane(),
    shapes.Mesh("package://p/m.stl", (1.0, 1.0, 0.001), "/robots", ("/a", "/b")),
]


def annotated():
    """A robot with something of everything."""
    b = kt.ModelBuilder("annotated")
    body = kt.Inertia(1.5, [0.1, 0, 0.2], np.diag([0.1, 0.2, 0.25]))
    b.add_root("base", inertia=body)
    b.add_body("free", joint=kt.FreeFlyer(), joint_name="root_joint", inertia=body)
    b.add_body("arm", parent="free", joint=kt.Revolute([1, 2, 3]), placement=SKEW, lower=-1)
    b.add_body("tool", parent="arm", joint=kt.Fixed(), placement=FIXED, inertia=body)
    b.add_body("bent", parent="free", joint=Bent(), velocity_limit=2.5)
    b.add_body("finger", parent="bent", joint=kt.Mimic("arm_joint", 2, 0.5))
    b.add_body("wheel", parent="free", joint=kt.Helical("z", 0.1), inertia=body)
    b.add_body(
        "pair", parent="wheel", joint=kt.Composite(kt.Planar(), kt.Universal("x", [0, 1, 1]))
    )
    b.add_frame("tip", parent="tool", placement=SKEW)
    for i, shape in enumerate(SHAPES):
        color = (0.1, 0.2, 0.3, 1) if i else None
        b.add_geometry(f"g{i}", parent="tool", shape=shape, placement=FIXED, color=color)
    b.add_geometry("hull", parent="arm", shape=shapes.Sphere(1), kind="collision")
    b.add_geometry("heel", parent="tool", shape=shapes.Sphere(1), kind="collision")
    b.add_loop("loop", joint=kt.Revolute("x"), first="arm", second="pair", first_placement=SKEW)
    b.add_coupling("both", joint="wheel_joint", source="arm_joint", coefficients=[0.0, 1.5])
    b.add_coupling("still", joint="wheel_joint", source=None, coefficients=[])
    model = b.build()
    rng = np.random.default_rng(0)
    return model.replace(
        gravity=[0, 0.1, -9.8],
        armature=rng.uniform(size=model.nv),
        stiffness=rng.uniform(size=model.nv),
        spring_reference=kt.random_configuration(model, rng=rng),
        actuated=rng.uniform(size=model.nv) > 0.5,
        reference_configurations={"home": kt.random_configuration(model, rng=rng)},
        groups={"arm": ("arm_joint", "wheel_joint"), "none": ()},
        disabled_collisions=[("arm", "tool", "Adjacent"), ("arm", "bent", "Never")],
        collision_pairs=[("hull", "heel")],
        pair_surfaces=[
            kt.PairSurface("hull", "heel", (0.3, 0.1, 0), 1e4, 5.0, 0.001, 4, softness=SOFT),
            kt.PairSurface("heel", "hull"),
        ],
        actuators=[
            kt.Actuator(
                *("servo", ("arm_joint",), (30,)),
                kt.motors.affine(gain=2, bias_position=-2),
                force_range=(0, math.inf),
            ),
            kt.Actuator("tendon", ("finger_joint", "pair_joint.1.wz"), (1, -0.5)),
        ],
        sensors=[
            kt.Sensor("imu", "accelerometer", "tip", placement=SKEW, noise=0.1, cutoff=9, gain=-1),
            kt.Sensor("angle", "joint_position", joint="finger_joint"),
            kt.Sensor("compass", "magnetometer", "tip", magnetic_field=(0.2, 0, -0.5)),
            kt.Sensor(
                "seen", "frame_position", "tip", reference="universe", reference_placement=SKEW
            ),
        ],
        geometries=[
            *(replace(x, stiffness=2e4, damping=9.0) for x in model.geometries[:-1]),
            replace(
                model.geometries[-1],
                contype=6,
                conaffinity=0,
                friction=(0.5, 0, 0.1),
                softness=SOFT,
            ),
        ],
    )


ANNOTATED = annotated()


def described(model):
    """All of a model as `kt.save` writes it."""
    return content(model.description)


def assert_same(model, other):
    assert model == other and hash(model) == hash(other) and model.digest == other.digest
    for key in (*PARAMETERS, "parents"):
        one, two = getattr(model, key), getattr(other, key)
        assert (
            one.dtype == two.dtype
            and one.tobytes() == two.tobytes()
            and two.flags.writeable is False
        )
    for key in ("name", "joint_names", "q_names", "v_names", "frames", "nq", "nv", "geometries"):
        assert getattr(model, key) == getattr(other, key)
    for one, two in zip(model.joints, other.joints, strict=True):
        assert (one.q_slice, one.v_slice) == (two.q_slice, two.v_slice)
        texts = [repr(j.type).replace("np.float64(0.1)", "0.1") for j in (one, two)]
        assert texts[0] == texts[1] and type(one.type) is type(two.type)
    assert str(model.constraints) == str(other.constraints)
    for key in ANNOTATIONS[3:]:
        assert getattr(model, key) == getattr(other, key)
    for name, q in model.reference_configurations.items():
        assert q.tobytes() == other.reference_configurations[name].tobytes()


def text_of(model):
    return json.dumps(described(model))


def one_joint(joint):
    b = kt.ModelBuilder("one")
    b.add_body("a", joint=joint)
    return b.build()


def leaves(x, path=()):
    """The places in plain data where a value, or an empty list, stands."""
    items = x.items() if isinstance(x, dict) else enumerate(x) if isinstance(x, list) else ()
    return [leaf for key, part in items for leaf in leaves(part, (*path, key))] or [path]


def at(x, path):
    for key in path:
        x = x[key]
    return x
