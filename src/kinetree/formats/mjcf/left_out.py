"""Messages about what an mjModel has and a model cannot have."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from ..findings import listed
from .arrays import CONNECT, FREE, JOINT, WELD, MjModel, Names, active, velocities

SLIDER_CRANK, TENDON, SITE, BODY = 2, 3, 4, 5  # actuator_trntype


def left_out(mj: MjModel, names: Names) -> Iterator[str]:
    """A message for each kind of part that is left out."""
    for i in active(mj):
        if mj.eq_type[i] not in (CONNECT, WELD, JOINT):
            yield f"the equality {names.equalities[i]!r}, of tendons or of a flex, is not recorded."
    yield from _springs(mj, names)
    yield from _tendons(mj, names)
    bodies = [names.actuators[i] for i in np.flatnonzero(_on_bodies(mj)).tolist()]
    if bodies:
        yield (
            f"{_listed('actuator', 'actuators', bodies)} on sites, bodies or slider-cranks: no "
            "joint is actuated by them; pass their forces as f_ext."
        )
    lifted = [names.bodies[i] for i in np.flatnonzero(mj.body_gravcomp).tolist()]
    if lifted:
        yield (
            f"the gravity compensation of {_listed('body', 'bodies', lifted)} is left out: gravity"
            " acts on the whole mass."
        )


def _on_bodies(mj: MjModel) -> NDArray[np.bool_]:
    """Whether each actuator acts on sites or bodies, not on a joint or a tendon."""
    return np.isin(mj.actuator_trntype, (SLIDER_CRANK, SITE, BODY))


def _springs(mj: MjModel, names: Names) -> Iterator[str]:
    """Messages about springs and dampers of joints."""
    none = np.zeros(mj.njnt)
    # the polynomials came with MuJoCo 4
    curved = np.any(getattr(mj, "jnt_stiffnesspoly", none[:, None]), axis=1)
    yields: NDArray[np.bool_] = getattr(mj, "jnt_springyield", none) != 0
    damped = np.any(getattr(mj, "dof_dampingpoly", np.zeros((mj.nv, 1))), axis=1)
    for j, name in enumerate(names.joints):
        if mj.jnt_type[j] == FREE:
            if mj.jnt_stiffness[j] or curved[j]:
                yield (
                    f"the spring of {name!r}, a free joint, acts in the axes of the world: it is"
                    " left out."
                )
        elif curved[j] or (yields[j] and mj.jnt_stiffness[j]):
            what = "that it yields" if yields[j] else "its polynomial stiffness"
            yield f"of the spring of {name!r} the linear part is kept; {what} is left out."
        if damped[velocities(mj, j)].any():
            yield f"of the damping of {name!r} the linear part is kept; the polynomial is left out."


def _tendons(mj: MjModel, names: Names) -> Iterator[str]:
    """Messages about tendons that act on joints."""
    on_tendons = mj.actuator_trntype == TENDON
    driven = getattr(mj, "actuator_armature", np.zeros(len(on_tendons)))
    if mj.tendon_armature.any() or driven[on_tendons].any():
        yield "the armature of tendons is left out of the mass matrix."
    none = np.zeros((mj.ntendon, 1))
    curved = getattr(mj, "tendon_stiffnesspoly", none).any(-1)
    damped = getattr(mj, "tendon_dampingpoly", none).any(-1)
    pulled = np.isin(range(mj.ntendon), mj.actuator_trnid[on_tendons, 0])
    parts = {
        "springs": (mj.tendon_stiffness != 0) | curved,
        "damping": (mj.tendon_damping != 0) | damped,
        "friction": mj.tendon_frictionloss != 0,
        "limits": mj.tendon_limited != 0,
        "actuators": pulled,
    }
    acting = np.flatnonzero(np.any(list(parts.values()), axis=0))
    if acting.size:
        what = ", ".join(part for part, has in parts.items() if has.any())
        acting_ones = _listed("tendon", "tendons", [names.tendons[i] for i in acting.tolist()])
        yield f"the {what} of {acting_ones} are left out; no joint is moved by a tendon here."


def _listed(one: str, many: str, names: Sequence[str]) -> str:
    """`2 tendons ('a', 'b')`, the first names of many."""
    first = listed([repr(name) for name in names])
    return f"{len(names)} {one if len(names) == 1 else many} ({first})"
