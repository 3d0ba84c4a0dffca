"""Inertias of robots that carry a payload."""

from ..functions import ResolvedFrame, algorithm
from ..model import Model
from ..scalar.array import Array
from ..spatial import SE3, Inertia


@algorithm("(10)->(njoints,10)")
def payload_inertias(model: Model, payload: Array, *, frame: ResolvedFrame) -> Array:
    """The inertias of the robot with a payload fixed in a frame, for `inertias=` of algorithms.

    The payload is a `kt.Inertia` in the frame, or its ten parameters, also per sample: nothing is
    compiled anew when it changes. `model.with_payload` gives a model that has it for good.
    Shapes: payload (..., 10); result (..., njoints, 10), in kg, kg m, kg m^2.
    Source: [PinocchioSheet, Inertia addition].

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> box = kt.Inertia(2.0, [0, 0, 0.1], [[0.01, 0, 0], [0, 0.01, 0], [0, 0, 0.01]])
    >>> inertias = kt.payload_inertias(arm, box, frame="tool")
    >>> tau = kt.generalized_gravity(arm, kt.neutral(arm), inertias=inertias)
    """
    moved = SE3.from_matrix(frame.placement) @ Inertia.from_parameters(payload)
    return model.inertias.add(frame.joint, moved.parameters)
