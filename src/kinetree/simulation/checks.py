"""Checks of the arguments of steps and rollouts."""

from collections.abc import Callable, Mapping, Sequence
from inspect import signature
from typing import Any, Final, cast

import numpy as np

from ..errors import ShapeError, kind_of, unknown, warn
from ..functions.signature import Arguments, Operand
from ..geometry import PAIRS
from ..model import Model, ShapeContact
from ..model.contents import TABLE, check_contents, shortened
from ..model.values import floats, whole_number
from .settings import Simulation

ROLLOUT: Final = "kt.simulation.rollout"
RECORDS: Final = ("forces", "residual")
"""What a rollout records beside states."""
_READERS: Final = {"schedule": ("policy",), "memory": ("policy",), "parameters": ("policy", "cost")}
"""What reads each argument of a rollout."""
_ARGUMENTS: Final = {
    "policy": ("q", "v", "t", "parameters"),
    "cost": ("q", "v", "tau", "t", "parameters"),
    "cost[1]": ("q", "v", "parameters"),
}
"""The arguments that each function is called with."""


def check_step(owner: str, operands: Mapping[str, object]) -> None:
    """Raise ShapeError for a dt that is not positive, and for negative or infinite friction.

    So for operands that the step would not read. Warns of contents of the model that it leaves out.
    """
    check_dt(owner, operands.get("dt"))
    simulation = operands.get("simulation", Simulation())
    if not isinstance(simulation, Simulation):
        raise ShapeError(
            f"{owner}: simulation= is {kind_of(simulation)}; expected a kt.Simulation, as "
            "kt.Simulation(limits=True) or kt.Simulation.of(model)."
        )
    for name in ("damping", "stiffness"):
        if operands.get(name) is not None and not simulation.has_passive_forces:
            raise ShapeError(
                f"{owner}: {name}= has no effect without passive forces; add "
                "simulation=kt.Simulation(passive='implicit'), or 'explicit'."
            )
    for name in ("actuator_gains", "activation"):
        if operands.get(name) is not None and operands.get("control") is None:
            raise ShapeError(
                f"{owner}: {name}= has no effect without control=, with which motors act."
            )
    contacts = simulation.contacts
    of_shapes = [x for x in contacts if isinstance(x, ShapeContact)]
    on_terrain = [x.label for x in of_shapes if x.on_ground and x.second == "terrain"]
    if on_terrain and operands.get("terrain") is None:
        raise ShapeError(
            f"{owner}: {on_terrain[0]} is without terrain=; give one, kt.Terrain(heights, grid)."
        )
    if not on_terrain and operands.get("terrain") is not None:
        raise ShapeError(
            f"{owner}: terrain= is read by contacts on it, and there are none: "
            "kt.Simulation(contacts=kt.contacts(model, ground='terrain'))."
        )
    if operands.get("friction") is not None:
        if not contacts:
            raise ShapeError(
                f"{owner}: friction= is that of contacts, and there are none; dry friction of "
                "joints is the model's, model.replace(friction=...), and acts with "
                "kt.Simulation(passive='implicit')."
            )
        check_friction(owner, operands["friction"], contacts)
    settings = {name: x for name, x in vars(simulation).items() if x is not None}
    check_contents(owner, {**settings, **operands})


def check_dt(owner: str, dt: object) -> None:
    dt = dt.item() if type(dt) is np.ndarray and dt.ndim == 0 else dt
    if dt is None or (isinstance(dt, int | float) and 0 < dt < np.inf):
        return
    times = floats(dt)
    if times is None:
        return
    wrong = ~((times > 0) & (times < np.inf))
    if wrong.any():
        raise ShapeError(
            f"{owner}: dt is {times[wrong].flat[0]:g} s; expected a positive time, as 1e-3."
        )


def check_friction(owner: str, friction: object, contacts: Sequence[object] = ()) -> None:
    """Raise ShapeError for negative or infinite friction; it names the contact if that is given."""
    mu = floats(friction)
    if mu is None or all(0 <= x < np.inf for x in mu.ravel().tolist()):
        return
    if not mu.ndim or mu.shape[-1] != len(contacts):
        raise ShapeError(f"{owner}: friction is {mu}; expected finite numbers, 0 or more.")
    *sample, i = np.argwhere(~((mu >= 0) & (mu < np.inf)))[0].tolist()
    name = getattr(contacts[i], "frame", None) or getattr(contacts[i], "label", "")
    where = f" in sample {tuple(sample)}" if sample else ""
    raise ShapeError(
        f"{owner}: friction of contacts[{i}], {name!r},{where} is {mu[(*sample, i)]:g}; expected a "
        "finite number, 0 or more."
    )


STEP: Final[Mapping[str, Any]] = {
    "reads": PAIRS,
    "check": check_step,
    "checks": {"dt": check_dt, "friction": check_friction},
    "model_parameters": ("damping", "stiffness", "actuator_gains"),
}
"""The options of the algorithms of steps.

Every call runs `checks`; `check_step` runs where one of them fails, and at a first call.
"""


def check_rollout(arguments: Arguments) -> None:
    """Raise ShapeError for arguments of a rollout that cannot be meant."""
    present: Arguments = {name: x for name, x in arguments.items() if x is not None}
    if isinstance(present.get("cost"), tuple):
        costs: tuple[object, ...] = present["cost"]
        if len(costs) != 2:
            raise ShapeError(
                f"{ROLLOUT}: cost= is {len(costs)} functions; expected one, or two, of a step and "
                "of the end."
            )
        present = {**present, "cost": costs[0], "cost[1]": costs[1]}
    _check_functions(present)
    _check_steps(present)
    _warn_of_rows(present)


def steps_of(steps: object, arguments: Arguments) -> int | None:
    """The number of steps where tau is None, or None; raise ShapeError for one that is wrong."""
    tau, control = arguments.get("tau"), arguments.get("control")
    if steps is None:
        return None if control is None or tau is not None else _length("control", control)
    if tau is not None:
        raise ShapeError(
            f"{ROLLOUT}: steps={steps} beside tau, whose rows are the steps; give one of them, the "
            "other as None."
        )
    return whole_number(ROLLOUT, "steps", steps, 1, ShapeError)


def warn_beyond_limits(owner: str, model: Model, q: object) -> None:
    """Warn of joints that are taken beyond their position limits."""
    if not isinstance(q, np.ndarray) or not model.numeric:
        return
    states = cast(Any, q)
    limits = (model.lower_position_limits, model.upper_position_limits)
    lower, upper = (x.astype(states.dtype) for x in limits)  # rounded as they are
    beyond = (states < lower) | (states > upper)
    axes = tuple(range(beyond.ndim - 1))
    names = [name for name, x in zip(model.q_names, beyond.any(axes), strict=True) if x]
    if names:
        warn(
            f"{owner}: {model.name} passes the position limits of {shortened(names)}, left out "
            f"here: {TABLE['rollout']['position limits']}."
        )


def _warn_of_rows(present: Arguments) -> None:
    """Warn of dt with an axis of T where nothing else is batched: T constant ones."""
    ranks = {"q0": 1, "v0": 1, "tau": 2, "parameters": 1, "memory": 1}
    batched = any(len(getattr(present.get(x), "shape", ())) > n for x, n in ranks.items())
    steps = _length("tau", present["tau"])
    if getattr(present.get("dt"), "shape", ()) == (steps,) and not batched:
        warn(
            f"{ROLLOUT}: dt with {steps} rows, as tau has: taken for {steps} samples, each with "
            "one that is constant; in a loop of kt.simulation.step it differs from step to step."
        )


def _length(name: str, rows: Operand) -> int:
    """The number of steps, from the rows of an operand."""
    try:
        shape = rows.shape if hasattr(rows, "shape") else np.shape(rows)
    except ValueError as error:
        raise ShapeError(f"{ROLLOUT}: {name} is not an array: {str(error).rstrip('.')}.") from None
    if len(shape) < 2:
        last = {"tau": "nv", "schedule": "s", "control": "nu"}[name]
        raise ShapeError(
            f"{ROLLOUT}: {name} has shape {shape}; expected (..., T, {last}), a row for each of T "
            "steps."
        )
    return shape[-2]


def _check_functions(present: Arguments) -> None:
    """Raise ShapeError for values that are no function, and arguments that no function reads."""
    for name, arguments in _ARGUMENTS.items():
        if name not in present:
            continue
        if name == "policy":
            more = {"schedule": "row", "memory": "memory"}
            arguments += tuple(word for operand, word in more.items() if operand in present)
        if "parameters" in present or not takes(
            present[name], *(x for x in arguments if x != "parameters")
        ):
            check_function(ROLLOUT, name, present[name], arguments)
    for name, readers in _READERS.items():
        if name in present and not present.keys() & {*readers}:
            missing = " or ".join(f"{reader}=" for reader in readers)
            raise ShapeError(f"{ROLLOUT}: {name}= without {missing}; give both.")


def check_function(owner: str, name: str, function: object, arguments: Sequence[str]) -> None:
    """Raise ShapeError for what is no function, or takes other arguments if its signature says."""
    if not callable(function):
        raise ShapeError(f"{owner}: {name}={function!r}; expected a function.")
    if takes(function, *arguments) is False:
        raise ShapeError(
            f"{owner}: {name} is called as {name}({', '.join(arguments)}), which the "
            f"function given, of {signature(function)}, does not take."
        )


def takes(function: object, *arguments: object) -> bool | None:
    """Whether a function takes these arguments by position; None of a builtin that does not say."""
    try:
        signature(cast("Callable[..., object]", function)).bind(*arguments)
    except TypeError:
        return False
    except ValueError:
        return None
    return True


def _check_steps(present: Arguments) -> None:
    """Raise ShapeError for numbers of steps that are inconsistent."""
    if "tau" not in present:
        raise ShapeError(
            f"{ROLLOUT}: tau is None; give torques (..., T, nv), or the number of steps, as "
            "steps=100, without torques or with those of a policy."
        )
    steps, every = _length("tau", present["tau"]), present.get("every", 1)
    if not steps:
        raise ShapeError(f"{ROLLOUT}: tau has no row; expected (..., T, nv), T > 0.")
    for name in ("schedule", "control"):
        if name in present and (rows := _length(name, present[name])) != steps:
            raise ShapeError(
                f"{ROLLOUT}: {name} has {rows} rows, tau {steps}; expected one for each step."
            )
    whole = isinstance(every, (int, np.integer)) and not isinstance(every, bool)
    if not whole or every < 1 or steps % every:
        raise ShapeError(
            f"{ROLLOUT}: every={every!r} of T = {steps} steps; expected an integer that divides T."
        )
    forces = "forces" in check_record(present.get("record", ()))
    if "cost" in present and (every != 1 or forces):
        given = f"every={every}" if every != 1 else "record='forces'"
        raise ShapeError(f"{ROLLOUT}: {given} with cost=, which keeps no trajectory.")
    if forces and not getattr(present.get("simulation"), "contacts", ()):
        raise ShapeError(f"{ROLLOUT}: record='forces', those of contacts, and there are none.")


def check_record(record: object) -> tuple[str, ...]:
    """The names of what a rollout records beside states; raise ShapeError for others."""
    names = cast("tuple[str, ...]", record if isinstance(record, tuple) else (record,))
    for name in names:
        if name not in RECORDS:
            raise ShapeError(f"{ROLLOUT}: {unknown('record', name, RECORDS)}")
    return names
