"""xarray: batch axes broadcast by name, and results have the names of joints as coordinates.

The last axes of a DataArray are those of a sample, whatever their names.
"""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np
import xarray as xr

from ..compiler import Spec
from ..errors import ShapeError
from ..functions import Function
from ..functions.call_shapes import call_shapes
from ..functions.framework import LabelledFramework
from ..functions.framework_calls import primitive_for

_AXES: Final = {
    "nq": ("q", "q_names"),
    "nv": ("v", "v_names"),
    "njoints": ("joint", "joint_names"),
    "nframes": ("frame", "frame_names"),
}
"""The name of an axis of results by its length, and the model's names along it."""


class XArray(LabelledFramework):
    """DataArrays, whose values are those of NumPy or of another framework."""

    def call(
        self,
        function: Function,
        model: Any,
        operands: Sequence[Any],
        keywords: Mapping[str, Any],
    ) -> Any:
        """Return the results of a call of which some operands are DataArrays."""
        owner = function.__name__
        named = dict(zip(function.parameters.operands, operands, strict=False)) | dict(keywords)
        arrays = {name: x for name, x in named.items() if isinstance(x, xr.DataArray)}
        plain = named | {name: x.data for name, x in arrays.items()}
        bound = function.parameters.bind(model, function.dims, (), plain)
        specs = {x.name: x for x in call_shapes(function, model, bound).specs}
        cores = {
            name: x.dims[max(0, x.ndim - len(specs[name].shape)) :] for name, x in arrays.items()
        }
        _check(owner, model, specs, named, cores)
        aligned = _aligned(owner, arrays, cores)
        batch = list(
            dict.fromkeys(d for name, x in aligned.items() for d in x.dims if d not in cores[name])
        )
        values = {name: _positional(x, batch, cores[name]) for name, x in aligned.items()}
        robot = () if model is None else (model,)
        unlabelled = function.call_any(*robot, **named | values)
        results = primitive_for(function, model, replace(bound, operands=bound.operands | values))
        coordinates = {d: x.coords[d] for x in aligned.values() for d in batch if d in x.coords}
        known = {
            _names(model, label): d
            for name in reversed(arrays)
            for label, d in zip(specs[name].labels, cores[name], strict=True)
            if label in _AXES
        }
        several = unlabelled if results.pack else (unlabelled,)
        arranged = [
            _labelled(model, spec, x, (batch, coordinates), known)
            for spec, x in zip(results.results, several, strict=True)
        ]
        return results.pack(*arranged) if results.pack else arranged[0]


def _names(model: Any, label: str) -> tuple[str, ...]:
    """The model's names along an axis of a sample."""
    return tuple(getattr(model, _AXES[label][1]))


def _check(
    owner: str,
    model: Any,
    specs: Mapping[str, Spec],
    named: Mapping[str, Any],
    cores: Mapping[str, Sequence[Any]],
) -> None:
    """Raise ShapeError for batch axes without names, and for joints in another order."""
    for name, x in named.items():
        if name in specs and name not in cores and np.ndim(x) > len(specs[name].shape):
            raise ShapeError(
                f"{owner}: {name} has batch axes without names, beside {', '.join(cores)} of "
                "xarray; make it a DataArray, too."
            )
    for name, core in cores.items():
        for label, d in zip(specs[name].labels, core, strict=False):
            if label not in _AXES or d not in named[name].coords:
                continue
            labels, names = named[name].coords[d].values.tolist(), _names(model, label)
            if all(isinstance(x, str) for x in labels) and tuple(labels) != names:
                remedy = f"{name}.sel({d}=list(model.{_AXES[label][1]}))"
                raise ShapeError(
                    f"{owner}: the coordinates of {name} along {d} are {', '.join(labels)}; those "
                    f"of {model.name} are {', '.join(names)}: {remedy} puts them in order."
                )


def _aligned(
    owner: str, arrays: Mapping[str, Any], cores: Mapping[str, Sequence[Any]]
) -> dict[str, Any]:
    """The arrays, if those with a batch axis of the same name have the same coordinates on it."""
    inside = {d for core in cores.values() for d in core}
    for name, x in arrays.items():
        both = [d for d in x.dims if d in inside and d not in cores[name]]
        if both:
            raise ShapeError(
                f"{owner}: {both[0]!r} is a batch axis of {name}, and an axis of a sample of "
                "another operand; rename one of them, or transpose: axes of a sample come last."
            )
    try:
        aligned = xr.align(*arrays.values(), join="exact", exclude=inside)
    except ValueError as error:
        raise ShapeError(f"{owner}: {', '.join(arrays)} do not fit together: {error}") from None
    return dict(zip(arrays, aligned, strict=True))


def _positional(x: Any, batch: Sequence[Any], core: Sequence[Any]) -> Any:
    """The values of an array with all batch axes, of length 1 where it has none."""
    present = [d for d in batch if d in x.dims]
    ordered = x.variable.transpose(*present, *core).data
    missing = [slice(None) if d in present else None for d in batch]
    return ordered[(*missing, ...)]


def _labelled(
    model: Any, spec: Spec, x: Any, batch: tuple[Sequence[Any], Mapping[Any, Any]], known: Any
) -> Any:
    """A result with names and coordinates: axes of joints are named as those of operands."""
    axes, coordinates = list(batch[0]), dict(batch[1])
    for k, label in enumerate(spec.labels):
        if label not in _AXES:
            axes.append(f"dim_{k}")
            continue
        names = _names(model, label)
        name = known.get(names, _AXES[label][0])
        count = next(
            i for i in itertools.count(1) if (f"{name}_{i}" if i > 1 else name) not in axes
        )
        axes.append(f"{name}_{count}" if count > 1 else name)
        coordinates[axes[-1]] = list(names)
    return xr.DataArray(x, dims=axes, coords=coordinates, name=spec.name)
