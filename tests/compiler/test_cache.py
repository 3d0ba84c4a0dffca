"""The disk cache: it saves time, and never changes a result."""

import json
import logging
import os
import subprocess
import sys
import time
from pathlib import Path
from types import ModuleType
from zipfile import ZipFile

import numpy as np
import pytest
from concurrency import HANGING

import kinetree as kt
from kinetree.compiler import cache, target
from kinetree.functions.canonical_text import canonical_text
from kinetree.system import cache_folder

Q = np.random.default_rng(0).normal(size=(20, 7))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A cache for this test alone."""
    path = tmp_path / "cache"
    monkeypatch.setenv("KINETREE_CACHE_DIR", str(path))
    return path


def results(algorithm=kt.crba, **keywords):
    """Results of both variants for a new robot, and whether they were cached."""
    kernel = algorithm.compile(kt.robots.arm(), **keywords)
    operands = [Q.astype(kernel.dtype)] * len(kernel.operands)
    many = kernel(*operands)
    one = kernel(*[x[0] for x in operands])
    if not isinstance(many, tuple):
        many, one = (many,), (one,)
    for x, y in zip(many, one, strict=True):
        np.testing.assert_array_equal(x[0], y)
    return many, kernel.from_cache


@pytest.mark.parametrize(
    "algorithm, keywords",
    [
        (kt.crba, {}),
        (kt.rnea, {"dtype": "float32"}),
        (kt.kinetic_energy, {}),
        (kt.frame_placement, {"frame": "tool"}),
        (kt.jacobian(kt.rnea, ("q", "v")), {}),
        (kt.hessian(kt.potential_energy, "q"), {}),
        (kt.rnea_derivatives, {}),
    ],
    ids=str,
)
def test_a_cached_kernel_gives_the_same_bits_without_tracing(
    folder, monkeypatch, algorithm, keywords
):
    fresh, cached = results(algorithm, **keywords)
    assert not cached
    monkeypatch.setattr("kinetree.functions.definition.Definition.run", None)  # a trace would fail
    again, cached = results(algorithm, **keywords)
    assert cached
    assert [type(x) for x in (fresh, again)] in ([tuple, tuple], [type(fresh)] * 2)
    for x, y in zip(fresh, again, strict=True):
        np.testing.assert_array_equal(x, y)


def remembering(q, v, t, memory):
    return {"tau": -q - memory, "memory": memory + q}


@pytest.mark.parametrize("memory", [{}, {"policy": remembering, "memory": Q[0]}])
@pytest.mark.parametrize("record", [(), "residual"])
def test_a_rollout_is_found_with_the_class_of_its_results(folder, monkeypatch, record, memory):
    kinds = []
    for _ in range(2):
        words = {"sizes": {"T": 3}, "record": record, **memory}
        words["simulation"] = kt.Simulation(limits=True)
        kernel = kt.simulation.rollout.compile(kt.robots.arm(), **words)
        kinds.append(type(kernel(Q[0], Q[0], Q[:3], 1e-3)))
        monkeypatch.setattr("kinetree.functions.definition.Definition.run", None)
    assert kernel.from_cache and kinds[0] is kinds[1]
    assert hasattr(kinds[0], "converged") == (record == "residual")


def test_the_properties_of_a_kernel_are_the_same_from_the_cache(folder):
    properties = []
    for _ in range(2):
        kernel = kt.crba.compile(kt.robots.humanoid())
        sparsity = [x.tolist() for x in kernel.sparsity]
        properties.append((kernel.operation_count, sparsity, kernel.operands, kernel.ir))
    assert properties[0] == properties[1]


def test_frames_of_one_joint_share_their_code(folder):
    arm = kt.robots.arm()
    kt.frame_placement(arm, Q, frame="tool")
    count = len(list(folder.iterdir()))
    kt.frame_placement(arm.replace(), Q, frame=arm.frame("tool").joint * 2)
    assert len(list(folder.iterdir())) <= count + 2


DAMAGE = {
    "empty": lambda data: b"",
    "cut short": lambda data: data[: len(data) // 2],
    "one byte less": lambda data: data[:-1],
    "one byte more": lambda data: data + b"x",
    "a bit flipped": lambda data: data[:-20] + bytes([data[-20] ^ 1]) + data[-19:],
    "a bit flipped in front": lambda data: bytes([data[0] ^ 1]) + data[1:],
    "foreign": lambda data: b"#!/bin/sh\n" * 100,
}


@pytest.mark.parametrize("name", DAMAGE)
def test_damaged_entries_are_recreated(folder, name):
    (expected,), _ = results()
    for path in folder.iterdir():
        path.write_bytes(DAMAGE[name](path.read_bytes()))
    (got,), cached = results()
    assert not cached
    np.testing.assert_array_equal(got, expected)
    assert results()[1]


def test_entries_under_another_name_are_not_taken(folder):
    (expected,), _ = results()
    paths = sorted(folder.iterdir())
    contents = [path.read_bytes() for path in paths]
    for path, content in zip(paths, contents[1:] + contents[:1], strict=True):
        path.write_bytes(content)
    (got,), cached = results()
    assert not cached
    np.testing.assert_array_equal(got, expected)


def another_processor(monkeypatch):
    monkeypatch.setattr(target, "identity", lambda: "a machine with other features")


def a_new_version(monkeypatch):
    monkeypatch.setattr(cache, "source_digest", lambda: "other files")


@pytest.mark.parametrize("change", [another_processor, a_new_version])
def test_code_for_other_circumstances_is_not_run(folder, monkeypatch, change):
    results()
    change(monkeypatch)
    assert not results()[1]
    assert results()[1]


@pytest.mark.parametrize("place", ["a file", "under a file", "/proc/kinetree", "/dev/null/x"])
def test_a_directory_that_cannot_be_written_to(tmp_path, monkeypatch, place):
    (tmp_path / "a file").write_text("something else")
    place = str(tmp_path / "a file/cache") if place == "under a file" else place
    monkeypatch.setenv("KINETREE_CACHE_DIR", str(tmp_path / place))
    assert results()[0][0].shape == (20, 7, 7)
    assert not results()[1]
    assert (tmp_path / "a file").read_text() == "something else"


@pytest.mark.parametrize("off", ["off", "OFF", " Off"])
def test_off_disables_the_cache(tmp_path, monkeypatch, off):
    monkeypatch.setenv("KINETREE_CACHE_DIR", off)
    monkeypatch.chdir(tmp_path)
    results()
    assert not results()[1]
    assert not list(tmp_path.iterdir())


def test_the_directory_is_made_for_its_owner_only(folder):
    results()
    assert folder.stat().st_mode & 0o777 == 0o700
    assert all(path.stat().st_mode & 0o022 == 0 for path in folder.iterdir())


@pytest.mark.parametrize("mode", [0o777, 0o770, 0o702])
def test_a_directory_that_others_may_write_to_is_not_used(folder, caplog, mode):
    results()
    folder.chmod(mode)
    cache._warn.cache_clear()
    with caplog.at_level(logging.WARNING, "kinetree"):
        assert not results()[1]
        assert not results()[1]
    assert len(caplog.records) == 1
    assert "must belong to you" in caplog.text and str(folder) in caplog.text
    folder.chmod(0o755)
    assert results()[1]


@pytest.mark.skipif(getattr(os, "getuid", lambda: 1)() != 0, reason="only root can give files away")
def test_another_users_directory_is_not_used(folder):
    results()
    os.chown(folder, 12345, 12345)
    assert not results()[1]


def as_a_link(path, target):
    path.rename(target)
    path.symlink_to(target)


def as_a_fifo(path, target):
    path.unlink()
    os.mkfifo(path)


PLANTED = {
    "anyone's": lambda path, target: path.chmod(0o666),
    "the group's": lambda path, target: path.chmod(0o664),
    "another's": lambda path, target: os.chown(path, 12345, -1),
    "a link": as_a_link,
    "a pipe": as_a_fifo,
}


@pytest.mark.skipif(sys.platform == "win32", reason="files have no modes")
@pytest.mark.parametrize("planted", PLANTED)
def test_entries_that_others_may_have_written_are_written_anew(folder, tmp_path, caplog, planted):
    if planted == "another's" and os.getuid():
        pytest.skip("only root can give files away")
    results()
    for i, path in enumerate(folder.iterdir()):
        PLANTED[planted](path, tmp_path / f"{i}")
    cache._warn.cache_clear()
    with caplog.at_level(logging.WARNING, "kinetree"):
        assert not results()[1]
    assert len(caplog.records) == 1 and "not used but written anew" in caplog.text
    assert all(path.stat().st_mode & 0o022 == 0 and path.is_file() for path in folder.iterdir())
    assert results()[1]


def test_entries_are_private_whatever_the_umask(folder):
    before = os.umask(0)
    try:
        results()
    finally:
        os.umask(before)
    assert results()[1]


def test_it_holds_a_bounded_number_of_entries(folder, monkeypatch):
    monkeypatch.setattr(cache, "_MOST_ENTRIES", 128)
    for i in range(200):
        cache.store(f"{i}", {})
    assert len([*folder.iterdir()]) <= 130


def test_it_does_not_exceed_its_limit(folder, monkeypatch):
    results()
    monkeypatch.setattr(cache, "MAX_BYTES", 50_000)
    for algorithm in (kt.rnea, kt.aba, kt.nonlinear_effects):
        results(algorithm)
    assert sum(path.stat().st_size for path in folder.iterdir()) < 150_000
    assert results(kt.nonlinear_effects)[1]


def test_the_least_recently_used_entries_are_evicted_first(folder, monkeypatch):
    for name, age in (("old", 300), ("used", 400), ("young", 200)):
        cache.store(name, {}, [b"x" * 1000])
        os.utime(folder / f"{name}.kinetree", (time.time() - age,) * 2)
    assert cache.load("used") == ({}, [b"x" * 1000])
    monkeypatch.setattr(cache, "MAX_BYTES", 1500)
    cache.store("new", {}, [b""])
    assert {path.stem for path in folder.iterdir()} == {"used", "new"}


def test_the_directory_is_looked_through_after_a_64th_of_its_limit(folder, monkeypatch):
    looked = []
    monkeypatch.setattr(cache, "_evict", looked.append)
    monkeypatch.setattr(cache, "MAX_BYTES", 64_000)
    for name in "abcdefgh":
        cache.store(name, {}, [b"x" * 300])
    assert looked == [folder] * 4  # at the first, third, fifth and seventh: 2 entries of 350 bytes


def test_abandoned_files_are_removed(folder, monkeypatch):
    monkeypatch.setattr(cache, "MAX_BYTES", 50_000)
    results()
    left, now = (folder / f"{name}.kinetree-part" for name in ("left", "now"))
    for path in (left, now):
        path.write_bytes(b"x")
    os.utime(left, (time.time() - 3700,) * 2)
    os.utime(now, (time.time() - 3500,) * 2)
    cache.store("another", {})
    assert not left.exists() and now.exists()


def test_other_files_are_not_touched(folder, monkeypatch):
    (folder / "photos").mkdir(parents=True)
    folder.chmod(0o700)
    others = [folder / "thesis.bin", folder / "download.part", folder / "photos/one"]
    for path in others:
        path.write_bytes(b"x" * 10_000)
        os.utime(path, (1e9, 1e9))
    monkeypatch.setattr(cache, "MAX_BYTES", 5000)
    results()
    assert all(path.stat().st_size == 10_000 for path in others)


PROGRAM = """
import json, sys, numpy as np, kinetree as kt
{before}
kernel = kt.crba.compile(kt.robots.arm())
q = np.array(json.loads(sys.argv[1]))
print(json.dumps([kernel(q).tolist(), kernel(q[0]).tolist(), kernel.from_cache]))
"""


def start(folder, before=""):
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM.format(before=before), json.dumps(Q.tolist())],
        env={**os.environ, "KINETREE_CACHE_DIR": str(folder)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def answer(process):
    out, err = process.communicate(timeout=HANGING)
    assert process.returncode == 0, err
    many, one, cached = json.loads(out)
    np.testing.assert_array_equal(many[0], one)
    return np.array(many), cached


@pytest.mark.sweep
def test_processes_that_write_at_once(folder):
    answers = [answer(p) for p in [start(folder) for _ in range(5)]]
    for many, _ in answers:
        np.testing.assert_array_equal(many, answers[0][0])
    assert not list(folder.glob("*-part"))
    assert answer(start(folder))[1]


KILLED = """
import os, signal
os.replace = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_process_killed_while_it_writes(folder):
    process = start(folder, KILLED)
    process.communicate(timeout=HANGING)
    assert process.returncode == -9
    assert list(folder.glob("*-part"))
    assert not answer(start(folder))[1]
    assert answer(start(folder))[1]


FULL = """
import resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit}))
"""


@pytest.mark.sweep
@pytest.mark.parametrize("limit", [0, 100, 5000])
def test_a_full_disk(folder, limit):
    expected, _ = answer(start(folder))
    for path in folder.iterdir():
        path.unlink()
    got, cached = answer(start(folder, FULL.format(limit=limit)))
    assert not cached
    np.testing.assert_array_equal(got, expected)
    assert not list(folder.glob("*-part"))


def test_users_algorithms_are_traced_again(folder, capsys):
    def times(factor):
        @kt.algorithm("(nq)->(nq)")
        def function(model, q):
            print(factor)
            return factor * q

        return function

    for factor in (2, 3):
        function = times(factor)
        np.testing.assert_array_equal(function(kt.robots.arm(), Q), factor * Q)
        np.testing.assert_array_equal(function(kt.robots.arm(), Q), factor * Q)
    assert capsys.readouterr().out.split() == ["2", "2", "3", "3"]


def test_user_defined_joints_are_traced_again(folder):
    def robot(reach):
        class Rolling(kt.Joint):
            nq = nv = 1

            def placement(self, q):
                return kt.SE3(kt.Revolute("y").placement(q).rotation, [reach * q[0], 0, 0])

        builder = kt.ModelBuilder("wheel")
        builder.add_body("wheel", parent="world", joint=Rolling())
        return builder.build()

    for reach in (0.3, 0.5):
        model = robot(reach)
        assert model.content_text is None
        assert kt.frame_placement(model, [2.0], frame="wheel")[0, 3] == 2 * reach


def test_a_function_with_the_name_of_one_of_kinetrees_is_another(folder):
    def rnea(model, q, v, a, f_ext=None):
        return q

    rnea.__module__, rnea.__qualname__ = "kinetree.algorithms.rnea", "rnea"
    assert canonical_text(kt.rnea.contents) is not None
    assert canonical_text(kt.algorithm("(nq),(nv),(nv),(njoints,6)->(nv)")(rnea).contents) is None


def test_a_function_with_another_signature_is_another_algorithm():
    own = kt.algorithm(kt.integrate.__wrapped__)
    assert canonical_text(own.contents) != canonical_text(kt.integrate.contents)
    theirs, mine = (kt.jacobian(a, "v").contents for a in (kt.integrate, own))
    assert canonical_text(theirs) != canonical_text(mine)


def test_files_that_changed_since_they_were_imported_mean_no_cache(folder, monkeypatch):
    monkeypatch.setattr(cache, "_IMPORTED", 0.0)
    assert cache.source_digest() is None
    results()
    assert not results()[1] and not folder.exists()


def test_a_file_that_changed_before_a_module_was_imported_means_no_cache(
    tmp_path, monkeypatch, caplog
):
    """Modules are imported when they are first used."""
    assert cache.source_digest() is not None
    changed = tmp_path / "late.py"
    changed.touch()
    files = [*cache._files(), str(changed)]
    monkeypatch.setattr(cache, "_files", lambda: files)
    monkeypatch.setattr(cache, "_IMPORTED", changed.stat().st_ctime)
    monkeypatch.setitem(sys.modules, "kinetree.one_more", cache)
    with caplog.at_level(logging.WARNING, "kinetree"):
        assert cache.source_digest() is None
    assert "late.py is newer than the import of kinetree" in caplog.text
    cache._last_change.cache_clear()


def test_modules_without_source_files_mean_no_cache(monkeypatch):
    """Byte code alone, frozen modules, those of an archive: nothing says which version they are."""
    other = ModuleType("kinetree.other")
    for file in ("/app/kinetree/other.pyc", "/app/kinetree.zip/kinetree/other.py", None):
        assert cache.source_digest() is not None
        other.__file__ = file
        monkeypatch.setitem(sys.modules, "kinetree.other", other)
        assert cache.source_digest() is None
        monkeypatch.delitem(sys.modules, "kinetree.other")


def test_a_trace_with_another_digest_is_refused(folder, monkeypatch):
    results()
    path = next(p for p in folder.iterdir() if b'"digest"' in p.read_bytes())
    header, blobs = cache.decode(path.read_bytes(), path.stem)
    header["digest"] = "another"
    path.write_bytes(cache.encode(path.stem, header, blobs))
    with pytest.raises(kt.CompileError, match="not that of this call"):
        results()


def test_a_relative_directory_is_the_same_wherever_the_process_goes(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KINETREE_CACHE_DIR", f"relative-{os.getpid()}")
    results()
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert results()[1]
    assert not list((tmp_path / "elsewhere").iterdir())


@pytest.mark.parametrize(
    ("platform", "place"),
    [
        ("win32", "local/kinetree"),
        ("darwin", "home/Library/Caches/kinetree"),
        ("linux", "cache/kinetree"),
    ],
)
def test_where_platforms_keep_caches(monkeypatch, tmp_path, platform, place):
    monkeypatch.setattr(sys, "platform", platform)
    for name, folder in (("LOCALAPPDATA", "local"), ("XDG_CACHE_HOME", "cache"), ("HOME", "home")):
        monkeypatch.setenv(name, str(tmp_path / folder))
    assert cache_folder() == tmp_path / place


def test_a_relative_cache_home_is_ignored(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", "caches")
    assert cache_folder() == tmp_path / ".cache/kinetree"


def test_kinetree_runs_from_an_archive(tmp_path):
    root = Path(kt.__file__).parent
    with ZipFile(tmp_path / "kinetree.zip", "w") as archive:
        for path in root.rglob("*.*"):
            archive.write(path, path.relative_to(root.parent))
    program = """
import kinetree as kt
assert len(kt.rnea(kt.robots.arm(), *[[0.1] * 7] * 3)) == 7
assert len(kt.check("<robot name='a'><link name='b'/></robot>")) == 1
assert not hasattr(kt, "massMatrix") and "zip" in kt.__file__
"""
    paths = [str(tmp_path / "kinetree.zip"), *(x for x in sys.path if "site-packages" in x)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    subprocess.run([sys.executable, "-Sc", program], env=environment, check=True, timeout=HANGING)


def test_the_users_directory_is_the_default(monkeypatch, tmp_path):
    monkeypatch.delenv("KINETREE_CACHE_DIR")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    if sys.platform != "darwin":
        results()
        assert results()[1]
        assert Path(tmp_path / "kinetree").is_dir()
