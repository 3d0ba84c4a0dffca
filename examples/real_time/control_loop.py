"""A control loop at 1 kHz: computed torque of a quadruped's legs, with the latency of every tick.

Everything is compiled before the loop, by `kinetree compile` or by the first call, and
kt.no_compile() forbids it inside; results are written into the same arrays; the garbage collector
rests. Latencies are what is left to a controller: the computation, and how late a tick begins.

python examples/real_time/control_loop.py [seconds]
"""

import gc
import sys
import time
import tracemalloc

import numpy as np

import kinetree as kt

PERIOD = 1e-3
robot = kt.robots.quadruped()


@kt.algorithm
def tick(model, q, v, a):
    """All that a tick needs, in one kernel: torques, mass matrix, foot positions."""
    feet = ("front_left_foot", "front_right_foot", "hind_left_foot", "hind_right_foot")
    return {
        "tau": kt.rnea(model, q, v, a),
        "M": kt.crba(model, q),
        "feet": kt.frame_placement(model, q, frame=feet)[:, :3, 3],
    }


def run(kernel, n):
    """How late n ticks begin, and how long they compute."""
    q, v, a = kt.neutral(robot), np.zeros(robot.nv), np.zeros(robot.nv)
    out = kernel(q, v, a)  # compiles, and makes the arrays of the results
    late, took = np.zeros(n), np.zeros(n)
    with kt.no_compile():
        start = time.perf_counter() + PERIOD
        before, _ = tracemalloc.get_traced_memory()
        for k in range(n):
            begin = start + k * PERIOD
            while (now := time.perf_counter()) < begin:  # spin: sleeping is late by 0.1 ms
                pass
            v[6] = 0.1  # where a robot's driver would write its measurements
            kernel(q, v, a, out=out)
            late[k], took[k] = now - begin, time.perf_counter() - now
        after, _ = tracemalloc.get_traced_memory()
    return late, took, after - before


def main(seconds):
    kernel = tick.compile(robot)
    gc.collect()
    gc.freeze()
    gc.disable()
    tracemalloc.start()  # which slows the loop down
    *_, kept = run(kernel, 100)
    tracemalloc.stop()
    late, took, _ = run(kernel, int(seconds / PERIOD))
    gc.enable()
    for name, x in (("computation", took), ("start of a tick", late)):
        rank = np.percentile(1e6 * x, [50, 99, 99.9, 100]).round(1)
        print(f"us, {name}: median {rank[0]}, 99 % {rank[1]}, 99.9 % {rank[2]}, most {rank[3]}")
    print(f"bytes that 100 ticks allocated and kept: {kept}")
    return took, kept


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 5.0)
