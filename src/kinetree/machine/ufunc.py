"""A kernel as a ufunc of NumPy's, for libraries that ask for one.

NumPy then broadcasts, casts and allocates. Its inner loop is compiled: it hands the kernel NumPy's
pointers and strides as they are, and copies sample by sample where a core is not contiguous.
"""

import ctypes
from functools import lru_cache
from typing import Any, Final

import numpy as np

from ..errors import BackendError
from .code import Code
from .compiled import Compiled
from .fastcall import expanded, kernel_table
from .layout import immortal, numpy_functions

_FROM_LOOP: Final = 31
"""Where NumPy's table of functions for ufuncs has PyUFunc_FromFuncAndDataAndSignature."""


class NoUfunc(BackendError, AttributeError):
    """A kernel that cannot be a ufunc: `hasattr(kernel, "ufunc")` is False."""


def ufunc(compiled: Compiled, last: tuple[Any, ...]) -> Any:
    """The ufunc of a kernel, both widths compiled."""
    program, name = compiled.program, compiled.name
    dtype: Any = np.dtype(program.dtype)
    made = kernel_table(program.operands, program.results, dtype, ())
    arrays = [*program.operands, *program.results]
    if made is None:
        raise NoUfunc(
            f"{name}: {len(arrays)} arrays, or their axes, are too many for a ufunc; call the "
            "kernel itself."
        )
    if last or any(0 in spec.shape for spec in arrays):
        what = "operands that are kept" if last else "a dimension of length 0"
        raise NoUfunc(f"{name}: a ufunc of NumPy's cannot have {what}; call the kernel itself.")
    table, kept = made
    one, many = compiled.width(1), compiled.width(compiled.lanes)
    if one.workspace:
        raise NoUfunc(f"{name}: it is too large for a ufunc of NumPy's; call the kernel itself.")
    table.one, table.many, table.lanes = one.address, many.address, compiled.lanes
    table.workspace = many.workspace
    groups = [",".join(map(str, spec.shape)) for spec in arrays]
    inputs = len(program.operands)
    signature = ",".join(f"({g})" for g in groups[:inputs])
    signature += "->" + ",".join(f"({g})" for g in groups[inputs:])
    loops = (ctypes.c_void_p * 1)(_loop(program.dtype).addresses["loop"])
    data = (ctypes.c_void_p * 1)(ctypes.addressof(table))
    types = ctypes.create_string_buffer(bytes([dtype.num] * len(arrays)), len(arrays))
    words = [
        ctypes.create_string_buffer(text.encode())
        for text in (name.replace(" ", "_"), f"{name}, a kernel of kinetree's", signature)
    ]
    # NumPy does not say when it has done with what a ufunc points to.
    immortal((table, kept, one, many, loops, data, types, words))
    return _make()(
        loops, data, types, 1, inputs, len(program.results), -1, words[0], words[1], 0, words[2]
    )


@lru_cache
def _make() -> Any:
    pointer, integer = ctypes.c_void_p, ctypes.c_int
    kind = ctypes.PYFUNCTYPE(
        *(ctypes.py_object, pointer, pointer, pointer, integer, integer, integer, integer),
        *(ctypes.c_char_p, ctypes.c_char_p, integer, ctypes.c_char_p),
    )
    return kind(numpy_functions("_UFUNC_API")[_FROM_LOOP])


@lru_cache
def _loop(dtype: str) -> Code:
    number, size = {"float64": ("i64", "8"), "float32": ("i32", "4")}[dtype]
    text = expanded("ufunc.ll").replace("NUMBER", number).replace("SIZE", size)
    return immortal(Code.compiled(text, "loop"))
