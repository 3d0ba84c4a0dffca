"""The commands that read and write files: dynamics, simulate, view, convert, compile, cache."""

import csv
import json
from inspect import signature
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kinetree as kt
from kinetree.cli import dynamics
from kinetree.cli.main import main

ARM = kt.robots.arm()
FEET = ("front_left_foot", "front_right_foot", "hind_left_foot", "hind_right_foot")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: Any) -> Any:
    """Run a command in an empty folder: its exit status, what it printed, what it complained of."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> tuple[int, str, str]:
        status = main(arguments)
        printed = capsys.readouterr()
        return status, printed.out, printed.err

    return run


def _table(path: str) -> dict[str, Any]:
    """The columns of a CSV by their titles."""
    with open(path, newline="") as file:
        header, *rows = csv.reader(file)
    return dict(zip(header, np.array(rows, float).T, strict=True))


def test_dynamics_at_random_states_to_every_kind_of_file(run):
    for suffix in ("csv", "json", "npz"):
        status, out, _ = run("dynamics", "arm", "rnea", "--random", "5000", "-o", f"tau.{suffix}")
        assert status == 0 and out == f"tau.{suffix}: rnea of arm at 5,000 states.\n"
    columns = _table("tau.csv")
    units = {"q": "rad", "v": "rad/s", "a": "rad/s^2", "tau": "N m"}
    table = {
        name: np.stack([columns[f"{name}.{j} [{unit}]"] for j in ARM.joint_names[1:]], 1)
        for name, unit in units.items()
    }
    assert len(columns) == 28
    content = json.loads(Path("tau.json").read_text())
    with np.load("tau.npz") as arrays:
        for name, values in table.items():
            np.testing.assert_array_equal(arrays[name], values)
            np.testing.assert_array_equal(content[name]["values"], values)
            assert content[name]["elements"] == list(ARM.joint_names[1:])
            assert content[name]["units"] == [units[name]] * 7
    np.testing.assert_array_equal(table["tau"], kt.rnea(ARM, table["q"], table["v"], table["a"]))


def test_matrices_have_units(run):
    run("dynamics", "quadruped", "crba", "--random", "1", "-o", "M.csv")
    run("dynamics", "quadruped", "rnea_derivatives", "--random", "1", "-o", "d.csv")
    mass, slopes = _table("M.csv"), _table("d.csv")
    model = kt.robots.quadruped()
    x, hip = model.v_names[0], model.v_names[6]
    assert {f"crba.{x}.{x} [N/(m/s^2)]", f"crba.{hip}.{x} [N m/(m/s^2)]"} < {*mass}
    assert {f"dtau_dq.{hip}.{hip} [N m/rad]", f"dtau_dv.{x}.{hip} [N/(rad/s)]"} < {*slopes}


@pytest.mark.parametrize("suffix", ["csv", "json", "npz"])
def test_dynamics_of_a_file_in_any_order_with_more_than_needed(run, suffix):
    run("dynamics", "quadruped", "aba", "--random", "3", "-o", f"states.{suffix}")
    robot = kt.robots.quadruped()
    if suffix == "csv":
        with open("states.csv", newline="") as file:
            rows = [row[::-1] for row in csv.reader(file)]
        with open("states.csv", "w", newline="") as file:
            csv.writer(file).writerows(rows)
    status, _, _ = run("dynamics", "quadruped", "crba", f"states.{suffix}", "-o", "M.json")
    assert status == 0
    found = json.loads(Path("M.json").read_text())
    q = np.array(found["q"]["values"])
    assert q.shape == (3, robot.nq) and set(found) == {"q", "crba"}
    np.testing.assert_array_equal(found["crba"]["values"], kt.crba(robot, q))
    names = found["crba"]["elements"]
    i, k = robot.v_names.index("front_left_knee"), robot.v_names.index("root_joint.vz")
    assert names[i * robot.nv + k] == "front_left_knee.root_joint.vz"


def test_friction_holds_feet_and_times_are_numbers(run):
    feet = ("simulate", "quadruped", "--contacts", ",".join(FEET), "--hold", "60,2")
    robot = kt.robots.quadruped()
    q = np.tile(kt.neutral(robot), (2, 1))
    q[:, 2] -= kt.frame_placement(robot, q[0], frame=FEET[0])[2, 3]
    np.savez("start.npz", q=q[:1], v=np.eye(robot.nv)[:1])
    speeds = []
    for friction in ("0", "0.8"):
        given = ("--duration", "0.05", "--start", "start.npz", "--friction", friction)
        assert run(*feet, *given, "-o", "x.npz")[0] == 0
        with np.load("x.npz") as x:
            speeds.append(abs(x["v"][-1, 0]))
    assert speeds[0] > speeds[1] + 0.01  # the feet slide, or stick and bend the legs
    np.savez("motion.npz", q=q, t=[0.0, np.nan])
    assert "no times t that rise" in run("view", "quadruped", "motion.npz", "--save", "x.html")[2]


def test_a_point_has_a_column_for_each_coordinate(run):
    run("dynamics", "arm", "center_of_mass", "--random", "2", "-o", "c.csv")
    ends = [title.split()[0].rpartition(".")[2] for title in _table("c.csv")]
    assert ends[-3:] == ["x", "y", "z"]


def test_every_algorithm_offered_is_evaluated(run):
    robot = kt.load(kt.robots.file("TwoDofs"), floating_base=True)
    accelerometer = kt.Sensor("a", "accelerometer", "Tip")
    kt.save(robot.replace(actuators=kt.Motors(), sensors=[accelerometer]), "robot.json")
    given = ("--random", "2", "-o", "x.npz")
    for name, algorithm in dynamics.algorithms().items():
        taken = signature(algorithm).parameters
        keywords = ["--frame", "Tip"] * ("frame" in taken)
        keywords += ["--reference", "local"] * ("reference" in taken)
        status, _, err = run("dynamics", "robot.json", name, *given, *keywords)
        assert (status, err) == (0, ""), name
    assert {"rnea", "aba", "crba", "coriolis_matrix", "frame_jacobian"} <= set(
        dynamics.algorithms()
    )


def test_a_simulation_is_written_and_shown_again(run):
    given = ("simulate", "quadruped", "--contacts", ",".join(FEET), "--hold", "60,2")
    given += ("--height", "0.05", "--duration", "0.4", "-o", "motion.csv", "--save", "motion.html")
    status, out, _ = run(*given)
    assert status == 0
    assert "quadruped12: 400 steps of 0.001 s." in out and "motion.csv: 401 states." in out
    robot = kt.robots.quadruped()
    columns = _table("motion.csv")
    q = np.stack([columns[f"q.{n} [{u}]".replace(" [1]", " [1]")] for n, u in _q(robot)], 1)
    np.testing.assert_allclose(columns["t [s]"], 1e-3 * np.arange(401))
    feet = kt.frame_placement(robot, q, frame=FEET)[..., 2, 3]
    np.testing.assert_allclose(feet[0], 0.05, atol=1e-12)
    assert abs(feet[-1]).max() < 1e-3 and np.diff(q[:, 2])[:50].max() < 0  # it falls, and lands
    assert Path("motion.html").stat().st_size > 2e5
    status, out, _ = run("view", "quadruped", "motion.csv", "--save", "again.html")
    assert status == 0 and out == "again.html: open it in a browser.\n"
    status, out, _ = run("simulate", "quadruped", "--start", "motion.csv", "--duration", "0.002")
    assert status == 0 and "2 steps" in out


def test_the_viewer_opens_a_browser(run, monkeypatch):
    def opened(url: str) -> None:
        raise kt.KinetreeError(f"opened {url}")

    monkeypatch.setattr("webbrowser.open", opened)
    status, out, err = run("view", "arm")
    assert status and "arm: http://" in out and "opened http://" in err


def _q(robot: kt.Model) -> Any:
    return zip(robot.q_names, robot.q_units, strict=True)


def test_a_pendulum_swings_with_its_energy_and_loses_it_by_damping(run, tmp_path):
    np.savez(tmp_path / "start.npz", q=[[1.0]], v=[[0.0]])
    run("simulate", "pendulum", "--start", "start.npz", "--duration", "1", "-o", "free.json")
    motion = json.loads(Path("free.json").read_text())
    q, v = (np.array(motion[name]["values"]) for name in "qv")
    robot = kt.robots.pendulum()
    energy = kt.mechanical_energy(robot, q, v)
    np.testing.assert_allclose(energy, energy[0], atol=1e-9)
    kt.save(robot.replace(damping=[0.5]), "damped.json")
    run("simulate", "damped.json", "--start", "start.npz", "-o", "damped.npz")
    with np.load("damped.npz") as damped:
        assert kt.mechanical_energy(robot, damped["q"], damped["v"])[-1] < energy[0] - 0.5
    run("simulate", "damped.json", "--start", "start.npz", "--free", "-o", "free.npz")
    with np.load("free.npz") as free:
        np.testing.assert_array_equal(free["q"][:1001], q)


def test_conversion(run, tmp_path):
    status, out, _ = run("convert", "quadruped", "dog.json")
    assert status == 0 and out == "dog.json: quadruped12, nq 19, nv 18.\n"
    assert kt.load("dog.json").digest == kt.robots.quadruped().digest
    kt.save(ARM.replace(armature=np.zeros(7)), "arm.json")
    q = kt.random_configuration(ARM, 3)
    gravity = kt.generalized_gravity(ARM, q)
    for file in ("arm.urdf", "arm.sdf"):
        status, _, _ = run("convert", "arm.json", file)
        assert status == 0
        np.testing.assert_allclose(kt.generalized_gravity(kt.load(file), q), gravity, atol=1e-10)


def test_compiled_beforehand(run):
    status, out, _ = run("compile", "arm", "rnea", "crba", "-o", "kernels")
    assert status == 0
    lines = out.splitlines()
    assert lines[0].startswith("rnea: 676 operations, ") and lines[0].endswith("arm_rnea.kernel")
    rnea = kt.load_kernel("kernels/arm_rnea.kernel")
    q, v = kt.random_configuration(ARM, 5), np.ones((5, 7))
    np.testing.assert_array_equal(rnea(q, v, v), kt.rnea(ARM, q, v, v))
    run("compile", "pendulum", "rnea", "--dtype", "float32", "-o", "some/folder")
    (file,) = Path("some/folder").iterdir()
    assert kt.load_kernel(file).dtype == np.float32


def test_the_cache_is_shown_and_cleared(run, tmp_path, monkeypatch):
    folder = tmp_path / "cache"
    folder.mkdir(mode=0o700)
    monkeypatch.setenv("KINETREE_CACHE_DIR", str(folder))
    (folder / "foreign.txt").write_text("kept")
    (folder / "a.kinetree").write_bytes(b"x" * 1000)
    assert run("cache")[1] == f"{folder}: 1 file, 0.0 MB.\n"
    assert json.loads(run("cache", "--json")[1]) == {
        "folder": str(folder),
        "files": 1,
        "bytes": 1000,
    }
    assert run("cache", "clear")[1] == f"{folder}: 1 file removed.\n"
    assert [f.name for f in folder.iterdir()] == ["foreign.txt"]
    monkeypatch.setenv("KINETREE_CACHE_DIR", "off")
    assert run("cache")[1].startswith("The cache is off")


def test_json_of_what_is_printed(run):
    status, out, _ = run("info", "arm", "--json")
    info = json.loads(out)
    assert status == 0
    assert (info["nq"], info["mass"], len(info["joints"])) == (7, ARM.total_mass, 7)
    assert info["joints"][1]["parent"] == "joint1" and info["joints"][1]["upper"] == [2.8]
    assert info["frames"][-1]["kind"] in ("op", "body")
    assert json.loads(run("list", "--json")[1])["humanoid"] == "built in"
    Path("bad.urdf").write_text("<robot name='r'><link name='a'/><link name='b'/></robot>")
    status, out, _ = run("check", "bad.urdf", "--json")
    found = json.loads(out)
    assert status == 1 and {x["severity"] for x in found} >= {"error"} and found[0]["line"] == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("dynamics", "arm", "rnea", "-o", "x.csv"), "give either a file of states or --random N."),
        (("dynamics", "arm", "rnae", "--random", "2", "-o", "x.csv"), "no algorithm 'rnae'; did y"),
        (("dynamics", "arm", "rnea", "--random", "2", "-o", "x.txt"), "x.txt: expected a file tha"),
        (
            ("dynamics", "arm", "rnea", "none.csv", "-o", "x.csv"),
            "none.csv: [Errno 2] No such file",
        ),
        (
            ("dynamics", "arm", "frame_jacobian", "--random", "2", "-o", "x.csv"),
            "--frame is missing",
        ),
        (
            ("dynamics", "arm", "rnea", "q.csv", "-o", "x.csv"),
            "q.csv: no quantity 'v'. There are: 'q'. In a CSV, its columns are v.joint1, ..., one "
            "for each of 7 elements.",
        ),
        (("dynamics", "arm", "crba", "short.csv", "-o", "x.csv"), "no column 'q.joint7'; did you"),
        (("dynamics", "arm", "crba", "twice.csv", "-o", "x.csv"), "the column 'q.joint1' is there"),
        (
            ("dynamics", "arm", "crba", "words.csv", "-o", "x.csv"),
            "words.csv: line 2, column 'q.joint7 [rad]': 'left' is no number",
        ),
        (
            ("dynamics", "arm", "crba", "uneven.csv", "-o", "x.csv"),
            "7 names of columns, but 8 numbers in a row",
        ),
        (
            ("dynamics", "arm", "crba", "degrees.csv", "-o", "x.csv"),
            "the column 'q.joint7 [deg]'; expected q.joint7 [rad]",
        ),
        (
            ("dynamics", "arm", "crba", "nan.csv", "-o", "x.csv"),
            "q.joint7 is nan in sample 0; leave",
        ),
        (("view", "arm", "--save", "arm.gif"), "arm.gif: expected a file that ends in .html."),
        (("dynamics", "arm", "crba", "list.json", "-o", "x.csv"), 'expected an object, {"q"'),
        (("dynamics", "arm", "crba", "six.npz", "-o", "x.csv"), "q has shape (2, 6); expected (sa"),
        (("dynamics", "arm", "aba", "uneven.npz", "-o", "x.csv"), "2 of q, 3 of v, 2 of tau"),
        (
            ("dynamics", "arm", "crba", "q.csv", "-o", "x.csv", "--frame", "tool"),
            "takes no --frame",
        ),
        (("simulate", "arm", "--hold", "60"), "--hold is '60'; expected KP,KD, as in 60,2."),
        (("simulate", "arm", "--height", "1"), "--height needs a free base; arm has none."),
        (("simulate", "arm", "--contacts", "tol"), "no frame 'tol'; did you mean 'tool'?"),
        (("simulate", "arm", "-o", "x.mp4"), "x.mp4: expected a file that ends in .csv"),
        (("view", "arm", "q.csv"), "q.csv: no times t that rise; give --dt."),
        (("convert", "arm", "arm.xml"), "arm.xml: .xml; expected .urdf, .sdf or .json."),
        (("convert", "arm", "nowhere/arm.json"), "No such file or directory"),
        (("compile", "arm", "rnae"), "no algorithm 'rnae'; did you mean 'rnea'?"),
    ],
)
def test_bad_input_is_named(run, arguments, message):
    header = ",".join(f"q.joint{k} [rad]" for k in range(1, 8))
    row = ",".join(["0.1"] * 7)
    Path("q.csv").write_text(f"{header}\n{row}\n")
    Path("short.csv").write_text(f"{header.rpartition(',')[0]}\n{row[:-4]}\n")
    Path("twice.csv").write_text(f"{header},q.joint1\n{row},0.1\n")
    Path("words.csv").write_text(f"{header}\n{row[:-3]}left\n")
    Path("degrees.csv").write_text(f"{header[:-5]}[deg]\n{row}\n")
    Path("nan.csv").write_text(f"{header}\n{row[:-3]}nan\n")
    Path("uneven.csv").write_text(f"{header}\n{row},0.1\n")
    Path("list.json").write_text("[1, 2]")
    np.savez("six.npz", q=np.zeros((2, 6)))
    np.savez("uneven.npz", q=np.zeros((2, 7)), v=np.zeros((3, 7)), tau=np.zeros((2, 7)))
    status, _, err = run(*arguments)
    assert status == 1
    assert message in err and err.startswith("kinetree: ") and "Traceback" not in err


def test_a_motion_that_diverges_is_said(run):
    np.savez("start.npz", q=np.zeros((1, 7)), v=np.full((1, 7), 1e200))
    status, _, err = run("simulate", "arm", "--start", "start.npz", "--dt", "0.1")
    assert status == 1 and "the motion diverged after" in err and "smaller --dt" in err


@pytest.mark.parametrize("text", ["-1", "65536", "http"])
def test_ports_are_numbers(run, capsys, text):
    with pytest.raises(SystemExit) as stopped:
        run("view", "arm", "--port", text)
    assert stopped.value.code == 2 and "expected a port, 0 to 65535" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["0", "-1", "x", "inf", "nan"])
def test_times_are_positive(run, capsys, text):
    with pytest.raises(SystemExit) as stopped:
        run("simulate", "arm", "--dt", text)
    assert stopped.value.code == 2 and "expected a positive number" in capsys.readouterr().err


def test_a_damaged_npz_is_refused_in_a_sentence(run):
    np.savez("q.npz", q=np.zeros((2, 7)))
    data = Path("q.npz").read_bytes()
    flipped = (data[:i] + bytes([data[i] ^ 0x55]) + data[i + 1 :] for i in range(0, len(data), 5))
    for damaged in (b"", data[:100], data[:-30], data[30:], *flipped):
        Path("q.npz").write_bytes(damaged)
        status, _, err = run("dynamics", "arm", "crba", "q.npz", "-o", "M.npz")
        assert status in (0, 1) and "Traceback" not in err
