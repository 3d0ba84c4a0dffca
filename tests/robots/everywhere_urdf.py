"""A URDF for `everywhere.py`: kinetree against Pinocchio, with mimics ignored and included.

Included, they are compared with Pinocchio's model of the same robot with independent joints,
projected: v = G v_kinetree, tau_kinetree = G' tau. This needs no mimics of Pinocchio's, which it
cannot build for every robot.
"""

import re
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pinocchio as pin
import xacro
from robots.everywhere_agreement import (
    SINGULAR,
    Results,
    States,
    compared,
    condition,
    tried,
    verdict,
)
from robots.everywhere_mjcf import compiled
from robots.pair import scale
from robots.sweep import KINDS

import kinetree as kt
from kinetree.formats.findings import Findings
from kinetree.formats.xml import parse

Rule = tuple[str, float, float]
"""The joint followed, the multiplier, the offset."""


def swept(file: Path) -> dict[str, Any]:
    """Verdicts of loaders on the file, and the agreement of their results."""
    model, said = tried(partial(load, file), kt.ModelError)
    peer, theirs = tried(partial(build, file), ValueError)
    verdicts = {"kinetree": verdict(model, said), "Pinocchio": verdict(peer, theirs)}
    if is_xacro(file):
        verdicts["xacro"] = "expanded"
    if model is None or peer is None:
        verdicts["MuJoCo"] = verdict(*tried(partial(compiled, file), ValueError))
        return {"verdicts": verdicts, "cases": {}}
    cases = both_bases(file, {})
    rules = mimics(file)
    if rules:
        model, said = tried(partial(load, file, mimic=True), kt.ModelError)
        peer, theirs = tried(partial(build, file, mimic=True), ValueError, RuntimeError)
        verdicts |= {"kinetree, mimic=True": verdict(model, said)}
        verdicts |= {"Pinocchio, mimic=True": verdict(peer, theirs)}
        cases |= both_bases(file, rules) if model is not None else {}
    return {"verdicts": verdicts, "cases": cases}


def load(file: Path, floating_base: bool = False, mimic: bool = False) -> kt.Model:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # joints without limits
        return kt.load_urdf(file, floating_base=floating_base, mimic=mimic)


def build(file: Path, floating_base: bool = False, mimic: bool = False) -> Any:
    root = [pin.JointModelFreeFlyer()] if floating_base else []
    if is_xacro(file):
        return pin.buildModelFromXML(text(file), *root, mimic=mimic)
    return pin.buildModelFromUrdf(str(file), *root, mimic=mimic)


def is_xacro(file: Path) -> bool:
    """Whether it has to be expanded: definitions alone are left over, and harmless."""
    return b"<xacro:include" in re.sub(b"<!--.*?-->", b"", file.read_bytes(), flags=re.DOTALL)


def text(file: Path) -> bytes | str:
    return xacro.process_file(str(file)).toxml() if is_xacro(file) else file.read_bytes()


def both_bases(file: Path, rules: Mapping[str, Rule]) -> dict[str, Any]:
    cases: dict[str, Any] = {}
    for base, floating in (("fixed", False), ("floating", True)):
        model = load(file, floating, mimic=bool(rules))
        independent, at = IndependentPeer(model, build(file, floating), rules), States.of(model)
        frames = list(range(model.nframes))
        case = compared(model, at, independent.results(at), frames, scale(independent.peer))
        case["errors"]["names, kinds and order"] = 0.0 if independent.same_names else np.inf
        cases[f"{base}, mimics" if rules else base] = case
    return cases


def mimics(file: Path) -> dict[str, Rule]:
    """For each joint with `<mimic>`, the independent joint that it follows in the end."""
    joints = parse(text(file)).root(Findings(str(file))).all("joint")
    asked = {j.attributes["name"]: m.attributes for j in joints for m in j.all("mimic")}
    rules: dict[str, Rule] = {}
    for name in asked:
        source, multiplier, offset = name, 1.0, 0.0
        while source in asked:
            rule = asked[source]
            offset += multiplier * float(rule.get("offset", 0))
            multiplier *= float(rule.get("multiplier", 1))
            source = rule["joint"]
        rules[name] = source, multiplier, offset
    return rules


def solved(M: Any, tau: Any) -> Any:
    """M^-1 tau; NaN where M is singular."""
    a = np.full_like(tau, np.nan)
    regular = [condition(x) < SINGULAR for x in M]
    a[regular] = np.linalg.solve(M[regular], tau[regular, :, None])[..., 0]
    return a


@dataclass(frozen=True)
class IndependentPeer:
    """Pinocchio's model of a robot, whose joints are independent, moved as kinetree's."""

    model: kt.Model
    peer: Any
    rules: Mapping[str, Rule]

    @property
    def same_names(self) -> bool:
        """Whether joints and frames have the same names, parents and kinds, in order."""
        model, frames = self.model, list(self.peer.frames)
        kinds = ["universe", *(KINDS[frame.type] for frame in frames[1:])]
        own = [(f.name, f.kind, f.joint) for f in model.frames]
        theirs = [(f.name, k, f.parentJoint) for f, k in zip(frames, kinds, strict=True)]
        sizes = (model.nq, model.nv) == (self.peer.nq, self.peer.nv) or bool(self.rules)
        return sizes and list(model.joint_names) == list(self.peer.names) and own == theirs

    def results(self, at: States) -> Results:
        peer, data, G, q = self.peer, self.peer.createData(), self.G, self.configuration(at.q)

        def each(function: Any, *operands: Any) -> Any:
            rows = [function(peer, data, *row) for row in zip(*operands, strict=True)]
            return np.array([np.array(x, dtype=float) for x in rows])

        def frames(peer: Any, data: Any, q: Any) -> Any:
            pin.framesForwardKinematics(peer, data, q)
            return [T.homogeneous for T in data.oMf]

        tau = each(pin.rnea, q, at.v @ G.T, at.a @ G.T) @ G
        M, h = G.T @ each(pin.crba, q) @ G, each(pin.nle, q, at.v @ G.T) @ G
        qdd = solved(M, at.tau - h) if self.rules else each(pin.aba, q, at.v, at.tau)
        return Results(tau, M, h, qdd, each(frames, q))

    @property
    def G(self) -> Any:
        """Pinocchio's velocities are G times kinetree's."""
        G = np.zeros((self.peer.nv, self.model.nv))
        for name, joint in self.joints:
            source, multiplier, _ = self.rules.get(name, (name, 1.0, 0.0))
            rows = slice(joint.idx_v, joint.idx_v + joint.nv)
            G[rows, self.model.joint(source).v_slice] = multiplier * np.eye(joint.nv)
        return G

    def configuration(self, q: Any) -> Any:
        """Pinocchio's configuration where kinetree's is q."""
        full = np.empty((len(q), self.peer.nq))
        for name, joint in self.joints:
            source, multiplier, offset = self.rules.get(name, (name, 1.0, 0.0))
            x = q[:, self.model.joint(source).q_slice]
            if joint.nv == 1 and (name in self.rules or x.shape[1] != joint.nq):
                angle = x if x.shape[1] == 1 else np.arctan2(x[:, 1:], x[:, :1])
                angle = multiplier * angle + offset
                x = angle if joint.nq == 1 else np.hstack([np.cos(angle), np.sin(angle)])
            full[:, joint.idx_q : joint.idx_q + joint.nq] = x
        return full

    @property
    def joints(self) -> list[tuple[str, Any]]:
        return list(zip(self.peer.names, self.peer.joints, strict=True))[1:]
