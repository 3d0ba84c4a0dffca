"""The equations of motion of small robots as SymPy's matrices."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import numpy as np

from ..algorithms.coriolis import coriolis_matrix
from ..algorithms.crba import crba
from ..algorithms.rnea import generalized_gravity
from ..errors import ModelError, needing
from ..model import Model, expect_model
from ..spatial import Inertia

__all__ = ["EquationsOfMotion", "equations_of_motion"]


@dataclass(frozen=True)
class EquationsOfMotion:
    """M(q) a + C(q, v) v + g(q) = tau, in symbols of SymPy.

    `q` and `v` are their symbols, `values` has the value of each other symbol.
    """

    q: Any
    v: Any
    M: Any
    C: Any
    g: Any
    values: Mapping[Any, float]

    def _repr_latex_(self) -> str:
        parts = [f"{name} &= {_sympy().latex(getattr(self, name))}" for name in "MCg"]
        return r"$$\begin{aligned}" + r" \\ ".join(parts) + r"\end{aligned}$$"


def equations_of_motion(model: Model, *, simplify: bool = True) -> EquationsOfMotion:
    """M, C and g of a robot in symbols for its masses, lengths and gravity.

    Symbols: q_i and qdot_i, numbered as q and v are; of the body of joint i the mass m_i, the
    distance l_i of its centre of mass or of the next joint (with axes, l_ix, or c_ix for the centre
    of mass, where there are several), the central rotational inertia I_ixx, ...; armature J_i; and
    g. Zeros remain zero, and angles of placements remain numeric. `simplify` writes sums of
    products with as few functions as it can; it takes seconds for two joints, much more for five.
    C is that of `kt.coriolis_matrix`. Raises ModelError without SymPy (extra `sympy`), and for a
    model that has symbols already.
    Derived here: `kt.crba`, `kt.coriolis_matrix` and `kt.generalized_gravity` run on symbols.

    >>> import kinetree as kt
    >>> eom = kt.equations_of_motion(kt.robots.pendulum(2))
    >>> eom.M[1, 1]
    l_2**2*m_2
    """
    expect_model("equations_of_motion", model)
    sp = _sympy()
    if not model.numeric:
        raise ModelError(
            f"equations_of_motion: {model.name} has symbols already; call kt.crba, "
            "kt.coriolis_matrix and kt.generalized_gravity with symbols, as in "
            "examples/algorithms/05_symbols.py."
        )
    symbols = _Symbols(sp, model)
    robot = model.replace(
        inertias=symbols.inertias(),
        placements=symbols.placements(),
        gravity=symbols.gravity(),
        armature=symbols.armature(),
    )
    q = [sp.Symbol(f"q_{i}", real=True) for i in range(1, model.nq + 1)]
    v = [sp.Symbol(f"qdot_{i}", real=True) for i in range(1, model.nv + 1)]
    terms = crba(robot, q), coriolis_matrix(robot, q, v), generalized_gravity(robot, q)
    M, C, g = (sp.Matrix(np.asarray(x)).applyfunc(partial(_tidy, sp, simplify)) for x in terms)
    return EquationsOfMotion(sp.Matrix(q), sp.Matrix(v), M, C, g, symbols.values)


def _sympy() -> Any:
    with needing("equations of motion are made with SymPy: pip install 'kinetree[sympy]'."):
        import sympy
    return sympy


def _tidy(sp: Any, simplify: bool, x: Any) -> Any:
    """The expression with exact fractions for floats, and trigonometry collected."""
    x = sp.sympify(x)
    x = x.xreplace({f: sp.Rational(f) for f in x.atoms(sp.Float) if (64 * float(f)).is_integer()})
    return sp.factor_terms(sp.trigsimp(sp.expand(x))) if simplify else x


class _Symbols:
    """The parameters of a model as symbols, and their values."""

    def __init__(self, sp: Any, model: Model) -> None:
        self._sp, self._model = sp, model
        self.values: dict[Any, float] = {}
        self._bodies = [_body(row) for row in model.inertias]
        self._distances = [self._names_of(i) for i in range(model.njoints)]

    def _names_of(self, body: int) -> dict[tuple[int, float], str]:
        """The name of each distance on a body, by axis and length."""
        children = np.flatnonzero(self._model.parents[1:] == body) + 1
        steps = [self._model.placements[k, :3, 3] for k in children]
        names: dict[tuple[int, float], str] = {}
        for letter, offsets in (("l", steps), ("c", [self._bodies[body][1]] if body else [])):
            for offset in offsets:
                for axis in np.flatnonzero(offset):
                    name = f"{letter}_{body}{'xyz'[axis]}"
                    taken = sum(other.startswith(name) for other in names.values())
                    distance = int(axis), abs(float(offset[axis]))
                    names.setdefault(distance, f"{name}_{taken + 1}" if taken else name)
        return names if len(names) != 1 else dict.fromkeys(names, f"l_{body}")

    def _symbol(self, name: str, value: float) -> Any:
        """A positive symbol for a value, times its sign; zero remains zero."""
        if value == 0:
            return 0
        symbol = self._sp.Symbol(name, positive=True)
        self.values[symbol] = abs(float(value))
        return symbol if value > 0 else -symbol

    def _vector(self, body: int, offset: Any) -> list[Any]:
        names = self._distances[body]
        return [self._symbol(names.get((a, abs(float(x))), ""), x) for a, x in enumerate(offset)]

    def inertias(self) -> list[Any]:
        rows: list[Any] = [[0] * 10]
        for i, (mass, center, central) in list(enumerate(self._bodies))[1:]:
            tensor = [
                [self._symbol(f"I_{i}{''.join(sorted(a + b))}", central[r, c]) for c, b in _AXES]
                for r, a in _AXES
            ]
            body = Inertia(self._symbol(f"m_{i}", mass), self._vector(i, center), tensor)
            rows.append(list(body.parameters.flat))
        return rows

    def placements(self) -> list[Any]:
        result: list[Any] = []
        for k, placement in enumerate(self._model.placements):
            T = placement.astype(object)
            T[:3, 3] = self._vector(int(self._model.parents[k]), placement[:3, 3])
            result.append(T.tolist())
        return result

    def gravity(self) -> list[Any]:
        g = self._model.gravity
        names = ["g"] * 3 if np.count_nonzero(g) < 2 else ["g_x", "g_y", "g_z"]
        return [self._symbol(name, x) for name, x in zip(names, g, strict=True)]

    def armature(self) -> list[Any]:
        return [self._symbol(f"J_{i}", x) for i, x in enumerate(self._model.armature, 1)]


_AXES: Final = tuple(enumerate("xyz"))


def _body(row: Any) -> tuple[float, Any, Any]:
    """Mass, centre of mass and central inertia, with rounding errors set to zero."""
    body = Inertia.from_parameters(row)
    if not body.mass:
        return 0.0, np.zeros(3), np.asarray(body.rotational)
    central = np.asarray(body.about_center_of_mass)
    central[abs(central) <= 1e-12 * abs(np.asarray(body.rotational)).max()] = 0
    return float(row[0]), np.asarray(body.center_of_mass), central
