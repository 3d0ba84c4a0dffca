"""`Algorithm`: a Python function compiled for robots and arrays."""

import operator
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from math import prod
from typing import Any

import numpy as np

from ..compiler import (
    Kernel,
    VectorcallBase,
    check_compilation_allowed,
    compile_lock,
    dispatch_in_compiled_code,
    drop_implicit_derivatives,
    with_vectorcall,
)
from ..compiler.batch import BOOLEAN_OPERANDS
from ..errors import CompileError, KinetreeError, ModelError, ShapeError, TraceError
from ..scalar.array import Array, zeros
from ..scalar.graph import Graph
from ..scalar.replay import Operand, Trace
from ..scalar.spans import Span
from . import adapters
from .binding import Call, CallShapes, ModelLike, Parameters, call_shapes
from .evaluation import evaluate
from .kernels import make_kernel
from .results import Results, results_of
from .signature import (
    MODEL_PARAMETERS,
    Dims,
    Signature,
    free_names,
    known_signature,
    parse,
    robot_sizes,
    shape,
)
from .statics import COUNT, PLACEMENT, FrameStatic, dims_per_frame, static_key

Check = Callable[[str, Mapping[str, Any]], None]
"""A check of the operands and keywords of a call, by name and of any kind."""


@with_vectorcall
class Algorithm(VectorcallBase):
    """A Python function that kinetree traces once per robot and compiles.

    `algorithm(model, *operands, out=None, **keywords)` on arrays with leading batch axes. Keywords
    are its statics, its optional operands, and model parameters (`gravity`, `inertias`, `armature`,
    `placements`) that replace those of the model, also per sample.
    """

    __slots__ = ("__dict__", "__weakref__")

    def __init__(
        self,
        function: Callable[..., Any],
        signature: Signature | None,
        *,
        coupled: Callable[..., Any] | None = None,
        check: Check | None = None,
        checks: Mapping[str, Callable[[str, Any], None]] | None = None,
        parameters: Parameters | None = None,
    ) -> None:
        self.function = function
        self.coupled, self.check, self.checks = coupled, check, checks or {}
        self.__name__, self.__qualname__ = function.__name__, function.__qualname__
        self.__doc__ = function.__doc__
        self.__module__ = function.__module__
        self.__wrapped__ = function
        self.derived: dict[Any, Algorithm] = {}
        self.recipe: tuple[Any, ...] | None = None
        """The function and arguments that unpickle a derivative."""
        self.parameters = parameters or Parameters.of(function)
        self.signature = signature or known_signature(function.__name__, self.parameters.operands)
        if len(self.signature.operands) != len(self.parameters.operands):
            raise TraceError(
                f"{self.__name__}: its signature has {len(self.signature.operands)} operands, its "
                f"function {len(self.parameters.operands)}: "
                f"{', '.join(self.parameters.operands)}."
            )
        operands = dict(zip(self.parameters.operands, self.signature.operands, strict=True))
        self.dims: dict[str, Dims] = {**MODEL_PARAMETERS, **operands}
        """The dimensions of every operand by name, model parameters included."""

    def __call__(self, *operands: Any, out: Any = None, **keywords: Any) -> Any:
        if self.check is not None:
            self._check_call(*operands, **keywords)
        return self._call(*operands, out=out, **keywords)

    def _check_call(self, *operands: Any, **keywords: Any) -> None:
        """Run `check` on the arguments."""
        assert self.check is not None
        named = dict(zip(("model", *self.parameters.operands), operands, strict=False))
        self.check(self.__name__, named | keywords)

    def _call(self, *operands: Any, out: Any = None, **keywords: Any) -> Any:
        """The results for a model and operands of any kind."""
        found, arrays = self._find_kernel(operands, keywords)
        if found is not None:
            return found(*arrays) if out is None else found(*arrays, out=out)
        if "model" in keywords:
            operands = (keywords.pop("model"), *operands)
        if not operands:
            raise ModelError(f"{self.__name__}: the model is missing, its first argument.")
        model, operands = operands[0], operands[1:]
        call = self.parameters.bind(model, self.dims, operands, keywords)
        for name, check in self.checks.items():
            check(self.__name__, call.operands.get(name))
        values = list(call.operands.values())
        if model.numeric and all(adapters.is_plain(x) for x in values):
            dtype = adapters.kernel_dtype(call.operands)
            kernel = self._kernel(model, call, dtype)
            arrays = adapters.cast_for_kernel(call.operands, dtype)
            # frames named by a mapping are not in the keywords, so they are in no dispatch key
            keyed = not any(isinstance(x, Mapping) for x in (*operands, *keywords.values()))
            if dtype == "float64" and keyed and self.parameters.is_simple(operands, keywords):
                key = (self, tuple(keywords), *keywords.values()) if keywords else self
                if key not in model.dispatch:
                    model.dispatch[key] = kernel.with_last(*arrays[len(operands) :])
                    dispatch_in_compiled_code(self, self.check and self._check_call, self._call)
            elif dtype == "float64" and keyed:
                self._register(model, kernel, call, arrays, keywords)
            return kernel(*arrays) if out is None else kernel(*arrays, out=out)
        if out is not None:
            raise ShapeError(
                f"{self.__name__}: out= is for plain real numbers; leave it out: complex numbers, "
                "mpmath, symbols and traced numbers are computed in Python, into a new array."
            )
        return evaluate(self, model, call)

    def _dispatch_key(self, names: Sequence[str], keywords: Mapping[str, Any]) -> Any:
        """The dispatch key of calls with these operands and statics."""
        statics = {n: x for n, x in keywords.items() if n in self.parameters.statics}
        return self, tuple(names), static_key(self.__name__, statics)

    def _find_kernel(
        self, operands: Sequence[Any], keywords: Mapping[str, Any]
    ) -> tuple[Kernel | None, list[Any]]:
        """The kernel of an earlier call with these statics, and its operands, if all are plain."""
        if not keywords:
            return None, []
        given = dict(zip(self.parameters.operands, operands[1:], strict=False))
        given |= {n: keywords[n] for n in self.parameters.operands if n in keywords}
        count = len(given) + len(keywords.keys() & self.parameters.statics.keys())
        if count != len(operands) - 1 + len(keywords):  # model parameters, or duplicates
            return None, []
        for name, check in self.checks.items():
            check(self.__name__, given.get(name))
        for name in given.keys() & BOOLEAN_OPERANDS:
            if getattr(given[name], "dtype", None) == np.bool_:
                given[name] = given[name].astype(np.float64)
        arrays = list(given.values())
        if not all(type(x) is np.ndarray and x.dtype == np.float64 for x in arrays):
            return None, []
        names, statics = tuple(given), [x for n, x in keywords.items() if n not in given]
        try:
            dispatch, latest = operands[0].dispatch, (self, names, tuple(keywords))
            previous, kernel = dispatch.get(latest, ((), None))
            if kernel is None or not all(map(operator.is_, previous, statics)):
                kernel = dispatch.get(self._dispatch_key(names, keywords))
                dispatch[latest] = statics, kernel
            return kernel, arrays
        except (AttributeError, IndexError, TraceError):  # no model, or an unhashable static
            return None, []

    def _register(
        self,
        model: ModelLike,
        kernel: Kernel,
        call: Call,
        arrays: Sequence[Any],
        keywords: Mapping[str, Any],
    ) -> None:
        """Add the kernel to the dispatch table, for calls with the same operands and statics."""
        names = [name for name in self.parameters.operands if name in call.operands]
        try:
            free = call_shapes(self.__name__, self.dims, model, call).free
            if not free and not keywords.keys() & MODEL_PARAMETERS.keys():
                bound = kernel.with_last(*arrays[len(names) :])
                model.dispatch.setdefault(self._dispatch_key(names, keywords), bound)
        except TraceError:  # an unhashable static
            return

    def evaluate(self, model: ModelLike, *operands: Any, **keywords: Any) -> Any:
        """Run the Python function on the operands as they are, sample by sample."""
        return evaluate(self, model, self.parameters.bind(model, self.dims, operands, keywords))

    def compile(
        self,
        model: ModelLike,
        *,
        dtype: str = "float64",
        inputs: Sequence[str] = (),
        sizes: Mapping[str, int] | None = None,
        packed: bool = False,
        **keywords: Any,
    ) -> Kernel:
        """The kernel for a robot, called without it; `inputs` names optional operands it takes.

        `keywords` are statics, and operands that are constant. `sizes` gives the free dimensions of
        the signature, as in sizes={"n": 4}; k of an algorithm with `frames` is their number.
        Results that are `packed` are rows of the elements that are not always zero, those that are
        always equal once; `kernel.packing` gives their places.

        >>> import kinetree as kt
        >>> arm = kt.robots.arm()
        >>> kernel = kt.external_forces.compile(arm, frames=("tool",), reference="world")
        >>> kernel(kt.neutral(arm), [[0, 0, -10, 0, 0, 0]]).shape
        (8, 6)
        """
        if dtype not in ("float64", "float32"):
            raise CompileError(
                f"{self.__name__}: dtype {dtype!r}; expected 'float64' or 'float32'."
            )
        call, names = self.parameters.placeholders(
            model, self.dims, dtype, inputs, sizes or {}, keywords
        )
        bound = {name: value for name, value in call.operands.items() if name not in names}
        if not model.numeric or not all(map(adapters.is_plain, bound.values())):
            raise CompileError(
                f"{self.__name__}: the model, or a constant operand, holds symbols or complex "
                "numbers; a kernel takes plain real ones. Call the algorithm without compile."
            )
        ordered = {name: call.operands[name] for name in names} | bound
        kernel = self._kernel(model, replace(call, operands=ordered), dtype, packed)
        return kernel.with_last(*adapters.cast_for_kernel(bound, dtype)) if bound else kernel

    def trace(
        self,
        model: ModelLike,
        *,
        inputs: Sequence[str] = (),
        sizes: Mapping[str, int] | None = None,
        **keywords: Any,
    ) -> Trace:
        """The graph of the algorithm for a robot; keywords as those of `compile`."""
        call, _ = self.parameters.placeholders(
            model, self.dims, "float64", inputs, sizes or {}, keywords
        )
        shapes = call_shapes(self.__name__, self.dims, model, call)
        return self.traced(model, call.statics, shapes)[0]

    def bind(self, model: ModelLike, **statics: Any) -> Callable[..., Any]:
        """A function of arrays only."""
        return partial(self, model, **statics)

    def _kernel(self, model: ModelLike, call: Call, dtype: str, packed: bool = False) -> Kernel:
        shapes = call_shapes(self.__name__, self.dims, model, call)
        key = (self, call.key, dtype, shapes.free, tuple(call.operands), packed)
        kernel = model.dispatch.get(key)
        if kernel is None:
            check_compilation_allowed(f"{self.__name__} of {model.name}")
            with compile_lock:
                if key not in model.dispatch:
                    model.dispatch[key] = make_kernel(self, model, call, dtype, shapes, packed)
                kernel = model.dispatch[key]
        return kernel

    @property
    def origin(self) -> Any:
        """The Python function, or the recipe of a derivative in terms of such functions."""
        if self.recipe is None:
            return self.function, self.coupled, self.signature
        make, (algorithm, *arguments) = self.recipe
        return make, algorithm.origin, arguments

    def traced(
        self, model: ModelLike, statics: Mapping[str, Any], shapes: CallShapes
    ) -> tuple[Trace, Results]:
        """A trace of the algorithm, and its results."""
        check_compilation_allowed(f"{self.__name__} of {model.name}")
        graph = Graph()
        operands: list[Operand] = []
        arrays: dict[str, Array] = {}
        for spec in shapes.specs:
            elements = Span(graph, spec.name, 0, prod(spec.shape))
            arrays[spec.name] = Array.of(elements, spec.shape)
            operands.append(Operand(spec.name, spec.shape, elements))
        results = self.run(model, arrays, statics, shapes.sizes)
        named = [
            Operand(spec.name, spec.shape, x.flat)
            for spec, x in zip(results.specs, results.arrays, strict=True)
        ]
        return drop_implicit_derivatives(Trace(graph, tuple(operands), tuple(named))), results

    def run(
        self,
        model: ModelLike,
        arrays: Mapping[str, Array],
        statics: Mapping[str, Any],
        sizes: Mapping[str, int],
    ) -> Results:
        """Run the Python function on one sample of generic scalars."""
        operands = self.parameters.operands
        robot = robot_sizes(model)
        values = {name: self._operand(name, arrays, statics, robot) for name in operands}
        parameters = {
            n: x for n, x in arrays.items() if n in MODEL_PARAMETERS and n not in operands
        }
        structural = model.structural.replace(**parameters) if parameters else model.structural
        function = self.coupled if self.coupled is not None and model.coupled else self.function
        declared = self.signature.results
        expected = None if declared is None else [(d, shape(d, sizes)) for d in declared]
        frame = self.parameters.frame
        request = statics[frame] if frame is not None else None

        def results(replaced: Mapping[str, Any], requested: Any) -> Results:
            keywords = statics if frame is None else {**statics, frame: requested}
            value = function(structural, *{**values, **replaced}.values(), **keywords)
            return results_of(self.__name__, value, expected)

        if not isinstance(request, FrameStatic):
            return results({}, request)
        frames = request.frames(arrays[PLACEMENT])
        if frame == "frames":
            return results({}, frames)
        if request.single:
            return results({}, frames[0])
        each = [name for name in operands if name in arrays and self.dims[name][:1] == (COUNT,)]
        parts = [results({n: arrays[n][k] for n in each}, at) for k, at in enumerate(frames)]
        return Results.stacked(parts, "frame")

    def _operand(
        self,
        name: str,
        arrays: Mapping[str, Array],
        statics: Mapping[str, Any],
        sizes: Mapping[str, int],
    ) -> Array | None:
        """An operand; if it is absent and the robot determines its shape, structural zeros."""
        if name in arrays:
            return arrays[name]
        dims = dims_per_frame(self.dims[name], statics)
        return None if free_names(dims, sizes) else zeros(*shape(dims, sizes))

    def __reduce__(self) -> Any:
        """Pickle by name, as functions are; a derivative by its recipe."""
        if self.recipe is not None:
            return self.recipe
        found: Any = sys.modules.get(self.__module__)
        for part in self.__qualname__.split("."):
            found = getattr(found, part, None)
        if found is not self:
            raise KinetreeError(
                f"{self.__name__} cannot be pickled: {self.__module__}.{self.__qualname__} is not "
                "this algorithm; define it at the top level of a module, under its name."
            )
        return self.__qualname__

    def __deepcopy__(self, memo: Any) -> "Algorithm":
        return self

    def __repr__(self) -> str:
        return f"<kinetree algorithm {self.__name__}>"


def algorithm(
    signature: str | Callable[..., Any],
    *,
    coupled: Callable[..., Any] | None = None,
    check: Check | None = None,
    checks: Mapping[str, Callable[[str, Any], None]] | None = None,
) -> Any:
    """Make a Python function an algorithm: `@kt.algorithm("(nq),(nv)->(nv)")` or `@kt.algorithm`.

    The function takes the model first, then operands (Arrays; an operand whose default is None may
    be absent), then, after `*`, statics. Without a string, operands called q, v, a, tau and f_ext
    have their usual shapes and those of results come from the trace; a dict of results becomes a
    NamedTuple.
    With a static called `frame` the function runs once for each frame requested; one called
    `frames` gives it all of them, and an operand whose first dimension is k, their number, may be
    given as {frame: value}.
    `coupled` is the function for robots whose joints share velocities, where the first one inverts
    joint by joint. `check(name, operands)` runs before every call and raises an error for invalid
    values; `checks` are such functions of single operands, `check(name, operand)`, which is None
    where it is not given.
    """
    if not isinstance(signature, str):
        return Algorithm(signature, None)

    def decorate(function: Callable[..., Any]) -> Algorithm:
        return Algorithm(function, parse(signature), coupled=coupled, check=check, checks=checks)

    return decorate
