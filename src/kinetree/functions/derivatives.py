"""Derivatives of algorithms, as algorithms.

Each runs the algorithm on traced variables, differentiates the graph, and substitutes the actual
operands for the variables. A derivative with respect to q is along `integrate(q, e)`: nv columns;
so is the derivative of a result that is a configuration.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import wraps
from typing import Any, Final, TypeVar, cast

from ..compiler.program import named_results
from ..errors import ShapeError, TraceError, unknown
from ..scalar.array import Array, zeros
from ..scalar.expr import Scalar
from .algorithm import Algorithm
from .definition import Definition
from .function import Function
from .signature import CONFIGURATION, STATES, Arguments, Dims, Operand, Signature
from .statics import dims_per_frame
from .traced_run import TracedRun

F = TypeVar("F", bound=Function)

Derive = TypeVar("Derive", bound=Callable[..., Any])
"""Makes a derivative of an algorithm, which is an algorithm, or of a function, a function."""
TANGENT: Final[Dims] = ("nv",)


def _operand_names(kind: str, algorithm: Function, wrt: Any) -> tuple[str, ...]:
    """The names of the operands in `wrt`, one of them or several."""
    names: tuple[Any, ...] = (wrt,)
    own = algorithm.definition
    if not isinstance(wrt, str):
        names = tuple(cast(Any, wrt)) if isinstance(wrt, Sequence) else (None,)
    if not all(isinstance(name, str) for name in names):
        known = ", ".join(map(repr, own.parameters.operands))
        raise ShapeError(
            f"{kind}: wrt is {wrt!r}; expected the name of an operand of {algorithm.__name__}, or "
            f"several in a tuple. There are: {known}."
        )
    if not names:
        raise ShapeError(f"{algorithm.__name__}: wrt is empty; name an operand, as in wrt='q'.")
    for name in names:
        if name not in own.dims:
            raise ShapeError(f"{own.name}: {unknown('operand', name, own.dims)}")
    return names


def _cached(make: Derive) -> Derive:
    """Make one object of the same derivative of the same algorithm, so that kernels are reused."""

    @wraps(make)
    def derived(algorithm: Any, wrt: str | Sequence[str]) -> Any:
        if not isinstance(algorithm, Function):
            name = getattr(algorithm, "__name__", None) or type(algorithm).__name__
            raise TraceError(
                f"{make.__name__}: {name} is not an algorithm; write @kt.algorithm over its def, "
                "with a signature where its operands need one, or @kt.function without a robot."
            )
        names = _operand_names(make.__name__, algorithm, wrt)
        key = make.__name__, wrt if isinstance(wrt, str) else names
        if key not in algorithm.derived:
            algorithm.derived[key] = make(algorithm, key[1])
        return algorithm.derived[key]

    return cast(Derive, derived)


def _listed(wrt: str | Sequence[str]) -> tuple[str, ...]:
    return (wrt,) if isinstance(wrt, str) else tuple(wrt)


@_cached
def jacobian(algorithm: F, wrt: str | Sequence[str]) -> F:
    """The derivative of every result with respect to the operand `wrt`, or to several.

    Appends the operand's core axes to each result: q gives nv columns (the derivative along
    `integrate`), a vector its length, `inertias` (njoints, 10). A tuple `wrt` gives a NamedTuple of
    `d_<name>`. A model parameter that is not passed is taken from the model. A result whose
    dimensions are (nq) in the signature has nv rows, as `integrate`; results of algorithms without
    a signature are plain vectors, so that one that returns `kt.integrate(...)` has nq rows.

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> kt.jacobian(kt.rnea, "q")(arm, [0.1] * 7, [0.2] * 7, [0.3] * 7).shape
    (7, 7)
    """
    return _jacobian(algorithm, wrt, jacobian)


@_cached
def grad(algorithm: F, wrt: str | Sequence[str]) -> F:
    """The gradient of an algorithm whose result is one number: its jacobian.

    Raises ShapeError where the result is something else, of an algorithm without a signature at
    its first call.
    """
    if algorithm.definition.signature.results not in (None, ((),)):
        raise ShapeError(f"grad: {algorithm.__name__} does not give one number; use kt.jacobian.")
    return _jacobian(algorithm, wrt, grad)


def hessian(algorithm: F, wrt: str) -> F:
    """The jacobian of the gradient; not symmetric where rotations do not commute.

    Source: [Singh2022, Sec. IV-A].
    """
    return jacobian(grad(algorithm, wrt), wrt)


def _jacobian(algorithm: F, wrt: str | Sequence[str], kind: Callable[..., Any]) -> F:
    names, single = _listed(wrt), isinstance(wrt, str)

    def compute(run: TracedRun, values: Arguments) -> Any:
        if kind is grad and run.shapes != [()]:
            raise ShapeError(
                f"grad: {algorithm.__name__} gives results of shapes {run.shapes}, not one number; "
                "use kt.jacobian."
            )
        parts: dict[str, Any] = {}
        for name in names:
            seeds, tail = run.seeds(name)
            for label, rows, core in run.jacobians(seeds, tail):
                alone = f"{label}_d_{name}" if run.several else f"d_{name}"
                parts[label if single else alone] = (rows, core)
        arrays = run.substituted(parts)
        return _packed(f"{algorithm.__name__}_{kind.__name__}", arrays, single and not run.several)

    results = ((),) if kind is grad else algorithm.definition.signature.results
    declared = results and tuple(
        _tangent_dims(dims) + _tangent_axes(algorithm, name) for name in names for dims in results
    )
    return _derived(algorithm, compute, kind, wrt, declared, {})


@_cached
def jvp(algorithm: F, wrt: str | Sequence[str]) -> F:
    """The result and its derivative along a direction: `(model, *operands, *tangents)`.

    One tangent for each `wrt`, that of q with nv elements. Gives a NamedTuple (result, d_result).
    Derivatives of a `kt.function` take no model.

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> q, v = kt.neutral(arm), [0.1] * 7
    >>> kt.jvp(kt.generalized_gravity, "q")(arm, q, v).d_result.shape
    (7,)
    """
    names = _listed(wrt)

    def compute(run: TracedRun, values: Arguments) -> Any:
        seeds: dict[int, dict[int, Scalar]] = {}
        for name in names:
            columns_of, _ = run.seeds(name)
            weights = values[f"tangent_{name}"].flat
            for node, columns in columns_of.items():
                total: Scalar = 0
                for k, x in columns.items():
                    total = total + x * weights[k]
                seeds[node] = {0: total}
        parts: dict[str, Any] = {}
        for x, (label, rows, tail) in zip(
            run.results.arrays, run.jacobians(seeds, ()), strict=True
        ):
            name = label if run.several else "result"
            parts |= {name: (list(x.flat), x.shape), f"d_{name}": (rows, tail)}
        return _packed(f"{algorithm.__name__}_jvp", run.substituted(parts), False)

    tangents = {f"tangent_{name}": _tangent_dims(algorithm.definition.dims[name]) for name in names}
    results = algorithm.definition.signature.results
    declared = results and tuple(d for dims in results for d in (dims, _tangent_dims(dims)))
    return _derived(algorithm, compute, jvp, wrt, declared, tangents)


@_cached
def vjp(algorithm: F, wrt: str | Sequence[str]) -> F:
    """The gradient of cotangent . result: `(model, *operands, *cotangents)`.

    One cotangent for each result, with nv elements where the result is a configuration; that of
    states of motors may be left out, for zeros. One gradient for each `wrt`, that of q with nv
    elements; a NamedTuple of `d_<name>` where `wrt` is a tuple.

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> q, w = kt.neutral(arm), [0.1] * 7
    >>> kt.vjp(kt.generalized_gravity, "q")(arm, q, w).shape
    (7,)
    """
    names = _listed(wrt)
    results = algorithm.definition.signature.results
    if results is None:
        raise ShapeError(
            f"vjp: {algorithm.__name__} has no signature, so the shapes of its cotangents are not "
            'known; give it one: @kt.algorithm("(nq)->(nv)").'
        )

    cotangents = {f"cotangent_{k}": _tangent_dims(dims) for k, dims in enumerate(results)}

    def compute(run: TracedRun, values: Arguments) -> Any:
        each = ((values[c], n) for c, n in zip(cotangents, run.shapes, strict=False))
        weights = [zeros(*n) if x is None else x for x, n in each]
        parts = {f"d_{name}": run.gradient(name, weights) for name in names}
        return _packed(f"{algorithm.__name__}_vjp", run.substituted(parts), isinstance(wrt, str))

    declared = tuple(_tangent_axes(algorithm, name) for name in names)
    return _derived(algorithm, compute, vjp, wrt, declared, cotangents)


def _derived(
    algorithm: F,
    compute: Callable[[TracedRun, Arguments], Any],
    kind: Callable[..., Any],
    wrt: str | Sequence[str],
    results: tuple[Dims, ...] | None,
    extra: Mapping[str, Dims],
) -> F:
    """A function of the operands that `algorithm` requires, `extra`, and its optional ones.

    `compute` gives its results from a run of the algorithm, and the operands.
    """
    own, names = algorithm.definition, _listed(wrt)
    base = own.parameters
    needed = (name for name, dims in extra.items() if kind is not vjp or dims != STATES)
    required = tuple(
        dict.fromkeys([*base.required, *(n for n in names if n in base.operands), *needed])
    )
    operands = tuple(dict.fromkeys([*required, *base.operands, *extra]))

    def function(*values: Operand, **statics: Any) -> Any:
        model, operand_values = algorithm.split(values, {})
        named = dict(zip(operands, operand_values, strict=True))
        return compute(TracedRun(algorithm.definition, names, model, named, statics), named)

    function.__name__ = function.__qualname__ = f"{kind.__name__}_of_{own.name}"
    function.__doc__ = f"The {kind.__name__} of {own.name} with respect to {', '.join(names)}."
    dims = {**own.dims, **extra}
    signature = Signature(tuple(dims[name] for name in operands), results)
    changes = {"operands": operands, "arguments": operands, "required": required}
    parameters = replace(base, owner=function.__name__, **changes)
    identity, calls = (kind, (algorithm, wrt)), (own.first, own.check, own.checks)
    made: Any = Algorithm if own.first else Function
    return made(Definition(function, signature, parameters, identity, *calls, own.model_parameters))


def _tangent_dims(dims: Dims) -> Dims:
    return TANGENT if dims == CONFIGURATION else dims


def _tangent_axes(algorithm: Function, name: str) -> Dims:
    """The axes of a result that a derivative with respect to an operand adds."""
    own = algorithm.definition
    return _tangent_dims(dims_per_frame(own.dims[name], own.parameters.statics))


def _packed(title: str, arrays: dict[str, Array], alone: bool) -> Any:
    if alone:
        return next(iter(arrays.values()))
    return named_results(title, tuple(arrays))(*arrays.values())
