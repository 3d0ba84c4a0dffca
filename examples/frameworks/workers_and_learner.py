"""Physics on CPU workers, learning beside it: processes simulate while PyTorch trains a policy.

Two workers simulate a batch of double pendulums each, under a random policy of the latest weights
that they have, with a kernel that came with its machine code. The learner meanwhile improves the
weights by the policy gradient [REINFORCE], on a GPU if there is one: neither waits for the other.

pip install 'kinetree[torch]'
"""

import multiprocessing

import numpy as np
import torch

import kinetree as kt

STEPS, DT, BATCH, WORKERS, ROUNDS, NOISE = 60, 0.03, 512, 2, 60, 0.3
GOAL = np.array([0.5, 0.5])


def collect(seed, weights):
    """Observations, actions and rewards (steps, batch, ...) of random states."""
    rng = np.random.default_rng(seed)
    q, v = 0.3 * rng.normal(size=(2, BATCH, 2))
    rows = []
    for _ in range(STEPS):
        seen = np.concatenate([np.sin(q), np.cos(q), np.tanh(v)], -1)
        W1, b1, W2, b2 = weights
        mean = np.tanh(seen @ W1.T + b1) @ W2.T + b2
        action = mean + NOISE * rng.normal(size=mean.shape)
        q, v = step(q, v, 10 * action, DT)
        rows.append((seen, action, -((q - GOAL) ** 2).sum(-1) - 0.01 * (v**2).sum(-1)))
    return [np.stack(x) for x in zip(*rows, strict=True)]


def start_worker(kernel):
    """Give a worker process the kernel of a step."""
    global step
    step = kernel


def improve(policy, optimizer, episodes, device):
    """A step of the policy gradient; the mean reward before it."""
    parts = [np.concatenate(x, 1) for x in zip(*episodes, strict=True)]
    seen, action, reward = (torch.as_tensor(x, dtype=torch.float32, device=device) for x in parts)
    to_go = reward.flip(0).cumsum(0).flip(0)
    advantage = (to_go - to_go.mean(1, keepdim=True)) / (to_go.std(1, keepdim=True) + 1e-6)
    log_probability = -((action - policy(seen)) ** 2).sum(-1) / (2 * NOISE**2)
    optimizer.zero_grad()
    (-(log_probability * advantage.clamp(-3, 3)).mean()).backward()
    torch.nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
    optimizer.step()
    return reward.mean().item()


def main():
    torch.manual_seed(0)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    robot = kt.robots.pendulum(2)
    simulation = kt.Simulation(integrator="semi_implicit_euler")
    kernel = kt.simulation.step.compile(robot, simulation=simulation)
    layers = torch.nn.Linear(6, 32), torch.nn.Tanh(), torch.nn.Linear(32, 2)
    policy = torch.nn.Sequential(*layers).to(device)
    optimizer = torch.optim.Adam(policy.parameters(), lr=0.003)
    processes = multiprocessing.get_context("spawn")
    rewards = []
    with processes.Pool(WORKERS, start_worker, (kernel,)) as workers:

        def simulate(k):
            weights = [x.detach().cpu().numpy().copy() for x in policy.parameters()]
            return workers.starmap_async(
                collect, [(k * WORKERS + w, weights) for w in range(WORKERS)]
            )

        pending = simulate(0)
        for k in range(1, ROUNDS + 1):
            episodes = pending.get()
            pending = simulate(k)  # the workers go on while the learner learns
            rewards.append(improve(policy, optimizer, episodes, device))
        pending.get()
    print(f"mean reward {rewards[0]:.3f} at first, {rewards[-1]:.3f} after {ROUNDS} rounds")
    return rewards


if __name__ == "__main__":
    main()
