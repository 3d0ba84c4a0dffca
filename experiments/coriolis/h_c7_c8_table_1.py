"""H-C7, H-C8: Table 1, robots with 20 degrees of freedom.

The degrees of freedom of biped and quadruped in [Echeandia2021, Table 1] are the actuated joints,
without the base; robots with 20 in all are shown, too, and a chain about random axes, where hardly
a product is with zero. A call is kt.coriolis_matrix(robot, q, v); a kernel writes into a given
array; distinct Christoffel symbols are all without zeros, those that are equal by symmetry once.
H-C8 is what branching gains.
"""

import experiment

import kinetree as kt

ROBOTS = {  # how to make it for so many degrees of freedom, and the paper's microseconds
    "serial chain": (kt.robots.serial_chain, (18, 122)),
    "binary tree": (kt.robots.binary_tree, (10, 33)),
    "biped, base not counted": (kt.robots.biped, (13, 64)),
    "quadruped, base not counted": (kt.robots.quadruped, (10, 37)),
    "biped, base counted": (lambda n: kt.robots.biped(n - 6), None),
    "quadruped, base counted": (lambda n: kt.robots.quadruped(n - 6), None),
    "chain about random axes": (lambda n: experiment.links(experiment.random_axes(n)), None),
}
TARGETS = {"C": 3, "Gamma": 15}


def print_times(found, name, column):
    heads = (name, "paper", "operations", "call", "kernel", "of 64", "distinct", "distinct of 64")
    distinct = name == "Gamma"

    def row(robot, cost):
        of, paper = cost[name], ROBOTS[robot][1]
        times = [of.call, of.kernel, of.hot]
        if distinct:
            times += [cost["distinct Gamma"].kernel, cost["distinct Gamma"].hot]
        return (
            robot,
            paper[column] if paper else "",
            f"{of.operations:,}",
            *(f"{t:.2f}" for t in times),
        )

    experiment.table(heads if distinct else heads[:-2], (row(*x) for x in found.items()))
    print()


def plot(found):
    figure, row = experiment.axes(2)
    robots = [name for name in found if ROBOTS[name][1]]
    for column, (at, name) in enumerate(zip(row, TARGETS, strict=True)):
        series = {
            "paper": ("lightgray", [ROBOTS[r][1][column] for r in robots]),
            "ours, one call": ("tab:blue", [found[r][name].call for r in robots]),
            "ours, one of 64": ("tab:orange", [found[r][name].hot for r in robots]),
        }
        for k, (label, (color, us)) in enumerate(series.items()):
            places = [x + 0.3 * (k - 1) for x in range(len(robots))]
            bars = at.bar(places, us, 0.28, label=label, color=color)
            at.bar_label(bars, fmt=lambda us: f"{us:.3g}", fontsize=7, padding=1)
        labels = [r.partition(",")[0].replace("serial ", "serial\n") for r in robots]
        labels = [label.replace("binary ", "binary\n") for label in labels]
        at.set(title=experiment.TITLES[name], xticks=range(len(robots)), ylim=(0.1, 300))
        at.set_xticklabels(labels, fontsize=8)
    row[0].set_ylabel("microseconds a sample")
    row[0].legend(loc="upper right", frameon=False)
    experiment.save(figure, __file__)


def main():
    options = experiment.options(__doc__)
    n, effort = (4, experiment.QUICK) if options.quick else (20, experiment.bench.FULL)
    found = {
        name: experiment.costs(make(n), effort)
        for name, (make, paper) in ROBOTS.items()
        if paper or not options.quick
    }
    for column, name in enumerate(TARGETS):
        print_times(found, name, column)
    worst = {name: max(cost[name].call for cost in found.values()) for name in TARGETS}
    limits = ", ".join(f"{name} {us:.1f} (aim {TARGETS[name]})" for name, us in worst.items())
    print(f"The slowest call of all, in microseconds: {limits}.")
    chain, tree = (found[name]["Gamma"].call for name in ("serial chain", "binary tree"))
    print(f"H-C8, Gamma of the chain over that of the tree: {chain / tree:.1f}, the paper's 3.7.")
    if options.plot:
        plot(found)


if __name__ == "__main__":
    main()
