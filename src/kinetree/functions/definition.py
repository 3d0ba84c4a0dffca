"""`Definition`: what an algorithm or a function is, below the objects that are called."""

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from ..errors import TraceError
from ..parameters import PARAMETERS
from ..scalar.array import Array, zeros
from ..scalar.spans import graph_of_rows
from .binding import Check, OperandChecks, Parameters
from .call_table import CallTable
from .content_keys import is_installed
from .results import Results, results_of
from .signature import (
    KNOWN,
    MODEL_PARAMETERS,
    ROBOT,
    Arguments,
    Dims,
    Robot,
    Signature,
    Sizes,
    check_names,
    free_names,
    known_signature,
    shape,
    sizes_of,
)
from .statics import (
    CONTACT_KEYWORDS,
    COUNT,
    FRAME_KEYWORDS,
    PLACEMENT,
    RELATIVE,
    FrameStatic,
    dims_per_frame,
)

MODEL: Final = ("model",)
"""The leading arguments of an algorithm; a function has none."""
_BODIES: Final = frozenset(("inertias", "placements"))
"""The parameters that regrouped inertias are made of."""


@dataclass(frozen=True)
class DerivativeRule:
    """The algorithm of the derivatives of all results by operands, in this order.

    `derivatives` returns it: the module that has it is imported when it is used.
    """

    derivatives: "Callable[[], Definition]"
    operands: tuple[str, ...]
    statics: tuple[str, ...] = ()
    """The statics that both have."""


@dataclass(frozen=True, eq=False)
class Definition:
    """A Python function of arrays, and of a robot first where `first` is `MODEL`."""

    function: Callable[..., Any]
    signature: Signature
    parameters: Parameters
    identity: tuple[Callable[..., Any], tuple[Any, ...]]
    """A call that makes it again: pickles hold it, and its text is a key of the disk cache."""
    first: tuple[str, ...] = ()
    check: Check | None = None
    checks: OperandChecks | None = None
    model_parameters: Mapping[str, Dims] = field(default_factory=dict[str, Dims])
    """Dimensions of the parameters of the model that calls may replace."""
    base_parameters: bool | Mapping[str, Any] = False
    rule: DerivativeRule | None = None
    """How it is differentiated, if not by differentiating its operations."""
    calls: CallTable = field(default_factory=CallTable)
    """The table of a function without a robot."""

    @property
    def name(self) -> str:
        """Its name in messages."""
        return self.parameters.owner

    @cached_property
    def sources(self) -> tuple[object, ...]:
        """The functions, and objects with functions, whose contents decide what it computes."""
        make, (first, *_) = self.identity
        if make is not define:
            return first.definition.sources
        is_users = self.rule and not is_installed(self.function.__code__.co_filename)
        more = self.rule.derivatives().sources if self.rule and is_users else ()
        return *getattr(first, "sources", (first,)), *more

    @cached_property
    def dims(self) -> dict[str, Dims]:
        """The dimensions of operands in the order of kernels: its own, then the model's."""
        own = dict(zip(self.parameters.operands, self.signature.operands, strict=True))
        return {**own, **self.model_parameters, **own}

    @cached_property
    def free_axes(self) -> tuple[tuple[int, int], ...]:
        """Axes of operands, from the end, whose lengths only a call determines."""
        known = {*ROBOT} if self.first else set[str]()
        known |= {COUNT} if self.parameters.frame else set()
        known |= {"ncontacts", "nrows"} if self.parameters.contacts else set()
        return tuple(
            (k, len(dims) - i)
            for k, dims in enumerate(self.dims.values())
            for i, dim in enumerate(dims)
            if dim.isidentifier() and dim not in known
        )

    def table(self, model: Robot) -> CallTable:
        """The table of calls that were seen."""
        return model.call_table if self.first else self.calls

    def run(
        self, model: Robot, arrays: Mapping[str, Array], statics: Arguments, sizes: Sizes
    ) -> Results:
        """Run the Python function on one sample of generic scalars, once for each frame.

        Derivatives are those of its operations; `run_with_rule` may have others.
        """
        operands, frame = self.parameters.operands, self.parameters.frame
        robot = [self._robot(model, arrays, statics)] if self.first else []
        values = self._values(model, arrays, statics)

        def results(replaced: Arguments, requested: Any) -> Results:
            keywords = statics if frame is None else {**statics, **base, frame: requested}
            arguments = self.parameters.values({**values, **replaced})
            value = self.function(*robot, *arguments, **keywords)
            return results_of(self.name, value, self.signature.results, sizes)

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

    def _robot(self, model: Robot, arrays: Mapping[str, Array], statics: Arguments) -> Robot:
        """The model as the function sees it, with the parameters that the call replaces."""
        replaced = self.model_parameters.keys() - self.parameters.operands
        parameters = {n: x for n, x in arrays.items() if n in replaced}
        when = self.base_parameters
        regrouped = when.items() <= statics.items() if isinstance(when, Mapping) else when
        regrouped = regrouped and not parameters.keys() & _BODIES
        if regrouped and graph_of_rows(x.flat for x in arrays.values()) is not None:
            robot = model.regrouped
        else:  # numbers are computed with as the robot's file has them
            robot = model.structural
        return robot.replace(**parameters) if parameters else robot

    def _values(
        self, model: Robot, arrays: Mapping[str, Array], statics: Arguments
    ) -> dict[str, Array | None]:
        """The operands; an absent one is structural zeros if its shape is one of every robot."""
        sizes = {name: n for name, n in sizes_of(model).items() if name in ROBOT}
        values: dict[str, Array | None] = {}
        for name in self.parameters.operands:
            dims = dims_per_frame(self.dims[name], statics)
            absent = not self.first or name in self.parameters.group_of or free_names(dims, sizes)
            values[name] = arrays.get(name, None if absent else zeros(*shape(dims, sizes)))
        return values


def define(
    function: Callable[..., Any],
    signature: Signature | None,
    first: tuple[str, ...] = (),
    name: str | None = None,
    check: Check | None = None,
    checks: OperandChecks | None = None,
    model_parameters: Sequence[str] = (),
    reads: Mapping[Any, Any] | None = None,
    base_parameters: bool | Mapping[str, Any] = False,
) -> Definition:
    """The definition of a Python function; see `kt.algorithm` and `kt.function`."""
    settings = name, check, checks, tuple(model_parameters), reads, base_parameters
    identity = define, (function, signature, first, *settings)
    if first:
        _expect_model_first(function)
    parameters = Parameters.of(function, first=len(first), owner=name)
    owner, names = parameters.owner, parameters.operands
    if signature is None:
        signature = known_signature(owner, names)
    elif first:
        check_names(owner, signature)
    if len(signature.operands) != len(names):
        raise TraceError(
            f"{owner}: its signature has {len(signature.operands)} operands, its "
            f"function {len(names)}: {', '.join(names)}."
        )
    replaced = {
        n: PARAMETERS[n].dimensions if n in PARAMETERS else KNOWN[n] for n in model_parameters
    }
    replaced = {**MODEL_PARAMETERS, **replaced} if first else {}
    if not first:
        _refuse_robot(parameters, signature)
    return Definition(
        function, signature, parameters, identity, first, check, checks, replaced, base_parameters
    )


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


def _refuse_robot(parameters: Parameters, signature: Signature) -> None:
    sizes = {n for dims in signature.operands for n in free_names(dims, {})} & {*ROBOT}
    names = parameters.statics.keys() & {*FRAME_KEYWORDS, *CONTACT_KEYWORDS}
    if sizes or names:
        listed = ", ".join(sorted(sizes | names))
        raise TraceError(
            f"{parameters.owner}: a function has no robot, so no {listed}; make it an algorithm, "
            "whose first argument is the model, with @kt.algorithm."
        )
