"""Steps of an environment on an emulated AArch64 have this processor's bits."""

import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from test_environments import Hop

import kinetree as kt

PROGRAM = """
#include <stdio.h>
#include "r.h"
int main(void) {{
    double state[{n}], next[{n}], seen[{m}], last[{m}], x[5], action[1];
    double key[2] = {{{key}}}, count = 1;
    r_begin(key, &count, state, seen);
    for (int i = 0; i < {steps}; i++) {{
        action[0] = (i % 7) * 0.25 - 0.75;
        r_step(state, action, key, next, seen, x, x + 1, x + 2, last, x + 3, x + 4);
        for (int k = 0; k < {n}; k++) state[k] = next[k];
    }}
    fwrite(state, sizeof(double), {n}, stdout);
    return 0;
}}
"""


@pytest.mark.skipif(
    not (shutil.which("qemu-aarch64") and shutil.which("aarch64-linux-gnu-gcc")),
    reason="needs qemu-user and gcc-aarch64-linux-gnu",
)
def test_a_thousand_steps_have_the_bits_of_this_processor(tmp_path: Path) -> None:
    envs, steps = Hop(1, seed=3, dtype="float64"), 1_000
    envs.reset()
    start = envs.state.copy()
    kernels = envs._kernels  # of which kt.export_object makes code for another processor
    algorithms = {"begin": kernels.begin, "step": kernels.step}
    kt.export_object(tmp_path, envs.model, algorithms, prefix="r", target="aarch64-linux-gnu")
    size, seen = kernels.sizes
    key = ", ".join(f"{x!r}" for x in envs._keys[0].tolist())
    (tmp_path / "main.c").write_text(PROGRAM.format(n=size, m=seen, steps=steps, key=key))
    command = ["aarch64-linux-gnu-gcc", "-std=c99", "-Wall", "-Werror", "-static", "main.c", "r.o"]
    subprocess.run([*command, "-o", "main"], check=True, cwd=tmp_path)
    command = ["qemu-aarch64", "./main"]
    state = subprocess.run(command, check=True, cwd=tmp_path, stdout=subprocess.PIPE).stdout
    for i in range(steps):
        envs.step(np.array([[(i % 7) * 0.25 - 0.75]]))
    assert not np.array_equal(envs.state, start)
    assert state == envs.state.tobytes()
