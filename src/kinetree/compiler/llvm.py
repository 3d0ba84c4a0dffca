"""The only file that knows llvmlite: IR text in, objects out; and LLVM's own linker."""
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportMissingTypeStubs=false

import os
import threading
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from ..errors import CompileError

_lock = threading.RLock()
"""Held around everything that llvmlite does, so that no forked child finds its lock taken."""
if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=_lock.acquire, after_in_parent=_lock.release, after_in_child=_lock.release
    )


@lru_cache
def version() -> str:
    """The version of llvmlite, whose LLVM makes the code."""
    import llvmlite

    return llvmlite.__version__


@lru_cache
def _llvm() -> Any:
    import llvmlite.binding as llvm  # 50 to 100 ms: only when something is compiled

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm


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


def assembled(text: str) -> bytes:
    """The object of one module."""
    with _lock:
        return _assembled(text)


def _assembled(text: str) -> bytes:
    try:
        module = _llvm().parse_assembly(text)
    except RuntimeError as error:
        raise CompileError(f"LLVM refused its input: {error}") from error
    # No passes: a graph is free of duplicates and dead code, and straight-line code leaves LLVM
    # nothing to find. Measured on Talos, O1 pipelines and opt=3 cost time and gain nothing.
    with module:  # freed here: a Ctrl-C that arrives in a __del__ is lost
        return _target(False).emit_object(module)


class Linked:
    """Objects in memory by LLVM's linker, alive as long as this object is."""

    def __init__(self, objects: Sequence[bytes], entries: Sequence[str]) -> None:
        with _lock:
            llvm = _llvm()
            self._jit: Any = llvm.create_lljit_compiler(_target(True), use_jit_link=False)
            builder = llvm.JITLibraryBuilder()
            for image in objects:
                builder = builder.add_object_img(image)
            for entry in entries:
                builder = builder.export_symbol(entry)
            self._library: Any = builder.add_current_process().link(self._jit, "kinetree")
            self.addresses: dict[str, int] = {entry: self._library[entry] for entry in entries}

    def __del__(self) -> None:
        with _lock:
            self._library = self._jit = None
