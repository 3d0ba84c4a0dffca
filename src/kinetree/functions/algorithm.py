"""`Algorithm`: a Python function of a robot and arrays, compiled for each robot."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from ..compiler.vectorcall import with_vectorcall
from ..errors import ModelError, not_a_model
from .definition import DerivativeRule
from .function import Function
from .signature import Operand

Derivatives = TypeVar("Derivatives", bound="Algorithm | Callable[[], Algorithm]")


@with_vectorcall
class Algorithm(Function):
    """A Python function that kinetree traces once per robot and compiles.

    `algorithm(model, *operands, out=None, **keywords)` on arrays with leading batch axes. Keywords
    are its statics, its optional operands, and model parameters (`gravity`, `inertias`, `armature`,
    `placements`) that replace those of the model, also per sample.
    """

    __slots__ = ()

    def split(self, operands: Sequence[Operand], keywords: dict[str, Any]) -> Any:
        if "model" in keywords:
            operands = (keywords.pop("model"), *operands)
        if not operands:
            raise ModelError(f"{self.__name__}: missing the model, which is the first argument.")
        if not hasattr(operands[0], "call_table"):
            raise ModelError(not_a_model(self.__name__, operands[0]))
        return operands[0], operands[1:]

    def differentiated_by(
        self, *operands: str, statics: Sequence[str] = ()
    ) -> Callable[[Derivatives], Derivatives]:
        """Let another algorithm compute the derivatives along many directions.

        It is decorated, or a function that returns it when it is needed. Its results are the
        derivatives of each result of this one by `operands`, in this order; `statics` are those
        that both have.

        >>> import kinetree as kt
        >>> @kt.algorithm
        ... def squares(model, v):
        ...     return v * v
        >>> @squares.differentiated_by("v")
        ... @kt.algorithm("(nv)->(nv,nv)")
        ... def squares_derivative(model, v):
        ...     return 2 * v * kt.math.eye(model.nv)
        >>> arm = kt.robots.arm()
        >>> kt.jacobian(squares, "v")(arm, [3.0] * 7).trace().item()
        42.0
        """

        def declare(derivatives: Derivatives) -> Derivatives:
            own: Algorithm | Callable[[], Algorithm] = derivatives
            late = (lambda: own) if isinstance(own, Algorithm) else own
            rule = DerivativeRule(lambda: late().definition, operands, tuple(statics))
            self.definition = replace(self.definition, rule=rule)
            return derivatives

        return declare

    def bind(self, model: Any, **statics: Any) -> Callable[..., Any]:
        """A function of arrays only."""
        return partial(self, model, **statics)
