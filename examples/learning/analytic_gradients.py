"""Policies from derivatives of physics: `python examples/learning/analytic_gradients.py` (PyTorch).

Proximal policy optimisation estimates a gradient from rewards; here it is computed, backwards
through 16 actions, which are 80 steps of physics: an arm learns to reach a point, a quadruped to
walk as it is told. What comes after the 16 actions is a critic's estimate (short-horizon
actor-critic, Xu and others, 2022): without it the walker follows its command and falls soon after.
A contact that begins or ends has the derivative of the step in which it does.
"""

import sys
import time

import numpy as np
import torch
from torch import nn
from walking import ROBOT, SIMULATION, STAND, START

import kinetree as kt

HORIZON, SUBSTEPS, ROBOTS, DISCOUNT = 16, 5, 128, 0.97
DT = torch.tensor(4e-3)
ARM = kt.robots.arm().replace(actuators=kt.Motors(kp=100.0, kd=10.0))
STANDING, LEGS = (torch.tensor(x, dtype=torch.float32) for x in (START, STAND))


def uniform(low, high, n):
    low, high = torch.tensor(low), torch.tensor(high)
    return low + (high - low) * torch.rand(n, len(low))


class Reaching:
    """The tool moves to a point: a state is q, v, and the point."""

    sizes = 20, 7

    def begin(self, n):
        return uniform([-0.5] * 7, [0.5] * 7, n), torch.zeros(n, 7), self.point(n)

    def point(self, n):
        return uniform([0.3, -0.3, 0.3], [0.6, 0.3, 0.8], n)

    def off(self, state):
        q, _, point = state
        return kt.frame_placement(ARM, q, frame="tool")[:, :3, 3] - point

    def observe(self, state):
        return torch.cat([*state, self.off(state)], -1)

    def advance(self, state, action):
        q, v, point = state
        q, v = kt.simulation.step(ARM, q, v, 0 * v, SUBSTEPS * DT, control=q + 0.5 * action)
        return q, v, point

    def reward(self, state, action):
        return -self.off(state).norm(dim=-1) - 1e-3 * (action * action).sum(-1)

    def failed(self, state):
        return self.off(state).norm(dim=-1) > 2.0


class Walking:
    """The base follows a velocity, as in walking.py: q, v, the velocity, and a clock of 2 Hz."""

    sizes = 38, 12

    def begin(self, n):
        q = STANDING.repeat(n, 1)
        q[:, 7:] += uniform([-0.1] * 12, [0.1] * 12, n)
        command = uniform([-0.6, -0.4, -1.0], [1.0, 0.4, 1.0], n)
        return q, 0.1 * torch.randn(n, 18), command, 2 * np.pi * torch.rand(n, 1)

    def up(self, q):
        return kt.frame_placement(ROBOT, q, frame="base")[:, 2, :3]

    def observe(self, state):
        q, v, command, phase = state
        felt = self.up(q), v[:, :6], q[:, 7:] - LEGS, 0.1 * v[:, 6:], command
        return torch.cat([*felt, phase.sin(), phase.cos()], -1)

    def advance(self, state, action):
        q, v, command, phase = state
        for _ in range(SUBSTEPS):
            control = LEGS + 0.4 * action
            step = kt.simulation.contact_step(
                ROBOT, q, v, 0 * v, DT, control=control, simulation=SIMULATION
            )
            q, v = step.q, step.v
        return q, v, command, phase + SUBSTEPS * DT * 2 * np.pi * 2

    def reward(self, state, action):
        q, v, command, _ = state
        off, turn = v[:, :2] - command[:, :2], v[:, 5] - command[:, 2]
        follows = torch.exp(-4 * (off * off).sum(-1)) + 0.5 * torch.exp(-4 * turn * turn)
        bounces = v[:, 2] ** 2 + 0.1 * (v[:, 3:5] ** 2).sum(-1)
        moves = 2e-3 * (action * action).sum(-1) + 1e-4 * (v[:, 6:] ** 2).sum(-1)
        low = 2 * (1 - self.up(q)[:, 2]) + 2 * (q[:, 2] - STANDING[2]) ** 2
        return follows - 0.5 * bounces - moves - low

    def failed(self, state):
        q = state[0]
        return (q[:, 2] < 0.6 * STANDING[2]) | (self.up(q)[:, 2] < 0.5) | ~q.isfinite().all(-1)


def network(size, results):
    layers = nn.Linear(size, 128), nn.ELU(), nn.Linear(128, 64), nn.ELU(), nn.Linear(64, results)
    return nn.Sequential(*layers)


def rollout(task, policy, state, steps):
    """The state after so many actions, and what was seen and rewarded before: (steps, robots)."""
    seen, rewards = [], []
    for _ in range(steps):
        seen.append(task.observe(state))
        action = policy(seen[-1]).tanh()
        state = task.advance(state, action)
        rewards.append(task.reward(state, action))
    return state, torch.stack(seen), torch.stack(rewards)


def train(task, minutes):
    """A policy, by Adam on the gradient of the rewards to come, and its critic."""
    policy, critic = network(*task.sizes), network(task.sizes[0], 1)
    optimizers = [
        torch.optim.Adam(x.parameters(), lr) for x, lr in ((policy, 2e-3), (critic, 1e-3))
    ]
    state, age, start, updates = task.begin(ROBOTS), torch.zeros(ROBOTS), time.perf_counter(), 0
    while (passed := (time.perf_counter() - start) / (60 * minutes)) < 1:
        optimizers[0].param_groups[0]["lr"] = 2e-3 * 0.1**passed
        after, seen, rewards = rollout(task, policy, state, HORIZON)
        failed = task.failed(after).detach()
        later = torch.where(failed, 0.0, critic(task.observe(after))[:, 0])
        returns = [later]
        for reward in reversed(rewards):
            returns.insert(0, reward + DISCOUNT * returns[0])
        if step(optimizers[0], policy, -returns[0].mean() / HORIZON):
            seen, values = seen.detach().flatten(0, 1), torch.stack(returns[:-1]).detach().flatten()
            for _ in range(8):
                k = torch.randint(len(seen), (512,))
                error = critic(seen[k])[:, 0] - values[k].clamp(-100, 100)
                step(optimizers[1], critic, (error * error).mean())
        updates, age = updates + 1, age + HORIZON
        with torch.no_grad():
            over = failed | (age > 100 + 200 * torch.rand(ROBOTS))
            fresh = zip(task.begin(ROBOTS), after, strict=True)
            state = tuple(torch.where(over[:, None], x, y.detach()) for x, y in fresh)
            age = torch.where(over, 0, age)
        if updates % 100 == 0:
            count, seconds = updates * HORIZON * ROBOTS, 60 * minutes * passed
            print(f"{seconds:4.0f} s, {count:9,} actions: reward {rewards.mean():.2f}", flush=True)
    return policy


def step(optimizer, net, loss):
    """One step down a gradient, cut to length 1; none where a robot is not finite."""
    optimizer.zero_grad()
    loss.backward()
    finite = nn.utils.clip_grad_norm_(net.parameters(), 1.0).isfinite()
    if finite:
        optimizer.step()
    return finite


def main():
    torch.manual_seed(0)
    torch.set_num_threads(1)
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
    for task in (Reaching(), Walking()):
        policy = train(task, minutes)
        with torch.no_grad():
            state, _, rewards = rollout(task, policy, task.begin(1000), 200)
        print(f"{type(task).__name__}: {int(task.failed(state).sum())} of 1,000 fail in 4 s")
        if isinstance(task, Reaching):
            print(f"{1000 * task.off(state).norm(dim=-1).median():.1f} mm from the point")
        print(f"mean reward {rewards.nanmean():.2f}", flush=True)


if __name__ == "__main__":
    main()
