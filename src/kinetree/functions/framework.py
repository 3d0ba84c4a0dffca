"""`Framework`: a library of arrays besides NumPy, and the registry of those that there are.

A library is identified by the top-level module of its arrays' types. `kinetree.backends` registers
JAX, PyTorch, CuPy and Dask; other packages add theirs by `register`, or by an entry point
of the group "kinetree.backends": its name is that module, its object makes the `Framework`.
"""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import Any, ClassVar, Final, Protocol

from numpy.typing import NDArray

from ..compiler.kernel import Kernel
from ..errors import BackendError
from .primitive import Primitive
from .signature import Arguments

FrameworkArray = Any
"""An array of a framework, with `shape` and `dtype`; among several, other values may be NumPy's."""

FLOATS: Final = ("float64", "float32")
"""The names of the dtypes of kernels."""
ON_GPU: Final = "__cuda_array_interface__"
"""The registered name for arrays on a GPU with this interface, or `__dlpack_device__`."""
_CUDA_DEVICE: Final = 2
"""The kind of device in DLPack that is a GPU of NVIDIA."""


class Framework(Protocol):
    """A library of arrays; a subclass implements `call` and `stack`.

    `docs/guide/add-a-backend.md` is a recipe with an example.
    """

    searches: ClassVar[bool] = False
    """Whether `kt.inverse_kinematics` computes on its arrays, and not on those of `concrete`."""

    @abstractmethod
    def call(
        self, primitive: Primitive, arrays: Sequence[FrameworkArray]
    ) -> Sequence[FrameworkArray]:
        """Return the results of a primitive on operands of shapes that fit, with batch axes."""
        ...

    @abstractmethod
    def stack(
        self, values: Sequence[FrameworkArray], shape: Sequence[int], axis: int
    ) -> FrameworkArray:
        """Broadcast values to one shape and stack them along a new axis."""
        ...

    def dtype_of(self, x: FrameworkArray) -> str:
        """The name of an array's dtype, as NumPy writes it; `x.dtype.name`, or `str(x.dtype)`."""
        return getattr(x.dtype, "name", str(x.dtype))

    def concrete(self, x: FrameworkArray) -> NDArray[Any] | None:
        """The values of an array for checks; None where they are traced, or on a device."""
        return None

    def joined_rows(
        self, values: Sequence[FrameworkArray], batch: Sequence[int], beside: FrameworkArray
    ) -> FrameworkArray:
        """Rows (..., n) in one, with these batch axes, of a dtype that fits to `beside`."""
        columns = [x[..., k] for x in values for k in range(x.shape[-1])]
        return self.stack(columns, batch, len(batch))

    def array(self, x: FrameworkArray) -> FrameworkArray:
        """An array whose elements Python's operators compute with."""
        return x

    def call_on_device(
        self, kernel: Kernel, operands: Sequence[FrameworkArray], out: Sequence[FrameworkArray]
    ) -> Sequence[FrameworkArray]:
        """Return the results of a kernel on the GPU of the operands, in `out` where they fit."""
        raise BackendError(
            f"{kernel.name} was compiled for GPUs; its operands are arrays there. For others "
            "compile it without device=."
        )


class NamespaceFramework(Framework):
    """A library with the functions of NumPy, on whose arrays inverse kinematics computes."""

    searches = True

    def converted(self, values: Sequence[FrameworkArray]) -> tuple[Any, list[FrameworkArray]]:
        """The functions of the library, and values as its arrays of one dtype on one device."""
        ...

    def stack(
        self, values: Sequence[FrameworkArray], shape: Sequence[int], axis: int
    ) -> FrameworkArray:
        """Values of this shape, after broadcasting, along a new axis."""
        xp, arrays = self.converted(values)
        return xp.stack([xp.broadcast_to(x, tuple(shape)) for x in arrays], axis=axis)

    def joined_rows(
        self, values: Sequence[FrameworkArray], batch: Sequence[int], beside: FrameworkArray
    ) -> FrameworkArray:
        """Rows in one, with these batch axes, of a dtype that fits to an array beside them."""
        xp, (*rows, _) = self.converted([*values, beside])
        wide = [xp.broadcast_to(x, (*batch, x.shape[-1])) for x in rows]
        return xp.concatenate(wide, axis=-1)


Load = Callable[[], Framework]
_loaders: Final[dict[str, Load]] = {}
"""What gives the framework of a library, by the name of its module."""


def register(module: str, load: Load) -> None:
    """Compute with arrays whose types are defined in a top-level module.

    `load` makes the `Framework` when the first of them is seen.
    """
    _loaders[module] = cache(load)
    _registered.cache_clear()


def framework_of(x: object) -> Framework | None:
    """The framework of an array; None for those of NumPy, and other kinds of values."""
    load, only_on_gpus = _registered(type(x))
    if load is None or not hasattr(x, "shape"):  # a library has other classes, too
        return None
    return None if only_on_gpus and not on_gpu(x) else load()


def on_gpu(x: Any) -> bool:
    """Whether the memory of an array is a GPU's."""
    if hasattr(x, ON_GPU):
        return True
    described = all(hasattr(x, name) for name in ("shape", "dtype", "__dlpack_device__"))
    return described and int(x.__dlpack_device__()[0]) == _CUDA_DEVICE


def framework_of_operands(owner: str, operands: Arguments) -> Framework | None:
    """The framework of a call with these operands; None for NumPy."""
    first: dict[Framework, str] = {}
    for name, x in operands.items():
        if (framework := framework_of(x)) is not None:
            first.setdefault(framework, name)
    if len(first) > 1:
        one, other, *_ = first.values()
        raise BackendError(
            f"{owner}: {one} and {other} are arrays of two frameworks; convert one of them."
        )
    return next(iter(first), None)


def concrete(operands: Arguments) -> dict[str, Any]:
    """The arguments whose values are known; traced ones are left out."""
    known: dict[str, Any] = _Known()
    for name, x in operands.items():
        framework = framework_of(x)
        value = x if framework is None else framework.concrete(x)
        if value is not None or x is None:
            known[name] = value
    return known


class Unknown(Exception):
    """A check needs the value of an operand that a framework traces."""


class _Known(dict[str, Any]):
    """Operands by name, of which some have no values yet."""

    def __missing__(self, name: str) -> Any:
        raise Unknown(name)


@lru_cache(maxsize=256)
def _registered(kind: type[object]) -> tuple[Load | None, bool]:
    """What gives the framework of a type, and whether for arrays on a GPU only."""
    modules = [base.__module__.partition(".")[0] for base in kind.__mro__[:-1]]
    if "numpy" in modules or "kinetree" in modules:
        return None, False
    if hasattr(kind, "shape") and not any(module in _loaders for module in modules):
        for module in _installed().keys() & modules:
            register(module, _installed()[module])
    for module in modules:
        if module in _loaders:
            return _loaders[module], False
    described = hasattr(kind, ON_GPU) or hasattr(kind, "__dlpack_device__")
    return _loaders.get(ON_GPU) if described else None, described


@cache
def _installed() -> dict[str, Load]:
    """Loaders of installed packages that have an entry point."""
    from importlib.metadata import entry_points  # slow to import, and rarely asked

    return {x.name: lambda x=x: x.load()() for x in entry_points(group="kinetree.backends")}
