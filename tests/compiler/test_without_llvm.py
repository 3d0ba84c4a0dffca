"""Without llvmlite: an interpreter computes, with the bits of machine code.

In a browser's Python, too, where `.ci/pyodide` has made a folder with it.
"""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kinetree as kt
from kinetree.compiler import operations

SCRIPT = """
import sys, warnings
sys.modules["llvmlite"] = None
import numpy as np
import kinetree as kt
from kinetree.cli.main import main

states = np.load("states.npz")
q, v, a = (states[name] for name in "qva")
robot = kt.load("robot.json")
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    results = computed(kt, robot, q, v, a)
np.savez("results.npz", *results)
(warning,) = caught
assert "llvmlite is not installed" in str(warning.message)
assert warning.filename.endswith("program.py")
kernel = kt.rnea.compile(robot)
with kt.no_compile():
    kt.rnea(robot, q[0], v[0], a[0])
for needs_code in (lambda: kernel.save("k.kernel"), lambda: kt.so3.exp.compile().save("k.kernel")):
    try:
        needs_code()
    except kt.CompileError as error:
        assert "pip install llvmlite" in str(error)
    else:
        raise AssertionError("saved a kernel without machine code")
assert main(["dynamics", "robot.json", "crba", "states.npz", "-o", "M.npz"]) == 0
"""

COMPUTED = """
def computed(kt, robot, q, v, a):
    import numpy as np
    float32 = [x.astype("float32") for x in (q, v, a)]
    foot = robot.frame_names[-1]
    still = np.zeros((10, robot.nv))
    return [
        kt.rnea(robot, q, v, a),
        kt.rnea(robot, q[0], v[0], a[0]),
        kt.rnea(robot, q[:, None], v, a, gravity=[0, 0, -1]),
        kt.aba(robot, q.T[::-1].copy().T[:, ::-1], v, a, out=np.empty((3, robot.nv))),
        *kt.rnea_derivatives(robot, q, v, a),
        kt.frame_jacobian(robot, q, frame=foot, reference="world"),
        kt.jacobian(kt.crba, "q")(robot, q),
        kt.simulation.rollout(robot, q, v, still, 1e-3).q,
        kt.rnea.compile(robot, dtype="float32")(*float32),
        kt.so3.exp(v[:, :3]),
        kt.function("(n)->(3)")(lambda x: kt.math.random.normal(1e3 * abs(x[:2]), 5, (3,)))(v),
        kt.kinetic_energy(robot, q[:0], v[:0]),
    ]
"""


def _python(program: Path) -> list[str]:
    return [sys.executable, program.name]


def _pyodide(program: Path) -> list[str]:
    folder = os.environ.get("KINETREE_PYODIDE")
    if folder is None:
        pytest.skip("Pyodide is not here: .ci/pyodide")
    return ["node", f"{folder}/pyodide.mjs", program.name, "."]


@pytest.mark.parametrize("command", [_python, _pyodide], ids=["python", "pyodide"])
@pytest.mark.parametrize("name", ["arm", "quadruped"])
def test_results_have_the_bits_of_machine_code(name: str, command: Any, tmp_path: Path) -> None:
    model = getattr(kt.robots, name)()
    kt.save(model, tmp_path / "robot.json")
    rng = np.random.default_rng(0)
    q = kt.random_configuration(model, 3, rng=rng)
    v, a = rng.normal(size=(2, 3, model.nv))
    np.savez(tmp_path / "states.npz", q=q, v=v, a=a)
    program = tmp_path / "program.py"
    program.write_text(COMPUTED + SCRIPT)
    subprocess.run(command(program), check=True, cwd=tmp_path, timeout=300)
    scope: dict[str, object] = {}
    exec(COMPUTED, scope)
    expected = scope["computed"](kt, model, q, v, a)  # type: ignore[operator]
    with np.load(tmp_path / "results.npz") as found:
        assert len(found.files) == len(expected)
        for key, result in zip(found.files, expected, strict=True):
            assert found[key].dtype == result.dtype
            np.testing.assert_array_equal(found[key], result, strict=True)
    with np.load(tmp_path / "M.npz") as found:
        np.testing.assert_array_equal(found["crba"], kt.crba(model, q))


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_a_fused_product_and_sum_is_rounded_once(dtype: str) -> None:
    """Beside the processor's instruction: cancellation, any bits, and all special numbers."""
    rng, info = np.random.default_rng(0), np.finfo(dtype)
    bits = np.dtype(f"uint{info.bits}")
    a, b, c = (np.exp(5 * rng.normal(size=20_000)).astype(dtype) for _ in range(3))
    a[::2] *= -1
    anything = rng.integers(0, np.iinfo(bits).max, (3, 20_000), dtype=bits, endpoint=True)
    special = np.array(
        [0.0, 1.0, 1.5, np.inf, info.tiny, info.max, info.smallest_subnormal, info.eps], dtype
    )
    special = np.concatenate([special, -special, np.array([np.nan], dtype)])
    small = np.array(2.0 ** (info.minexp // 2), dtype)
    cases = [
        (a, b, c),
        (a, b, -(a * b)),
        (a, b, np.nextafter(-(a * b), a)),
        (a * small, b * small, c * info.tiny),
        tuple(anything.view(dtype)),
        tuple(x.ravel() for x in np.meshgrid(special, special, special)),
    ]
    for operands in cases:
        with np.errstate(all="ignore"):
            expected = operations.fma(*operands)
        found = operations.without_llvm(*operands)
        assert found.dtype == expected.dtype
        same = found.view(bits) == expected.view(bits)
        assert (same | (np.isnan(found) & np.isnan(expected))).all()
    assert operations.without_llvm(*np.array([2, 3, 4], dtype)) == 10.0
