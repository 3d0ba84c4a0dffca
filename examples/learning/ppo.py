"""Proximal policy optimisation of robots that are stepped together, in PyTorch.

`train` writes a checkpoint each 30 s, at its end and at Ctrl-C, after which it returns what it has.
Where the file is there it goes on from it, with its networks, step sizes and curve, for as many
minutes as it is told; delete the file to begin anew.
"""

import argparse
import os
import time
from itertools import pairwise

import numpy as np


def learn(make_envs, file, description, minutes, count, start=None):
    """Train as the command line says, and write the policy to a file."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--minutes", type=float, default=minutes)
    parser.add_argument("--count", type=int, default=count)
    parser.add_argument("--device", default="cpu")
    settings = vars(parser.parse_args())
    policy = train(make_envs, checkpoint=file.with_suffix(".pt"), start=start, **settings)
    np.savez_compressed(file, **policy)
    return policy


def train(make_envs, minutes, checkpoint, count=4096, horizon=24, seed=0, device="cpu", start=None):
    """A policy after some minutes, and the curve: seconds, environment steps, mean reward.

    `make_envs(count, seed=, device=)` makes the robots: a class by `kt.environment`.
    `start` is a policy for the first numbers of an observation, from which it goes on.
    """
    import torch
    from torch import nn

    torch.set_default_device(device)
    kept = {"curve": []}
    if os.path.exists(checkpoint):
        kept = torch.load(checkpoint, map_location="cpu")
        print(f"goes on from {checkpoint} after {len(kept['curve'])} updates", flush=True)
    curve = kept["curve"]
    torch.manual_seed(seed + len(curve))
    envs = make_envs(count, seed=seed + len(curve), device=device)
    n = [envs.observation_size, 128, 64, 32]

    def layers(last):
        hidden = (x for a, b in pairwise(n) for x in (nn.Linear(a, b), nn.ELU()))
        return nn.Sequential(*hidden, last)

    actor, critic = layers(nn.Linear(n[-1], envs.action_size)), layers(nn.Linear(n[-1], 1))
    for k, x in enumerate(actor.parameters() if start is not None else ()):
        known = torch.as_tensor(start[f"w{k}"])
        x.data = nn.functional.pad(known, (0, x.shape[-1] - known.shape[-1]))
    spread = nn.Parameter(torch.full((envs.action_size,), -0.7))
    learned = [*actor.parameters(), *critic.parameters(), spread]
    optimizer = torch.optim.Adam(learned, 1e-3)
    if curve:
        optimizer.load_state_dict(kept["optimizer"])
        for x, values in zip(learned, kept["learned"], strict=True):
            x.data.copy_(values)

    def save():
        state = {"learned": [x.data for x in learned], "optimizer": optimizer.state_dict()}
        torch.save({"curve": curve, **state}, f"{checkpoint}.part")
        os.replace(f"{checkpoint}.part", checkpoint)
        return time.perf_counter()

    seconds, steps = curve[-1][:2] if curve else (0.0, 0)
    begin = saved = now = time.perf_counter()
    try:
        seen = torch.as_tensor(envs.reset()[0])
        while now - begin < 60 * minutes:
            data, seen, reward = collect(envs, actor, critic, spread, seen, horizon)
            improve(data, actor, critic, spread, optimizer)
            now, steps = time.perf_counter(), steps + horizon * count
            curve.append((seconds + now - begin, steps, reward))
            if len(curve) % 10 == 0:
                print("{:6.0f} s {:12,d} steps, reward {:.3f}".format(*curve[-1]), flush=True)
            saved = save() if now - saved > 30 else saved
    except KeyboardInterrupt:
        print(f"interrupted after {len(curve)} updates; run again to go on from {checkpoint}")
    save()
    weights = [x.detach().cpu().numpy() for x in actor.parameters()]
    return {f"w{k}": x for k, x in enumerate(weights)} | {"curve": np.array(curve)}


def collect(envs, actor, critic, spread, seen, horizon):
    """Actions of all robots with their gains and targets, the last observations, mean reward."""
    import torch

    rows = {x: [] for x in ("seen", "action", "logp", "value", "reward", "mean")}
    ends, gains, advantage, mean_reward = [], [], 0.0, 0.0
    with torch.no_grad():
        for _ in range(horizon):
            mean, sigma = actor(seen), spread.exp()
            action = mean + sigma * torch.randn_like(mean)
            logp = torch.distributions.Normal(mean, sigma).log_prob(action).sum(-1)
            value = critic(seen)[:, 0]
            after, reward, terminated, truncated, info = envs.step(action)
            mean_reward = mean_reward + reward.mean() / horizon
            if truncated.any():  # what an episode that goes on would still give
                reward = reward + 0.99 * truncated * critic(info["final_obs"])[:, 0]
            for name, x in zip(rows, (seen, action, logp, value, reward, mean), strict=True):
                rows[name].append(x)
            ends.append((terminated | truncated).float())
            seen = after
        value = critic(seen)[:, 0]
        for k in reversed(range(horizon)):
            goes_on = 0.99 * (1 - ends[k])
            delta = rows["reward"][k] + goes_on * value - rows["value"][k]
            advantage = delta + 0.95 * goes_on * advantage
            gains.insert(0, advantage)
            value = rows["value"][k]
        data = {name: torch.cat(x) for name, x in rows.items()}
        gain = torch.cat(gains)
        data["target"], data["gain"] = gain + data["value"], (gain - gain.mean()) / gain.std()
    return data, seen, float(mean_reward)


def improve(data, actor, critic, spread, optimizer):
    """Four times over the actions, in four parts each."""
    import torch

    group = optimizer.param_groups[0]
    for _ in range(4):
        for part in torch.randperm(len(data["gain"])).chunk(4):
            x = {name: values[part] for name, values in data.items()}
            mean, sigma = actor(x["seen"]), spread.exp()
            normal = torch.distributions.Normal(mean, sigma)
            ratio = (normal.log_prob(x["action"]).sum(-1) - x["logp"]).exp()
            clipped = ratio.clamp(0.8, 1.2)
            loss = -torch.min(ratio * x["gain"], clipped * x["gain"]).mean()
            loss = loss + (critic(x["seen"])[:, 0] - x["target"]).square().mean()
            loss = loss - 2e-3 * spread.sum()
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(group["params"], 1.0)
            optimizer.step()
            with torch.no_grad():  # the step size by how far the policy moved
                off = ((mean - x["mean"]) / sigma).square().sum(-1).mean() / 2
            rate = group["lr"] / 1.5 if off > 0.02 else group["lr"] * 1.2
            group["lr"] = min(max(rate, 1e-5), 1e-2)


def run(policy, seen):
    """Actions of a trained policy, in NumPy."""
    x, last = seen, sum(name.startswith("w") for name in policy) // 2 - 1
    for k in range(last + 1):
        x = x @ policy[f"w{2 * k}"].T + policy[f"w{2 * k + 1}"]
        x = x if k == last else np.where(x > 0, x, np.expm1(np.minimum(x, 0)))
    return x
