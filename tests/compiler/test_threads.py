"""Threads change no bit; forks, workers and first calls from many threads are safe."""

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import wait

import numpy as np
import pytest
from concurrency import HANGING, ctrl_c, lets_other_threads_run

import kinetree as kt
from kinetree.compiler import threads
from kinetree.system import allowed_processors

N = 30_000


@pytest.fixture(autouse=True)
def default_afterwards():
    yield
    kt.set_num_threads(None)


@pytest.fixture(scope="module")
def states():
    return np.random.default_rng(0).normal(size=(3, N, 7))


@pytest.mark.parametrize("count", [2, 3, 7])
def test_any_number_of_threads_gives_the_same_bits(states, count):
    q, v, a = states
    kernel = kt.rnea.compile(kt.robots.arm())
    kt.set_num_threads(1)
    expected = kernel(q, v, a)
    np.testing.assert_array_equal(
        expected[::97], [kernel(*x) for x in states[:, ::97].swapaxes(0, 1)]
    )
    kt.set_num_threads(count)
    np.testing.assert_array_equal(kernel(q, v, a), expected)
    np.testing.assert_array_equal(kernel(q[::-1], v[::-1], a[::-1]), expected[::-1])
    np.testing.assert_array_equal(kernel(q, v[0], a), kernel(q, np.tile(v[0], (N, 1)), a))
    out = np.zeros((N, 14))[:, ::2]
    assert kernel(q, v, a, out=out) is out
    np.testing.assert_array_equal(out, expected)
    inside = q.copy()
    np.testing.assert_array_equal(kernel(inside, v, a, out=inside), expected)


def test_float32_and_several_results_over_threads(states):
    arm = kt.robots.arm()
    single = [x.astype("f4") for x in states]
    both = kt.jacobian(kt.rnea, ("q", "v")).compile(arm)
    answers = []
    for count in (1, 2):
        kt.set_num_threads(count)
        answers.append((kt.rnea(arm, *single), *both(*states)))
    for one, two in zip(*answers, strict=True):
        np.testing.assert_array_equal(one, two)


@pytest.mark.parametrize("n", [1, 7, 8, 9, 1000, 1001, 4096, 99_999])
@pytest.mark.parametrize("count", [1, 2, 5])
@pytest.mark.parametrize("cost", [1, 10_000, 10_000_000])
def test_every_sample_is_computed_once(n, count, cost):
    kt.set_num_threads(count)
    seen = np.zeros(n, int)
    sizes = []

    def compute(first, size):
        seen[first : first + size] += 1
        sizes.append(size)

    threads.run_in_parallel(compute, n, cost, 8)
    assert (seen == 1).all()
    assert min(sizes) >= min(n, 8)


def test_an_error_in_a_part_is_raised_when_all_have_stopped():
    kt.set_num_threads(3)
    running = []

    def compute(first, size):
        running.append(1)
        try:
            if first > 100:
                raise MemoryError("part")
            time.sleep(0.001)
        finally:
            running.pop()

    with pytest.raises(MemoryError, match="part"):
        threads.run_in_parallel(compute, 10_000, 100_000, 8)
    assert not running


def test_where_no_thread_can_be_started_the_caller_computes_alone(states, monkeypatch):
    kt.set_num_threads(1)
    expected = kt.crba(kt.robots.arm(), states[0])
    kt.set_num_threads(4)
    pool = threads._pool(3)
    submit, submitted = pool.submit, []

    def failing(*work):
        if submitted:
            raise RuntimeError("can't start new thread")
        submitted.append(submit(*work))
        return submitted[0]

    monkeypatch.setattr(pool, "submit", failing)
    for _ in range(20):
        submitted.clear()
        np.testing.assert_array_equal(kt.crba(kt.robots.arm(), states[0]), expected)
        assert submitted[0].done()


@pytest.mark.parametrize("count", [2, 4])
def test_an_error_of_helpers_alone_is_raised(count):
    kt.set_num_threads(count)
    n, failed = 1000, threading.Event()
    written, lost = np.zeros(n, int), np.zeros(n, int)

    def compute(first, size):
        if threading.current_thread() is not threading.main_thread():
            lost[first : first + size] += 1
            failed.set()
            raise MemoryError("helper")
        failed.wait(HANGING)
        written[first : first + size] += 1

    with pytest.raises(MemoryError, match="helper"):
        threads.run_in_parallel(compute, n, 100_000, 8)
    assert (written + lost == 1).all()  # samples of other threads are written


@pytest.mark.parametrize("computing", [True, False], ids=["while it computes", "while it waits"])
def test_an_interrupt_is_raised_when_all_have_stopped(computing, monkeypatch):
    """Further interrupts while the caller waits for helpers do not end the wait."""
    kt.set_num_threads(3)
    running, found = [], []
    begun, waited, over = threading.Semaphore(0), threading.Event(), threading.Event()

    def compute(first, size):
        if threading.current_thread() is not threading.main_thread():
            running.append(first)
            begun.release()
            over.wait(HANGING)
            running.remove(first)
        elif not waited.is_set():
            waited.set()
            assert begun.acquire(timeout=HANGING) and begun.acquire(timeout=HANGING)
            if computing:
                raise KeyboardInterrupt

    def interrupted(helpers):
        found.append(len(running))
        if len(found) <= 3:
            raise KeyboardInterrupt
        over.set()
        return wait(helpers)

    monkeypatch.setattr(threads, "wait", interrupted)
    try:
        with pytest.raises(KeyboardInterrupt):
            threads.run_in_parallel(compute, 1000, 10_000_000, 8)
        assert found == [2, 2, 2, 2] and not running
    finally:
        over.set()


@pytest.mark.parametrize("right", [3, np.int64(3)])
def test_integers_of_all_kinds(right):
    kt.set_num_threads(right)
    assert kt.get_num_threads() == 3


@pytest.mark.parametrize("wrong", [0, -1, 1.5, "2", True])
def test_wrong_numbers_of_threads(wrong):
    with pytest.raises(kt.KinetreeError, match="expected an integer >= 1, or None"):
        kt.set_num_threads(wrong)


def python(code, **environment):
    command, how = [sys.executable, "-W", "error", "-c", code], {"timeout": HANGING, "text": True}
    done = subprocess.run(command, env=os.environ | environment, capture_output=True, **how)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.sweep
def test_the_environment_says_how_many():
    ask = "import kinetree as kt; print(kt.get_num_threads())"
    assert python(ask, KINETREE_NUM_THREADS="3") == "3"
    for wrong in ("0", "many", ""):
        code = (
            "import kinetree as kt\n"
            "try: kt.get_num_threads()\n"
            "except kt.KinetreeError as error: print(error)"
        )
        message = python(code, KINETREE_NUM_THREADS=wrong)
        assert message == f"KINETREE_NUM_THREADS is {wrong!r}; expected an integer >= 1."


@pytest.mark.parametrize(
    "quota, period, count",
    [
        *(("200000", "100000", 2), ("250000", "100000", 3), ("200001", "100000", 3)),
        *(("100000", "100000", 1), ("50000", "100000", 1), ("1000", "100000", 1)),
        *(("max", "100000", None), ("-1", "100000", None), ("100000", "0", None)),
        *(("many", "100000", None), ("", "", None)),
    ],
)
@pytest.mark.parametrize("version", [1, 2])
def test_part_of_a_processor_counts_as_one(tmp_path, quota, period, count, version):
    if version == 2:
        (tmp_path / "cpu.max").write_text(f"{quota} {period}\n")
    else:
        (tmp_path / "cpu").mkdir()
        (tmp_path / "cpu" / "cpu.cfs_quota_us").write_text(f"{quota}\n")
        (tmp_path / "cpu" / "cpu.cfs_period_us").write_text(f"{period}\n")
    assert allowed_processors(tmp_path) == (count or len(os.sched_getaffinity(0)))


def test_without_a_control_group_all_processors_count(tmp_path):
    assert allowed_processors(tmp_path) == len(os.sched_getaffinity(0))


WORK = """
import os, sys, threading, multiprocessing, numpy as np, kinetree as kt
arm = kt.robots.arm()
states = np.random.default_rng(0).normal(size=(3, 30_000, 7))
def work(_=None):
    return float(kt.rnea(arm, *states).sum()), kt.get_num_threads()
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.parametrize(
    "module, work, same",
    [
        ("crba", "kt.aba", "kt.crba"),
        ("aba_derivatives", "kt.jacobian(kt.aba, 'q')(kt.robots.arm(), *x)", "kt.aba_derivatives"),
    ],
)
def test_a_fork_while_a_thread_imports_the_module_of_an_algorithm(module, work, same):
    code = f"""
import os, sys, threading, time, numpy as np, kinetree as kt
x = np.zeros((3, 7))
importing = threading.Event()
class Slow:
    def find_spec(self, name, path, target=None):
        if name == "kinetree.algorithms.{module}":
            importing.set(), time.sleep(0.3)
sys.meta_path.insert(0, Slow())
other = threading.Thread(target=lambda: {work})
other.start()
importing.wait()
child = os.fork()
if child == 0:
    {same}
    os._exit(0)
assert os.waitpid(child, 0)[1] == 0
print("well")
"""
    assert python(code).endswith("well")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_fork_while_a_thread_computes_a_property_of_a_model():
    code = """
import os, threading, time, kinetree as kt
from kinetree.model import model
computing, regrouped = threading.Event(), model.regrouped
def slowly(joints):
    computing.set(), time.sleep(0.3)
    return regrouped(joints)
model.regrouped = slowly
arms = kt.robots.arm(), kt.robots.arm().replace(gravity=[0, 0, -1])
rest = [[0.0] * 7] * 3
threading.Thread(target=lambda: kt.rnea(arms[0], *rest)).start()
computing.wait()
child = os.fork()
if child == 0:
    kt.rnea(arms[1], *rest)
    os._exit(0)
assert os.waitpid(child, 0)[1] == 0
print("well")
"""
    assert python(code, KINETREE_CACHE_DIR="off").endswith("well")


@pytest.mark.sweep
@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.parametrize("moment", ["tracing", "compiling"])
def test_a_fork_with_a_live_pool_and_a_compilation_under_way(moment):
    code = f"""{WORK}
import gc
from kinetree.compiler import llvm
kt.set_num_threads(3)
expected = work()[0]
reports, writer = os.pipe()  # not an event: what a traced function reads must not change
emit_object = llvm.emit_object
llvm.emit_object = lambda text, **_: os.write(writer, b"c") and emit_object(text)

@kt.algorithm("(nq),(nv),(nv)->(nv)")
def acceleration(model, q, v, tau):
    os.write(writer, b"t")
    return kt.aba(model, q, v, tau)

other = threading.Thread(target=lambda: kt.jacobian(acceleration, "q")(arm, *states[:, :20]))
other.start()
while os.read(reports, 1) != b"{moment[0]}":
    pass
child = os.fork()
if child == 0:
    right = work()[0] == expected and kt.crba(kt.robots.arm(), states[0]).shape == (30_000, 7, 7)
    os._exit(0 if right and gc.isenabled() else 1)
assert os.waitpid(child, 0)[1] == 0
other.join()
assert work()[0] == expected and gc.isenabled()
print("well")
"""
    assert python(code, KINETREE_CACHE_DIR="off").endswith("well")


@pytest.mark.sweep
@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_worker_processes_compute_on_one_thread(method, tmp_path):
    script = tmp_path / "work.py"
    script.write_text(f"""{WORK}
if __name__ == "__main__":
    expected = work()[0]
    with multiprocessing.get_context("{method}").Pool(2) as pool:
        assert pool.map(work, range(4)) == [(expected, 1)] * 4
    print("well")
""")
    assert python(f"import runpy; runpy.run_path({str(script)!r}, run_name='__main__')") == "well"


def test_eight_threads_that_call_first_at_once(states, capsys):
    arm = kt.robots.arm()

    @kt.algorithm("(nq),(nv)->(nv)")
    def function(model, q, v):
        print("ran")
        return kt.nonlinear_effects(model, q, v)

    gate = threading.Barrier(8)
    answers = [None] * 8

    def call(k):
        gate.wait()
        answers[k] = function(arm, states[0, : 40 * k + 1], states[1, : 40 * k + 1])

    callers = [threading.Thread(target=call, args=(k,)) for k in range(8)]
    for thread in callers:
        thread.start()
    for thread in callers:
        thread.join()
    assert capsys.readouterr().out.split() == ["ran"]
    expected = kt.nonlinear_effects(arm, *states[:2, :400])
    for k, got in enumerate(answers):
        np.testing.assert_array_equal(got, expected[: 40 * k + 1])


def test_many_threads_share_a_kernel(states):
    kernel = kt.crba.compile(kt.robots.arm())
    q = states[0, :500]
    expected, wrong = kernel(q), []

    def call():
        for k in range(200):
            n = 1 + k % 499
            if not (kernel(q[:n]) == expected[:n]).all():
                wrong.append(n)

    callers = [threading.Thread(target=call) for _ in range(4)]
    for thread in callers:
        thread.start()
    for thread in callers:
        thread.join()
    assert not wrong


@pytest.mark.parametrize("n", [1000, 20_000], ids=["compiled call", "call in Python"])
def test_the_interpreters_lock_is_released_in_long_batches(n):
    model = kt.robots.humanoid()
    kernel = kt.aba.compile(model)
    q, v = kt.random_configuration(model, n, rng=0), np.ones((n, model.nv))
    kt.set_num_threads(1)
    kernel(q, v, v)
    assert lets_other_threads_run(lambda: kernel(q, v, v))


@pytest.mark.parametrize("count", [1, 3])
def test_ctrl_c_in_a_large_batch(count):
    """It is handled before the batch ends, at least once in many tries on a busy machine."""
    kernel = kt.rnea.compile(kt.robots.arm())
    x = np.broadcast_to(np.zeros(7), (1_000_000, 7))
    kt.set_num_threads(count)
    out = np.empty(x.shape)

    def interrupt():
        while np.isnan(out[0, 0]):
            time.sleep(0)
        os.kill(os.getpid(), signal.SIGINT)

    unfinished = 0
    for _ in range(50):
        out[:] = np.nan
        other = threading.Thread(target=interrupt)
        with ctrl_c():
            try:
                other.start()
                kernel(x, x, x, out=out)
                other.join()
            except KeyboardInterrupt:
                unfinished = np.isnan(out).any(axis=1).sum()
            other.join()
        if unfinished:
            break
    assert 0 < unfinished < len(x)
    again = kernel(x[:100], x[:100], x[:100])
    np.testing.assert_array_equal(again, np.tile(kernel(x[0], x[0], x[0]), (100, 1)))
