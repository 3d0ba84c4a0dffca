"""Kinds of motors by their laws of length, velocity and control: `affine` is MuJoCo's."""

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial, update_wrapper
from math import isfinite
from numbers import Real
from typing import Any, Final, cast

from ..errors import ModelError, errors_at, kind_of, unknown
from ..functions.captured import run_once
from ..functions.content_keys import code_key
from ..scalar.array import Array, as_array, zeros
from ..scalar.expr import Scalar

__all__ = ["affine"]

KINDS: Final = dict[str, "Kind"]()
"""The kinds by the names that files give them; of one name, the last definition."""
_OPERANDS: Final = ("length", "velocity", "control", "activation", "dt")


class Kind:
    """A kind of motor, as `kt.motor` makes it: called with parameters, it gives a `Law`."""

    def __init__(self, function: Callable[..., Any], states: int) -> None:
        update_wrapper(self, function)
        self.function, self.states = function, states
        module, name = function.__module__, function.__qualname__
        self.is_own = module == __name__
        self.key = name if self.is_own else f"{module}:{name}"
        """The name in files."""
        listed = inspect.signature(function).parameters.values()
        self.defaults = {x.name: x.default for x in listed if x.kind is x.KEYWORD_ONLY}
        expected = _OPERANDS if states else _OPERANDS[:3]
        if len(listed) != len(expected) + len(self.defaults):
            raise ModelError(
                f"motor: {name}{inspect.signature(function)} with states={states}; expected "
                f"{name}({', '.join(expected)}, *, parameter=1.0)."
            )
        self()
        KINDS[self.key] = self

    def __call__(self, **parameters: float) -> "Law":
        values: dict[str, Any] = {**self.defaults, **parameters}
        for name, x in values.items():
            if name not in self.defaults:
                raise ModelError(f"{self.key}: {unknown('parameter', name, [*self.defaults])}")
            if not isinstance(x, Real) or not isfinite(x):
                raise ModelError(f"{self.key}: {name} is {x!r}; expected a finite number.")
        return Law(self, tuple(float(x) + 0.0 for x in values.values()))

    @property
    def contents(self) -> object:
        """What the law computes with, for keys of compiled code; of a built-in one the name."""
        return None if self.is_own else (self.key, self.states, *code_key(self.function))

    def force(
        self, values: Sequence[Scalar], *motion: Scalar, activation: Array, dt: Scalar
    ) -> tuple[Scalar, Array]:
        """The force at a (length, velocity, control), and the states after dt."""
        named = dict(zip(self.defaults, values, strict=True))
        with errors_at(self.key), run_once(self.key, self.function):
            result = self.function(*motion, *((activation, dt) if self.states else ()), **named)
            both: Any = result if self.states else (result, zeros(0))
            if not isinstance(both, tuple) or len(cast(tuple[Any, ...], both)) != 2:
                raise ModelError(f"it gives {kind_of(result)}; expected (force, activation).")
            force, after = map(as_array, cast(tuple[Any, Any], both))
            if force.shape or after.shape != activation.shape:
                raise ModelError(
                    f"it gives a force of shape {force.shape} and an activation of shape "
                    f"{after.shape}; expected () and {activation.shape}."
                )
        return force.flat[0], after

    def __reduce__(self) -> str:
        return self.function.__qualname__

    def __repr__(self) -> str:
        return f"<kind of motor {self.key}>"


@dataclass(frozen=True, slots=True)
class Law:
    """A kind of motor with its parameters."""

    kind: Kind
    values: tuple[float, ...]

    @property
    def parameters(self) -> Mapping[str, float]:
        return dict(zip(self.kind.defaults, self.values, strict=True))

    def __repr__(self) -> str:
        own = (f"{k}={x}" for k, x in self.parameters.items() if x != self.kind.defaults[k])
        return f"{self.kind.key}({', '.join(own)})"


def motor(law: Callable[..., Any] | None = None, *, states: int = 0) -> Any:
    """Make a kind of motor of its law, a function that gives the force of one motor.

    The law is `law(length, velocity, control, *, ...)` on scalars, with the functions of `kt.math`;
    after the '*' are parameters with numbers as defaults. The kind, called with parameters, is what
    `kt.Actuator(law=)` and `kt.Motors(law=)` take. Columns of `actuator_gains`, in the order of the
    parameters, replace them in a call. Steps differentiate the law: the motor acts at their end.

    With `states`, a number, the motor has so many of its own: filters, integrators, delays. Its law
    is then `law(length, velocity, control, activation, dt, *, ...)` and gives (force, activation),
    both at the end of a time dt, which is 0 for `kt.actuator_forces`. The law must not change: it
    is a part of compiled code. `kt.save` writes its name, module and parameters; import the module
    before `kt.load`. Raises ModelError for other arguments.

    >>> import kinetree as kt
    >>> @kt.motor(states=1)
    ... def lagging(length, velocity, control, activation, dt, *, gain=1.0, time=0.05):
    ...     after = activation + (control - activation) * dt / (time + dt)
    ...     return gain * after[0], after
    >>> arm = kt.robots.arm().replace(actuators=kt.Motors(law=lagging(gain=20.0)))
    >>> rest, on = [0.0] * 7, [1.0] * 7
    >>> step = kt.simulation.step(arm, rest, rest, rest, 0.05, control=on)
    >>> step.activation.tolist()
    [0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5]
    """
    return partial(motor, states=states) if law is None else Kind(law, states)


@motor
def affine(
    length: Scalar,
    velocity: Scalar,
    control: Scalar,
    *,
    gain: float = 1.0,
    bias_constant: float = 0.0,
    bias_position: float = 0.0,
    bias_velocity: float = 0.0,
    gain_position: float = 0.0,
    gain_velocity: float = 0.0,
) -> Scalar:
    """MuJoCo's affine force, with u the control.

    force = (gain + gain_position length + gain_velocity velocity) u
            + bias_constant + bias_position length + bias_velocity velocity

    A position servo has gain kp, bias_position -kp and bias_velocity -kd; a torque motor the gain
    1, the default. Source: [Todorov2012].
    """
    of_length = bias_position + gain_position * control
    of_velocity = bias_velocity + gain_velocity * control
    return gain * control + bias_constant + of_length * length + of_velocity * velocity


TORQUE: Final = affine()
