"""The structures that calls.c reads, in the same order."""

import ctypes
from typing import Final

import numpy as np

PYTHON: Final = (
    *("PyObject_Vectorcall", "PyObject_GetAttr", "PyDict_GetItemWithError", "PyDict_Values"),
    *("PyDict_Next", "PyDict_Size", "PyType_GenericAlloc"),
    *("PyTuple_New", "PyTuple_Size", "PyList_Size", "PyTuple_GetItem", "PyList_GetItem"),
    *("PyTuple_SetItem", "PyList_SetItem", "PyLong_FromLongLong", "PyBytes_AsString"),
    *("Py_IncRef", "Py_DecRef", "PyErr_Clear", "PyEval_SaveThread", "PyEval_RestoreThread"),
    *("PyMem_RawMalloc", "PyMem_RawFree"),
)
NUMPY: Final = {"PyArray_FromAny": 69, "PyArray_Return": 76, "PyArray_New": 93}
"""Indices in the function table of NumPy's C API, which is public."""


class Functions(ctypes.Structure):
    """The functions that calls.c calls."""

    _fields_ = tuple((name, ctypes.c_void_p) for name in (*PYTHON, *NUMPY))


TYPES: Final[dict[str, type]] = {
    "ndarray": np.ndarray,
    "tuple": tuple,
    "list": list,
    "dict": dict,
    "string": str,
    "boolean": bool,
    "integer": int,
    "real": float,
    "real_scalar": np.float64,
    "none": type(None),
}


class Types(ctypes.Structure):
    """The types that calls.c tells apart."""

    _fields_ = tuple((name, ctypes.c_void_p) for name in TYPES)


class KernelData(ctypes.Structure):
    """Data for the calls of a kernel; calls.c explains the fields."""

    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("functions", "types", "real", "dtype", "out")),
        *((name, ctypes.c_int64) for name in ("type_number", "passed", "operands", "results")),
        *((name, ctypes.c_void_p) for name in ("bound", "specs", "pack")),
        ("is_namedtuple", ctypes.c_int64),
        *((name, ctypes.c_void_p) for name in ("fallback", "scalar_code", "vector_code")),
        ("lanes", ctypes.c_int64),
        *((name, ctypes.c_int64) for name in ("scalar_workspace", "vector_workspace")),
        *((name, ctypes.c_int64) for name in ("most_samples", "most_on_one_thread")),
        ("thread_count", ctypes.c_void_p),
        *((name, ctypes.c_int64) for name in ("most_with_lock", "most_new")),
    )


class FunctionData(ctypes.Structure):
    """Data for the calls of an algorithm or a function; calls.c explains the fields."""

    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("functions", "types", "function", "table")),
        *((name, ctypes.c_void_p) for name in ("dispatch", "out_names", "layouts", "make_layout")),
        *((name, ctypes.c_void_p) for name in ("latest", "unset", "constant")),
        *((name, ctypes.c_void_p) for name in ("single_name", "double_name", "single", "real")),
        *((name, ctypes.c_void_p) for name in ("check", "checks", "name", "fallback", "kernel")),
        *((name, ctypes.c_int64) for name in ("positional", "required", "statics", "axes")),
        ("frames", ctypes.c_int64),
        *((name, ctypes.c_void_p) for name in ("free_axes", "boolean", "core_axes")),
        *((name, ctypes.c_int64) for name in ("latest_present", "latest_single")),
    )
