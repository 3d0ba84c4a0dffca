"""Calls from Python without detours: objects whose call is compiled code (calls.c).

A kernel computes in it, and an algorithm finds its kernel in the model's dispatch table. They take
plain contiguous arrays of the kernel's dtype that all have the same batch axes, or none, and a
plain `out=`. All else they hand to a Python function, which takes anything. One body serves all
kernels: what differs is in a table. They are made only where the layout of arrays is known.
"""

import ctypes
import pkgutil
import sys
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final, TypeVar

import numpy as np

from .array_layout import available, immortal, numpy_functions
from .batch import Spec
from .machine_code import Code

ARRAYS: Final = 24
"""Operands and results together that a call takes, as calls.c has it."""
AXES: Final = 6
"""Axes of an operand or a result, batch axes aside, that it takes."""

_PYTHON: Final = (
    *("PyObject_Vectorcall", "PyObject_GetAttr", "PyDict_GetItemWithError", "PyType_GenericAlloc"),
    *("PyTuple_New", "PyTuple_Size", "PyTuple_GetItem", "PyTuple_SetItem", "PyTuple_GetSlice"),
    *("Py_IncRef", "Py_DecRef", "PyErr_Clear", "PyEval_SaveThread", "PyEval_RestoreThread"),
    *("PyMem_RawMalloc", "PyMem_RawFree"),
)
_NUMPY: Final = {"PyArray_Return": 76, "PyArray_New": 93}
"""Where NumPy's table of functions for extensions, which is public, has them."""

_T = TypeVar("_T")


class Functions(ctypes.Structure):
    """What calls.c calls."""

    _fields_ = tuple((name, ctypes.c_void_p) for name in (*_PYTHON, *_NUMPY))


class Table(ctypes.Structure):
    """All that is needed to know of a kernel; calls.c says what each field is."""

    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("functions", "ndarray", "tuple", "real")),
        *((name, ctypes.c_void_p) for name in ("descr", "out")),
        *((name, ctypes.c_int64) for name in ("number", "given", "operands", "results")),
        *((name, ctypes.c_void_p) for name in ("last", "specs", "pack")),
        ("named", ctypes.c_int64),
        *((name, ctypes.c_void_p) for name in ("fallback", "one", "many")),
        ("lanes", ctypes.c_int64),
        *((name, ctypes.c_int64) for name in ("workspace_of_one", "workspace", "most", "alone")),
        ("threads", ctypes.c_void_p),
        ("held", ctypes.c_int64),
    )


_ROUTE: Final = (
    *("functions", "algorithm", "dispatch", "out", "check", "fallback"),
    *("kernel", "string", "boolean", "tuple"),
)


class _Route(ctypes.Structure):
    """All that is needed to know of an algorithm."""

    _fields_ = tuple((name, ctypes.c_void_p) for name in _ROUTE)


class _Member(ctypes.Structure):
    _fields_ = (
        ("name", ctypes.c_char_p),
        ("type", ctypes.c_int),
        ("offset", ctypes.c_ssize_t),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


class _Slot(ctypes.Structure):
    _fields_ = (("slot", ctypes.c_int), ("value", ctypes.c_void_p))


class _Type(ctypes.Structure):
    _fields_ = (
        ("name", ctypes.c_char_p),
        ("basicsize", ctypes.c_int),
        ("itemsize", ctypes.c_int),
        ("flags", ctypes.c_uint),
        ("slots", ctypes.c_void_p),
    )


_FUNCTION: Final = object.__basicsize__
"""Where an object that is called has its function; what that is to know comes next."""
_MEMBERS, _READ_ONLY, _SSIZE = 72, 1, 19
_DEFAULT, _BASE, _VECTORCALL = 1 << 18, 1 << 10, 1 << 11


def _type(name: str, base: type, size: int, flags: int, *members: _Member) -> type:
    """A class made through Python's public interface for C."""
    listed = immortal((_Member * (len(members) + 1))(*members))
    slots = (_Slot * 2)(_Slot(_MEMBERS, ctypes.addressof(listed)))
    given = immortal(ctypes.create_string_buffer(name.encode()))
    spec = _Type(
        ctypes.addressof(given), size, 0, flags | _DEFAULT | _BASE, ctypes.addressof(slots)
    )
    make = ctypes.pythonapi.PyType_FromSpecWithBases
    make.restype, make.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.py_object]
    return make(ctypes.addressof(spec), (base,))


class _InPython:
    """Objects that are called in Python."""

    __slots__ = ()


Called: Any = (
    _type("kinetree.compiler.vectorcall.Called", object, _FUNCTION + 16, 0)
    if available()
    else _InPython
)
"""The base of classes whose objects may be called in compiled code: two pointers."""


def called(cls: type[_T]) -> type[_T]:
    """The class below `Called` with calls in compiled code where an object has it.

    An object that has none yet is called by its `__call__`. Neither way makes a dictionary of
    keywords, which Python 3.11 spares only classes that are made like this.
    """
    if not available():
        return cls
    function = _Member(b"__vectorcalloffset__", _SSIZE, _FUNCTION, _READ_ONLY)
    name = f"{cls.__module__}.{cls.__qualname__}"
    made: Any = _type(name, cls, cls.__basicsize__, _VECTORCALL, function)
    made.__doc__ = cls.__doc__
    return made


def kernel_table(
    operands: Sequence[Spec], results: Sequence[Spec], dtype: np.dtype[Any], last: Sequence[Any]
) -> tuple[Table, Any] | None:
    """The table of a kernel without its code, and what it points to; None for too many arrays."""
    specs = [*operands, *results]
    if len(specs) > ARRAYS or any(len(s.shape) > AXES for s in specs):
        return None
    rows = [
        [len(s.shape), int(np.prod(s.shape)) * dtype.itemsize, *s.shape, *[0] * AXES][: 2 + AXES]
        for s in specs
    ]
    packed = np.array(rows, np.int64).reshape(-1, 2 + AXES)
    kept = (ctypes.c_void_p * len(last))(*map(id, last))
    table = Table(
        functions=ctypes.addressof(_functions()),
        ndarray=id(np.ndarray),
        descr=id(dtype),
        number=dtype.num,
        out=_word("out"),
        tuple=id(tuple),
        real=id(float) if dtype == np.float64 else None,
        given=len(operands) - len(last),
        operands=len(operands),
        results=len(results),
        last=ctypes.addressof(kept),
        specs=packed.ctypes.data,
    )
    return table, (kept, packed, tuple(last), dtype)


def call_kernel(
    kernel: Any, table: Table, kept: Any, fallback: Callable[..., Any], pack: Any
) -> None:
    """Let calls of the object run a kernel."""
    table.fallback, table.pack = id(fallback), None if pack is None else id(pack)
    table.named = _is_named_tuple(pack)
    _call(kernel, "call_kernel", table, kept, fallback, pack)


def _is_named_tuple(pack: Any) -> bool:
    """Whether it is a class as NamedTuple makes it: a tuple with names and nothing else."""
    bases, fields = getattr(pack, "__bases__", ()), getattr(pack, "_fields", None)
    return bases == (tuple,) and fields is not None and pack.__dictoffset__ == 0


def call_algorithm(
    algorithm: Any, check: Callable[..., Any] | None, fallback: Callable[..., Any], kernel: type
) -> None:
    """Let calls of the object run the `kernel` that it finds in the dispatch table of a model."""
    route = _Route(
        functions=ctypes.addressof(_functions()),
        algorithm=id(algorithm),
        dispatch=_word("dispatch"),
        out=_word("out"),
        check=None if check is None else id(check),
        fallback=id(fallback),
        kernel=id(kernel),
        string=id(str),
        boolean=id(bool),
        tuple=id(tuple),
    )
    _call(algorithm, "call_algorithm", route, check, fallback)


def _call(x: Any, name: str, about: ctypes.Structure, *kept: Any) -> None:
    """Write into an object which function its calls run, and what that is to know."""
    x.called_with = about, *kept
    fields = (ctypes.c_void_p * 2).from_address(id(x) + _FUNCTION)
    fields[:] = _code().addresses[name], ctypes.addressof(about)


@lru_cache
def _functions() -> Functions:
    array = numpy_functions("_ARRAY_API")
    python = {
        name: ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p) for name in _PYTHON
    }
    return immortal(Functions(**python, **{name: array[k] for name, k in _NUMPY.items()}))


@lru_cache
def _word(name: str) -> int:
    """The address of a string that Python's own code means by it."""
    return id(immortal(sys.intern(name)))


@lru_cache
def _code() -> Code:
    """The bodies of both calls."""
    text = (pkgutil.get_data("kinetree.compiler", "calls.ll") or b"").decode()
    return immortal(Code.compiled(text, "call_kernel", "call_algorithm"))
