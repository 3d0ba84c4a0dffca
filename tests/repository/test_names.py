"""Unknown names, tab completion, `help` and signatures: what a user meets at a prompt."""

import ast
import importlib
import inspect
import pydoc
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

import kinetree as kt
from kinetree.errors import counterparts

ROOT = Path(__file__).parents[2]
ARM = kt.robots.arm()
STUBS = runpy.run_path(str(ROOT / "docs/make_stubs.py"))


@pytest.mark.parametrize(
    ("name", "ours"),
    [
        ("mass_matrix", "kt.crba(model, q)"),
        ("inverse_dynamics", "kt.rnea(model, q, v, a)"),
        ("computeJointJacobians", "kt.joint_jacobians"),
        ("createData", "there is no data object"),
        ("mj_inverse", "without the passive and contact forces"),
        ("massmatrix", "for 'massMatrix' use kt.crba(model, q)"),
        ("frame_jacobain", "did you mean 'frame_jacobian'"),
        ("save_urdf", "kt.to_urdf(model)"),
        ("draw", "kt.view(model)"),
        ("squaredDistance", "kt.distance(model, q0, q1) ** 2"),
        ("computeSupportedForceByFrame", "kt.frame_force(model"),
    ],
)
def test_an_unknown_name_is_answered_with_ours(name: str, ours: str) -> None:
    with pytest.raises(AttributeError, match=f"kinetree has no '{name}'; .*{re.escape(ours)}"):
        getattr(kt, name)
    assert not hasattr(kt, name)


@pytest.mark.parametrize("module", ("so3", "se3", "identification"))
def test_messages_name_functions_of_modules_with_their_module(module: str) -> None:
    functions = {n: x for n, x in vars(getattr(kt, module)).items() if type(x) is kt.Function}
    names = {n: x.__name__ for n, x in functions.items() if n in getattr(kt, module).__all__}
    assert names and names == {n: f"{module}.{n}" for n in names}


@pytest.mark.parametrize(
    ("name", "ours"),
    [
        ("lowerPositionLimit", "model.lower_position_limits"),
        ("lower_position_limit", "model.lower_position_limits"),
        ("createData", "there is no data object"),
        ("setGravity", "model.replace(...)"),
        ("with_damping", "model.replace(damping=..."),
        ("tree", "`kinetree info`"),
        ("fromes", "did you mean 'frames'"),
    ],
)
def test_an_unknown_attribute_of_a_model_is_answered_with_ours(name: str, ours: str) -> None:
    with pytest.raises(AttributeError, match=f"arm has no '{name}'; .*{re.escape(ours)}"):
        getattr(ARM, name)


def test_every_function_of_pinocchio_is_answered() -> None:
    pin = pytest.importorskip("pinocchio")
    functions = {x for x in dir(pin) if x[0].islower() and callable(getattr(pin, x))}
    boost = {x for x in functions if x.endswith("_type_index") or x.startswith("map_indexing")}
    assert functions - boost <= counterparts("functions").keys() | {*kt.__all__}


@pytest.mark.parametrize("name", ["computeAnything", "forwardMechanics"])
def test_a_name_that_is_not_nearly_a_known_one_is_not_taken_for_it(name: str) -> None:
    with pytest.raises(AttributeError, match=rf"^kinetree has no '{name}'(\.|; did you mean)"):
        getattr(kt, name)


def test_a_module_answers_for_names_that_it_does_not_have() -> None:
    for module, name, answer in (("robots", "arms", "'arm'"), ("so3", "Exp3", "kt.so3.exp(omega)")):
        with pytest.raises(AttributeError, match=rf"^kt.{module} has no '{name}'; .*") as error:
            getattr(getattr(kt, module), name)
        assert answer in str(error.value)


def test_a_name_like_no_other_is_only_refused() -> None:
    with pytest.raises(AttributeError, match=r"^kinetree has no 'xyzzy'\.$"):
        _ = kt.xyzzy
    for name in ("dcca", "mjtCone", "ConstraintSelectionType", "POSITION", "CalcAnything"):
        with pytest.raises(AttributeError, match=rf"^kinetree has no '{name}'\.$"):
            getattr(kt, name)  # dcca is not meant as dccrba, mjtCone not as Motion


def test_names_of_peers_are_none_of_ours() -> None:
    assert not [x for x in counterparts("functions") if hasattr(kt, x)]
    assert not [x for x in counterparts("models") if hasattr(ARM, x)]
    assert len(counterparts("functions")) > 300


@pytest.mark.parametrize(
    "ours", sorted({*counterparts("functions").values(), *counterparts("models").values()})
)
def test_what_an_error_names_exists_and_takes_these_arguments(ours: str) -> None:
    for chain in re.findall(r"\bkt\.((?:\w+\.?)+\w)", ours):
        thing = kt
        for part in chain.split("."):
            thing = getattr(thing, part)
    for attribute in re.findall(r"\bmodel\.(\w+)", ours):
        assert hasattr(ARM, attribute)
    for call in re.findall(r"kt\.\w+(?:\.\w+)*\([^()]*\)", ours):
        node = ast.parse(call, mode="eval").body
        assert isinstance(node, ast.Call)
        function = eval(ast.unparse(node.func), {"kt": kt})
        if isinstance(function, kt.Function) and "..." not in call:
            names = [x.arg for x in node.keywords]
            inspect.signature(function).bind(*node.args, **dict.fromkeys(filter(None, names)))


def test_completion_shows_public_names_only() -> None:
    assert {"compile", "evaluate", "trace", "bind"} == {x for x in dir(kt.rnea) if x[0] != "_"}
    assert {"compile", "evaluate", "trace"} == {x for x in dir(kt.so3.exp) if x[0] != "_"}
    assert not {"call_table", "numeric", "structural", "content_text"} & {*dir(ARM)}
    assert {"nq", "inertias", "replace", "frame_names", "lower_position_limits"} <= {*dir(ARM)}
    for module in (kt.math, kt.robots, kt.constraints, kt.simulation, kt.so3, kt.shapes):
        assert dir(module) == sorted(module.__all__)


def test_a_module_that_another_one_imported_shows_public_names_only() -> None:
    shown = "dir(kt.simulation) == sorted(kt.simulation.__all__)"
    code = f"import kinetree as kt; kt.environment; assert {shown}"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_signatures_show_every_keyword_and_no_internal_type() -> None:
    assert str(inspect.signature(kt.frame_jacobian)) == (
        "(model, q, offset=None, *, frame, reference, relative_to=None, gravity=None, "
        "inertias=None, armature=None, placements=None, out=None)"
    )
    assert str(inspect.signature(kt.so3.exp)) == "(w, *, out=None)"
    assert list(inspect.signature(kt.jacobian(kt.rnea, "q")).parameters)[:2] == ["model", "q"]


def test_help_shows_the_call() -> None:
    text = pydoc.render_doc(kt.aba, renderer=pydoc.plaintext)
    assert "aba(model, q, v, tau, f_ext=None, *, method='auto', gravity=None" in text
    assert "Shapes:" in text


def test_an_algorithm_in_a_class_is_itself() -> None:
    class Controller:
        dynamics = kt.rnea

    assert Controller.dynamics is Controller().dynamics is kt.rnea


@pytest.mark.parametrize("name", STUBS["MODULES"])
def test_a_stub_declares_every_public_name(name: str) -> None:
    declared: set[str] = set()
    for node in ast.parse(STUBS["stub"](name)).body:
        if isinstance(node, ast.ImportFrom):
            declared |= {x.asname for x in node.names if x.asname}
        elif isinstance(node, ast.AnnAssign):
            declared.add(ast.unparse(node.target))
        elif isinstance(node, ast.FunctionDef):
            declared.add(node.name)
    assert {*importlib.import_module(name).__all__} <= declared
    assert len(declared) >= 4
