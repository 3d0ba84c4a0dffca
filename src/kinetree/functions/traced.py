"""Base of algorithms and functions: Python functions that are traced and compiled."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any, ClassVar, Literal, overload

from numpy.typing import DTypeLike

from ..compiler import Kernel, VectorcallBase
from ..errors import KinetreeError, ShapeError, TraceError, counted
from ..scalar.array import Array
from ..scalar.replay import Trace
from . import adapters, call_signature, calls, frameworks
from .binding import Call, ModelLike, Parameters
from .device_kernel import DeviceKernel, on_device
from .evaluation import evaluate
from .kernels import compiled_for, kernel_of, traced_for
from .pickling import named_object, of_program
from .results import Results
from .signature import Arguments, Dims, Operand, Signature

Check = Callable[[str, Arguments], None]
"""A check of the operands and keywords of a call, by name and of any kind."""


class TracedFunction(VectorcallBase):
    """A Python function that is traced once, for each robot if it has one, and compiled.

    `model` is the robot, None for a function that has none. Abstract, but not by `abc`: its
    subclasses are made by Python's C API, whose classes have no other metaclass than `type`.
    """

    __slots__ = ("__dict__", "__weakref__")
    __signature__ = call_signature.OfCalls()
    first: ClassVar[tuple[str, ...]] = ()
    """Names of the leading arguments (`model`)."""
    users: ClassVar[tuple[str, ...]] = ("compile", "evaluate", "trace")
    """The methods for users."""

    def __init__(
        self,
        function: Callable[..., Any],
        signature: Signature,
        parameters: Parameters,
        *,
        check: Check | None = None,
        checks: Mapping[str, Callable[[str, Any], None]] | None = None,
    ) -> None:
        self.function, self.parameters, self.signature = function, parameters, signature
        self.check, self.checks = check, checks or {}
        self.__name__, self.__qualname__ = parameters.owner, function.__qualname__
        self.__doc__, self.__module__ = function.__doc__, function.__module__ or "__main__"
        self.__wrapped__ = function
        if self.__module__ == "__main__":  # where pickles that go by value find the function itself
            function.__qualname__ = f"{self.__qualname__}.function"
        self.derived: dict[Any, Any] = {}
        """Its derivatives, by kind and operands."""
        self.settings: tuple[Any, dict[str, Any]] = (signature, {})
        """The signature and keywords that it was made with."""
        self.recipe: tuple[Any, ...] | None = None
        """The function and arguments that unpickle a derivative."""
        names = parameters.operands
        if len(signature.operands) != len(names):
            raise TraceError(
                f"{self.__name__}: its signature has {len(signature.operands)} operands, its "
                f"function {len(names)}: {', '.join(names)}."
            )
        self.dims: dict[str, Dims] = dict(zip(names, signature.operands, strict=True))
        """The dimensions of every operand by name, model parameters included."""
        self.model_parameters: dict[str, Dims] = {}
        """Dimensions of the parameters of the model that calls may replace."""

    @cached_property
    def order(self) -> tuple[str, ...]:
        """The names of operands in the order of kernels: its own, then the model's parameters."""
        return tuple(dict.fromkeys([*self.parameters.operands, *self.dims]))

    @cached_property
    def free_axes(self) -> tuple[tuple[int, int], ...]:
        """Axes of operands, from the end, whose lengths only a call determines."""
        return calls.free_axes(self)

    def split(
        self, operands: Sequence[Operand], keywords: dict[str, Any]
    ) -> tuple[Any, Sequence[Any]]:
        """The model and the operands of a call."""
        return None, operands

    def table(self, model: Any) -> calls.CallTable:
        """The table of calls that were seen."""
        raise NotImplementedError

    def run(
        self,
        model: Any,
        arrays: Mapping[str, Array],
        statics: Arguments,
        sizes: Mapping[str, int],
    ) -> Results:
        """Run the Python function on one sample of generic scalars."""
        raise NotImplementedError

    def derivative(
        self, function: Callable[..., Any], signature: Signature, parameters: Parameters
    ) -> Any:
        """A derivative of this, computed by a Python function."""
        raise NotImplementedError

    @property
    def origin(self) -> Any:
        """The Python function, or the recipe of a derivative in terms of such functions."""
        if self.recipe is None:
            return self.function, self.signature
        make, (function, *arguments) = self.recipe
        return make, function.origin, arguments

    def title(self, model: ModelLike | None) -> str:
        """The name of a kernel in messages."""
        return self.__name__ if model is None else f"{self.__name__} of {model.name}"

    def __eq__(self, other: object) -> bool:
        return self is other  # PyTorch takes as constants only objects that define it

    __hash__ = object.__hash__  # in Python it would cost every call 0.2 us

    def __call__(self, *operands: Operand, out: Any = None, **keywords: Any) -> Any:
        if frameworks.is_compiled_by_torch():
            return frameworks.call_in_torch_program(self, operands, keywords)
        return self.call_any(*operands, out=out, **keywords)

    def check_call(self, *arguments: Any, **keywords: Any) -> None:
        """Run `check` on the arguments by name."""
        if self.check is not None:
            named = dict(zip((*self.first, *self.parameters.operands), arguments, strict=False))
            with suppress(frameworks.Unknown):
                self.check(self.__name__, frameworks.concrete(named | keywords))

    def call_any(self, *operands: Operand, out: Any = None, **keywords: Any) -> Any:
        """The results for operands of any kind."""
        self.check_call(*operands, **keywords)
        model, given = self.split(operands, keywords)
        written = calls.written_call(self, given, keywords)
        known = None if written is None else self.table(model).get(written.key)
        if written is None or known is None:
            return self._bind_and_run(model, given, keywords, out, written)
        self._check_operands(written.operands)
        if isinstance(known, calls.KnownPrimitive):
            return frameworks.run(known.primitive, [*written.arrays, *known.others], out)
        return known(*written.arrays, out=out)

    def _bind_and_run(
        self,
        model: Any,
        operands: Sequence[Operand],
        keywords: Arguments,
        out: Any,
        written: calls.WrittenCall | None,
    ) -> Any:
        """The results of a call that is not in the call table, which it is added to."""
        labelled = frameworks.labelled(operands, keywords)
        if labelled is not None:
            frameworks.refuse_out(self.__name__, out)
            return labelled.call(self, model, operands, keywords)
        call = self.parameters.bind(model, self.dims, operands, keywords)
        self._check_operands(call.operands)
        values = list(call.operands.values())
        if frameworks.find(self.__name__, call.operands) is not None:
            primitive = frameworks.primitive_for(self, model, call)
            if written is not None:
                others = values[len(written.arrays) :]
                self.table(model)[written.key] = calls.KnownPrimitive(primitive, others)
            return frameworks.run(primitive, values, out)
        numeric = model is None or model.numeric
        if not numeric or not all(map(adapters.is_plain, values)):
            return self._evaluate(model, call, out)
        dtype = adapters.kernel_dtype(call.operands)
        kernel = kernel_of(self, model, call, dtype)
        if written is not None:
            calls.remember(self, model, written, kernel, call)
        return kernel(*adapters.cast_for_kernel(call.operands, dtype), out=out)

    def _check_operands(self, operands: Arguments) -> None:
        """Check operands whose values are known, each by itself."""
        checked = {name: operands[name] for name in self.checks if name in operands}
        for name, x in frameworks.concrete(checked).items():
            self.checks[name](self.__name__, x)

    def evaluate(self, *operands: Operand, **keywords: Any) -> Any:
        """Run the Python function on the operands as they are, sample by sample.

        The operands follow the model, if there is one.
        """
        model, values = self.split(operands, keywords)
        return evaluate(self, model, self.parameters.bind(model, self.dims, values, keywords))

    @overload
    def compile(
        self,
        *model: Any,
        dtype: DTypeLike = "float64",
        inputs: Sequence[str] = (),
        sizes: Mapping[str, int] | None = None,
        packed: bool = False,
        device: Literal["cpu"] = "cpu",
        **keywords: Any,
    ) -> Kernel: ...
    @overload
    def compile(
        self,
        *model: Any,
        dtype: DTypeLike = "float64",
        inputs: Sequence[str] = (),
        sizes: Mapping[str, int] | None = None,
        packed: bool = False,
        device: Literal["cuda"],
        **keywords: Any,
    ) -> DeviceKernel: ...
    def compile(
        self,
        *model: Any,
        dtype: DTypeLike = "float64",
        inputs: Sequence[str] = (),
        sizes: Mapping[str, int] | None = None,
        packed: bool = False,
        device: str = "cpu",
        **keywords: Any,
    ) -> Kernel | DeviceKernel:
        """The kernel of an algorithm for a robot, or of a function without one, which has no model.

        `inputs` names optional operands that the kernel takes after the required ones; `keywords`
        are statics, and operands that are constant. `sizes` gives the free dimensions of
        the signature, as in sizes={"n": 4}; k of an algorithm with `frames` is their number.
        Results that are `packed` are rows of the elements that are not always zero, those that are
        always equal once; `kernel.packing` gives their places. With device="cuda" it computes on
        NVIDIA GPUs, for arrays that are there; BackendError says where none can be used.

        >>> import kinetree as kt
        >>> arm = kt.robots.arm()
        >>> kernel = kt.external_forces.compile(arm, frames=("tool",), reference="world")
        >>> kernel(kt.neutral(arm), [[0, 0, -10, 0, 0, 0]]).shape
        (8, 6)
        >>> float(kt.so3.exp.compile()([0.0, 0.0, 0.0]).trace())
        3.0
        """
        robot = self._only_model("compile", model, keywords)
        return on_device(compiled_for(self, robot, dtype, inputs, sizes, packed, keywords), device)

    def trace(
        self,
        *model: Any,
        inputs: Sequence[str] = (),
        sizes: Mapping[str, int] | None = None,
        **keywords: Any,
    ) -> Trace:
        """The graph of operations for a robot; keywords as those of `compile`."""
        return traced_for(self, self._only_model("trace", model, keywords), inputs, sizes, keywords)

    def _only_model(self, method: str, arguments: Sequence[Any], keywords: dict[str, Any]) -> Any:
        """The model, or None; raises ShapeError for more arguments by position."""
        model, others = self.split(arguments, keywords)
        if others:
            raise ShapeError(
                f"{self.__name__}: {method} takes {' and '.join(self.first) or 'nothing'} by "
                f"position; {counted(len(arguments), 'argument')} given. Operands that are "
                "constant are keywords."
            )
        return model

    def _evaluate(self, model: Any, call: Call, out: Any) -> Any:
        if out is not None:
            raise ShapeError(
                f"{self.__name__}: out= is for plain real numbers; leave it out: complex numbers, "
                "mpmath, symbols and traced numbers are computed in Python, into a new array."
            )
        return evaluate(self, model, call)

    def __get__(self, instance: object, owner: type | None = None) -> "TracedFunction":
        """Itself, unbound; `help` shows objects that have this method as functions."""
        return self

    def __dir__(self) -> list[str]:
        inherited = object.__dir__(self)
        return [*self.users, *(name for name in inherited if name.startswith("__"))]

    def __repr__(self) -> str:
        kind = type(self).__name__.lower()
        return f"<kinetree {kind} {self.__name__}{self.__signature__}>"

    def __reduce__(self) -> Any:
        """Pickle by name, as functions are; a derivative by its recipe."""
        if self.recipe is not None:
            return self.recipe
        if named_object(self.__module__, self.__qualname__) is not self:
            raise KinetreeError(
                f"{self.__name__} cannot be pickled: {self.__module__}.{self.__qualname__} is not "
                "this object; define it at the top level of a module, under its name."
            )
        if self.__module__ == "__main__":
            return of_program, (self.__qualname__, type(self), self.function, *self.settings)
        return self.__qualname__

    def __deepcopy__(self, memo: Any) -> "TracedFunction":
        return self
