"""`kernel.explain()`: the stages of a compilation."""

import re
from typing import Any

import pytest

import kinetree as kt

PENDULUM = kt.load("pendulum")


def test_every_stage_is_shown_in_order():
    text = kt.rnea.compile(PENDULUM).explain()
    stages = re.findall(r"^; (\w+): ", text, re.MULTILINE)
    assert stages == ["trace", "lowered", "partitions", "ir", "assembly"]
    assert "%7 = mul %3, 9.81" in text and "= fma %78, 9.81, a[0]" in text
    assert "define void @kernel(" in text and "\nkernel:\n" in text


def test_the_body_of_a_loop_is_indented():
    @kt.algorithm("(5,2)->(2),(5,2)")
    def sums(model: Any, x: Any) -> Any:
        total, rows = kt.math.scan(lambda y, row: (y + row, y * row), x[0], x)
        return {"total": total, "rows": rows}

    text = sums.compile(PENDULUM).explain("trace", "partitions")
    assert re.search(r"^%\d+ = loop 5 times \(", text, re.MULTILINE)
    assert re.search(r"^  carry\[0\] = %\d+$", text, re.MULTILINE)
    assert re.search(r"^rows\[0\.\.\.\] = %\d+\[2\.\.\.11\]$", text, re.MULTILINE)
    assert re.search(r"^partition \d: loop, ", text, re.MULTILINE)
    assert re.search(r"^  partition 0: 4, reads 4 of operands", text, re.MULTILINE)


def test_another_stage_is_refused():
    with pytest.raises(kt.CompileError, match="no stage 'asm'; expected some of trace, lowered"):
        kt.rnea.compile(PENDULUM).explain("asm")
