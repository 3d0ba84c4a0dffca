"""Return values of algorithms as arrays with names and shapes."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from keyword import iskeyword
from typing import Any, cast

from ..compiler.batch import Spec
from ..compiler.program import named_results
from ..errors import TraceError, kind_of
from ..scalar.array import Array, as_array
from ..scalar.expr import Expr
from ..scalar.spans import explicit
from .adapters import NUMERIC, module_name
from .signature import STATES, Arguments, Dims, Sizes, shape


@dataclass(frozen=True)
class Results:
    """The results of one run: arrays, their specs, and the constructor of several in one."""

    arrays: list[Array]
    specs: list[Spec]
    pack: Callable[..., Any] | None

    @classmethod
    def stacked(cls, parts: "Sequence[Results]", label: str) -> "Results":
        """The same results of several runs, stacked along a new first axis."""
        first = parts[0]
        arrays = [Array([p.arrays[k] for p in parts]) for k in range(len(first.arrays))]
        specs = [Spec(s.name, (len(parts), *s.shape), (label, *s.labels)) for s in first.specs]
        return cls(arrays, specs, first.pack)


def results_of(owner: str, value: Any, declared: tuple[Dims, ...] | None, sizes: Sizes) -> Results:
    """The results of a function that returned an array, or a dict or NamedTuple of arrays.

    Their dimensions are `declared` by the signature, or None.
    """
    names, values, pack = _named(owner, value)
    arrays = [as_array(x) for x in values]
    for name, x, array in zip(names, values, arrays, strict=True):
        _check_elements(owner, name, x, array)
    if declared is None:
        labels: Sequence[Dims] = [tuple(map(str, x.shape)) for x in arrays]
    else:
        if len(arrays) < len(declared):
            declared = tuple(dims for dims in declared if dims[:1] != STATES)
        labels = declared
        _check(owner, names, arrays, [(dims, shape(dims, sizes)) for dims in declared])
    specs = [Spec(n, x.shape, d) for n, x, d in zip(names, arrays, labels, strict=True)]
    return Results(arrays, specs, pack)


def _named(owner: str, value: Any) -> tuple[list[str], list[Any], Callable[..., Any] | None]:
    if isinstance(value, Mapping):
        mapping = cast(Arguments, value)
        _check_names(owner, list(mapping))
        pack = named_results(f"{owner}_results", tuple(mapping))
        return list(mapping), list(mapping.values()), pack
    if isinstance(value, tuple):
        values = cast(tuple[Any, ...], value)
        fields: Sequence[str] | None = getattr(values, "_fields", None)
        if fields is None:
            raise TraceError(
                f"{owner} returned a plain tuple; name its results in a dict: "
                'return {"first": x, "second": y}.'
            )
        return list(fields), list(values), type(values)
    return [owner], [value], None


def _check_names(owner: str, names: Sequence[Any]) -> None:
    if not names:
        raise TraceError(f"{owner} returned an empty dict; expected a result, or several by name.")
    for name in names:
        field = isinstance(name, str) and name.isidentifier() and not name.startswith("_")
        if not field or iskeyword(name):
            raise TraceError(
                f"{owner} returned a result called {name!r}; expected a name that can stand after "
                'a dot, as in {"d_q": x}.'
            )


def _check_elements(owner: str, name: str, value: Any, array: Array) -> None:
    """Refuse results that are not arrays of numbers: None, strings, sets, nested results."""
    where = f" as {name!r}" if name != owner else ""
    if isinstance(value, Mapping) or hasattr(value, "_fields"):
        raise TraceError(
            f"{owner} returned several results{where}; a dict of results has one level: give each "
            'its own name, as in {"foot_position": x, "foot_velocity": y}.'
        )
    for x in explicit(array.flat):
        if not isinstance(x, (Expr, int, float, complex)) and module_name(x) not in NUMERIC:
            what = repr(x) if x is None or isinstance(x, str) else kind_of(x)
            raise TraceError(
                f"{owner} returned {what}{where}; expected an array, or a dict of arrays."
            )


def _check(
    owner: str,
    names: list[str],
    arrays: list[Array],
    expected: Sequence[tuple[Dims, tuple[int, ...]]],
) -> None:
    if len(arrays) != len(expected):
        raise TraceError(
            f"{owner} returned {len(arrays)} results; its signature has {len(expected)}."
        )
    for name, array, (dims, wanted) in zip(names, arrays, expected, strict=True):
        if array.shape != wanted:
            result = "result" if name == owner else f"result {name!r}"
            here = "" if all(dim.isdigit() for dim in dims) else f", here {wanted}"
            raise TraceError(
                f"{owner}: its {result} has shape {array.shape}; its signature says "
                f"({','.join(dims)}){here}."
            )
