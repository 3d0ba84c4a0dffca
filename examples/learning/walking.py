"""A quadruped learns to walk as it is told: `python examples/learning/walking.py` (PyTorch).

4,096 robots with position servos on flat ground, with friction from 0.4 to 1.2, noise and pushes.
A command is the velocity of the base along x and y and its rate of turn. Proximal policy
optimisation trains a network of 128, 64 and 32 units for some minutes. The result, with the curve
of rewards, is walking_policy.npz, which `run` uses without PyTorch.
"""

import argparse
import time
from itertools import pairwise
from pathlib import Path

import numpy as np

import kinetree as kt
from kinetree import math

POLICY = Path(__file__).with_name("walking_policy.npz")
STAND = np.array([0.0, 0.6, -1.2] * 4)


def robot_with_feet():
    """The quadruped with spheres at its feet and servos of 30 N m, on the ground."""
    robot = kt.robots.quadruped(12)
    feet = [robot.frame(name) for name in robot.frame_names if name.endswith("_foot")]
    ball = kt.shapes.Sphere(0.02)
    shapes = [kt.Geometry(f.name, "collision", f.name, f.joint, f.placement, ball) for f in feet]
    q = kt.neutral(robot)
    q[7:] = STAND
    q[2] += 0.02 - kt.frame_placement(robot, q, frame=feet[0].name)[2, 3]
    motors = kt.Motors(kp=40.0, kd=1.0, effort=30.0)
    return robot.replace(geometries=shapes, actuators=motors), q


ROBOT, START = robot_with_feet()
FEET = kt.contacts(ROBOT, (), ground="plane")


class Walking:
    """Follow a velocity: 10 s of 50 actions a second."""

    def command(self, random):
        return random.uniform([-0.6, -0.4, -1.0], [1.0, 0.4, 1.0])

    def randomise(self, random):
        return {"friction": random.uniform(0.4, 1.2)}

    def reset(self, random):
        legs = STAND + random.uniform(-0.1, 0.1, (12,))
        return math.concatenate([START[:7], legs]), 0.1 * random.normal((18,))

    def control(self, state):
        return STAND + 0.4 * state.action

    def disturb(self, state):
        """Push the base by some 60 N along each axis, during 2 % of the actions."""
        push = math.where(state.random.uniform() < 0.02, 1.0, 0.0) * 60 * state.random.normal((3,))
        return math.zeros(ROBOT.njoints, 6).add((1, slice(3)), push)

    def observe(self, state):
        up = kt.frame_placement(state.model, state.q, frame="base")[2, :3]
        legs, rates = state.q[7:] - STAND, 0.1 * state.v[6:]
        noise = 0.02 * state.random.normal((33,))
        felt = math.concatenate([up, state.v[:3], state.v[3:6], legs, rates]) + noise
        return math.concatenate([felt, state.action, state.command])

    def reward(self, state):
        up = kt.frame_placement(state.model, state.q, frame="base")[2, 2]
        off, turn = state.v[:2] - state.command[:2], state.v[5] - state.command[2]
        follows = math.exp(-4 * (off @ off)) + 0.5 * math.exp(-4 * turn * turn)
        bounces = state.v[2] ** 2 + 0.1 * (state.v[3] ** 2 + state.v[4] ** 2)
        moves = 2e-3 * (state.action @ state.action) + 1e-4 * (state.v[6:] @ state.v[6:])
        return follows - 0.5 * bounces - moves - 2 * (1 - up) - 2 * (state.q[2] - START[2]) ** 2

    def terminated(self, state):
        up = kt.frame_placement(state.model, state.q, frame="base")[2, 2]
        return (state.q[2] < 0.6 * START[2]) | (up < 0.5)


Walk = kt.environment(ROBOT, contacts=FEET, dt=4e-3, substeps=5, episode=500)(Walking)


def train(minutes, count=4096, horizon=24, seed=0, device="cpu"):
    """A policy after some minutes, and the curve: seconds, environment steps, mean reward."""
    import torch
    from torch import nn

    torch.manual_seed(seed)
    torch.set_default_device(device)
    envs, n = Walk(count, seed=seed, device=device), [48, 128, 64, 32]

    def layers(last):
        hidden = (x for a, b in pairwise(n) for x in (nn.Linear(a, b), nn.ELU()))
        return nn.Sequential(*hidden, last)

    actor, critic = layers(nn.Linear(32, 12)), layers(nn.Linear(32, 1))
    spread = nn.Parameter(torch.full((12,), -0.7))
    learned = [*actor.parameters(), *critic.parameters(), spread]
    optimizer, rate = torch.optim.Adam(learned, 1e-3), 1e-3
    seen, curve, begin = torch.as_tensor(envs.reset()[0]), [], time.perf_counter()
    while time.perf_counter() - begin < 60 * minutes:
        rows = {x: [] for x in ("seen", "action", "logp", "value", "reward", "mean")}
        ends = []
        with torch.no_grad():
            for _ in range(horizon):
                mean, sigma = actor(seen), spread.exp()
                action = mean + sigma * torch.randn_like(mean)
                logp = torch.distributions.Normal(mean, sigma).log_prob(action).sum(-1)
                value = critic(seen)[:, 0]
                after, reward, terminated, truncated, info = envs.step(action)
                if truncated.any():  # what an episode that goes on would still give
                    reward = reward + 0.99 * truncated * critic(info["final_obs"])[:, 0]
                kept = (seen, action, logp, value, reward, mean)
                for name, x in zip(rows, kept, strict=True):
                    rows[name].append(x)
                ends.append((terminated | truncated).float())
                seen = after
            advantage, gains, value = 0.0, [], critic(seen)[:, 0]
            for k in reversed(range(horizon)):
                goes_on = 0.99 * (1 - ends[k])
                delta = rows["reward"][k] + goes_on * value - rows["value"][k]
                advantage = delta + 0.95 * goes_on * advantage
                gains.insert(0, advantage)
                value = rows["value"][k]
            data = {name: torch.cat(x) for name, x in rows.items()}
            gain = torch.cat(gains)
            target, gain = gain + data["value"], (gain - gain.mean()) / gain.std()
        for _ in range(4):
            for part in torch.randperm(len(gain)).chunk(4):
                mean, sigma = actor(data["seen"][part]), spread.exp()
                normal = torch.distributions.Normal(mean, sigma)
                ratio = (normal.log_prob(data["action"][part]).sum(-1) - data["logp"][part]).exp()
                clipped = ratio.clamp(0.8, 1.2)
                loss = -torch.min(ratio * gain[part], clipped * gain[part]).mean()
                loss = loss + (critic(data["seen"][part])[:, 0] - target[part]).square().mean()
                loss = loss - 2e-3 * spread.sum()
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(learned, 1.0)
                optimizer.step()
                with torch.no_grad():  # the step size by how far the policy moved
                    off = ((mean - data["mean"][part]) / sigma).square().sum(-1).mean() / 2
                rate = np.clip(rate / 1.5 if off > 0.02 else rate * 1.2, 1e-5, 1e-2)
                optimizer.param_groups[0]["lr"] = float(rate)
        steps = (len(curve) + 1) * horizon * count
        curve.append(
            (time.perf_counter() - begin, steps, float(torch.stack(rows["reward"]).mean()))
        )
        if len(curve) % 10 == 0:
            print("{:6.0f} s {:12,d} steps, reward {:.3f}".format(*curve[-1]), flush=True)
    weights = [x.detach().cpu().numpy() for x in actor.parameters()]
    return {f"w{k}": x for k, x in enumerate(weights)} | {"curve": np.array(curve)}


def run(policy, seen):
    """Actions of a trained policy, in NumPy."""
    x, last = seen, sum(name.startswith("w") for name in policy) // 2 - 1
    for k in range(last + 1):
        x = x @ policy[f"w{2 * k}"].T + policy[f"w{2 * k + 1}"]
        x = x if k == last else np.where(x > 0, x, np.expm1(np.minimum(x, 0)))
    return x


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=3.0)
    parser.add_argument("--count", type=int, default=4096)
    parser.add_argument("--device", default="cpu")
    policy = train(**vars(parser.parse_args()))
    np.savez_compressed(POLICY, **policy)


if __name__ == "__main__":
    main()
