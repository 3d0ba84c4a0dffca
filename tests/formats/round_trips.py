"""Random robots that formats can write, and whether they come back."""

import numpy as np
from agreement import assert_agree
from scipy.spatial.transform import Rotation
from trees import KINDS, random_inertia

import kinetree as kt


def placement(rng):
    turn = np.eye(3) if rng.random() < 0.2 else Rotation.random(random_state=rng).as_matrix()
    return kt.SE3(turn, rng.uniform(-0.5, 0.5, 3))


def grown(rng, kinds):
    """A random tree of these kinds of joints, and of bodies fixed to others."""
    b = kt.ModelBuilder("random")
    if rng.random() < 0.5:
        b.add_root("base", inertia=random_inertia(rng), placement=placement(rng))
    bodies = ["world"]
    for k in range(12):
        joint = kt.Fixed() if rng.random() < 0.4 else KINDS[rng.choice(kinds)](rng)
        numbers = {"damping": rng.uniform(), "friction": rng.uniform(), "velocity_limit": 2.5}
        numbers |= {"lower": rng.uniform(-2, -1), "upper": rng.uniform(1, 2)}
        b.add_body(
            f"body{k}",
            parent=rng.choice(bodies),
            joint=joint,
            joint_name=f"j{k:02d}",
            placement=placement(rng),
            inertia=random_inertia(rng) if rng.random() < 0.8 else None,
            **({} if isinstance(joint, kt.Fixed) else numbers),
        )
        bodies.append(f"body{k}")
        b.add_frame(f"frame{k}", parent=f"body{k}", placement=placement(rng))
    return b.build()


def with_shapes(rng, given):
    """A builder of a hinge "a" and a tool on it with these shapes, the first without a colour."""
    b = kt.ModelBuilder("r")
    b.add_body("a", joint=kt.Revolute("x"))
    b.add_body("tool", parent="a", joint=kt.Fixed(), placement=placement(rng))
    for i, shape in enumerate(given):
        look = {"color": (0.1, 0.2, i / 7, 1.0) if i else None, "placement": placement(rng)}
        b.add_geometry(f"tool_{i}", parent="tool", shape=shape, **look)
    return b


def states(model, rng, size=2):
    return kt.random_configuration(model, size, rng=rng), *rng.normal(size=(2, size, model.nv))


def assert_same_dynamics(model, other, seed=0, op="body"):
    """By name: the joints of `other` may come in another order, and "op" frames be of a kind."""
    q_at = np.r_[tuple(other.joint(j.name).q_slice for j in model.free_joints)]
    v_at = np.r_[tuple(other.joint(j.name).v_slice for j in model.free_joints)]
    frames = [other.frame(f.name, kind=op if f.kind == "op" else f.kind) for f in model.frames]
    q, v, a = states(model, np.random.default_rng(seed))
    q2, v2, a2 = (np.zeros((2, n)) for n in (other.nq, other.nv, other.nv))
    q2[:, q_at], v2[:, v_at], a2[:, v_at] = q, v, a
    tau, tau2 = kt.rnea.evaluate(model, q, v, a), kt.rnea.evaluate(other, q2, v2, a2)
    assert_agree(tau2[:, v_at], tau, 1e-13)
    M, M2 = kt.crba.evaluate(model, q), kt.crba.evaluate(other, q2)
    assert_agree(M2[:, v_at[:, None], v_at], M, 1e-13)
    T, T2 = kt.frame_placements.evaluate(model, q), kt.frame_placements.evaluate(other, q2)
    assert_agree(T2[:, [other.frames.index(f) for f in frames]], T, 1e-13)


def ten(inertia):
    return np.zeros(10) if inertia is None else np.array(inertia, float)
