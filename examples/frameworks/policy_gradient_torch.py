"""A policy for a double pendulum, trained through the dynamics in PyTorch.

pip install 'kinetree[torch]'
"""

import torch

import kinetree as kt

torch.manual_seed(0)
torch.set_default_dtype(torch.float64)
robot = kt.robots.pendulum(2)
steps, dt, batch, n = 40, 0.03, 64, robot.nv
policy = torch.nn.Sequential(torch.nn.Linear(3 * n, 32), torch.nn.Tanh(), torch.nn.Linear(32, n))
q0, v0 = 0.3 * torch.randn(2, batch, n)


def cost():
    """The mean cost of swinging to rest at q = 0.5, through the dynamics."""
    q, v, total = q0, v0, 0.0
    for _ in range(steps):
        tau = 10 * policy(torch.cat([torch.sin(q), torch.cos(q), v], -1))
        v = v + dt * kt.aba(robot, q, v, tau)
        q = kt.integrate(robot, q, dt * v)
        total = total + ((q - 0.5) ** 2 + 0.01 * v**2 + 1e-4 * tau**2).sum(-1).mean()
    return total / steps


optimizer = torch.optim.Adam(policy.parameters(), lr=0.01)
costs = []
for _ in range(25):
    optimizer.zero_grad()
    loss = cost()
    loss.backward()
    optimizer.step()
    costs.append(loss.item())
start, end = costs[0], costs[-1]
print(f"mean cost {start:.3f} before training, {end:.3f} after")
