"""What a user can call on the arrays of any framework, those of a new one included.

`Wrapped` holds arrays of NumPy's, as the example of docs/guide/add-a-backend.md does, and has what
inverse kinematics on its own arrays needs.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import kinetree as kt
from kinetree.functions.framework import Framework, register

ARM = kt.robots.arm()
RNG = np.random.default_rng(3)
Q, V, A = (RNG.normal(size=(5, 7)) for _ in range(3))


@dataclass(frozen=True)
class Wrapped:
    """An array of a library that NumPy cannot read."""

    values: Any

    @property
    def shape(self) -> tuple[int, ...]:
        return self.values.shape

    @property
    def ndim(self) -> int:
        return self.values.ndim

    @property
    def dtype(self) -> Any:
        return self.values.dtype

    def reshape(self, *shape: Any) -> "Wrapped":
        return Wrapped(self.values.reshape(*shape))

    def __le__(self, other: Any) -> "Wrapped":
        return Wrapped(self.values <= other)

    def __getitem__(self, key: Any) -> "Wrapped":
        return Wrapped(self.values[key])


Wrapped.__module__ = "wrapped_arrays"


def plain(x: Any) -> Any:
    return x.values if isinstance(x, Wrapped) else np.asarray(x)


class WrappedArrays(Framework):
    searches = True

    def call(self, primitive: Any, arrays: Sequence[Any]) -> Sequence[Any]:
        results = primitive.kernel("float64")(*map(plain, arrays))
        return [Wrapped(x) for x in (results if isinstance(results, tuple) else (results,))]

    def stack(self, values: Sequence[Any], shape: Sequence[int], axis: int) -> Any:
        return Wrapped(np.stack([np.broadcast_to(plain(x), shape) for x in values], axis))

    def concrete(self, x: Any) -> Any:
        return x.values


register("wrapped_arrays", WrappedArrays)


def jax_array(x: Any) -> Any:
    jnp = pytest.importorskip("jax.numpy")
    import jax

    jax.config.update("jax_enable_x64", True)
    return jnp.asarray(x)


def tensor(x: Any) -> Any:
    return pytest.importorskip("torch").tensor(x)


def dask_array(x: Any) -> Any:
    return pytest.importorskip("dask.array").from_array(x)


MAKERS: dict[str, Callable[[Any], Any]] = {
    "wrapped": Wrapped,
    "JAX": jax_array,
    "PyTorch": tensor,
    "Dask": dask_array,
}
FRAME = {"frame": "tool", "reference": "world"}
WRENCH = np.arange(6.0)
CALLS: dict[str, Callable[[Callable[[Any], Any]], Any]] = {
    "rnea": lambda of: kt.rnea(ARM, of(Q), of(V), of(A)),
    "NumPy's beside it": lambda of: kt.rnea(ARM, of(Q), V, A),
    "an optional operand": lambda of: kt.rnea(ARM, of(Q), of(V), of(A), np.ones((8, 6))),
    "a model parameter": lambda of: kt.rnea(ARM, of(Q), of(V), of(A), armature=of(np.ones(7))),
    "several results": lambda of: kt.rnea_derivatives(ARM, of(Q), of(V), of(A)).dtau_dq,
    "jacobian": lambda of: kt.jacobian(kt.crba, "q")(ARM, of(Q)),
    "a frame": lambda of: kt.frame_jacobian(ARM, of(Q), **FRAME),
    "frames in a list": lambda of: kt.frame_placement(ARM, of(Q), frame=["tool", "link3"]),
    "values by frame": lambda of: kt.external_forces(
        ARM, of(Q), {"tool": of(WRENCH), "link3": WRENCH}, reference="world"
    ),
    "a function": lambda of: kt.so3.exp(of(Q[:, :3])),
    "step": lambda of: kt.simulation.step(ARM, of(Q), of(V), of(A), 1e-3)[1],
    "rollout": lambda of: kt.simulation.rollout(
        ARM, of(Q), of(V), of(Q[:, None]), 1e-3, simulation=kt.Simulation(limits=False)
    )[0],
    "inverse kinematics": lambda of: (
        kt.inverse_kinematics(
            ARM, [kt.tasks.Position("tool", of(np.array([0.4, 0.1, 0.5])))], of(Q * 0.1)
        ).q
    ),
}


@pytest.mark.parametrize("framework", MAKERS)
@pytest.mark.parametrize("call", CALLS)
def test_results_are_those_of_numpy(framework: str, call: str) -> None:
    make = MAKERS[framework]
    expected = CALLS[call](np.asarray)
    for _ in range(2):  # the second call is looked up
        result = CALLS[call](make)
        if framework != "Dask" or call != "inverse kinematics":  # which gives NumPy's of Dask's
            assert type(result) is type(make(Q))
        values = plain(result if framework != "Dask" else np.asarray(result))
        np.testing.assert_allclose(values, expected, rtol=1e-13, atol=1e-13)


def test_arrays_of_two_frameworks_are_refused() -> None:
    with pytest.raises(kt.BackendError, match="q and v are arrays of two frameworks"):
        kt.rnea(ARM, Wrapped(Q), dask_array(V), A)


def test_other_objects_of_a_library_are_no_arrays() -> None:
    gains = type("Gains", (), {"kp": 2.0, "__module__": "wrapped_arrays"})()

    @kt.algorithm("(nq)->(nv)")
    def pulled(model: Any, q: Any, *, gains: Any) -> Any:
        return -gains.kp * q

    np.testing.assert_array_equal(pulled(ARM, Wrapped(Q), gains=gains).values, -2 * Q)


def test_out_is_for_numpy() -> None:
    with pytest.raises(kt.ShapeError, match="out= is for NumPy arrays"):
        kt.crba(ARM, Wrapped(Q), out=np.empty((5, 7, 7)))
