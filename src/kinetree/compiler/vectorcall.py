"""Objects whose vectorcall function is compiled code (calls.c): kernels, algorithms, functions.

The call of a kernel computes its results; that of an algorithm runs the kernel that the model's
call table has for it, that of a function the one of its own table (functions/calls.py). They take
real numbers, as arrays that have the same batch axes or none, in lists or alone, and a plain
`out=`. Other calls are passed to a Python function, which takes anything. All kernels share one
function, which reads a structure for each. Only where the layout of arrays is known are calls
compiled.
"""

import ctypes
import pkgutil
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, TypeVar

import numpy as np

from .array_layout import available, immortal, numpy_functions
from .batch import Spec
from .call_structures import NUMPY, PYTHON, TYPES, FunctionData, Functions, KernelData, Types
from .machine_code import MachineCode

MAX_ARRAYS: Final = 24
"""Most operands and results together that a compiled call takes, as in calls.c."""
MAX_CORE_AXES: Final = 6
"""Most axes of an operand or a result, without batch axes, that it takes, as in calls.c."""

_T = TypeVar("_T")


class _MemberDef(ctypes.Structure):
    _fields_ = (
        ("name", ctypes.c_char_p),
        ("type", ctypes.c_int),
        ("offset", ctypes.c_ssize_t),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


class _TypeSlot(ctypes.Structure):
    _fields_ = (("slot", ctypes.c_int), ("value", ctypes.c_void_p))


class _TypeSpec(ctypes.Structure):
    _fields_ = (
        ("name", ctypes.c_char_p),
        ("basicsize", ctypes.c_int),
        ("itemsize", ctypes.c_int),
        ("flags", ctypes.c_uint),
        ("slots", ctypes.c_void_p),
    )


_FUNCTION_OFFSET: Final = object.__basicsize__
"""Offset of an object's vectorcall function; a pointer to its data comes next."""
_MEMBERS, _READ_ONLY, _SSIZE = 72, 1, 19
_DEFAULT, _BASE, _VECTORCALL = 1 << 18, 1 << 10, 1 << 11


def _make_type(name: str, base: type, size: int, flags: int, *members: _MemberDef) -> type:
    """A class made by Python's public C API."""
    definitions = immortal((_MemberDef * (len(members) + 1))(*members))
    slots = (_TypeSlot * 2)(_TypeSlot(_MEMBERS, ctypes.addressof(definitions)))
    text = immortal(ctypes.create_string_buffer(name.encode()))
    spec = _TypeSpec(
        ctypes.addressof(text), size, 0, flags | _DEFAULT | _BASE, ctypes.addressof(slots)
    )
    make = ctypes.pythonapi.PyType_FromSpecWithBases
    make.restype, make.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.py_object]
    return make(ctypes.addressof(spec), (base,))


class _PythonBase:
    """Objects that are called in Python."""

    __slots__ = ()


VectorcallBase: Any = (
    _make_type("kinetree.compiler.vectorcall.VectorcallBase", object, _FUNCTION_OFFSET + 16, 0)
    if available()
    else _PythonBase
)
"""The base of classes whose objects may have a vectorcall function: it and a pointer to data."""


def with_vectorcall(cls: type[_T]) -> type[_T]:
    """The subclass of `VectorcallBase` with compiled calls of the objects that have a function.

    Other objects are called by `__call__`. In neither case is a dictionary of keywords made, which
    Python 3.11 avoids only for classes that are made in this way.
    """
    if not available():
        return cls
    function = _MemberDef(b"__vectorcalloffset__", _SSIZE, _FUNCTION_OFFSET, _READ_ONLY)
    name = f"{cls.__module__}.{cls.__qualname__}"
    made: Any = _make_type(name, cls, cls.__basicsize__, _VECTORCALL, function)
    made.__doc__ = cls.__doc__
    return made


def kernel_data(
    operands: Sequence[Spec], results: Sequence[Spec], dtype: np.dtype[Any], bound: Sequence[Any]
) -> tuple[KernelData, Any] | None:
    """The data of a kernel without its code, and what they refer to; None for too many arrays."""
    specs = [*operands, *results]
    if len(specs) > MAX_ARRAYS or any(len(s.shape) > MAX_CORE_AXES for s in specs):
        return None
    rows = np.zeros((len(specs), 2 + MAX_CORE_AXES), np.int64)
    for row, s in zip(rows, specs, strict=True):
        row[:2] = len(s.shape), int(np.prod(s.shape)) * dtype.itemsize
        row[2 : 2 + len(s.shape)] = s.shape
    addresses = (ctypes.c_void_p * len(bound))(*map(id, bound))
    data = KernelData(
        functions=ctypes.addressof(_functions()),
        types=ctypes.addressof(_types()),
        dtype=id(dtype),
        type_number=dtype.num,
        out=_interned("out"),
        real=id(float) if dtype == np.float64 else None,
        passed=len(operands) - len(bound),
        operands=len(operands),
        results=len(results),
        bound=ctypes.addressof(addresses),
        specs=rows.ctypes.data,
    )
    return data, (addresses, rows, tuple(bound), dtype)


def set_kernel_call(
    kernel: Any, data: KernelData, alive: Any, fallback: Callable[..., Any], pack: Any
) -> None:
    """Let calls of the object run a kernel, and keep alive what the data refer to."""
    data.fallback, data.pack = id(fallback), None if pack is None else id(pack)
    data.is_namedtuple = _is_named_tuple(pack)
    _set_call(kernel, "call_kernel", data, alive, fallback, pack)


def _is_named_tuple(pack: Any) -> bool:
    """Whether this is a class that NamedTuple made: a tuple with names and nothing else."""
    bases, fields = getattr(pack, "__bases__", ()), getattr(pack, "_fields", None)
    return bases == (tuple,) and fields is not None and pack.__dictoffset__ == 0


@dataclass(frozen=True)
class CallLayout:
    """How compiled calls of a function assign arguments and find kernels; see calls.c."""

    table: dict[Any, Any] | None
    """The call table; None for that of the model, the first argument."""
    positional: int
    """Operands that may be given by position."""
    required: int
    statics: int
    frames: int
    """The static that names the frames of operands that are given by frame; -1 if there is none."""
    free_axes: Sequence[tuple[int, int]]
    """Axes whose lengths are part of keys: an operand, and the axis from the end."""
    boolean: Sequence[bool]
    core_axes: Sequence[int]
    layouts: dict[tuple[str, ...], bytes]
    make_layout: Callable[[tuple[str, ...]], bytes]
    """The codes of keywords: an operand; STATIC + a static; OUT; MODEL for any other."""
    unset: object
    constant: Callable[[Any], Any]
    check: Callable[..., None] | None
    checks: tuple[Callable[[str, Any], None] | None, ...] | None


STATIC, MODEL, OUT = 64, 126, 127


def set_function_call(
    function: Any, name: str, layout: CallLayout, fallback: Callable[..., Any], kernel: type
) -> None:
    """Let calls of the object run the `kernel` that a call table has for them."""
    latest, out_names = [None] * 3, ("out",)
    rows = [np.array(x, np.int64) for x in (layout.free_axes, layout.boolean, layout.core_axes)]
    dtypes = np.dtype(np.float32), np.dtype(np.float64)
    called = layout.make_layout, layout.constant, layout.check, layout.checks, fallback
    data = FunctionData(
        functions=ctypes.addressof(_functions()),
        types=ctypes.addressof(_types()),
        function=id(function),
        table=_address(layout.table),
        dispatch=_interned("dispatch"),
        out_names=id(out_names),
        layouts=id(layout.layouts),
        make_layout=id(layout.make_layout),
        latest=id(latest),
        unset=id(layout.unset),
        constant=id(layout.constant),
        single_name=_interned("float32"),
        double_name=_interned("float64"),
        single=id(dtypes[0]),
        real=id(dtypes[1]),
        check=_address(layout.check),
        checks=_address(layout.checks),
        name=id(name),
        fallback=id(fallback),
        kernel=id(kernel),
        positional=layout.positional,
        required=layout.required,
        statics=layout.statics,
        axes=len(layout.free_axes),
        frames=layout.frames,
        free_axes=rows[0].ctypes.data,
        boolean=rows[1].ctypes.data,
        core_axes=rows[2].ctypes.data,
        latest_present=-1,
    )
    _set_call(
        function, "call_function", data, latest, out_names, rows, dtypes, layout, *called, name
    )


def _address(x: object) -> int | None:
    """The address of an object; None for None."""
    return None if x is None else id(x)


def _set_call(x: Any, name: str, data: ctypes.Structure, *alive: Any) -> None:
    """Write the vectorcall function and the pointer to its data into an object."""
    x._vectorcall_data = data, *alive
    fields = (ctypes.c_void_p * 2).from_address(id(x) + _FUNCTION_OFFSET)
    fields[:] = _code().addresses[name], ctypes.addressof(data)


@lru_cache
def _functions() -> Functions:
    array = numpy_functions("_ARRAY_API")
    python = {
        name: ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p) for name in PYTHON
    }
    return immortal(Functions(**python, **{name: array[k] for name, k in NUMPY.items()}))


@lru_cache
def _types() -> Types:
    return immortal(Types(**{name: id(kind) for name, kind in TYPES.items()}))


@lru_cache
def _interned(name: str) -> int:
    """The address of an interned string."""
    return id(immortal(sys.intern(name)))


@lru_cache
def _code() -> MachineCode:
    """Both vectorcall functions."""
    text = (pkgutil.get_data("kinetree.compiler", "calls.ll") or b"").decode()
    return immortal(MachineCode.from_ir(text, "call_kernel", "call_function"))
