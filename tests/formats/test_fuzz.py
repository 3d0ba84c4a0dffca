"""A thousand damaged files: a sane Model or a ModelError that says where, nothing else."""

from pathlib import Path

import pytest
from fuzz import cases, run

CASES = cases(1000, ["urdf", "srdf", "sdf", "json"])  # mjcf and xacro: other people's parsers


@pytest.mark.sweep
@pytest.mark.parametrize("kind", sorted({case.partition("/")[0] for case in CASES}))
def test_damaged_files(kind: str, tmp_path: Path) -> None:
    found = [run(case, tmp_path) for case in CASES if case.startswith(f"{kind}/")]
    assert {outcome.kind for outcome in found} == {"loaded", "refused"}
    assert not [outcome for outcome in found if outcome.fault]
