"""The command line: `kinetree` demo, list, info ROBOT, check FILE, bench ROBOT."""

import argparse
import os
import sys
import textwrap
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

import kinetree as kt
from kinetree.cli import bench
from kinetree.formats import installed

WIDTH: Final = 100
SHOWN: Final = {
    "armature": "kg m^2 or kg",
    "damping": "N m s/rad or N s/m",
    "friction": "N m or N",
    "stiffness": "N m/rad or N/m",
}
"""Units of the parameters that are shown where a joint has them."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status: 0 success, 1 failure, 2 invalid arguments."""
    arguments = _parser().parse_args(argv)
    try:
        status: int = arguments.command(arguments)
        sys.stdout.flush()
    except kt.KinetreeError as error:
        print(f"kinetree: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:  # as in `kinetree info talos | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="kinetree", description="Rigid-body dynamics for robots, in Python."
    )
    parser.add_argument("--version", action="version", version=f"kinetree {kt.__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    demo = commands.add_parser("demo", help="dynamics of a humanoid at random states, checked")
    demo.add_argument(
        "--samples", type=_count, default=100_000, help="how many states (default 100,000)"
    )
    demo.set_defaults(command=_demo)

    names = commands.add_parser("list", help="the names of robots, and the packages they are in")
    names.set_defaults(command=_list)

    what = "a file, or the name of a robot, as `kinetree list` prints them"
    info = commands.add_parser("info", help="the tree of a robot: joints, limits, masses, frames")
    info.add_argument("robot", metavar="ROBOT", help=what)
    info.add_argument("--floating-base", action="store_true", help="free its base")
    info.add_argument("--mimic", action="store_true", help="make mimic joints follow their source")
    info.add_argument(
        "--continuous",
        choices=("cos_sin", "angle"),
        default="cos_sin",
        help="the coordinates of joints without limits (default cos_sin)",
    )
    info.set_defaults(command=_info)

    check = commands.add_parser("check", help="everything wrong with a robot, by line")
    check.add_argument("robot", metavar="FILE", help=what)
    check.set_defaults(command=_check)

    speed = commands.add_parser("bench", help="how fast, beside Pinocchio if that is installed")
    speed.add_argument("robot", metavar="ROBOT", help=what)
    speed.add_argument("--floating-base", action="store_true", help="free its base")
    speed.set_defaults(command=_bench)
    return parser


def _count(text: str) -> int:
    digits = text.replace(",", "").replace("_", "")
    if not digits.isdecimal() or int(digits) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} states; expected an integer >= 1")
    return int(digits)


# demo

BLOCK: Final = 500
LIMIT: Final = 1e-14
"""The residual of forward dynamics, max |M a + h - tau| / max (|M||a| + |h| + |tau|)."""


@dataclass
class _Timed:
    """A kernel that accumulates its time, and writes into the same memory at each call."""

    kernel: kt.Kernel
    traced: float
    seconds: float = 0.0
    states: int = 0
    out: list[Any] = field(default_factory=list[Any])

    @classmethod
    def of(cls, algorithm: kt.Algorithm, model: kt.Model) -> "_Timed":
        start = time.perf_counter()
        kernel = algorithm.compile(model)
        return cls(kernel, time.perf_counter() - start)

    @property
    def compiled(self) -> float:
        """The time of tracing and compiling."""
        return self.traced + self.kernel.compile_seconds

    def __call__(self, *operands: Any) -> Any:
        n = len(operands[0])
        if not self.out or len(self.out[0]) != n:
            self.out = [self.kernel(*operands)]  # the first touch of this memory does not count
        start = time.perf_counter()
        self.kernel(*operands, out=self.out[0])
        self.seconds += time.perf_counter() - start
        self.states += n
        return self.out[0]


def _demo(arguments: argparse.Namespace) -> int:
    model, samples = kt.robots.humanoid(), arguments.samples
    print(
        f"kinetree {kt.__version__}: a built-in humanoid, {model.total_mass:.1f} kg, on a free base"
        f" with {int(model.actuated.sum())} motors (nq {model.nq}, nv {model.nv}).\n"
    )
    algorithms = (kt.rnea, kt.crba, kt.nonlinear_effects, kt.aba)
    kernels = {a.__name__: _Timed.of(a, model) for a in algorithms}
    kt.set_num_threads(1)
    worst, seconds = _sweep(model, samples, kernels)
    kt.set_num_threads(None)
    print(f"{samples:,} random states (q, v, a), in blocks of {BLOCK}, on one core, in float64:\n")
    _print_kernels(kernels)
    print(f"\nchecked at each of the {samples:,} states:\n")
    passed = [_print_check(name, error) for name, error in worst.items()]
    print(f"\nThe {samples:,} states took {seconds:.1f} s.", end=" ")
    if all(passed):
        print("Next: kinetree info humanoid")
        return 0
    print("A CHECK FAILED.")
    return 1


def _sweep(
    model: kt.Model, samples: int, kernels: dict[str, _Timed]
) -> tuple[dict[str, float], float]:
    """The worst error of each check, and the time of all states."""
    rnea, crba, nonlinear_effects, aba = kernels.values()
    start, rng = time.perf_counter(), np.random.default_rng(0)
    worst = {"rnea(q, v, a) = M(q) a + h(q, v)": 0.0, "rnea(q, v, aba(q, v, tau)) = tau": 0.0}
    for first in range(0, samples, BLOCK):
        n = min(BLOCK, samples - first)
        q = kt.random_configuration(model, n, rng=rng)
        v, a = rng.standard_normal((2, n, model.nv))
        tau = np.array(rnea(q, v, a))
        M, h = crba(q), nonlinear_effects(q, v)
        errors = [_residual(M, a, h, tau, _times(M, a) + h)]
        back = np.array(aba(q, v, tau))
        errors.append(_residual(M, back, h, tau, rnea(q, v, back)))
        for name, error in zip(worst, errors, strict=True):
            worst[name] = float(np.maximum(worst[name], error))
    return worst, time.perf_counter() - start


def _times(M: Any, a: Any) -> Any:
    return (M @ a[..., None])[..., 0]


def _residual(M: Any, a: Any, h: Any, tau: Any, other: Any) -> float:
    """max |other - tau| / max (|M||a| + |h| + |tau|), the worst of all samples; nan if one is."""
    scale = _times(abs(M), abs(a)) + abs(h) + abs(tau)
    return float((abs(other - tau).max(-1) / scale.max(-1)).max())


def _print_kernels(kernels: dict[str, _Timed]) -> None:
    print(f"  {'':18} {'a state':>10} {'operations':>12} {'compiled in':>13}")
    for name, timed in kernels.items():
        each, operations = timed.seconds / timed.states * 1e6, timed.kernel.operation_count
        print(f"  {name:18} {each:7.2f} us {operations:12,} {timed.compiled:11.2f} s")


def _print_check(name: str, error: float) -> bool:
    passed = error <= LIMIT
    verdict = "ok" if passed else "FAILED"
    print(f"  {name:34} worst residual {error:.1e} (limit {LIMIT:.0e})  {verdict}")
    return passed


# list


def _list(arguments: argparse.Namespace) -> int:
    packages = installed.names()
    names = kt.robots.names()
    width = max(map(len, names))
    for name in names:
        print(f"{name:{width}}  {packages.get(name, 'built in')}")
    if not installed.installed_robots():
        print("\nMore robots: pip install example-robot-data", file=sys.stderr)
    return 0


# info


def _info(arguments: argparse.Namespace) -> int:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        model = kt.load(
            arguments.robot,
            floating_base=arguments.floating_base,
            mimic=arguments.mimic,
            continuous=arguments.continuous,
        )
    gravity = ", ".join(f"{x:g}" for x in model.gravity)
    print(
        f"{model.name}: nq {model.nq}, nv {model.nv}, {model.njoints - 1} joints, "
        f"{model.nframes} frames, {model.total_mass:.6g} kg that move\ngravity [{gravity}] m/s^2; "
        "v max in rad/s or m/s, tau max in N m or N"
    )
    shown = [f"{name} in {unit}" for name, unit in SHOWN.items() if getattr(model, name).any()]
    print(*shown, sep="; ", end="\n\n" if shown else "\n")
    lines = list(_tree(model, step=2))
    if max(map(len, lines)) > WIDTH:
        lines = list(_tree(model, step=1))
    print(*lines, sep="\n")
    followers = () if arguments.mimic else _followers(arguments)
    for line in [*_frames(model), *_mimics(model), *followers, *_annotations(model)]:
        print(textwrap.fill(line, WIDTH, subsequent_indent="  ", break_on_hyphens=False))
    for warning in caught:
        print(f"warning: {warning.message}", file=sys.stderr)
    return 0


def _tree(model: kt.Model, step: int) -> Iterator[str]:
    """A line for each joint, indented by `step` below its parent."""
    depth = [0] * model.njoints
    for j in model.joints:
        depth[j.index] = depth[j.parent] + 1
    extra = {k: x for k in SHOWN if (x := getattr(model, k)).any()}
    rows: list[tuple[str, ...]] = [
        ("joint", "type", "q", "v", "limits", "v max", "tau max", *extra, "kg")
    ]
    for j in model.joints:
        name = " " * (step * (depth[j.index] - 1)) + j.name
        mass = f"{float(model.inertias[j.index, 0]):.4g}"
        cells = _coordinates(model, j) if j.type.independent else ("-",) * 5
        more = [_values(values[j.v_slice]) for values in extra.values()]
        rows.append((name, _kind(j.type), *cells, *more, mass))
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]
        yield "  ".join(cells).rstrip()


def _coordinates(model: kt.Model, joint: Any) -> tuple[str, ...]:
    """The indices of a joint's coordinates in q and v, and their limits."""
    q, v = joint.q_slice, joint.v_slice
    low, high = model.lower_position_limits[q], model.upper_position_limits[q]
    limits = [
        f"[{a:.4g}, {b:.4g}] {unit}".removesuffix(" 1")
        for a, b, unit in zip(low, high, joint.type.q_units, strict=True)
        if np.isfinite([a, b]).any()
    ]
    most = (_most(model.velocity_limits[v]), _most(model.effort_limits[v]))
    return _span(q), _span(v), " ".join(limits) or "none", *most


def _span(part: slice) -> str:
    return str(part.start) if part.stop - part.start == 1 else f"{part.start}:{part.stop}"


def _values(values: Any) -> str:
    """The values of a joint, once if all are equal; "-" if there is none."""
    texts = [f"{x:.4g}" for x in values] or ["-"]
    return texts[0] if len(set(texts)) == 1 else " ".join(texts)


def _most(limits: Any) -> str:
    return " ".join(f"{x:.4g}" for x in limits if np.isfinite(x)) or "none"


def _kind(joint: kt.Joint) -> str:
    """The type of a joint and its axes in short, as in `Revolute z`."""
    axes = [getattr(joint, name) for name in ("axis", "axis1", "axis2") if hasattr(joint, name)]
    if isinstance(joint, kt.Mimic) and joint.joint is not None:
        return f"Mimic, {_kind(joint.joint)}"
    if isinstance(joint, kt.Composite):
        return f"Composite, {', '.join(map(_kind, joint.joints))}"
    pitch = [f"{joint.pitch:.4g} m/rad"] if isinstance(joint, kt.Helical) else []
    return " ".join([type(joint).__name__, *map(_axis, axes), *pitch])


def _axis(axis: Any) -> str:
    entries = [float(x) for x in axis.flat]
    names = {tuple(row): name for row, name in zip(np.eye(3).tolist(), "xyz", strict=True)}
    names |= {tuple(-x for x in row): f"-{name}" for row, name in names.items()}
    return names.get(tuple(entries), f"({' '.join(f'{round(x, 3) + 0.0:g}' for x in entries)})")


def _frames(model: kt.Model) -> Iterator[str]:
    """The frames by kind, except those of joints, which the tree above lists."""
    titles = {"body": "bodies", "fixed_joint": "fixed joints", "op": "other frames"}
    yield ""
    for kind, title in titles.items():
        names = [frame.name for frame in model.frames if frame.kind == kind]
        if names:
            yield f"{title} ({len(names)}): {', '.join(names)}"


def _followers(arguments: argparse.Namespace) -> Iterator[str]:
    """The joints that a file makes mimics, which are independent unless asked for."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            model = kt.load(arguments.robot, mimic=True)
    except kt.ModelError:  # a robot without mimics, or without a file
        return
    names = [j.name for j in model.joints if not j.type.independent]
    if names:
        yield (
            f"note: the mimic joints {', '.join(names)} are independent here; --mimic, or "
            "kt.load(..., mimic=True), makes them follow."
        )


def _mimics(model: kt.Model) -> Iterator[str]:
    """Mimic relations, and the joints that are angles because of them."""
    for j in model.joints:
        if not isinstance(j.type, kt.Mimic):
            continue
        source, ratio = model.joint(j.type.source), j.type.multiplier
        yield f"mimic: {j.name} = {ratio:g} * {source.name} + {j.type.offset:g}"
        unlimited = np.isinf(model.upper_position_limits[source.q_slice]).all()
        if isinstance(source.type, kt.Revolute) and unlimited and ratio != round(ratio):
            yield (
                f"note: {source.name} has no limits, yet is an angle and no (cos, sin): it "
                f"is followed at the ratio {ratio:g}, which is no integer."
            )


def _annotations(model: kt.Model) -> Iterator[str]:
    """The annotations in its files beyond its dynamics."""
    if model.geometries:
        kinds = [geometry.kind for geometry in model.geometries]
        yield f"geometries: {kinds.count('visual')} visual, {kinds.count('collision')} collision"
    loops = [c for c in model.constraints if isinstance(c, kt.Loop)]
    couplings = [c for c in model.constraints if isinstance(c, kt.Coupling)]
    titles = {
        "loops, obeyed by kt.constraints": [c.name for c in loops],
        "couplings, recorded and not obeyed": [c.name for c in couplings],
        "reference configurations": list(model.reference_configurations),
        "groups": list(model.groups),
    }
    for title, names in titles.items():
        if names:
            yield f"{title} ({len(names)}): {', '.join(names)}"


# check

NEGLIGIBLE_PIVOT: Final = 1e-10
"""Relative to the diagonal element of M: a smaller pivot is a rounding error."""
NEGLIGIBLE_INERTIA: Final = 1e-15
"""Relative to the largest diagonal element of M."""


def _check(arguments: argparse.Namespace) -> int:
    findings = kt.check(arguments.robot)
    errors = sum(finding.severity == "error" for finding in findings)
    for finding in findings:
        print(
            f"{finding.file}:{finding.line}: {finding.severity}: {finding.element}: "
            f"{finding.message}"
        )
    singular: list[str] = []
    if not errors:
        model = _quietly(lambda: kt.load(arguments.robot))
        reported = " ".join(finding.message for finding in findings)
        singular = [name for name in _singular(model) if f"singular at {name!r}" not in reported]
        for name in singular:
            print(
                f"{model.name}: warning: joint {name!r}: the mass matrix is singular: moving it "
                "takes no force while the joints beyond it are free; aba gives nan or inf."
            )
    count = len(findings) - errors + len(singular)
    print(f"{arguments.robot}: {_number(errors, 'error')}, {_number(count, 'warning')}.")
    return 1 if errors else 0


def _quietly(load: Callable[[], kt.Model]) -> kt.Model:
    """The model without the warnings that are among the findings already."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return load()


def _number(n: int, what: str) -> str:
    return f"{n or 'no'} {what}{'' if n == 1 else 's'}"


def _singular(model: kt.Model) -> list[str]:
    """The joints that accelerate without force, at a random configuration.

    M is eliminated from the leaves to the root; a pivot is then the effective inertia of a joint
    with all joints beyond it free, which is zero only for a joint without mass beyond it.
    """
    M = np.array(kt.crba.evaluate(model, kt.random_configuration(model, rng=0)), dtype=float)
    diagonal = M.diagonal().copy()
    smallest = np.maximum(
        NEGLIGIBLE_PIVOT * diagonal, NEGLIGIBLE_INERTIA * diagonal.max(initial=0.0)
    )
    singular: list[int] = []
    for k in reversed(range(model.nv)):
        if M[k, k] <= smallest[k]:
            singular.append(k)
            continue
        row = M[k, :k] / M[k, k]
        M[:k, :k] -= np.outer(row, M[k, :k])
    joints = [j.name for j in model.joints if j.type.independent for _ in range(j.type.nv)]
    return list(dict.fromkeys(joints[k] for k in reversed(singular)))


# bench


def _bench(arguments: argparse.Namespace) -> int:
    robot, free = arguments.robot, arguments.floating_base
    model = _quietly(lambda: kt.load(robot, floating_base=free))
    for line in bench.report(model, bench.pinocchio(robot, free), bench.QUICK):
        print(line, flush=True)
    return 0
