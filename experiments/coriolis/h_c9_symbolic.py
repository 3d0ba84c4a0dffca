"""H-C9: Christoffel symbols as SymPy's expressions, in seconds.

Algorithm 2 is kt.christoffel_symbols(robot, symbols), once as SymPy does by default, and once where
it does not expand products of numbers and sums; [Echeandia2021, Eq. 4] differentiates
kt.crba(robot, symbols). Nothing is simplified. The shared form traces Algorithm 2 and writes each
operation as a symbol of its own, as sympy.cse does; the last column counts them. Binary trees are
those of kt.robots, the same with symbols for masses, inertias and lengths, too, and some about
random axes: [Echeandia2021, Table 2] does not say which its trees are. For its planar serial chain
the paper took 26.8 minutes.
"""

import itertools
import time

import experiment
import numpy as np
import sympy as sp
from sympy.core.cache import clear_cache
from sympy.core.parameters import distribute

import kinetree as kt
from kinetree.scalar.replay import run


def by_default(robot, q):
    return list(np.asarray(kt.christoffel_symbols(robot, q)).flat)


def algorithm_2(robot, q):
    with distribute(False):
        return by_default(robot, q)


def equation_4(robot, q):
    """G_ijk = (dM_ij/dq_k + dM_ik/dq_j - dM_jk/dq_i) / 2, from the lower triangle of M."""
    M, n = kt.crba(robot, q), range(len(q))
    slopes = {(i, j): [sp.diff(M[i, j], x) for x in q] for i in n for j in n[: i + 1]}
    dM = [[slopes[max(i, j), min(i, j)] for j in n] for i in n]
    return [(dM[i][j][k] + dM[i][k][j] - dM[j][k][i]) / 2 for i in n for j in n for k in n]


def shared(robot, q):
    """The steps (symbol, expression) of Algorithm 2, and its results in these symbols."""
    trace = kt.christoffel_symbols.trace(robot)
    graph, steps = trace.graph, []
    values = {x.index: symbol for x, symbol in zip(trace.operands[0].elements, q, strict=True)}
    for i in trace.nodes:
        if graph.ops[i] == "const":
            values[i] = graph.data[i][1]
        elif i not in values:
            values[i] = sp.Symbol(f"x{i}")
            arguments = [values[a] for a in graph.args[i]]
            steps.append((values[i], run(graph.ops[i], arguments, graph.data[i])))
    return steps, [values[x.index] if hasattr(x, "index") else x for x in trace.outputs]


def with_symbols(robot):
    """The same robot with a symbol for each number of its bodies and lengths that is not zero."""

    def symbols(name, numbers):
        positive = [sp.Symbol(f"{name}{k}", positive=True) for k in range(len(numbers))]
        return [int(np.sign(x)) * symbol for x, symbol in zip(numbers, positive, strict=True)]

    placements = robot.placements.astype(object)
    for i, place in enumerate(robot.placements):
        placements[i, :3, 3] = symbols(f"l{i}_", place[:3, 3])
    inertias = [symbols(f"I{i}_", row) for i, row in enumerate(robot.inertias)]
    return robot.replace(inertias=inertias, placements=placements.tolist())


def seconds(route, robot, q):
    clear_cache()
    start = time.perf_counter()
    result = route(robot, q)
    return time.perf_counter() - start, result


def skew_tree(n):
    return experiment.links(experiment.random_axes(n), branching=2)


def planar_chain(n):
    return experiment.links([(0, 1, 0)] * n)


TREES = (5, 10, 15)
PAPER = {5: (0.97, 1.23), 10: (3.11, 7.83), 15: (5.88, 27.1)}
ROUTES = {
    "by default": by_default,
    "Algorithm 2": algorithm_2,
    "equation 4": equation_4,
    "shared": shared,
}
FAMILIES = {  # how to make one of n bodies, sizes, and the paper's seconds by size
    "binary tree": (kt.robots.binary_tree, TREES, PAPER),
    "binary tree, symbols for numbers": (
        lambda n: with_symbols(kt.robots.binary_tree(n)),
        TREES,
        PAPER,
    ),
    "binary tree about random axes": (skew_tree, TREES, PAPER),
    "planar serial chain": (planar_chain, (5, 10), {10: (26.8 * 60, None)}),
}


def apart(forms, symbols):
    """Differences of forms from the first one at random values, relative to its largest element."""
    numbers = np.random.default_rng(0).uniform(0.5, 1.5, len(symbols))
    first, *others = (np.array(form(*numbers), float) for form in forms)
    return max(abs(x - first).max() for x in others) / abs(first).max()


def measure(make, n):
    """The seconds of each route, the operations of the shared form, and how far all are apart."""
    robot, q = make(n), sp.symbols(f"q1:{n + 1}")
    made = [seconds(route, robot, q) for route in ROUTES.values()]
    taken, (*forms, (steps, results)) = zip(*made, strict=True)
    error = None
    if n <= 5:
        everything = sp.Matrix([*q, *itertools.chain(*forms), *(x for _, x in steps)])
        symbols = sorted(everything.free_symbols - {x for x, _ in steps}, key=str)
        functions = [sp.lambdify(symbols, form) for form in forms]
        functions += [sp.lambdify(symbols, results, cse=lambda _: (steps, results))]
        error = apart(functions, symbols)
    return dict(zip(ROUTES, taken, strict=True)), len(steps), error


def plot(found):
    figure, row = experiment.axes(3)
    colors = dict(zip(ROUTES, ("tab:cyan", "tab:blue", "tab:orange", "tab:green"), strict=True))
    for at, family in zip(row, list(FAMILIES)[:3], strict=True):
        by_size = found[family]
        for name, color in colors.items():
            at.plot(
                list(by_size), [x[0][name] for x in by_size.values()], "o-", c=color, label=name
            )
        for k, name in enumerate(("Algorithm 2", "equation 4")):
            paper = [PAPER[n][k] for n in by_size]
            at.plot(list(by_size), paper, "o:", c=colors[name], label=f"{name}, the paper's")
        at.set(title=family, xlabel="bodies", xticks=list(by_size))
    row[0].set(ylabel="seconds", ylim=(0.01, 400))
    row[0].legend(loc="upper left", ncols=2, frameon=False, fontsize=8)
    experiment.save(figure, __file__)


def main():
    options = experiment.options(__doc__)
    found = {
        family: {n: measure(make, n) for n in ((2,) if options.quick else sizes)}
        for family, (make, sizes, _) in FAMILIES.items()
    }

    heads = ("robot", "bodies", "Algorithm 2: paper", "by default", "ours", "equation 4: paper")
    rows = []
    for family, by_size in found.items():
        for n, (taken, operations, _) in by_size.items():
            paper = [f"{x:g}" if x else "" for x in FAMILIES[family][2].get(n, (None, None))]
            ours = [f"{x:.2f}" for x in taken.values()]
            rows.append((family, n, paper[0], *ours[:2], paper[1], *ours[2:], f"{operations:,}"))
    experiment.table((*heads, "ours", "shared", "operations"), rows)
    errors = [x[2] for by_size in found.values() for x in by_size.values() if x[2] is not None]
    print(f"\nThe forms of the smallest are apart by {max(errors):.0e} of the largest symbol.")
    if options.plot:
        plot(found)


if __name__ == "__main__":
    main()
