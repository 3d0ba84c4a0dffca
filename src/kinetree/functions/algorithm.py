"""`Algorithm`, of a robot and arrays, and the decorators: `@kt.algorithm`, `@kt.function`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from ..compiler.vectorcall import with_vectorcall
from ..errors import ModelError, TraceError, not_a_model
from .binding import Check, OperandChecks
from .definition import MODEL, DerivativeRule, define
from .function import Function
from .signature import Operand, parse

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
            self.definition, self._captured = replace(self.definition, rule=rule), None
            self._definitions.clear()
            return derivatives

        return declare

    def bind(self, model: Any, **statics: Any) -> Callable[..., Any]:
        """A function of arrays only."""
        return partial(self, model, **statics)


def algorithm(
    signature: str | Callable[..., Any] | None = None,
    *,
    check: Check | None = None,
    checks: OperandChecks | None = None,
    model_parameters: Sequence[str] = (),
    reads: Mapping[Any, Any] | None = None,
    base_parameters: bool | Mapping[str, Any] = False,
) -> Any:
    """Make a Python function an algorithm: `@kt.algorithm("(nq),(nv)->(nv)")` or `@kt.algorithm`.

    The function takes the model first, then operands (Arrays; an operand whose default is None may
    be absent), then, after `*`, statics. Without a string, operands called q, v, a, tau and f_ext
    have their usual shapes and those of results come from the trace; a dict of results becomes a
    NamedTuple.
    With a static called `frame` the function runs once for each frame requested, beside which
    `relative_to` is a frame, too; one called `frames` gives it all of them, and an operand whose
    first dimension is k, their number, may be given as {frame: value}.
    `check(name, operands)` runs before every call and raises an error for invalid values. `checks`
    are such functions of single operands, which run where one is given; beside them, also beside
    {}, `check` runs at a first call and where one of them raises. `model_parameters` names
    parameters of the model that calls may replace beside `gravity`, `inertias`, `armature` and
    `placements`, as "damping". `reads` is a table to which users add functions that this one calls:
    kernels with these are not kept on disk.
    Results with `base_parameters` depend on these alone, as torques and mass matrices do, but not
    forces in joints or the centre of mass: code is made for inertias with fewer numbers, of which
    parts that a joint does not feel are with the parent. A mapping names the statics with which
    they do so. An algorithm without it may call some.
    """
    declared = parse(signature) if isinstance(signature, str) else None
    settings = None, check, checks, model_parameters, reads, base_parameters

    def make(function: Callable[..., Any]) -> Algorithm:
        return Algorithm(define(function, declared, MODEL, *settings))

    return make(signature) if callable(signature) else make


def function(
    signature: str, *, name: str | None = None
) -> Callable[[Callable[..., Any]], Function]:
    """Compile a Python function of arrays: `@kt.function("(3),(3)->(3)")`.

    Its positional parameters are operands, Arrays (or None, where that is the default and none is
    given); those after `*` are statics, part of the kernel's key. Dimensions are integers, names,
    which calls bind, and integer expressions of them. It is called on arrays with leading batch
    axes, which broadcast, and on complex numbers, mpmath, symbols and traced numbers; `kt.jacobian`
    and the others differentiate it, and algorithms may call it. Several results are a NamedTuple,
    or a dict.
    `name` is used in messages in place of the function's. Raises TraceError for a signature that
    does not fit the function.

    >>> import kinetree as kt
    >>> @kt.function("(n),(n)->()")
    ... def squared_distance(x, y):
    ...     return (x - y) @ (x - y)
    >>> squared_distance([1.0, 2.0], [[1.0, 2.0], [4.0, 6.0]]).tolist()
    [0.0, 25.0]
    >>> kt.grad(squared_distance, "x")([1.0, 2.0], [4.0, 6.0]).tolist()
    [-6.0, -8.0]
    """
    if callable(signature):  # as `@kt.function` without a signature
        raise TraceError('function: a signature is missing; write @kt.function("(3),(3)->(3)").')
    declared = parse(signature)
    return lambda function: Function(define(function, declared, name=name))
