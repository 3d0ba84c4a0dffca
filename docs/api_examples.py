"""An example for each page of docs/api; `tests/repository/test_docs.py` runs them."""

from collections.abc import Mapping
from typing import Final

EXAMPLES: Final[Mapping[str, str]] = {
    "Models": """
robot = kt.load("panda")  # pip install example-robot-data; or a path
robot.nq, robot.joint_names, robot.effort_limits
light = robot.replace(gravity=[0, 0, -1.62]).reduced({"panda_finger_joint1": 0.0})
kt.save(light, "light.json")
""",
    "Joint types": """
builder = kt.ModelBuilder("crane")
rod = kt.Inertia(1.0, [0, 0, 0.5], 0.1 * np.eye(3))
builder.add_body("column", joint=kt.Revolute("z"), inertia=rod)
builder.add_body("boom", parent="column", joint=kt.Prismatic([1, 0, 1]), inertia=rod)
crane = builder.build()
""",
    "Spatial types": """
T = kt.SE3.from_xyz_rpy([1, 0, 0], [0, 0, np.pi / 2])
twist, wrench = kt.Motion([0, 0, 0.1], [1, 0, 0]), kt.Force([0, 0, -9.81], [0, 0, 0])
power = (T @ wrench).dot(T @ twist)  # the same in every frame
""",
    "Rotations and placements as arrays": """
R = kt.so3.exp([[0, 0, 0.1], [0.2, 0, 0]])  # (2, 3, 3)
angles = kt.rotations.convert(R, from_="matrix", to="euler_zyx")
""",
    "Configuration space": """
robot = kt.robots.quadruped()
q0, q1 = kt.random_configuration(robot, 2, rng=0)
v = kt.difference(robot, q0, q1)  # nv entries, also where nq is larger
q1 = kt.integrate(robot, q0, v)
""",
    "Kinematics": """
robot = kt.robots.arm()
q = kt.random_configuration(robot, 100, rng=0)
T = kt.frame_placement(robot, q, frame="tool")  # (100, 4, 4)
J = kt.frame_jacobian(robot, q, frame="tool", reference="local_world_aligned")  # (100, 6, nv)
q_reached = kt.inverse_kinematics(robot, {"tool": T}, kt.neutral(robot)).q
""",
    "Dynamics": """
robot = kt.robots.arm()
q, v, a = kt.neutral(robot), np.ones(robot.nv), np.zeros(robot.nv)
tau = kt.rnea(robot, q, v, a)
M, h = kt.crba(robot, q), kt.nonlinear_effects(robot, q, v)
np.testing.assert_allclose(M @ a + h, tau, atol=1e-12)
""",
    "Coriolis matrix and coordinates": """
robot = kt.robots.arm()
q, v = kt.random_configuration(robot, rng=0), np.ones(robot.nv)
C, dM_dt = kt.coriolis_matrix(robot, q, v), kt.mass_matrix_time_derivative(robot, q, v)
np.testing.assert_allclose(C + C.T, dM_dt, atol=1e-12)
v_r, a_r = 0.9 * v, np.zeros(robot.nv)  # where a passivity-based controller wants v to go
tau = kt.slotine_li_inverse_dynamics(robot, q, v, v_r, a_r) - 5.0 * (v - v_r)
""",
    "Derivatives": """
robot = kt.robots.arm()
q, v, tau = kt.neutral(robot), np.zeros(robot.nv), np.zeros(robot.nv)
ddq_dq, ddq_dv, ddq_dtau = kt.aba_derivatives(robot, q, v, tau)
A, B = kt.linearize(robot, q, v, tau)
""",
    "Moving base": """
robot = kt.robots.quadruped()
H, s, rest = np.eye(4), np.zeros(12), np.zeros(6)
tau = kt.moving_base.inverse_dynamics(robot, H, s, rest, s, rest, s, representation="body")
""",
    "Contacts and constraints": """
robot = kt.robots.quadruped()
feet = tuple(kt.Contact(name) for name in robot.frame_names if name.endswith("foot"))
q, rest = kt.neutral(robot), np.zeros(robot.nv)
ddq, forces = kt.constraints.forward_dynamics(robot, q, rest, rest, contacts=feet)
crate = kt.ModelBuilder("crate")
crate.add_body("crate", joint=kt.FreeFlyer())
crate.add_geometry("crate", parent="crate", shape=kt.shapes.Box((1, 1, 1)), kind="collision")
contacts = kt.contacts(crate.build(), ground="plane")  # four, of kt.simulation
""",
    "Shapes and distances": """
robot = kt.ModelBuilder("a ball above a floor")
robot.add_geometry("floor", parent="world", shape=kt.shapes.Plane(), kind="collision")
robot.add_body("ball", joint=kt.FreeFlyer())
robot.add_geometry("ball", parent="ball", shape=kt.shapes.Sphere(0.1), kind="collision")
robot = robot.build()
distances = kt.collision.distances(robot, kt.random_configuration(robot, 100))  # (100, 1)
""",
    "Simulation": """
robot = kt.robots.arm()
q, v, tau = kt.neutral(robot), np.zeros(robot.nv), np.zeros((100, robot.nv))
simulation = kt.Simulation.of(robot)  # contacts, position limits and passive forces of its file
motion = kt.simulation.rollout(robot, q, v, tau, 1e-3, simulation=simulation)  # 100 steps of 1 ms
motion.q.shape == (101, robot.nq)
""",
    "Optimal control": """
arm, dt = kt.robots.arm(), 0.05


def step(q, v, tau, goal):
    v = v + dt * kt.aba(arm, q, v, tau)
    return kt.integrate(arm, q, dt * v), v


problem = kt.optimal_control.Problem(
    model=arm,
    step=step,
    residuals=lambda q, v, tau, goal: 0.01 * tau,
    final_residuals=lambda q, v, goal: kt.math.concatenate([10 * (q - goal), v]),
)
at_rest, torques = np.zeros(14), np.zeros((20, 7))
kt.optimal_control.solve(problem, at_rest, torques, parameters=np.full(7, 0.3)).converged
""",
    "Environments": """
arm = kt.robots.arm().replace(actuators=kt.Motors(kp=100.0, kd=10.0))


@kt.environment(arm, dt=4e-3, substeps=5, episode=100)
class Rise:
    def reset(self, random):
        return random.uniform(-0.5, 0.5, (7,)), kt.math.zeros(7)

    def observe(self, state):
        return kt.math.concatenate([state.q, state.v])

    def reward(self, state):
        return kt.frame_placement(state.model, state.q, frame="tool")[2, 3]


envs = Rise(16, seed=0)
envs.reset()
observation, reward, terminated, truncated, info = envs.step(np.zeros((16, 7)))
""",
    "Sensors": """
robot, rng = kt.robots.arm(), np.random.default_rng(0)
imu = kt.Sensor("imu", "accelerometer", "tool", noise=0.02)
robot = robot.replace(sensors=[imu, kt.Sensor("rates", "gyro", "tool")])
q, v, tau = kt.random_configuration(robot, 50), *rng.normal(size=(2, 50, robot.nv))
noise = kt.sensor_noise(robot, 7, range(50), 0)  # of sample 0 to 49 in step 0
values = kt.sensor_values(robot, q, v, kt.aba(robot, q, v, tau), error=noise)
acceleration = values[:, robot.sensor_slices["imu"]]  # (50, 3)
""",
    "Viewer and plots": """
robot = kt.robots.arm()
figure = kt.plot.sparsity(kt.crba, robot)  # kt.view(robot) opens a page in the browser
""",
    "Friction": """
delassus, free_velocity = np.eye(3), [3.0, 0.0, -2.0]
solution = kt.friction.solve(kt.math.array(delassus), free_velocity, [0.5])
solution.impulses  # it slides along x
""",
    "Identification": """
robot, rng = kt.robots.arm(), np.random.default_rng(0)
q, (v, a) = kt.random_configuration(robot, 50, rng=rng), rng.normal(size=(2, 50, robot.nv))
tau = kt.rnea(robot, q, v, a)  # as measured
fit = kt.identification.fit(robot, q, v, a, tau, noise=0.1)
""",
    "Algorithms and derivatives": '''

@kt.algorithm("(nq),(nv)->()")
def power(model, q, v):
    """The power of gravity."""
    return -kt.generalized_gravity(model, q) @ v


robot = kt.robots.arm()
q = kt.random_configuration(robot, 1000, rng=0)
gradient = kt.grad(power, "q")(robot, q, np.ones(robot.nv))  # (1000, nv)
''',
    "Kernels and the machine": """
robot = kt.robots.arm()
rnea = kt.rnea.compile(robot)  # called without the model
tau = rnea(np.zeros(7), np.zeros(7), np.zeros(7))
rnea.save("rnea.kernel")  # kt.load_kernel("rnea.kernel") needs no robot
""",
    "Other languages": """
kt.export_c("controller", kt.robots.arm(), [kt.rnea, kt.crba])  # arm.h and arm.c
""",
    "Papers": """
print(kt.citation(kt.aba))
""",
    "Errors": """
try:
    kt.rnea(kt.robots.arm(), np.zeros(6), np.zeros(7), np.zeros(7))
except kt.KinetreeError as error:  # every error of kinetree, a ValueError
    print(error)  # what was given, what was expected, what to do
""",
}
"""Code after `import numpy as np; import kinetree as kt`, by the title of the page."""
