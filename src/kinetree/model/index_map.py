"""Where the joints, frames and coordinates of one model are in another."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..errors import ModelError
from .parts import Frame
from .structure import Structure


@dataclass(frozen=True, eq=False)
class IndexMap:
    """Where the joints, frames and coordinates of one model are in another.

    With the map of a part in a whole, `q_part = q_whole[..., map.q]`, and
    `q_whole[..., map.q] = q_part` writes it back; likewise `v`, `joints` and `frames`.
    """

    joints: NDArray[np.int64]
    frames: NDArray[np.int64]
    q: NDArray[np.int64]
    v: NDArray[np.int64]


def index_map(whole: Structure, part: Structure, prefix: str) -> IndexMap:
    """Where joints, frames and coordinates of `part` are in `whole`, by name."""
    joints, q, v = [0], list[int](), list[int]()
    for j in part.nodes:
        other = whole.joint(prefix + j.name)
        if (other.type.nq, other.type.nv) != (j.type.nq, j.type.nv):
            raise ModelError(
                f"joint {other.name!r} is {other.type} in {whole.name}, and {j.type} in "
                f"{part.name}; expected joints with as many coordinates."
            )
        joints.append(other.index)
        if j.type.independent:
            q += range(other.q_slice.start, other.q_slice.stop)
            v += range(other.v_slice.start, other.v_slice.stop)
    numbers = {(f.name, f.kind): i for i, f in enumerate(whole.frames)}
    frames = [_frame_number(whole, numbers, f, prefix) for f in part.frames]
    return IndexMap(*(np.array(x, dtype=int) for x in (joints, frames, q, v)))


def _frame_number(
    whole: Structure, numbers: Mapping[tuple[str, str], int], frame: Frame, prefix: str
) -> int:
    """The number of a frame; the fixed frame of a locked joint matches that of the joint."""
    if frame.kind == "universe":
        return 0
    name = prefix + frame.name
    if frame.kind == "fixed_joint" and (name, "fixed_joint") not in numbers:
        return numbers[name, whole.frame(name, kind="joint").kind]
    return numbers[name, whole.frame(name, kind=frame.kind).kind]
