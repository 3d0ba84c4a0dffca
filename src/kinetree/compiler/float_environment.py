"""The floating-point environment of an entry, in LLVM IR."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Guard:
    """How an entry sets the floating-point environment, and how it restores the caller's."""

    declarations: tuple[str, ...]
    enter: tuple[str, ...]
    leave: tuple[str, ...]


_X86: Final = Guard(
    ("declare void @llvm.x86.sse.stmxcsr(ptr)", "declare void @llvm.x86.sse.ldmxcsr(ptr)"),
    (
        "%fp.theirs = alloca i32",
        "%fp.ours = alloca i32",
        "call void @llvm.x86.sse.stmxcsr(ptr %fp.theirs)",
        "store i32 8064, ptr %fp.ours",  # round to nearest, keep subnormal numbers, no traps
        "call void @llvm.x86.sse.ldmxcsr(ptr %fp.ours)",
    ),
    ("call void @llvm.x86.sse.ldmxcsr(ptr %fp.theirs)",),
)
_ARM: Final = Guard(
    (
        "declare i64 @llvm.aarch64.get.fpcr()",
        "declare void @llvm.aarch64.set.fpcr(i64)",
        "declare i64 @llvm.aarch64.get.fpsr()",
        "declare void @llvm.aarch64.set.fpsr(i64)",
    ),
    (
        "%fp.theirs = call i64 @llvm.aarch64.get.fpcr()",
        "%fp.flags = call i64 @llvm.aarch64.get.fpsr()",
        "call void @llvm.aarch64.set.fpcr(i64 0)",
    ),
    (
        "call void @llvm.aarch64.set.fpsr(i64 %fp.flags)",
        "call void @llvm.aarch64.set.fpcr(i64 %fp.theirs)",
    ),
)
_GUARDS: Final = {"x86_64": _X86, "AMD64": _X86, "aarch64": _ARM, "arm64": _ARM}


def guard(architecture: str) -> Guard:
    """That of a processor; none where it is not known."""
    return _GUARDS.get(architecture, Guard((), (), ()))
