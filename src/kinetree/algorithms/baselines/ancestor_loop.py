"""The scheme of earlier Pinocchio: a second backward pass over the ancestors, in one frame."""

from ...functions import algorithm
from ...model import Model
from ...scalar.array import Array
from ..forward_pass import BodyFrames
from ..operands import OptionalArray
from ..rnea_derivatives import RneaDerivatives, by_ancestors


@algorithm("(nq),(nv),(nv),(njoints,6)->(nv,nv),(nv,nv),(nv,nv)")
def ancestor_loop(
    model: Model, q: Array, v: Array, a: Array, f_ext: OptionalArray = None
) -> RneaDerivatives:
    """The derivatives of rnea in the frames of the root bodies, as `kt.rnea_derivatives`.

    Every joint is transformed to the frame of its root body once, and no quantity after that.
    Shapes: q (..., nq), v and a (..., nv), f_ext (..., njoints, 6); results (..., nv, nv).
    Source: the loop that [Singh2022, Sec. V-C] compares with, on [Singh2022, Alg. 1].
    """
    return by_ancestors(model, q, v, a, f_ext, BodyFrames.of_roots(model, q))
