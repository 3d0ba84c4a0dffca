"""A joint of your own: a wheel that rolls without slipping.

Saying where it stands as a function of its angle is enough. kinetree differentiates that for the
joint's velocities, and compiles it into every algorithm as it does its own joints.
"""

import numpy as np

import kinetree as kt

RADIUS, MASS, G = 0.3, 4.0, 9.81


class Rolling(kt.Joint):
    """A wheel on a straight track: a turn about y, and the way that it rolls along x."""

    nq = nv = 1

    def placement(self, q):
        turn = kt.Revolute("y").placement(q)
        return kt.SE3(turn.rotation, [RADIUS * q[0], 0, RADIUS])


spin = MASS * RADIUS**2 / 2
disc = kt.Inertia(MASS, [0, 0, 0], np.diag([spin / 2, spin, spin / 2]))
builder = kt.ModelBuilder("wheel")
builder.add_body("wheel", joint=Rolling(), inertia=disc)
wheel = builder.build()

M = kt.crba(wheel, [0.7])[0, 0]
print(f"inertia seen by the joint: {M:.6f} kg m^2, on paper {spin + MASS * RADIUS**2:.6f}")
assert np.isclose(M, spin + MASS * RADIUS**2, rtol=1e-14)

slope = np.radians([5.0, 10.0, 20.0])  # three slopes at once: gravity turned instead of ground
gravity = G * np.stack([np.sin(slope), 0 * slope, -np.cos(slope)], -1)
rolling = RADIUS * kt.aba(wheel, [0.7], [2.0], [0.0], gravity=gravity)[:, 0]
print("acceleration down the slope:", rolling.round(4), "m/s^2")
assert np.allclose(rolling, 2 / 3 * G * np.sin(slope), rtol=1e-13)
