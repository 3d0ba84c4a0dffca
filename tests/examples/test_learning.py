"""examples/learning: the trained policy walks as it is told."""

import runpy
from pathlib import Path

import numpy as np

SCRIPT = Path(__file__).parents[2] / "examples" / "learning" / "walking.py"


def test_the_trained_policy_follows_its_commands():
    example = runpy.run_path(str(SCRIPT))
    policy = dict(np.load(example["POLICY"]))
    envs = example["Walk"](32, seed=11)
    seen, _ = envs.reset()
    command, fell, speeds = envs["command"].copy(), np.zeros(32, bool), []
    for _ in range(150):
        seen, _, terminated, _, _ = envs.step(example["run"](policy, seen))
        fell |= terminated
        speeds.append(envs["v"][:, [0, 1, 5]].copy())
    off = abs(np.mean(speeds[50:], 0) - command)[~fell]
    assert fell.sum() <= 3 and np.median(off) < 0.2
