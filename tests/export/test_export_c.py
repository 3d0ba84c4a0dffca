"""Exported C: compiled with warnings as errors, it has the bits of the kernels."""

import ctypes
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from c_program import compiled, exit_status

import kinetree as kt
from kinetree.cli.main import main

ARM, DOG = kt.robots.arm(), kt.robots.quadruped()
STRICT = ["-std=c99", "-O1", "-ffp-contract=off", "-Wall", "-Wextra", "-pedantic", "-Werror"]
COMPILERS = [name for name in ("gcc", "clang-19") if shutil.which(name)]


@kt.algorithm("(nq),(nv),(n,2)->(nv),(n),()")
def looped(model: Any, q: Any, v: Any, x: Any) -> Any:
    """A loop with a carry, captured numbers, a row and a result; and a backward one."""
    g = kt.generalized_gravity(model, q)

    def step(carry: Any, row: Any) -> Any:
        new = carry + 0.1 * g - row[0] * carry
        return new, kt.math.minimum(new[0], kt.math.tanh(row[1]))

    last, ys = kt.math.scan(step, v, x)
    return {
        "last": last,
        "ys": ys,
        "total": kt.math.sqrt(ys @ ys) / 3.0 + kt.math.atan2(q[0], v[1]),
    }


@kt.algorithm("(),(2)->(),(3)")
def random(model: Any, key: Any, counter: Any) -> Any:
    """Words that a loop reads of the surrounding program, and others."""

    def step(x: Any, _: None) -> Any:
        return (x[0] + kt.math.random.normal(1e3 * key, x[1]), x[1] + 1.0), None

    (total, _), _ = kt.math.scan(step, (0.0 * key, abs(counter[0])), length=3)
    return {"total": total, "u": kt.math.random.uniform([7, 1e5 * key], 1e4 * counter, (3,))}


@kt.algorithm("(nq),(n,2)->(nq),()")
def ended(model: Any, q: Any, x: Any) -> Any:
    """A loop that ends before its last step."""

    def step(carry: Any, row: Any) -> Any:
        y, count = carry
        return (kt.math.sin(y + row[0]), count + 1.0), None

    carry, _ = kt.math.scan(step, (q, 0.0), x, until=lambda carry: carry[1] > 2)

    def again(carry: Any, _: None) -> Any:
        return step(carry, x[0])

    (y, k), _ = kt.math.scan(again, carry, length=10**10, until=lambda carry: carry[1] > 9)
    return {"y": y, "k": k}


@kt.algorithm("(nq),(5,6),(n,2),(3)->(n),(n)")
def elements(model: Any, q: Any, heights: Any, places: Any, x: Any) -> Any:
    """Elements of an operand, of constants, and of results of a loop, in a loop and outside."""
    constants = [0.5, 2, 1, -3.0]

    def step(carry: Any, place: Any) -> Any:
        total = carry + kt.math.take(heights, (place[0], 2 * place[1]))
        return total, total + kt.math.take(constants, place[0])

    rows = kt.math.scan(step, x[0], places)[1]
    again = kt.math.take(rows, 5 * places[:, 0] + x[1]) + kt.math.take(heights[2], x[2])
    return {"rows": rows, "again": again}


def _library(code: Path, compiler: str) -> Any:
    library = code.with_suffix(f".{compiler}.so")
    command = [compiler, *STRICT, "-shared", "-fPIC", str(code), "-o", str(library), "-lm"]
    subprocess.run(command, check=True, cwd=code.parent)
    return ctypes.CDLL(str(library))


def _call(function: Any, operands: list[Any], results: list[Any]) -> None:
    pointers = [x.ctypes.data_as(ctypes.c_void_p) for x in (*operands, *results)]
    function.restype = None
    function(*pointers)


@pytest.fixture(params=COMPILERS or [None])
def compiler(request: Any) -> str:
    if request.param is None:
        pytest.skip("needs gcc or clang")
    return request.param


@kt.algorithm("(nq)->(nq),(nq)")
def undefined(model: Any, q: Any) -> Any:
    """Numbers, infinities and nan, and constants that are."""
    ends = kt.math.where(q > 0, np.inf, kt.math.where(q < -1, np.nan, -np.inf))
    return {"x": kt.math.acos(3 * q) + kt.math.exp(1e6 * q), "ends": ends}


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_results_have_the_bits_of_kernels(dtype: str, compiler: str, tmp_path: Path) -> None:
    model = DOG if (compiler == "gcc") == (dtype == "float64") else ARM
    foot = model.frame_names[-1]
    algorithms = {
        "rnea": kt.rnea,
        "aba": kt.aba,
        "inverse": kt.inverse_mass_matrix,
        "J": (kt.frame_jacobian, {"frame": foot, "reference": "world"}),
        "looped": looped,
        "ended": ended,
        "elements": elements,
        "random": random,
    }
    inputs = ("gravity", "inertias")
    with pytest.raises(kt.ShapeError, match="n"):  # its free size must be given
        kt.export_c(tmp_path, model, algorithms, prefix="r", dtype=dtype, inputs=inputs)
    looping = (looped, ended, elements)
    sizes = algorithms | {x.__name__: (x, {"sizes": {"n": 5}}) for x in looping}
    _, code = kt.export_c(tmp_path, model, sizes, prefix="r", dtype=dtype, inputs=inputs)
    kernels = compiled(model, sizes, dtype, inputs)
    assert exit_status(tmp_path, kernels, [compiler, *STRICT, str(code)]) == 0


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_results_that_are_not_finite(dtype: str, compiler: str, tmp_path: Path) -> None:
    _, code = kt.export_c(tmp_path, ARM, [undefined], prefix="r", dtype=dtype)
    q, x, ends = np.array([[-2, -1, -0.3, 0, 0.1, 0.4, 2], *np.zeros((2, 7))], dtype)
    _call(_library(code, compiler).r_undefined, [q], [x, ends])
    np.testing.assert_array_equal([x, ends], undefined.compile(ARM, dtype=dtype)(q))
    assert np.isnan(x).any() and np.isinf(ends).any() and np.isnan(ends[0])


def test_results_may_overwrite_operands(compiler: str, tmp_path: Path) -> None:
    _, code = kt.export_c(tmp_path, ARM, [kt.rnea], prefix="r")
    library = _library(code, compiler)
    q, v, a = np.random.default_rng(0).normal(size=(3, 7))
    expected = kt.rnea(ARM, q, v, a)
    _call(library.r_rnea, [q, v, a], [a])
    np.testing.assert_array_equal(a, expected)


@pytest.mark.skipif(shutil.which("valgrind") is None, reason="needs valgrind")
@pytest.mark.parametrize("model", [ARM, DOG], ids=lambda x: x.name)
def test_no_memory_is_read_or_written_that_is_not_its_own(
    model: Any, compiler: str, tmp_path: Path
) -> None:
    algorithms = [kt.rnea, kt.aba, kt.crba]
    _, code = kt.export_c(tmp_path, model, algorithms, prefix="r")
    command = [compiler, *STRICT, str(code)]
    kernels = compiled(model, {x.__name__: x for x in algorithms}, "float64")
    valgrind = ["valgrind", "-q", "--error-exitcode=9", "--leak-check=full"]
    assert exit_status(tmp_path, kernels, command, valgrind) == 0


def test_the_header_has_sizes_names_and_costs(tmp_path: Path) -> None:
    header, code = kt.export_c(tmp_path, DOG, {"inverse_dynamics": kt.rnea})
    text = header.read_text()
    assert (header.name, code.name) == ("quadruped12.h", "quadruped12.c")
    assert "#define QUADRUPED12_NQ 19" in text and "#define QUADRUPED12_NV 18" in text
    count = kt.rnea.compile(DOG).operation_count
    assert f"/* q[19], v[18], a[18], rnea[18]; {count} operations, at most " in text
    declared = "void quadruped12_inverse_dynamics(const double *q, const double *v, const double *a"
    assert declared in text and "kinetree's\n * licence puts no conditions on it" in text
    assert '"front_left_hip"' in code.read_text()
    assert "malloc" not in code.read_text() and "\nstatic double" not in code.read_text()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda d: kt.export_c(d, "arm", [kt.rnea]), "its first argument is a str; expected a "),
        (lambda d: kt.export_c(d, ARM, []), "no algorithms; name at least one"),
        (lambda d: kt.export_c(d, ARM, [max]), "expected an algorithm, as kt.rnea"),
        (lambda d: kt.export_c(d, ARM, [kt.rnea], prefix="2nd"), "'2nd' is no name in C"),
        (lambda d: kt.export_c(d, ARM, {"for": kt.rnea}), "'for' is no name in C"),
        (lambda d: kt.export_c(d, ARM, [kt.rnea], dtype="int8"), "expected 'float64' or 'float32'"),
        (lambda d: kt.export_c(d, ARM, [kt.frame_jacobian]), "frame= is missing"),
    ],
)
def test_bad_input_is_named(call: Any, message: str, tmp_path: Path) -> None:
    with pytest.raises(kt.KinetreeError, match=message):
        call(tmp_path)
    assert not list(tmp_path.iterdir())


def test_the_command_line_exports(tmp_path: Path, capsys: Any) -> None:
    given = ["export", "arm", "rnea", "crba", "--prefix", "my", "--input", "gravity"]
    assert main([*given, "-o", str(tmp_path)]) == 0
    assert capsys.readouterr().out == f"{tmp_path}/my.h\n{tmp_path}/my.c\n"
    assert "const double *gravity" in (tmp_path / "my.h").read_text()
    assert main(["export", "arm", "frame_jacobian", "-o", str(tmp_path)]) == 1
    assert "--frame is missing" in capsys.readouterr().err
