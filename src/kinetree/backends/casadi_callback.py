"""Kernels as functions of CasADi by its Callback, where no shared library can be written."""
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportMissingTypeStubs=false

from dataclasses import dataclass
from typing import Any

import casadi
import numpy as np

from ..compiler import Kernel

Pattern = Any
"""The elements of a matrix that are not structurally zero: an array of booleans."""


@dataclass(frozen=True)
class CasadiFunction:
    """A kernel on the non-zero elements of matrices in column-major order."""

    kernel: Kernel
    names: tuple[list[str], list[str]]
    patterns: tuple[list[Pattern], list[Pattern]]


def callback(title: str, function: CasadiFunction, jacobian: CasadiFunction | None) -> Any:
    """The same function where no library can be written."""

    def sparsity(pattern: Pattern) -> Any:
        rows, columns = np.nonzero(pattern)
        return casadi.Sparsity.triplet(
            pattern.shape[0], pattern.shape[1], rows.tolist(), columns.tolist()
        )

    class Callback(casadi.Callback):
        def __init__(self) -> None:
            casadi.Callback.__init__(self)
            self.construct(title, {"enable_fd": False})

        def get_n_in(self) -> int:
            return len(function.names[0])

        def get_n_out(self) -> int:
            return len(function.names[1])

        def get_name_in(self, i: int) -> str:
            return function.names[0][i]

        def get_name_out(self, i: int) -> str:
            return function.names[1][i]

        def get_sparsity_in(self, i: int) -> Any:
            return sparsity(function.patterns[0][i])

        def get_sparsity_out(self, i: int) -> Any:
            return sparsity(function.patterns[1][i])

        def eval(self, operands: Any) -> Any:
            results = function.kernel(*(np.array(x.full()).ravel(order="F") for x in operands))
            return [
                casadi.DM(sparsity(pattern), casadi.DM(np.asarray(x)))
                for x, pattern in zip(results, function.patterns[1], strict=True)
            ]

        def has_jacobian(self) -> bool:
            return jacobian is not None

        def get_jacobian(self, name: str, inames: Any, onames: Any, opts: Any) -> Any:
            assert jacobian is not None
            self.made = callback(name, jacobian, None)
            return self.made

    return Callback()
