"""A force that is constant in the world: how the torques of an arm that it pulls change with q.

`f_ext` of `rnea` is in the frames of the joints, and `kt.rnea_derivatives` holds it constant there,
so that it turns with the arm. In an algorithm, `kt.external_forces` is differentiated, too.
"""

import numpy as np

import kinetree as kt

SEEN = {"reference": "local_world_aligned"}


@kt.algorithm("(nq),(nv),(nv),(6)->(nv)")
def torques(model, q, v, a, pull):
    return kt.rnea(model, q, v, a, kt.external_forces(model, q, {"tool": pull}, **SEEN))


arm = kt.robots.arm()
rng = np.random.default_rng(0)
q = kt.random_configuration(arm, 100, rng=rng)
v, a = rng.standard_normal((2, 100, arm.nv))
pull = np.array([0, 0, -50.0, 0, 0, 0])  # 50 N down, however the tool is turned

dtau_dq = kt.jacobian(torques, "q")(arm, q, v, a, pull)

# in two parts: the force turns with the joints; seen from them it turns back, and tau has -J^T f
f_ext = kt.external_forces(arm, q, {"tool": pull}, **SEEN)
with_the_arm = kt.rnea_derivatives(arm, q, v, a, f_ext).dtau_dq
J = kt.joint_jacobians(arm, q, reference="local")
df_dq = kt.jacobian(kt.external_forces, "q")(arm, q, {"tool": pull}, **SEEN)
parts = with_the_arm - np.einsum("...kim,...kin->...mn", J, df_dq)

apart, turned = (abs(x - dtau_dq).max() for x in (parts, with_the_arm))
print(f"d tau / d q {dtau_dq.shape}: differs from its two parts by {apart:.0e}")
print(f"from that under a force that turns with the arm by {turned:.0f} N m/rad")
assert apart < 1e-12 < 1 < turned
