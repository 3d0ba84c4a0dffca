"""Operation counts of one sample, exactly. A rise above 0.5 % needs a line in the CHANGELOG.

`python tests/golden/test_operation_counts.py` rewrites them.
"""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

import kinetree as kt
from kinetree.compiler.passes import operation_count
from kinetree.scalar.replay import Trace

FILE = Path(__file__).with_name("operation_counts.json")
ROBOTS = {
    "panda": ("panda_description/panda", False),
    "ur5": ("ur5", False),
    "kinova": ("kinova", False),
    "solo12": ("solo12", True),
    "anymal_c": ("anymal_c_simple_description/anymal", True),
    "talos": ("talos", True),
}
ALGORITHMS = (
    "rnea",
    "joint_forces",
    "aba",
    "crba",
    "forward_kinematics",
    "kinetic_energy",
    "integrate",
    "difference",
    "integrate_derivatives",
    "difference_derivatives",
    "center_of_mass_jacobian",
    "centroidal_momentum_matrix",
    "centroidal_momentum_matrix_time_derivative",
    "inverse_mass_matrix",
    "mass_matrix_cholesky",
    "joint_torque_regressor",
    "coriolis_matrix",
    "coriolis_times",
    "slotine_li_inverse_dynamics",
    "slotine_li_regressor",
    "mass_matrix_time_derivative",
    "christoffel_symbols",
    "rnea_derivatives",
    "rnea_second_derivatives",
    "aba_derivatives",
    "generalized_gravity_derivatives",
    "centroidal_dynamics_derivatives",
    "subtree_inertias",
    "subtree_momenta",
    "subtree_centers_of_mass_jacobian",
    "centroidal_inertia",
    "average_velocity",
    "zero_moment_point",
)
OF_FRAMES = (
    "frame_velocity",
    "frame_acceleration",
    "frame_jacobian",
    "frame_jacobian_time_derivative",
    "frame_hessian",
    "frame_acceleration_derivatives",
    "frame_force",
    "operational_space",
    "kinematic_regressor",
)
"""Those that take a frame: the last of the robot, in the axes of the world."""

OF_TWO_FRAMES = ("frame_velocity", "frame_jacobian", "frame_acceleration_derivatives")
"""Those that also take a frame that sees it: the middle one."""

OF_JOINTS = ("hybrid_dynamics", "hybrid_dynamics_derivatives")
"""Those that take joints, whose accelerations are given: every other one."""

OF_FLOATING_BASES = ("center_of_mass_coordinates",)

OF_MOVING_BASES = ("inverse_dynamics", "inverse_dynamics_derivatives", "linearize")
"""Those of `kt.moving_base`, in the inertial representation."""

OF_CONTACTS = (
    "jacobian",
    "drift",
    "delassus",
    "forward_dynamics",
    "forward_dynamics_derivatives",
    "impact",
    "impact_derivatives",
)
"""Those of `kt.constraints`, with FEET."""

OF_MASKS = ("forward_dynamics", "impact", "inverse_dynamics")
"""Those of `kt.constraints` with `active`, which leaves structural zeros as they are."""

FEET = {
    "solo12": ("FL_FOOT", "FR_FOOT", "HL_FOOT", "HR_FOOT"),
    "anymal_c": ("LF_FOOT", "RF_FOOT", "LH_FOOT", "RH_FOOT"),
    "talos": ("left_sole_link", "right_sole_link"),
}
"""Held as points, those of Talos as surfaces."""

INTEGRATORS = ("commutator_free_4", "munthe_kaas_4", "semi_implicit_euler", "variational")
"""Those of `kt.simulation.step`."""


def traces(name: str) -> dict[str, Callable[[], Trace]]:
    """Functions that trace each algorithm for a robot."""
    source, floating = ROBOTS[name]
    model = kt.load(source, floating_base=floating)
    at = {"frame": model.nframes - 1, "reference": "local_world_aligned"}
    seen = {**at, "relative_to": model.nframes // 2}
    joints = {"joints": model.joint_names[1::2]}
    of_bases = OF_MOVING_BASES if floating else ()
    moving, twist = kt.moving_base, {"representation": "inertial"}
    step = kt.simulation.step
    return {
        **{a: partial(getattr(kt, a).trace, model) for a in ALGORITHMS},
        **{a: partial(getattr(kt, a).trace, model, **at) for a in OF_FRAMES},
        **{
            f"{a}, relative_to": partial(getattr(kt, a).trace, model, **seen) for a in OF_TWO_FRAMES
        },
        **{a: partial(getattr(kt, a).trace, model, **joints) for a in OF_JOINTS},
        "manipulability": partial(kt.manipulability.trace, model, frame=at["frame"]),
        **{a: partial(getattr(kt, a).trace, model) for a in OF_FLOATING_BASES if floating},
        **{f"moving_base.{a}": partial(getattr(moving, a).trace, model, **twist) for a in of_bases},
        **of_contacts(name, model),
        **{
            f"step, {x}": partial(step.trace, model, simulation=kt.Simulation(integrator=x))
            for x in INTEGRATORS
        },
    }


def of_contacts(name: str, model: kt.Model) -> dict[str, Callable[[], Trace]]:
    kind = "surface" if name == "talos" else "point"
    contacts = tuple(kt.Contact(foot, kind) for foot in FEET.get(name, ()))
    named = {f"constraints.{a}": (a, ()) for a in OF_CONTACTS}
    named |= {f"constraints.{a}, active": (a, ("active",)) for a in OF_MASKS}
    return {
        key: partial(getattr(kt.constraints, a).trace, model, contacts=contacts, inputs=inputs)
        for key, (a, inputs) in (named.items() if contacts else ())
    }


def counts(name: str) -> dict[str, int]:
    return {a: operation_count(trace(), "float64") for a, trace in traces(name).items()}


@pytest.mark.parametrize(
    "name", [pytest.param(x, marks=[pytest.mark.sweep] * (x == "talos")) for x in ROBOTS]
)
def test_operation_counts_are_the_golden_ones(name):
    assert counts(name) == json.loads(FILE.read_text())[name]


if __name__ == "__main__":
    FILE.write_text(json.dumps({name: counts(name) for name in ROBOTS}, indent=1) + "\n")
