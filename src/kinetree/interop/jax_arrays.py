"""JAX: every call of an algorithm on JAX arrays is one primitive of JAX's, with all its rules."""
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false

import ctypes
import math
from collections.abc import Sequence
from functools import partial
from typing import Any

import jax
import jax.core
import jax.numpy as jnp
import numpy as np
from jax.extend.core import Primitive as JaxPrimitive
from jax.interpreters import ad, batching, mlir
from jax.sharding import PartitionSpec

from ..compiler import xla
from ..functions.primitive import Primitive
from .constants import register_constants
from .jax_sharding import mesh_axes

_call = JaxPrimitive("kinetree")
_call.multiple_results = True


def call(primitive: Primitive, arrays: Sequence[Any]) -> Sequence[Any]:
    """The results of a primitive, of a batch."""
    dtype = _dtype(arrays)
    return _bind(primitive, [jnp.asarray(x, dtype) for x in arrays])


def _dtype(arrays: Sequence[Any]) -> Any:
    """The dtype of those that are JAX's; booleans are numbers."""
    given = [x for x in arrays if hasattr(x, "aval") and x.dtype != bool]
    return jnp.result_type(*given) if given else jnp.result_type(float)


def stack(values: Sequence[Any], shape: Sequence[Any], axis: int) -> Any:
    """Values of this shape, after broadcasting, along a new axis."""
    dtype = _dtype(values)
    return jnp.stack([jnp.broadcast_to(jnp.asarray(x, dtype), shape) for x in values], axis)


def dtype_of(x: Any) -> str:
    """The name of the dtype of an array."""
    return x.dtype.name


def concrete(x: Any) -> Any:
    """The values of an array; None while it is traced."""
    return None if isinstance(x, jax.core.Tracer) else np.asarray(x)


def _bind(primitive: Primitive, arrays: Sequence[Any]) -> Sequence[Any]:
    """The results of arrays, whose batch axes are made those of the results, or of length 1."""
    cores = [len(spec.shape) for spec in primitive.operands]
    batches = [x.shape[: x.ndim - n] for x, n in zip(arrays, cores, strict=True)]
    batch = jnp.broadcast_shapes(*batches)
    varying = frozenset[str]().union(*map(_varying_axes, arrays))
    aligned: list[Any] = []
    for x, own in zip(arrays, batches, strict=True):
        wanted = batch if math.prod(own) != 1 else (1,) * len(batch)
        if own != wanted:
            x = jnp.broadcast_to(x, (*wanted, *x.shape[len(own) :]))
        if missing := varying - _varying_axes(x):
            x = jax.lax.pcast(x, tuple(missing), to="varying")
        aligned.append(x)
    return _call.bind(*aligned, operation=primitive)


def _varying_axes(x: Any) -> frozenset[str]:
    """The axes of a mesh along which an array varies, in jax.shard_map."""
    return getattr(getattr(jax.typeof(x), "manual_axis_type", None), "varying", frozenset())


@_call.def_impl
def _run(*arrays: Any, operation: Primitive) -> Sequence[Any]:
    if operation.compiled is None:
        operation.compiled = _jitted(operation)
    with jax.disable_jit(False):  # where it is, this would call itself
        return operation.compiled(*arrays)


def _jitted(primitive: Primitive) -> Any:
    def kinetree(*arrays: Any) -> Any:
        return _call.bind(*arrays, operation=primitive)

    kinetree.__qualname__ = primitive.name
    kinetree._apply_primitive = True  # type: ignore[attr-defined] - nothing to look into for a nan
    return jax.jit(kinetree)


@_call.def_abstract_eval
def _shapes(*operands: Any, operation: Primitive) -> Sequence[Any]:
    pairs = zip(operands, operation.operands, strict=True)
    axes = [x.ndim - len(s.shape) for x, s in pairs]
    batch = jnp.broadcast_shapes(*(x.shape[:n] for x, n in zip(operands, axes, strict=True)))
    first, parts = operands[0], mesh_axes(operands, axes)
    results: list[Any] = []
    for spec in operation.results:
        changes: dict[str, Any] = {"shape": (*batch, *spec.shape)}
        if not first.sharding.mesh.empty:
            own = PartitionSpec(*parts, *(None for _ in spec.shape))
            changes["sharding"] = first.sharding.update(spec=own)
        results.append(first.update(**changes))
    return results


def _tangents(
    primals: Sequence[Any], tangents: Sequence[Any], *, operation: Primitive
) -> tuple[Sequence[Any], Sequence[Any]]:
    results = _bind(operation, primals)
    wrt = tuple(k for k, x in enumerate(tangents) if not isinstance(x, ad.Zero))
    given = [tangents[k] for k in wrt]
    if wrt == operation.linear:
        return results, _bind(operation, [*primals[: wrt[0]], *given])
    return results, _bind(operation.pushforward(wrt), [*primals, *given])


def _cotangents(cotangents: Sequence[Any], *operands: Any, operation: Primitive) -> Sequence[Any]:
    first, transposed = operation.linear[0], operation.transpose
    assert transposed is not None
    given = map(ad.instantiate_zeros, cotangents)
    found = _bind(transposed(), [*operands[:first], *given])
    results: list[Any] = [None] * len(operands)
    for k, x in enumerate(found, first):
        if ad.is_undefined_primal(operands[k]):
            results[k] = _summed(x, operands[k].aval.shape)
    return results


def _summed(x: Any, shape: tuple[int, ...]) -> Any:
    """The sum over the axes along which an operand of this shape was repeated."""
    axes = tuple(i for i, (n, own) in enumerate(zip(x.shape, shape, strict=True)) if n != own)
    return x.sum(axes, keepdims=True) if axes else x


def _batched(
    arrays: Sequence[Any], axes: Sequence[Any], *, operation: Primitive
) -> tuple[Sequence[Any], Sequence[int]]:
    moved = [
        jnp.expand_dims(x, 0) if axis is None else jnp.moveaxis(x, axis, 0)
        for x, axis in zip(arrays, axes, strict=True)
    ]
    results = _bind(operation, moved)
    return results, [0] * len(results)


def _lower_on_cpu(context: Any, *operands: Any, operation: Primitive) -> Any:
    kernel = operation.kernel(context.avals_in[0].dtype.name)
    if not xla.supports(kernel):
        return _lower(context, *operands, operation=operation)
    shape = context.avals_out[0].shape
    n: Any = math.prod(shape[: len(shape) - len(operation.results[0].shape)])
    counts = (n,) if isinstance(n, int) else (1, kernel.compiled.lanes)  # n is a symbol
    target = xla.target(kernel, counts, _register)
    return jax.ffi.ffi_lowering(target.name)(context, *operands)


def _register(name: str, address: int) -> None:
    capsule = ctypes.pythonapi.PyCapsule_New
    capsule.restype, capsule.argtypes = ctypes.py_object, [ctypes.c_void_p] * 3
    jax.ffi.register_ffi_target(name, capsule(address, None, None), platform="cpu")


def _through_numpy(*operands: Any, operation: Primitive) -> Any:
    """The results by a callback: on a GPU, and where XLA cannot call a kernel."""
    dtype = operands[0].dtype
    kernel = operation.kernel(dtype.name)

    def compute(*arrays: Any) -> Any:
        found = kernel(*map(np.asarray, arrays))
        found = found if isinstance(found, tuple) else (found,)
        return tuple(np.asarray(x, dtype) for x in found)

    specs = jax.eval_shape(partial(_call.bind, operation=operation), *operands)
    return jax.pure_callback(compute, tuple(specs), *operands)


_lower = mlir.lower_fun(_through_numpy, multiple_results=True)
mlir.register_lowering(_call, _lower)
mlir.register_lowering(_call, _lower_on_cpu, platform="cpu")
ad.primitive_jvps[_call] = _tangents
ad.primitive_transposes[_call] = _cotangents
batching.primitive_batchers[_call] = _batched
register_constants()
