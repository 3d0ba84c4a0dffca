# %% [markdown]
# # An algorithm of your own, and its derivative
#
# A Python function of a robot and arrays becomes an algorithm by a decorator: compiled, batched, differentiated, and run on
# symbols, as those of the library.
#
# Here: manipulability, sqrt(det(J J^T)), and the posture that has most of it.

# %%
import numpy as np

import kinetree as kt

arm = kt.robots.arm()


@kt.algorithm
def manipulability(model, q):
    J = kt.frame_jacobian(model, q, frame="tool", reference="local_world_aligned")[:3]
    A = J @ J.T
    return kt.math.sqrt(kt.math.dot(A[0], kt.math.cross(A[1], A[2])))  # its determinant


q = kt.random_configuration(arm, 1000, rng=0)
w = manipulability(arm, q)  # (1000,)
print(w.shape, w.max())

# %% [markdown]
# The same with NumPy on its own Jacobians, to check it:

# %%
J = kt.frame_jacobian(arm, q, frame="tool", reference="local_world_aligned")[:, :3]
assert np.allclose(w, np.sqrt(np.linalg.det(J @ J.swapaxes(-1, -2))))

# %% [markdown]
# Its gradient is exact: differentiated once, when it is compiled. Gradient ascent from all 1,000 postures at once, within
# limits:

# %%
gradient = kt.grad(manipulability, "q")
for _ in range(300):
    q = np.clip(q + 0.3 * gradient(arm, q), arm.lower_position_limits, arm.upper_position_limits)
best = manipulability(arm, q)
print(
    f"{w.max():.4f} the best of those drawn, {best.max():.4f} after, {np.median(best):.4f} median"
)
assert best.max() > w.max()

# %% [markdown]
# What the compiler made of it, and the second derivative:

# %%
kernel = manipulability.compile(arm)
second = kt.hessian(manipulability, "q")
print(kernel.operation_count, gradient.compile(arm).operation_count, "operations")
eigenvalues = np.linalg.eigvalsh(second(arm, q[best.argmax()]))
print("curvature at the best:", eigenvalues.round(4))

# %% [markdown]
# Limits: the function is traced once for all states, so that `if q[0] > 0` is an error that says so;
# `kt.math.where(q[0] > 0, x, y)` is the way.


# %%
@kt.algorithm
def wrong(model, q):
    return q[0] if q[0] > 0 else -q[0]


try:
    wrong(arm, q[0])
except kt.TraceError as error:
    print(error)
