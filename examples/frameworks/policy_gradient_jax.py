"""A policy for a double pendulum, trained through the dynamics in JAX.

pip install 'kinetree[jax]'
"""

import jax
import jax.numpy as jnp

import kinetree as kt

jax.config.update("jax_enable_x64", True)
robot = kt.robots.pendulum(2)
steps, dt, batch = 60, 0.02, 64


def policy(parameters, q, v):
    """Torques of a small network."""
    W1, b1, W2 = parameters
    return 10 * jnp.tanh(jnp.concatenate([jnp.sin(q), jnp.cos(q), v], -1) @ W1 + b1) @ W2


def cost(parameters, q, v):
    """The mean cost of swinging to rest at q = 0.5, through the dynamics."""

    def step(state, _):
        q, v = state
        tau = policy(parameters, q, v)
        v = v + dt * kt.aba(robot, q, v, tau)
        q = kt.integrate(robot, q, dt * v)
        return (q, v), ((q - 0.5) ** 2 + 0.01 * v**2 + 1e-4 * tau**2).sum(-1).mean()

    return jax.lax.scan(step, (q, v), length=steps)[1].mean()


keys = jax.random.split(jax.random.key(0), 4)
n, hidden = robot.nv, 32
parameters = [
    0.3 * jax.random.normal(keys[0], (3 * n, hidden)),
    jnp.zeros(hidden),
    0.1 * jax.random.normal(keys[1], (hidden, n)),
]
q0 = 0.3 * jax.random.normal(keys[2], (batch, n))
v0 = 0.3 * jax.random.normal(keys[3], (batch, n))
learn = jax.jit(jax.value_and_grad(cost))
start, _ = learn(parameters, q0, v0)
for _ in range(60):
    end, gradient = learn(parameters, q0, v0)
    parameters = [
        p - 0.03 * g / (1e-3 + jnp.abs(g).max()) for p, g in zip(parameters, gradient, strict=True)
    ]
print(f"mean cost {start:.3f} before training, {end:.3f} after")
