"""The only file that uses llvmlite: IR text to object files, and LLVM's linker."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.util import find_spec
from typing import Any, Final

from ..errors import CompileError
from ..system import at_fork

_lock = threading.RLock()
"""Held during every call of llvmlite, so that a forked child finds llvmlite's lock free."""
at_fork(before=_lock.acquire, after_in_parent=_lock.release, after_in_child=_lock.release)


@lru_cache
def available() -> bool:
    """Whether llvmlite is installed; without it the interpreter computes."""
    return find_spec("llvmlite") is not None


@lru_cache
def version() -> str:
    """The version of llvmlite, whose LLVM generates the code."""
    if not available():
        raise CompileError(
            "machine code is made with llvmlite, which is not installed: pip install llvmlite. "
            "Without it calls are computed by an interpreter, slowly, and kernels are not saved."
        )
    import llvmlite

    return llvmlite.__version__


@lru_cache
def _llvm() -> Any:
    import llvmlite.binding as llvm  # takes 50 to 100 ms

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm


@dataclass(frozen=True)
class Machine:
    """A machine in LLVM's terms."""

    triple: str
    cpu: str
    features: str


@lru_cache
def host_machine() -> Machine:
    """This machine."""
    llvm = _llvm()
    features = llvm.get_host_cpu_features().flatten()
    return Machine(llvm.get_default_triple(), llvm.get_host_cpu_name(), features)


def _loaded() -> Machine:
    """This machine for code that is loaded here: as ELF, under Windows, too.

    LLVM's linker of COFF fails at distances with an immediate behind them: of a comparison with a
    constant. ELF has no `_fltused` either.
    """
    machine = host_machine()
    return replace(machine, triple=f"{machine.triple}{'-elf' * ('windows' in machine.triple)}")


_STACK_PROBE: Final = """
define internal void @__chkstk() naked nounwind {
  call void asm sideeffect "pushq %rcx; pushq %rax; leaq 24(%rsp), %rcx; 1: cmpq $$4096, %rax; \
jb 2f; subq $$4096, %rcx; testq %rcx, (%rcx); subq $$4096, %rax; jmp 1b; \
2: subq %rax, %rcx; testq %rcx, (%rcx); popq %rax; popq %rcx; retq", ""()
  unreachable
}
"""
"""What code for Windows calls before it takes rax bytes of stack, to touch each page of them."""


@lru_cache
def _target_machine(machine: Machine, jit: bool = False) -> Any:
    llvm = _llvm()
    if machine != host_machine():
        llvm.initialize_all_targets()
        llvm.initialize_all_asmprinters()
    return llvm.Target.from_triple(machine.triple).create_target_machine(
        cpu=machine.cpu,
        features=machine.features,
        opt=1,
        reloc="pic",
        codemodel="jitdefault" if jit else "small",
        jit=jit,
    )


def module_head(machine: Machine) -> str:
    """The first lines of an IR module whose names and types are those of a machine."""
    with _lock:
        layout = _target_machine(machine).target_data
    return f'target triple = "{machine.triple}"\ntarget datalayout = "{layout}"'


def emit_object(text: str, machine: Machine | None = None, scheduled: bool = True) -> bytes:
    """The object file of one IR module, for this machine unless another one is given.

    Scheduling instructions takes a quarter of the time.
    """
    # No passes: a graph has no duplicates and no dead code, and its code is straight-line.
    # Measured on Talos, O1 pipelines and opt=3 cost time and gain nothing.
    # freed here: a Ctrl-C that arrives in a __del__ is lost
    with _lock:
        target = machine or _loaded()
        if target.triple.startswith("x86_64") and target.triple.endswith("-elf"):
            _llvm().initialize_native_asmparser()
            text += _STACK_PROBE
        with _parsed(text, scheduled, find_duplicates=False) as module:
            return _target_machine(target).emit_object(module)


def assembly(text: str, machine: Machine | None = None) -> str:
    """The machine code of one IR module as assembly language, for this machine unless given.

    That for GPUs is scheduled by their assembler.
    """
    with _lock, _parsed(text, scheduled=machine is None) as module:
        return _target_machine(machine or host_machine()).emit_assembly(module)


def _parsed(text: str, scheduled: bool = True, find_duplicates: bool = True) -> Any:
    """A module; whether LLVM schedules what it generates next, and looks for duplicates there."""
    options = {"enable-misched": scheduled, "disable-machine-cse": not find_duplicates}
    for name, value in options.items():
        _llvm().set_option("kinetree", f"-{name}={str(value).lower()}")
    try:
        return _llvm().parse_assembly(text)
    except RuntimeError as error:
        raise CompileError(f"LLVM refused its input: {error}") from error


class LinkedCode:
    """Object files linked by LLVM, in memory as long as this object lives."""

    def __init__(self, objects: Sequence[bytes], entries: Sequence[str]) -> None:
        with _lock:
            llvm = _llvm()
            target = _target_machine(_loaded(), jit=True)
            self._jit: Any = llvm.create_lljit_compiler(target, use_jit_link=False)
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
