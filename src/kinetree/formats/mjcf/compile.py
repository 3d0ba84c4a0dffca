"""MJCF -> mjModel, by MuJoCo's compiler, with its errors and warnings as Python's."""

import os
import re
import warnings
from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, replace
from threading import Lock
from types import ModuleType
from typing import Final, TypeVar, cast

import numpy as np

from ...errors import ModelError, kind_of, needing, warn
from ...model.shapes import Mesh
from ...spatial import SE3
from ..source import Input
from .arrays import MjModel, MjSpec, Names, pose, text_at
from .looks import check_sizes

T = TypeVar("T")

MESH_GEOMS: Final = (7, 8)
"""The types of geoms by a mesh, and by signed distances to one."""
INERTIALS: Final = ("body_inertia", "body_ipos", "body_iquat")
TETRAHEDRON: Final = np.array([0.0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1])

MeshFile = tuple[Mesh, SE3]
"""A mesh file; its scaled points are at the placement in the frame of MuJoCo's mesh."""


@dataclass(frozen=True, slots=True)
class Compiled:
    """An mjModel, its name in errors, and its mesh files by name."""

    mj: MjModel
    file: str
    meshes: Mapping[str, MeshFile]
    unshaped: frozenset[int] = frozenset()
    """The geoms that are fitted to a missing mesh, or are height fields that were not read."""


def compiled(source: Input) -> Compiled:
    """The mjModel of an MJCF or of an MjSpec, or the one given; MuJoCo's errors are ModelErrors."""
    mujoco, live = import_mujoco(), cast(MjSpec, source.content)
    if isinstance(live, mujoco.MjSpec):
        return _compiled(live, "MjSpec", live.copy)
    if isinstance(live, mujoco.MjModel):
        return _with_meshes(live)
    if live is not None:
        raise ModelError(
            f"source is {kind_of(live)}; expected a mujoco.MjModel or a mujoco.MjSpec."
        )

    check_sizes(source)

    def parsed() -> MjSpec:
        if source.path is not None and source.name.endswith(".xml"):
            return mujoco.MjSpec.from_file(os.path.abspath(source.path))
        text = source.text
        spec = mujoco.MjSpec.from_string(text if isinstance(text, str) else text.decode())
        spec.modelfiledir = source.folder
        return spec

    return _compiled(_called(source.name, parsed), source.name, parsed)


def _compiled(spec: MjSpec, file: str, again: Callable[[], MjSpec]) -> Compiled:
    """The mjModel of an MjSpec; `again` makes the MjSpec anew, `file` is its name in errors."""
    files = _called(file, lambda: {x.name: _mesh_file(spec, x) for x in spec.meshes if x.file})
    fields = {field.name for field in spec.hfields if field.file}
    unshaped: frozenset[int] = frozenset()
    try:
        mj = _called(file, spec.compile)
    except ModelError as refusal:
        with warnings.catch_warnings(action="ignore"):  # they were issued before
            spec, probe = (_called(file, lambda: _without_appearance(again())) for _ in range(2))
        mj = _without_meshes(spec, probe, file, refusal)
        unshaped = _called(file, lambda: _fitted_to_missing(spec, files, fields))
    paths = _mesh_paths(mj)
    meshes = {name: mesh for name, mesh in files.items() if mesh is not None}
    for name, (mesh, placement) in meshes.items():
        if os.path.isfile(paths.get(name, "")):
            meshes[name] = replace(mesh, uri=paths[name]), placement
    return Compiled(mj, file, meshes, unshaped)


def _with_meshes(mj: MjModel) -> Compiled:
    """A given mjModel, which does not store `refpos` and `refquat` of its meshes."""
    paths, files = _mesh_paths(mj), dict[str, MeshFile]()
    for address, scale in zip(mj.name_meshadr, mj.mesh_scale, strict=True):
        name = text_at(mj.names, address)
        if name in paths:
            files[name] = Mesh(paths[name], tuple(scale.tolist())), SE3.identity()
    return Compiled(mj, "MjModel", files)


def import_mujoco() -> ModuleType:
    """Import MuJoCo; raises ModelError with how to install it."""
    with needing("reading MJCF needs MuJoCo: pip install 'kinetree[mjcf]'."):
        import mujoco
    return mujoco


_ONE_AT_A_TIME = Lock()
"""MuJoCo has one warning handler for the process."""


def _called(file: str, function: Callable[[], T]) -> T:
    """The result of a call of MuJoCo, with its messages as errors or warnings, not printed."""
    mujoco, messages = import_mujoco(), list[str]()
    with _ONE_AT_A_TIME, warnings.catch_warnings(record=True, action="always") as caught:
        listener = mujoco.get_mju_user_warning()
        mujoco.set_mju_user_warning(messages.append)
        try:
            result = function()
        except Exception as error:  # mostly ValueError, and MuJoCo's errors
            raise _refused(file, str(error)) from None
        finally:
            mujoco.set_mju_user_warning(listener)
    messages += [str(warning.message) for warning in caught]
    for message in dict.fromkeys(messages):
        if "NaN" in message:
            raise _refused(file, message)
        warn(f"{file}: MuJoCo: {_one_line(message)}")
    return result


def _refused(file: str, message: str) -> ModelError:
    """The error, with its line if the message has one."""
    line = re.search(r"line (?:number=)?([1-9]\d*)", message, re.IGNORECASE)
    return ModelError(f"{file}{':' + line[1] if line else ''}: MuJoCo: {_one_line(message)}")


def _one_line(message: str) -> str:
    lines = [line.strip() for line in message.splitlines() if line.strip()]
    return "; ".join(lines).replace(":; ", ": ").removeprefix("XML Error: ").removeprefix("Error: ")


# --- meshes


def _mesh_paths(mj: MjModel) -> dict[str, str]:
    """The paths of mesh files that MuJoCo stores, by name."""
    return {
        text_at(mj.names, name): os.path.abspath(text_at(mj.paths, path))
        for name, path in zip(mj.name_meshadr, mj.mesh_pathadr, strict=True)
        if path >= 0
    }


def _mesh_file(spec: MjSpec, mesh: MjSpec) -> MeshFile | None:
    """A mesh file; None if it is rotated, then scaled by axis, which is not a placement.

    MuJoCo maps a point x of the file to scale * (R^T (x - p)), R and p its refquat and refpos.
    """
    name: str = os.path.basename(mesh.file) if spec.strippath else mesh.file
    rotation = pose([0, 0, 0], mesh.refquat).inverse()
    x, y, z = mesh.scale.tolist()
    if not x == y == z and rotation != SE3.identity():
        return None
    shift = -(rotation.rotation @ (mesh.scale * mesh.refpos).tolist())
    uri, folder = os.path.join(str(spec.meshdir), name), os.path.abspath(spec.modelfiledir)
    return Mesh(uri, (x, y, z), folder), SE3(rotation.rotation, shift)


def _without_meshes(spec: MjSpec, probe: MjSpec, file: str, refusal: ModelError) -> MjModel:
    """The mjModel without the meshes that do not affect its dynamics.

    Meshes are replaced by small tetrahedra; if a larger one changes an inertia, the mesh is read.
    Raises `refusal` if missing files are not its cause.
    """
    small = {mesh.name: 1.0 for mesh in spec.meshes if mesh.file}
    with warnings.catch_warnings(action="ignore"):  # issued again below
        try:
            needed = _needed(probe, file, small)
        except ModelError:
            raise refusal from None
    unread = {mesh: size for mesh, size in small.items() if mesh not in needed}
    try:
        return _with_tetrahedra(spec, file, unread)
    except ModelError as error:
        if not needed:
            raise refusal from None
        (mesh, body), *others = needed.items()
        more = f" (and {len(others)} more)" if others else ""
        raise ModelError(
            f"{error}. The mesh {mesh!r}{more} is needed, since the inertia of the body {body!r} "
            "comes from it: install the file, or write <inertial>."
        ) from None


def _without_appearance(spec: MjSpec) -> MjSpec:
    """The same MjSpec without textures and skins, and with flat height fields in place of files."""
    for material in spec.materials:
        material.textures = [""] * len(material.textures)
    for element in (*spec.textures, *spec.skins):
        spec.delete(element)
    for field in (field for field in spec.hfields if field.file):
        field.file, field.nrow, field.ncol, field.userdata = "", 2, 2, [0.0] * 4
    return spec


def _fitted_to_missing(
    spec: MjSpec, files: Mapping[str, MeshFile | None], fields: Container[str]
) -> frozenset[int]:
    """The geoms that are fitted to a tetrahedron in place of a file, or are flat `fields`."""
    lost = {mesh.name for mesh in spec.meshes if not mesh.file}.intersection(files)
    known = {name for name in lost if files[name]}
    return frozenset(
        geom.id
        for geom in spec.geoms
        if geom.meshname in (lost - known if int(geom.type) in MESH_GEOMS else lost)
        or geom.hfieldname in fields
    )


def _with_tetrahedra(spec: MjSpec, file: str, sizes: Mapping[str, float]) -> MjModel:
    for mesh in spec.meshes:
        if mesh.name in sizes:
            mesh.file, mesh.scale = "", np.ones(3)
            mesh.uservert = sizes[mesh.name] * TETRAHEDRON
    return _called(file, spec.compile)


def _needed(spec: MjSpec, file: str, sizes: Mapping[str, float]) -> dict[str, str]:
    """The meshes that determine an inertia, each with its body."""
    needed = dict[str, str]()
    small = _with_tetrahedra(spec, file, sizes)
    bodies = Names(small).bodies
    for mesh in sizes:
        large = _with_tetrahedra(spec, file, {**sizes, mesh: 2.0})
        changed = [np.any(getattr(large, x) != getattr(small, x), axis=-1) for x in INERTIALS]
        if np.any(changed):
            needed[mesh] = bodies[int(np.argmax(np.any(changed, axis=0)))]
    return needed
