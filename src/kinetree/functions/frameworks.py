"""Calls on arrays of other frameworks, which modules of `interop` run; they import the framework.

A framework is identified by the name of the module of its arrays.
"""

import importlib
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..compiler.batch import batch_shape, check_shape
from ..errors import BackendError, ShapeError
from .binding import Call, call_shapes
from .primitive import Primitive, primitive_of

if TYPE_CHECKING:
    from .traced import TracedFunction

_MODULES: Final = {
    "jax": "jax_arrays",
    "jaxlib": "jax_arrays",
    "torch": "torch_tensors",
    "dask": "dask_arrays",
}
"""The module of `interop` for arrays whose type is defined in a module."""

_FLOATS: Final = ("float64", "float32")


def module_of(x: Any) -> str | None:
    """The module of `interop` for an array; None for those of NumPy, and other kinds of values."""
    for base in type(x).__mro__[:-1]:
        name = base.__module__.partition(".")[0]
        if name in _MODULES:
            return _MODULES[name]
    return None


def find(owner: str, operands: Mapping[str, Any]) -> Any:
    """The module that runs a call with these operands, None if they are of no framework."""
    found: dict[str, str] = {}
    for name, x in operands.items():
        its = module_of(x)
        if its is not None:
            found.setdefault(its, name)
    if len(found) > 1:
        first, second = found.values()
        raise BackendError(
            f"{owner}: {first} and {second} are arrays of two frameworks; convert one of them."
        )
    return module(next(iter(found))) if found else None


def is_compiled_by_torch() -> bool:
    """Whether torch.compile or torch.export traces this call."""
    torch: Any = sys.modules.get("torch")
    return torch is not None and torch.compiler.is_compiling()


def call_in_torch_program(
    function: "TracedFunction", operands: Sequence[Any], keywords: Mapping[str, Any]
) -> Any:
    """The results of a call that PyTorch's compiler traces; it traces no other kind of import."""
    from ..interop import torch_programs

    return torch_programs.compiled_call(function, operands, keywords)


def module(name: str) -> Any:
    """A module of `interop`."""
    return importlib.import_module(f"kinetree.interop.{name}")


def has_labels(operands: Sequence[Any], keywords: Mapping[str, Any]) -> bool:
    """Whether one of these is a DataArray of xarray."""
    return any(type(x).__module__.startswith("xarray.") for x in (*operands, *keywords.values()))


def concrete(operands: Mapping[str, Any]) -> dict[str, Any]:
    """Arguments for checks of their values; those that a framework traces are left out."""
    found: dict[str, Any] = {}
    for name, x in operands.items():
        its = module_of(x)
        value = x if its is None else module(its).concrete(x)
        if value is not None or x is None:
            found[name] = value
    return found


def earlier(
    function: "TracedFunction",
    table: Mapping[Any, Any],
    operands: Sequence[Any],
    keywords: Mapping[str, Any],
) -> tuple[Primitive | None, list[Any]]:
    """The primitive of an earlier call with arrays of these shapes, and all of its operands."""
    key = _key(function, operands, keywords)
    primitive, others = (None, ()) if key is None else table.get(key, (None, ()))
    return primitive, [*operands, *others]


def register(
    function: "TracedFunction",
    table: dict[Any, Any],
    primitive: Primitive,
    call: Call,
    operands: Sequence[Any],
    keywords: Mapping[str, Any],
) -> None:
    """Add the primitive of a call to the dispatch table."""
    key = _key(function, operands, keywords)
    if key is not None:
        table[key] = primitive, [*call.operands.values()][len(operands) :]


def _key(function: "TracedFunction", operands: Sequence[Any], keywords: Mapping[str, Any]) -> Any:
    """The dispatch key of a call of arrays of one framework; None for any other call."""
    if operands and type(operands[0]) is np.ndarray:
        return None
    modules = {module_of(x) for x in operands}
    if len(modules) != 1 or None in modules or function.checks:
        return None
    if not function.parameters.is_simple(operands, keywords):
        return None
    kinds = tuple((tuple(x.shape), x.dtype) for x in operands)
    return *modules, function, kinds, *keywords.items()


def primitive_for(function: "TracedFunction", model: Any, call: Call) -> Primitive:
    """The primitive of a call on arrays of a framework, which must have shapes that fit."""
    owner = function.__name__
    for name, x in call.operands.items():
        its = module_of(x)
        dtype = "float64" if its is None else module(its).dtype_of(x)
        if dtype not in (*_FLOATS, "bool"):
            raise BackendError(
                f"{owner}: {name} is of {dtype}; expected float64 or float32: convert it first, "
                f"as in {name}.astype(float) of JAX, {name}.double() of PyTorch."
            )
        if its is not None and any(n != n for n in x.shape):  # nan, of Dask
            raise ShapeError(
                f"{owner}: {name} has shape {x.shape}, with lengths that are not known yet; let "
                f"Dask find them: {name}.compute_chunk_sizes()."
            )
    shapes = {name: _like(x) for name, x in call.operands.items()}
    plain = replace(call, operands=shapes)
    specs = call_shapes(owner, function.dims, model, plain).specs
    for spec, x in zip(specs, shapes.values(), strict=True):
        check_shape(spec, x.shape, owner)
    batch_shape(specs, list(shapes.values()), owner)
    return primitive_of(function, model, plain)


def run(primitive: Primitive, arrays: Sequence[Any], out: Any) -> Any:
    """The results of a primitive, of the kind of its operands."""
    if out is not None:
        raise ShapeError(f"{primitive.name}: out= is for NumPy arrays; leave it out.")
    framework = find(primitive.name, dict(zip(_names(primitive), arrays, strict=True)))
    results = framework.call(primitive, arrays)
    return results[0] if primitive.pack is None else primitive.pack(*results)


def _names(primitive: Primitive) -> list[str]:
    return [spec.name for spec in primitive.operands]


def _like(x: Any) -> Any:
    """An array of NumPy's with the shape of another one, and no memory."""
    shape = tuple(x.shape) if module_of(x) is not None else np.shape(x)
    return np.broadcast_to(np.zeros(()), shape)
