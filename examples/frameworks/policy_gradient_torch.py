"""A policy for a double pendulum, trained through whole rollouts in PyTorch.

The policy is a small network, written in kinetree's mathematics: the loop over time, the policy and
the cost are one kernel, and so is the gradient of the cost with respect to the weights.

pip install 'kinetree[torch]'
"""

import torch

import kinetree as kt

torch.manual_seed(0)
robot = kt.robots.pendulum(2)
steps, dt, batch, hidden, n = 40, 0.03, 64, 16, robot.nv
sizes = (3 * n * hidden, hidden, hidden * n)


def policy(q, v, t, weights):
    """Torques of the network."""
    m, at = kt.math, (0, sizes[0], sizes[0] + sizes[1])
    W1 = weights[: at[1]].reshape(hidden, 3 * n)
    b1, W2 = weights[at[1] : at[2]], weights[at[2] :].reshape(n, hidden)
    return 10 * W2 @ m.tanh(W1 @ m.stack([*m.sin(q), *m.cos(q), *v]) + b1)


def cost(q, v, tau, t, weights):
    """The cost of a time step: the distance to rest at q = 0.5."""
    return ((q - 0.5) @ (q - 0.5) + 0.01 * v @ v) / steps


q0, v0 = 0.3 * torch.randn(2, batch, n, dtype=torch.float64)
tau = torch.zeros(steps, n, dtype=torch.float64)
weights = (0.1 * torch.randn(sum(sizes), dtype=torch.float64)).requires_grad_()
optimizer = torch.optim.Adam([weights], lr=0.02)
costs = []
for _ in range(60):
    optimizer.zero_grad()
    score = kt.simulation.rollout(
        robot, q0, v0, tau, dt, policy=policy, cost=cost, parameters=weights
    )
    loss = score.cost.mean()
    loss.backward()
    optimizer.step()
    costs.append(loss.item())
start, end = costs[0], costs[-1]
print(f"mean cost {start:.3f} before training, {end:.3f} after")
