"""States and results in files: CSV, JSON and NumPy's npz, with names and units."""

import csv
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike

import kinetree as kt

from ..errors import counted, unknown
from ..model.joints.base import Numbers

SUFFIXES: Final = (".csv", ".json", ".npz")
STATE: Final = ("q", "v", "a", "tau")


@dataclass(frozen=True, slots=True)
class Quantity:
    """Samples (n, ...) of a quantity, the names of its elements in order, and their units."""

    values: Numbers
    elements: Sequence[str] = ()
    units: Sequence[str] = ()


def expect_suffix(path: str) -> None:
    """Raise ModelError for a file of another kind."""
    if Path(path).suffix.lower() not in SUFFIXES:
        raise kt.ModelError(f"{path}: expected a file that ends in {', '.join(SUFFIXES)}.")


def elements(model: kt.Model, name: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names of the elements of q, v, a or tau, and their units; t is one number, in s."""
    if name == "t":
        return (), ("s",)
    if name == "q":
        return tuple(model.q_names), tuple(model.q_units)
    units = {"a": [f"{u}^2" for u in model.v_units], "tau": model.tau_units, "v": model.v_units}
    return tuple(model.v_names), tuple(units[name])


def read(path: str, model: kt.Model, names: Sequence[str]) -> dict[str, Numbers]:
    """The named quantities among q, v, a, tau and t in a file, (n, size) each, t (n,).

    A CSV has a column for each element, `q.joint1` or `q.joint1 [rad]`, in any order, JSON and npz
    an array for each quantity. Raises ModelError for what cannot be read, lacks, or does not fit.
    """
    expect_suffix(path)
    try:
        read_file = {".csv": _read_csv, ".json": _read_json, ".npz": _read_npz}
        arrays = read_file[Path(path).suffix.lower()](path, model)
    except Exception as error:  # damaged archives raise anything
        what = str(error) or type(error).__name__
        raise kt.ModelError(f"{path}: {what}") from None
    for name in names:
        listed, _ = elements(model, name)
        if name not in arrays:
            raise kt.ModelError(
                f"{path}: {unknown('quantity', name, arrays)} In a CSV, its columns are "
                f"{name}.{listed[0]}, ..., one for each of {counted(len(listed), 'element')}."
            )
        x = arrays[name]
        if x.shape != (len(x), len(listed)):
            raise kt.ModelError(
                f"{path}: {name} has shape {x.shape}; expected (samples, {len(listed)}) "
                f"for {model.name}."
            )
        for n, k in np.argwhere(~np.isfinite(x)).tolist():
            raise kt.ModelError(
                f"{path}: {name}.{listed[k]} is {x[n, k]} in sample {n}; leave out samples that "
                "are not finite."
            )
    sizes = {name: len(arrays[name]) for name in names}
    if len(set(sizes.values())) > 1:
        counts = ", ".join(f"{n} of {name}" for name, n in sizes.items())
        raise kt.ModelError(f"{path}: the numbers of samples differ: {counts}.")
    return {name: arrays[name] for name in (*names, *({"t"} & arrays.keys()))}


def write(path: str, quantities: Mapping[str, Quantity]) -> None:
    """Write quantities to a file, one row a sample."""
    expect_suffix(path)
    match Path(path).suffix.lower():
        case ".csv":
            header = [
                (f"{name}.{element}" if element else name) + (f" [{unit}]" if unit else "")
                for name, q in quantities.items()
                for element, unit in zip(q.elements or [""], q.units or repeat(""), strict=False)
            ]
            rows = [q.values.reshape(len(q.values), -1) for q in quantities.values()]
            with open(path, "w", encoding="utf-8", newline="") as file:
                csv.writer(file).writerow(header)
                np.savetxt(file, np.concatenate(rows, 1), fmt="%.17g", delimiter=",")
        case ".json":
            content = {
                name: {"elements": [*q.elements], "units": [*q.units], "values": q.values.tolist()}
                for name, q in quantities.items()
            }
            Path(path).write_text(json.dumps(content) + "\n", encoding="utf-8")
        case _:
            content: dict[str, Any] = {name: q.values for name, q in quantities.items()}
            content |= {f"{name}_elements": np.array(q.elements) for name, q in quantities.items()}
            np.savez(path, **content)


def _read_csv(path: str, model: kt.Model) -> dict[str, Numbers]:
    with open(path, encoding="utf-8-sig", newline="") as file:
        titles = [title.strip() for title in next(csv.reader(file), list[str]())]
        try:
            rows = np.loadtxt(file, delimiter=",", ndmin=2) if titles else np.zeros((0, 0))
        except ValueError as error:
            raise ValueError(_bad_cell(path, titles) or str(error)) from None
    header = [title.partition(" [")[0] for title in titles]
    if len(set(header)) < len(header):
        twice = next(name for name in header if header.count(name) > 1)
        raise ValueError(f"the column {twice!r} is there twice")
    if rows.size and rows.shape[1] != len(header):
        raise ValueError(f"{len(header)} names of columns, but {rows.shape[1]} numbers in a row")
    index = {name: k for k, name in enumerate(header)}
    arrays: dict[str, Numbers] = {}
    for name in STATE:
        names, units = elements(model, name)
        columns = [f"{name}.{element}" for element in names]
        lacking = [column for column in columns if column not in index]
        if len(lacking) == len(columns):
            continue
        if lacking:
            raise ValueError(f"{unknown('column', lacking[0], header)}")
        for column, unit in zip(columns, units, strict=True):
            title = titles[index[column]]
            if title not in (column, f"{column} [{unit}]"):
                raise ValueError(f"the column {title!r}; expected {column} [{unit}]")
        arrays[name] = rows[:, [index[column] for column in columns]]
    if "t" in index:
        arrays["t"] = rows[:, index["t"]]
    return arrays


def _bad_cell(path: str, titles: Sequence[str]) -> str | None:
    """The sentence for the first cell of a CSV that is no number."""
    with open(path, encoding="utf-8-sig", newline="") as file:
        for line, row in enumerate(csv.reader(file), 1):
            for title, cell in zip(titles, row, strict=False):
                try:
                    float(cell if line > 1 else "0")
                except ValueError:
                    return f"line {line}, column {title!r}: {cell!r} is no number"
    return None


def _read_json(path: str, model: kt.Model) -> dict[str, Numbers]:
    content: dict[str, ArrayLike | dict[str, ArrayLike]] = json.loads(
        Path(path).read_text(encoding="utf-8")
    )
    if not isinstance(content, dict):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ValueError('expected an object, {"q": [[...], ...], ...}')
    return _arrays({k: x["values"] if isinstance(x, dict) else x for k, x in content.items()})


def _read_npz(path: str, model: kt.Model) -> dict[str, Numbers]:
    with open(path, "rb") as file, np.load(file) as content:
        return _arrays({k: content[k] for k in content.files})


def _arrays(content: Mapping[str, ArrayLike]) -> dict[str, Numbers]:
    arrays = {k: np.asarray(x, float) for k, x in content.items() if k in (*STATE, "t")}
    return {k: x if k == "t" or x.ndim > 1 else x[None] for k, x in arrays.items()}
