"""Many robots that learn a task, stepped together."""

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any, ClassVar, Final

import numpy as np

from ..compiler.cuda import check_driver
from ..errors import BackendError, ModelError, ShapeError, needing, unknown, with_known_keywords
from ..functions.device_kernel import check_device
from ..geometry.fields import Terrain
from ..model import Model
from ..model.values import whole_number
from ..simulation.checks import check_friction, check_step, warn_beyond_limits
from ..simulation.settings import Simulation
from .ground import checked
from .gymnasium import vector_env
from .kernels import Kernels
from .task import DRAWN, Task, check_methods

LARGEST: Final = 2**24
"""Integers below this are exact in float32."""


@with_known_keywords
def environment(
    model: Model,
    *,
    dt: float,
    substeps: int = 1,
    episode: int = 1000,
    terrain: Terrain | None = None,
    friction: Any = None,
    simulation: Simulation | None = None,
) -> Callable[[type], type["Environment"]]:
    """Make a class of a task an environment of many robots, whose step is one kernel.

    The class describes one robot by methods on Arrays, as a policy of a rollout does; resets,
    batches and lanes are made here. `state` has q, v, activation (of motors), action, command,
    forces (of contacts), steps (of the episode), drawn, random and model; `random` has
    uniform(low, high, shape) and normal(shape).

    - `observe(state)` (no,) and `reward(state)`, a number, for the state after an action;
    - `reset(random)`, q and v at the beginning of an episode;
    - `terminated(state)`, a condition, as `state.q[2] < 0.2`, with which an episode ends (default:
      never);
    - `control(state)`, what the actuators get for `state.action`, which is clipped to [-1, 1]
      (default: the action itself);
    - `command(random)`, the goal of an episode, an array (default: none);
    - `randomise(random)`, a dict of what differs from episode to episode: "friction" of
      steps, or parameters of the model, as "gravity", "inertias", "armature", "actuator_gains";
    - `disturb(state)`, external forces (njoints, 6) while an action lasts, as of `kt.rnea`.

    The methods run once, when they are traced: TraceError names what they change or draw by
    themselves; what they read is compared at each step. An action lasts `substeps` of `dt` s of
    `kt.simulation.contact_step`, with its `friction` and the `simulation`, by default
    `kt.Simulation.of(model)`. An episode ends after `episode` actions (truncated), or where
    `terminated` or a state that is not finite ends it; the next one begins in the same step.

    Contacts on a `terrain` are on that `kt.Terrain`; of heights (nterrains, nx, ny) each episode
    has one, an even draw or the number that `terrain(random)` gives. `reset` is then
    `reset(random, ground)`, and a state has it, too: `ground.height(x, y)`, and the heights at
    points about a frame, `ground.scan(model, q, points, frame="base")`, as `kt.height_scan`.
    Raises ModelError for heights that are no fields.

    >>> import kinetree as kt
    >>> arm = kt.robots.arm().replace(actuators=kt.Motors(kp=100.0, kd=10.0))
    >>> @kt.environment(arm, dt=4e-3, substeps=5, episode=100)
    ... class Reach:
    ...     def reset(self, random):
    ...         return random.uniform(-0.5, 0.5, (7,)), kt.math.zeros(7)
    ...
    ...     def command(self, random):
    ...         return random.uniform([0.3, -0.3, 0.3], [0.6, 0.3, 0.8])
    ...
    ...     def observe(self, state):
    ...         return kt.math.concatenate([state.q, state.v, state.command])
    ...
    ...     def reward(self, state):
    ...         tool = kt.frame_placement(state.model, state.q, frame="tool")[:3, 3]
    ...         return -kt.math.norm(tool - state.command)
    >>> envs = Reach(16, seed=0)
    >>> observation, _ = envs.reset()
    >>> observation, reward, terminated, truncated, info = envs.step(np.zeros((16, 7)))
    >>> observation.shape, reward.shape
    ((16, 17), (16,))
    """
    whole_number("environment", "substeps", substeps, 1, ShapeError)
    whole_number("environment", "episode", episode, 1, ShapeError)
    simulation = Simulation.of(model) if simulation is None else simulation
    settings = {"simulation": simulation, "friction": friction, "terrain": terrain}
    check_step("environment", {"dt": dt, **settings})
    if not model.nu:
        raise ModelError(
            f"environment: {model.name} has no actuators, which actions drive; give it some: "
            "model.replace(actuators=kt.Motors(kp=40.0, kd=1.0))."
        )
    field = None if terrain is None else checked(terrain)

    def decorate(author: type) -> type[Environment]:
        check_methods(author)
        terrains = len(field.heights) if field else 0
        resolved = simulation.on("environment", model)
        task = Task(author(), model, dt, substeps, episode, terrains, resolved, friction)
        members = {"_kernels": Kernels(task), "_field": field, "__doc__": author.__doc__}
        members["__module__"] = author.__module__
        return type(author.__name__, (Environment,), members)

    return decorate


class Environment:
    """`num_envs` robots that do a task, as the decorator `kt.environment` makes it of a class.

    `seed` decides all random numbers, with the number of the robot and its count of steps: a robot
    has the same bits in every batch, in any threads and on a GPU. `dtype` is that of states and
    results; float32 is twice as fast. With `device="cuda"` states are tensors of PyTorch on that
    GPU, as are actions and results, and a step does not wait for it.
    """

    _kernels: ClassVar[Kernels]
    _field: ClassVar[Terrain | None]

    def __init__(
        self, num_envs: int, *, seed: int = 0, dtype: str = "float32", device: str = "cpu"
    ) -> None:
        name = type(self).__name__
        self.num_envs = whole_number(name, "num_envs", num_envs, 1, ShapeError)
        self.dtype, self.device = np.dtype(dtype), device
        check_device(name, device)
        if device == "cuda":
            check_driver(name)
        self._terrain = [Terrain(*map(self._array, self._field))] if self._field else []
        self._seed(seed)

    def _array(self, x: Any) -> Any:
        """Values as an array of the dtype, where states are."""
        if self.device == "cpu":
            return np.asarray(x, self.dtype)
        what = f"{type(self).__name__}: robots on a GPU are tensors of PyTorch, which is not "
        with needing(what + "installed: pip install torch.", BackendError):
            torch: Any = import_module("torch")
        return torch.as_tensor(x, dtype=getattr(torch, self.dtype.name), device=self.device)

    def _seed(self, seed: int) -> None:
        name = type(self).__name__
        for what, number in (("seed", seed), ("num_envs", self.num_envs)):
            if whole_number(name, what, number, 0, ShapeError) >= LARGEST:
                raise ShapeError(f"{name}: {what} is {number}; expected one below 2^24.")
        numbers = np.arange(self.num_envs)
        self._keys = self._array(np.stack([np.full_like(numbers, seed), numbers], 1))
        self._begun = False
        self.state = self._array(np.zeros((self.num_envs, self._kernels.sizes[0])))
        """All that steps depend on, (num_envs, ns): copy it to save, and set it to restore."""

    @property
    def model(self) -> Model:
        """The robot."""
        return self._kernels.task.model

    @property
    def episode(self) -> int:
        """The number of actions after which an episode is truncated."""
        return self._kernels.task.episode

    @property
    def observation_size(self) -> int:
        """The length no of an observation."""
        return self._kernels.sizes[1]

    @property
    def action_size(self) -> int:
        """The number nu of actuators."""
        return self.model.nu

    def __getitem__(self, name: str) -> Any:
        """A part of the states, (num_envs, ...), which can be written to: "q", "v", "command" ...

        Others are "action", "steps" and "total" of the episode, and the names that `randomise`
        gives.
        """
        layout = self._kernels.task.layout
        key = name if name in layout.parts else DRAWN + name
        if key not in layout.parts:
            known = [x.removeprefix(DRAWN) for x in layout.parts]
            raise ShapeError(f"{type(self).__name__}: {unknown('part', name, known)}")
        part = self.state[:, layout.slices()[key]]
        return part.reshape(self.num_envs, *layout.parts[key])

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[Any, dict[str, Any]]:
        """Begin an episode with each robot: observations (num_envs, no), and no more."""
        if options:
            raise ShapeError(
                f"{type(self).__name__}: reset has no option {next(iter(options))!r}: it begins an "
                "episode with each robot. Rows of `state` that are set begin with others."
            )
        if seed is not None:
            self._seed(seed)
        begun = self._kernels.begin(self.model, self._keys, self["count"] + 1, *self._terrain)
        self.state = np.array(begun.state) if self.device == "cpu" else begun.state
        self._check_drawn()
        return begun.observation, {}

    def _check_drawn(self) -> None:
        """Raise ShapeError for friction that cannot be; numbers on a GPU are not looked at."""
        task = self._kernels.task
        if self.device == "cpu" and f"{DRAWN}friction" in task.layout.parts:
            mu, contacts = self["friction"], task.simulation.contacts
            check_friction(f"{task.name}.randomise", mu, contacts if mu.ndim > 1 else ())

    def step(self, action: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """One action (num_envs, nu) of each: observation, reward, terminated, truncated, info.

        Where an episode ended the observation is the first of the next one, and `info` has
        "final_obs", the last of the old one, with its "return" and "length"; the mask "_final_obs"
        says where, as Gymnasium's. For tensors of PyTorch on the CPU these are tensors, for arrays
        of JAX arrays of JAX, both without copies of 1 MB or more. Raises ShapeError for actions
        that are not finite, with the states as before, and without a `reset` before it. On a GPU,
        which is not waited for, `info` is always there, and numbers of actions are not looked at.
        """
        name, on_gpu = type(self).__name__, self.device != "cpu"
        actions = self._array(action.detach() if hasattr(action, "detach") else action)
        shape, expected = tuple(actions.shape), (self.num_envs, self.action_size)
        if shape != expected:
            raise ShapeError(f"{name}: action has shape {shape}; expected {expected}.")
        if not on_gpu and not np.isfinite(actions).all():
            i, k = np.argwhere(~np.isfinite(actions))[0].tolist()
            raise ShapeError(f"{name}: action[{i}, {k}] is {actions[i, k]}; expected a number.")
        self._begun = self._begun or bool(self["count"].all())
        if not self._begun:
            raise ShapeError(f"{name}: no episode has begun; call reset() before step(...).")
        after = self._kernels.step(self.model, self.state, actions, self._keys, *self._terrain)
        self.state = after.state
        ends, late = after.terminated > 0, after.truncated > 0
        like, over = _like(None if on_gpu else action), ends | late
        info: dict[str, Any] = {}
        if self._kernels.task.simulation.limits is None:
            warn_beyond_limits(name, self.model, self["q"])
        if on_gpu or over.any():
            self._check_drawn()
            info = {"final_obs": like(after.final_observation), "_final_obs": like(over)}
            info |= {"return": like(after.total), "length": like(after.length)}
        return like(after.observation), like(after.reward), like(ends), like(late), info

    def as_gymnasium(self) -> Any:
        """Give these robots as a `gymnasium.vector.VectorEnv`, which needs gymnasium.

        Its mode is SAME_STEP: an episode that ends is followed by the next in the same step.
        """
        return vector_env(self)


def _like(action: Any) -> Callable[[Any], Any]:
    """What makes arrays of the kind of actions."""
    library = type(action).__module__.partition(".")[0]
    if library == "torch":
        return sys.modules["torch"].from_numpy
    if library in ("jax", "jaxlib"):
        return sys.modules["jax"].dlpack.from_dlpack  # a copy where memory is not aligned
    return lambda x: x
