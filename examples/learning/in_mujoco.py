"""The trained policies in MuJoCo: `python examples/learning/in_mujoco.py` (MuJoCo).

100 episodes of each task with the same first states, commands and friction here and there, on the
robot that `kt.to_mjcf` writes, there in steps of 2 ms, without noise and random pushes. Prints mean
returns, and how many episodes succeed: without a fall, or with the tool at its point and no
obstacle touched.
"""

from dataclasses import replace
from importlib import import_module
from types import SimpleNamespace

import mujoco
import numpy as np
from ppo import run

import kinetree as kt

COUNT, DT = 100, 2e-3


class Quiet:
    """Random numbers that give no noise and no push."""

    def normal(self, shape):
        return kt.math.zeros(*shape)

    def uniform(self):
        return 1.0


def calm(task):
    """The task with such numbers."""

    class Calm(task):
        def observe(self, state):
            return super().observe(replace(state, random=Quiet()))

        def disturb(self, state):
            return disturbance(task(), replace(state, random=Quiet()))

    return Calm


def disturbance(task, state):
    if hasattr(task, "disturb"):
        return task.disturb(state)
    return kt.math.zeros(state.model.njoints, 6)


def in_kinetree(module, task, policy):
    """Returns and successes, and how the episodes begin."""
    envs = kt.environment(module.ROBOT, **module.OPTIONS)(calm(task))(COUNT, seed=9)
    seen, _ = envs.reset()
    names = ["q", "v", "command"] + ["friction"] * bool(module.SIMULATION.contacts)
    names += ["terrain"] * ("terrain" in module.OPTIONS)
    begin = {name: envs[name].copy() for name in names}
    total, alive = np.zeros(COUNT), np.ones(COUNT, bool)
    for _ in range(module.OPTIONS["episode"]):
        seen, reward, terminated, _, info = envs.step(run(policy, seen))
        total += alive * reward
        alive &= ~terminated
    return total, succeeded(module, alive, info["final_obs"]), begin


def succeeded(module, alive, seen):
    return alive & module.reached(seen) if hasattr(module, "reached") else alive


def methods(task, nu, command, seen):
    """Algorithms of the methods of a task: what is felt and said of a state, and what is done."""
    shape = ",".join(map(str, command))
    inputs = f"(nq),(nv),({nu}),({shape}),(),(nx,ny),(4)"

    @kt.algorithm(f"{inputs}->({seen}),(),()")
    def judge(model, q, v, action, command, steps, heights, grid):
        x = SimpleNamespace(**locals(), random=Quiet(), ground=SimpleNamespace())
        x.ground.scan = lambda model, q, points, frame: kt.height_scan(
            model, q, kt.Terrain(heights, grid), points, frame=frame
        )
        ends = kt.math.where(task.terminated(x), 1.0, 0.0)
        return {"seen": task.observe(x), "reward": task.reward(x), "ends": ends}

    @kt.algorithm(f"{inputs}->({nu}),(nv)")
    def act(model, q, v, action, command, steps, heights, grid):
        """The control, and the generalized forces of the pushes."""
        x, rest = SimpleNamespace(**locals(), random=Quiet()), kt.math.zeros(model.nv)
        still = kt.rnea(model, q, rest, rest)
        push = still - kt.rnea(model, q, rest, rest, disturbance(task, x))
        return {"control": task.control(x), "push": push}

    return judge, act


def peer_of(module, robot=None, heights=None):
    """The robot in MuJoCo, on a floor; its own shapes do not touch each other."""
    ground = kt.shapes.Plane()
    if "terrain" in module.OPTIONS:
        ground = kt.shapes.HeightField(heights, module.OPTIONS["terrain"].grid)
    floor = kt.Geometry("floor", "collision", "universe", 0, kt.SE3.identity(), ground)
    robot = module.ROBOT if robot is None else robot
    robot = robot.replace(velocity_limits=np.full(robot.nv, np.inf))
    if module.SIMULATION.contacts:
        robot = robot.replace(geometries=(*robot.geometries, floor))
    peer = mujoco.MjModel.from_xml_string(kt.to_mjcf(robot))
    peer.opt.timestep, peer.opt.integrator = DT, mujoco.mjtIntegrator.mjINT_IMPLICITFAST
    if "terrain" in module.OPTIONS:  # feet that sink 2 cm into a field are pushed sideways there
        peer.geom_solref[:, 0] = 2.5 * DT
    peer.geom_contype[:], peer.geom_conaffinity[:] = peer.geom_bodyid > 0, peer.geom_bodyid == 0
    return peer


def in_mujoco(module, task, policy, begin):
    """Returns and successes of the same episodes in MuJoCo."""
    robot, command = module.ROBOT, begin["command"].astype(float)
    heights, grid = module.OPTIONS.get("terrain", (np.zeros((1, 2, 2)), np.ones(4)))
    terrain = begin.get("terrain", np.zeros(COUNT)).astype(int)
    field = heights[terrain], grid
    of_terrains = [peer_of(module, heights=x) for x in heights]
    peers = [of_terrains[k] for k in terrain]
    judge, act = methods(task, robot.nu, command.shape[1:], policy["w0"].shape[1])
    substeps = round(module.OPTIONS["dt"] * module.OPTIONS["substeps"] / DT)
    datas = [mujoco.MjData(peer) for peer in peers]
    for k, data in enumerate(datas):
        state = kt.convert.to_mujoco(robot, begin["q"][k], begin["v"][k])
        data.qpos, data.qvel = state[:2]

    def states():
        both = np.array([x.qpos for x in datas]), np.array([x.qvel for x in datas])
        return kt.convert.from_mujoco(robot, *both)[:2]

    action, total, alive = np.zeros((COUNT, robot.nu)), np.zeros(COUNT), np.ones(COUNT, bool)
    for step in range(module.OPTIONS["episode"]):
        x = (*states(), action, command, float(step), *field)
        action = np.clip(run(policy, judge(robot, *x)[0]), -1, 1)
        control, push = act(robot, *x[:2], action, *x[3:])
        push = kt.convert.to_mujoco(robot, x[0], tau=push).tau
        for k, (peer, data) in enumerate(zip(peers, datas, strict=True)):
            data.ctrl, data.qfrc_applied = control[k], push[k]
            if "friction" in begin:
                peer.geom_friction[:, 0] = begin["friction"][k]
            mujoco.mj_step(peer, data, substeps)
        seen, reward, ends = judge(robot, *states(), action, command, step + 1.0, *field)
        total += alive * reward
        alive &= ends == 0
    return total, succeeded(module, alive, seen)


def main():
    for name in ("walking", "hiking", "reaching", "standing"):
        module = import_module(name)
        task, policy = getattr(module, name.capitalize()), dict(np.load(module.POLICY))
        ours, done, begin = in_kinetree(module, task, policy)
        theirs, their_done = in_mujoco(module, task(), policy, begin)
        print(f"{name}: return {ours.mean():.2f} and {done.sum()} successes here, ", end="")
        print(f"{theirs.mean():.2f} and {their_done.sum()} in MuJoCo, of {COUNT} episodes")


if __name__ == "__main__":
    main()
