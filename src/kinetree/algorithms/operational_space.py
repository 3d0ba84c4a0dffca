"""The equations of motion at a frame, and how well joints move it."""

from itertools import combinations
from typing import NamedTuple

from ..functions import OptionalArray, ResolvedFrame, algorithm
from ..model import Model
from ..scalar.array import Array
from ..scalar.expr import Scalar
from ..scalar.math import eye, maximum, solve_spd, sqrt, zeros
from ..scalar.products import product
from ..spatial.rotation import symmetric
from .cholesky import factor, inverse_factor
from .coriolis import coriolis_times
from .crba import crba
from .frames import frame_acceleration, frame_jacobian
from .kinematics import Reference
from .rnea import generalized_gravity
from .tasks import Part


class OperationalSpace(NamedTuple):
    """Lambda V' + mu + p = F at a frame, and the dynamically consistent inverse of J.

    (..., 6, 6), (..., 6), (..., 6) and (..., nv, 6).
    """

    Lambda: Array
    mu: Array
    p: Array
    J_inverse: Array


@algorithm("(nq),(nv),(k,3),()->(6,6),(6),(6),(nv,6)")
def operational_space(
    model: Model,
    q: Array,
    v: Array,
    offset: OptionalArray = None,
    damping: OptionalArray = None,
    *,
    frame: ResolvedFrame,
    reference: Reference,
    relative_to: ResolvedFrame | None = None,
) -> OperationalSpace:
    """Lambda dV/dt + mu + p = F of a frame: its inertia, Coriolis and centrifugal forces, gravity.

    V = J v is the velocity of the frame in `reference`, and torques tau = J^T F give it dV/dt;
    those of (1 - J^T J_inverse^T) tau leave it as it is. J_inverse = M^-1 J^T Lambda, the
    dynamically consistent inverse, has the least kinetic energy. `damping`, by default 0, is added
    to the diagonal of J M^-1 J^T, in 1/kg and 1/(kg m^2): 1e-3 or so near singularities, where
    Lambda grows without bound, and for a robot with fewer than six velocities on the path, which
    else gives nan or very large numbers.
    Shapes: q (..., nq), v (..., nv), damping (...); results (..., 6, 6), (..., 6), (..., 6),
    (..., nv, 6), or with k before the last axes for k frames. `reference`, `offset` and
    `relative_to` as in `frame_velocity`. Armature is in M. Source: [Khatib1987].

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> q, v = [0.3] * 7, [0.1] * 7
    >>> at_tool = kt.operational_space(arm, q, v, frame="tool", reference="local_world_aligned")
    >>> J = kt.frame_jacobian(arm, q, frame="tool", reference="local_world_aligned")
    >>> bool(abs((J @ at_tool.J_inverse).trace() - 6) < 1e-9)
    True
    """
    view = {"frame": frame, "reference": reference, "relative_to": relative_to}
    J = frame_jacobian(model, q, offset, **view)
    classical = reference == "local_world_aligned"
    drift = frame_acceleration(model, q, v, zeros(model.nv), offset, classical=classical, **view)
    W = inverse_factor(factor(crba(model, q)))
    X = product(W.T, J.T)  # J M^-1 J^T = X^T X
    Lambda = symmetric(solve_spd(symmetric(X.T @ X) + damping * eye(6), eye(6)))
    J_inverse = product(W, X @ Lambda)
    mu = J_inverse.T @ coriolis_times(model, q, v, v) - Lambda @ drift
    return OperationalSpace(Lambda, mu, J_inverse.T @ generalized_gravity(model, q), J_inverse)


@algorithm("(nq),(k,3)->()")
def manipulability(
    model: Model,
    q: Array,
    offset: OptionalArray = None,
    *,
    frame: ResolvedFrame,
    part: Part = "pose",
    relative_to: ResolvedFrame | None = None,
) -> Scalar:
    """How far a frame is from a singularity: sqrt(det(J J^T)), the volume of velocities at |v| = 1.

    Up to a factor; J are the rows of `frame_jacobian` of a `part`, "pose", "position" or
    "orientation", and the axes of it do not matter. 0 at a singularity, up to the root of the
    rounding, and for fewer velocities than rows. Its gradient is
    `kt.grad(kt.manipulability, "q")`, infinite or nan at a singularity; the axes of the ellipsoid
    are those of `kt.manipulability_ellipsoid`.
    Shapes: q (..., nq); result (...), or (..., k) for k frames. `offset` and `relative_to` as in
    `frame_velocity`. Source: [Yoshikawa1985].

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> gradient = kt.grad(kt.manipulability, "q")
    >>> gradient(arm, [0.3] * 7, frame="tool", part="position").shape
    (7,)
    """
    view = {"frame": frame, "reference": "local_world_aligned", "relative_to": relative_to}
    J = frame_jacobian(model, q, offset, **view)
    rows = {"pose": J, "position": J[:3], "orientation": J[3:]}[part]
    return sqrt(maximum(_determinant(rows @ rows.T), 0))


def _determinant(A: Array) -> Scalar:
    """By minors of the first rows: without a quotient, so that it may be zero."""
    minors: dict[tuple[int, ...], Scalar] = {(): 1}
    for n, row in enumerate(A, 1):
        minors = {
            columns: sum(
                (-1) ** (n - 1 - k) * row[c] * minors[columns[:k] + columns[k + 1 :]]
                for k, c in enumerate(columns)
            )
            for columns in combinations(range(len(A)), n)
        }
    return minors[tuple(range(len(A)))]
