"""A joint on a surface: a body that glides and turns on an ellipsoid, as a shoulder blade does.

Three angles turn the body; the point of the ellipsoid where it stands follows from where its z axis
points. The subspace depends on q, and no one has to work it out. kinetree has it as kt.Ellipsoid:
a joint of your own costs no more.
"""

import numpy as np

import kinetree as kt

X, Y, Z = kt.Revolute("x"), kt.Revolute("y"), kt.Revolute("z")


class EllipsoidSurface(kt.Joint):
    """On an ellipsoid with these radii, R = Rx(q0) Ry(q1) Rz(q2), as in Pinocchio."""

    nq = nv = 3
    q_units, v_units, tau_units = ("rad",) * 3, ("rad/s",) * 3, ("N m",) * 3

    def __init__(self, *radii):
        self.radii = kt.Array(radii)

    def placement(self, q):
        turned = X.placement(q[:1]) @ Y.placement(q[1:2]) @ Z.placement(q[2:])
        return kt.SE3(turned.rotation, self.radii * turned.rotation[:, 2])


def on(joint, offset=0.0):
    """One body on the joint, `offset` along z from its frame."""
    builder = kt.ModelBuilder("blade")
    body = kt.Inertia(0.7, [0.02, 0.05, 0.01 + offset], np.diag([2e-3, 1e-3, 3e-3]))
    builder.add_body("blade", joint=joint, inertia=body)
    return builder.build()


blade = on(EllipsoidSurface(0.07, 0.15, 0.08))
q = kt.random_configuration(blade, 1000, rng=0)
v, a = np.random.default_rng(1).normal(size=(2, 1000, 3))
place = kt.frame_placement(blade, q, frame="blade")[:, :3, 3]
off = abs(((place / [0.07, 0.15, 0.08]) ** 2).sum(-1) - 1).max()
print(f"1000 places on the surface, off by at most {off:.0e}")
assert off < 1e-14

ball = on(EllipsoidSurface(0.1, 0.1, 0.1))  # on a sphere it is three turns about the centre
gimbal = on(kt.Composite(X, Y, Z), offset=0.1)
difference = abs(kt.rnea(ball, q, v, a) - kt.rnea(gimbal, q, v, a)).max()
print(f"on a sphere the torques are those of a gimbal, to {difference:.0e} N m")
assert difference < 1e-14

built_in = on(kt.Ellipsoid(0.07, 0.15, 0.08))
assert np.array_equal(kt.rnea(built_in, q, v, a), kt.rnea(blade, q, v, a))
