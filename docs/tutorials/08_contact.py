# %% [markdown]
# # Contact and a quadruped
#
# It falls on its four feet and stands; then one foot is on ice and it is pushed.

# %%
import numpy as np

import kinetree as kt

dog = kt.robots.quadruped()
legs = ("front_left", "front_right", "hind_left", "hind_right")
feet = [kt.Contact(f"{leg}_foot") for leg in legs]
simulation = kt.Simulation(contacts=feet)  # what acts in all steps below
dt, T = 1e-3, 1500

# %% [markdown]
# The posture that it holds: knees apart, feet 10 cm above the ground.

# %%
values = {f"{leg}_thigh": 0.6 for leg in legs} | {f"{leg}_knee": -1.2 for leg in legs}
q0 = kt.configuration(dog, values)
q0[2] = 0.1 - kt.frame_placement(dog, q0, frame=[f.frame for f in feet])[:, 2, 3].min()
posture = q0[7:].copy()


def hold(q, v, t):
    """Torques of the motors; the first six, the force on the trunk, are zero."""
    return kt.math.concatenate([kt.math.zeros(6), 400 * (posture - q[7:]) - 15 * v[6:]])


def drop(friction, push=0.0):
    f_ext = np.zeros((dog.njoints, 6))
    f_ext[1, 1] = push  # N on the trunk, sideways

    def pushed(q, v, t):
        return {"tau": hold(q, v, t), "f_ext": f_ext}

    how = {"friction": friction, "policy": pushed, "simulation": simulation}
    return kt.simulation.rollout(dog, q0, np.zeros(dog.nv), None, dt, steps=T, **how)


motion = drop(0.8)
kt.plot.trajectory(dog, motion.q, motion.v, dt=dt)

# %% [markdown]
# At rest the forces of the ground are its weight; what is left to the side, 0.1 N, slows the last of its swaying. They come with a
# single step at a state:

# %%
q, v = motion.q[-1], motion.v[-1]
tau = np.asarray(hold(q, v, 0.0), float)
step = kt.simulation.contact_step(dog, q, v, tau, dt, friction=0.8, simulation=simulation)
forces = step.impulses / dt
print(forces.round(2))
print("sum", forces.sum(0).round(3), "weight", round(9.81 * dog.total_mass, 3))
assert abs(v).max() < 1e-3 and np.allclose(forces.sum(0), [0, 0, 9.81 * dog.total_mass], atol=0.2)

# %% [markdown]
# A push of 20 N from the side; on the ground, and with one foot on ice. Both at once would be a leading axis of `friction`.

# %%
both = drop(np.array([[0.8, 0.8, 0.8, 0.8], [0.0, 0.8, 0.8, 0.8]]), push=20.0)
foot = kt.frame_placement(dog, both.q, frame=feet[0].frame)[..., :3, 3]
slipped = np.linalg.norm(foot[:, -1, :2] - foot[:, 300, :2], axis=-1)
print("the foot moved by", (100 * slipped).round(2), "cm")
assert slipped[1] > 5 * slipped[0]

# %% [markdown]
# Steps with contacts are differentiated, too: `kt.jacobian(kt.simulation.step, "q")` with the same `simulation`. To watch the two
# motions: `kt.view(dog, both.q, dt=dt)`.
