"""A task of a robot as its author writes it, and one step of it, traced."""

import difflib
import inspect
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf
from types import FunctionType
from typing import Any, Final, TypeAlias

from ..errors import ShapeError, errors_at, unknown
from ..functions.content_keys import code_key
from ..geometry.fields import Terrain
from ..model import Model
from ..scalar.array import Array, as_array
from ..scalar.expr import Scalar
from ..scalar.math import array, clip, floor, scan, stack, where, zeros
from ..simulation import contact_step
from ..simulation.checks import check_step
from ..simulation.settings import Simulation
from .ground import STEP, Ground
from .state import AT_START, BEFORE_STEP, IN_STEP, OF_TERRAIN, Layout, Random, State

Field: TypeAlias = Terrain | None
"""Heights (nterrains, nx, ny) and their grid."""
METHODS: Final = ("observe", "reward", "reset")
"""The methods that a task must have."""
_OPTIONAL: Final = ("terminated", "control", "command", "randomise", "disturb", "terrain")
_OTHER_WORDS: Final = {"done": "terminated", "obs": "observe", "domain_randomisation": "randomise"}
_DRAWN: Final = ("friction", *contact_step.definition.model_parameters, "spring_reference")
"""What `randomise` may give."""
DRAWN: Final = "drawn "
"""The beginning of the names of such parts."""


def check_methods(author: type) -> None:
    """Raise ShapeError for a class without the methods of a task, or with one that is misspelt."""
    absent = [x for x in (*METHODS, *_OPTIONAL) if not callable(getattr(author, x, None))]
    for name, method in inspect.getmembers(author, inspect.isfunction):
        word = re.sub("^(is|get|compute)_", "", name.lower()).replace("z", "s")
        near = difflib.get_close_matches(_OTHER_WORDS.get(word, word), absent, cutoff=0.75)
        if near and method.__code__.co_argcount == 2:
            what = unknown("method of a task", name, (*METHODS, *_OPTIONAL), near[:1])
            raise ShapeError(f"environment: {author.__name__}.{name}: {what}")
    if missing := [x for x in METHODS if x in absent]:
        raise ShapeError(
            f"environment: {author.__name__} lacks {', '.join(missing)}; expected a class with "
            "the methods observe(state), reward(state) and reset(random)."
        )


@dataclass(frozen=True)
class Task:
    """An author's object, the robot, and how it steps."""

    author: Any
    model: Model
    dt: float
    substeps: int
    episode: int
    terrains: int
    simulation: Simulation
    friction: Any

    @property
    def name(self) -> str:
        return type(self.author).__name__

    @property
    def contents(self) -> tuple[object, ...]:
        """What a step computes with, by contents: the methods of the author, and data beside them.

        Anything else counts by identity; its kernels are not kept on disk.
        """
        author: object = self.author
        kind = type(author)
        bases = reversed(kind.__mro__[:-1])
        members: dict[str, Any] = {k: x for base in bases for k, x in vars(base).items()}
        keys = [
            (name, *code_key(x)) if isinstance(x, FunctionType) else (name, x)
            for name, x in members.items()
            if name[:2] != "__" or callable(x)
        ]
        settings = self.dt, self.substeps, self.episode, self.terrains, self.friction
        return kind.__name__, vars(author), keys, settings, self.simulation

    def call(self, method: str, *arguments: object, default: Any = None) -> Any:
        """A method of the author; where it raises, the error names it."""
        function = getattr(self.author, method, None)
        if function is None:
            return default
        with errors_at(f"{self.name}.{method}"):
            return function(*arguments)

    @property
    def flat(self) -> Field:
        """Level fields, as many as the terrain has: for what depends on no height."""
        count = self.terrains
        return Terrain(zeros(count, 2, 2), array([0.0, 0.0, 1.0, 1.0])) if count else None

    @cached_property
    def layout(self) -> Layout:
        """The parts of a state."""
        parts = self.fresh([0.0, 0.0], 0.0, self.flat)
        return Layout({name: x.shape for name, x in parts.items()})

    def drawn(self, numbers: Random) -> dict[str, Array]:
        """What `randomise` gives."""
        values = self.call("randomise", numbers, default={})
        if not isinstance(values, dict):
            raise ShapeError(
                f"{self.name}.randomise gives {values!r}; expected a dict, as "
                '{"friction": random.uniform(0.5, 1.2)}.'
            )
        owner, count = f"{self.name}.randomise", len(self.simulation.contacts)
        drawn: dict[str, Array] = {str(n): as_array(x) for n, x in values.items()}  # pyright: ignore
        for name, x in drawn.items():
            if name not in _DRAWN:
                raise ShapeError(f"{owner}: {unknown('quantity', name, _DRAWN)}")
            expected = (count,) if name == "friction" else getattr(self.model, name).shape
            if x.shape != expected and (name, x.shape) != ("friction", ()) and "gains" not in name:
                raise ShapeError(f"{owner}: {name} has shape {x.shape}; expected {expected}.")
        operands = {name: drawn.get(name) for name in ("friction", "damping", "stiffness")}
        check_step(owner, {"simulation": self.simulation, "terrain": self.flat, **operands})
        return drawn

    def fresh(self, key: Sequence[Scalar], count: Scalar, field: Field) -> dict[str, Array]:
        """The parts of a state at the beginning of an episode."""
        numbers, of_terrain = Random(key, count), Random(key, count, OF_TERRAIN)
        terrain = as_array(0.0)
        if self.terrains > 1:
            even = floor(of_terrain.uniform(0.0, self.terrains))
            terrain = as_array(self.call("terrain", of_terrain, default=even))
        ground = [Ground.of(field, terrain.flat[0])] if field else []
        value = self.call("reset", numbers, *ground)
        try:
            q, v = (as_array(x) for x in value)
        except (TypeError, ValueError):
            raise ShapeError(f"{self.name}.reset gives {value!r}; expected (q, v).") from None
        for name, x, n in (("q", q, self.model.nq), ("v", v, self.model.nv)):
            if x.shape != (n,):
                raise ShapeError(
                    f"{self.name}.reset gives {name} of shape {x.shape}; expected ({n},)."
                )
        drawn = {DRAWN + name: x for name, x in self.drawn(numbers).items()}
        command = as_array(self.call("command", numbers, default=zeros(0)))
        parts = {"q": q, "v": v} | ({"activation": zeros(self.model.na)} if self.model.na else {})
        parts |= {"action": zeros(self.model.nu), "command": command}
        parts |= {"count": as_array(count), "steps": as_array(0.0), "total": as_array(0.0)}
        parts |= ({"terrain": terrain} if field else {}) | drawn
        known = self.layout.parts if "layout" in vars(self) else {}
        for name in (x for x in known if x not in parts or parts[x].shape != known[x]):
            raise ShapeError(
                f"{self.name}: {name.removeprefix(DRAWN)} is no longer of shape {known[name]}, as "
                "when the environment was made; make another one."
            )
        return parts

    def state(
        self, parts: Mapping[str, Array], numbers: Random, field: Field, forces: Array | None = None
    ) -> State:
        """The state that methods read."""
        drawn = {k.removeprefix(DRAWN): x for k, x in parts.items() if k.startswith(DRAWN)}
        of_model = {name: x for name, x in drawn.items() if name != "friction"}
        model = self.model.structural
        return State(
            model.replace(**of_model) if of_model else model,
            *(parts["q"], parts["v"], parts.get("activation", zeros(0))),
            *(parts["action"], parts["command"]),
            forces=zeros(len(self.simulation.contacts), 3) if forces is None else forces,
            steps=parts["steps"].flat[0],
            random=numbers,
            drawn=drawn,
            ground=Ground.of(field, parts["terrain"].flat[0]) if field else None,
        )

    def observed(self, state: State) -> Array:
        value = as_array(self.call("observe", state))
        if value.ndim != 1:
            raise ShapeError(f"{self.name}.observe gives shape {value.shape}; expected one axis.")
        return value

    def rewarded(self, state: State) -> Scalar:
        value = as_array(self.call("reward", state))
        if value.shape != ():
            raise ShapeError(f"{self.name}.reward gives shape {value.shape}; expected a number.")
        return value.flat[0]

    def begun(self, key: Sequence[Scalar], count: Scalar, field: Field) -> dict[str, Array]:
        """The first state of an episode, and its observation."""
        parts = self.fresh(key, count, field)
        seen = self.observed(self.state(parts, Random(key, count, AT_START), field))
        return {"state": self.layout.packed(parts), "observation": seen}

    def stepped(
        self, row: Array, action: Array, key: Sequence[Scalar], field: Field
    ) -> dict[str, Any]:
        """The state after an action, what an agent gets of it, and a new episode where one ends."""
        parts = self.layout.unpacked(row) | {"action": clip(action, -1.0, 1.0)}
        count, steps = (parts[x].flat[0] + 1 for x in ("count", "steps"))
        before = self.state(parts, Random(key, count - 1, BEFORE_STEP), field)
        moved, forces = self._moved(before)
        q, v = moved["q"], moved["v"]
        parts |= moved | {"count": as_array(count), "steps": as_array(steps)}
        after = self.state(parts, Random(key, count, IN_STEP), field, forces)
        finite = abs(q).sum() + abs(v).sum() < inf
        reward = where(finite, self.rewarded(after), 0.0)
        ends = self.call("terminated", after, default=False)
        ends = where(finite, where(ends, 1.0, 0.0), 1.0)
        late = where(steps >= self.episode, 1.0, 0.0)
        total = parts["total"].flat[0] + reward
        parts |= {"total": as_array(total)}
        seen, over = self.observed(after), ends + late > 0
        seen = as_array(where(finite, seen, where(abs(seen) < inf, seen, 0.0)))
        new = self.fresh(key, count, field)
        chosen = {x: as_array(where(over, new[x], parts[x])) for x in self.layout.parts}
        next_seen = self.observed(self.state(chosen, Random(key, count, AT_START), field))
        return {
            "state": self.layout.packed(chosen),
            "observation": where(over, next_seen, seen),
            "reward": reward,
            "terminated": ends,
            "truncated": where(ends > 0, 0.0, late),
            "final_observation": seen,
            "total": total,
            "length": steps,
        }

    def _moved(self, x: State) -> tuple[dict[str, Array], Array]:
        """The parts that move, and the mean forces of contacts after the steps of one action."""
        control = as_array(self.call("control", x, default=x.action))
        f_ext = self.call("disturb", x)
        operands: dict[str, Any] = {"control": control, "f_ext": f_ext}
        operands["simulation"] = self.simulation
        if x.ground is not None:
            operands["terrain"] = x.ground
        count = len(self.simulation.contacts)
        friction: Any = x.drawn.get("friction", self.friction)
        if friction is not None:
            mu = as_array(friction)
            operands["friction"] = stack([mu.flat[0]] * count) if mu.shape == () else mu
        stepped: Any = contact_step if x.ground is None else STEP

        def advance(carry: Any, _: None) -> tuple[Any, None]:
            now, total = carry
            step = stepped(x.model, **now, tau=zeros(x.model.nv), dt=as_array(self.dt), **operands)
            return ({name: getattr(step, name) for name in now}, total + step.impulses), None

        start = {"q": x.q, "v": x.v} | ({"activation": x.activation} if x.model.na else {})
        (end, impulses), _ = scan(advance, (start, zeros(count, 3)), length=self.substeps)
        return end, impulses / (self.dt * self.substeps)
