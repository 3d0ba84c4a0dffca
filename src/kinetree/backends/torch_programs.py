"""torch.compile and torch.export: calls of algorithms are recorded, and not looked into."""

from collections import namedtuple
from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
import torch
import torch._dynamo
from torch._dynamo.exc import RestartAnalysis
from torch._dynamo.symbolic_convert import tls

from ..errors import KinetreeError
from . import register_constants

if register_constants() and getattr(tls, "current_tx", None) is not None:
    # the program that is being compiled has seen a model, or an algorithm, that was no constant yet
    raise RestartAnalysis(restart_reason="kinetree's models and algorithms are constants")

_refused: Final[list[str]] = []
"""The message of the latest error of a call that is traced."""


def compiled_call(function: Any, operands: Sequence[Any], keywords: Mapping[str, Any]) -> Any:
    """The results of a call that torch.compile traces, this function included."""
    operands = [torch.as_tensor(x) if isinstance(x, np.ndarray) else x for x in operands]
    results = _call_as_it_is(function, operands, dict(keywords))
    # torch.compile takes no named tuple, and no error, from a function that it does not look into
    if isinstance(results, dict):
        return namedtuple("Results", tuple(results.keys()))(*results.values())
    if isinstance(results, list):
        raise KinetreeError(_refused[-1])
    return results


@torch._dynamo.nonstrict_trace
def _call_as_it_is(function: Any, operands: Sequence[Any], keywords: Mapping[str, Any]) -> Any:
    """The results of a call, several by their names; an empty list if it is refused."""
    try:
        results: Any = function.call_any(*operands, **keywords)
    except KinetreeError as error:
        _refused.append(str(error))
        return []
    return results._asdict() if hasattr(results, "_asdict") else results
