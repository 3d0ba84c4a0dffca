"""The condition on which a loop with `until` goes on: a lane has steps left."""

from ..scalar.loops import LoopNode
from .ir_builder import FunctionBuilder


def append_condition(code: FunctionBuilder, loop: LoopNode) -> None:
    """Append the condition on which a loop goes on that its carry can end.

    It goes on, too, where the carry is not yet in the buffer of the last step.
    """
    n = code.number
    code.load("%new", loop.carry_size - 1, "%running")
    code.lines.append(f"%any = fcmp une {n.type} %running, {n.constant(0.0)}")
    if n.width > 1:
        code.lines[-1] = code.lines[-1].replace("%any", "%lanes", 1)
        code.lines += [
            f"%bits = bitcast {n.boolean} %lanes to i{n.lanes}",
            f"%any = icmp ne i{n.lanes} %bits, 0",
        ]
    code.lines += [
        "%odd = and i64 %i, 1",
        f"%swapped = icmp ne i64 %odd, {(loop.length - 1) % 2}",
        "%again = or i1 %any, %swapped",
    ]
