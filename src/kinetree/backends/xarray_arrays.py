"""xarray: batch axes broadcast by name, and results have the names of joints as coordinates.

The last axes of a DataArray are those of a sample, whatever their names.
"""

import itertools
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

import numpy as np
import xarray as xr

from ..compiler.batch import Spec
from ..errors import ShapeError
from ..functions import Function
from ..functions.kernels import primitive_of_call
from ..functions.specialization import Specialization

_AXES: Final = {
    "nq": ("q", "q_names"),
    "nv": ("v", "v_names"),
    "njoints": ("joint", "joint_names"),
    "nframes": ("frame", "frame_names"),
}
"""The name of an axis of results by its length, and the model's names along it."""


def call_labelled(
    function: Function, model: Any, operands: Sequence[Any], keywords: Mapping[str, Any]
) -> Any:
    """Return the results of a call of which some operands are DataArrays."""
    own, owner = function.definition, function.__name__
    named = dict(zip(own.parameters.operands, operands, strict=False)) | dict(keywords)
    arrays = {name: x for name, x in named.items() if isinstance(x, xr.DataArray)}
    plain = named | {name: x.data for name, x in arrays.items()}
    bound = own.parameters.bound_call(model, own.dims, (), plain)
    call = Specialization.of(own, model, bound)
    specs = {x.name: x for x in call.specs}
    cores = {name: x.dims[max(0, x.ndim - len(specs[name].shape)) :] for name, x in arrays.items()}
    _check(owner, model, specs, named, cores)
    inside = {d for core in cores.values() for d in core}
    _check_batches(owner, arrays, cores, inside)
    primitive = primitive_of_call(call)
    known = {
        _names(model, label): d
        for name in reversed(arrays)
        for label, d in zip(specs[name].labels, cores[name], strict=False)
        if label in _AXES
    }
    taken = {d for x in arrays.values() for d in x.dims} - inside
    axes = [_axes(model, spec, taken, known) for spec in primitive.results]
    robot = () if model is None else (model,)

    def run(*values: Any) -> Any:
        results = function.call_any(*robot, **named | dict(zip(arrays, values, strict=True)))
        return tuple(results) if len(axes) > 1 else results[0] if primitive.pack else results

    results = xr.apply_ufunc(
        run,
        *(x.reset_coords(drop=True) for x in arrays.values()),
        input_core_dims=list(cores.values()),
        output_core_dims=list(map(list, axes)),
        exclude_dims=inside,
        join="exact",
        keep_attrs=False,
        dask="allowed",
    )
    several = results if len(axes) > 1 else [results]
    arranged = [
        x.rename(spec.name).assign_coords({d: n for d, n in own.items() if n is not None})
        for x, own, spec in zip(several, axes, primitive.results, strict=True)
    ]
    return primitive.pack(*arranged) if primitive.pack else arranged[0]


def _names(model: Any, label: str) -> tuple[str, ...]:
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


def _check_batches(
    owner: str, arrays: Mapping[str, Any], cores: Mapping[str, Sequence[Any]], inside: set[Any]
) -> None:
    """Raise ShapeError for batch axes of one name that differ, or are axes of other samples."""
    for name, x in arrays.items():
        both = [d for d in x.dims if d in inside and d not in cores[name]]
        if both:
            raise ShapeError(
                f"{owner}: {both[0]!r} is a batch axis of {name}, and an axis of a sample of "
                "another operand; rename one of them, or transpose: axes of a sample come last."
            )
    try:
        xr.align(*arrays.values(), join="exact", exclude=inside)
    except ValueError as error:
        raise ShapeError(f"{owner}: {', '.join(arrays)} do not fit together: {error}") from None


def _axes(
    model: Any, spec: Spec, taken: Collection[Any], known: Mapping[tuple[str, ...], Any]
) -> dict[Any, list[str] | None]:
    """The axes of a sample of a result, named as those of operands; the names along each."""
    axes: dict[Any, list[str] | None] = {}
    for k, label in enumerate(spec.labels):
        names = _names(model, label) if label in _AXES else None
        name = f"dim_{k}" if names is None else known.get(names, _AXES[label][0])
        numbered = (f"{name}_{i}" for i in itertools.count(2))
        axis = next(
            x for x in itertools.chain([name], numbered) if x not in taken and x not in axes
        )
        axes[axis] = None if names is None else list(names)
    return axes
