"""Shared by the experiments of this folder: the heavy top."""

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

INTEGRATORS = (
    "commutator_free_4",
    "munthe_kaas_4",
    "variational",
    "semi_implicit_euler",
    "explicit_euler",
)
MASS, INERTIA, CENTER = 15.0, (0.234375, 0.46875, 0.234375), (0.0, 1.0, 0.0)
SPIN = np.array([0.0, 150.0, -4.61538])


def heavy_top():
    """A body that turns about a fixed point, 15 kg, its centre of mass at 1 m."""
    builder = kt.ModelBuilder("heavy top")
    inertia = kt.Inertia(MASS, CENTER, np.diag(INERTIA))
    builder.add_body("top", joint=kt.Spherical(), inertia=inertia)
    return builder.build()


def rolled(model, q, v, dt, steps, every, integrator):
    """The states of a motion without torques."""
    tau = np.zeros((steps, model.nv))
    return kt.simulation.rollout(
        model, q, v, tau, dt, every=every, simulation=kt.Simulation(integrator=integrator)
    )
