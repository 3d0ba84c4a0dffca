"""The floating-point environment of a kernel, in LLVM IR."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class FloatEnvironment:
    """Instructions that set the floating-point environment, and that restore the caller's."""

    declarations: tuple[str, ...]
    enter: tuple[str, ...]
    leave: tuple[str, ...]


_X86: Final = FloatEnvironment(
    ("declare void @llvm.x86.sse.stmxcsr(ptr)", "declare void @llvm.x86.sse.ldmxcsr(ptr)"),
    (
        "%fp.caller = alloca i32",
        "%fp.kernel = alloca i32",
        "call void @llvm.x86.sse.stmxcsr(ptr %fp.caller)",
        "store i32 8064, ptr %fp.kernel",  # round to nearest, keep subnormal numbers, no traps
        "call void @llvm.x86.sse.ldmxcsr(ptr %fp.kernel)",
    ),
    ("call void @llvm.x86.sse.ldmxcsr(ptr %fp.caller)",),
)
_ARM: Final = FloatEnvironment(
    (
        "declare i64 @llvm.aarch64.get.fpcr()",
        "declare void @llvm.aarch64.set.fpcr(i64)",
        "declare i64 @llvm.aarch64.get.fpsr()",
        "declare void @llvm.aarch64.set.fpsr(i64)",
    ),
    (
        "%fp.caller = call i64 @llvm.aarch64.get.fpcr()",
        "%fp.flags = call i64 @llvm.aarch64.get.fpsr()",
        "call void @llvm.aarch64.set.fpcr(i64 0)",
    ),
    (
        "call void @llvm.aarch64.set.fpsr(i64 %fp.flags)",
        "call void @llvm.aarch64.set.fpcr(i64 %fp.caller)",
    ),
)
_ENVIRONMENTS: Final = {"x86_64": _X86, "AMD64": _X86, "aarch64": _ARM, "arm64": _ARM}


def float_environment(architecture: str) -> FloatEnvironment:
    """Instructions for a processor; none for an unknown one."""
    return _ENVIRONMENTS.get(architecture, FloatEnvironment((), (), ()))
