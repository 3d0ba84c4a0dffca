"""H-I1, H-I8: the ancestor loop against IDSVA, on chains, trees and humanoids.

[Singh2022, Alg. 1] stores columns and multiplies matrices by matrices, which in C++ gains up to 1.4
times over the loop on the ancestors (Talos, nv 50, [Singh2022, Fig. 5]). Here a program is traced
for its robot and has no loops: Algorithm 1, in the frames of the root bodies, becomes the same sums
of products as the ancestor loop in these frames, and the gain is gone. IDSVA, kt.rnea_derivatives,
has the bodies' frames: what the ancestor loop takes more is what these save. In a tree of branching
factor b each link has b children; the humanoid is kt.robots.humanoid() with a hand of seven
joints on each arm, and Talos is there where example-robot-data is installed.
"""

import baselines
import experiment
import numpy as np

import kinetree as kt
from kinetree.algorithms.rnea_derivatives import BodyFrames, ForwardPass, RneaDerivatives
from kinetree.formats.installed import installed_robots
from kinetree.spatial import Columns, Force


@kt.algorithm("(nq),(nv),(nv)->(nv,nv),(nv,nv),(nv,nv)", base_parameters=True)
def algorithm_1(model, q, v, a):
    """The derivatives of rnea as the paper has them, for joints with a constant subspace."""
    wrenches = kt.math.zeros(model.njoints, 6)
    at = ForwardPass.of(model, q, v, a, wrenches, BodyFrames.of_roots(model, q))
    dq, dv, M = (kt.math.zeros(model.nv, model.nv) for _ in range(3))
    stored = [[None] * model.nv for _ in range(4)]
    descendants = [[] for _ in range(model.njoints)]
    for j in reversed(model.joints):
        i, p, below, own = j.index, j.parent, descendants[j.index], list(range(model.nv)[j.v_slice])
        S, Y, B, f, subtree = at.S[i], at.Y[i], at.B[i], at.f[i], own + descendants[i]
        BS, T4 = B.twice(S)
        T3 = B.twice(at.Psi_dot[i])[0] + Y @ at.Psi_ddot[i] + S.cross(f)
        for columns, T in zip(stored, (Y @ S, BS + Y @ at.dV[i], T3, T4), strict=True):
            columns[j.v_slice] = T.columns
        T1, T2, _, T4 = (Columns(Force, [x[k] for k in subtree]) for x in stored)
        L1, _, T3, L4 = (Columns(Force, [x[k] for k in below]) for x in stored)
        right, down = np.ix_(own, below), np.ix_(subtree, own)
        dq = dq.add(right, S.T @ T3).add(down, T1.T @ at.Psi_ddot[i] + T4.T @ at.Psi_dot[i])
        dv = dv.add(np.ix_(own, subtree), S.T @ T2)
        dv = dv.add(np.ix_(below, own), L1.T @ at.dV[i] + L4.T @ S)
        MS = (S.T @ T1).T
        M = M.add(down, MS).add(right, MS[len(own) :].T)
        descendants[p] += subtree
        at.Y[p], at.B[p], at.f[p] = at.Y[p] + Y, at.B[p] + B, at.f[p] + f
    diagonal = range(model.nv)
    return RneaDerivatives(dq, dv, M.add((diagonal, diagonal), model.armature))


ALGORITHMS = {
    "IDSVA": kt.rnea_derivatives,
    "ancestor loop": baselines.ancestor_loop,
    "Algorithm 1": algorithm_1,
}


def humanoids():
    """Humanoids by name; with 49 and with 50 velocities."""
    humanoid, hand = kt.robots.humanoid(), kt.robots.serial_chain(7)
    for side in ("left", "right"):
        humanoid = humanoid.append(hand, frame=f"{side}_hand", prefix=f"{side}_finger_")
    found = {"humanoid": [humanoid]}
    if any("talos" in name for name in installed_robots()):
        found["Talos"] = [kt.load("talos_full", floating_base=True)]
    return found


def main():
    options = experiment.options(__doc__)
    sizes = (3, 6) if options.quick else (6, 12, 24, 36)
    families = {"chain": [experiment.chain(n) for n in sizes]}
    families |= {f"tree, b = {b}": [experiment.tree(n, b) for n in sizes] for b in (2, 3)}
    if not options.quick:
        families |= humanoids()
    found = experiment.compare(ALGORITHMS, families, options)
    if options.plot:
        experiment.plot_ratios(found, list(ALGORITHMS), __file__, (1.4,))


if __name__ == "__main__":
    main()
