"""Identification: the masses, inertias and friction of an arm, from torques while it moves.

Torques are linear in these parameters, and only some combinations of them, the base parameters,
matter to torques. Least squares finds those. A simulator wants all of them, though: countless sets
fit as well, and in most the links are no bodies. `kt.identification.fit` searches sets of bodies
only, and of those that fit takes the one closest to the drawings.
"""

import numpy as np

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


# Base parameters: the combinations B p of all parameters p that torques depend on
base = kt.identification.base_parameters(arm, joint_parameters=JOINT_PARAMETERS)
B, columns = base.combination, base.independent
print(f"{len(names)} parameters, {len(B)} base parameters; one of them:")
print("   ", next(text for text in base.expressions if text.startswith("joint6.mcz")))

# Least squares: base parameters from four motions
motions = [np.concatenate(parts) for parts in zip(*(motion() for _ in range(4)), strict=True)]
measured = torques(robot, *motions)
measured = (measured + NOISE * rng.normal(size=measured.shape)).ravel()
Y = regressor(*motions)
found = np.linalg.lstsq(Y[:, columns], measured, rcond=None)[0]
deviation = NOISE * np.sqrt(np.diag(np.linalg.inv(Y[:, columns].T @ Y[:, columns])))

truth = [robot.inertias[1:].ravel(), robot.armature, robot.damping, robot.friction]
truth = np.concatenate(truth)
off = abs(found - B @ truth) / deviation
print(f"from {len(measured)} torques: off by {off.max():.1f} standard deviations at most")


# The drawings: links some millimetres aside, and up to a fifth lighter or heavier; joints unknown
drawn = np.empty((arm.nv, 10))
for k, link in enumerate(arm.inertias[1:]):
    aside = kt.SE3(np.eye(3), 0.005 * rng.normal(size=3))
    body = (aside @ kt.Inertia.from_parameters(link)).parameters
    drawn[k] = rng.uniform(0.8, 1.2) * np.array(body, float)
drawings = np.concatenate([drawn.ravel(), np.full(3 * arm.nv, 0.5)])

# The set closest to them of all that fit best
nearest = drawings + np.linalg.pinv(Y, rcond=1e-9) @ (measured - Y @ drawings)

# Bodies only: the drawings' robot, fitted
guess = {what: np.full(arm.nv, 0.5) for what in JOINT_PARAMETERS}
prior = arm.replace(inertias=np.vstack([arm.inertias[:1], drawn]), **guess)
fitted = kt.identification.fit(
    prior,
    *motions,
    measured.reshape(-1, arm.nv),
    joint_parameters=JOINT_PARAMETERS,
    noise=NOISE,
    doubt=DOUBT,
).model
bodily = [fitted.inertias[1:].ravel(), fitted.armature, fitted.damping, fitted.friction]
bodily = np.concatenate(bodily)

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

assert len(B) == 62 and off.max() < 4
assert max(errors["least squares"], errors["bodies only"]) < 0.1 * NOISE < errors["drawings"]
assert physical["least squares"] < physical["bodies only"] == arm.nv
