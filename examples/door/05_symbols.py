"""A double pendulum with SymPy symbols: the same pages give the equations of the textbook.

Masses, lengths and states are symbols; nothing is compiled, the page simply runs on them.
"""

import sympy as sp

import kinetree as kt

m1, m2, l1, l2, g = sp.symbols("m1 m2 l1 l2 g", positive=True)
q = sp.symbols("q1 q2")
v = sp.symbols("v1 v2")

pendulum = kt.robots.pendulum(2, mass=[m1, m2], length=[l1, l2]).replace(gravity=[0, 0, -g])

M = sp.Matrix(kt.crba(pendulum, q)).applyfunc(sp.simplify)
gravity = sp.Matrix(kt.generalized_gravity(pendulum, q)).applyfunc(sp.simplify)
bias = sp.Matrix(kt.nonlinear_effects(pendulum, q, v)) - gravity
bias = bias.applyfunc(lambda x: sp.factor(sp.trigsimp(sp.expand(x))))
for name, value in (("M", M), ("C v", bias), ("g", gravity)):
    for i, row in enumerate(value.tolist(), 1):
        print(f"{name}, row {i}:", *row, sep="   ")

textbook = sp.Matrix(
    [
        [m1 * l1**2 + m2 * (l1**2 + l2**2 + 2 * l1 * l2 * sp.cos(q[1])), 0],
        [m2 * (l2**2 + l1 * l2 * sp.cos(q[1])), m2 * l2**2],
    ]
)
textbook[0, 1] = textbook[1, 0]
assert (M - textbook).applyfunc(sp.simplify) == sp.zeros(2, 2)
assert sp.simplify(bias[1] - m2 * l1 * l2 * sp.sin(q[1]) * v[0] ** 2) == 0
assert sp.simplify(gravity[1] - m2 * g * l2 * sp.sin(q[0] + q[1])) == 0
