"""`kt.constraints`: dynamics of robots with contacts and closed loops.

A contact is a bilateral constraint of a frame of the robot to the world or to another frame; loops
and couplings are those of the model, or user-defined (`kt.Loop` with `kt.Anchor`s, `kt.Coupling`).
All is expressed in the axes of the world, at the origins of the contacts' frames, except rows of
sliding loops, which are in the axes of `second`, and those of couplings, along joints; forces act
on the robot.
"""

from .close_loops import close_loops
from .forward_dynamics import forward_dynamics, forward_dynamics_derivatives
from .impact import impact, impact_derivatives
from .inverse_dynamics import inverse_dynamics
from .kinematics import drift, error, jacobian
from .kkt import delassus

__all__ = [
    "close_loops",
    "delassus",
    "drift",
    "error",
    "forward_dynamics",
    "forward_dynamics_derivatives",
    "impact",
    "impact_derivatives",
    "inverse_dynamics",
    "jacobian",
]
