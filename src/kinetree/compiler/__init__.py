"""The compiler: from traces by LLVM to kernels on NumPy arrays, independent of robots."""

from . import cache
from .batch import Spec
from .compilation import (
    CompiledProgram,
    Program,
    check_compilation_allowed,
    compile_lock,
    no_compile,
    trace_digest,
)
from .interpreter import interpret
from .kernel import Kernel, dispatch_in_compiled_code, load_kernel
from .packing import named_results, packed_trace
from .passes import drop_implicit_derivatives
from .threads import get_num_threads, set_num_threads
from .vectorcall import VectorcallBase, with_vectorcall

__all__ = [
    "CompiledProgram",
    "Kernel",
    "Program",
    "Spec",
    "VectorcallBase",
    "cache",
    "check_compilation_allowed",
    "compile_lock",
    "dispatch_in_compiled_code",
    "drop_implicit_derivatives",
    "get_num_threads",
    "interpret",
    "load_kernel",
    "named_results",
    "no_compile",
    "packed_trace",
    "set_num_threads",
    "trace_digest",
    "with_vectorcall",
]
