"""Calls from Python without detours: builtin functions whose bodies are compiled.

`call` runs a kernel and `route` an algorithm, whose kernel it finds in the model's dispatch table.
They take plain contiguous arrays of the kernel's dtype that all have the same batch axes, or none,
and a plain `out=`; they allocate the results, and let go of the interpreter's lock where there is
much to do. All else they hand to a Python function, which takes anything. One body serves all
kernels: what differs is in a table. They are made only where the layout of arrays is known.
"""

import ctypes
import pkgutil
import re
import sys
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final

import numpy as np

from .batch import Spec
from .code import Code
from .layout import DATA, DESCR, DIMS, FLAGS, NDIM, POINTER, TYPE, immortal, numpy_functions

ARRAYS: Final = 24
"""Operands and results together that a builtin takes."""
AXES: Final = 6
"""Axes of an operand or a result, batch axes aside, that a builtin takes."""

_PYTHON: Final = (
    *("PyObject_Vectorcall", "PyObject_GetAttr", "PyErr_Clear"),
    *("PyDict_GetItemWithError", "PyType_GenericAlloc", "Py_IncRef", "Py_DecRef"),
    *("PyTuple_New", "PyTuple_Size", "PyTuple_GetItem", "PyTuple_SetItem", "PyTuple_GetSlice"),
    *("PyEval_SaveThread", "PyEval_RestoreThread", "PyMem_RawMalloc", "PyMem_RawFree"),
    *("PyGILState_Ensure", "PyGILState_Release", "PyErr_NoMemory"),
)
_NUMPY: Final = {"PyArray_Return": 76, "PyArray_New": 93}
"""Where NumPy's table of functions for extensions, which is public, has them."""

_NAME: Final = ctypes.c_char_p(b"kinetree")


class Functions(ctypes.Structure):
    """What the builtins call."""

    _fields_ = tuple((name, ctypes.c_void_p) for name in (*_PYTHON, *_NUMPY))


class Table(ctypes.Structure):
    """All that a builtin needs to know of a kernel."""

    _fields_ = (
        ("functions", ctypes.c_void_p),
        ("ndarray", ctypes.c_void_p),
        ("descr", ctypes.c_void_p),
        ("number", ctypes.c_int64),  # NumPy's for the dtype
        ("out", ctypes.c_void_p),  # the word
        ("given", ctypes.c_int64),  # operands that the caller passes
        ("operands", ctypes.c_int64),  # and with those that are kept
        ("results", ctypes.c_int64),
        ("last", ctypes.c_void_p),  # the operands that are kept
        ("specs", ctypes.c_void_p),  # for each array: axes, bytes, the axes' lengths
        ("pack", ctypes.c_void_p),  # what makes one value of several results
        ("named", ctypes.c_int64),  # whether that is a NamedTuple, which is filled here
        ("tuple", ctypes.c_void_p),  # the type
        ("fallback", ctypes.c_void_p),
        ("one", ctypes.c_void_p),  # the code for one sample; null until it is compiled
        ("many", ctypes.c_void_p),  # the code for lanes
        ("lanes", ctypes.c_int64),
        ("workspace", ctypes.c_int64),  # the bytes that the code for lanes works in
        ("workspace_of_one", ctypes.c_int64),  # and that for one sample, if it needs any
        ("most", ctypes.c_int64),  # samples that are computed here
        ("alone", ctypes.c_int64),  # and where there is only one thread
        ("threads", ctypes.c_void_p),  # where the number of threads is
        ("held", ctypes.c_int64),  # samples that are computed with the interpreter's lock held
    )


class _Route(ctypes.Structure):
    """What `route` needs to know of an algorithm."""

    _fields_ = (
        ("functions", ctypes.c_void_p),
        ("algorithm", ctypes.c_void_p),
        ("dispatch", ctypes.c_void_p),  # the words
        ("out", ctypes.c_void_p),
        ("fallback", ctypes.c_void_p),
        ("str", ctypes.c_void_p),  # the types of statics that it looks up
        ("bool", ctypes.c_void_p),
        ("tuple", ctypes.c_void_p),
    )


class _MethodDef(ctypes.Structure):
    _fields_ = (
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


class _Kept:
    """What a builtin points to; the builtin holds it."""

    def __init__(self, *objects: Any) -> None:
        self.objects = objects


def kernel_table(
    operands: Sequence[Spec], results: Sequence[Spec], dtype: np.dtype[Any], last: Sequence[Any]
) -> "tuple[Table, _Kept] | None":
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
        given=len(operands) - len(last),
        operands=len(operands),
        results=len(results),
        last=ctypes.addressof(kept),
        specs=packed.ctypes.data,
    )
    return table, _Kept(table, kept, packed, tuple(last), dtype)


def caller(table: Table, kept: Any, fallback: Callable[..., Any], pack: Any) -> Any:
    """The builtin that runs a kernel."""
    table.fallback, table.pack = id(fallback), None if pack is None else id(pack)
    table.named = _is_named_tuple(pack)
    return _builtin("call", capsule(table), _Kept(kept, fallback, pack))


def _is_named_tuple(pack: Any) -> bool:
    """Whether it is a class as NamedTuple makes it: a tuple with names and nothing else."""
    bases, fields = getattr(pack, "__bases__", ()), getattr(pack, "_fields", None)
    return bases == (tuple,) and fields is not None and pack.__dictoffset__ == 0


def router(algorithm: Any, fallback: Callable[..., Any]) -> Any:
    """The builtin that runs an algorithm on a model and arrays."""
    route = _Route(
        functions=ctypes.addressof(_functions()),
        algorithm=id(algorithm),
        dispatch=_word("dispatch"),
        out=_word("out"),
        fallback=id(fallback),
        str=id(str),
        bool=id(bool),
        tuple=id(tuple),
    )
    return _builtin("route", capsule(route), _Kept(route, algorithm, fallback))


def _builtin(name: str, self: Any, kept: _Kept) -> Any:
    make = ctypes.pythonapi.PyCMethod_New
    make.restype = ctypes.py_object
    make.argtypes = [ctypes.c_void_p, ctypes.py_object, ctypes.py_object, ctypes.c_void_p]
    return make(ctypes.addressof(_method(name)), self, kept, None)


def capsule(structure: ctypes.Structure) -> Any:
    """What a builtin, or a model's dispatch table, holds of a table that outlives it."""
    make = ctypes.pythonapi.PyCapsule_New
    make.restype = ctypes.py_object
    make.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    return make(ctypes.addressof(structure), _NAME, None)


@lru_cache
def _functions() -> Functions:
    array = numpy_functions("_ARRAY_API")
    python = {
        name: ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p) for name in _PYTHON
    }
    return immortal(Functions(**python, **{name: array[k] for name, k in _NUMPY.items()}))


@lru_cache
def _word(name: str) -> int:
    """The address of a word that Python's own code means by it."""
    return id(immortal(sys.intern(name)))


@lru_cache
def _code() -> Code:
    """The bodies of both builtins."""
    return immortal(Code.compiled(expanded("calls.ll"), "call", "route"))


@lru_cache
def _method(name: str) -> _MethodDef:
    flags = 0x0080 | 0x0002  # METH_FASTCALL | METH_KEYWORDS
    return immortal(_MethodDef(name.encode(), _code().addresses[name], flags, None))


def expanded(name: str) -> str:
    """A file of IR beside this one, each `%x = field T %base, NAME` as an address and a load."""
    text = (pkgutil.get_data("kinetree.machine", name) or b"").decode()
    offsets = {"TYPE": TYPE, "DATA": DATA, "NDIM": NDIM, "DIMS": DIMS, "DESCR": DESCR}
    offsets |= {"FLAGS": FLAGS, "POINTER": POINTER}
    for structure in (Functions, Table, _Route):
        for field in structure._fields_:
            name = f"{structure.__name__.strip('_')}.{field[0]}"
            offsets[name] = getattr(structure, field[0]).offset

    def load(match: re.Match[str]) -> str:
        name, kind, base, field = match.groups()
        offset = offsets[field]
        return (
            f"{name}.at = getelementptr i8, ptr {base}, i64 {offset}\n"
            f"  {name} = load {kind}, ptr {name}.at"
        )

    text = text.replace("[SPEC x", f"[{2 + AXES} x").replace("[ARRAYS x", f"[{ARRAYS} x")
    return re.sub(r"(%[\w.]+) = field (\w+) (%[\w.]+), ([\w.]+)", load, text)
