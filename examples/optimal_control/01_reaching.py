"""Iterative LQR: an arm reaches for a pose, with exact derivatives of its dynamics.

Each iteration linearises the dynamics along the motion so far, all knots in one call, and finds the
best feedback next to it backwards in time [Tassa2012]. The line search simulates
all its step sizes as one batch (knots, sizes, n). Iteration 0 also compiles. `--plot`: a picture.
"""

import sys
from time import perf_counter

import numpy as np

import kinetree as kt

DT, STEPS = 0.01, 100
POSE, REST = 1e4, 1e2  # what squares cost: of the hand's error (m, rad) and of v at the end,
SPEED, EFFORT = 1e-1 * DT, 1e-3 * DT  # of v and of tau on the way
SIZES = np.append(0.5 ** np.arange(7), 0)  # that the line search tries; 0 keeps the motion
arm = kt.robots.arm()
n, one = arm.nv, np.eye(arm.nv)
start = kt.configuration(arm, {"joint2": 0.5, "joint4": 1.0, "joint6": 0.6})
forwards = [[0, 0, 1], [0, 1, 0], [-1, 0, 0]]  # the hand's z axis is the world's x axis
target = np.array(kt.SE3(forwards, [0.5, 0.4, 0.6]).matrix, float)


@kt.algorithm("(nq),(nv),(nv)->(nq),(nv)")
def step(model, q, v, tau):
    """Semi-implicit Euler: the new velocity moves the arm."""
    v = v + DT * kt.aba(model, q, v, tau)
    return {"q": kt.integrate(model, q, DT * v), "v": v}


@kt.algorithm("(nq),(nv),(nv)->(2*nv,3*nv)")
def linearized(model, q, v, tau):
    """[A, B] of a step: an error x = [dq; dv] of the state becomes A x + B dtau."""
    ddq_dq, ddq_dv, ddq_dtau = kt.aba_derivatives(model, q, v, tau)
    by_q, by_v = kt.integrate_derivatives(model, q, DT * step(model, q, v, tau).v)
    dv = kt.math.concatenate([DT * ddq_dq.T, one + DT * ddq_dv.T, DT * ddq_dtau.T]).T
    dq = DT * by_v @ dv + kt.math.concatenate([by_q.T, kt.math.zeros(2 * n, n)]).T
    return kt.math.concatenate([dq, dv])


def cost(q, v, tau):
    e = kt.frame_error(arm, q[-1], target, frame="tool")
    on_the_way = SPEED * (v[:-1] ** 2).sum((0, -1)) + EFFORT * (tau**2).sum((0, -1))
    return (POSE * (e**2).sum(-1) + REST * (v[-1] ** 2).sum(-1) + on_the_way) / 2


def feedback(AB, q, v, tau, damping):
    """The best dtau = k + K x if its square costs `damping` too, and by how much costs fall."""
    e = kt.frame_error(arm, q[-1], target, frame="tool")
    J = kt.jacobian(kt.frame_error, "q")(arm, q[-1], target, frame="tool")
    running = np.diag(np.repeat([0, SPEED], n))
    V_x, V_xx = np.concatenate([POSE * J.T @ e, REST * v[-1]]), REST * np.eye(2 * n)
    V_xx[:n, :n] = POSE * J.T @ J  # Gauss-Newton
    k, K, fall = np.empty((STEPS, n)), np.empty((STEPS, n, 2 * n)), 0.0
    for i in reversed(range(STEPS)):
        A, B = AB[i, :, : 2 * n], AB[i, :, 2 * n :]
        Q_x, Q_u = A.T @ V_x + running[:, n:] @ v[i], B.T @ V_x + EFFORT * tau[i]
        Q_xx, Q_ux = A.T @ V_xx @ A + running, B.T @ V_xx @ A
        Q_uu = B.T @ V_xx @ B + (EFFORT + damping) * one
        gains = -np.linalg.solve(Q_uu, np.column_stack([Q_u, Q_ux]))
        k[i], K[i] = gains[:, 0], gains[:, 1:]
        fall -= k[i] @ Q_u / 2
        V_x, V_xx = Q_x + Q_ux.T @ k[i], Q_xx + Q_ux.T @ K[i]
        V_xx = (V_xx + V_xx.T) / 2  # else rounding grows from step to step
    return k, K, fall


def simulated(q, v, tau, k, K):
    """The motions under the feedback with k scaled by each of SIZES."""
    new_q, new_v, new_tau = new = [np.repeat(x[:, None], len(SIZES), 1) for x in (q, v, tau)]
    for i in range(STEPS):
        x = np.concatenate([kt.difference(arm, q[i], new_q[i]), new_v[i] - v[i]], -1)
        new_tau[i] += SIZES[:, None] * k[i] + x @ K[i].T
        new_q[i + 1], new_v[i + 1] = step(arm, new_q[i], new_v[i], new_tau[i])
    return new


def timed(function, *operands):
    begin = perf_counter()
    return function(*operands), 1e6 * (perf_counter() - begin)


q, v = np.tile(start, (STEPS + 1, 1)), np.zeros((STEPS + 1, n))  # at first the arm does not move
tau = np.tile(kt.generalized_gravity(arm, start), (STEPS, 1))
now, fall, damping, history = cost(q, v, tau), np.inf, 1e-6, []
print("iteration         cost  expected fall  hand off, mm  linearised, us  simulated, us")
while fall > 1e-9 * now and len(history) < 100:
    AB, linear = timed(linearized, arm, q[:-1], v[:-1], tau)
    k, K, fall = feedback(AB, q, v, tau, damping)
    trials, batch = timed(simulated, q, v, tau, k, K)
    hand = kt.frame_placement(arm, q, frame="tool")[:, :3, 3]
    off = 1e3 * np.linalg.norm(hand - target[:3, 3], axis=1)
    print(f"{len(history):9} {now:12.6f} {fall:14.1e} {off[-1]:13.3f} {linear:15.0f} {batch:14.0f}")
    history.append((now, fall, off))
    costs = cost(*trials)
    best = np.nanargmin(costs)
    (q, v, tau), now = (x[:, best] for x in trials), costs[best]
    damping *= 10 if SIZES[best] < 0.5 else 0.1

slopes = [kt.jacobian(step, x)(arm, q[:-1], v[:-1], tau) for x in ("q", "v", "tau")]
apart = abs(np.dstack([*map(np.hstack, slopes)]) - linearized(arm, q[:-1], v[:-1], tau)).max()
print(f"A and B of {STEPS} steps and those of kt.jacobian are {apart:.0e} apart")
assert off[-1] < 1 and apart < 1e-12

if "--plot" in sys.argv:
    from matplotlib import pyplot

    figure, (left, right) = pyplot.subplots(1, 2, figsize=(8, 3.2), layout="constrained")
    costs, falls, ways = map(np.transpose, zip(*history, strict=True))
    left.semilogy(np.transpose([costs, falls]), "o-", label=["cost", "expected fall"])
    left.set(xlabel="iteration")
    left.legend(frameon=False)
    right.plot(DT * np.arange(STEPS + 1), ways, color="0.8")
    right.plot(DT * np.arange(STEPS + 1), ways[:, [0, -1]], label=["before", "after"])
    right.set(xlabel="s", ylabel="hand off, mm")
    right.legend(frameon=False)
    figure.savefig(__file__.replace(".py", ".png"), dpi=100)
