"""The command line: what it prints, its exit status, and what it says of bad robots."""

import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from formats.urdf_text import AXIS, LIMIT, joint, link, mimic, robot

import kinetree as kt
from kinetree.cli.main import main


def _inertial(ixx: str, iyy: str, izz: str, mass: str = "1", at: str = "0 0 0.1") -> str:
    tensor = f"ixx='{ixx}' iyy='{iyy}' izz='{izz}' ixy='0' ixz='0' iyz='0'"
    return f"<inertial><origin xyz='{at}'/><mass value='{mass}'/><inertia {tensor}/></inertial>"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    """Run a command: its exit status, what it printed, what it complained of."""

    def run(*arguments: str) -> tuple[int, str, str]:
        status = main(arguments)
        printed = capsys.readouterr()
        return status, printed.out, printed.err

    return run


@pytest.fixture
def written(tmp_path: Path) -> Any:
    """Write a URDF; its path."""

    def written(*parts: str) -> str:
        file = tmp_path / "robot.urdf"
        file.write_text(robot(*parts))
        return str(file)

    return written


def test_demo(run):
    status, out, err = run("demo", "--samples", "1_200")
    assert (status, err) == (0, "")
    assert "1,200 random states" in out and "29 motors (nq 36, nv 35)" in out
    for name in ("rnea", "crba", "nonlinear_effects", "aba"):
        assert re.search(rf"^  {name} +\d+\.\d\d us +\d,\d\d\d +\d+\.\d\d s$", out, re.MULTILINE)
    errors = [float(x) for x in re.findall(r"worst residual (\S+) \(limit 1e-14\)  ok", out)]
    assert len(errors) == 2 and all(0 < error <= 1e-14 for error in errors)
    assert max(map(len, out.splitlines())) <= 100


_right_crba, _right_aba = kt.crba, kt.aba


@kt.algorithm("(nq)->(nv,nv)")
def crba(model, q):
    """The mass matrix, one entry off by 1e-9 kg m^2."""
    return _right_crba(model, q).add((12, 12), 1e-9)


@kt.algorithm("(nq),(nv),(nv)->(nv)")
def aba(model, q, v, tau):
    """Forward dynamics, one entry off by 1e-9 rad/s^2."""
    return _right_aba(model, q, v, tau).add(12, 1e-9)


@pytest.mark.parametrize(("wrong", "verdicts"), [(crba, ["FAILED", "ok"]), (aba, ["ok", "FAILED"])])
def test_demo_sees_a_wrong_result(run, monkeypatch, wrong, verdicts):
    monkeypatch.setattr(kt, wrong.__name__, wrong)
    status, out, _ = run("demo", "--samples", "20")
    assert status == 1
    assert re.findall(r"\(limit 1e-14\)  (\w+)", out) == verdicts
    assert "A CHECK FAILED." in out


def test_demo_sees_nan(run, monkeypatch):
    @kt.algorithm("(nq),(nv),(nv)->(nv)")
    def aba(model, q, v, tau):
        return _right_aba(model, q, v, tau) * kt.math.sqrt(-(q[7] * q[7]))

    monkeypatch.setattr(kt, "aba", aba)
    status, out, _ = run("demo", "--samples", "20")
    assert status == 1
    assert "worst residual nan" in out


@pytest.mark.parametrize("samples", ["0", "-3", "1e5", "many"])
def test_demo_wants_a_number_of_states(run, capsys, samples):
    with pytest.raises(SystemExit) as stop:
        run("demo", "--samples", samples)
    assert stop.value.code == 2
    assert f"{samples!r} states; expected an integer >= 1" in capsys.readouterr().err


def test_info_of_a_built_in_robot(run):
    status, out, err = run("info", "humanoid")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "humanoid: nq 36, nv 35, 30 joints, 65 frames, 54.7 kg that move"
    assert lines[2] == "armature in kg m^2 or kg"
    titles = ["joint", "type", "q", "v", "limits", "v", "max", "tau", "max", "armature", "kg"]
    assert lines[4].split() == titles
    assert lines[5].split() == [
        "root_joint",
        "FreeFlyer",
        "0:7",
        "0:6",
        "none",
        "none",
        "none",
        "0",
        "10",
    ]
    knee = next(line for line in lines if "left_leg_knee " in line)
    assert knee.startswith(" " * 4 + "left_leg_knee  ")  # four joints below the base
    assert knee.split()[1:] == [
        "Revolute",
        "y",
        "10",
        "9",
        "[-2.5,",
        "2.5]",
        "rad",
        "10",
        "200",
        "0.01",
        "3.5",
    ]
    assert "other frames (4): left_foot, right_foot, left_hand, right_hand" in out
    assert max(map(len, lines)) <= 100


def test_info_shows_armature_and_damping_where_they_are_not_zero(run, tmp_path):
    b = kt.ModelBuilder("r")
    mass = kt.robots.box(1, 1, 1, 1)
    b.add_root("base", joint=kt.FreeFlyer(), inertia=mass)
    b.add_body(
        "tip", parent="base", joint=kt.Revolute("z"), joint_name="j", damping=0.25, inertia=mass
    )
    model, file = b.build().replace(armature=[1, 2, 3, 0, 0, 0, 0]), tmp_path / "r.json"

    def rows(model):
        kt.save(model, file)
        _, out, _ = run("info", str(file))
        assert out.splitlines()[0].endswith("2 joints, 5 frames, 2 kg that move")
        assert f"{model!r}" == "<Model 'r': 2 joints, nq 8, nv 7>"
        return out, [re.split("  +", line.strip()) for line in out.splitlines() if "none" in line]

    out, (free, hinge) = rows(model)
    assert "armature in kg m^2 or kg; damping in N m s/rad or N s/m" in out
    assert free[-3:] == ["1 2 3 0 0 0", "0", "1"] and hinge[-3:] == ["0", "0.25", "1"]
    out, _ = rows(model.replace(armature=np.zeros(7)))
    assert "armature" not in out and "damping in" in out
    out, _ = rows(model.replace(armature=np.zeros(7), damping=np.zeros(7)))
    assert "armature" not in out and "damping" not in out


def test_info_of_a_mimic_has_no_damping_of_its_own(run, written):
    damped = AXIS + LIMIT + '<dynamics damping="0.5" friction="0"/>'
    file = written(
        *map(link, "abc"),
        joint("lead", "a", "b", inside=damped),
        joint("next", "b", "c", inside=damped + mimic("lead", "2")),
    )
    _, out, _ = run("info", file, "--mimic")
    (lead,) = (line.split() for line in out.splitlines() if line.startswith("lead"))
    (follower,) = (line.split() for line in out.splitlines() if line.startswith("  next"))
    assert lead[-2] == "2.5" and follower[-2] == "-"


def test_list(run):
    status, out, err = run("list")
    assert (status, err) == (0, "")
    rows = dict(line.split(maxsplit=1) for line in out.splitlines())
    assert tuple(rows) == kt.robots.names()
    assert rows["humanoid"] == "built in"
    assert rows["panda"] == rows["ur5"] == "example-robot-data"
    assert rows["jvrc1"] == "jvrc_description"


def test_list_says_where_there_are_more(run, monkeypatch):
    monkeypatch.setattr(sys, "path", [])
    status, out, err = run("list")
    assert status == 0 and len(out.splitlines()) == len(kt.robots.names()) == 8
    assert err == "\nMore robots: pip install example-robot-data\n"


def test_info_of_what_files_say_beyond_dynamics(run, tmp_path):
    box = "<visual><geometry><box size='1 1 1'/></geometry></visual>"
    text = robot(link("base"), link("tip", box), joint("turn", "base", "tip"))
    poses = "<group_state name='up'/><group_state name='down'/><group name='arm'/>"
    file = tmp_path / "r.json"
    kt.save(kt.load(text, srdf=f"<robot name='r'>{poses}</robot>"), file)
    status, out, _ = run("info", str(file))
    assert status == 0
    assert out.splitlines()[-3:] == [
        "reference configurations (2): up, down",
        "groups (1): arm",
        "geometries: 1 visual, 0 collision",
    ]
    _, out, _ = run("info", "cassie_v2")
    assert "loops, obeyed by kt.constraints (" in out and "\ngeometries: " in out
    assert "\ngroups" not in out


def test_info_and_check_of_every_format(run, tmp_path):
    unit = "<inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia>"
    inertial = f"<inertial><mass>1</mass>{unit}</inertial>"
    texts = {
        "r.urdf": robot(link("base"), link("tip"), joint("turn", "base", "tip")),
        "r.xml": "<mujoco><worldbody><body name='tip'><joint name='turn' axis='0 1 0'/>"
        "<geom size='1'/></body></worldbody></mujoco>",
        "r.sdf": f"<sdf version='1.7'><model name='r'><link name='base'>{inertial}</link>"
        f"<link name='tip'>{inertial}</link><joint name='turn' type='revolute'>"
        "<parent>base</parent><child>tip</child><axis><xyz>0 1 0</xyz></axis></joint>"
        "</model></sdf>",
    }
    texts["r.xacro"] = texts["r.urdf"]
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
        status, out, _ = run("info", str(tmp_path / name))
        assert status == 0 and re.search(r"^turn +Revolute", out, re.MULTILINE), out
        status, out, _ = run("check", str(tmp_path / name))
        assert status == 0 and out.endswith(f"{name}: no errors, no warnings.\n")


def test_info_of_every_kind_of_joint(run, written):
    file = written(
        link("base"),
        *(link(f"l{k}") for k in range(5)),
        joint("lift", "base", "l0", "prismatic", '<axis xyz="0 0 -1"/>' + LIMIT),
        joint("turn", "l0", "l1", "continuous", '<axis xyz="1 1 0"/>'),
        joint("bend", "l1", "l2"),
        joint("follow", "l2", "l3", inside=AXIS + LIMIT + mimic("bend", "-0.5", "0.1")),
        joint("glue", "l3", "l4", "fixed", ""),
    )
    status, out, _ = run("info", file, "--mimic")
    assert status == 0
    for row in (
        "lift Prismatic -z 0 0 [-1, 1] m 2 3 1",
        "turn Continuous (0.707 0.707 0) 1:3 1 none none none 1",
        "bend Revolute z 3 2 [-1, 1] rad 2 1.5 1",
        "follow Mimic, Revolute z - - - - - 2",
    ):
        assert row in re.sub(" +", " ", out)
    assert "bodies (6): base, l0, l1, l2, l3, l4" in out
    assert "fixed joints (1): glue" in out
    assert "mimic: follow = -0.5 * bend + 0.1" in out
    _, out, _ = run("info", file)
    assert "follow Revolute z 4 3 [-1, 1] rad" in re.sub(" +", " ", out)
    _, out, _ = run("info", file, "--continuous", "angle", "--floating-base")
    assert "turn Revolute (0.707 0.707 0) 8 7 none" in re.sub(" +", " ", out)
    assert "root_joint FreeFlyer 0:7" in re.sub(" +", " ", out)


def test_info_says_which_joint_became_an_angle(run, written):
    file = written(
        *(link(f"l{k}") for k in range(3)),
        joint("wheel", "l0", "l1", "continuous", AXIS),
        joint("gear", "l1", "l2", "continuous", AXIS + mimic("wheel", "0.4")),
    )
    _, out, _ = run("info", file, "--mimic")
    assert "note: wheel has no limits, yet is an angle and no (cos, sin)" in out
    _, out, _ = run("info", file)
    assert "note: the mimic joints gear are independent here; --mimic, or" in out
    assert "no limits" not in out


def test_info_passes_warnings_on(run, written):
    status, out, err = run("info", written(link("a"), link("b"), joint("j", "a", "b", inside=AXIS)))
    assert status == 0 and "j " in out
    assert err.startswith("warning: ") and "robot.urdf:4: <joint name='j'>" in err


def test_info_of_a_deep_tree_indents_less(run, written):
    names = [f"a_rather_long_name_of_a_link_{k}" for k in range(30)]
    ends = pairwise(names)
    file = written(*map(link, names), *(joint(f"joint_of_{b}", a, b) for a, b in ends))
    _, out, _ = run("info", file)
    last = next(line for line in out.splitlines() if f"joint_of_{names[-1]}" in line)
    assert len(last) - len(last.lstrip()) == 28


def test_unknown_robot(run):
    for command in ("info", "check"):
        status, out, err = run(command, "humanoyd")
        assert (status, out) == (1, "")
        assert err.startswith("kinetree: no robot 'humanoyd'; did you mean 'humanoid' or ")


def test_a_built_in_robot_takes_no_options(run):
    status, _, err = run("info", "arm", "--floating-base")
    assert status == 1 and "'arm': the built-in robot takes no options" in err


def test_missing_file(run, tmp_path):
    for command in ("info", "check"):
        status, out, err = run(command, str(tmp_path / "none.urdf"))
        assert (status, out) == (1, "")
        assert "none.urdf: no such file" in err and "Traceback" not in err


@pytest.mark.parametrize("arguments", [[], ["fly"], ["info"], ["info", "arm", "--up"]])
def test_usage(run, capsys, arguments):
    with pytest.raises(SystemExit) as stop:
        run(*arguments)
    assert stop.value.code == 2
    assert "usage: kinetree" in capsys.readouterr().err


def test_malformed_urdf(run, tmp_path):
    file = tmp_path / "robot.urdf"
    file.write_text("<robot name='r'>\n<link name='a'>\n</robot>")
    status, out, err = run("check", str(file))
    assert (status, err) == (1, "")
    assert out.startswith(f"{file}:3: error: ")
    assert out.endswith("1 error, no warnings.\n")
    status, out, err = run("info", str(file))
    assert (status, out) == (1, "")
    assert err.startswith(f"kinetree: {file}:3: ")


def test_check_lists_every_error(run, written):
    file = written(
        link("a"),
        link("b", _inertial("1", "1", "1", mass="-2")),
        joint("j", "a", "b", inside='<axis xyz="0 0 0"/>' + LIMIT),
        joint("k", "a", "nowhere"),
    )
    status, out, _ = run("check", file)
    assert status == 1
    lines = out.splitlines()
    assert [line.removeprefix(f"{file}:").split(":")[0] for line in lines[:-1]] == ["3", "4", "5"]
    for line, word in zip(lines, ("<link name='b'>", "<joint name='j'>", "nowhere"), strict=False):
        assert ": error: " in line and word in line
    assert lines[-1] == f"{file}: 3 errors, no warnings."


def test_check_of_a_robot_with_nothing_wrong(run, written):
    file = written(link("a"), link("b"), joint("j", "a", "b"))
    assert run("check", file) == (0, f"{file}: no errors, no warnings.\n", "")
    assert run("check", "humanoid") == (0, "humanoid: no errors, no warnings.\n", "")


def test_check_names_a_joint_that_moves_nothing_once(run, written):
    file = written(link("a"), link("b"), link("c", ""), joint("j", "a", "b"), joint("k", "b", "c"))
    status, out, _ = run("check", file)
    assert status == 0
    assert out.count("singular") == 1 and "the mass matrix is singular at 'k'" in out


def test_check_names_joints_that_only_the_mass_matrix_tells(run, written):
    """A point mass on the axis; and two joints about one axis with nothing between them."""
    point = _inertial("0", "0", "0", at="0 0 0.3")
    file = written(
        *(link("a"), link("on_axis", point), link("empty", ""), link("end")),
        *(joint("spin", "a", "on_axis"), joint("first", "a", "empty")),
        joint("second", "empty", "end"),
    )
    status, out, _ = run("check", file)
    assert status == 0
    assert re.findall(r"warning: joint '(\w+)': the mass matrix is singular", out) == [
        "first",
        "spin",
    ]
    assert out.splitlines()[-1].endswith(
        f": no errors, {sum(': warning: ' in x for x in out.splitlines())} warnings."
    )
    assert not any("spin" in finding.message for finding in kt.check(file))  # as it says
    assert "found by `kinetree check` in a shell" in kt.check.__doc__


def test_check_by_the_name_of_an_installed_robot(run):
    status, out, _ = run("check", "romeo_laas_small")
    assert status == 0
    assert "singular at 'l_gripper_joint'" in out and "singular at 'r_gripper_joint'" in out
    assert ": warning: joint " not in out


def test_as_a_program_and_through_a_closed_pipe():
    command = [sys.executable, "-m", "kinetree", "info", "humanoid"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("humanoid: nq 36")
    code = "import sys; from kinetree.cli.main import main; sys.exit(main(['info', 'humanoid']))"
    piped = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    piped.stdout.close()
    assert piped.wait() == 1 and piped.stderr.read() == ""
    piped.stderr.close()


def test_version(run, capsys):
    with pytest.raises(SystemExit) as stop:
        run("--version")
    assert stop.value.code == 0
    assert capsys.readouterr().out == f"kinetree {kt.__version__}\n"
    with pytest.raises(SystemExit, match="0"):
        run("--cite")
    entry = capsys.readouterr().out
    assert entry.startswith("@software{kinetree,\n") and entry.count("{") == entry.count("}")


def test_every_argument_has_a_help_that_says_its_default(monkeypatch: Any) -> None:
    parsers: list[Any] = []
    monkeypatch.setattr(
        "argparse.ArgumentParser.parse_args", lambda x, _: parsers.append(x) or 1 / 0
    )
    with pytest.raises(ZeroDivisionError):
        main([])
    (commands,) = (x for x in parsers[0]._actions if isinstance(x.choices, dict))
    arguments = [x for command in commands.choices.values() for x in command._actions]
    assert len(commands.choices) > 5 and all(x.help for x in arguments)
    references = {x.choices for x in arguments if x.dest == "reference"}
    assert references == {("local", "world", "local_world_aligned")}
    said = {x.dest: re.search(r"\(default ([\d.,]+)\)", x.help) for x in arguments}
    defaults = {x.dest: x.default for x in arguments}
    numbers = {n: float(x[1].replace(",", "")) for n, x in said.items() if x}
    assert len(numbers) > 3 and numbers == {n: defaults[n] for n in numbers}
