"""Exported object files: linked by a C compiler, their functions have the bits of the kernels."""

import shutil
from pathlib import Path
from typing import Any

import pytest
from c_program import compiled, exit_status

import kinetree as kt
from kinetree.cli.main import main
from kinetree.compiler.target import find_target

ARM, DOG = kt.robots.arm(), kt.robots.quadruped()
STRICT = ["-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror"]
needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="needs gcc")
needs_qemu = pytest.mark.skipif(
    not (shutil.which("qemu-aarch64") and shutil.which("aarch64-linux-gnu-gcc")),
    reason="needs qemu-user and gcc-aarch64-linux-gnu",
)


@kt.algorithm("(nq),(n,2)->(n),()")
def looped(model: Any, q: Any, x: Any) -> Any:
    """A loop with a row and a result, and a number; transcendental functions."""
    g = kt.generalized_gravity(model, q)
    last, ys = kt.math.scan(lambda c, row: (c + row[0] * g[0], kt.math.tanh(c * row[1])), 0.5, x)
    return {"ys": ys, "last": kt.math.atan2(last, q[0])}


def _several(model: Any) -> dict[str, Any]:
    tip = model.frame_names[-1]
    return {
        "rnea": kt.rnea,
        "J": (kt.frame_jacobian, {"frame": tip, "reference": "world"}),
        "looped": (looped, {"sizes": {"n": 4}}),
    }


@needs_gcc
@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("cpu", [None, "x86-64-v3"])
def test_functions_have_the_bits_of_kernels(dtype: str, cpu: str | None, tmp_path: Path) -> None:
    model = DOG if (dtype == "float64") == (cpu is None) else ARM
    given = _several(model)
    inputs = ["inertias"]
    kt.export_object(tmp_path, model, given, prefix="r", dtype=dtype, inputs=inputs, cpu=cpu)
    kernels = compiled(model, given, dtype, inputs)
    assert exit_status(tmp_path, kernels, ["gcc", *STRICT, "r.o"], batch=True) == 0


@needs_qemu
@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("model", [ARM, DOG], ids=lambda x: x.name)
def test_neon_has_the_bits_of_this_processor(model: Any, dtype: str, tmp_path: Path) -> None:
    """Both variants of the code, and the exported C, on an emulated AArch64."""
    algorithms = [kt.rnea, kt.crba] if model is DOG else [kt.rnea, kt.aba, kt.rnea_derivatives]
    several = {x.__name__: x for x in algorithms} | _several(model)
    kernels = compiled(model, several, dtype)
    command = ["aarch64-linux-gnu-gcc", *STRICT, "-O1", "-ffp-contract=off", "-static"]
    kt.export_object(tmp_path, model, several, prefix="r", dtype=dtype, target="aarch64-linux-gnu")
    assert exit_status(tmp_path, kernels, [*command, "r.o"], ["qemu-aarch64"], batch=True) == 0
    kt.export_c(tmp_path, model, several, prefix="r", dtype=dtype)
    assert exit_status(tmp_path, kernels, [*command, "r.c"], ["qemu-aarch64"]) == 0


@pytest.mark.parametrize(
    ("target", "cpu", "start"),
    [
        ("aarch64-linux-gnu", "cortex-a72", b"\x7fELF\x02\x01\x01"),
        ("arm64-apple-macosx", "apple-m1", b"\xcf\xfa\xed\xfe"),
        ("x86_64-windows-msvc", "x86-64-v4", b"\x64\x86"),
    ],
)
def test_objects_for_other_systems(target: str, cpu: str, start: bytes, tmp_path: Path) -> None:
    header, code = kt.export_object(tmp_path, ARM, [kt.rnea, kt.crba], target=target, cpu=cpu)
    image = code.read_bytes()
    assert image.startswith(start)
    assert (b"_arm_rnea_batch\0" in image) == ("apple" in target)
    assert not any(name in image for name in (b"fma\0", b"sin\0", b"memcpy\0", b"memset\0"))
    text = header.read_text()
    assert f"Made for {cpu} of" in text and "double *crba, void *workspace);" in text
    assert "q[7], v[7], a[7], rnea[7]; 676 operations, " in text


def test_the_registers_of_processors() -> None:
    def lanes(triple: str | None, cpu: str | None) -> int:
        return find_target(triple, cpu)[1].lanes(8)

    names = ("x86-64-v3", "x86-64-v4")
    assert [lanes("x86_64-linux-gnu", x) for x in names] == [4, 8]
    assert lanes("aarch64-linux-gnu", None) == 2
    assert lanes(None, None) == kt.rnea.compile(ARM).compiled.lanes


@pytest.mark.parametrize(
    ("keywords", "message"),
    [
        ({"target": "riscv64-linux-gnu"}, "target 'riscv64-linux-gnu': expected a machine of x86"),
        ({"target": ""}, "target '': expected a machine of x86_64 or"),
        ({"target": "aarch64-linux-gnu", "cpu": "znver4"}, "not know the processor 'znver4'"),
        ({"target": "x86_64-linux-gnu", "cpu": "no-such"}, "not know the processor 'no-such'"),
        ({"target": "x86_64-linux-gnu"}, "'generic' .* has no fused multiply-add, .*'x86-64-v3'"),
        ({"prefix": "2nd"}, "export_object: '2nd' is no name in C"),
        ({"dtype": "int8"}, "export_object: dtype is 'int8'; expected"),
    ],
)
def test_bad_input_is_named(keywords: Any, message: str, tmp_path: Path) -> None:
    with pytest.raises(kt.KinetreeError, match=message):
        kt.export_object(tmp_path, ARM, [kt.rnea], **keywords)
    assert not list(tmp_path.iterdir())


def test_the_command_line_writes_objects(tmp_path: Path, capsys: Any) -> None:
    given = ["export", "arm", "rnea", "--prefix", "my", "-o", str(tmp_path)]
    assert main([*given, "--target", "aarch64-linux-gnu", "--cpu", "cortex-a72"]) == 0
    assert capsys.readouterr().out == f"{tmp_path}/my.h\n{tmp_path}/my.o\n"
    assert main([*given, "--object"]) == 0
    assert "cortex" not in (tmp_path / "my.h").read_text()
    assert main([*given, "--cpu", "no-such"]) == 1
    assert "does not know the processor" in capsys.readouterr().err
