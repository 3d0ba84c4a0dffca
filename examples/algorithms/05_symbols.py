"""A double pendulum with SymPy symbols: the same algorithms give the equations of the textbook.

Masses, lengths and states are symbols; nothing is compiled, the Python functions run on them.
"""

import sympy as sp

import kinetree as kt

m1, m2, l1, l2, g = sp.symbols("m1 m2 l1 l2 g", positive=True)
q = sp.symbols("q1 q2")
v = sp.symbols("v1 v2")

pendulum = kt.robots.pendulum(2, mass=[m1, m2], length=[l1, l2]).replace(gravity=[0, 0, -g])


def tidy(x):
    return sp.collect(sp.trigsimp(sp.expand(sp.nsimplify(x))), [m1, m2])


M = sp.Matrix(kt.crba(pendulum, q)).applyfunc(tidy)
gravity = sp.Matrix(kt.generalized_gravity(pendulum, q)).applyfunc(tidy)
bias = (sp.Matrix(kt.nonlinear_effects(pendulum, q, v)) - gravity).applyfunc(tidy)
for name, value in (("M", M), ("C v", bias), ("g", gravity)):
    for i, row in enumerate(value.tolist(), 1):
        print(f"{name}, row {i}:", *row, sep="   ")

coupling = m2 * (l2**2 + l1 * l2 * sp.cos(q[1]))
M11 = m1 * l1**2 + m2 * (l1**2 + l2**2 + 2 * l1 * l2 * sp.cos(q[1]))
textbook = sp.Matrix([[M11, coupling], [coupling, m2 * l2**2]])
assert (M - textbook).applyfunc(sp.simplify) == sp.zeros(2, 2)
assert sp.simplify(bias[1] - m2 * l1 * l2 * sp.sin(q[1]) * v[0] ** 2) == 0
assert sp.simplify(gravity[1] - m2 * g * l2 * sp.sin(q[0] + q[1])) == 0
