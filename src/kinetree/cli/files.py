"""`kinetree convert`, `compile`, `export` and `cache`: files that kinetree writes."""

import argparse
import json
from pathlib import Path
from typing import TypedDict

import numpy as np

import kinetree as kt

from ..compiler import cache
from ..errors import counted
from .dynamics import add_algorithm, compiled, with_keywords
from .options import Commands, add_json, add_robot, load


def add(commands: Commands) -> None:
    """Add the commands to the parser."""
    convert = commands.add_parser("convert", help="a robot's file to URDF, or to kinetree's JSON")
    add_robot(convert)
    convert.add_argument("output", metavar="OUTPUT", help="a .urdf or .json")
    convert.set_defaults(command=_convert)

    warm = commands.add_parser("compile", help="compile algorithms for a robot beforehand")
    add_robot(warm)
    add_algorithm(warm, several=True)
    warm.add_argument("--dtype", choices=("float64", "float32"), default="float64")
    warm.add_argument("-o", "--output", metavar="FOLDER", help="write kernels for kt.load_kernel")
    warm.set_defaults(command=_compile)

    export = commands.add_parser(
        "export", help="algorithms as C without dependencies, or as an object file"
    )
    add_robot(export)
    add_algorithm(export, several=True)
    export.add_argument("--dtype", choices=("float64", "float32"), default="float64")
    export.add_argument("--prefix", help="of the files and functions (default: the robot's name)")
    export.add_argument(
        "--input", action="append", default=[], help="an operand more, such as inertias or gravity"
    )
    export.add_argument("--object", action="store_true", help="machine code instead of C")
    export.add_argument("--target", help="an object for this LLVM triple, as aarch64-linux-gnu")
    export.add_argument("--cpu", help="an object for this processor, as cortex-a72")
    export.add_argument("-o", "--output", metavar="FOLDER", default=".", help="default: here")
    export.set_defaults(command=_export)

    stored = commands.add_parser("cache", help="the compiled code on disk")
    stored.add_argument("action", choices=("show", "clear"), nargs="?", default="show")
    add_json(stored)
    stored.set_defaults(command=_cache)


def _convert(arguments: argparse.Namespace) -> int:
    model, path = load(arguments), Path(arguments.output)
    match path.suffix.lower():
        case ".json":
            kt.save(model, path)
        case ".urdf":
            path.write_text(kt.to_urdf(model), encoding="utf-8")
        case other:
            raise kt.ModelError(f"{path}: {other or 'no suffix'}; expected .urdf or .json.")
    print(f"{path}: {model.name}, nq {model.nq}, nv {model.nv}.")
    return 0


def _compile(arguments: argparse.Namespace) -> int:
    model = load(arguments)
    for name in arguments.algorithm:
        kernel = compiled(name, model, arguments, dtype=arguments.dtype)
        for n in (1, 64):  # the scalar and the SIMD variant
            kernel(*[np.zeros((n, *spec.shape), kernel.dtype) for spec in kernel.operands])
        how = "from the cache" if kernel.from_cache else f"in {kernel.compile_seconds:.2f} s"
        written = ""
        if arguments.output:
            folder = Path(arguments.output)
            folder.mkdir(parents=True, exist_ok=True)
            path = folder / f"{model.name}_{name}.kernel"
            kernel.save(path)
            written = f", {path}"
        print(f"{name}: {kernel.operation_count:,} operations, {how}{written}")
    return 0


class _Options(TypedDict):
    prefix: str | None
    dtype: str
    inputs: list[str]


def _export(arguments: argparse.Namespace) -> int:
    model = load(arguments)
    chosen = [with_keywords(name, arguments) for name in arguments.algorithm]
    algorithms = dict(zip(arguments.algorithm, chosen, strict=True))
    options = _Options(prefix=arguments.prefix, dtype=arguments.dtype, inputs=arguments.input)
    if arguments.object or arguments.target or arguments.cpu:
        target, cpu = arguments.target, arguments.cpu
        files = kt.export_object(
            arguments.output, model, algorithms, **options, target=target, cpu=cpu
        )
    else:
        files = kt.export_c(arguments.output, model, algorithms, **options)
    print(*files, sep="\n")
    return 0


def _cache(arguments: argparse.Namespace) -> int:
    folder, entries = cache.entries()
    if folder is None:
        print("The cache is off: see KINETREE_CACHE_DIR.")
        return 0
    if arguments.action == "clear":
        for entry in entries:
            entry.unlink(missing_ok=True)
        print(f"{folder}: {counted(len(entries), 'file')} removed.")
        return 0
    total = sum(entry.stat().st_size for entry in entries)
    if arguments.json:
        print(json.dumps({"folder": str(folder), "files": len(entries), "bytes": total}))
    else:
        print(f"{folder}: {counted(len(entries), 'file')}, {total / 1e6:.1f} MB.")
    return 0
