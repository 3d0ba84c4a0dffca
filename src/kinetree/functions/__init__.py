"""Algorithms and functions as objects, called on arrays of any kind of number.

What happens to a call (docs/guide/how-a-call-goes.md), and in which files, from below:

- What a function is: a `definition`, with its `signature`, its parameters (`binding`, `statics`),
  and its `results`; `derivative_rules` say how it is differentiated.
- What computes it: `kernels` of a `specialization` to a robot and to shapes; on arrays of a
  `framework` a `primitive` (`framework_calls`), on a GPU a `device_kernel`; other numbers
  (`adapters`) sample by sample in Python (`evaluation`).
- How that is found again: `lookup` in a `call_table`; `content_keys` of what is compiled in, and
  `canonical_text` for the disk cache.
- The objects on top, which only call: `function`, `algorithm`; `derivatives`, by a `traced_run`,
  are such objects.
"""

from .algorithm import Algorithm, Function, algorithm, function
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
