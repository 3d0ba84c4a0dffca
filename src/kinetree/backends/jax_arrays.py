"""JAX: every call of an algorithm on JAX arrays is one primitive of JAX's, with all its rules."""

import ctypes
import math
from collections.abc import Sequence
from functools import cache, partial
from typing import Any

import jax
import jax.core
import jax.numpy as jnp
import numpy as np
from jax.extend.core import Primitive as JaxPrimitive
from jax.interpreters import ad, batching, mlir
from jax.sharding import PartitionSpec

from ..compiler import xla
from ..compiler.compilation import CompiledProgram
from ..compiler.kernel import Kernel
from ..errors import BackendError
from ..functions.framework import FrameworkArray, NamespaceFramework
from ..functions.primitive import Primitive
from . import register_constants

_call = JaxPrimitive("kinetree")
_call.multiple_results = True


class JAX(NamespaceFramework):
    """Arrays of JAX, traced ones included."""

    def call(
        self, primitive: Primitive, arrays: Sequence[FrameworkArray]
    ) -> Sequence[FrameworkArray]:
        """The results of a primitive, of a batch."""
        return _bind(primitive, self.converted(arrays)[1])

    def call_on_device(
        self, kernel: Kernel, operands: Sequence[FrameworkArray], out: Sequence[FrameworkArray] = ()
    ) -> Sequence[FrameworkArray]:
        """The results of a kernel for arrays on a GPU, which are always new ones."""
        del out
        for spec, x in zip(kernel.operands, operands, strict=True):
            there = hasattr(x, "devices") and not isinstance(x, jax.core.Tracer)
            places = x.devices() if there else ()
            if any(place.platform != "gpu" for place in places):
                raise BackendError(
                    f"{kernel.name} was compiled for GPUs; {spec.name} is on {next(iter(places))}. "
                    "Move it there by jax.device_put, or compile without device=."
                )
        if jax.dtypes.canonicalize_dtype(kernel.dtype) != kernel.dtype:
            raise BackendError(
                f"{kernel.name} was compiled for {kernel.dtype}, which JAX makes float32: "
                'jax.config.update("jax_enable_x64", True), or compile it with dtype="float32".'
            )
        arrays = [jnp.asarray(x, kernel.dtype) for x in (*operands, *kernel.bound)]
        return _bind(_operation(kernel.compiled), arrays)

    def converted(self, values: Sequence[FrameworkArray]) -> tuple[Any, list[FrameworkArray]]:
        """JAX's functions, and values of the dtype of its own arrays; booleans are numbers."""
        own = [x for x in values if hasattr(x, "aval") and x.dtype != bool]
        dtype = jnp.result_type(*(own or [float]))
        return jnp, [jnp.asarray(x, dtype) for x in values]

    def concrete(self, x: FrameworkArray) -> Any:
        """The values of an array; None while it is traced, and on another device."""
        if isinstance(x, jax.core.Tracer) or any(d.platform != "cpu" for d in x.devices()):
            return None
        return np.asarray(x)


@cache
def _operation(compiled: CompiledProgram) -> Primitive:
    """A kernel as a primitive without derivatives, one for all calls."""
    program = compiled.program

    def make_trace() -> Any:
        raise BackendError(
            f"{compiled.name}: kernels have no derivatives; call the algorithm itself, as in "
            "kt.rnea(model, q, v, a)."
        )

    def make_kernel(dtype: str) -> Kernel:
        assert dtype == program.dtype, "the code would read beyond the arrays"
        return Kernel(compiled, None)

    return Primitive(compiled.name, make_trace, (program.operands, program.results), make_kernel)


def _bind(primitive: Primitive, arrays: Sequence[FrameworkArray]) -> Sequence[FrameworkArray]:
    """The results of arrays, whose batch axes are made those of the results, or of length 1."""
    pairs = zip(arrays, primitive.operands, strict=True)
    batches = [x.shape[: x.ndim - len(s.shape)] for x, s in pairs]
    batch = jnp.broadcast_shapes(*batches)
    varying = frozenset[str]().union(*map(_varying_axes, arrays))
    aligned: list[FrameworkArray] = []
    for x, own in zip(arrays, batches, strict=True):
        wanted = batch if math.prod(own) != 1 else (1,) * len(batch)
        if own != wanted:
            x = jnp.broadcast_to(x, (*wanted, *x.shape[len(own) :]))
        if missing := varying - _varying_axes(x):
            x = jax.lax.pcast(x, tuple(missing), to="varying")
        aligned.append(x)
    return _call.bind(*aligned, operation=primitive)


def _varying_axes(x: FrameworkArray) -> frozenset[str]:
    """The axes of a mesh along which an array varies, in jax.shard_map."""
    return getattr(getattr(jax.typeof(x), "manual_axis_type", None), "varying", frozenset())


@_call.def_impl
def _run(*arrays: FrameworkArray, operation: Primitive) -> Sequence[FrameworkArray]:
    if operation.jax_program is None:
        operation.jax_program = _jitted(operation)
    with jax.disable_jit(False):  # where it is, this would call itself
        return operation.jax_program(*arrays)


def _jitted(primitive: Primitive) -> Any:
    def kinetree(*arrays: FrameworkArray) -> Any:
        return _call.bind(*arrays, operation=primitive)

    kinetree.__qualname__ = primitive.name
    kinetree._apply_primitive = True  # type: ignore[attr-defined] - nothing to look into for a nan
    return jax.jit(kinetree)


@_call.def_abstract_eval
def _shapes(*operands: FrameworkArray, operation: Primitive) -> Sequence[FrameworkArray]:
    axes = [x.ndim - len(s.shape) for x, s in zip(operands, operation.operands, strict=True)]
    batch = jnp.broadcast_shapes(*(x.shape[:n] for x, n in zip(operands, axes, strict=True)))
    first, parts = operands[0], _mesh_axes(operands, axes)
    results: list[FrameworkArray] = []
    for spec in operation.results:
        changes: dict[str, Any] = {"shape": (*batch, *spec.shape)}
        if not first.sharding.mesh.empty:
            own = PartitionSpec(*parts, *(None for _ in spec.shape))
            changes["sharding"] = first.sharding.update(spec=own)
        results.append(first.update(**changes))
    return results


def _mesh_axes(operands: Sequence[FrameworkArray], axes: Sequence[int]) -> list[object]:
    """The axes of an explicit mesh of JAX along which batch axes are divided among devices."""
    parts: list[object] = [None] * max(axes, default=0)
    for x, n in zip(operands, axes, strict=True):
        for k, part in enumerate(x.sharding.spec[:n]):
            if part is not None and parts[k] not in (None, part):
                raise BackendError(
                    f"a batch axis is divided along {parts[k]!r} of a mesh in one operand and "
                    f"along {part!r} in another; jax.reshard one of them."
                )
            parts[k] = parts[k] or part
    return parts


def _tangents(
    primals: Sequence[FrameworkArray], tangents: Sequence[FrameworkArray], *, operation: Primitive
) -> tuple[Sequence[FrameworkArray], Sequence[FrameworkArray]]:
    results = _bind(operation, primals)
    wrt = tuple(k for k, x in enumerate(tangents) if not isinstance(x, ad.Zero))
    along = [tangents[k] for k in wrt]
    if wrt == operation.linear:
        return results, _bind(operation, [*primals[: wrt[0]], *along])
    return results, _bind(operation.pushforward(wrt), [*primals, *along])


def _cotangents(
    cotangents: Sequence[FrameworkArray], *operands: FrameworkArray, operation: Primitive
) -> Sequence[FrameworkArray]:
    first, transposed = operation.linear[0], operation.transpose
    assert transposed is not None
    dense = map(ad.instantiate_zeros, cotangents)
    results: list[FrameworkArray] = [None] * len(operands)
    for k, x in enumerate(_bind(transposed(), [*operands[:first], *dense]), first):
        if ad.is_undefined_primal(operands[k]):
            own = operands[k].aval.shape  # without the axes along which it was repeated
            axes = tuple(i for i, n in enumerate(x.shape) if n != own[i])
            results[k] = x.sum(axes, keepdims=True) if axes else x
    return results


def _batched(
    arrays: Sequence[FrameworkArray], axes: Sequence[FrameworkArray], *, operation: Primitive
) -> tuple[Sequence[FrameworkArray], Sequence[int]]:
    pairs = zip(arrays, axes, strict=True)
    moved = [x[None] if axis is None else jnp.moveaxis(x, axis, 0) for x, axis in pairs]
    results = _bind(operation, moved)
    return results, [0] * len(results)


def _lowered(
    context: Any, *operands: FrameworkArray, operation: Primitive, on_gpu: bool = False
) -> Any:
    """The call of a kernel in a program of XLA."""
    kernel = operation.kernel(context.avals_in[0].dtype.name)
    if not xla.supports(kernel):
        return _lower(context, *operands, operation=operation)
    shape = context.avals_out[0].shape
    n: Any = math.prod(shape[: len(shape) - len(operation.results[0].shape)])
    known = isinstance(n, int)  # else it is a symbol
    if not on_gpu:
        counts = (n,) if known else (1, kernel.compiled.lanes)
        target = xla.target(kernel, counts, partial(_register, "cpu"))
        return jax.ffi.ffi_lowering(target.name)(context, *operands)
    devices = [x.local_hardware_id for x in jax.local_devices(backend="cuda")]
    target = xla.device_target(kernel, devices, partial(_register, "CUDA"))
    workspace = jax.core.ShapedArray((target.workspace(n if known else None),), jnp.uint8)
    longer = context.replace(avals_out=[*context.avals_out, workspace])
    return jax.ffi.ffi_lowering(target.name)(longer, *operands)[:-1]


def _register(platform: str, name: str, address: int) -> None:
    capsule = ctypes.pythonapi.PyCapsule_New
    capsule.restype, capsule.argtypes = ctypes.py_object, [ctypes.c_void_p] * 3
    jax.ffi.register_ffi_target(name, capsule(address, None, None), platform=platform)


def _through_numpy(*operands: FrameworkArray, operation: Primitive) -> Any:
    """The results by a callback: where XLA cannot call a kernel."""
    kernel = operation.kernel(operands[0].dtype.name)

    def compute(*arrays: FrameworkArray) -> Any:
        results = kernel(*map(np.asarray, arrays))
        return tuple(np.asarray(x, kernel.dtype) for x in (results if kernel.pack else [results]))

    specs = jax.eval_shape(partial(_call.bind, operation=operation), *operands)
    return jax.pure_callback(compute, tuple(specs), *operands)


_lower = mlir.lower_fun(_through_numpy, multiple_results=True)
mlir.register_lowering(_call, _lower)
mlir.register_lowering(_call, _lowered, platform="cpu")
mlir.register_lowering(_call, partial(_lowered, on_gpu=True), platform="cuda")
ad.primitive_jvps[_call] = _tangents
ad.primitive_transposes[_call] = _cotangents
batching.primitive_batchers[_call] = _batched
register_constants()
