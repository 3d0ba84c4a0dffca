"""Distances of pairs of shapes beside coal, and who is right where the two differ.

Every kind of pair at random sizes and placements, in seven regimes: random, touching (half of them
to within rounding, half 1e-15 to 1e-3 beside), deep, parallel, far (100 sizes), tiny (1e-4 m) and
huge (1e4 m); `--count` pairs of each kind, `--coal` of these with coal, which takes one a call. All
errors are relative to the size of the coordinates. "Ours wrong" counts the distances that are not
certified to 1e-12: the points lie on the surfaces and are as far apart as is said, and along some
direction the shapes are apart by as much; of an overlap, along no direction of a search by more.
The search begins at random directions, at axes and edges of both shapes, at our normal and coal's.
"Coal wrong" counts what is more than 1e-9 from a distance that is certified. "Normal" is by how
much the gap along ours is smaller; "gradient" is the error, beside central differences, where these
have no bend, beyond half of the bend; "apart" and "overlap" are the largest differences from coal.
"""

import warnings
from dataclasses import dataclass, field

import experiment
import numpy as np
from experiment import KINDS

import kinetree as kt
from kinetree.geometry import PAIRS

REGIMES = ("random", "touching", "deep", "parallel", "far", "tiny", "huge")
CHUNK = 20_000
EXACT = 1e-12


@dataclass
class Row:
    """What is counted and the worst that was found, of some samples."""

    samples: int = 0
    with_coal: int = 0
    apart: float = 0.0
    overlap: float = 0.0
    ours_wrong: int = 0
    coal_wrong: int = 0
    witnesses: float = 0.0
    normal: float = 0.0
    gradient: float = 0.0
    differences: list = field(default_factory=list)

    def add(self, other):
        for key in ("samples", "with_coal", "ours_wrong", "coal_wrong"):
            setattr(self, key, getattr(self, key) + getattr(other, key))
        for key in ("apart", "overlap", "witnesses", "normal", "gradient"):
            setattr(self, key, max(getattr(self, key), getattr(other, key)))
        self.differences += other.differences

    def cells(self):
        ours, theirs = (
            [f"{x:.0e}" for x in numbers]
            for numbers in (
                (self.witnesses, self.normal, self.gradient),
                (self.apart, self.overlap),
            )
        )
        counts = [f"{x:,}" for x in (self.samples, self.ours_wrong, self.with_coal)]
        return [*counts[:2], *ours, counts[2], *theirs, f"{self.coal_wrong:,}"]


HEADS = ("pairs", "ours wrong", "witnesses", "normal", "gradient", "with coal", "apart", "overlap")


def samples(regime, rng, n, nearest):
    """Sizes (n, 3) of both shapes and placements (n, 4, 4) of a regime."""
    scale = {"tiny": 1e-4, "huge": 1e4}.get(regime, 1.0)
    a, b = 2 * scale * rng.uniform(0.05, 1, (2, n, 3))
    twists = rng.normal(size=(n, 6))
    twists[:, :3] *= {"deep": 0.05, "far": 100.0}.get(regime, 1.5) * scale
    if regime == "parallel":
        twists[:, 3:] = np.pi / 2 * rng.integers(-1, 2, (n, 3)) * [1, 0, 0]
        twists[::3, :2] = 0
    T = kt.se3.exp(twists)
    if regime == "touching":
        x = nearest(a, b, T)
        T[:, :3, 3] -= x.distance[:, None] * x.normal
        T[::2, :3, 3] += 10.0 ** rng.uniform(-15, -3, (n, 1))[::2] * x.normal[::2]
    return a, b, T, scale


def compared(kinds, tools, regime, rng, n, with_coal):
    """The `Row` of some samples of one kind of pair in one regime."""
    nearest, moved, gradient = tools
    a, b, T, scale = samples(regime, rng, n, nearest)
    x = nearest(a, b, T)
    d, normal, size = x.distance, x.normal, scale + abs(T[:, :3, 3]).max(-1)
    there = experiment.turned_back(T, x.b - T[:, :3, 3])
    on_surfaces = [experiment.outside(*of) for of in zip(kinds, (a, b), (x.a, there), strict=True)]
    between = abs(x.a + d[:, None] * normal - x.b).max(-1)
    lengths = abs(np.linalg.norm(normal, axis=-1) - 1) * size
    witnesses = np.max([*on_surfaces, between, lengths], 0) / size
    by_normal = abs(experiment.gap(kinds, a, b, T, normal) - d) / size
    row = Row(n, witnesses=witnesses.max(), normal=by_normal.max())
    row.gradient = slope_error(moved, gradient, a, b, T, scale)
    y, theirs = np.full(n, np.nan), normal.copy()
    some = np.arange(n) < with_coal
    y[some], theirs[some] = experiment.Coal(kinds)(a[some], b[some], T[some])
    theirs = np.where(
        abs(np.linalg.norm(theirs, axis=-1, keepdims=True) - 1) < 1e-6, theirs, normal
    )
    directions = [experiment.candidates(T, normal), theirs[:, None], -theirs[:, None]]
    best = experiment.widest(kinds, a, b, T, np.concatenate(directions, 1), rng, 0)
    deep = d < 0
    if deep.any():
        starts = rng.normal(size=(deep.sum(), 40, 3))
        starts /= np.linalg.norm(starts, axis=-1, keepdims=True)
        starts = np.concatenate([starts, *(x[deep] for x in directions)], 1)
        best[deep] = experiment.widest(kinds, a[deep], b[deep], T[deep], starts, rng, 12)
    wrong = ~(witnesses < EXACT) | ~(abs(best - d) / size < EXACT)
    difference = abs(y - d) / size
    row.ours_wrong, row.with_coal = int(wrong.sum()), int(some.sum())
    row.coal_wrong = int((~(difference < 1e-9) & ~wrong & some).sum())
    row.apart = np.nanmax(difference[~deep], initial=0)
    row.overlap = np.nanmax(difference[deep], initial=0)
    row.differences = np.sort(difference[some])[:: max(with_coal // 200, 1)].tolist()
    return row


def slope_error(moved, gradient, a, b, T, scale):
    """How far gradients are from central differences, where the distance is smooth."""
    lengths = np.array([scale] * 3 + [1.0] * 3)
    h, zero = 1e-5, np.zeros(6)
    d, slopes = moved(zero, a, b, T), gradient(zero, a, b, T) * lengths
    steps = (h * np.diag(lengths))[:, None]
    ahead, behind = moved(steps, a, b, T).T, moved(-steps, a, b, T).T
    size = scale + abs(T[:, :3, 3]).max(-1, keepdims=True)
    errors = abs((ahead - behind) / (2 * h) - slopes) / size
    bends = abs(ahead - 2 * d[:, None] + behind) / h / size
    return float((errors - bends / 2)[(bends < 1e-3).all(-1)].max(initial=0))


def chunks(total):
    for start in range(0, total, CHUNK):
        yield min(CHUNK, total - start)


def run(count, with_coal):
    """Rows by kind of pair and by regime."""
    by_pair, by_regime = {}, {regime: Row() for regime in REGIMES}
    for kinds in sorted(PAIRS, key=str):
        if not set(kinds) <= set(KINDS):
            continue
        name = " and ".join(kind.__name__ for kind in kinds)
        tools, rng = experiment.functions(*kinds), np.random.default_rng(len(by_pair))
        by_pair[name] = Row()
        for regime in REGIMES:
            left = -(-with_coal // len(REGIMES))
            for n in chunks(-(-count // len(REGIMES))):
                row = compared(kinds, tools, regime, rng, n, min(n, left))
                left -= row.with_coal
                by_pair[name].add(row)
                by_regime[regime].add(row)
    return by_pair, by_regime


def plot(by_pair):
    figure, (at,) = experiment.axes(1)
    for name, row in by_pair.items():
        y = np.maximum(np.sort(row.differences), 1e-18)
        at.plot(np.linspace(0, 1, len(y)), y, label=name)
    at.set_xlabel("share of the pairs")
    at.set_title("coal beyond ours, relative")
    at.legend(fontsize=6)
    experiment.save(figure, __file__)


def main():
    chosen = experiment.options(__doc__, count=100_000, coal=100_000)
    count = 700 if chosen.quick else chosen.count
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # infinite reaches of a plane
        by_pair, by_regime = run(count, min(count, chosen.coal))
    for first, rows in (("pair", by_pair), ("regime", by_regime)):
        cells = ([name, *row.cells()] for name, row in rows.items())
        experiment.table([first, *HEADS, "coal wrong"], cells)
        print()
    rows = by_pair.values()
    ours, theirs = (sum(getattr(x, k) for x in rows) for k in ("ours_wrong", "coal_wrong"))
    print(f"Ours wrong: {ours}. Coal wrong: {theirs:,} of {sum(x.with_coal for x in rows):,}.")
    if chosen.plot:
        plot(by_pair)


if __name__ == "__main__":
    main()
