"""The spheres of an SRDF that approximate links."""

from collections.abc import Iterable

import numpy as np

from ..model import Geometry, Model
from ..model.shapes import Sphere
from ..spatial import SE3
from .elements import Reader
from .xml import Element


def sphere_approximations(
    model: Model, reader: Reader, elements: Iterable[tuple[Element, str | None]]
) -> dict[str, list[Geometry]]:
    """The collision shapes of links, each with its element; a sphere of radius 0 is none."""
    spheres: dict[str, list[Geometry]] = {}
    for element, link in elements:
        for part in element.all("sphere"):
            center, radius = reader.vector(part, "center"), reader.number(part, "radius")
            if radius < 0:
                reader.error(part, f"radius={radius:g}; expected a length >= 0, in m.")
            elif link is not None:
                frame, own = model.frame(link), spheres.setdefault(link, [])
                T, name = frame.placement @ SE3(np.eye(3), center), f"{link} sphere {len(own)}"
                if radius:
                    own.append(Geometry(name, "collision", link, frame.joint, T, Sphere(radius)))
    return spheres
