"""Products of Hessians, and of those of Gauss and Newton, with vectors, as guides compose them."""

import numpy as np

import kinetree as kt

ARM = kt.robots.arm()


@kt.algorithm("(nq),(nv),(nv)->()")
def effort(model, q, v, a):
    tau = kt.rnea(model, q, v, a)
    return tau @ tau / 2


@kt.algorithm("(nq),(nv),(nv),(nv)->(nv)")
def gauss_newton_times(model, q, v, a, dq):
    change = kt.jvp(kt.rnea, "q")(model, q, v, a, dq).d_result
    return kt.vjp(kt.rnea, "q")(model, q, v, a, change)


def test_products_are_those_of_matrices_at_a_few_times_the_operations():
    rng = np.random.default_rng(0)
    q, (v, a, dq) = kt.random_configuration(ARM, 4, rng=rng), rng.normal(size=(3, 4, 7))
    product = kt.jvp(kt.grad(effort, "q"), "q")
    H = kt.hessian(effort, "q")(ARM, q, v, a)
    expected = (H @ dq[..., None])[..., 0]
    assert abs(product(ARM, q, v, a, dq).d_result - expected).max() < 1e-12 * abs(H).max()
    J = kt.jacobian(kt.rnea, "q")(ARM, q, v, a)
    expected = (J.swapaxes(1, 2) @ (J @ dq[..., None]))[..., 0]
    assert abs(gauss_newton_times(ARM, q, v, a, dq) - expected).max() < 1e-12 * abs(expected).max()
    count = effort.trace(ARM).operation_count
    assert product.trace(ARM).operation_count < 7 * count
    assert gauss_newton_times.trace(ARM).operation_count < 4 * count
