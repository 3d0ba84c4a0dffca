"""`Algorithm`: a Python function of a robot and arrays, compiled for each robot."""

import inspect
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from ..compiler.vectorcall import with_vectorcall
from ..errors import ModelError, TraceError, not_a_model
from ..parameters import PARAMETERS
from ..scalar.array import Array, zeros
from ..scalar.spans import graph_of_rows
from .binding import Check, OperandChecks, Parameters
from .call_table import CallTable
from .derivative_rules import DerivativeRule, ruled
from .function import Function
from .results import Results, results_of
from .signature import (
    KNOWN,
    MODEL_PARAMETERS,
    ROBOT,
    Arguments,
    Operand,
    Robot,
    Signature,
    Sizes,
    check_names,
    free_names,
    known_signature,
    shape,
    sizes_of,
)
from .statics import COUNT, PLACEMENT, RELATIVE, FrameStatic, dims_per_frame

BODIES: Final = frozenset(("inertias", "placements"))
"""The parameters that regrouped inertias are made of."""


@with_vectorcall
class Algorithm(Function):
    """A Python function that kinetree traces once per robot and compiles.

    `algorithm(model, *operands, out=None, **keywords)` on arrays with leading batch axes. Keywords
    are its statics, its optional operands, and model parameters (`gravity`, `inertias`, `armature`,
    `placements`) that replace those of the model, also per sample.
    """

    __slots__ = ()
    first = ("model",)

    def __init__(
        self,
        function: Callable[..., Any],
        signature: Signature | None,
        *,
        check: Check | None = None,
        checks: OperandChecks | None = None,
        parameters: Parameters | None = None,
        model_parameters: Sequence[str] = (),
        reads: Mapping[Any, Any] | None = None,
        base_parameters: bool | Mapping[str, Any] = False,
    ) -> None:
        if parameters is None:
            _expect_model_first(function)
            parameters = Parameters.of(function, first=1)
            if signature is not None:
                check_names(function.__name__, signature)
        declared = signature
        signature = signature or known_signature(function.__name__, parameters.operands)
        super().__init__(function, signature, parameters=parameters, check=check, checks=checks)
        self.reads, self.base_parameters = reads, base_parameters
        settings: dict[str, Any] = {"check": check, "checks": checks}
        settings |= {"reads": reads, "base_parameters": base_parameters}
        self.settings = (declared, {**settings, "model_parameters": tuple(model_parameters)})
        more = {name: PARAMETERS[name].dimensions for name in model_parameters}
        self.rule: DerivativeRule | None = None
        """How it is differentiated, if not by differentiating its operations."""
        self.model_parameters = {**MODEL_PARAMETERS, **more}
        self.dims = {**self.model_parameters, **self.dims}

    @property
    def origin(self) -> Any:
        return self.reads, self.base_parameters, super().origin

    def split(self, operands: Sequence[Operand], keywords: dict[str, Any]) -> Any:
        if "model" in keywords:
            operands = (keywords.pop("model"), *operands)
        if not operands:
            raise ModelError(f"{self.__name__}: missing the model, which is the first argument.")
        if not hasattr(operands[0], "call_table"):
            raise ModelError(not_a_model(self.__name__, operands[0]))
        return operands[0], operands[1:]

    def table(self, model: Robot) -> CallTable:
        return model.call_table

    def differentiated_by(
        self, *operands: str, statics: Sequence[str] = ()
    ) -> Callable[[Callable[[], "Algorithm"]], None]:
        """Let another algorithm compute the derivatives along many directions.

        The function decorated returns it. Its results are the derivatives of each result of this
        one by `operands`, in this order; `statics` are those that both have.

        >>> import kinetree as kt
        >>> @kt.algorithm
        ... def squares(model, v):
        ...     return v * v
        >>> @kt.algorithm("(nv)->(nv,nv)")
        ... def squares_derivative(model, v):
        ...     return 2 * v * kt.math.eye(model.nv)
        >>> @squares.differentiated_by("v")
        ... def derivative():
        ...     return squares_derivative
        >>> arm = kt.robots.arm()
        >>> kt.jacobian(squares, "v")(arm, [3.0] * 7).trace().item()
        42.0
        """

        def declare(derivatives: Callable[[], "Algorithm"]) -> None:
            self.rule = DerivativeRule(derivatives, operands, tuple(statics))

        return declare

    def run(
        self, model: Robot, arrays: Mapping[str, Array], statics: Arguments, sizes: Sizes
    ) -> Results:
        return ruled(self, model, arrays, statics, sizes, self._run(model, arrays, statics, sizes))

    def _run(
        self, model: Robot, arrays: Mapping[str, Array], statics: Arguments, sizes: Sizes
    ) -> Results:
        operands, frame = self.parameters.operands, self.parameters.frame
        values = self._values(model, arrays, statics)
        replaced = self.model_parameters.keys() - operands
        parameters = {n: x for n, x in arrays.items() if n in replaced}
        when = self.base_parameters
        regrouped = when.items() <= statics.items() if isinstance(when, Mapping) else when
        regrouped = regrouped and not parameters.keys() & BODIES
        if regrouped and graph_of_rows(x.flat for x in arrays.values()) is not None:
            robot = model.regrouped
        else:  # numbers are computed with as the robot's file has them
            robot = model.structural
        robot = robot.replace(**parameters) if parameters else robot

        def results(replaced: Arguments, requested: Any) -> Results:
            keywords = statics if frame is None else {**statics, **base, frame: requested}
            value = self.function(
                robot, *self.parameters.values({**values, **replaced}), **keywords
            )
            return results_of(self.__name__, value, self.signature.results, sizes)

        base: dict[str, Any] = {}
        request = statics[frame] if frame is not None else None
        if not isinstance(request, FrameStatic):
            return results({}, request)
        frames, origin = request.frames(arrays[PLACEMENT])
        base = {} if origin is None else {RELATIVE: origin}
        if frame == "frames":
            return results({}, frames)
        if request.single:
            return results({}, frames[0])
        each = [name for name in operands if name in arrays and self.dims[name][:1] == (COUNT,)]
        parts = [results({n: arrays[n][k] for n in each}, x) for k, x in enumerate(frames)]
        return Results.stacked(parts, "frame")

    def _values(
        self, model: Robot, arrays: Mapping[str, Array], statics: Arguments
    ) -> dict[str, Array | None]:
        """The operands; an absent one is structural zeros if its shape is one of every robot."""
        sizes = {name: n for name, n in sizes_of(model).items() if name in ROBOT}
        values: dict[str, Array | None] = {}
        parts = {part for x in self.parameters.groups.values() for part in x.parts}
        for name in self.parameters.operands:
            dims = dims_per_frame(self.dims[name], statics)
            absent = (
                None if name in parts or free_names(dims, sizes) else zeros(*shape(dims, sizes))
            )
            values[name] = arrays.get(name, absent)
        return values

    def derivative(
        self, function: Callable[..., Any], signature: Signature, parameters: Parameters
    ) -> "Algorithm":
        return Algorithm(
            function,
            signature,
            parameters=parameters,
            check=self.check,
            checks=self.checks,
            model_parameters=[n for n in self.model_parameters if n not in MODEL_PARAMETERS],
        )

    def bind(self, model: Robot, **statics: Any) -> Callable[..., Any]:
        """A function of arrays only."""
        return partial(self, model, **statics)


def _expect_model_first(function: Callable[..., Any]) -> None:
    names = list(inspect.signature(function).parameters)
    if not names or names[0] in KNOWN:
        first = names[0] if names else "missing"
        listed = ", ".join(("model", *names))
        raise TraceError(
            f"algorithm: the first parameter of {function.__name__} is {first}; expected the "
            f"model, then the operands: def f({listed}). A function without a robot is a "
            "@kt.function."
        )
