"""`Function`: a Python function of arrays that is traced once and compiled."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any, ClassVar

from numpy.typing import DTypeLike

from ..compiler.kernel import Kernel
from ..compiler.vectorcall import VectorcallBase, with_vectorcall
from ..errors import ShapeError, TraceError, counted
from ..scalar.array import Array
from ..scalar.replay import Trace
from . import call_table, framework_calls
from .as_python_function import CallSignature, reduced
from .binding import Check, OperandChecks, Parameters
from .device_kernel import on_device
from .dispatch import bind_and_run, evaluate
from .kernels import compile_without_call, kernel_trace
from .results import Results, results_of
from .signature import ROBOT, Arguments, Dims, Operand, Robot, Signature, Sizes, free_names
from .specialization import specialized
from .statics import CONTACT_KEYWORDS, COUNT, FRAME_KEYWORDS


@with_vectorcall
class Function(VectorcallBase):
    """A Python function of arrays that kinetree traces once and compiles.

    `function(*operands, out=None, **keywords)` on arrays with leading batch axes. Keywords are its
    statics and its optional operands.
    """

    __slots__ = ("__dict__", "__weakref__")
    __signature__ = CallSignature()
    first: ClassVar[tuple[str, ...]] = ()
    """Names of the leading arguments (`model`)."""

    def __init__(
        self,
        function: Callable[..., Any],
        signature: Signature,
        *,
        name: str | None = None,
        parameters: Parameters | None = None,
        check: Check | None = None,
        checks: OperandChecks | None = None,
    ) -> None:
        self.parameters = parameters = parameters or Parameters.of(function, owner=name)
        self.function, self.signature = function, signature
        self.check, self.checks = check, checks
        self.__name__, self.__qualname__ = parameters.owner, function.__qualname__
        self.__doc__, self.__module__ = function.__doc__, function.__module__ or "__main__"
        self.__wrapped__ = function
        self.derived: dict[Any, Any] = {}
        """Its derivatives, by kind and operands."""
        self.settings: tuple[Any, dict[str, Any]] = (signature, {"name": name})
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
        self._table = call_table.CallTable()
        if not self.first:
            self._refuse_robot()

    def _refuse_robot(self) -> None:
        sizes = {n for dims in self.signature.operands for n in free_names(dims, {})} & {*ROBOT}
        names = self.parameters.statics.keys() & {*FRAME_KEYWORDS, *CONTACT_KEYWORDS}
        if sizes or names:
            listed = ", ".join(sorted(sizes | names))
            raise TraceError(
                f"{self.__name__}: a function has no robot, so no {listed}; make it an algorithm, "
                "whose first argument is the model, with @kt.algorithm."
            )

    @cached_property
    def order(self) -> tuple[str, ...]:
        """The names of operands in the order of kernels: its own, then the model's parameters."""
        return tuple(dict.fromkeys([*self.parameters.operands, *self.dims]))

    @cached_property
    def free_axes(self) -> tuple[tuple[int, int], ...]:
        """Axes of operands, from the end, whose lengths only a call determines."""
        known = {*ROBOT} if self.first else set[str]()
        known |= {COUNT} if self.parameters.frame else set()
        known |= {"ncontacts", "nrows"} if self.parameters.contacts else set()
        return tuple(
            (k, len(self.dims[name]) - i)
            for k, name in enumerate(self.order)
            for i, dim in enumerate(self.dims[name])
            if dim.isidentifier() and dim not in known
        )

    def split(self, operands: Sequence[Operand], keywords: dict[str, Any]) -> Any:
        """The model, None for a function without one, and the operands of a call."""
        return None, operands

    def table(self, model: Robot) -> call_table.CallTable:
        """The table of calls that were seen."""
        return self._table

    def run(
        self, model: Robot, arrays: Mapping[str, Array], statics: Arguments, sizes: Sizes
    ) -> Results:
        """Run the Python function on one sample of generic scalars."""
        value = self.function(*self.parameters.values(arrays), **statics)
        return results_of(self.__name__, value, self.signature.results, sizes)

    def derivative(
        self, function: Callable[..., Any], signature: Signature, parameters: Parameters
    ) -> Any:
        """A derivative of this, computed by a Python function."""
        return Function(function, signature, parameters=parameters)

    @property
    def origin(self) -> Any:
        """The Python function, or the recipe of a derivative in terms of such functions."""
        if self.recipe is None:
            return self.function, self.signature
        make, (function, *arguments) = self.recipe
        return make, function.origin, arguments

    def __eq__(self, other: object) -> bool:
        return self is other  # PyTorch takes as constants only objects that define it

    __hash__ = object.__hash__  # in Python it would cost every call 0.2 us

    def __call__(self, *operands: Operand, out: Any = None, **keywords: Any) -> Any:
        if framework_calls.is_compiled_by_torch():
            return framework_calls.call_in_torch_program(self, operands, keywords)
        return self.call_any(*operands, out=out, **keywords)

    def by_name(self, arguments: Sequence[Operand]) -> dict[str, Any]:
        """Arguments by position, the model among them, by name."""
        return dict(zip((*self.first, *self.parameters.names), arguments, strict=False))

    def check_call(self, *arguments: Any, **keywords: Any) -> None:
        """Run `check` on the arguments by name."""
        if self.check is not None:
            known = framework_calls.concrete(self.by_name(arguments) | keywords)
            with suppress(framework_calls.Unknown):
                self.check(self.__name__, known)

    def check_operands(self, operands: Arguments) -> None:
        """Run `checks` on operands whose values are known."""
        checks = {name: x for name, x in (self.checks or {}).items() if name in operands}
        for name, x in framework_calls.concrete({n: operands[n] for n in checks}).items():
            checks[name](self.__name__, x)

    def call_any(self, *operands: Operand, out: Any = None, **keywords: Any) -> Any:
        """The results for operands of any kind."""
        self.check_call(*operands, **keywords)
        return self.call_checked(*operands, out=out, **keywords)

    def call_checked(self, *operands: Operand, out: Any = None, **keywords: Any) -> Any:
        """The results for operands that `check` has seen."""
        model, values = self.split(operands, keywords)
        flat = self.parameters.flat(values, keywords)
        written = call_table.written_call(self, *flat)
        if written is None or (known := self.table(model).get(written.key)) is None:
            return bind_and_run(self, model, *flat, out, written)
        self.check_operands(written.operands)
        return known(*written.operands.values(), out=out)

    def evaluate(self, *operands: Operand, **keywords: Any) -> Any:
        """Run the Python function on the operands as they are, sample by sample.

        The operands follow the model, if there is one.
        """
        model, values = self.split(operands, keywords)
        flat = self.parameters.flat(values, keywords)
        return evaluate(self, model, self.parameters.bind(model, self.dims, *flat))

    def compile(
        self,
        *model: Any,
        dtype: DTypeLike = "float64",
        inputs: Sequence[str] = (),
        sizes: Mapping[str, int] | None = None,
        packed: bool = False,
        device: str = "cpu",
        **keywords: Any,
    ) -> Kernel:
        """The kernel of an algorithm for a robot, or of a function without one, which has no model.

        `inputs` names optional operands that the kernel takes after the required ones; `keywords`
        are statics, and operands that are constant. `sizes` gives the free dimensions of
        the signature, as in sizes={"n": 4}; k of an algorithm with `frames` is their number.
        Results that are `packed` are rows of the elements that are not always zero, those that are
        always equal once; `kernel.packing` gives their places. With device="cuda" it is a
        `kt.DeviceKernel`, for arrays on an NVIDIA GPU; BackendError says where there is none.

        >>> import kinetree as kt
        >>> arm = kt.robots.arm()
        >>> kernel = kt.external_forces.compile(arm, frames=("tool",), reference="world")
        >>> kernel(kt.neutral(arm), [[0, 0, -10, 0, 0, 0]]).shape
        (8, 6)
        >>> float(kt.so3.exp.compile()([0.0, 0.0, 0.0]).trace())
        3.0
        """
        robot = self._only_model("compile", model, keywords)
        kernel = compile_without_call(self, robot, dtype, inputs, sizes, packed, keywords)
        return on_device(kernel, device)

    def trace(
        self,
        *model: Any,
        inputs: Sequence[str] = (),
        sizes: Mapping[str, int] | None = None,
        **keywords: Any,
    ) -> Trace:
        """The graph of operations for a robot; keywords as those of `compile`."""
        robot = self._only_model("trace", model, keywords)
        return kernel_trace(specialized(self, robot, "float64", inputs, sizes, keywords)[0])[0]

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

    def __get__(self, instance: object, owner: type | None = None) -> "Function":
        """Itself, unbound; `help` shows objects that have this method as functions."""
        return self

    def __dir__(self) -> list[str]:
        users = ("compile", "evaluate", "trace", "bind")
        return [x for x in object.__dir__(self) if x in users or x.startswith("__")]

    def __repr__(self) -> str:
        kind = "function" if not self.first else "algorithm"
        return f"<kinetree {kind} {self.__name__}{self.__signature__}>"

    def __reduce__(self) -> Any:
        return reduced(self)

    def __deepcopy__(self, memo: Any) -> "Function":
        return self
