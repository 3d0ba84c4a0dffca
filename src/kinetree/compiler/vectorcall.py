"""Objects whose vectorcall function is compiled code (calls.c): kernels, algorithms, functions.

The call of a kernel computes its results; that of an algorithm runs the kernel that the model's
call table has for it, that of a function the one of its own (functions/call_table.py). They take
real numbers, as arrays that have the same batch axes or none, in lists or alone, and a plain
`out=`. Other calls are passed to a Python function, which takes anything. All kernels share one
function, which reads a structure for each. Only where the layout of arrays is known are calls
compiled.
"""

import ctypes
import gc
import math
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, TypeVar
from weakref import WeakSet

import numpy as np

from . import threads
from .array_layout import available, immortal, numpy_functions
from .compilation import CompiledProgram, compile_lock
from .machine_code import c_constant, c_functions, c_structure
from .result_memory import SMALLEST

MAX_ARRAYS: Final = c_constant("calls", "MAX_ARRAYS")
"""Most operands and results together that a compiled call takes."""
MAX_CORE_AXES: Final = c_constant("calls", "MAX_CORE_AXES")
"""Most axes of an operand or a result, without batch axes, that it takes."""
_CODES: Final = ("STATIC", "GROUP", "OTHER", "OUT", "MAX_PARTS")
STATIC, GROUP, OTHER, OUT, MAX_PARTS = (c_constant("calls", name) for name in _CODES)
"""Codes of keywords of a call, and the most fields of a group of operands."""
NUMPY: Final = {"PyArray_FromAny": 69, "PyArray_Return": 76, "PyArray_New": 93}
"""Indices in the function table of NumPy's C API, which is public."""

_T = TypeVar("_T")
_FUNCTION_OFFSET: Final = object.__basicsize__
"""Offset of an object's vectorcall function; a pointer to its data comes next."""
_MEMBER: Final = np.dtype("P, i4, i8, i4, P", align=True)
"""PyMemberDef: name, type, offset, flags, documentation."""
_SLOT: Final = np.dtype("i4, P", align=True)
"""PyType_Slot: its number and value."""
_TYPE: Final = np.dtype("P, i4, i4, u4, P", align=True)
"""PyType_Spec: name, size of objects and of elements, flags, slots."""
_OFFSET_NAME: Final = b"__vectorcalloffset__"
_MEMBERS, _READ_ONLY, _SSIZE = 72, 1, 19
_DEFAULT, _BASE, _VECTORCALL = 1 << 18, 1 << 10, 1 << 11


def _make_type(name: str, base: type, size: int, vectorcall: bool) -> type:
    """A class made by Python's public C API."""
    texts = immortal([ctypes.create_string_buffer(x) for x in (name.encode(), _OFFSET_NAME)])
    title, offset_name = map(ctypes.addressof, texts)
    members = [(offset_name, _SSIZE, _FUNCTION_OFFSET, _READ_ONLY, 0)] * vectorcall
    definitions = immortal(np.array([*members, (0,) * 5], _MEMBER))
    slots = np.array([(_MEMBERS, definitions.ctypes.data), (0, 0)], _SLOT)
    flags = _DEFAULT | _BASE | _VECTORCALL * vectorcall
    spec = np.array((title, size, 0, flags, slots.ctypes.data), _TYPE)
    make = ctypes.pythonapi.PyType_FromSpecWithBases
    make.restype, make.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.py_object]
    return make(spec.ctypes.data, (base,))


VectorcallBase: Any = (
    _make_type("kinetree.compiler.vectorcall.VectorcallBase", object, _FUNCTION_OFFSET + 16, False)
    if available()
    else object
)
"""The base of classes whose objects may have a vectorcall function: it and a pointer to data."""


def with_vectorcall(cls: type[_T]) -> type[_T]:
    """The subclass of `VectorcallBase` with compiled calls of the objects that have a function.

    Other objects are called by `__call__`. In neither case is a dictionary of keywords made, which
    Python 3.11 avoids only for classes that are made in this way.
    """
    if not available():
        return cls
    compiled: Any = _make_type(f"{cls.__module__}.{cls.__qualname__}", cls, cls.__basicsize__, True)
    compiled.__doc__ = cls.__doc__
    return compiled


def set_kernel_call(
    kernel: Any,
    compiled: CompiledProgram,
    bound: Sequence[Any],
    fallback: Callable[..., Any],
    pack: Any,
) -> None:
    """Let calls of the object run a kernel, unless it has too many arrays."""
    program, dtype = compiled.program, compiled.dtype
    specs = [*program.operands, *program.results]
    few = len(specs) <= MAX_ARRAYS and all(len(s.shape) <= MAX_CORE_AXES for s in specs)
    if not few or not available():
        return
    rows = np.zeros((len(specs), 2 + MAX_CORE_AXES), np.int64)
    for row, s in zip(rows, specs, strict=True):
        row[:2] = len(s.shape), math.prod(s.shape) * dtype.itemsize
        row[2 : 2 + len(s.shape)] = s.shape
    largest = max(rows[len(program.operands) :, 1], default=0)
    data = c_structure(
        "calls",
        "kernel_data",
        functions=_functions(),
        types=_types(),
        real=float if dtype == np.float64 else None,
        dtype=dtype,
        out=sys.intern("out"),
        type_number=dtype.num,
        passed=len(program.operands) - len(bound),
        operands=len(program.operands),
        results=len(program.results),
        bound=np.array([id(x) for x in bound], np.int64),
        specs=rows,
        lanes=compiled.lanes,
        most_samples=max(1, threads.PARALLEL_OPERATIONS // compiled.cost),
        most_on_one_thread=max(1, threads.PART_OPERATIONS // compiled.cost),
        thread_count=ctypes.addressof(threads.thread_count),
        most_with_lock=threads.PARALLEL_OPERATIONS // 10 // compiled.cost,
        most_new=(SMALLEST - 1) // max(1, int(largest)),
        fallback=fallback,
        pack=pack,
        is_namedtuple=_is_named_tuple(pack),
    )
    compiled.write_code_to(data)
    _set_call(kernel, "call_kernel", data)


def _is_named_tuple(pack: Any) -> bool:
    bases, fields = getattr(pack, "__bases__", ()), getattr(pack, "_fields", None)
    return bases == (tuple,) and fields is not None and pack.__dictoffset__ == 0


def set_function_call(x: Any, **values: Any) -> None:
    """Let calls of an object run the kernels that its call table has for them; see calls.c."""
    with compile_lock:
        if not available() or hasattr(x, "_vectorcall_data"):
            return
        arrays = ("free_axes", "boolean", "core_axes", "by_contact")
        arrays += ("positions", "group_types", "group_codes")
        rows = {field: np.array(values[field], np.int64) for field in arrays}
        data = c_structure(
            "calls",
            "function_data",
            **values | rows,
            functions=_functions(),
            types=_types(),
            call_table=sys.intern("call_table"),
            out_names=(sys.intern("out"),),
            latest=[(None,) * 3],
            errors=(TypeError, ValueError, AttributeError),
            single_name="float32",
            double_name="float64",
            single=np.dtype(np.float32),
            real=np.dtype(np.float64),
            axes=len(values["free_axes"]),
        )
        _set_call(x, "call_function", data)
        _called.add(x)


_called: Final = WeakSet[Any]()


def set_definition(x: Any, definition: object) -> None:
    """Let compiled calls of an object look for kernels of a definition, not for the latest one."""
    if hasattr(x, "_vectorcall_data"):
        x._vectorcall_data.function = id(definition)
        x._vectorcall_data.values["latest"][0] = (None,) * 3


def _forget(phase: str, info: Mapping[str, int]) -> None:
    """Let go of the robots of the latest calls before a whole garbage collection."""
    for x in [*_called] if phase == "start" and info["generation"] == 2 else ():
        set_definition(x, x.definition)


gc.callbacks.append(_forget)


def _set_call(x: Any, name: str, data: Any) -> None:
    """Write the vectorcall function and the pointer to its data into an object."""
    x._vectorcall_data = data
    fields = (ctypes.c_void_p * 2).from_address(id(x) + _FUNCTION_OFFSET)
    fields[:] = c_functions("calls")[name], ctypes.addressof(data)


@lru_cache
def _functions() -> Any:
    table = c_structure("calls", "functions")
    array = numpy_functions("_ARRAY_API")
    for name, _ in table._fields_:
        index = NUMPY.get(name)
        function = getattr(ctypes.pythonapi, name) if index is None else array[index]
        setattr(table, name, ctypes.cast(function, ctypes.c_void_p).value)
    return immortal(table)


@lru_cache
def _types() -> Any:
    return immortal(
        c_structure(
            "calls",
            "types",
            ndarray=np.ndarray,
            tuple=tuple,
            list=list,
            dict=dict,
            string=str,
            boolean=bool,
            integer=int,
            real=float,
            real_scalar=np.float64,
            none=type(None),
        )
    )
