"""The swing-up of a double pendulum with a motor at its shoulder alone: CasADi's Opti and IPOPT.

pip install casadi
"""

import casadi
import numpy as np

import kinetree as kt

robot = kt.robots.pendulum(2)
N, T, limit = 60, 3.0, 60.0
dt = T / N
aba = kt.aba.compile(robot).to_casadi()
opti = casadi.Opti()
q, v, tau = opti.variable(2, N + 1), opti.variable(2, N + 1), opti.variable(1, N)
for k in range(N):  # the trapezoidal rule
    torques = casadi.vertcat(tau[k], 0)
    a0, a1 = (aba(q[:, i], v[:, i], torques) for i in (k, k + 1))
    opti.subject_to(v[:, k + 1] == v[:, k] + dt / 2 * (a0 + a1))
    opti.subject_to(q[:, k + 1] == q[:, k] + dt / 2 * (v[:, k] + v[:, k + 1]))
hanging = np.zeros(2)
upright = np.array([np.pi, 0.0])
opti.subject_to(q[:, 0] == hanging)
opti.subject_to(v[:, 0] == 0)
opti.subject_to(q[:, N] == upright)
opti.subject_to(v[:, N] == 0)
opti.subject_to(opti.bounded(-limit, tau, limit))
opti.minimize(dt * casadi.sumsqr(tau))
opti.set_initial(q, np.outer(upright, np.linspace(0, 1, N + 1)))
quiet = {"print_level": 0, "max_iter": 1000}
opti.solver("ipopt", {"print_time": False, "ipopt": {**quiet, "sb": "yes"}})
solution = opti.solve()
path, torques = solution.value(q).T, solution.value(tau)
rates = solution.value(v).T
energy = kt.mechanical_energy(robot, path, rates)
print(f"upright after {T} s, {solution.stats()['iter_count']} iterations,")
print(f"largest torque {abs(torques).max():.1f} N m, energy {energy[0]:.1f} to {energy[-1]:.1f} J")
