"""`Function`: a Python function of arrays, compiled."""

from collections.abc import Callable, Mapping
from typing import Any

from ..compiler import with_vectorcall
from ..errors import TraceError
from ..scalar.array import Array
from .binding import Parameters
from .calls import CallTable
from .results import Results, results_of
from .signature import ROBOT, Arguments, Signature, free_names, parse
from .statics import CONTACTS, FRAME_KEYWORDS
from .traced import TracedFunction


@with_vectorcall
class Function(TracedFunction):
    """A Python function of arrays that kinetree traces once and compiles.

    `function(*operands, out=None, **keywords)` on arrays with leading batch axes. Keywords are its
    statics and its optional operands.
    """

    __slots__ = ()

    def __init__(
        self,
        function: Callable[..., Any],
        signature: Signature,
        *,
        name: str | None = None,
        parameters: Parameters | None = None,
    ) -> None:
        parameters = parameters or Parameters.of(function, owner=name)
        super().__init__(function, signature, parameters)
        sizes = {n for dims in signature.operands for n in free_names(dims, {})} & {*ROBOT}
        names = parameters.statics.keys() & {*FRAME_KEYWORDS, CONTACTS}
        if sizes or names:
            listed = ", ".join(sorted(sizes | names))
            raise TraceError(
                f"{self.__name__}: a function has no robot, so no {listed}; make it an algorithm, "
                "whose first argument is the model, with @kt.algorithm."
            )
        self.settings = (signature, {"name": name})
        self._table = CallTable()

    def table(self, model: None) -> CallTable:
        return self._table

    def run(
        self,
        model: None,
        arrays: Mapping[str, Array],
        statics: Arguments,
        sizes: Mapping[str, int],
    ) -> Results:
        values = map(arrays.get, self.parameters.operands)
        value = self.function(*values, **statics)
        return results_of(self.__name__, value, self.signature.results, sizes)

    def derivative(
        self, function: Callable[..., Any], signature: Signature, parameters: Parameters
    ) -> "Function":
        return Function(function, signature, parameters=parameters)


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

    def decorate(of_arrays: Callable[..., Any]) -> Function:
        return Function(of_arrays, parse(signature), name=name)

    return decorate
