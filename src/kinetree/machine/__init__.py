"""The machine: traces to LLVM to kernels on NumPy arrays. It knows no robot."""

from .batch import Spec
from .interpreter import interpret
from .kernel import Kernel

__all__ = ["Kernel", "Spec", "interpret"]
