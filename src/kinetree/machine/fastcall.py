"""One sample from Python without detours: a builtin function whose body is compiled for a kernel.

It is made only where the layout of arrays is known. It takes plain contiguous float64 arrays of
exactly the kernel's shapes and declines everything else by returning None: the batch file does the
rest.
"""

import ctypes
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from .batch import PLAIN, Spec
from .layout import DATA, DESCR, DIMS, FLAGS, NDIM, TYPE
from .llvm import Code

_METH_FASTCALL: Final = 0x0080

FastCall = Callable[..., Any]


class _MethodDef(ctypes.Structure):
    _fields_ = (
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


class _Kept:
    """What the builtin points to; the builtin holds it as its `__self__`."""

    def __init__(self, *objects: Any) -> None:
        self.objects = objects


def fast_call(kernel: Code, operands: Sequence[Spec], result: Spec) -> FastCall:
    """The builtin for one sample of a kernel with one array as its result."""
    shape = result.shape
    code = Code(_text(kernel.address, operands, id(shape)), "fast")
    definition = _MethodDef(b"kernel", code.address, _METH_FASTCALL, None)
    make = ctypes.pythonapi.PyCMethod_New
    make.restype = ctypes.py_object
    make.argtypes = [ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p, ctypes.c_void_p]
    return make(ctypes.addressof(definition), _Kept(definition, code, kernel, shape), None, None)


def _text(entry: int, operands: Sequence[Spec], shape: int) -> str:
    """The body: check every operand, allocate the result, run the kernel on it."""
    count = len(operands)
    first = "check0" if count else "run"
    lines = [f"%right = icmp eq i64 %n, {count}", f"br i1 %right, label %{first}, label %decline"]
    for k, spec in enumerate(operands):
        following = f"check{k + 1}" if k + 1 < count else "run"
        lines += [*_check(k, spec, following)]
    lines += [
        "run:",
        f"%shapes = alloca ptr\n  store ptr inttoptr (i64 {shape} to ptr), ptr %shapes",
        f"%result = call ptr @PyObject_Vectorcall(ptr inttoptr (i64 {id(np.empty)} to ptr), "
        "ptr %shapes, i64 1, ptr null)",
        "%failed = icmp eq ptr %result, null",
        "br i1 %failed, label %error, label %go",
        "go:",
        f"%pointers = alloca [{count + 1} x ptr]",
        f"%steps = alloca [{count + 1} x i64]",
    ]
    for k in range(count + 1):
        array = f"%x{k}" if k < count else "%result"
        lines += [
            f"%d{k}.p = getelementptr i8, ptr {array}, i64 {DATA}",
            f"%d{k} = load ptr, ptr %d{k}.p",
            f"%q{k} = getelementptr ptr, ptr %pointers, i64 {k}",
            f"store ptr %d{k}, ptr %q{k}",
            f"%s{k} = getelementptr i64, ptr %steps, i64 {k}",
            f"store i64 0, ptr %s{k}",
        ]
    lines += [
        f"call void inttoptr (i64 {entry} to ptr)(i64 1, ptr %pointers, ptr %steps)",
        "ret ptr %result",
        "error:",
        "ret ptr null",
        "decline:",
        f"call void @Py_IncRef(ptr inttoptr (i64 {id(None)} to ptr))",
        f"ret ptr inttoptr (i64 {id(None)} to ptr)",
    ]
    body = "\n  ".join(lines)
    return (
        "declare ptr @PyObject_Vectorcall(ptr, ptr, i64, ptr)\n"
        "declare void @Py_IncRef(ptr)\n"
        f"define ptr @fast(ptr %self, ptr %args, i64 %n) {{\n  {body}\n}}"
    )


def _check(k: int, spec: Spec, following: str) -> list[str]:
    """Go on to `following` only if argument k is a plain array of the right shape."""
    lines = [
        f"check{k}:",
        f"%x{k}.p = getelementptr ptr, ptr %args, i64 {k}",
        f"%x{k} = load ptr, ptr %x{k}.p",
        *_field(k, "type", "ptr", TYPE),
        f"%is{k}.type = icmp eq ptr %f{k}.type, inttoptr (i64 {id(np.ndarray)} to ptr)",
        f"br i1 %is{k}.type, label %array{k}, label %decline",
        f"array{k}:",
        *_field(k, "descr", "ptr", DESCR),
        *_field(k, "flags", "i32", FLAGS),
        *_field(k, "nd", "i32", NDIM),
        f"%is{k}.descr = icmp eq ptr %f{k}.descr, inttoptr (i64 {id(_DOUBLE)} to ptr)",
        f"%m{k} = and i32 %f{k}.flags, {PLAIN}",
        f"%is{k}.plain = icmp eq i32 %m{k}, {PLAIN}",
        f"%is{k}.nd = icmp eq i32 %f{k}.nd, {len(spec.shape)}",
        f"%a{k}.0 = and i1 %is{k}.descr, %is{k}.plain",
        f"%a{k}.1 = and i1 %a{k}.0, %is{k}.nd",
        f"br i1 %a{k}.1, label %plain{k}, label %decline",
        f"plain{k}:",
    ]
    return [*lines, *_check_shape(k, spec.shape, following)]


def _check_shape(k: int, shape: tuple[int, ...], following: str) -> list[str]:
    lines = _field(k, "dims", "ptr", DIMS)
    right = "true"
    for axis, size in enumerate(shape):
        lines += [
            f"%n{k}.{axis}.p = getelementptr i64, ptr %f{k}.dims, i64 {axis}",
            f"%n{k}.{axis} = load i64, ptr %n{k}.{axis}.p",
            f"%e{k}.{axis} = icmp eq i64 %n{k}.{axis}, {size}",
            f"%r{k}.{axis} = and i1 {right}, %e{k}.{axis}",
        ]
        right = f"%r{k}.{axis}"
    return [*lines, f"br i1 {right}, label %{following}, label %decline"]


def _field(k: int, name: str, kind: str, offset: int) -> list[str]:
    return [
        f"%f{k}.{name}.p = getelementptr i8, ptr %x{k}, i64 {offset}",
        f"%f{k}.{name} = load {kind}, ptr %f{k}.{name}.p",
    ]


_DOUBLE: Final = np.dtype(np.float64)
