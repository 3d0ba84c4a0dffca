"""Robots by tables of Denavit and Hartenberg."""

from collections.abc import Collection, Sequence

from ..errors import ModelError
from ..model import Model, ModelBuilder
from ..model.joints import Prismatic, Revolute
from ..model.parts import numbers_of
from ..scalar.array import ArrayLike, Scalar, as_array
from ..spatial import SE3, Inertia


def from_dh(
    table: ArrayLike,
    *,
    modified: bool,
    prismatic: Collection[int] = (),
    inertias: Sequence[Inertia] | None = None,
    name: str = "dh",
) -> Model:
    """A chain of joints by its table, with rows a, alpha, d, theta in m and rad.

    Frame i is Rz(theta) Tz(d) Tx(a) Rx(alpha) in frame i - 1, and with `modified=True`, after
    Craig, Rx(alpha) Tx(a) Rz(theta) Tz(d), of its own row. The coordinate of joint i adds to theta,
    or to d of the joints whose numbers, from 1, are in `prismatic`. Frames are "dh1", "dh2", ...;
    `inertias` are those of the links in them, in which they are at rest.
    Raises ModelError for a table of another shape, other numbers or as many inertias.

    >>> import kinetree as kt
    >>> two_links = kt.robots.from_dh([[0.5, 0, 0, 0], [0.4, 0, 0, 0]], modified=False)
    >>> kt.frame_placement(two_links, [0.0, 0.0], frame="dh2")[0, 3].item()
    0.9
    """
    rows = as_array(table)
    n = rows.shape[0] if rows.ndim == 2 else 0
    if n < 1 or rows.shape[1] != 4:
        raise ModelError(
            f"from_dh: the table has shape {rows.shape}; expected (n, 4), rows a, alpha, d, theta."
        )
    text = [x for x in rows.flat if isinstance(x, str)]
    if text:
        raise ModelError(f"from_dh: the table holds {text[0]!r}; expected numbers.")
    if numbers_of(prismatic) is None:
        raise ModelError(f"from_dh: prismatic is {prismatic!r}; expected numbers in a list: [3].")
    wrong = sorted({*prismatic} - {*range(1, n + 1)})
    if wrong:
        raise ModelError(f"from_dh: no joint {wrong[0]}; joints are numbered 1 to {n}.")
    if inertias is not None and [type(x) for x in inertias] != [Inertia] * n:
        raise ModelError(
            f"from_dh: {len(inertias)} inertias for {n} links; expected one kt.Inertia each."
        )
    builder, before = ModelBuilder(name), SE3.identity()
    for i, (a, alpha, d, theta) in enumerate(rows, 1):
        along_x, along_z = _screw("x", alpha, a), _screw("z", theta, d)
        first, after = (along_x @ along_z, SE3.identity()) if modified else (along_z, along_x)
        builder.add_body(
            f"link{i}",
            parent=f"link{i - 1}" if i > 1 else "world",
            joint=Prismatic("z") if i in prismatic else Revolute("z"),
            joint_name=f"joint{i}",
            placement=before @ first,
            inertia=None if inertias is None else after @ inertias[i - 1],
        )
        builder.add_frame(f"dh{i}", parent=f"link{i}", placement=after)
        before = after
    return builder.build()


def _screw(axis: str, angle: Scalar, length: Scalar) -> SE3:
    """A turn about an axis, and a way along it."""
    turn, way = Revolute(axis), Prismatic(axis)
    return turn.placement(as_array([angle])) @ way.placement(as_array([length]))
