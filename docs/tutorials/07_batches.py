# %% [markdown]
# # Batches and threads
#
# Leading axes are samples. What they cost, and how to use them well.

# %%
import time

import numpy as np

import kinetree as kt

robot = kt.robots.humanoid()
rng = np.random.default_rng(0)
n = 20_000
q, v, a = kt.random_configuration(robot, n, rng=rng), *rng.normal(size=(2, n, robot.nv))


def least(call, rounds=5):
    """The least time of a call in s, after one that is not counted."""
    times = []
    for _ in range(rounds + 1):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return min(times[1:])


# %% [markdown]
# One at a time, from Python; and all in one call:

# %%
rnea = kt.rnea.compile(robot)
loop = least(lambda: [rnea(q[k], v[k], a[k]) for k in range(2000)], 3) / 2000
batch = least(lambda: kt.rnea(robot, q, v, a)) / n
print(
    f"a loop {1e6 * loop:.2f} us a sample, a batch {1e6 * batch:.3f} us: {loop / batch:.0f} times"
)

# %% [markdown]
# Where it comes from: SIMD, threads, and no Python in between. Into memory that is there, it is less again:

# %%
out = np.empty((n, robot.nv))
kt.set_num_threads(1)
one = least(lambda: rnea(q, v, a, out=out)) / n
kt.set_num_threads(None)
print(f"one thread, into given memory: {1e6 * one:.3f} us a sample")

# %% [markdown]
# Results are the same bits, alone and in any batch:

# %%
tau = kt.rnea(robot, q, v, a)
assert np.array_equal(tau[123], kt.rnea(robot, q[123], v[123], a[123]))

# %% [markdown]
# Axes broadcast. 200 payloads in 100 poses, the torque that holds each:

# %%
arm = kt.robots.arm()
poses = kt.random_configuration(arm, (100, 1), rng=rng)
point = np.array(kt.Inertia(1.0, [0, 0, 0.1], np.zeros((3, 3))).parameters, float)
loads = np.linspace(0, 15, 200)[:, None] * point
inertias = kt.payload_inertias(arm, loads, frame="tool")  # (200, njoints, 10)
hold = kt.generalized_gravity(arm, poses, inertias=inertias)
print(poses.shape, inertias.shape, "->", hold.shape)
overloaded = (abs(hold) > arm.effort_limits).any(-1)
print(f"too much in {overloaded.mean():.0%} of them")

# %% [markdown]
# The time of a sample over the size of a batch:

# %%
kt.plot.scaling(robot, [kt.rnea, kt.aba, kt.crba])
