"""Calls as users write them: every kind of operand and static in several spellings, worst first.

    python benchmarks/calls.py [-o benchmarks/results/calls.json]

A row is the time of a call minus that of the plain one of its function: float64 arrays by position,
Python floats for numbers, strings and tuples for statics. NumPy's own conversion of operands that
differ is subtracted, too. Lists, other dtypes and strides may cost 1 us an operand beyond it, other
spellings 1 us; composed functions 5 us beyond their kernel.
"""

import argparse
import json
import sys
import timeit
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from bench import environment

import kinetree as kt
from kinetree.algorithms import velocity_inverse_kinematics as velocity
from kinetree.control.task_problem import TaskProblem

sys.path.append(str(Path(__file__).parents[1] / "tests"))
from public_algorithms import algorithms, needed, with_balls

Call = Callable[[], Any]
Case = tuple[str, Any, kt.Model, list[Any], dict[str, Any]]
"""A name, the function, a robot, operands and statics."""


class Row(NamedTuple):
    """A spelling of a call: microseconds, and those beyond the plain call and NumPy's work."""

    function: str
    spelling: str
    microseconds: float
    beyond: float
    allowed: float


def microseconds(*calls: Call, rounds: int = 15) -> list[float]:
    """The least time of each of several calls, which take turns."""
    counts = []
    for call in calls:
        call()
        call()
        counts.append(max(10, int(2e-3 / max(timeit.timeit(call, number=10) / 10, 1e-7))))
    least = [np.inf] * len(calls)
    for _ in range(rounds):
        for k, (call, n) in enumerate(zip(calls, counts, strict=True)):
            least[k] = min(least[k], timeit.timeit(call, number=n) / n * 1e6)
    return least


def spellings(
    name: str, function: Any, model: Any, operands: list[Any], statics: dict[str, Any]
) -> list[Row]:
    """The same call with its operands in eight spellings."""
    names = list(function.definition.parameters.operands[: len(operands)])
    arrays = [np.asarray(x) for x in operands]
    lists = [x.tolist() for x in arrays]
    singles = [*operands[:-1], arrays[-1].astype("f4")]
    wholes = [x.astype(int) if x.ndim else float(x) for x in arrays]
    strided = [np.repeat(x[..., None], 2, -1)[..., 0] for x in arrays]
    outs = function(model, *operands, **statics)
    out = tuple(map(np.empty_like, outs)) if isinstance(outs, tuple) else np.empty_like(outs)
    as_lists = {k: [*x] if isinstance(x, tuple) else x for k, x in statics.items()}
    copies = {k: (*x[:1], *x[1:]) if isinstance(x, tuple) else x for k, x in statics.items()}

    def converted(values: list[Any]) -> Call:
        return lambda: [np.array(x, float) for x in values]

    def nothing() -> None:
        return None

    rows: dict[str, tuple[Call, Call, int]] = {
        "plain": (lambda: function(model, *operands, **statics), nothing, 0),
        "operands by keyword": (
            lambda: function(model, **dict(zip(names, operands, strict=True)), **statics),
            lambda: dict(zip(names, operands, strict=True)),
            0,
        ),
        "lists": (lambda: function(model, *lists, **statics), converted(lists), len(lists)),
        "a float32 operand": (
            lambda: function(model, *singles, **statics),
            converted(singles[-1:]),
            1,
        ),
        "integers": (lambda: function(model, *wholes, **statics), converted(wholes), len(wholes)),
        "strides": (lambda: function(model, *strided, **statics), converted(strided), len(strided)),
        "statics in lists": (lambda: function(model, *operands, **as_lists), nothing, 0),
        "new equal statics": (lambda: function(model, *operands, **copies), nothing, 0),
        "out=": (lambda: function(model, *operands, **statics, out=out), nothing, 0),
    }
    if not any(isinstance(x, tuple) for x in statics.values()):
        del rows["statics in lists"], rows["new equal statics"]
    if len(operands) == 1:
        del rows["a float32 operand"]  # then all are, and so is the kernel
    times = microseconds(*(call for pair in rows.values() for call in pair[:2]))
    plain, empty = times[0], times[1]
    made = zip(rows.items(), times[::2], times[1::2], strict=True)
    return [
        Row(name, spelling, t, t - plain - (work - empty if count or "key" in spelling else 0),
            1.0 + count)
        for (spelling, (_, _, count)), t, work in made
    ]  # fmt: skip


def composed() -> list[Row]:
    """Functions of several parts, beside their kernels."""
    dog, arm = kt.robots.quadruped(), kt.robots.arm()
    feet = [name for name in dog.frame_names if name.endswith("foot")]
    contacts, mu = tuple(map(kt.Contact, feet)), np.full(4, 0.8)
    q, v = kt.neutral(dog), np.zeros(dog.nv)
    p = kt.neutral(arm) + 0.3
    target = kt.frame_placement(arm, p + 0.01, frame="tool")
    push = np.array([0, 0, 10.0, 0, 0, 0])
    contact_step, step = kt.simulation.contact_step, kt.simulation.step
    rollout, wrench = kt.simulation.rollout, kt.external_forces
    policy = lambda q, v, t, parameters: -v  # noqa: E731
    settings = {"reference": "world", "frames": (feet[0],)}
    simulation = kt.Simulation(contacts=contacts)
    kernels = {
        "contact_step": contact_step.compile(dog, inputs=("friction",), simulation=simulation),
        "step": step.compile(dog),
        "external_forces": wrench.compile(dog, **settings),
        "rollout": rollout.compile(dog, sizes={"T": 1}),
        "with a policy": rollout.compile(dog, sizes={"T": 1}, policy=policy),
    }
    problem = TaskProblem.of("velocity", arm, {"tool": target})
    arrays = (
        problem.weights,
        arm.velocity_limits,
        arm.lower_position_limits,
        arm.upper_position_limits,
    )
    sizes = {"ntargets": 16, "nweights": 1}
    kernels["velocity"] = velocity.velocity_inverse_kinematics.compile(
        arm, tasks=problem.tasks, sizes=sizes
    )
    calls: dict[str, tuple[Call, Call]] = {
        "contact_step": (
            lambda: contact_step(dog, q, v, v, 1e-3, friction=mu, simulation=simulation),
            lambda: kernels["contact_step"](q, v, v, 1e-3, mu),
        ),
        "step": (lambda: step(dog, q, v, v, 1e-3), lambda: kernels["step"](q, v, v, 1e-3)),
        "external_forces": (
            lambda: wrench(dog, q, {feet[0]: push}, reference="world"),
            lambda: kernels["external_forces"](q, push[None]),
        ),
        "rollout of a step": (
            lambda: rollout(dog, q, v, v[None], 1e-3),
            lambda: kernels["rollout"](q, v, v[None], 1e-3),
        ),
        "rollout of a step with a policy": (
            lambda: rollout(dog, q, v, v[None], 1e-3, policy=policy),
            lambda: kernels["with a policy"](q, v, v[None], 1e-3),
        ),
        "velocity_inverse_kinematics": (
            lambda: kt.velocity_inverse_kinematics(arm, {"tool": target}, p, 0.01),
            lambda: kernels["velocity"](p, 0.01, 1.0, 1e-3, target.reshape(16), *arrays),
        ),
    }
    times = microseconds(*(call for pair in calls.values() for call in pair))
    return [
        Row(name, "beside its kernel", t, t - kernel, 5.0)
        for name, t, kernel in zip(calls, times[::2], times[1::2], strict=True)
    ]


def cases() -> Iterator[Case]:
    """Every public algorithm on a quadruped, and dynamics of a humanoid."""
    man, dog = kt.robots.humanoid(), with_balls(kt.robots.quadruped())
    feet = tuple(name for name in dog.frame_names if name.endswith("foot"))
    values: dict[str, Any] = {
        "frame": feet,
        "frames": feet,
        "reference": "world",
        "representation": "mixed",
        "from_": "body",
        "to": "inertial",
        "samples": 4,
        "contacts": tuple(map(kt.Contact, feet)),
    }
    for name, algorithm in algorithms():
        compiled = needed(algorithm, values)
        kernel = algorithm.compile(dog, **compiled)
        friction = {"friction": 0.8} if "friction" in compiled.get("inputs", ()) else {}
        statics = {k: x for k, x in compiled.items() if k not in ("inputs", "sizes")}
        operands = [
            kt.neutral(dog)
            if spec.shape == (dog.nq,)
            else np.full(spec.shape, 0.01)
            if spec.shape
            else 0.01
            for spec in kernel.operands
            if spec.name not in friction
        ]
        yield name, algorithm, dog, operands, statics | friction
    q, v = kt.neutral(man), np.zeros(man.nv)
    f_ext = np.zeros((man.njoints, 6))
    yield "rnea of a humanoid", kt.rnea, man, [q, v, v], {}
    yield "the same with f_ext", kt.rnea, man, [q, v, v, f_ext], {}
    yield "aba of a humanoid", kt.aba, man, [q, v, v], {}
    yield "jacobian of crba", kt.jacobian(kt.crba, "q"), kt.robots.arm(), [np.zeros(7)], {}


def rows() -> list[Row]:
    man = kt.robots.humanoid()
    q, v = kt.neutral(man), np.zeros(man.nv)
    listed = [row for case in cases() for row in spellings(*case)] + composed()
    parameters: dict[str, Any] = {
        "gravity": [0.0, 0.0, -9.81],
        "inertias": np.array(man.inertias),
        "placements": np.array(man.placements),
    }
    kernels = {name: kt.rnea.compile(man, inputs=(name,)) for name in parameters}
    for name, value in parameters.items():
        t, kernel, work = microseconds(
            lambda name=name, value=value: kt.rnea(man, q, v, v, **{name: value}),
            lambda name=name, value=value: kernels[name](q, v, v, np.asarray(value)),
            lambda value=value: np.array(value, float),
        )
        beyond = t - kernel - (work if isinstance(value, list) else 0)
        listed.append(Row("rnea", f"{name}=", t, beyond, 1.0 + isinstance(value, list)))
    return sorted(listed, key=lambda row: row.allowed - row.beyond)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-o", "--output", type=Path)
    output = parser.parse_args().output
    measured = rows()
    for row in measured:
        note = "" if row.beyond <= row.allowed else "  <- more than allowed"
        print(
            f"{row.function:32} {row.spelling:24} {row.microseconds:9.2f} {row.beyond:9.2f}{note}"
        )
    if output:
        result = {"environment": environment(), "rows": [row._asdict() for row in measured]}
        output.write_text(json.dumps(result, indent=1) + "\n")
