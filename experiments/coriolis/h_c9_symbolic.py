"""H-C9: Christoffel symbols as SymPy's expressions, in seconds.

Algorithm 2 is kt.christoffel_symbols(robot, symbols); equation 4 differentiates kt.crba(robot,
symbols). Neither is simplified. The shared form traces Algorithm 2 and writes each operation as a
symbol of its own, as sympy.cse does; the last column counts them. Binary trees are those of
kt.robots, the same with symbols for masses, inertias and lengths, too, and some about random axes:
the paper does not say which its trees are. For its planar serial chain it took 26.8 minutes.
"""

import time

import experiment
import numpy as np
import sympy as sp
from sympy.core.cache import clear_cache

import kinetree as kt
from kinetree.scalar.replay import run


def algorithm_2(robot, q):
    return list(np.asarray(kt.christoffel_symbols(robot, q)).flat)


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
    values = {x.index: symbol for x, symbol in zip(trace.operands[0].entries, q, strict=True)}
    for i in trace.nodes:
        if graph.ops[i] == "const":
            values[i] = graph.data[i][1]
        elif i not in values:
            values[i] = sp.Symbol(f"x{i}")
            arguments = [values[a] for a in graph.args[i]]
            steps.append((values[i], run(graph.ops[i], arguments, graph.data[i])))
    return steps, [x if isinstance(x, int) else values[x.index] for x in trace.outputs]


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
    """How far forms are from the first one at random numbers, of its largest entry."""
    numbers = np.random.default_rng(0).uniform(0.5, 1.5, len(symbols))
    first, *others = (np.array(form(*numbers), float) for form in forms)
    return max(abs(x - first).max() for x in others) / abs(first).max()


def measure(make, n):
    """The seconds of the three, the operations of the shared form, and how far they are apart."""
    robot, q = make(n), sp.symbols(f"q1:{n + 1}", real=True)
    taken, (direct, partial, (steps, results)) = zip(
        *(seconds(route, robot, q) for route in (algorithm_2, equation_4, shared)), strict=True
    )
    error = None
    if n <= 5:
        everything = sp.Matrix([*q, *direct, *partial, *(x for _, x in steps)])
        symbols = sorted(everything.free_symbols - {x for x, _ in steps}, key=str)
        forms = [sp.lambdify(symbols, form) for form in (direct, partial)]
        forms += [sp.lambdify(symbols, results, cse=lambda _: (steps, results))]
        error = apart(forms, symbols)
    return taken, len(steps), error


def plot(found):
    figure, row = experiment.axes(3)
    styles = (("tab:blue", "Algorithm 2"), ("tab:orange", "equation 4"), ("tab:green", "shared"))
    for at, family in zip(row, list(FAMILIES)[:3], strict=True):
        by_size = found[family]
        for k, (color, label) in enumerate(styles):
            at.plot(
                list(by_size), [x[0][k] for x in by_size.values()], "o-", color=color, label=label
            )
        for k, (color, label) in enumerate(styles[:2]):
            paper = [PAPER[n][k] for n in by_size]
            at.plot(list(by_size), paper, "o:", color=color, label=f"{label}, the paper's")
        at.set(title=family, xlabel="bodies", xticks=list(by_size))
    row[0].set(ylabel="seconds", ylim=(0.01, 400))
    row[0].legend(loc="upper left", ncols=2, frameon=False, fontsize=8)
    experiment.save(figure, __file__)


def main():
    options = experiment.options(__doc__)
    found = {
        family: {n: measure(make, n) for n in ((3,) if options.quick else sizes)}
        for family, (make, sizes, _) in FAMILIES.items()
    }

    def row(family, n, taken, operations):
        paper = [f"{x:g}" if x else "" for x in FAMILIES[family][2].get(n, (None, None))]
        ours = [f"{x:.2f}" for x in taken]
        return family, n, paper[0], ours[0], paper[1], ours[1], ours[2], f"{operations:,}"

    heads = ("robot", "bodies", "Algorithm 2: paper", "ours", "equation 4: paper", "ours")
    rows = ((f, n, *x[:2]) for f, by_size in found.items() for n, x in by_size.items())
    experiment.table((*heads, "shared", "operations"), (row(*x) for x in rows))
    errors = [x[2] for by_size in found.values() for x in by_size.values() if x[2] is not None]
    print(
        f"\nThe three forms of the smallest are apart by {max(errors):.0e} of the largest symbol."
    )
    if options.plot:
        plot(found)


if __name__ == "__main__":
    main()
