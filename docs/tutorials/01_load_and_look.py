# %% [markdown]
# # Load and look
#
# A robot from text, what is in it, and its dynamics in an array.

# %%
import numpy as np

import kinetree as kt

urdf = """
<robot name="cart_pole">
  <link name="rail"/>
  <link name="cart"><inertial><mass value="1.0"/>
    <inertia ixx="0.01" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="pole"><inertial><origin xyz="0 0 0.5"/><mass value="0.2"/>
    <inertia ixx="0.0167" iyy="0.0167" izz="0.0001" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="slide" type="prismatic"><parent link="rail"/><child link="cart"/><axis xyz="1 0 0"/>
    <limit lower="-2" upper="2" effort="50" velocity="5"/></joint>
  <joint name="hinge" type="continuous"><parent link="cart"/><child link="pole"/><axis xyz="0 1 0"/>
  </joint>
</robot>"""
robot = kt.load(urdf, continuous="angle")  # or a path, or a name of kt.robots.names()
robot

# %% [markdown]
# Every entry of q, v and tau has a name and a unit.

# %%
for name, unit, force in zip(robot.q_names, robot.q_units, robot.tau_units, strict=True):
    print(f"{name}: q in {unit}, tau in {force}")

# %% [markdown]
# `kt.check` lists what is suspect in a file, by line: here, that the rail has no mass, which does not matter for a base that
# does not move. An inertia that no body has is found.

# %%
print(kt.check(urdf))
for finding in kt.check(urdf.replace('izz="0.0001"', 'izz="0.1"')):
    print(finding)

# %% [markdown]
# ## Dynamics
#
# M, the bias, and the acceleration of the pole at 0.3 rad when nothing pushes. All arguments may have leading axes.

# %%
q, v = np.array([0.0, 0.3]), np.array([0.5, 0.0])
print("M =", kt.crba(robot, q).round(4).tolist())
print("h =", kt.nonlinear_effects(robot, q, v).round(4))
print("a =", kt.aba(robot, q, v, np.zeros(2)).round(4))

# %% [markdown]
# By hand: with a pole of mass m, half length l and inertia I about its centre, on a cart of mass M,
# (M + m) x'' + m l cos(t) t'' - m l sin(t) t'^2 = 0 and m l cos(t) x'' + (I + m l^2) t'' - m g l sin(t) = 0.

# %%
M, m, l, I, g = 1.0, 0.2, 0.5, 0.0167, 9.81
c, s = np.cos(q[1]), np.sin(q[1])
by_hand = np.linalg.solve(
    [[M + m, m * l * c], [m * l * c, I + m * l**2]], [m * l * s * v[1] ** 2, m * g * l * s]
)
assert np.allclose(by_hand, kt.aba(robot, q, v, np.zeros(2)))

# %% [markdown]
# ## A motion
#
# Two seconds, from rest, in a kernel that holds the loop; and how it looks.

# %%
motion = kt.simulation.rollout(robot, [0.0, 0.3], np.zeros(2), np.zeros((400, 2)), 5e-3)
kt.plot.trajectory(robot, motion.q, motion.v, dt=5e-3)

# %% [markdown]
# Energy is conserved. `kt.view(robot, motion.q, dt=5e-3)` in a notebook shows it move.
