"""Calls on DataArrays: axes by their names, and joints' names as coordinates of the results."""

from typing import Any

import dask.array as da
import numpy as np
import xarray as xr
from refused import check, refused

import kinetree as kt

ARM, DOG = kt.robots.arm(), kt.robots.quadruped()
RNG = np.random.default_rng(0)
TIMES = 0.1 * np.arange(5)
Q = xr.DataArray(
    RNG.normal(size=(5, 7)), dims=("time", "joint"), coords={"time": TIMES, "joint": [*ARM.q_names]}
)
V = xr.DataArray(RNG.normal(size=(3, 5, 7)), dims=("trial", "time", "axis"), coords={"time": TIMES})


def _same(found: Any, expected: Any, dims: str) -> None:
    assert isinstance(found, xr.DataArray) and found.dims == tuple(dims.split())
    np.testing.assert_array_equal(found.values, expected, strict=True)


def test_batch_axes_broadcast_by_name():
    tau = kt.rnea(ARM, Q, V, np.ones(7))
    expected = kt.rnea(ARM, Q.values, V.values, np.ones(7))
    _same(tau, expected.transpose(1, 0, 2), "time trial joint")
    assert tau.name == "rnea" and list(tau.joint.values) == list(ARM.v_names)
    np.testing.assert_array_equal(tau.time, TIMES)
    np.testing.assert_array_equal(tau.sel(joint="joint3"), expected[..., 2].T)
    still = kt.rnea(ARM, q=Q[0], v=V[0, 0], a=[0] * 7)
    _same(still, kt.rnea(ARM, Q[0].values, V[0, 0].values, [0] * 7), "joint")


def test_results_of_several_shapes():
    _same(kt.crba(ARM, Q), kt.crba(ARM, Q.values), "time joint joint_2")
    assert list(kt.crba(ARM, Q).joint_2.values) == list(ARM.v_names)
    slopes = kt.rnea_derivatives(ARM, Q, V[1], V[2])
    expected = kt.rnea_derivatives(ARM, Q.values, V.values[1], V.values[2])
    assert slopes._fields == expected._fields
    _same(slopes.dtau_dv, expected.dtau_dv, "time joint joint_2")
    _same(kt.kinetic_energy(ARM, Q, V[0]), kt.kinetic_energy(ARM, Q.values, V[0].values), "time")
    tool = {"frame": "tool", "reference": "world"}
    _same(
        kt.frame_jacobian(ARM, Q, **tool),
        kt.frame_jacobian(ARM, Q.values, **tool),
        "time dim_0 joint",
    )
    placements = kt.forward_kinematics(ARM, Q)
    _same(placements, kt.forward_kinematics(ARM, Q.values), "time joint dim_1 dim_2")
    _same(kt.so3.exp(Q[:, :3]), kt.so3.exp(Q.values[:, :3]), "time dim_0 dim_1")
    gravity = xr.DataArray(np.eye(3), dims=("where", "xyz"))
    found = kt.generalized_gravity(ARM, Q, gravity=gravity)
    expected = kt.generalized_gravity(ARM, Q.values[:, None], gravity=np.eye(3))
    _same(found, expected, "time where joint")


def test_coordinates_and_velocities_of_a_base_have_names_of_their_own():
    q = xr.DataArray(kt.random_configuration(DOG, 4, rng=RNG), dims=("sample", "dof"))
    v = xr.DataArray(RNG.normal(size=(4, 18)), dims=("sample", "speed"))
    _same(kt.rnea(DOG, q, v, v), kt.rnea(DOG, q.values, v.values, v.values), "sample speed")
    moved = kt.integrate(DOG, q, v)
    _same(moved, kt.integrate(DOG, q.values, v.values), "sample dof")
    assert list(moved.dof.values) == list(DOG.q_names)
    assert kt.crba(DOG, q).dims == ("sample", "v", "v_2")


def test_chunks_stay_lazy():
    tau = kt.rnea(ARM, Q.chunk(time=2), V[0], V[0])
    assert isinstance(tau.data, da.Array)
    expected = kt.rnea(ARM, Q.values, V[0].values, V[0].values)
    _same(tau.compute(scheduler="synchronous"), expected, "time joint")


@refused(__file__)
def test_what_is_refused(call: str, message: str) -> None:
    check(call, message, globals())


def test_coordinates_in_another_order_are_put_in_that_of_the_robot() -> None:
    reordered = kt.crba(ARM, Q[:, ::-1].sel(joint=list(ARM.q_names)))
    np.testing.assert_array_equal(reordered, kt.crba(ARM, Q.values))


def test_batch_axes_may_have_the_names_that_xarray_gives() -> None:
    q = xr.DataArray(RNG.normal(size=(3, 7)))
    _same(kt.center_of_mass(ARM, q), kt.center_of_mass(ARM, q.values), "dim_0 dim_0_2")
