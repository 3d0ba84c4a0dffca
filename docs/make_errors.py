"""docs/errors.md: mistakes and the messages they give. `docs/make.py` writes it."""

import warnings
from typing import Any

import numpy as np

import kinetree as kt

SETUP = """\
import dask.array as da
import jax
import jax.numpy as jnp

arm, biped = kt.robots.arm(), kt.robots.biped()
q = kt.neutral(arm)
v = a = tau = np.zeros(arm.nv)
builder = kt.ModelBuilder("robot")
rod, heavy = kt.Inertia(1, [0] * 3, np.eye(3)), kt.Inertia(-1, [0] * 3, np.eye(3))
world = {"parent": "world", "joint": kt.Revolute("z")}"""

MISTAKES: dict[str, str] = {
    "Operands": """
kt.rnea()
kt.rnea(arm)
kt.rnea(arm, q, v)
kt.rnea(arm, q, v, a, tau, tau)
kt.rnea(q, v, a)
kt.rnea(arm, v=v, a=a)
kt.rnea(arm, q, q=q, v=v, a=a)
kt.rnea(arm, q[:6], v, a)
kt.rnea(biped, kt.neutral(biped), np.zeros(biped.nq), np.zeros(biped.nv))
kt.rnea(arm, 0.0, v, a)
kt.rnea(arm, None, v, a)
kt.rnea(arm, "q", v, a)
kt.rnea(arm, {"joint1": 0.5}, v, a)
kt.rnea(arm, [[0.0] * 7, [0.0] * 6], v, a)
kt.rnea(arm, np.zeros((7, 100)), v, a)
kt.rnea(arm, np.zeros((2, 7)), np.zeros((3, 7)), a)
kt.rnea(arm, q, v, a, gravity=9.81)
kt.rnea(arm, q, v, a, damping=0.1)
kt.rnea(arm, q, v, a, f_ext=np.zeros(6))
kt.aba(arm, q, v, torque=tau)
""",
    "Robots and data": """
kt.rnea("arm", q, v, a)
kt.rnea(kt.robots.arm, q, v, a)
kt.rnea(arm, arm, q, v, a)
kt.createData
kt.mass_matrix
kt.rneaa
arm.lowerPositionLimit
arm.createData
arm.gravty
""",
    "Frames and references": """
kt.frame_placement(arm, q)
kt.frame_placement(arm, q, "tool")
kt.frame_placement(arm, q, frame="hand")
kt.frame_placement(arm, q, frame=99)
kt.frame_placement(arm, q, frame=biped.frames[9])
kt.frame_jacobian(arm, q, frame="tool")
kt.frame_jacobian(arm, q, frame="tool", reference="LOCAL")
kt.frame_jacobian(arm, q, frame="tool", reference="base")
kt.frame_jacobian(arm, q, frames="tool", reference="local")
arm.frame("tool", kind="link")
arm.frame("tool", kind="body")
arm.joint("elbow")
arm.joint(8)
arm.q_index(["elbow"])
""",
    "Configurations": """
kt.configuration(arm, {"elbow": 0.5})
kt.configuration(arm, {"joint1": [0.1, 0.2, 0.3]}, default=[0.0])
kt.configuration(arm, [0.0] * 7)
kt.check_configuration(arm, [0.0] * 6)
kt.random_configuration(arm, size=-1)
kt.random_configuration(arm, lower=[0.0])
kt.integrate(arm, q)
kt.neutral("arm")
kt.JointOrder(arm, ["elbow"])
""",
    "Results and kernels": """
kt.crba(arm, q, out=np.zeros(7))
kt.crba(arm, q, out=np.zeros((7, 7), np.float32))
kt.crba(arm, q, out=[])
kt.rnea(arm, q, v, a, out=(np.zeros(7), np.zeros(7)))
kt.rnea.compile(arm, dtype="float16")
kt.rnea.compile(arm, parallel=True)
kt.rnea.compile(arm, inputs=["force"])
kt.rnea.compile(arm)(q, v)
kt.rnea.compile(arm)(q=q, v=v, a=a)
kt.rnea.compile(arm, dtype=np.float32)(q, v, a)
kt.set_num_threads(0)
""",
    "Algorithms of your own": """
kt.algorithm(lambda q: q)
kt.algorithm(lambda model, x: x)
kt.algorithm("(nq)")(lambda model, q: q)
kt.algorithm("(nqq)->()")(lambda model, q: q[0])
kt.algorithm("(nq)(nv)->(nq)")(lambda model, q, v: q)
kt.algorithm("nq->nq")(lambda model, q: q)
kt.algorithm("(nq),(nv)->()")(lambda model, q: q[0])
kt.algorithm("(nq)->()")(lambda model, q: q)(arm, q)
kt.algorithm(lambda model, q=0.0: q)
kt.algorithm(lambda model, q: q[0] if q[0] > 0 else 0.0)(arm, q)
kt.algorithm(lambda model, q: max(q[0], q[1]))(arm, q)
kt.algorithm(lambda model, q: float(q[0]))(arm, q)
kt.algorithm(lambda model, q: __import__("math").sin(q[0]))(arm, q)
kt.algorithm(lambda model, q: np.array([q[0], q[1]]))(arm, q)
kt.algorithm(lambda model, q: np.sort(q))(arm, q)
kt.algorithm(lambda model, q: q.__setitem__(0, 1.0))(arm, q)
kt.algorithm(lambda model, q: "done")(arm, q)
kt.algorithm(lambda model, q: q[0] ** q[1])(arm, q)
kt.algorithm(lambda model, q: q + np.zeros(3))(arm, q)
""",
    "Derivatives": """
kt.jacobian(kt.rnea, 0)
kt.jacobian(kt.rnea, "x")
kt.jacobian(np.sin, "q")
kt.grad(kt.rnea, "q")
""",
    "Building robots": """
builder.add_body("link", parent="torso", joint=kt.Fixed(), inertia=rod)
builder.add_body("link", parent="world", joint=kt.Revolute, inertia=rod)
builder.add_body("link", **world, inertia=1.0)
builder.add_body("link", **world, inertia=heavy)
builder.add_body("link", **world, placement=[0, 0, 1], inertia=rod)
builder.add_body("link", **world, placement=np.ones((4, 4)), inertia=rod)
kt.Revolute("w")
kt.Revolute([0, 0, 0])
kt.Revolute([1, 0])
kt.Inertia(1.0, [0, 0], np.eye(3))
kt.SE3(np.eye(4), [0, 0, 0])
""",
    "Editing robots": """
arm.gravity = [0, 0, 0]
arm.replace(gravty=[0, 0, 0])
arm.replace(gravity=9.81)
arm.replace(constraints=((1, 2),))
arm.replace(friction=-np.ones(7))
arm.reduced(["joint1"])
arm.reduced({"elbow": 0.0})
arm.with_frame("tool", parent="link7")
""",
    "Contacts, simulation, inverse kinematics": """
kt.constraints.forward_dynamics(arm, q, v, tau)
kt.constraints.forward_dynamics(arm, q, v, tau, contacts="tool")
kt.constraints.forward_dynamics(arm, q, v, tau, contacts=(kt.Contact("foot"),))
kt.Contact("tool", kind="line")
kt.simulation.step(arm, q, v, tau)
kt.simulation.step(arm, q, v, tau, 1e-3, limits=True)
kt.Simulation(integrator="rk45")
kt.Simulation(contacts="tool")
kt.inverse_kinematics(arm, {"hand": np.eye(4)}, q)
kt.inverse_kinematics(arm, {"tool": [0.5, 0, 0.5]}, q)
kt.inverse_kinematics(arm, [np.eye(4)], q)
""",
    "JAX, Dask, CasADi": """
kt.crba(arm, jnp.zeros(7, "int32"))
kt.crba(arm, jnp.zeros(7), out=np.zeros((7, 7)))
kt.rnea(arm, jnp.zeros(7), da.zeros(7), a)
kt.rnea(arm, jnp.zeros(7), np.zeros(7, complex), a)
jax.jit(lambda v: kt.rnea(arm, q, v, a))(jnp.zeros(6))
jax.jit(lambda f: kt.frame_jacobian(arm, q, frame=f, reference="local"))(7)
jax.jit(lambda g: kt.crba(arm.replace(gravity=g), q))(jnp.zeros(3))
jax.jit(lambda x: kt.algorithm(lambda model, q: x * q)(arm, q))(2.0)
kt.crba.compile(arm, dtype="float32").to_casadi()
kt.forward_kinematics.compile(arm).to_casadi()
""",
    "Exporting": """
kt.export_c("folder", arm, [np.sin])
kt.export_c("folder", arm, {"for": kt.rnea})
kt.export_object("folder", arm, [kt.rnea], target="riscv64-linux-gnu")
kt.export_object("folder", arm, [kt.rnea], target="x86_64-linux-gnu", cpu="cortex-a72")
kt.export_object("folder", arm, [kt.rnea], target="x86_64-linux-gnu")
""",
    "Loading and saving": """
kt.load(5)
kt.load("")
kt.save(arm, 5)
""",
}
"""Calls that are wrong, one a line, by subject."""


def message(call: str) -> str:
    """The type and the message of the error that a call raises."""
    setting: dict[str, Any] = {"kt": kt, "np": np}
    exec(SETUP, setting)
    try:
        with warnings.catch_warnings(action="error"):
            exec(compile(call, "script.py", "exec"), setting)
    except (ValueError, TypeError, AttributeError, Warning) as error:
        return f"{type(error).__name__}: {error}"
    raise AssertionError(f"{call} is no mistake")


def documents() -> dict[str, str]:
    """The text of docs/errors.md."""
    number, lines = 0, []
    for subject, calls in MISTAKES.items():
        lines += ["", f"## {subject}", ""]
        for call in calls.strip().splitlines():
            number += 1
            lines += [f"{number}. `{call}`", "", f"   > {_escaped(message(call))}", ""]
        lines.pop()
    head = f"""\
# Mistakes and their messages

What kinetree says to {number} mistakes. Written by `python docs/make.py`, which makes them.
Every error of kinetree is a `kt.KinetreeError`, which is a `ValueError`. Not every mistake raises
one: a quaternion of zeros, as in `np.zeros(biped.nq)`, gives nan in silence. Begin with
`kt.neutral(model)`, and see what `kt.check_configuration(model, q)` finds. Before each call:

```python
{SETUP}
```"""
    return {"errors.md": "\n".join([head, *lines, ""])}


def _escaped(text: str) -> str:
    """A message as Markdown shows it letter by letter."""
    for letter in "\\*_<[":
        text = text.replace(letter, f"\\{letter}")
    return text.replace("\n", "\n   > ")
