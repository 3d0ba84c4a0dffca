"""How to simulate: one description for steps, rollouts and environments."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Final, Literal, get_args

from ..algorithms.constraints.impact import checked_restitution
from ..algorithms.friction.solve import checked_tolerance
from ..errors import ModelError, ShapeError, unknown, with_known_fields
from ..model import Closure, Contact, CoupledJoints, Model, Requirement
from ..model.contents import CONTENTS
from ..model.values import whole_number
from ..scalar.array import Array, as_array
from ..scalar.math import clip
from .shape_contacts import computable, contacts

Passive = Literal["none", "explicit", "implicit"]
Integrator = Literal[
    "commutator_free_4",
    "munthe_kaas_4",
    "midpoint",
    "semi_implicit_euler",
    "explicit_euler",
    "variational",
]
_VALUES: Final[Mapping[str, tuple[Any, ...]]] = {
    "integrator": (None, *get_args(Integrator)),
    "passive": (None, *get_args(Passive)),
    "limits": (None, False, True, "soft"),
    "velocity_limits": (False, True),
    "effort_limits": (False, True),
}
"""What arguments may be."""
_OWNER: Final = "kt.Simulation"
_SLOTS: Final = 24
"""Contacts that are solved for at once at most, or one and a half times the velocities."""
_PASSIVE: Final = ("damping", "dry friction", "springs")


@with_known_fields
@dataclass(frozen=True, kw_only=True, repr=False)
class Simulation:
    """How to simulate a robot: what acts on it, and how steps are computed.

    `kt.simulation.step`, `contact_step` and `rollout` and `kt.environment` take it as
    `simulation=`. It is a constant of their kernels: hashable, checked when it is made;
    `dataclasses.replace` changes one. `kt.Simulation.of(model)` obeys the robot's file.

    `integrator`. In all of them a free body (`kt.FreeFlyer`, `kt.Planar`) that nothing moves flies
    along a line and keeps the energy of its spin, however far it turns in a step:

    - "commutator_free_4": order 4, by 4 accelerations [Celledoni2003]; the default without contacts
      and limits;
    - "munthe_kaas_4": order 4, by 4 accelerations, in the tangent space [MuntheKaas1998];
    - "midpoint": order 2, by 2, half-way [Moreau1988]; the default with contacts or limits, and the
      only one with them;
    - "semi_implicit_euler": order 1, by one; the position moves with the new velocity;
    - "explicit_euler": order 1, by one;
    - "variational": order 2, symplectic: energy does not drift, momenta are constant to rounding
      [Lee2016]. Newton's method, 10 steps in linear time, converges where the motion of a step is
      less than about half a radian. Armature that differs between the axes of a spherical joint,
      or belongs to a free-flyer, has no Lagrangian: it changes momentum. Loops are refused.

    `passive` adds the model's springs, damping and dry friction; None leaves them out with a
    warning, "none" without:

    - "explicit", as `kt.passive_forces` at the states where accelerations are computed, for
      moderate ones; joints creep under dry friction where they should stick;
    - "implicit", at the end of a step with constant acceleration from there: stable for any dt
      (stiff springs oscillate with explicit_euler), of order 1 with each integrator. Dry friction
      locks a joint: below 1e-6 rad/s or m/s it is a strong damping.

    With contacts or limits, dry friction is an impulse on its joint, up to friction times dt.

    `contacts` are those of shapes, `kt.contacts(model)`, with each other, with the plane z = 0, or
    with a `kt.Terrain`; or points on that plane, the origins of frames: kt.Contact(frame).

    - `max_contacts` solves for so many of the contacts of shapes only, those with the smallest gaps
      in the middle of the step: a robot has hundreds of pairs, of which few touch. A step then
      costs what is near, code what kinds of pairs there are. The residual has the velocity into
      those that are left out; those too far to close, even if velocities change by 5 m/s, are none.
    - `restitution`, one number in [0, 1] or one of each contact: an impact never adds energy.
    - `iterations` and `tolerance`, as of `kt.friction.solve`: all rows are one problem. Where all
      are soft, as of an MJCF, it is solved by Newton's method, of so many steps. For learning a
      tolerance of 1e-6 is enough.

    `limits` keeps coordinates whose rate is a velocity, those of most joints, between their
    position limits, without restitution; "soft" lets them give way as an MJCF says (its
    `solreflimit`, `solimplimit` and `margin`), rigid where it says nothing. Limits of mimics and of
    other coordinates are ignored, and None leaves all out, with a warning where a rollout passes
    them. `velocity_limits` keeps
    velocities within theirs at the end of the step, by impulses as those at a stop: exactly for one
    joint, to order 2 in dt for coupled ones. `effort_limits` clips the torques tau to theirs;
    motors, which `control` drives, have limits of their own.

    Raises ShapeError and ModelError for values that are none of these, and for an integrator that
    has no contacts and limits.

    >>> import kinetree as kt
    >>> kt.Simulation(limits=True, passive="implicit")
    Simulation(passive='implicit', limits=True)
    """

    integrator: Literal[Integrator, None] = None
    passive: Literal[Passive, None] = None
    contacts: Sequence[Contact | Requirement] = ()
    max_contacts: int | None = None
    restitution: float | Sequence[float] = 0.0
    limits: Literal["soft"] | bool | None = None
    velocity_limits: bool = False
    effort_limits: bool = False
    iterations: int | None = None
    tolerance: float = 0.0

    def __post_init__(self) -> None:
        for name in ("contacts", "restitution"):
            if isinstance(getattr(self, name), list):
                object.__setattr__(self, name, (*getattr(self, name),))
        if not isinstance(self.contacts, tuple):
            raise ModelError(
                f"{_OWNER}: contacts is {self.contacts!r}; expected a list of kt.Contact, or "
                "kt.contacts(model)."
            )
        for name, values in _VALUES.items():
            if not isinstance(x := getattr(self, name), str | bool | None) or x not in values:
                strings = [y for y in values if isinstance(y, str) and True not in values]
                none = f"{name} is {x!r}; expected {' or '.join(map(str, values))}."
                raise ShapeError(f"{_OWNER}: {unknown(name, x, strings) if strings else none}")
        for x in self.restitutions or (self.restitution,):
            checked_restitution(_OWNER, x)
        if len(self.restitutions) != len(self.contacts):
            raise ShapeError(
                f"{_OWNER}: restitution= has {len(self.restitutions)} numbers; expected one, or "
                f"{len(self.contacts)}, one of each contact."
            )
        for name in ("iterations", "max_contacts"):
            if (x := getattr(self, name)) is not None:
                whole_number(_OWNER, name, x, 1, ShapeError)
        checked_tolerance(_OWNER, self.tolerance)
        if self.has_impulses and self.integrator not in (None, "midpoint"):
            raise ShapeError(
                f"{_OWNER}: contacts and limits with integrator={self.integrator!r}; expected "
                "integrator='midpoint', the default with them."
            )
        self._check_contacts()

    def __hash__(self) -> int:
        """Of what takes no time; contacts are compared."""
        kinds = self.integrator, self.passive, self.limits, self.velocity_limits
        return hash((*kinds, len(self.contacts), self.max_contacts, self.iterations))

    def __repr__(self) -> str:
        """The arguments that differ from the defaults; of many contacts the first."""
        named = {x.name: getattr(self, x.name) for x in fields(self)}
        default = {x.name: x.default for x in fields(self)}
        texts = {name: repr(x) for name, x in named.items() if x != default[name]}
        if len(self.contacts) > 4:
            texts["contacts"] = f"({self.contacts[0]!r}, ... {len(self.contacts)} in all)"
        return f"Simulation({', '.join(f'{name}={text}' for name, text in texts.items())})"

    @classmethod
    def of(cls, model: Model, **changes: Any) -> "Simulation":
        """The simulation of a robot as its file says.

        With all of its `kt.contacts(model)`, its position limits and, implicit, its springs,
        damping and dry friction, as far as it has any; `changes` are arguments that differ.
        `max_contacts` is 24, or 1.5 times the number of velocities, where there are more.
        Velocity and effort limits are left out: motors have their own. Warns as `kt.contacts`.

        >>> import kinetree as kt
        >>> kt.Simulation.of(kt.robots.arm(), iterations=50)
        Simulation(passive='none', limits=True, iterations=50)
        """
        limited = any(CONTENTS["position limits"](model))
        said: dict[str, Any] = {
            "passive": "implicit" if any(CONTENTS[x](model) for x in _PASSIVE) else "none",
            "limits": "soft" if limited and any(x.limit_softness for x in model.nodes) else limited,
        }
        if "contacts" not in changes and (pairs := computable(model)):
            said["contacts"] = contacts(model, tuple(pairs))
            most = max(_SLOTS, model.nv * 3 // 2)
            if len(said["contacts"]) > most:
                said["max_contacts"] = most
        return cls(**{**said, **changes})

    @property
    def has_impulses(self) -> bool:
        """Whether a step is that of `contact_step`."""
        return bool(self.contacts or self.limits or self.velocity_limits)

    @property
    def has_passive_forces(self) -> bool:
        """Whether springs, damping and dry friction act."""
        return self.passive in ("explicit", "implicit")

    @property
    def restitutions(self) -> tuple[float, ...]:
        """The restitution of each contact."""
        if isinstance(self.restitution, tuple):
            return self.restitution
        return (self.restitution,) * len(self.contacts)  # pyright: ignore

    def on(self, owner: str, model: Model) -> "Simulation":
        """This on a robot: with its contacts resolved, for the algorithm `owner`."""
        if all(isinstance(x, Requirement) for x in self.contacts):
            return self
        return replace(self, contacts=model.closures(owner, self.contacts))

    def clipped(self, model: Model, tau: Array) -> Array:
        """Torques within the model's effort limits, where these are kept."""
        limits = as_array(model.effort_limits)
        return clip(tau, -limits, limits) if self.effort_limits else tau

    def _check_contacts(self) -> None:
        for x in self.contacts:
            if isinstance(x, CoupledJoints) or (
                isinstance(x, Closure)
                and (x.kind != "point" or x.second.joint or x.place is not None)
            ):
                raise ModelError(
                    f"{_OWNER}: {x.label} is no point on the plane z = 0; expected "
                    'kt.Contact(frame), of kind "point", without other= and placement=, or '
                    "kt.contacts(model)."
                )
