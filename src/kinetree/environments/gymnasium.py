"""Environments as those of Gymnasium."""

from importlib import import_module
from typing import Any

import numpy as np

from ..errors import BackendError, needing


def vector_env(envs: Any) -> Any:
    """A `gymnasium.vector.VectorEnv` whose steps are those of an Environment."""
    with needing("as_gymnasium needs gymnasium: pip install gymnasium.", BackendError):
        library = import_module("gymnasium")
    base: Any = library.vector.VectorEnv

    class VectorEnvironment(base):
        def __init__(self) -> None:
            self.metadata = {"autoreset_mode": library.vector.AutoresetMode.SAME_STEP}
            box, batched = library.spaces.Box, library.vector.utils.batch_space
            seen, moved = (envs.observation_size,), (envs.action_size,)
            self.num_envs = envs.num_envs
            self.single_observation_space = box(-np.inf, np.inf, seen, envs.dtype)
            self.single_action_space = box(-1.0, 1.0, moved, envs.dtype)
            self.observation_space = batched(self.single_observation_space, self.num_envs)
            self.action_space = batched(self.single_action_space, self.num_envs)

        def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
            return envs.reset(seed=seed, options=options)

        def step(self, actions: Any) -> Any:
            return envs.step(actions)

    return VectorEnvironment()
