# %% [markdown]
# # A joint of your own
#
# A joint is the placement of its child frame as a function of q: that is all you write. Its velocity, its bias and all
# derivatives follow from it by differentiation, when a robot is compiled.
#
# Here: a lift of two crossed bars. A screw turns the bars by the angle q; the platform on top rises by 2 l sin(q), with the
# pivot of the bars half way.

# %%
import numpy as np

import kinetree as kt


class Lift(kt.Joint):
    nq = nv = 1

    def __init__(self, length):
        self.length = length

    def placement(self, q):
        return kt.SE3(kt.math.eye(3), [0, 0, self.length * kt.math.sin(q[0])])


# %%
platform = kt.Inertia(20.0, [0, 0, 0.1], np.diag([1.0, 1.0, 1.5]))
builder = kt.ModelBuilder("lift")
builder.add_body("platform", joint=Lift(1.2), inertia=platform, lower=0.1, upper=1.3)
builder.add_body(
    "mast",
    parent="platform",
    joint=kt.Revolute("x"),
    placement=kt.SE3(np.eye(3), [0, 0, 0.2]),
    inertia=kt.Inertia(3.0, [0, 0, 0.5], 0.25 * np.eye(3)),
)
lift = builder.build()
lift

# %% [markdown]
# The torque of the screw that holds 23 kg: the less, the steeper the bars. By hand: m g dz/dq = m g l cos(q).

# %%
q = np.zeros((5, 2))
q[:, 0] = np.linspace(0.1, 1.3, 5)
tau = kt.generalized_gravity(lift, q)[:, 0]
print(tau.round(2))
assert np.allclose(tau, 23 * 9.81 * 1.2 * np.cos(q[:, 0]))

# %% [markdown]
# Everything works on it: forward dynamics and its derivatives, simulation, inverse kinematics.

# %%
v = np.ones((5, 2))
a = kt.aba(lift, q, v, np.zeros((5, 2)))
d = kt.aba_derivatives(lift, q, v, np.zeros((5, 2)))
step = 1e-6 * np.array([1.0, 0.0])
difference = (
    kt.aba(lift, q + step, v, np.zeros(2)) - kt.aba(lift, q - step, v, np.zeros(2))
) / 2e-6
assert np.allclose(d[0][..., 0], difference, atol=1e-5)
print(a.round(3).tolist())

# %% [markdown]
# What you give besides, a subspace, say, for speed, is compared with the placement when a robot is built:


# %%
class Wrong(Lift):
    def subspace(self, q):
        return kt.Prismatic("z").subspace(q) * self.length  # it lacks cos(q)


try:
    kt.ModelBuilder("wrong").add_body("platform", joint=Wrong(1.2))
except kt.ModelError as error:
    print(error)
