"""Other machines: LLVM's assembly for them is inspected, not run."""

import re
from dataclasses import dataclass

import llvmlite.binding as llvm
import numpy as np
import pytest
from test_kernel import VOCABULARY, traced

import kinetree as kt
from kinetree.compiler.ir_builder import NumberType
from kinetree.compiler.ir_module import IRModule
from kinetree.compiler.passes import lower
from kinetree.compiler.target import Processor
from kinetree.scalar.array import Array


@dataclass(frozen=True)
class Machine:
    """LLVM's names for a machine, and patterns of its assembly."""

    architecture: str
    features: str
    register: int  # bytes
    fused: str
    fused_lanes: str
    environment: tuple[str, ...]  # of floating point: saved, set, restored


NEON = Machine(
    *("aarch64", "+neon", 16),
    r"\tfn?m(add|sub)\t[ds]\d+, ",
    r"\tfml[as]\tv\d+\.(2d|4s), ",
    (r"\tmrs\tx\d+, FPCR\n", r"\tmsr\tFPCR, xzr\n", r"\tmsr\tFPCR, x\d+\n"),
)
X86_FUSED = r"\tvfn?m(add|sub)\d+{}\t.*%{}mm\d+\n"
X86_ENVIRONMENT = (r"\tvstmxcsr\t", r"\tvldmxcsr\t", r"\tvldmxcsr\t")
AVX2 = Machine(
    *("x86_64", "+avx2,+fma", 32),
    *(X86_FUSED.format("s[ds]", "x"), X86_FUSED.format("p[ds]", "y"), X86_ENVIRONMENT),
)
AVX512 = Machine(
    *("x86_64", "+avx512f,+avx512bw,+avx512dq,+avx512vl,+fma", 64),
    *(X86_FUSED.format("s[ds]", "x"), X86_FUSED.format("p[ds]", "z"), X86_ENVIRONMENT),
)
MACHINES = {"NEON": NEON, "AVX2": AVX2, "AVX-512": AVX512}


def assembly(text, machine):
    """LLVM's assembly of a module for a machine."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(f"{machine.architecture}-unknown-linux-gnu")
    asked = {"opt": 1, "reloc": "pic", "codemodel": "small"}  # as kernels are compiled
    made = target.create_target_machine(features=machine.features, **asked)
    return made.emit_assembly(llvm.parse_assembly(text))


def outside(text):
    """The functions that an assembly calls, or jumps to, but does not define."""
    defined = set(re.findall(r"^([\w.]+):", text, re.M))
    return set(re.findall(r"^\t(?:bl?|callq?|jmpq?)\t([A-Za-z_.][\w.]*)", text, re.M)) - defined


def in_order(patterns, text):
    """Whether each pattern is found after the one before."""
    return re.search(".*".join(patterns), text, re.S) is not None


def vocabulary(x):
    return Array([function(x) for function in VOCABULARY.values()])


TRACES = {
    "rnea": lambda: kt.rnea.trace(kt.robots.arm()),
    "aba": lambda: kt.aba.trace(kt.robots.biped()),
    "vocabulary": lambda: traced(vocabulary),
}


@pytest.mark.sweep
@pytest.mark.parametrize("name", TRACES)
@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("machine", MACHINES.values(), ids=MACHINES)
def test_it_fuses_sets_the_environment_and_calls_nothing(name, dtype, machine):
    lowered = lower(TRACES[name](), dtype)
    many = machine.register // np.dtype(dtype).itemsize
    for lanes, fused in ((1, machine.fused), (many, machine.fused_lanes)):
        processor = Processor(machine.architecture, machine.register)
        text = assembly(IRModule(lowered, NumberType(dtype, lanes, processor)).text(), machine)
        assert re.search(fused, text)
        assert in_order(machine.environment, text[text.index("\nkernel:") :])
        assert outside(text) == set()


@pytest.mark.parametrize("machine", MACHINES.values(), ids=MACHINES)
@pytest.mark.parametrize("after", ["", "call void @inside()"])
def test_calls_to_the_outside_are_seen(machine, after):
    text = f"""
        declare double @llvm.sin.f64(double)
        define void @inside() {{
          ret void
        }}
        define double @f(double %x) {{
          %y = call double @llvm.sin.f64(double %x)
          {after}
          ret double %y
        }}
    """
    assert outside(assembly(text, machine)) == {"sin"}
