"""Inverse dynamics and identification on more samples than memory holds, by several processes.

Random states and noisy torques of an arm are made, and used, chunk by chunk: the normal equations
of all chunks are added up, and their solution is the base parameters. With --kill a worker process
is killed on the way; its chunks are computed again, and the result has the same bits.

pip install 'kinetree[dask]'
python examples/distributed/identification.py --samples 1e8 --kill
"""

import argparse
import hashlib
import os
import signal
import threading
import time

import dask
import dask.array as da
import numpy as np
from distributed import Client, LocalCluster, progress

import kinetree as kt

NOISE = 0.3  # N m
robot = kt.robots.arm()
base = kt.identification.base_parameters(robot)
regressor = kt.joint_torque_regressor.compile(robot)  # processes get it with its machine code


def normal_equations(q, v, a, tau):
    """Y^T Y and Y^T tau of a chunk, for the regressor Y of the base parameters."""
    Y = regressor(q, v, a).reshape(tau.size, -1)[:, base.independent]
    rigid = tau - robot.armature * a
    return (Y.T @ np.column_stack([Y, rigid.ravel()]))[None]


def solve(samples, chunk):
    """Base parameters, and the root mean square of each joint's torque."""
    rng = da.random.default_rng(0)
    size = {"size": (samples, robot.nv), "chunks": (chunk, -1)}
    q, v, a = rng.uniform(-2, 2, **size), rng.normal(**size), rng.normal(scale=3, **size)
    tau = kt.rnea(robot, q, v, a)  # lazy, as q, v and a are
    measured = tau + NOISE * rng.normal(**size)
    n = len(base.combination)
    sums = da.map_blocks(
        normal_equations,
        *(q, v, a, measured),
        chunks=((1,) * q.numblocks[0], (n,), (n + 1,)),
        new_axis=2,
        meta=np.empty((0, 0, 0)),
    ).sum(axis=0, split_every=16)
    work = dask.persist(sums, (tau**2).mean(axis=0))
    progress(*work)
    A, squares = dask.compute(*work)
    return np.linalg.solve(A[:, :n], A[:, n]), np.sqrt(squares)


def watch(client, found, stop):
    """Note the largest memory of a worker, over time."""
    while not stop.wait(2.0):
        workers = client.scheduler_info(n_workers=-1)["workers"].values()
        found.append(max((w["metrics"]["memory"] for w in workers), default=0) / 1e6)


def kill_later(cluster, seconds):
    time.sleep(seconds)
    worker = next(iter(cluster.workers.values()))
    print(f"\nkilling worker {worker.pid}", flush=True)
    os.kill(worker.pid, signal.SIGKILL)


def main():
    asked = argparse.ArgumentParser()
    asked.add_argument("--samples", type=float, default=2e5)
    asked.add_argument("--chunk", type=int, default=20_000)
    asked.add_argument("--workers", type=int, default=2)
    asked.add_argument("--kill", action="store_true", help="kill a worker on the way")
    asked = asked.parse_args()
    memory, stop = [], threading.Event()
    with (
        LocalCluster(
            n_workers=asked.workers, threads_per_worker=1, dashboard_address=None
        ) as cluster,
        Client(cluster) as client,
    ):
        threading.Thread(target=watch, args=(client, memory, stop), daemon=True).start()
        if asked.kill:
            later = max(2.0, asked.samples / 2e6)
            threading.Thread(target=kill_later, args=(cluster, later), daemon=True).start()
        start = time.perf_counter()
        parameters, torques = solve(int(asked.samples), asked.chunk)
        seconds = time.perf_counter() - start
        stop.set()
    print(f"\n{asked.samples:.0e} samples in {seconds:.0f} s")
    print("root mean squares of torques, N m:", torques.round(2))
    true = base.combination @ robot.inertias[1:].ravel()
    print(f"largest error of a base parameter: {abs(parameters - true).max():.1e}")
    bits = hashlib.blake2b(parameters.tobytes() + torques.tobytes(), digest_size=8)
    print("digest of the bits:", bits.hexdigest())
    if len(memory) >= 8:
        quarters = [max(part) for part in np.array_split(memory, 4)]
        print("MB of a worker, at most, in each quarter:", *(f"{x:.0f}" for x in quarters))
    return parameters, torques


if __name__ == "__main__":
    main()
