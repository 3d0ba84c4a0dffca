"""`kinetree convert`, `compile`, `export` and `cache`: files that kinetree writes."""

import argparse
import json
from functools import partial
from pathlib import Path

import numpy as np

import kinetree as kt

from ..compiler import cache
from ..errors import counted
from .dynamics import ALGORITHM, KEYWORDS, compiled, with_keywords
from .options import JSON, ROBOT, Commands, load

_algorithms = argparse.ArgumentParser(add_help=False, parents=[ROBOT, KEYWORDS])
_algorithms.add_argument("algorithm", metavar="ALGORITHM", nargs="+", help=ALGORITHM)
_algorithms.add_argument(
    "--dtype", choices=("float64", "float32"), default="float64", help="of numbers"
)


def add(commands: Commands) -> None:
    convert = commands.add_parser(
        "convert", help="a robot's file to URDF or SDF, or to kinetree's JSON", parents=[ROBOT]
    )
    convert.add_argument("output", metavar="OUTPUT", help="a .urdf, .sdf or .json")
    convert.set_defaults(command=_convert)

    warm = commands.add_parser(
        "compile", help="compile algorithms for a robot beforehand", parents=[_algorithms]
    )
    warm.add_argument("-o", "--output", metavar="FOLDER", help="write kernels for kt.load_kernel")
    warm.set_defaults(command=_compile)

    export = commands.add_parser(
        "export",
        help="algorithms as C without dependencies, or as an object file",
        parents=[_algorithms],
    )
    export.add_argument("--prefix", help="of the files and functions (default: the robot's name)")
    export.add_argument(
        "--input", action="append", default=[], help="an operand more, such as inertias or gravity"
    )
    export.add_argument("--object", action="store_true", help="machine code instead of C")
    export.add_argument("--target", help="an object for this LLVM triple, as aarch64-linux-gnu")
    export.add_argument("--cpu", help="an object for this processor, as cortex-a72")
    export.add_argument("-o", "--output", metavar="FOLDER", default=".", help="default: here")
    export.set_defaults(command=_export)

    stored = commands.add_parser("cache", help="the compiled code on disk", parents=[JSON])
    what = "its place and size, or remove it (default show)"
    stored.add_argument("action", choices=("show", "clear"), nargs="?", default="show", help=what)
    stored.set_defaults(command=_cache)


def _convert(arguments: argparse.Namespace) -> int:
    model, path = load(arguments), Path(arguments.output)
    match path.suffix.lower():
        case ".json":
            kt.save(model, path)
        case ".urdf":
            path.write_text(kt.to_urdf(model), encoding="utf-8")
        case ".sdf":
            path.write_text(kt.to_sdf(model), encoding="utf-8")
        case other:
            raise kt.ModelError(f"{path}: {other or 'no suffix'}; expected .urdf, .sdf or .json.")
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


def _export(arguments: argparse.Namespace) -> int:
    model = load(arguments)
    algorithms = {name: with_keywords(name, arguments) for name in arguments.algorithm}
    export = kt.export_c
    if arguments.object or arguments.target or arguments.cpu:
        export = partial(kt.export_object, target=arguments.target, cpu=arguments.cpu)
    output, prefix, dtype = arguments.output, arguments.prefix, arguments.dtype
    files = export(output, model, algorithms, prefix=prefix, dtype=dtype, inputs=arguments.input)
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
