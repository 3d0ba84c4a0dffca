"""The stages of a problem: their derivatives, and all in a row."""

from collections.abc import Iterator, Mapping
from functools import reduce
from typing import Any, NamedTuple

from ..algorithms.configuration import difference, integrate
from ..functions import algorithm
from ..functions.derivatives import jacobian
from ..functions.statics import OptionalArray
from ..functions.traced_run import TracedRun
from ..model import Model
from ..scalar.array import Array, as_array
from ..scalar.expr import Expr, Scalar
from ..scalar.math import clip, concatenate, maximum, scan, stack, vstack
from ..scalar.products import product
from ..scalar.rules import Tangent
from .riccati import symmetric
from .terms import Step, Terms, half_square, stepped


class Quadratic(NamedTuple):
    """A cost to second order, by Gauss and Newton."""

    g: Array
    H: Array
    """Each element of it once."""
    cost: Scalar
    merit: Scalar
    """The cost, constraints included."""

    @classmethod
    def of(cls, rows: Array, J: Array, cost: Scalar) -> "Quadratic":
        """Half the square of rows whose derivative is J."""
        return cls(rows @ J, symmetric(product(J.T, J)), cost, half_square(rows))


class Linearized(NamedTuple):
    """A stage to first order, and its cost as a `Quadratic`.

    F [dx; du] are the changes of the next q, as if the next v did not change, and of the next v: by
    B times this q changes, too. So F and B are sparse where q is integrated with the next v.
    """

    F: Array
    B: Array
    gap: Array
    g: Array
    H: Array
    cost: Scalar
    merit: Scalar


@algorithm(
    "(nq),(nv),(m),(nq),(nv),(),(p),(c)"
    "->(2*nv,2*nv+m),(nv,nv),(2*nv),(2*nv+m),(2*nv+m,2*nv+m),(),()"
)
def linearized(
    model: Model,
    q: Array,
    v: Array,
    u: Array,
    next_q: Array,
    next_v: Array,
    penalty: Array,
    parameters: OptionalArray = None,
    multipliers: OptionalArray = None,
    *,
    step: Step,
    terms: Terms,
) -> Linearized:
    """The derivatives of a stage; the gap is by how much its step leads beyond the next state."""
    count = len(terms.rows((q, v, u, parameters), multipliers, penalty))

    @algorithm(f"(nq),(nv),({len(u)})->(nq),(nv),({count})")
    def stage(model: Model, q: Array, v: Array, u: Array) -> Any:
        x = (q, v, u, parameters)
        after = stepped(step, model, x)
        return {"q": after[0], "v": after[1], "rows": terms.rows(x, multipliers, penalty)}

    run = TracedRun(stage.definition, ("q", "v", "u"), model, {"q": q, "v": v, "u": u}, {})
    y = run.substituted(dict(_results_and_slopes(run)))
    F, J = vstack([_columns(y, "q"), _columns(y, "v")]), _columns(y, "rows")
    gap = concatenate([difference(model, next_q, y["q"]), y["v"] - next_v])
    cost = terms.cost((q, v, u, parameters))
    return Linearized(F, y["q by next v"], gap, *Quadratic.of(y["rows"], J, cost))


def _results_and_slopes(run: TracedRun) -> Iterator[tuple[str, Any]]:
    """The results of a stage, and their slopes: those of q at a fixed next v, and by it."""
    for spec, x in zip(run.results.specs, run.results.arrays, strict=True):
        yield spec.name, (list(x.flat), x.shape)
    operands = {name: run.seeds(name) for name in run.variables}
    fixed: dict[int, Tangent] = {i: {} for seeds, _ in operands.values() for i in seeds}
    _, v, _ = run.results.arrays
    next_v = [x.index if type(x) is Expr else None for x in v.flat]
    moving = {i: {k: 1} for k, i in enumerate(next_v) if i is not None and i not in fixed}
    for name, (seeds, tail) in operands.items():
        at_next_v = {**{i: {} for i in moving}, **seeds}
        for label, *slope in (
            *run.jacobians(at_next_v, tail, ["q"]),
            *run.jacobians(seeds, tail, ["v", "rows"]),
        ):
            yield f"{label} by {name}", slope
    for _, *slope in run.jacobians(fixed | moving, (len(next_v),), ["q"]):
        yield "q by next v", slope


def _columns(y: Mapping[str, Array], result: str) -> Array:
    """The derivatives of a result by all operands."""
    return vstack([y[f"{result} by {name}"].T for name in "qvu"]).T


@algorithm("(nq),(nv),(),(p),(c)->(2*nv),(2*nv,2*nv),(),()")
def final_linearized(
    model: Model,
    q: Array,
    v: Array,
    penalty: Array,
    parameters: OptionalArray = None,
    multipliers: OptionalArray = None,
    *,
    terms: Terms,
) -> Quadratic:
    """The derivatives of the final cost."""

    @algorithm
    def rows(model: Model, q: Array, v: Array) -> Any:
        return terms.rows((q, v, parameters), multipliers, penalty)

    y, slopes = rows(model, q, v), jacobian(rows, ("q", "v"))(model, q, v)
    J = vstack([slopes.d_q.T, slopes.d_v.T]).T
    return Quadratic.of(y, J, terms.cost((q, v, parameters)))


class Motion(NamedTuple):
    """All states, controls, and what they cost."""

    q: Array
    v: Array
    u: Array
    cost: Scalar
    merit: Scalar
    """The cost, constraints included."""


@algorithm(
    "(nq),(nv),(),(T,m),(T+1,nq),(T+1,nv),(T,m),(T,m,2*nv),(T+1,2*nv)"
    ",(),(T,p),(T,c),(p),(f),(T,m),(T,m)->(T+1,nq),(T+1,nv),(T,m),(),()"
)
def forward_pass(
    model: Model,
    q0: Array,
    v0: Array,
    length: Array,
    u: Array,
    q: Array,
    v: Array,
    k: Array,
    K: Array,
    gaps: Array,
    penalty: Array,
    parameters: OptionalArray = None,
    multipliers: OptionalArray = None,
    final_parameters: OptionalArray = None,
    final_multipliers: OptionalArray = None,
    lower: OptionalArray = None,
    upper: OptionalArray = None,
    *,
    step: Step,
    terms: Terms,
    final_terms: Terms,
) -> Motion:
    """The motion under the change of controls of a step length, with feedback.

    Gaps shrink by the length, to nothing with length 1.
    Source: [Mastalli2020, Sec. II].
    """
    a = length.flat[0]

    def beyond(q: Array, v: Array, gap: Array) -> tuple[Array, Array]:
        off = (a - 1) * gap
        return as_array(integrate(model, q, off[: model.nv])), v + off[model.nv :]

    def change(q: Array, v: Array, old: Mapping[str, Array]) -> Array:
        return concatenate([difference(model, old["q"], q), v - old["v"]])

    def stage(carry: tuple[Any, ...], x: Any) -> tuple[Any, Any]:
        (q, v), dx, (cost, merit) = carry
        u = x["u"] + a * x["k"] + x["K"] @ dx
        if lower is not None:
            u = as_array(clip(u, x["lower"], x["upper"]))
        variables = (q, v, u, x["parameters"])
        rows = terms.rows(variables, x["multipliers"], penalty)
        q, v = beyond(*stepped(step, model, variables), x["gap"])
        sums = cost + terms.cost(variables), merit + half_square(rows)
        return ((q, v), change(q, v, x), sums), (q, v, u)

    begin = beyond(q0, v0, gaps[0])
    dx = change(*begin, {"q": q[0], "v": v[0]})
    xs: dict[str, Any] = {"q": q[1:], "v": v[1:], "u": u, "k": k, "K": K, "gap": gaps[1:]}
    xs |= {"parameters": parameters, "multipliers": multipliers, "lower": lower, "upper": upper}
    (end, _, (cost, merit)), (q, v, u) = scan(stage, (begin, dx, (0.0, 0.0)), xs)
    final = (*end, final_parameters)
    cost = cost + final_terms.cost(final)
    merit = merit + half_square(final_terms.rows(final, final_multipliers, penalty))
    q, v = (concatenate([stack([x]), rest]) for x, rest in zip(begin, (q, v), strict=True))
    return Motion(q, v, u, cost, merit)


class Multipliers(NamedTuple):
    """The multipliers of the constraints of a stage, and the largest violation."""

    multipliers: Array
    violation: Scalar


@algorithm("(nq),(nv),(c),(),(m),(p)->(c),()")
def multipliers(
    model: Model,
    q: Array,
    v: Array,
    multipliers: Array,
    penalty: Array,
    u: OptionalArray = None,
    parameters: OptionalArray = None,
    *,
    terms: Terms,
) -> Multipliers:
    """The next multipliers of a stage, or of the end, which has no u."""
    x = (q, v, parameters) if u is None else (q, v, u, parameters)
    after = penalty.flat[0] * terms.constraints(x, multipliers, penalty)
    changes = abs((after - multipliers) / penalty.flat[0])
    return Multipliers(after, reduce(maximum, changes.flat, 0.0))
