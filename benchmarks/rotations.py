"""Rotations, 10^6 at once on one thread: `python benchmarks/rotations.py [function ...]`.

Each function of `kt.rotations` beside SciPy, in one benchmark: from arrays to new arrays, and
SciPy's method alone where its Rotation objects are there already. jaxlie, jitted and with 64 bits,
follows where it is installed, not in the same benchmark, since it frees its memory in the
background; the process is bound to one processor, so that it has one thread too. Writes
benchmarks/results/rotations.json, from which tables.py makes docs/speed.md; with functions named,
it only prints.
"""

import importlib.metadata
import json
import os
import sys
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import bench
import numpy as np
import scipy
from run import RESULTS, circumstances
from scipy.spatial.transform import Rotation

from kinetree import rotations as rot

EFFORT: Final = bench.Effort(rounds=9, turn=2e-3, cold=0)
SAMPLES: Final = 1_000_000
TO: Final = {
    "matrix": Rotation.as_matrix,
    "quaternion": Rotation.as_quat,
    "rotation_vector": Rotation.as_rotvec,
    "euler_zyx": partial(Rotation.as_euler, seq="ZYX"),
}
FROM: Final = {
    "matrix": Rotation.from_matrix,
    "quaternion": Rotation.from_quat,
    "rotation_vector": Rotation.from_rotvec,
    "euler_zyx": partial(Rotation.from_euler, "ZYX"),
}
Calls = dict[str, tuple[Callable[..., Any], tuple[Any, ...]]]


def operands() -> dict[str, Any]:
    """Rotations in each parameterisation, others, vectors, numbers in [0, 1]."""
    rng = np.random.default_rng(0)
    p, q = (rot.unique(rng.normal(size=(SAMPLES, 4)), kind="quaternion") for _ in range(2))
    return {
        "p": p,
        "q": q,
        "v": rng.normal(size=(SAMPLES, 3)),
        "t": rng.random(SAMPLES),
        **{kind: rot.convert(p, from_="quaternion", to=kind) for kind in TO},
    }


def conversions(x: dict[str, Any]) -> dict[str, Calls]:
    """Those between the parameterisations that SciPy has."""

    def there(from_: str, to: str, given: Any) -> Any:
        return TO[to](FROM[from_](given))

    R = Rotation.from_quat(x["p"])
    return {
        f"{from_} to {to}": {
            "kinetree": (partial(rot.convert, from_=from_, to=to), (x[from_],)),
            "into": (
                partial(rot.convert, from_=from_, to=to, out=np.empty_like(x[to])),
                (x[from_],),
            ),
            "scipy": (partial(there, from_, to), (x[from_],)),
            "scipy_object": (TO[to], (R,)),
            "one": (partial(rot.convert, from_=from_, to=to), (x[from_][0],)),
            "scipy_one": (partial(there, from_, to), (x[from_][0],)),
        }
        for from_ in TO
        for to in TO
        if from_ != to
    }


def functions(x: dict[str, Any]) -> dict[str, Calls]:
    """Of quaternions."""
    p, q, v, t = x["p"], x["q"], x["v"], x["t"]
    P, Q, new, kind = (
        Rotation.from_quat(p),
        Rotation.from_quat(q),
        Rotation.from_quat,
        "quaternion",
    )

    def slerp(P: Any, Q: Any, t: Any) -> Any:
        return Rotation.from_rotvec(t[:, None] * (Q * P.inv()).as_rotvec()) * P

    table: dict[str, tuple[Any, tuple[Any, ...], Any, Any]] = {
        "rotate_active": (
            partial(rot.rotate_active, kind=kind),
            (p, v),
            lambda: new(p).apply(v),
            lambda: P.apply(v),
        ),
        "invert": (
            partial(rot.invert, kind=kind),
            (p,),
            lambda: new(p).inv().as_quat(),
            lambda: P.inv(),
        ),
        "concatenate": (
            partial(rot.concatenate, kind=kind),
            (p, q),
            lambda: (new(p) * new(q)).as_quat(),
            lambda: P * Q,
        ),
        "box_plus": (
            partial(rot.box_plus, kind=kind, frame="inertial"),
            (p, v),
            lambda: (Rotation.from_rotvec(v) * new(p)).as_quat(),
            lambda: Rotation.from_rotvec(v) * P,
        ),
        "box_minus": (
            partial(rot.box_minus, kind=kind, frame="inertial"),
            (p, q),
            lambda: (new(p) * new(q).inv()).as_rotvec(),
            lambda: (P * Q.inv()).as_rotvec(),
        ),
        "distance": (
            partial(rot.distance, kind=kind),
            (p, q),
            lambda: (new(p) * new(q).inv()).magnitude(),
            lambda: (P * Q.inv()).magnitude(),
        ),
        "slerp": (
            partial(rot.slerp, kind=kind),
            (p, q, t),
            lambda: slerp(new(p), new(q), t).as_quat(),
            lambda: slerp(P, Q, t),
        ),
        "exp_jacobian": (partial(rot.exp_jacobian, frame="body"), (v,), None, None),
        "rate": (partial(rot.rate, kind=kind, frame="body"), (p, v), None, None),
        "angular_velocity, euler_zyx": (
            partial(rot.angular_velocity, kind="euler_zyx", frame="body"),
            (x["euler_zyx"], v),
            None,
            None,
        ),
    }
    found: dict[str, Calls] = {}
    for name, (ours, given, scipys, objects) in table.items():
        found[name] = {
            "kinetree": (ours, given),
            "into": (partial(ours, out=np.empty_like(ours(*given))), given),
        }
        if scipys is not None:
            found[name] |= {"scipy": (scipys, ()), "scipy_object": (objects, ())}
    return found


def jaxlies(x: dict[str, Any]) -> dict[str, Any]:
    """jaxlie's calls, where it is installed; quaternions in its order, (w, x, y, z)."""
    try:
        import jax
        import jaxlie
    except ImportError:
        return {}
    jax.config.update("jax_enable_x64", True)
    SO3 = jaxlie.SO3
    first = {name: jax.numpy.asarray(x[name][:, [3, 0, 1, 2]]) for name in "pq"}
    given = {name: jax.numpy.asarray(x[name]) for name in ("v", "t", "matrix", "rotation_vector")}

    def call(function: Any, *names: str) -> Any:
        compiled = jax.jit(jax.vmap(function))
        operands = [first.get(name, given.get(name)) for name in names]
        return lambda: jax.block_until_ready(compiled(*operands))

    return {
        "quaternion to matrix": call(lambda q: SO3(q).as_matrix(), "p"),
        "quaternion to rotation_vector": call(lambda q: SO3(q).log(), "p"),
        "matrix to quaternion": call(lambda R: SO3.from_matrix(R).wxyz, "matrix"),
        "matrix to rotation_vector": call(lambda R: SO3.from_matrix(R).log(), "matrix"),
        "rotation_vector to quaternion": call(lambda v: SO3.exp(v).wxyz, "rotation_vector"),
        "rotation_vector to matrix": call(lambda v: SO3.exp(v).as_matrix(), "rotation_vector"),
        "rotate_active": call(lambda q, v: SO3(q).apply(v), "p", "v"),
        "invert": call(lambda q: SO3(q).inverse().wxyz, "p"),
        "concatenate": call(lambda p, q: SO3(p).multiply(SO3(q)).wxyz, "p", "q"),
        "box_plus": call(lambda p, v: SO3.exp(v).multiply(SO3(p)).wxyz, "p", "v"),
        "box_minus": call(lambda p, q: (SO3(p) @ SO3(q).inverse()).log(), "p", "q"),
        "slerp": call(
            lambda p, q, t: (SO3.exp(t * (SO3(q) @ SO3(p).inverse()).log()) @ SO3(p)).wxyz,
            *("p", "q", "t"),
        ),
    }


def main() -> None:
    """Measure, print, and write if no function is named."""
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    x = operands()
    rows, others = conversions(x) | functions(x), jaxlies(x)
    chosen = sys.argv[1:] or list(rows)
    report: dict[str, Any] = {"versions": circumstances(EFFORT), "rows": {}}
    report["versions"] |= {"scipy": scipy.__version__, "samples": SAMPLES, "jaxlie": None}
    if others:
        report["versions"]["jaxlie"] = importlib.metadata.version("jaxlie")
    for name in chosen:
        times = bench.benchmark(
            {
                key: bench.Candidate(call, given, 1 if "one" in key else SAMPLES)
                for key, (call, given) in rows[name].items()
            },
            EFFORT,
        )
        if name in others:
            times |= bench.benchmark({"jaxlie": bench.Candidate(others[name], (), SAMPLES)}, EFFORT)
        report["rows"][name] = times
        listed = ", ".join(f"{key} {1e3 * t['min']:,.1f}" for key, t in times.items())
        print(f"{name:34} ns a sample: {listed}", flush=True)
    if not sys.argv[1:]:
        (RESULTS / "rotations.json").write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    main()
