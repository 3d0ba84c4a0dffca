"""Shared by the experiments of this folder: the branched system, and states of moving bases."""

import sys
from pathlib import Path

import numpy as np

import kinetree as kt

sys.path.append(str(Path(__file__).parents[1]))
from laboratory import axes as axes
from laboratory import options as options
from laboratory import save as save
from laboratory import table as table
from laboratory import write_readme as write_readme

REPRESENTATIONS = ("body", "inertial", "mixed")
POSITION = 0.3
"""The position of every joint, in m or rad, as in the paper."""


def random_rotation(rng):
    """A random rotation by the QR decomposition of a random matrix."""
    rotation = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    return rotation * np.linalg.det(rotation)


def branched_system():
    """A base with nine bodies on revolute, prismatic and helical joints about random axes.

    Every body has two children. The base is 5 kg, the bodies 0.5 to 2 kg.
    """
    rng = np.random.default_rng(0)
    builder = kt.ModelBuilder("branched")
    builder.add_body("base", joint=kt.FreeFlyer(), inertia=body(rng, 5.0))
    kinds = (kt.Revolute, kt.Prismatic, lambda axis: kt.Helical(axis, 0.2))
    for i in range(9):
        parent = f"body{i // 2 - 1}" if i > 1 else "base"
        builder.add_body(
            f"body{i}",
            parent=parent,
            joint=kinds[i % 3](rng.normal(size=3).tolist()),
            placement=kt.SE3(random_rotation(rng), rng.uniform(-0.5, 0.5, 3)),
            inertia=body(rng, rng.uniform(0.5, 2.0)),
        )
    return builder.build()


def body(rng, mass):
    """An ellipsoid with random axes and a random centre."""
    size, R = rng.uniform(0.1, 0.3, 3) ** 2, random_rotation(rng)
    rotational = R @ np.diag(mass / 5 * (size.sum() - size)) @ R.T
    return kt.Inertia(mass, rng.uniform(-0.1, 0.1, 3), (rotational + rotational.T) / 2)


def random_motion(model, rng):
    """q, v and a of a free-flyer, the base's first."""
    return kt.random_configuration(model, rng=rng), *rng.normal(size=(2, model.nv))


def on_moving_base(model, motion, representation):
    """The same motion as operands of `kt.moving_base.inverse_dynamics`."""
    q, v, a = motion
    statics = {"from_": "body", "to": representation}
    H = kt.forward_kinematics(model, q)[1]
    twist = kt.convert.base_velocity(model, q, v, **statics)[:6]
    rate = a[:6]  # the paper gives the rate in the axes of the body
    if representation == "mixed":
        rate = kt.convert.base_acceleration(model, q, v, a, **statics)[:6]
    return H, q[7:], twist, v[6:], rate, a[6:]
