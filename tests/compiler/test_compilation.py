"""Compilation: logged, forbidden, interrupted; kernels that are saved and freed."""

import copy
import inspect
import logging
import math
import operator
import pickle
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest
from concurrency import HANGING, ctrl_c
from llvmlite.binding import ModuleRef

import kinetree as kt
from kinetree.compiler import cache, compilation, llvm, target, workers
from kinetree.compiler.interpreter import interpret
from kinetree.compiler.target import host

LANES = host().lanes(8)
Q = np.random.default_rng(0).normal(size=(20, 7))


def test_no_compile_forbids_what_is_not_in_memory():
    arm = kt.robots.arm()
    with kt.no_compile():
        with pytest.raises(kt.CompileError, match=r"^crba of arm is not compiled; .* call it once"):
            kt.crba(arm, Q)
        with pytest.raises(kt.CompileError, match="crba of arm"):
            kt.crba.compile(arm)
    kt.crba(arm, Q)
    with kt.no_compile():
        kt.crba(arm, Q[:LANES])
        with pytest.raises(kt.CompileError, match="crba of arm"):
            kt.crba(arm, Q[0])
    kt.crba(arm, Q[0])
    with kt.no_compile(), kt.no_compile():
        kt.crba(arm, Q[0])
        kt.crba(arm, [0] * 7)
        assert kt.crba.evaluate(arm, Q[0]).shape == (7, 7)
    kt.rnea(arm, Q[0], Q[0], Q[0])


def test_no_compile_forbids_traces_too(tmp_path):
    arm = kt.robots.arm()
    kernel = kt.crba.compile(arm)
    kernel(Q[0])
    kernel.save(tmp_path / "k")
    fresh = kt.rnea.compile(arm)
    with kt.no_compile():
        for refused in (lambda: fresh.ir, lambda: kt.aba.trace(arm), lambda: pickle.dumps(fresh)):
            with pytest.raises(kt.CompileError, match="is not compiled"):
                refused()
        assert kt.load_kernel(tmp_path / "k")(Q).shape == (20, 7, 7)


def test_no_compile_ends_with_its_block_and_holds_in_its_thread():
    arm = kt.robots.arm()
    with pytest.raises(KeyError), kt.no_compile():
        raise KeyError
    with kt.no_compile():
        other = threading.Thread(target=kt.aba, args=(arm, Q, Q, Q))
        other.start()
        other.join()
        assert kt.aba(arm, Q, Q, Q).shape == (20, 7)


def test_a_long_compilation_is_logged(monkeypatch, caplog):
    monkeypatch.setattr(compilation, "_LOGGED_SECONDS", 0.0)
    monkeypatch.setenv("KINETREE_CACHE_DIR", "off")
    with caplog.at_level(logging.INFO, "kinetree"):
        kt.generalized_gravity(kt.robots.arm(), Q)
        kt.generalized_gravity(kt.robots.arm(), Q[0])
    messages = [r.getMessage() for r in caplog.records]
    for line, variant in zip(messages, (f"{LANES} lanes", "one sample"), strict=True):
        duration = r"in \d+\.\d s \(\d+ operations\)"
        assert re.fullmatch(f"compiled generalized_gravity of arm for {variant} {duration}", line)


def test_a_short_one_is_not(monkeypatch, caplog):
    monkeypatch.setattr(compilation, "_LOGGED_SECONDS", math.inf)
    monkeypatch.setenv("KINETREE_CACHE_DIR", "off")
    with caplog.at_level(logging.DEBUG, "kinetree"):
        kt.generalized_gravity(kt.robots.arm(), Q)
    assert not caplog.records


@pytest.mark.sweep
def test_code_is_compiled_in_modules_between_which_ctrl_c_is_handled(monkeypatch):
    """LLVM is called many times with short modules: Python handles signals between the calls."""
    monkeypatch.setenv("KINETREE_CACHE_DIR", "off")
    sizes = []
    emit = llvm.emit_object
    monkeypatch.setattr(
        llvm, "emit_object", lambda text, **_: sizes.append(len(text)) or emit(text)
    )
    kt.aba_derivatives.compile(kt.robots.humanoid()).compiled.variant(LANES)
    assert len(sizes) > 10 and max(sizes) < 1_000_000


@pytest.mark.sweep
@pytest.mark.parametrize("moment", ["tracing", "first module", "third module"])
def test_ctrl_c_breaks_nothing(moment, monkeypatch, tmp_path):
    monkeypatch.setenv("KINETREE_CACHE_DIR", "off")
    moments = ("tracing", "first module", "second module", "third module")

    def pass_by():  # counted by files: what a traced function reads must not change
        count = len(list(tmp_path.iterdir()))
        (tmp_path / str(count)).touch()
        if moments[count : count + 1] == (moment,):
            signal.raise_signal(signal.SIGINT)

    @kt.algorithm("(nq),(nv),(nv)->(nv)")
    def torque(model, q, v, a):
        pass_by()
        return kt.rnea(model, q, v, a)

    emit_object = llvm.emit_object
    monkeypatch.setattr(llvm, "emit_object", lambda text, **_: pass_by() or emit_object(text))
    model, algorithm = kt.robots.biped(), kt.jacobian(torque, ("q", "v"))
    q, v = kt.neutral(model), np.ones(model.nv)
    with ctrl_c(), pytest.raises(KeyboardInterrupt):
        algorithm(model, q, v, v)
    for x, y in zip(algorithm(model, q, v, v), algorithm.evaluate(model, q, v, v), strict=True):
        np.testing.assert_allclose(x, y, rtol=1e-9, atol=1e-9)


def test_ctrl_c_while_a_module_is_freed_is_not_lost(monkeypatch):
    """Python ignores exceptions in a __del__."""

    def interrupted(module):
        raise KeyboardInterrupt

    monkeypatch.setattr(ModuleRef, "_dispose", interrupted)
    with pytest.raises(KeyboardInterrupt):
        llvm.emit_object("")


KERNELS = {
    "rnea": lambda: kt.rnea.compile(kt.robots.quadruped()),
    "float32": lambda: kt.crba.compile(kt.robots.arm(), dtype="float32"),
    "several": lambda: kt.jacobian(kt.rnea, ("q", "v")).compile(kt.robots.pendulum(3)),
    "scalar": lambda: kt.kinetic_energy.compile(kt.robots.arm()),
    "frame": lambda: kt.frame_placement.compile(kt.robots.arm(), frame="tool"),
    "exponential": lambda: kt.integrate.compile(kt.robots.quadruped()),
}


def check_equal(kernel, other):
    rng = np.random.default_rng(1)
    n = 2 * LANES + 1
    x = [rng.normal(size=(n, *s.shape)).astype(kernel.dtype) for s in kernel.operands]
    for part in (x, [a[0] for a in x]):
        one, two = kernel(*part), other(*part)
        if isinstance(one, tuple):
            assert one._fields == two._fields
        else:
            one, two = (one,), (two,)
        for a, b in zip(one, two, strict=True):
            np.testing.assert_array_equal(a, b)


@pytest.mark.sweep
@pytest.mark.parametrize("name", KERNELS)
@pytest.mark.parametrize("machine", ["this", "another"])
def test_saved_kernels_give_the_same_bits(name, machine, tmp_path, monkeypatch):
    kernel = KERNELS[name]()
    path = tmp_path / "a kernel"
    kernel.save(path)
    if machine == "another":
        monkeypatch.setattr(target, "identity", lambda: "another")
        monkeypatch.setenv("KINETREE_CACHE_DIR", "off")
    loaded = kt.load_kernel(str(path))
    check_equal(kernel, loaded)
    assert loaded.from_cache == (machine == "this")
    for attribute in ("name", "dtype", "operation_count", "results"):
        assert getattr(loaded, attribute) == getattr(kernel, attribute)
    assert loaded.ir == kernel.ir
    assert [x.tolist() for x in loaded.sparsity] == [x.tolist() for x in kernel.sparsity]
    check_equal(kernel, pickle.loads(pickle.dumps(loaded)))


def test_saved_code_is_compiled_again_where_the_sources_are_not_known(tmp_path, monkeypatch):
    monkeypatch.setattr(cache, "source_digest", lambda: None)
    kernel = kt.crba.compile(kt.robots.arm())
    kernel.save(tmp_path / "k")
    loaded = kt.load_kernel(tmp_path / "k")
    check_equal(kernel, loaded)
    assert not loaded.from_cache


def test_saving_replaces_and_leaves_nothing_else(tmp_path):
    path = tmp_path / "k"
    path.write_text("something else")
    for _ in range(2):
        kt.crba.compile(kt.robots.arm()).save(path)
    assert [p.name for p in tmp_path.iterdir()] == ["k"]
    with pytest.raises(OSError):
        kt.crba.compile(kt.robots.arm()).save(tmp_path / "no" / "k")


def test_saving_at_once_leaves_a_whole_file(tmp_path):
    kernel = kt.crba.compile(kt.robots.arm())
    (tmp_path / "k.part").write_text("mine")
    kernel.save(tmp_path / "k")
    wrong = []

    def save_and_load():
        for _ in range(20):
            kernel.save(tmp_path / "k")
            if kt.load_kernel(tmp_path / "k").name != kernel.name:
                wrong.append(1)

    savers = [threading.Thread(target=save_and_load) for _ in range(3)]
    for thread in savers:
        thread.start()
    for thread in savers:
        thread.join()
    assert not wrong and sorted(p.name for p in tmp_path.iterdir()) == ["k", "k.part"]
    assert (tmp_path / "k.part").read_text() == "mine"


def test_a_kernel_is_its_own_copy():
    kernel = kt.jacobian(kt.rnea, ("q", "v")).compile(kt.robots.arm())
    assert copy.copy(kernel) is kernel and copy.deepcopy([kernel])[0] is kernel


def test_bound_operands_are_copies():
    arm, gravity = kt.robots.arm(), np.array([0, 0, -9.81])
    kernel = kt.generalized_gravity.compile(arm, gravity=gravity)
    expected = kernel(Q[0])
    gravity[:] = 0
    np.testing.assert_array_equal(kernel(Q[0]), expected)


def test_an_empty_bound_operand_is_saved():
    kernel = kt.external_forces.compile(kt.robots.arm(), frames=(), reference="world")
    loaded = pickle.loads(pickle.dumps(kernel))
    x = [np.zeros((3, *s.shape)) for s in kernel.operands]
    np.testing.assert_array_equal(loaded(*x), kernel(*x))


def test_errors_of_wrong_calls():
    kernel = kt.rnea.compile(kt.robots.arm())
    said = r"rnea of arm: q= given by name; a kernel takes its operands by position: kernel"
    with pytest.raises(kt.ShapeError, match=said):
        kernel(q=Q)
    with pytest.raises(kt.ModelError, match="rnea: missing the model, which is the first argument"):
        kt.rnea()
    assert str(inspect.signature(kernel)) == "(q, v, a, /, *, out=None)"
    odd = kt.algorithm("(3)->(3)")(lambda model, out: 2 * out).compile(kt.robots.arm())
    assert odd([1, 2, 3]).tolist() == [2, 4, 6]
    assert kt.rnea.compile(kt.robots.arm(), inputs="gravity").operands[-1].name == "gravity"
    with pytest.raises(kt.ShapeError, match="gravity is among the inputs and given, too"):
        kt.rnea.compile(kt.robots.arm(), inputs=("gravity",), gravity=[0, 0, 0])


SHUTDOWN = """
import sys, threading, numpy as np, kinetree as kt
arm = kt.robots.arm()
q = np.zeros((3000, 7))
kt.rnea(arm, q, q, q), kt.rnea(arm, q[0], q[0], q[0])
k = kt.crba.compile(arm)

class Late:
    def __init__(self):
        self.kept = kt.rnea, arm, q, k
    def __del__(self):
        rnea, arm, q, k = self.kept
        rnea(arm, q[0], q[0], q[0]), rnea(arm, q[:50], q[:50], q[:50]), k(q[:20])

sys.late = Late()
for _ in range(3):
    def work():
        while True:
            kt.rnea(arm, q, q, q)
    threading.Thread(target=work, daemon=True).start()
"""


def test_calls_while_the_interpreter_shuts_down():
    for _ in range(3):
        command = [sys.executable, "-c", SHUTDOWN]
        done = subprocess.run(command, capture_output=True, timeout=HANGING)
        assert done.returncode == 0, done.stderr


def test_files_that_are_no_kernels(tmp_path):
    path = tmp_path / "k"
    kt.crba.compile(kt.robots.arm()).save(path)
    data = path.read_bytes()
    for wrong in (b"", b"PK", data[:-1], data[:40], data + b"x", data[:-9] + b"?" + data[-8:]):
        path.write_bytes(wrong)
        with pytest.raises(
            kt.CompileError, match="is no kernel that kinetree saved, or was damaged"
        ):
            kt.load_kernel(path)
    with pytest.raises(FileNotFoundError):
        kt.load_kernel(tmp_path / "missing")


def test_a_cache_entry_is_no_kernel(tmp_path, monkeypatch):
    monkeypatch.setenv("KINETREE_CACHE_DIR", str(tmp_path))
    kt.crba(kt.robots.arm(), Q)
    for path in tmp_path.iterdir():
        with pytest.raises(kt.CompileError, match="is no kernel"):
            kt.load_kernel(path)


TEMPORARY = """
import gc, os, numpy as np, kinetree as kt
from pathlib import Path

def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE")

for _ in range(3):
    before = resident()
    for _ in range(120):
        arm = kt.robots.arm()
        [kt.crba(arm, np.zeros(shape)) for shape in ((20, 7), 7)]
    gc.collect()
    print(resident() - before)
"""


@pytest.mark.sweep
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="no /proc here")
def test_temporary_models_leave_no_memory():
    """A leak grows every time; memory that is allocated in large blocks does not."""
    grown = subprocess.check_output([sys.executable, "-c", TEMPORARY], text=True, timeout=HANGING)
    assert min(map(int, grown.split())) < 2**16


def test_lanes_and_one_sample_equal_the_interpreter_with_flush_to_zero_outside():
    """Subnormal numbers are kept, whatever mode another library has set."""
    if target.platform.machine() != "x86_64":
        pytest.skip("the mode is set by an instruction of x86")
    m = kt.math

    @kt.algorithm("(8)->(8)")
    def function(model, x):
        return kt.Array([x[0] * x[1], x[2] / 3, x[3] - x[4], m.exp(x[5]), m.sin(x[6]), *x[:3]])

    arm = kt.robots.arm()
    rng = np.random.default_rng(2)
    x = rng.normal(size=(2 * LANES + 3, 8)) * 10.0 ** rng.integers(-310, -150, (2 * LANES + 3, 8))
    x[:, 5] = rng.uniform(-744, -709, len(x))
    kernel = function.compile(arm)
    expected = interpret(function.trace(arm), x)[0]
    assert ((abs(expected) > 0) & (abs(expected) < 2.3e-308)).any()
    np.testing.assert_array_equal(kernel(x), expected)
    control = flush_to_zero()
    try:
        many, one = kernel(x), [kernel(row) for row in x]
        halved = x[0, :1] * 0 + 5e-324  # still flushed outside
        flushed = (halved * 1.0 == 0).all()
    finally:
        control()
    np.testing.assert_array_equal(many.view(np.int64), expected.view(np.int64))
    np.testing.assert_array_equal(np.array(one).view(np.int64), expected.view(np.int64))
    assert flushed


MXCSR = """
declare void @llvm.x86.sse.ldmxcsr(ptr)
define void @load(ptr %mode) {
  call void @llvm.x86.sse.ldmxcsr(ptr %mode)
  ret void
}
"""


def flush_to_zero():
    """Set the processor to flush subnormal numbers; returns the function that resets it."""
    import ctypes

    from kinetree.compiler.machine_code import load_ir

    code = load_ir(MXCSR, "load")
    load = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(code.addresses["load"])

    def set_to(value):
        load(ctypes.addressof(ctypes.c_uint32(value)))

    set_to(0x1F80 | 0x8040)
    return lambda: (set_to(0x1F80), code)


def test_discarded_choices_raise_no_warning():
    m = kt.math

    @kt.algorithm("(2)->(1)")
    def function(model, x):
        return kt.Array([m.where(x[0] > 0, m.log(x[0]), 0.0) + m.where(x[1] == 0, 0.0, 1 / x[1])])

    kernel = function.compile(kt.robots.arm())
    x = np.array([[-1.0, 0.0]] * (LANES + 1))
    with np.errstate(all="raise"):
        assert (kernel(x) == 0).all() and (kernel(x[0]) == 0).all()


def test_the_announcement_names_what_does_the_same_faster(monkeypatch, caplog):
    monkeypatch.setenv("KINETREE_CACHE_DIR", "off")
    monkeypatch.setattr(workers, "_SECONDS", -1.0)
    arm = kt.robots.arm()
    for algorithm in (kt.generalized_gravity, kt.potential_energy):
        kt.jacobian(algorithm, "q")(arm, kt.neutral(arm))
    first, second = (record.getMessage() for record in caplog.records)
    assert " kt.generalized_gravity_derivatives gives the same by code written by hand" in first
    assert second.endswith("kt.jvp and kt.vjp compile faster than kt.jacobian.")
    for name in workers._BY_HAND.values():
        assert callable(operator.attrgetter(name)(kt))


def test_a_long_compilation_is_announced(monkeypatch, caplog):
    monkeypatch.setenv("KINETREE_CACHE_DIR", "off")
    arm = kt.robots.arm()
    with caplog.at_level("WARNING", "kinetree"):
        kt.crba(arm, kt.neutral(arm))
        assert not caplog.records
        monkeypatch.setattr(workers, "_SECONDS", -1.0)
        kt.aba(arm, *3 * [kt.neutral(arm)])
    assert [record.getMessage() for record in caplog.records] == [
        "Compiling aba of arm: about 0 s of CPU time more, once: the disk cache keeps the code. To "
        "avoid it, aba.evaluate(...) runs in Python without compiling."
    ]


@pytest.mark.parametrize(
    ("count", "more"), [(1, "about 8 s of CPU time more,"), (3, "24 s of CPU time more in 3 proc")]
)
def test_an_announcement_extrapolates_and_is_made_once(count, more, monkeypatch, caplog):
    times = iter([10.0, 10.9, 12.0, 13.0, 18.0, 19.5])
    monkeypatch.setattr(workers.time, "thread_time", lambda: next(times))
    compiled = workers.Announcement("aba of arm", 1000, count)
    for size in (50, 150, 100, 600, 100):
        compiled.proceed(size)
    (record,) = caplog.records
    assert more in record.getMessage()


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("contact_step of stepper", "kt.Simulation(..., max_contacts=12)."),
        ("vjp_of_contact_step of stepper", "kt.Simulation(..., max_contacts=12)."),
        ("kt.simulation.rollout of stepper", "kt.Simulation(..., max_contacts=12)."),
        ("sums", "A loop in Python compiles faster as kt.math.scan."),
        (
            "rnea_derivatives of step",
            "rnea_derivatives.evaluate(...) runs in Python without compiling.",
        ),
    ],
)
def test_the_announcement_names_only_what_applies(name, hint, monkeypatch, caplog):
    monkeypatch.setattr(workers, "_SECONDS", -1.0)
    workers.Announcement(name, 2, 1).proceed(1)
    (record,) = caplog.records
    assert record.getMessage().endswith(hint)
