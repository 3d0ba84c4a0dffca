"""`Algorithm`: a page of Python as a function of robots and arrays."""

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
from ..errors import CompileError, KinetreeError, ModelError, ShapeError, TraceError, unknown
from ..scalar.array import Array, zeros
from ..scalar.graph import Graph
from ..scalar.replay import Operand, Trace
from ..scalar.spans import Span
from . import adapters
from .binding import Call, Layout, ModelLike, Parameters, layout
from .evaluation import in_python
from .making import made
from .results import Results, results_of
from .signature import (
    NUMBERS,
    Dims,
    Signature,
    free_names,
    known_signature,
    parse,
    robot_sizes,
    shape,
)
from .statics import COUNT, PLACEMENT, FrameStatic, at_frame, frozen, of_one_frame

Check = Callable[[str, Mapping[str, Any]], None]
"""Looks at the operands and keywords of a call by name, whatever they are."""


@with_vectorcall
class Algorithm(VectorcallBase):
    """A page of Python that kinetree traces once per robot and compiles.

    `algorithm(model, *operands, out=None, **keywords)` on arrays with leading batch axes. Keywords
    are its statics, its optional operands, and the model's numbers (`gravity`, `inertias`,
    `armature`, `placements`) where they are to differ from the model's, also per sample.
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
        """How a derivative is made again where it is unpickled: (function, arguments)."""
        self.parameters = parameters or Parameters.of(function)
        self.signature = signature or known_signature(function.__name__, self.parameters.operands)
        if len(self.signature.operands) != len(self.parameters.operands):
            raise TraceError(
                f"{self.__name__}: its signature has {len(self.signature.operands)} operands, its "
                f"page {len(self.parameters.operands)}: {', '.join(self.parameters.operands)}."
            )
        own = dict(zip(self.parameters.operands, self.signature.operands, strict=True))
        self.dims: dict[str, Dims] = {**NUMBERS, **own}
        """The dimensions of every operand by name, the model's numbers included."""

    def __call__(self, *operands: Any, out: Any = None, **keywords: Any) -> Any:
        if self.check is not None:
            self._look(*operands, **keywords)
        return self._call(*operands, out=out, **keywords)

    def _look(self, *operands: Any, **keywords: Any) -> None:
        """Let `check` look at what is given."""
        assert self.check is not None
        named = dict(zip(("model", *self.parameters.operands), operands, strict=False))
        self.check(self.__name__, named | keywords)

    def _call(self, *operands: Any, out: Any = None, **keywords: Any) -> Any:
        """The results for a model and operands of any kind."""
        known, arrays = self._known(operands, keywords)
        if known is not None:
            return known(*arrays) if out is None else known(*arrays, out=out)
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
            # frames that a mapping names belong to this call alone: its keywords do not say them
            keyed = not any(isinstance(x, Mapping) for x in (*operands, *keywords.values()))
            if dtype == "float64" and keyed and self.parameters.simple(operands, keywords):
                key = (self, tuple(keywords), *keywords.values()) if keywords else self
                if key not in model.dispatch:
                    model.dispatch[key] = kernel.with_last(*arrays[len(operands) :])
                    dispatch_in_compiled_code(self, self.check and self._look, self._call)
            elif dtype == "float64" and keyed:
                self._remember(model, kernel, call, arrays, keywords)
            return kernel(*arrays) if out is None else kernel(*arrays, out=out)
        if out is not None:
            raise ShapeError(
                f"{self.__name__}: out= is for plain real numbers; leave it out: complex numbers, "
                "mpmath, symbols and traced numbers run the page, which returns a new array."
            )
        return in_python(self, model, call)

    def _short(self, names: Sequence[str], keywords: Mapping[str, Any]) -> Any:
        """The key of calls with these operands and statics."""
        statics = {n: x for n, x in keywords.items() if n in self.parameters.statics}
        return self, tuple(names), frozen(self.__name__, statics)

    def _known(
        self, operands: Sequence[Any], keywords: Mapping[str, Any]
    ) -> tuple[Kernel | None, list[Any]]:
        """The kernel of an earlier call with these statics, and its arrays, if all are plain."""
        if not keywords:
            return None, []
        given = dict(zip(self.parameters.operands, operands[1:], strict=False))
        given |= {n: keywords[n] for n in self.parameters.operands if n in keywords}
        known = len(given) + len(keywords.keys() & self.parameters.statics.keys())
        if known != len(operands) - 1 + len(keywords):  # some are the model's, or given twice
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
            own, kernel = dispatch.get(latest, ((), None))
            if kernel is None or not all(map(operator.is_, own, statics)):
                kernel = dispatch.get(self._short(names, keywords))
                dispatch[latest] = statics, kernel
            return kernel, arrays
        except (AttributeError, IndexError, TraceError):  # no model, or a static that is no key
            return None, []

    def _remember(
        self,
        model: ModelLike,
        kernel: Kernel,
        call: Call,
        arrays: Sequence[Any],
        keywords: Mapping[str, Any],
    ) -> None:
        """Let the next call with these operands and statics find its kernel by them."""
        names = [name for name in self.parameters.operands if name in call.operands]
        try:
            free = layout(self.__name__, self.dims, model, call).free  # sizes of this call alone
            if not free and not keywords.keys() & NUMBERS.keys():
                short = kernel.with_last(*arrays[len(names) :])
                model.dispatch.setdefault(self._short(names, keywords), short)
        except TraceError:  # a static that is no key
            return

    def evaluate(self, model: ModelLike, *operands: Any, **keywords: Any) -> Any:
        """Run the Python of the page on the numbers as they are, sample by sample."""
        return in_python(self, model, self.parameters.bind(model, self.dims, operands, keywords))

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

        `keywords` are statics, and operands that are to stay as they are. `sizes` says how long the
        free dimensions of the signature are, as in sizes={"n": 4}; k of a page with `frames` is
        their number. Results that are `packed` are rows of the numbers that are not always zero,
        those that are always equal once; `kernel.packing` says where they stand.

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
        call, names = self._blank(model, dtype, inputs, sizes or {}, keywords)
        bound = {name: value for name, value in call.operands.items() if name not in names}
        if not model.numeric or not all(map(adapters.is_plain, bound.values())):
            raise CompileError(
                f"{self.__name__}: the model, or an operand that stays, holds symbols or complex "
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
        """The graph of the page for a robot; keywords as those of `compile`."""
        call, _ = self._blank(model, "float64", inputs, sizes or {}, keywords)
        arranged = layout(self.__name__, self.dims, model, call)
        return self.traced(model, call.statics, arranged)[0]

    def bind(self, model: ModelLike, **statics: Any) -> Callable[..., Any]:
        """A function of arrays only."""
        return partial(self, model, **statics)

    def _blank(
        self,
        model: ModelLike,
        dtype: str,
        inputs: Sequence[str],
        sizes: Mapping[str, int],
        keywords: Mapping[str, Any],
    ) -> tuple[Call, list[str]]:
        """A call with zeros for the operands that `keywords` does not hold, and their names."""
        inputs = (inputs,) if isinstance(inputs, str) else inputs
        for name in inputs:
            if name in keywords:
                raise ShapeError(f"{self.__name__}: {name} is among the inputs and given, too.")
        names = [name for name in (*self.parameters.required, *inputs) if name not in keywords]
        for name in names:
            if name not in self.dims:
                raise ShapeError(f"{self.__name__}: {unknown('operand', name, self.dims)}")
        blank = dict.fromkeys(names, 0.0)
        call = self.parameters.bind(model, self.dims, (), {**blank, **keywords})
        kept = {name: x for name, x in call.operands.items() if name not in names}
        known = layout(self.__name__, self.dims, model, replace(call, operands=kept)).sizes
        free = {n for dims in self.dims.values() for n in free_names(dims, known)}
        for name in sizes:
            if name not in free:
                raise ShapeError(
                    f"{self.__name__}: {unknown('free dimension', name, sorted(free))}"
                )
        cores = {n: at_frame(self.dims[n], call.statics) for n in names}
        operands = {
            n: np.zeros(self._shape(n, core, {**known, **sizes}), dtype)
            for n, core in cores.items()
        }
        return replace(call, operands=call.operands | operands), names

    def _shape(self, name: str, dims: Dims, sizes: Mapping[str, int]) -> tuple[int, ...]:
        missing = free_names(dims, sizes)
        if missing:
            listed = ", ".join(f"{n!r}: 4" for n in missing)
            raise ShapeError(
                f"{self.__name__}: {name} ({','.join(dims)}) has free dimensions; say "
                f"how long they are to be: sizes={{{listed}}}."
            )
        return shape(dims, sizes)

    def _kernel(self, model: ModelLike, call: Call, dtype: str, packed: bool = False) -> Kernel:
        arranged = layout(self.__name__, self.dims, model, call)
        key = (self, call.key, dtype, arranged.free, tuple(call.operands), packed)
        kernel = model.dispatch.get(key)
        if kernel is None:
            check_compilation_allowed(f"{self.__name__} of {model.name}")
            with compile_lock:
                if key not in model.dispatch:
                    model.dispatch[key] = made(self, model, call, dtype, arranged, packed)
                kernel = model.dispatch[key]
        return kernel

    @property
    def origin(self) -> Any:
        """The page, or how a derivative is made, in terms of pages."""
        if self.recipe is None:
            return self.function, self.coupled, self.signature
        make, (algorithm, *arguments) = self.recipe
        return make, algorithm.origin, arguments

    def traced(
        self, model: ModelLike, statics: Mapping[str, Any], arranged: Layout
    ) -> tuple[Trace, Results]:
        """A trace of the page, and its results."""
        check_compilation_allowed(f"{self.__name__} of {model.name}")
        graph = Graph()
        operands: list[Operand] = []
        arrays: dict[str, Array] = {}
        for spec in arranged.specs:
            entries = Span(graph, spec.name, 0, prod(spec.shape))
            arrays[spec.name] = Array.of(entries, spec.shape)
            operands.append(Operand(spec.name, spec.shape, entries))
        results = self.run(model, arrays, statics, arranged.sizes)
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
        """The page for one sample of generic scalars."""
        operands = self.parameters.operands
        known = robot_sizes(model)
        own = {name: self._operand(name, arrays, statics, known) for name in operands}
        numbers = {n: x for n, x in arrays.items() if n in NUMBERS and n not in operands}
        seen = model.page.replace(**numbers) if numbers else model.page
        function = self.coupled if self.coupled is not None and model.coupled else self.function
        declared = self.signature.results
        expected = None if declared is None else [(d, shape(d, sizes)) for d in declared]
        frame = self.parameters.frame
        request = statics[frame] if frame is not None else None

        def results(its: Mapping[str, Any], requested: Any) -> Results:
            keywords = statics if frame is None else {**statics, frame: requested}
            value = function(seen, *{**own, **its}.values(), **keywords)
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
        """An operand, or structural zeros where it is absent and the robot alone says its shape."""
        if name in arrays:
            return arrays[name]
        dims = of_one_frame(self.dims[name], statics)
        return None if free_names(dims, sizes) else zeros(*shape(dims, sizes))

    def __reduce__(self) -> Any:
        """Pickled by name, as functions are; a derivative by how it is made."""
        if self.recipe is not None:
            return self.recipe
        found: Any = sys.modules.get(self.__module__)
        for part in self.__qualname__.split("."):
            found = getattr(found, part, None)
        if found is not self:
            raise KinetreeError(
                f"{self.__name__} cannot be pickled: {self.__module__}.{self.__qualname__} is not "
                "this algorithm; define it at the top level of a module, under its own name."
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
    """Make an algorithm of a page: `@kt.algorithm("(nq),(nv)->(nv)")`, or `@kt.algorithm` alone.

    The page takes the model first, then operands (Arrays; an operand whose default is None may be
    absent), then, after `*`, statics. Without a string, operands called q, v, a, tau and f_ext have
    their usual shapes and results are found by tracing; a dict of results becomes a NamedTuple.
    A static called `frame` means the page once for each frame asked for; one called `frames` gives
    it all of them, and an operand whose first dimension is k, their number, may be given as
    {frame: value}.
    `coupled` is the page for robots whose joints share velocities, where the first one inverts
    joint by joint. `check(name, operands)` looks at every call before it is computed, and raises an
    error for numbers that cannot be meant; `checks` are such functions of single operands,
    `check(name, operand)`, which is None where it is not given.
    """
    if not isinstance(signature, str):
        return Algorithm(signature, None)

    def decorate(function: Callable[..., Any]) -> Algorithm:
        return Algorithm(function, parse(signature), coupled=coupled, check=check, checks=checks)

    return decorate
