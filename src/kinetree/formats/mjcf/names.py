"""The names of the parts of an mjModel, including unnamed ones."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from .arrays import MjModel, text_at


@dataclass(frozen=True, slots=True)
class Names:
    """Names by number, unique within each kind."""

    model: str
    bodies: Sequence[str]
    joints: Sequence[str]
    geoms: Sequence[str]
    sites: Sequence[str]
    equalities: Sequence[str]
    tendons: Sequence[str]
    actuators: Sequence[str]
    keys: Sequence[str]

    @classmethod
    def of(cls, mj: MjModel) -> "Names":
        """Body 3 without a name is body3, its joints are body3_joint, body3_joint2, and so on."""
        bodies = _named(mj, mj.name_bodyadr, (f"body{i}" for i in count()))

        def parts(what: str, owners: Iterable[int]) -> Iterator[str]:
            return (f"{bodies[owner]}_{what}" for owner in owners)

        return cls(
            text_at(mj.names, 0),
            bodies,
            _named(mj, mj.name_jntadr, parts("joint", mj.jnt_bodyid)),
            _named(mj, mj.name_geomadr, parts("geom", mj.geom_bodyid)),
            _named(mj, mj.name_siteadr, parts("site", mj.site_bodyid)),
            _named(mj, mj.name_eqadr, (f"equality{i}" for i in count())),
            _named(mj, mj.name_tendonadr, (f"tendon{i}" for i in count())),
            _named(mj, mj.name_actuatoradr, (f"actuator{i}" for i in count())),
            _named(mj, mj.name_keyadr, (f"key{i}" for i in count())),
        )


def _named(mj: MjModel, addresses: Iterable[int], otherwise: Iterable[str]) -> list[str]:
    stored = [text_at(mj.names, address) for address in addresses]
    taken, names = set(stored), list[str]()
    for name, other in zip(stored, otherwise, strict=False):
        unique = name or next(x for x in _numbered(other) if x not in taken)
        taken.add(unique)
        names.append(unique)
    return names


def _numbered(name: str) -> Iterator[str]:
    yield name
    yield from (f"{name}{i}" for i in count(2))
