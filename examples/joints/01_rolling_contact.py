"""Rolling contact as a joint: a wheel in a ring, which rolls without slipping.

The joint says where the wheel stands, by one angle. Its velocities, its part in every algorithm and
their derivatives follow from that.
"""

import numpy as np

import kinetree as kt


class RollingInside(kt.Joint):
    """A wheel inside a ring about z; q is the angle at which it touches."""

    nq = nv = 1
    q_units, v_units, tau_units = ("rad",), ("rad/s",), ("N m",)

    def __init__(self, ring, wheel):
        self.way, self.turns = ring - wheel, (ring - wheel) / wheel

    def placement(self, q):
        center = kt.Revolute("z").placement(q) @ [self.way, 0, 0]
        turned = kt.Revolute("z").placement(-self.turns * q)
        return kt.SE3(turned.rotation, center)


RING, WHEEL, MASS, G = 0.5, 0.2, 3.0, 9.81

spin = MASS * WHEEL**2 / 2
disc = kt.Inertia(MASS, [0, 0, 0], np.diag([spin / 2, spin / 2, spin]))
builder = kt.ModelBuilder("wheel in a ring")
builder.add_body("wheel", joint=RollingInside(RING, WHEEL), inertia=disc)
robot = builder.build().replace(gravity=[G, 0, 0])  # x is down: q = 0 is the lowest point

M = kt.crba(robot, [0.3])[0, 0]
print(f"inertia seen by the joint: {M:.6f} kg m^2, on paper {1.5 * MASS * (RING - WHEEL) ** 2:.6f}")
assert np.isclose(M, 1.5 * MASS * (RING - WHEEL) ** 2, rtol=1e-14)

stiffness = kt.jacobian(kt.generalized_gravity, "q")(robot, [0.0])[0, 0]
frequency = np.sqrt(stiffness / kt.crba(robot, [0.0])[0, 0])
print(f"it rocks at {frequency:.4f} rad/s")
assert np.isclose(frequency, np.sqrt(2 / 3 * G / (RING - WHEEL)), rtol=1e-14)
