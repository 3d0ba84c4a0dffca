"""The only file that knows llvmlite: IR text in, the address of machine code out."""
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportMissingTypeStubs=false

import threading
from functools import lru_cache
from typing import Any

from ..errors import CompileError

_lock = threading.Lock()


class Code:
    """Machine code, alive as long as this object is."""

    def __init__(self, text: str, entry: str) -> None:
        with _lock:
            self._keep, self.address = _link(_object(text), entry)


@lru_cache
def _llvm() -> Any:
    import llvmlite.binding as llvm  # 80 ms: only when something is compiled

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm


@lru_cache
def host_lanes(itemsize: int) -> int:
    """How many numbers of `itemsize` bytes a vector register of this machine holds."""
    features = _llvm().get_host_cpu_features()
    register = 64 if features.get("avx512f") else 32 if features.get("avx2") else 16
    return register // itemsize


@lru_cache
def _target(jit: bool) -> Any:
    llvm = _llvm()
    return llvm.Target.from_default_triple().create_target_machine(
        cpu=llvm.get_host_cpu_name(),
        features=llvm.get_host_cpu_features().flatten(),
        opt=1,
        reloc="pic",
        codemodel="jitdefault" if jit else "small",
        jit=jit,
    )


def _object(text: str) -> bytes:
    llvm = _llvm()
    try:
        module = llvm.parse_assembly(text)
    except RuntimeError as error:
        raise CompileError(f"LLVM refused its input: {error}") from error
    # No passes: the graph is free of duplicates and dead code, and straight-line code leaves LLVM
    # nothing to find. Measured on Talos, O1 pipelines and opt=3 cost time and gain nothing.
    return _target(False).emit_object(module)


def _link(image: bytes, entry: str) -> tuple[Any, int]:
    llvm = _llvm()
    jit = llvm.create_lljit_compiler(_target(True), use_jit_link=False)
    library = (
        llvm.JITLibraryBuilder()
        .add_object_img(image)
        .export_symbol(entry)
        .add_current_process()
        .link(jit, entry)
    )
    return (jit, library), library[entry]
