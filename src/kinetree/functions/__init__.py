"""Algorithms and functions as objects, called on arrays of any kind of number.

What happens to a call (docs/guide/how-a-call-goes.md), and in which files:

- Make the object: `decorators`, `function`, `algorithm` with `signature`; `as_python_function` for
  `help` and pickles. Its derivatives are objects, too: `derivatives` by a `traced_run`.
- Find what computes it: `call_table`, by keys of `statics` and `content_keys`.
- Bind it at first: `dispatch` with `binding`; a `specialization` has the shapes of its operands.
- Compute: `kernels` of a trace, whose results are `results`; arrays of a `framework` by
  `framework_calls` and a `primitive`, those on a GPU by a `device_kernel`; other numbers sample by
  sample with `adapters`.
"""

from .decorators import Algorithm, Function, algorithm, function
from .derivatives import grad, hessian, jacobian, jvp, vjp
from .statics import RELATIVE, ContactsArgument, NumberedFrame, OptionalArray, ResolvedFrame

__all__ = [
    "RELATIVE",
    "Algorithm",
    "ContactsArgument",
    "Function",
    "NumberedFrame",
    "OptionalArray",
    "ResolvedFrame",
    "algorithm",
    "function",
    "grad",
    "hessian",
    "jacobian",
    "jvp",
    "vjp",
]
