"""Figures: what is drawn, its labels, and what they say of bad input."""

import sys
from typing import Any

import numpy as np
import pytest
from refused import check, refused

import kinetree as kt

ARM = kt.robots.arm()
zeros = np.zeros


def _motion(model: kt.Model, steps: int = 20) -> Any:
    q = kt.random_configuration(model, rng=0)
    tau = np.zeros((steps, model.nv))
    return kt.simulation.rollout(model, q, np.zeros(model.nv), tau, 1e-3)


def test_a_trajectory_has_coordinates_torques_and_energy_by_name_and_unit() -> None:
    motion, tau = _motion(ARM), np.random.default_rng(0).normal(size=(20, 7))
    figure = kt.plot.trajectory(ARM, motion.q, motion.v, dt=1e-3, tau=tau)
    labels = [ax.get_ylabel() for ax in figure.axes]
    assert labels == ["q [rad]", "v [rad/s]", "tau [N m]", "energy [J]"]
    for ax, values in zip(figure.axes, (motion.q, motion.v, tau), strict=False):
        for k, line in enumerate(ax.get_lines()):
            np.testing.assert_array_equal(line.get_ydata(), values[:, k])
            np.testing.assert_allclose(line.get_xdata(), 1e-3 * np.arange(len(values)))
            assert line.get_label() == ARM.v_names[k]
    kinetic, potential, total = (line.get_ydata() for line in figure.axes[-1].get_lines())
    np.testing.assert_array_equal(kinetic, kt.kinetic_energy(ARM, motion.q, motion.v))
    np.testing.assert_array_equal(potential, kt.potential_energy(ARM, motion.q))
    np.testing.assert_array_equal(total, kinetic + potential)
    assert figure._repr_png_().startswith(b"\x89PNG")  # as a notebook shows it
    assert figure.axes[-1].get_xlabel() == "t [s]" and figure.get_suptitle() == "arm"


def test_coordinates_of_a_trajectory_are_grouped_by_unit_without_quaternions() -> None:
    dog = kt.robots.quadruped()
    motion = _motion(dog)
    figure = kt.plot.trajectory(dog, motion.q, motion.v, dt=1e-3)
    labels = [ax.get_ylabel() for ax in figure.axes]
    assert labels == ["q [m]", "q [rad]", "v [m/s]", "v [rad/s]", "energy [J]"]
    assert [line.get_label() for line in figure.axes[0].get_lines()] == list(dog.q_names[:3])
    np.testing.assert_array_equal(figure.axes[1].get_lines()[0].get_ydata(), motion.q[:, 7])


def test_sparsity_is_that_of_the_kernel() -> None:
    dog = kt.robots.quadruped()
    figure = kt.plot.sparsity(kt.rnea_derivatives, dog)
    kernel = kt.rnea_derivatives.compile(dog)
    assert len(figure.axes) == 3
    for ax, spec, pattern in zip(figure.axes, kernel.results, kernel.sparsity, strict=True):
        assert ax.get_title().startswith(f"{spec.name} of quadruped12: {np.sum(pattern)} of 324")
        shown = np.asarray(ax.get_images()[0].get_array())
        np.testing.assert_array_equal(shown, ~np.asarray(pattern, bool))
        assert [x.get_text() for x in ax.get_yticklabels()] == list(dog.v_names)
    three_axes = kt.plot.sparsity(kt.christoffel_symbols, ARM).axes[0].get_images()[0]
    assert three_axes.get_array().shape == (7, 7)


def test_scaling_has_a_curve_for_each_algorithm() -> None:
    curves = kt.plot.scaling(kt.robots.pendulum(), [kt.rnea, kt.crba]).axes[0].get_lines()
    assert [line.get_label() for line in curves] == ["rnea", "crba"]
    for line in curves:
        assert (np.asarray(line.get_ydata()) > 0).all() and line.get_xdata()[-1] == 4096


@refused(__file__)
def test_bad_input_is_named(call: str, message: str) -> None:
    check(call, message, globals())


def test_without_matplotlib_the_message_says_what_to_install(monkeypatch: Any) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(kt.ModelError, match=r"pip install 'kinetree\[plot\]'"):
        kt.plot.sparsity(kt.crba, ARM)
