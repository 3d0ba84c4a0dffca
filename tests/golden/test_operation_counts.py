"""Operation counts of one sample, exactly. A rise above 0.5 % needs a line in the CHANGELOG.

`python tests/golden/test_operation_counts.py` rewrites them.
"""

import json
from pathlib import Path

import pytest

import kinetree as kt

FILE = Path(__file__).with_name("operation_counts.json")
ROBOTS = {
    "panda": ("panda_description/panda", False),
    "ur5": ("ur5", False),
    "kinova": ("kinova", False),
    "solo12": ("solo12", True),
    "anymal_c": ("anymal_c_simple_description/anymal", True),
    "talos": ("talos", True),
    "talos_full": ("talos_full", True),
}
ALGORITHMS = (
    "rnea",
    "aba",
    "crba",
    "forward_kinematics",
    "kinetic_energy",
    "integrate",
    "difference",
)


def counts(name: str) -> dict[str, int]:
    source, floating = ROBOTS[name]
    model = kt.load(source, floating_base=floating)
    return {a: getattr(kt, a).trace(model).operation_count for a in ALGORITHMS}


@pytest.mark.parametrize("name", ROBOTS)
def test_operation_counts_are_the_golden_ones(name):
    assert counts(name) == json.loads(FILE.read_text())[name]


if __name__ == "__main__":
    FILE.write_text(json.dumps({name: counts(name) for name in ROBOTS}, indent=1) + "\n")
