"""docs/pinocchio.txt: every function of Pinocchio has a row, and its two lines one result."""

import ast
import re
import runpy
import warnings
from functools import cache
from inspect import ismodule
from pathlib import Path
from typing import Any

import numpy as np
import pinocchio as pin
import pytest
from agreement import assert_agree

import kinetree as kt
from kinetree.errors import counterparts
from kinetree.formats.installed import installed_robots

ROOT = Path(__file__).parents[2]
ROWS = list(runpy.run_path(str(ROOT / "docs/make_pinocchio.py"))["rows"]())
ALIGNED = pin.LOCAL_WORLD_ALIGNED
SPACES = ("rpy", "cholesky", "linalg", "liegroups", "graph", "serialization")
ROBOTS = {
    "panda": ("panda_description/panda", False, "panda_joint5", "panda_joint6", "panda_hand"),
    "talos": (
        "talos_data/talos_reduced",
        True,
        "arm_left_4_joint",
        "arm_left_5_joint",
        "left_sole_link",
    ),
}
MJCF = """<mujoco><worldbody><body name="a"><geom name="g" size="0.1"/><body name="b" pos="1 0 0">
<joint name="j" axis="0 1 0"/><geom name="h" size="0.1"/></body></body></worldbody></mujoco>"""
SDF = """<sdf version="1.7"><model name="m"><link name="l"><inertial><mass>1</mass>
<inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia></inertial></link></model></sdf>"""
ROTORS = """<robot name="r"><rotor_params><joint name="{}" mass="0.1" gear_ratio="50"/>
</rotor_params></robot>"""


class Evaluated:
    """The package, its algorithms run in Python: a call of Talos compiles for 1 s."""

    def __init__(self, module: Any) -> None:
        self.module = module

    def __getattr__(self, name: str) -> Any:
        x = getattr(self.module, name)
        if isinstance(x, kt.Algorithm):
            return x.evaluate
        if name == "jacobian":
            return lambda f, wrt: x(getattr(f, "__self__", f), wrt)
        return Evaluated(x) if ismodule(x) else x


@cache
def spaces(robot: str, folder: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """The names in Pinocchio's lines and in ours."""
    name, floating, before, joint, link = ROBOTS[robot]
    file = installed_robots()[name]
    srdf = next(file.parents[1].glob("srdf/*.srdf"))
    files = {"rotors": ROTORS.format(joint), "mjcf": MJCF, "sdf": SDF}
    for title, text in files.items():
        (folder / f"{robot}_{title}.srdf").write_text(text)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the robots' files
        model = kt.load(file, floating_base=floating)
    peer = pin.buildModelFromUrdf(str(file), *([pin.JointModelFreeFlyer()] * floating))
    rng = np.random.default_rng(1)
    T = kt.se3.exp(rng.normal(size=6))
    peer.addFrame(pin.Frame("name", peer.getJointId(joint), pin.SE3(T), pin.OP_FRAME))
    model = model.with_frame("name", parent=joint, placement=T)
    q, q1 = kt.random_configuration(model, 2, rng=rng)
    v, a, tau = rng.normal(size=(3, model.nv))
    w, (xi, xi_1) = rng.normal(size=3), rng.normal(size=(2, 6))
    f_ext = rng.normal(size=(model.njoints, 6))
    feet = [kt.Contact("name")]
    both: dict[str, Any] = {
        **{title: str(folder / f"{robot}_{title}.srdf") for title in files},
        **{"np": np, "q": q, "q1": q1, "v": v, "a": a, "tau": tau, "w": w, "xi": xi, "xi_1": xi_1},
        **{"v_0": kt.constraints.impact(model, q, v, contacts=feet).v_plus, "R": T[:3, :3]},
        **{"rpy": np.array([0.3, -0.8, 1.2]), "file": str(file), "text": file.read_text()},
        **{"srdf": str(srdf), "srdf_text": srdf.read_text()},
        "fixed": peer.frames[peer.frames[peer.getFrameId(link)].parentFrame].name,
    }
    ours = {
        **{
            "kt": Evaluated(kt) if floating else kt,
            "model": model,
            "joint": joint,
            "before": before,
            "link": link,
            "T": T,
        },
        **{"f_ext": f_ext, "feet": feet, "pairs": kt.collision.pairs(model)[:3]},
        "small": kt.robots.pendulum(1, mass=3.0),
    }
    small = pin.Model()
    small.addJoint(0, pin.JointModelRY(), pin.SE3.Identity(), "j")
    small.appendBodyToJoint(1, pin.Inertia.FromSphere(3.0, 0.1), pin.SE3.Identity())
    folders = [str(file.parents[4])]
    shapes = pin.buildGeomFromUrdf(peer, str(file), pin.COLLISION, package_dirs=folders)
    for pair in ours["pairs"]:
        shapes.addCollisionPair(pin.CollisionPair(*map(shapes.getGeometryId, pair)))
    forces = pin.StdVec_Force()
    forces.extend(pin.Force(f) for f in f_ext)
    theirs = {
        **{"pin": pin, "model": peer, "joint": peer.getJointId(joint), "T": pin.SE3(T)},
        **{"frame": peer.getFrameId("name"), "forces": forces, "shapes": shapes, "small": small},
        **{"settings": pin.ProximalSettings(1e-14, 1e-10, 50), "folders": folders},
        "in_order": lambda H: H.ravel().reshape(H.shape, order="F"),
    }
    return both | theirs, both | ours


def fresh(space: dict[str, Any]) -> dict[str, Any]:
    """Pinocchio's data of one row: what other rows leave there changes results."""
    model, q, v, frame = (space[x] for x in ("model", "q", "v_0", "frame"))
    contacts, datas = pin.StdVec_RigidConstraintModel(), pin.StdVec_RigidConstraintData()
    point = (pin.ContactType.CONTACT_3D, model, space["joint"], space["T"], ALIGNED)
    contacts.append(pin.RigidConstraintModel(*point))
    datas.append(contacts[0].createData())
    data = model.createData()
    J = pin.computeFrameJacobian(model, data, q, frame, ALIGNED)[:3].copy()
    pin.forwardKinematics(model, data, q, v, 0 * v)
    drift = pin.getFrameClassicalAcceleration(model, data, frame, ALIGNED).linear
    made = {"data": model.createData(), "places": space["shapes"].createData()}
    return {**space, **made, "contacts": contacts, "datas": datas, "J": J, "drift": drift}


def value(code: str, names: dict[str, Any]) -> Any:
    """The value of the last expression of the code."""
    *statements, last = ast.parse(code).body
    assert isinstance(last, ast.Expr)
    space = dict(names)
    exec(compile(ast.Module(statements, []), "<row>", "exec"), space)
    return eval(compile(ast.Expression(last.value), "<row>", "eval"), space)


def arrays(x: Any) -> list[Any]:
    """A result of either library as arrays and strings."""
    for attribute in ("vector", "homogeneous", "parameters"):
        if hasattr(x, attribute) and not callable(getattr(x, attribute)):
            return [np.array(getattr(x, attribute))]
    if hasattr(x, "toDynamicParameters"):
        return [x.toDynamicParameters()]
    if isinstance(x, (list, tuple)):
        return [y for part in x for y in arrays(part)]
    return [x if isinstance(x, str) else np.array(x, float)]


@pytest.mark.parametrize(
    "robot", [pytest.param(x, marks=[pytest.mark.sweep] * (x == "talos")) for x in ROBOTS]
)
@pytest.mark.parametrize("row", [x for x in ROWS if not x.missing], ids=lambda row: row.names[0])
def test_a_row_has_one_result(row: Any, robot: str, tmp_path_factory: Any) -> None:
    theirs, ours = spaces(robot, tmp_path_factory.getbasetemp())
    x = arrays(value(row.ours, ours))
    if row.compared:
        space = fresh(theirs)  # which owns the memory of its results
        y = arrays(value(row.theirs, space))
        if len(x) != len(y):  # one array here, a list of placements there
            x, y = ([np.concatenate([np.ravel(part) for part in z])] for z in (x, y))
        for mine, other in zip(x, y, strict=True):
            if isinstance(mine, str):
                assert mine == other
            else:
                assert_agree(mine, other, 1e-8 if row.section == "Contacts" else 1e-11)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.names[0])
def test_a_row_names_what_errors_answer(row: Any) -> None:
    for name in row.names:
        answers = re.findall(
            r"\b(?:kt\.[\w.]*\w|model\.\w+)", counterparts("functions").get(name, "")
        )
        told = row.ours + row.note + row.missing
        assert not answers or any(x in told for x in answers), (name, answers)


def test_every_function_of_pinocchio_has_one_row() -> None:
    def functions(module: Any) -> set[str]:
        calls = {k for k, x in vars(module).items() if callable(x) and not isinstance(x, type)}
        kinds = {k for k in calls if type(getattr(module, k)).__name__ == "DeprecatedBool"}
        return {k for k in calls - kinds if not k.startswith("_")}

    names = functions(pin) | {f"{x}.{k}" for x in SPACES for k in functions(getattr(pin, x))}
    listed = [name for row in ROWS for name in row.names]
    assert len(listed) == len(set(listed)) and names == {*listed}
