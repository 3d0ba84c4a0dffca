"""Differences from Pinocchio and other exceptions by robot, with causes. Checked both ways."""

_LEVERS = """At q = 0, which the limits are, velocities make torques of 1e-11 only, by a centre of
mass 2e-10 m aside, and Pinocchio's are off by 1e-12 of them; kinetree's by 2e-16 (50 digits)."""

BEYOND_THE_BOUND: dict[tuple[str, str], str] = {
    ("double_pendulum_description/double_pendulum-fixed", "coriolis_matrix"): _LEVERS,
    ("double_pendulum_description/double_pendulum-fixed", "mass_matrix_time_derivative"): _LEVERS,
    ("double_pendulum_description/double_pendulum-fixed", "rnea_derivatives, dtau_dv"): _LEVERS,
}
"""By case ("panda_description/panda-fixed") and algorithm, the reason of an error beyond BOUND."""

_FINGERS = (
    *("Hand", "Finger12", "Finger13", "Finger21", "Finger22", "Finger23"),
    *("Finger31", "Finger32", "Finger33", "Thumb1", "Thumb2", "Thumb3"),
)

SINGULAR: dict[str, set[str]] = {
    "romeo_description/romeo": {side + joint for side in "LR" for joint in _FINGERS},
    "romeo_description/romeo_laas_small": {"l_gripper_joint", "r_gripper_joint"},
}
"""By robot: the joints beyond which no link has <inertial>, or only one of zero mass. They make the
mass matrix singular and `aba` nan or inf, in Pinocchio too."""

WITHOUT_VELOCITIES = {
    "hector_description/quadrotor_base-fixed": "one link and no joint",
    "iris_description/iris_simple-fixed": "one link and no joint",
}
"""Reasons by case: why nv is 0."""

QUATERNION_SIGN = """Beyond half a turn (|v[3:6]| > pi) Pinocchio's integrate returns the quaternion
whose product with that of q is positive; kinetree's is q exp(v), smooth in v: the same rotation,
the opposite sign. The sweep compares with q exp(v)."""

HALF_A_TURN = """Toward half a turn Pinocchio's log6 and dDifference lose digits: 3.6e-12 where
0.0055 rad are left, 1.9e-12 where 0.0085 are; kinetree's are within 3e-16 of 50 digits. The sweep
compares with exp6, and with dIntegrate at the difference, which lose none."""

NO_JOINTS = """On a robot without joints Pinocchio's getFrameJacobian ends the process (SIGSEGV)."""
