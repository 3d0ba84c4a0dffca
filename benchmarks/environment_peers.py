"""The walking example's task in peers of environments.py, each in a process of its own.

`python benchmarks/environment_peers.py PEER THREADS` prints microseconds of an environment step as
JSON, by number of environments: of mjbatch and MJX with the same robot and task, of EnvPool with
its own Go1 (Go1JoystickFlatTerrain, of 12 servos, too, and 48 numbers, in five steps of 4 ms, but
with meshes and more terms of reward), which takes no other robots; `--quick` measures one round.
"""

import itertools
import json
import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

import bench
import mujoco
import numpy as np

import kinetree as kt

sys.path.append(str(Path(__file__).parents[1] / "examples/learning"))
import walking
from in_mujoco import peer_of
from walking import ROBOT, STAND, START

DT, SUBSTEPS, EPISODE = 4e-3, 5, 500
QUICK: Final = "--quick" in sys.argv
EFFORT: Final = bench.Effort(rounds=1 if QUICK else 7, turn=2e-3, cold=0)
SIZES: Final = (64,) if QUICK else (64, 256, 1024, 4096, 16384)
WARM_UP: Final = 20
"""Actions before the first that is timed: robots are in the air, on their feet or fall."""
LOW, HIGH = np.array([[-0.6, -0.4, -1.0], [1.0, 0.4, 1.0]], "f4")
"""The bounds of commands."""
FIRST: Final = kt.convert.to_mujoco(ROBOT, START)[0]
"""MuJoCo's positions when the robot stands."""


def candidate(step: Callable[[Any], Any], n: int, threads: int = 1) -> bench.Candidate:
    """Steps with random actions, of environments that have gone some steps."""
    rng = np.random.default_rng(0)
    actions = itertools.cycle([rng.uniform(-1, 1, (n, 12)).astype("f4") for _ in range(8)])
    for _ in range(WARM_UP):
        step(next(actions))
    return bench.Candidate(lambda: step(next(actions)), (), n, threads)


# The task, on arrays of NumPy or of JAX


def in_base(xp: Any, quaternions: Any, vectors: Any) -> Any:
    """Vectors of the world in the axes of bases, by MuJoCo's quaternions."""
    scalar, vector = quaternions[..., :1], -quaternions[..., 1:]
    twice = 2 * xp.cross(vector, vectors)
    return vectors + scalar * twice + xp.cross(vector, twice)


def felt(xp: Any, q: Any, v: Any) -> Any:
    """The part of an observation that is noisy, of MuJoCo's positions and velocities."""
    z = xp.broadcast_to(xp.asarray([0.0, 0.0, 1.0], q.dtype), q[..., :3].shape)
    up, moves = (in_base(xp, q[..., 3:7], x) for x in (z, v[..., :3]))
    legs = q[..., 7:] - xp.asarray(STAND, q.dtype)
    return xp.concatenate([up, moves, v[..., 3:6], legs, 0.1 * v[..., 6:]], -1)


def reward(xp: Any, seen: Any, height: Any, action: Any, command: Any) -> Any:
    """The reward of what is felt without noise."""
    off = ((seen[..., 3:5] - command[..., :2]) ** 2).sum(-1)
    turn = seen[..., 8] - command[..., 2]
    follows = xp.exp(-4 * off) + 0.5 * xp.exp(-4 * turn * turn)
    bounces = seen[..., 5] ** 2 + 0.1 * (seen[..., 6:8] ** 2).sum(-1)
    moves = 2e-3 * (action**2).sum(-1) + 1e-2 * (seen[..., 21:] ** 2).sum(-1)
    lost = 2 * (1 - seen[..., 2]) + 2 * (height - float(START[2])) ** 2
    return follows - 0.5 * bounces - moves - lost


def terminated(seen: Any, height: Any) -> Any:
    """Whether robots fell."""
    return (height < 0.6 * float(START[2])) | (seen[..., 2] < 0.5)


# MuJoCo


def in_mujoco(dt: float = DT) -> mujoco.MjModel:
    """The robot of the example on a floor, which only its feet touch, as in kinetree."""
    mj = peer_of(walking)
    mj.opt.timestep = dt
    return mj


class WalkInMuJoCo:
    """The environment of the example on batches of MuJoCo, its task in NumPy in float32."""

    def __init__(
        self, batches: Any, n: int, threads: int = 1, noise: float = 0.02, substeps: int = SUBSTEPS
    ) -> None:
        self.batch = batches(in_mujoco(DT * SUBSTEPS / substeps), n, threads)
        self.substeps = substeps
        self.noise, self.rng = np.float32(noise), np.random.default_rng(0)
        names = ("qpos", "qvel", "qacc_warmstart", "ctrl", "xfrc_applied")
        self.q, self.v, self.warm, self.control, self.force = map(self.batch.bind, names)
        self.friction = self.batch.expand("geom_friction")[..., 0]
        self.action, self.command = np.zeros((n, 12), "f4"), np.zeros((n, 3), "f4")
        self.steps = np.zeros(n, int)
        self.begin(np.ones(n, bool))

    def begin(self, where: Any) -> None:
        """Begin episodes of some."""
        n, rng = np.count_nonzero(where), self.rng
        self.q[where, :7], self.q[where, 7:] = FIRST[:7], STAND + rng.uniform(-0.1, 0.1, (n, 12))
        self.v[where] = 0.1 * rng.standard_normal((n, 18))
        self.warm[where] = 0
        self.friction[where] = rng.uniform(0.4, 1.2, (n, 1))
        self.command[where] = rng.uniform(LOW, HIGH, (n, 3))
        self.action[where], self.steps[where] = 0, 0

    def push(self) -> None:
        """Push the bases of 2 %."""
        n, rng = len(self.q), self.rng
        self.force[:, 1, :3] = 0
        pushed = np.flatnonzero(rng.random(n, np.float32) < 0.02)
        local = 60 * rng.standard_normal((len(pushed), 3))
        opposite = self.q[pushed, 3:7] * [1, -1, -1, -1]
        self.force[pushed, 1, :3] = in_base(np, opposite, local)

    def seen(self, exact: Any) -> Any:
        """Observations, of what is felt without noise."""
        noise = self.noise * self.rng.standard_normal(exact.shape, np.float32)
        return np.concatenate([exact + noise, self.action, self.command], -1)

    def step(self, action: Any) -> tuple[Any, ...]:
        """Observations, rewards, which fell, whose time is over, and observations before that."""
        self.action = np.clip(action, -1, 1)
        self.control[:] = STAND + 0.4 * self.action
        if self.noise:
            self.push()
        self.batch.step(nstep=self.substeps)
        self.steps += 1
        exact, height = felt(np, self.q.astype("f4"), self.v.astype("f4")), self.q[:, 2]
        gained = reward(np, exact, height.astype("f4"), self.action, self.command)
        ends, seen = terminated(exact, height), self.seen(exact)
        late, after = ~ends & (self.steps >= EPISODE), seen
        over = ends | late
        if over.any():
            self.begin(over)
            exact = felt(np, self.q.astype("f4"), self.v.astype("f4"))
            after = np.where(over[:, None], self.seen(exact), seen)
        return after, gained, ends, late, seen


def mjbatch(threads: int) -> dict[int, bench.Times]:
    """Those on batches of mjbatch."""
    import mjbatch

    walk = partial(WalkInMuJoCo, mjbatch.Batch, threads=threads)
    return {n: timed(walk(n).step, n) for n in SIZES}


# Others


def mjx(threads: int) -> dict[int, bench.Times]:
    """Those of few environments in MJX, on so many processors."""
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:threads])  # before XLA starts
    import jax
    import jax.numpy as jnp
    from mujoco import mjx

    model, start = mjx.put_model(in_mujoco()), mjx.make_data(in_mujoco())
    q0, random = jnp.asarray(FIRST, "f4"), jax.random

    def begun(key: Any) -> dict[str, Any]:
        keys = random.split(key, 5)
        legs = STAND + random.uniform(keys[0], (12,), minval=-0.1, maxval=0.1)
        return {
            "q": q0.at[7:].set(legs),
            "v": 0.1 * random.normal(keys[1], (18,)),
            "warm": jnp.zeros(18),
            "friction": random.uniform(keys[2], minval=0.4, maxval=1.2),
            "command": random.uniform(keys[3], (3,), minval=LOW, maxval=HIGH),
            "action": jnp.zeros(12),
            "steps": 0,
            "key": keys[4],
        }

    def observed(state: dict[str, Any], exact: Any, key: Any) -> Any:
        seen = exact + 0.02 * random.normal(key, (33,))
        return jnp.concatenate([seen, state["action"], state["command"]])

    def step(state: dict[str, Any], action: Any) -> tuple[Any, ...]:
        key, *keys = random.split(state["key"], 6)
        action = jnp.clip(action, -1, 1)
        pushed = jnp.where(random.uniform(keys[0]) < 0.02, 60.0, 0.0) * random.normal(keys[1], (3,))
        force = in_base(jnp, state["q"][3:7] * jnp.array([1, -1, -1, -1]), pushed)
        here = model.replace(geom_friction=model.geom_friction.at[:, 0].set(state["friction"]))
        data = start.replace(
            qpos=state["q"],
            qvel=state["v"],
            qacc_warmstart=state["warm"],
            ctrl=STAND + 0.4 * action,
            xfrc_applied=start.xfrc_applied.at[1, :3].set(force),
        )
        data = jax.lax.fori_loop(0, SUBSTEPS, lambda _, x: mjx.step(here, x), data)
        exact, height = felt(jnp, data.qpos, data.qvel), data.qpos[2]
        gained = reward(jnp, exact, height, action, state["command"])
        after = {"q": data.qpos, "v": data.qvel, "warm": data.qacc_warmstart, "action": action}
        state = {**state, **after, "steps": state["steps"] + 1, "key": key}
        seen, ends = observed(state, exact, keys[2]), terminated(exact, height)
        over = ends | (state["steps"] >= EPISODE)
        new = begun(keys[3])
        state = jax.tree.map(partial(jnp.where, over), new, state)
        first = observed(new, felt(jnp, new["q"], new["v"]), keys[4])
        return state, (jnp.where(over, first, seen), gained, ends, over & ~ends, seen)

    steps, times = jax.jit(jax.vmap(step)), dict[int, bench.Times]()
    for n in SIZES[:2]:
        states = [jax.vmap(begun)(random.split(random.key(0), n))]

        def walk(action: Any, states: list[Any] = states) -> Any:
            states[0], results = jax.block_until_ready(steps(states[0], action))
            return results

        times[n] = timed(walk, n)
    return times


def envpool(threads: int) -> dict[int, bench.Times]:
    """Those of EnvPool's Go1, of few: each takes 58 MB."""
    import envpool

    n = SIZES[0]
    task, how = "Go1JoystickFlatTerrain-v1", {"env_type": "gymnasium", "num_threads": threads}
    envs = envpool.make(task, num_envs=n, seed=0, **how)
    envs.reset()
    return {n: timed(lambda action: envs.step(action.astype(float)), n)}


def timed(step: Callable[[Any], Any], n: int) -> bench.Times:
    """Microseconds of a step of one environment."""
    return bench.benchmark({"": candidate(step, n)}, EFFORT)[""]


PEERS: Final = {"mjbatch": mjbatch, "mujoco-mjx": mjx, "envpool": envpool}


def main() -> None:
    """Print the figures of a peer."""
    print(json.dumps(PEERS[sys.argv[1]](int(sys.argv[2]))))


if __name__ == "__main__":
    main()
