"""The machine: traces to LLVM to kernels on NumPy arrays. It knows no robot."""

from . import cache
from .batch import Spec
from .compilation import Compiled, Program, building, no_compile, refuse_pause, trace_digest
from .interpreter import interpret
from .kernel import Kernel, find_kernels, load_kernel
from .packing import named_results, packed_trace
from .passes import drop_implicit_derivatives
from .threads import get_num_threads, set_num_threads
from .vectorcall import Called, called

__all__ = [
    "Called",
    "Compiled",
    "Kernel",
    "Program",
    "Spec",
    "building",
    "cache",
    "called",
    "drop_implicit_derivatives",
    "find_kernels",
    "get_num_threads",
    "interpret",
    "load_kernel",
    "named_results",
    "no_compile",
    "packed_trace",
    "refuse_pause",
    "set_num_threads",
    "trace_digest",
]
