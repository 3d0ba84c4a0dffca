"""The geometric derivatives of inverse dynamics on a moving base, in three representations.

[Bos2022]                   here                shape       frame
H, s, r                     H, s, ds            4 x 4, n_J
v_(A,0), in A               twist               6           as the representation says
v_0, a_(A,0), in 0          V, A                6           base; A is the rate of V
D1, D2, D3, D4              d_H, d_s, d_twist, d_ds         rows of the base first

Derived here: those of the body representation are columns of IDSVA with the base's joint at the
pose. The others hold other components constant while the pose changes along H exp(e), and so add
the terms of the changes of the body twist V and of its rate A.
"""

from typing import NamedTuple

from ...functions import algorithm
from ...model import Model
from ...scalar.array import Array
from ...scalar.math import concatenate, eye, zeros
from ...spatial import Motion, motions
from ..rnea_derivatives import rnea_derivatives
from .representation import Representation
from .state import MovingBaseState


class InverseDynamicsDerivatives(NamedTuple):
    """D1 (..., nv, 6), D2 (..., nv, nv - 6), D3 (..., nv, 6) and D4 (..., nv, nv - 6)."""

    d_H: Array
    d_s: Array
    d_twist: Array
    d_ds: Array


@algorithm("(4,4),(nq-7),(6),(nv-6),(6),(nv-6)->(nv,6),(nv,nv-6),(nv,6),(nv,nv-6)")
def inverse_dynamics_derivatives(
    model: Model,
    H: Array,
    s: Array,
    twist: Array,
    ds: Array,
    base_acceleration: Array,
    dds: Array,
    *,
    representation: Representation,
) -> InverseDynamicsDerivatives:
    """The derivatives of `inverse_dynamics`: (d_H, d_s, d_twist, d_ds), D1 to D4 of [Bos2022].

    Each holds the components of all other operands constant in the representation.

    - d_H (D1) is along e in H exp(e), e in the axes of the base.
    - d_s (D2) is along the joints' velocities, as in `kt.integrate`.
    - d_twist (D3) is along a change z of the twist that is z in the axes of the base: twist + X z,
      with X = 1 for "body", the matrix that takes twists from the base to the world for "inertial",
      and diag(R, R) for "mixed". Times X^-1 it is the derivative with respect to `twist` itself.
    - d_ds (D4) is with respect to ds.

    "inertial" gives the tables of [Bos2022]. The derivative with respect to the accelerations is
    the mass matrix, `kt.crba`, for the rate of the body twist.
    Shapes: operands as for `inverse_dynamics`; results (..., nv, 6), (..., nv, nv - 6),
    (..., nv, 6) and (..., nv, nv - 6). Raises ModelError as `inverse_dynamics` does.
    Source: [Bos2022, Tables 5-8]; departs from it in the method: the sums over bodies are those
    of [Singh2022, Alg. 1], for joints of any type.

    >>> import kinetree as kt
    >>> robot = kt.robots.quadruped()
    >>> H, s, rest = kt.SE3.identity().matrix, [0.0] * 12, [0.0] * 6
    >>> D = kt.moving_base.inverse_dynamics_derivatives(
    ...     robot, H, s, rest, s, rest, s, representation="inertial"
    ... )
    >>> D.d_H.shape, D.d_s.shape
    ((18, 6), (18, 12))
    """
    state = MovingBaseState.of(model, H, s, twist, ds, representation)
    V, A = state.V, state.acceleration(base_acceleration)
    of_body = rnea_derivatives(
        state.model_at_pose(model), state.q, state.v, concatenate([A.vector, dds])
    )
    d_V, d_A = of_body.dtau_dv[:, :6], of_body.dtau_da[:, :6]
    d_H = of_body.dtau_dq[:, :6] + d_V @ state.pose_derivative(V).matrix  # Table 5
    d_twist = d_V  # Table 7
    if representation == "mixed":
        d_H = d_H + d_A @ state.pose_derivative(A).matrix
        d_twist = d_V - d_A @ _convective_derivative(V)
    return InverseDynamicsDerivatives(d_H, of_body.dtau_dq[:, 6:], d_twist, of_body.dtau_dv[:, 6:])


def _convective_derivative(V: Motion) -> Array:
    """The derivative (6, 6) of (0, w) x V, the difference of the rates of mixed and body twist."""
    spin = Motion(zeros(3), V.angular)
    units = [Motion.from_vector(e) for e in eye(6)]
    return motions([spin.cross(e) + Motion(zeros(3), e.angular).cross(V) for e in units]).matrix
