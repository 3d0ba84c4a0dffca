"""The machine: traces to LLVM to kernels on NumPy arrays. It knows no robot."""

from . import cache
from .batch import Spec
from .compiled import Compiled, Program, building, no_compile, refuse_pause, trace_digest
from .fastcall import Called, called
from .interpreter import interpret
from .kernel import Kernel, find_kernels, load_kernel
from .packs import named_results, packed_trace
from .program import settled
from .threads import get_num_threads, set_num_threads

__all__ = [
    "Called",
    "Compiled",
    "Kernel",
    "Program",
    "Spec",
    "building",
    "cache",
    "called",
    "find_kernels",
    "get_num_threads",
    "interpret",
    "load_kernel",
    "named_results",
    "no_compile",
    "packed_trace",
    "refuse_pause",
    "set_num_threads",
    "settled",
    "trace_digest",
]
