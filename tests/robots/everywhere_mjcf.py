"""An MJCF for `everywhere.py`: kinetree against MuJoCo.

States go to MuJoCo, and its results come back, by `kt.convert`. What is no rigid-body dynamics is
switched off in MuJoCo's model: contacts, constraints, springs, dampers, fluid, actuators.
"""

import sys
import warnings
from functools import partial
from pathlib import Path
from typing import Any

import mujoco
import numpy as np
from agreement import transposed
from robots.everywhere_agreement import Results, States, compared, tried, verdict

import kinetree as kt

DISABLED = ("CONSTRAINT", "CONTACT", "SPRING", "DAMPER", "ACTUATION")


def swept(file: Path) -> dict[str, Any]:
    """Verdicts of loaders on the file, and the agreement of their results."""
    model, said = tried(partial(load, file), kt.ModelError)
    peer, theirs = tried(partial(compiled, file), ValueError)
    verdicts = {"kinetree": verdict(model, said), "MuJoCo": verdict(peer, theirs)}
    both = model is not None and peer is not None
    return {"verdicts": verdicts, "cases": {"as it is": case(model, peer)} if both else {}}


def load(file: Path) -> kt.Model:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what MuJoCo says of old elements
        return kt.load_mjcf(file)


def compiled(file: Path) -> Any:
    mujoco.set_mju_user_warning(partial(print, file=sys.stderr))  # not to MUJOCO_LOG.TXT
    return mujoco.MjModel.from_xml_path(str(file))


def case(model: kt.Model, peer: Any) -> dict[str, Any]:
    for flag in DISABLED:
        peer.opt.disableflags |= getattr(mujoco.mjtDisableBit, f"mjDSBL_{flag}")
    peer.opt.density = peer.opt.viscosity = 0
    at = States.of(model)
    bodies = [i for i, frame in enumerate(model.frames) if frame.kind in ("universe", "body")]
    sites = [i for i, frame in enumerate(model.frames) if frame.kind == "op"]
    found = compared(model, at, results(model, peer, at), bodies + sites, scale(peer))
    own = [model.frames[i].name for i in bodies[1:] + sites]
    found["errors"]["names and order"] = 0.0 if same_names(own, names(peer)) else np.inf
    return found


def names(peer: Any) -> list[str]:
    """Names of the bodies and the sites; "" where the file gives none."""
    bodies = [peer.body(i).name for i in range(1, peer.nbody)]
    return bodies + [peer.site(i).name for i in range(peer.nsite)]


def same_names(own: list[str], theirs: list[str]) -> bool:
    pairs = zip(own, theirs, strict=False)
    return len(own) == len(theirs) and all(y in ("", x) for x, y in pairs)


def scale(peer: Any) -> float:
    """The robot's scale: total mass * 9.81 * size, the size at qpos0."""
    data = mujoco.MjData(peer)
    mujoco.mj_kinematics(peer, data)
    mass, inertia = peer.body_mass, peer.body_inertia
    gyration = np.sqrt(inertia.max(-1)[mass > 0] / mass[mass > 0])
    size = max(np.linalg.norm(data.xipos, axis=-1).max(), gyration.max(initial=0))
    return float(mass.sum() * 9.81 * size)


def results(model: kt.Model, peer: Any, at: States) -> Results:
    """MuJoCo's, in kinetree's coordinates."""
    to, back = partial(kt.convert.to_mujoco, model), partial(kt.convert.from_mujoco, model)
    q, v, a, _ = to(at.q, at.v, at.a)
    resting, force = to(at.q, at.v, 0 * at.a).a, to(at.q, tau=at.tau).tau
    X = transposed(to(at.q[:, None], np.eye(model.nv)).v)
    rows = [sample(peer, *row) for row in zip(q, v, a, resting, force, strict=True)]
    tau, h, M, qdd, placements = map(np.array, zip(*rows, strict=True))
    return Results(
        back(q, tau=tau).tau,
        transposed(X) @ M @ X,
        back(q, tau=h).tau,
        back(q, v, qdd).a,
        placements,
    )


def sample(peer: Any, q: Any, v: Any, a: Any, resting: Any, force: Any) -> tuple[Any, ...]:
    """Inverse dynamics at a and at rest, M, forward dynamics, placements, of one sample."""
    data, M = mujoco.MjData(peer), np.zeros((peer.nv, peer.nv))
    data.qpos, data.qvel = q, v
    inverse: list[Any] = []
    for data.qacc in (a, resting):
        mujoco.mj_inverse(peer, data)
        inverse.append(data.qfrc_inverse.copy())
    mujoco.mj_fullM(peer, data, M)
    data.qfrc_applied = force
    mujoco.mj_forward(peer, data)
    return *inverse, M, data.qacc.copy(), placements(peer, data)


def placements(peer: Any, data: Any) -> Any:
    """Placements of the world, the bodies and the sites."""
    T = np.zeros((peer.nbody + peer.nsite, 4, 4))
    T[:, :3, :3] = np.concatenate([data.xmat, data.site_xmat]).reshape(-1, 3, 3)
    T[:, :3, 3] = np.concatenate([data.xpos, data.site_xpos])
    T[:, 3, 3] = 1
    return T
