"""`kinetree check`: everything wrong with a robot, by line."""

import argparse
import json
import warnings
from dataclasses import asdict
from typing import Final

import numpy as np

import kinetree as kt

from .options import EXPAND, JSON, WHAT, Commands

NEGLIGIBLE_PIVOT: Final = 1e-10
"""Relative to the diagonal element of M: a smaller pivot is a rounding error."""
NEGLIGIBLE_INERTIA: Final = 1e-15
"""Relative to the largest diagonal element of M."""


def add(commands: Commands) -> None:
    check = commands.add_parser(
        "check", help="everything wrong with a robot, by line", parents=[JSON, EXPAND]
    )
    check.add_argument("robot", metavar="FILE", help=WHAT)
    check.set_defaults(command=_check)


def _check(arguments: argparse.Namespace) -> int:
    findings = kt.check(arguments.robot, expand=arguments.expand)
    errors = sum(finding.severity == "error" for finding in findings)
    if arguments.json:
        print(json.dumps([asdict(finding) for finding in findings]))
        return 1 if errors else 0
    for x in findings:
        print(f"{x.file}:{x.line}: {x.severity}: {x.element}: {x.message}")
    singular: list[str] = []
    if not errors:
        with warnings.catch_warnings(action="ignore"):  # they are among the findings
            model = kt.load(arguments.robot, expand=arguments.expand)
        reported = " ".join(finding.message for finding in findings)
        singular = [name for name in _singular(model) if f"singular at {name!r}" not in reported]
        for name in singular:
            print(
                f"{model.name}: warning: joint {name!r}: the mass matrix is singular: moving it "
                "takes no force while the joints beyond it are free; aba gives nan or inf."
            )
    count = len(findings) - errors + len(singular)
    print(f"{arguments.robot}: {_number(errors, 'error')}, {_number(count, 'warning')}.")
    return 1 if errors else 0


def _number(n: int, what: str) -> str:
    return f"{n or 'no'} {what}{'' if n == 1 else 's'}"


def _singular(model: kt.Model) -> list[str]:
    """The joints that accelerate without force, at a random configuration.

    M is eliminated from the leaves to the root; a pivot is then the effective inertia of a joint
    with all joints beyond it free, which is zero only for a joint without mass beyond it.
    """
    M = np.array(kt.crba.evaluate(model, kt.random_configuration(model, rng=0)), dtype=float)
    diagonal = M.diagonal().copy()
    smallest = np.maximum(
        NEGLIGIBLE_PIVOT * diagonal, NEGLIGIBLE_INERTIA * diagonal.max(initial=0.0)
    )
    singular: list[int] = []
    for k in reversed(range(model.nv)):
        if M[k, k] <= smallest[k]:
            singular.append(k)
            continue
        row = M[k, :k] / M[k, k]
        M[:k, :k] -= np.outer(row, M[k, :k])
    joints = [j.name for j in model.free_joints for _ in range(j.type.nv)]
    return list(dict.fromkeys(joints[k] for k in reversed(singular)))
