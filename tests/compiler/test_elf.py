"""The ELF loader: code runs, and unsupported objects are left to LLVM's linker."""

import ctypes
import platform
import sys

import pytest

from kinetree.compiler import array_layout, elf, llvm

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or platform.machine() != "x86_64" or not array_layout.shims(),
    reason="objects are loaded here on x86-64 Linux only",
)

DOUBLED = "define i64 @doubled(i64 %x) { %y = add i64 %x, %x ret i64 %y }"
CALLER = """
declare i64 @doubled(i64)
@table = private constant [3 x i64] [i64 10, i64 20, i64 30]
define i64 @entry(i64 %k) {
  %p = getelementptr [3 x i64], ptr @table, i64 0, i64 %k
  %x = load i64, ptr %p
  %y = call i64 @doubled(i64 %x)
  ret i64 %y
}
"""


@pytest.mark.parametrize("order", [1, -1])
def test_objects_call_each_other_and_read_their_constants(order: int) -> None:
    objects = [llvm.emit_object(text) for text in (DOUBLED, CALLER)][::order]
    loaded = elf.load(objects, ["entry", "doubled"])
    assert loaded is not None
    entry = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(loaded.addresses["entry"])
    assert [entry(k) for k in range(3)] == [20, 40, 60]


def changed(at: int, value: int) -> bytes:
    """A good object with one byte of its header changed."""
    data = bytearray(llvm.emit_object(DOUBLED))
    data[at] = value
    return bytes(data)


@pytest.mark.parametrize(
    "make",
    [
        pytest.param(lambda: b"", id="nothing"),
        pytest.param(lambda: llvm.emit_object(DOUBLED)[:63], id="half a header"),
        pytest.param(lambda: changed(0, 0), id="no ELF"),
        pytest.param(lambda: changed(4, 1), id="32 bits"),
        pytest.param(lambda: changed(5, 2), id="big end first"),
        pytest.param(lambda: changed(16, 2), id="a program"),
        pytest.param(lambda: changed(18, 183), id="another processor"),
        pytest.param(lambda: llvm.emit_object(CALLER), id="a function that is not there"),
        pytest.param(
            lambda: llvm.emit_object(DOUBLED + "\n@address = global ptr @doubled"), id="an address"
        ),
    ],
)
def test_unsupported_objects_are_refused(make) -> None:
    assert elf.load([make()], ["doubled"]) is None
