"""Clearances along motions, sample by sample until one is too small."""

from math import inf

from numpy.typing import ArrayLike

from ..algorithms.configuration import difference, integrate
from ..errors import ShapeError
from ..functions import algorithm
from ..functions.framework import FrameworkArray
from ..geometry import PAIRS
from ..model import Model
from ..scalar.array import Array, Scalar
from ..scalar.math import array, minimum
from ..scalar.scan import scan
from .distances import clearance
from .obstacles import Obstacles
from .placed import Pairs
from .point_trees import check_tree


@algorithm(
    "(nq),(nq),(nspheres,4),(ncapsules,7),(nboxes,10),(npoints,3),(nx,ny),(4)->()",
    reads=PAIRS,
    checks={"points": check_tree},
)
def motion_clearance(
    model: Model,
    q0: Array,
    q1: Array,
    obstacles: Obstacles | None = None,
    *,
    samples: int,
    pairs: Pairs = None,
    margin: float = 0.0,
) -> Scalar:
    """The smallest clearance at samples of the motion from q0 to q1 along the geodesic.

    The ends come first, then the middle, then the middles of the halves, and so on. A motion ends
    at the first sample whose clearance is below `margin`, and has this clearance or a smaller one
    of those before: motions that are computed together take as many samples as the longest.
    `obstacles` are those of `kt.collision.obstacle_distances`.
    Shapes: q0 and q1 (..., nq); result (...), in m. Between samples nothing is known. `pairs` and
    errors as in `kt.collision.distances`; ShapeError for less than two samples and for a margin
    that is no length (-inf: all samples count).

    >>> import kinetree as kt
    >>> rails, ball = kt.ModelBuilder("two balls on rails"), kt.shapes.Sphere(0.25)
    >>> for x in ("a", "b"):
    ...     rails.add_body(x, joint=kt.Prismatic("x"))
    ...     rails.add_geometry(x, parent=x, shape=ball, kind="collision")
    >>> robot = rails.build()
    >>> float(kt.collision.motion_clearance(robot, [0.0, 3.0], [0.0, 1.0], samples=5))
    0.5
    """
    if type(samples) is not int or samples < 2:
        raise ShapeError(f"samples is {samples!r}; expected 2 or more, both ends among them.")
    if type(margin) not in (int, float) or not margin < inf:
        raise ShapeError(f"margin is {margin!r}; expected a length, in m.")
    v = difference(model, q0, q1)

    def step(least: Scalar, fraction: Scalar) -> tuple[Scalar, None]:
        q = integrate(model, q0, fraction * v)
        return minimum(least, clearance(model, q, obstacles, pairs=pairs)), None

    return scan(step, inf, array(spread(samples)), until=lambda least: least < margin)[0]


def collision_free(
    model: Model,
    q0: ArrayLike,
    q1: ArrayLike,
    obstacles: Obstacles | None = None,
    *,
    samples: int,
    pairs: Pairs = None,
    margin: float = 0.0,
) -> FrameworkArray:
    """Whether motions from q0 to q1 keep a clearance of at least `margin`, in m, at all samples.

    Shapes: q0 and q1 (..., nq); result (...), of bool, False where q is nan. `samples`,
    `pairs` and errors as in `motion_clearance`.
    """
    least = motion_clearance(model, q0, q1, obstacles, samples=samples, pairs=pairs, margin=margin)
    return least >= margin


def spread(count: int) -> list[float]:
    """Fractions from 0 to 1, evenly spaced, in an order in which every few are spread out."""
    bits = (count - 2).bit_length()
    reversed_bits = (int(f"{k:0{max(bits, 1)}b}"[::-1], 2) for k in range(2**bits))
    inner = [k for k in reversed_bits if 0 < k < count - 1]
    return [k / (count - 1) for k in (0, count - 1, *inner)]
