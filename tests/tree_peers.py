"""Results of Pinocchio on random trees, sample by sample, and where it is right."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest
from trees import PINOCCHIO, TREES, to_pinocchio

import kinetree as kt

every_tree = pytest.mark.parametrize("name", [*PINOCCHIO, "mixed_pinocchio"])

CURVED = (kt.SphericalEuler, kt.Universal, kt.Ellipsoid, kt.Composite)
"""The types whose subspace depends on q; Pinocchio 4.1 leaves dS/dq out of derivatives."""


@cache
def both(name: str) -> Any:
    """The model, Pinocchio's, and its data."""
    peer = to_pinocchio(TREES[name].model)
    return TREES[name].model, peer, peer.createData()


def samples(operands: Any, found: Callable[..., Any]) -> list[Any]:
    """The results of Pinocchio in every sample, each as one array."""
    rows = [[np.array(x) for x in found(*sample)] for sample in zip(*operands, strict=True)]
    return [np.array(result) for result in zip(*rows, strict=True)]


def of_types(model: kt.Model, types: Any) -> Any:
    """(nv): True for the velocities of joints of these types."""
    found = np.zeros(model.nv, bool)
    for joint in model.joints:
        found[joint.v_slice] = isinstance(joint.type, types)
    return found


CONSTANT = tuple(x for x in PINOCCHIO if not of_types(TREES[x].model, CURVED).any())
"""The trees on which all of Pinocchio's derivatives are right."""
