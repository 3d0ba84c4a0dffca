"""Identification: the masses, inertias and friction of an arm, from torques while it moves.

Torques are linear in these parameters, and only some combinations of them, the base parameters,
matter to torques. Least squares finds those. A simulator wants all of them, though: countless sets
fit as well, and in most the links are no bodies. So a second search goes over sets of bodies only,
and of those that fit takes the one closest to the drawings.
"""

import numpy as np
from scipy.linalg import qr
from scipy.optimize import least_squares

import kinetree as kt

JOINT_PARAMETERS = ("armature", "damping", "friction")
NOISE = 0.3  # N m, of a measured torque
DOUBT = 0.3  # of the drawings: parameters may be this much off, relatively

rng = np.random.default_rng(0)
arm = kt.robots.arm()
robot = arm.replace(damping=rng.uniform(0.2, 1, arm.nv), friction=rng.uniform(0.2, 1, arm.nv))
names = [*arm.parameter_names]
names += [f"{joint}.{what}" for what in JOINT_PARAMETERS for joint in arm.v_names]


def motion(seconds=10.0, rate=100, harmonics=5):
    """q, v and a of a random Fourier series that nearly reaches the limits."""
    t = np.arange(0, seconds, 1 / rate)
    w = 2 * np.pi / seconds * np.arange(1, harmonics + 1)[:, None]
    x, y = rng.normal(size=(2, harmonics, arm.nv)) / w
    sin, cos = np.sin(t[:, None] * w.T), np.cos(t[:, None] * w.T)
    q, v = sin @ x + cos @ y, cos @ (w * x) - sin @ (w * y)
    a = -sin @ (w**2 * x) - cos @ (w**2 * y)
    room = np.minimum(
        arm.upper_position_limits / abs(q).max(0), arm.velocity_limits / abs(v).max(0)
    )
    return 0.9 * room * q, 0.9 * room * v, 0.9 * room * a


def torques(model, q, v, a):
    return kt.rnea(model, q, v, a) - kt.passive_forces(model, q, v)


def regressor(q, v, a):
    """One row for each torque of each sample, one column for each of `names`."""
    Y = kt.joint_torque_regressor(arm, q, v, a, joint_parameters=JOINT_PARAMETERS)
    return Y.reshape(-1, len(names))


# Base parameters: at random states, the columns that do not depend on those before them.
# W[:, ~base] = W[:, base] @ K, so that a dependent parameter counts with the base ones by K.
W = regressor(kt.random_configuration(arm, 200, rng=rng), *rng.normal(size=(2, 200, arm.nv)))
diagonal = abs(np.diag(qr(W, mode="r")[0]))
base = diagonal > 1e-9 * diagonal.max()
K = np.linalg.lstsq(W[:, base], W[:, ~base], rcond=None)[0]
print(f"{len(names)} parameters, {base.sum()} base parameters; one of them:")
row = names.index("joint6.mcz")
terms = zip(K[base[:row].sum()], np.array(names)[~base], strict=True)
print("   ", names[row], *(f"+ {k:.3g} {name}" for k, name in terms if abs(k) > 1e-9))

# Least squares: base parameters from four motions
motions = [np.concatenate(parts) for parts in zip(*(motion() for _ in range(4)), strict=True)]
measured = torques(robot, *motions)
measured = (measured + NOISE * rng.normal(size=measured.shape)).ravel()
Y = regressor(*motions)
found = np.linalg.lstsq(Y[:, base], measured, rcond=None)[0]
deviation = NOISE * np.sqrt(np.diag(np.linalg.inv(Y[:, base].T @ Y[:, base])))

truth = [robot.inertias[1:].ravel(), robot.armature, robot.damping, robot.friction]
truth = np.concatenate(truth)
off = abs(found - truth[base] - K @ truth[~base]) / deviation
print(f"from {len(measured)} torques: off by {off.max():.1f} standard deviations at most")


def pseudo_inertias(bodies):
    """[[S, h], [h^T, m]] with S = tr(I) 1 / 2 - I of rows of ten.

    Positive definite for what is a body [Wensing2018].
    """
    I = bodies[:, [4, 5, 7, 5, 6, 8, 7, 8, 9]].reshape(-1, 3, 3)
    S = np.trace(I, axis1=1, axis2=2)[:, None, None] / 2 * np.eye(3) - I
    h, m = bodies[:, 1:4, None], bodies[:, None, :1]
    return np.block([[S, h], [h.swapaxes(1, 2), m]])


def parameters(P):
    """Rows of ten again."""
    S = P[:, :3, :3]
    I = np.trace(S, axis1=1, axis2=2)[:, None, None] * np.eye(3) - S
    return np.concatenate(
        [P[:, 3, 3:], P[:, :3, 3], I[:, [0, 0, 1, 0, 1, 2], [0, 1, 1, 2, 2, 2]]], 1
    )


# The drawings: links some millimetres aside, and up to a fifth lighter or heavier; joints unknown
drawn = np.empty((arm.nv, 10))
for k, link in enumerate(arm.inertias[1:]):
    aside = kt.SE3(np.eye(3), 0.005 * rng.normal(size=3))
    body = (aside @ kt.Inertia.from_parameters(link)).parameters
    drawn[k] = rng.uniform(0.8, 1.2) * np.array(body, float)
drawings = np.concatenate([drawn.ravel(), np.full(3 * arm.nv, 0.5)])

# The set closest to them of all that fit best
nearest = drawings + np.linalg.pinv(Y, rcond=1e-9) @ (measured - Y @ drawings)

# Bodies only: P = (C L) (C L)^T with the drawings' C C^T and L lower triangular, its diagonal the
# exponentials of x, is positive definite whatever x. At x = 0 it is the drawings'.
C = np.linalg.cholesky(pseudo_inertias(drawn))
R = np.linalg.qr(Y[:, base], mode="r") / NOISE  # |R (b - found)|: how much worse than least squares


def consistent(x):
    """All parameters, from as many numbers without bounds."""
    L = np.zeros((arm.nv, 4, 4))
    L[:, *np.tril_indices(4)] = x[: drawn.size].reshape(drawn.shape)
    L[:, range(4), range(4)] = np.exp(L[:, range(4), range(4)])
    CL = C @ L
    bodies = parameters(CL @ CL.swapaxes(1, 2))
    return np.concatenate([bodies.ravel(), drawings[drawn.size :] * np.exp(x[drawn.size :])])


def misfit(x):
    p = consistent(x)
    return np.concatenate([R @ (p[base] + K @ p[~base] - found), x / DOUBT])


bodily = consistent(least_squares(misfit, np.zeros(len(names))).x)

# Each as a robot: its torques on a motion that none has seen, and which of its links can exist
fresh = motion()
errors, physical = {}, {}
for title, p in (("drawings", drawings), ("least squares", nearest), ("bodies only", bodily)):
    bodies = p[: drawn.size].reshape(drawn.shape)
    armature, damping, friction = p[drawn.size :].reshape(3, arm.nv)
    inertias = np.vstack([arm.inertias[:1], bodies])
    model = arm.replace(inertias=inertias, armature=armature, damping=damping, friction=friction)
    errors[title] = np.sqrt(np.mean((torques(model, *fresh) - torques(robot, *fresh)) ** 2))
    physical[title] = sum(kt.Inertia.from_parameters(body).is_physical for body in bodies)
    print(
        f"{title:13}  {errors[title]:.3f} N m off, {physical[title]} of {arm.nv} links are bodies"
    )

assert base.sum() == 62 and off.max() < 4
assert max(errors["least squares"], errors["bodies only"]) < 0.1 * NOISE < errors["drawings"]
assert physical["least squares"] < physical["bodies only"] == arm.nv
