"""`Function`: a Python function of arrays that is traced once and compiled."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from inspect import Parameter, Signature
from typing import Any

from numpy.typing import DTypeLike

from ..compiler.kernel import Kernel
from ..compiler.vectorcall import VectorcallBase, set_definition, with_vectorcall
from ..errors import KinetreeError, ShapeError, counted
from ..scalar.replay import Trace
from .adapters import cast_for_kernel, is_plain, kernel_dtype
from .call_table import put
from .canonical_text import named_object
from .captured import Captured
from .definition import Definition, define
from .device_kernel import on_device
from .evaluation import run_samples
from .framework import Unknown, concrete, framework_of_operands
from .framework_calls import (
    call_in_torch_program,
    checked_primitive,
    is_compiled_by_torch,
    run_primitive,
)
from .kernels import compile_without_call, kernel_of_call, kernel_trace
from .lookup import compile_calls, written_call
from .signature import Arguments, Operand
from .specialization import Specialization, specialized


class CallSignature:
    """The signature of a function's calls, as a property that its class does not have."""

    def __get__(self, function: Any, owner: type) -> Signature:
        if function is None:
            raise AttributeError  # the class itself has the signature of its constructor
        definition, only = function.definition, Parameter.KEYWORD_ONLY
        own = definition.parameters
        operands = dict.fromkeys((*definition.first, *own.names))
        needed = (own.group_of.get(name, name) for name in own.required)
        operands |= dict.fromkeys((*definition.first, *needed), Parameter.empty)
        keywords = dict.fromkeys(name for name in definition.dims if name not in own.operands)
        listed = [
            Parameter(n, Parameter.POSITIONAL_OR_KEYWORD, default=x) for n, x in operands.items()
        ]
        listed += [Parameter(n, only, default=x) for n, x in (own.statics | keywords).items()]
        return Signature([*listed, Parameter("out", only, default=None)])


@with_vectorcall
class Function(VectorcallBase):
    """A Python function of arrays that kinetree traces once and compiles.

    `function(*operands, out=None, **keywords)` on arrays with leading batch axes. Keywords are its
    statics and its optional operands.
    """

    __slots__ = ("__dict__", "__weakref__")
    __signature__ = CallSignature()

    def __init__(self, definition: Definition) -> None:
        function = definition.function
        self.definition = definition
        self.contents = definition.identity
        """What texts of it are made of, that `canonical_text` gives."""
        self.__name__, self.__qualname__ = definition.name, function.__qualname__
        self.__doc__, self.__module__ = function.__doc__, function.__module__ or "__main__"
        self.__wrapped__ = function
        self.derived: dict[Any, Any] = {}
        """Its derivatives, by kind and operands."""
        self._captured: Captured | None = None
        """What it reads beside its arguments, when that was last looked at."""
        self._definitions: dict[object, Definition] = {}
        """The definitions that kernels are found by, by the contents of that."""

    def split(self, operands: Sequence[Operand], keywords: dict[str, Any]) -> Any:
        """The model, None for a function without one, and the operands of a call."""
        return None, operands

    def __eq__(self, other: object) -> bool:
        return self is other  # PyTorch takes as constants only objects that define it

    __hash__ = object.__hash__  # in Python it would cost every call 0.2 us

    def __call__(self, *operands: Operand, out: Any = None, **keywords: Any) -> Any:
        """The first call of its kind: `with_vectorcall` lets compiled code make the later ones."""
        if is_compiled_by_torch():
            return call_in_torch_program(self, operands, keywords)
        return self.call_any(*operands, out=out, **keywords)

    def call_any(self, *operands: Operand, out: Any = None, **keywords: Any) -> Any:
        """The results for operands of any kind; `__call__` where PyTorch does not compile it."""
        self.check_call(*operands, **keywords)
        own = self.present()
        model, given = self.split(operands, keywords)
        arguments = own.parameters.assigned(own.dims, given, keywords)
        table, written = own.table(model), written_call(own, arguments)
        if written is not None and (known := table.get(written.key)) is not None:
            self._check_operands(written.operands)
            return known(*written.operands.values(), out=out)
        call = own.parameters.bound_call(model, own.dims, arguments)
        self._check_operands(call.operands)
        values = list(call.operands.values())
        count = len(values if written is None else written.operands)
        if framework_of_operands(own.name, call.operands) is not None:
            primitive = checked_primitive(own, model, call)
            known = partial(run_primitive, primitive, values[count:])
        elif (model is None or model.numeric) and all(map(is_plain, values)):
            dtype = kernel_dtype(call.operands)
            kernel = kernel_of_call(Specialization.of(own, model, call), dtype)
            values = cast_for_kernel(call.operands, dtype)
            known = kernel.with_bound(*values[count:]) if values[count:] else kernel
        elif out is None:
            return run_samples(own, model, call)
        else:
            raise ShapeError(
                f"{own.name}: out= is for plain real numbers; leave it out: complex numbers, "
                "mpmath, symbols and traced numbers are computed in Python, into a new array."
            )
        if written is not None:
            put(table, written.key, known)
            if isinstance(known, Kernel):
                compile_calls(self, own, self.check_present if self._captured else None)
        return known(*values[:count], out=out)

    def present(self) -> Definition:
        """The definition for what the function reads now: kernels of each are its own."""
        if self._captured is None or self._captured.changed():
            captured, known = Captured(self.definition.sources), self._definitions
            own = self.definition if self._captured is None else replace(self.definition)
            self.definition = put(known, captured.key, own)
            self._captured = captured
            set_definition(self, self.definition)
        return self.definition

    def check_present(self, name: str, x: Operand) -> None:
        """Check the first operand; ValueError where the function must be traced again."""
        if self._captured is None or self._captured.changed():
            raise ValueError
        check = (self.definition.checks or {}).get(next(iter(self.definition.dims)))
        if check is not None:
            check(name, x)

    def by_name(self, arguments: Sequence[Operand]) -> dict[str, Any]:
        """Arguments by position, the model among them, by name."""
        names = (*self.definition.first, *self.definition.parameters.names)
        return dict(zip(names, arguments, strict=False))

    def check_call(self, *arguments: Any, **keywords: Any) -> None:
        """Run `check` on the arguments by name."""
        if self.definition.check is not None:
            known = concrete(self.by_name(arguments) | keywords)
            with suppress(Unknown):
                self.definition.check(self.__name__, known)

    def _check_operands(self, operands: Arguments) -> None:
        """Run `checks` on operands whose values are known."""
        checks = {n: x for n, x in (self.definition.checks or {}).items() if n in operands}
        for name, x in concrete({n: operands[n] for n in checks}).items():
            checks[name](self.__name__, x)

    def evaluate(self, *operands: Operand, **keywords: Any) -> Any:
        """Run the Python function on the operands as they are, sample by sample.

        The operands follow the model, if there is one.
        """
        own = self.definition
        model, given = self.split(operands, keywords)
        arguments = own.parameters.assigned(own.dims, given, keywords)
        return run_samples(own, model, own.parameters.bound_call(model, own.dims, arguments))

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
        own, robot = self.present(), self._only_model("compile", model, keywords)
        kernel = compile_without_call(own, robot, dtype, inputs, sizes, packed, keywords)
        return on_device(kernel, device)

    def trace(
        self,
        *model: Any,
        inputs: Sequence[str] = (),
        sizes: Mapping[str, int] | None = None,
        **keywords: Any,
    ) -> Trace:
        """The graph of operations for a robot; keywords as those of `compile`."""
        own, robot = self.present(), self._only_model("trace", model, keywords)
        return kernel_trace(specialized(own, robot, inputs, sizes, keywords)[0])[0]

    def _only_model(self, method: str, arguments: Sequence[Any], keywords: dict[str, Any]) -> Any:
        """The model, or None; raises ShapeError for more arguments by position."""
        model, others = self.split(arguments, keywords)
        if others:
            count = counted(len(arguments), "argument")
            raise ShapeError(
                f"{self.__name__}: {method} takes {'nothing' if model is None else 'model'} by "
                f"position; {count} given. Operands that are constant are keywords."
            )
        return model

    def __get__(self, instance: object, owner: type | None = None) -> "Function":
        """Itself, unbound; `help` shows objects that have this method as functions."""
        return self

    def __dir__(self) -> list[str]:
        users = ("compile", "evaluate", "trace", "bind")
        return [x for x in object.__dir__(self) if x in users or x.startswith("__")]

    def __repr__(self) -> str:
        kind = "algorithm" if self.definition.first else "function"
        return f"<kinetree {kind} {self.__name__}{self.__signature__}>"

    def __reduce__(self) -> Any:
        """A pickle by name, as of Python's functions; that of a derivative by its identity."""
        make, arguments = self.definition.identity
        if make is not define:
            return make, arguments
        module, name = self.__module__, self.__qualname__
        if named_object(module, name) is not self:
            raise KinetreeError(
                f"{self.__name__} cannot be pickled: {module}.{name} is not this object; define it "
                "at the top level of a module, under its name."
            )
        if module == "__main__":  # where a pickle by name is to find the Python function itself
            self.__wrapped__.__qualname__ = f"{name}.__wrapped__"
            return _of_program, (name, type(self), arguments)
        return name

    def __deepcopy__(self, memo: Any) -> "Function":
        return self


def _of_program(name: str, kind: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    """A function that a program defines: the program's own, or in another process a new one."""
    value = named_object("__main__", name)
    own = getattr(value, "__wrapped__", None)
    return value if own is arguments[0] else kind(define(*arguments))
