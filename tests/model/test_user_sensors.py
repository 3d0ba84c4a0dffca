"""A user's kind of sensor, through every door of a robot's sensors."""

import pickle
from typing import Any

import numpy as np
import pytest
from agreement import assert_agree, run
from annotated import text_of
from tipped import sampled_state, tree_with_tip

import kinetree as kt
from kinetree.functions.canonical_text import canonical_text
from kinetree.model.sensors import USER_KINDS


@kt.sensor("joint", length=1)
def joint_power(x: Any) -> Any:
    return x.joint_torque @ x.joint_velocity


@kt.sensor("frame", length=2)
def inclinometer(x: Any) -> Any:
    return kt.math.stack([kt.math.atan2(x.R[2, k], x.R[2, 2]) for k in (0, 1)])


@kt.sensor("joint", length="nv")
def short(x: Any) -> Any:
    return x.joint_torque @ x.joint_velocity


@kt.sensor("joint", length="nq")
def load_of_joint(x: Any) -> Any:
    return x.joint_position * x.wrench.linear[2]


def robot(tree: str = "mixed") -> kt.Model:
    model = tree_with_tip(tree)
    sensors = [kt.Sensor(f"p_{j.name}", "joint_power", joint=j.name) for j in model.joints]
    sensors += [kt.Sensor(f"l_{j.name}", "load_of_joint", joint=j.name) for j in model.joints]
    tilt = kt.Sensor("tilt", "inclinometer", "tip", noise=0.1, gain=2.0, cutoff=1.0)
    return model.replace(sensors=[*sensors, tilt])


@pytest.mark.parametrize("tree", ["mixed", "free_flyer"])
def test_readings_are_what_algorithms_give(tree: str) -> None:
    model, (q, v, a) = robot(tree), sampled_state(tree_with_tip(tree))
    values = run(kt.sensor_values, model, q, v, a)
    read = {x: values[:, part] for x, part in model.sensor_slices.items()}
    tau = run(kt.rnea, model, q, v, a) - model.armature * a
    power = np.sum([x for name, x in read.items() if name[:2] == "p_"], 0)
    assert_agree(power, (tau * v).sum(-1, keepdims=True), 1e-12)
    R = run(kt.frame_placement, model, q, statics={"frame": "tip"})[:, :3, :3]
    assert_agree(read["tilt"], np.clip(2 * np.arctan2(R[:, 2, :2], R[:, 2, 2:]), -1, 1), 1e-12)
    F = run(kt.joint_forces, model, q, v, a)
    for j in model.joints:
        if j.type.independent:
            expected = q[:, j.q_slice] * F[:, j.index, 2:3]
            assert_agree(read[f"l_{j.name}"], expected, 1e-12, scale=1.0)
    assert kt.sensor_noise(model, 1, 2, 3)[model.sensor_slices["tilt"]].all()


def test_a_reading_of_another_length_is_refused() -> None:
    model = kt.robots.quadruped()
    model = model.replace(sensors=[kt.Sensor("p", "short", joint=model.joint_names[1])])
    rest = np.zeros(model.nv)
    message = r"'p', a test_user_sensors:short, reads numbers of shape \(\); expected \(6,\), by"
    with pytest.raises(kt.TraceError, match=message):
        kt.sensor_values(model, kt.neutral(model), rest, rest)


def test_files_name_the_module(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    model, state = robot(), [x[0] for x in sampled_state(tree_with_tip("mixed"))]
    kt.save(model, tmp_path / "model.json")
    again = kt.load(tmp_path / "model.json")
    assert again == model == pickle.loads(pickle.dumps(model))
    assert again.digest == model.digest and again.sensors[-1].kind.endswith("rs:inclinometer")
    assert np.array_equal(kt.sensor_values(again, *state), kt.sensor_values(model, *state))
    text = text_of(model).replace("test_user_sensors:inc", "robots.own:inc")
    message = r"kind inclinometer is user-defined, in the module 'robots\.own', where no kind of"
    with pytest.raises(kt.ModelError, match=message):
        kt.load(text)
    sent = pickle.dumps(model)
    monkeypatch.delitem(USER_KINDS, "test_user_sensors:inclinometer")
    with pytest.raises(kt.ModelError, match="'test_user_sensors', where no kind of this name is"):
        kt.sensor_values(pickle.loads(sent), *state)


def test_an_mjcf_leaves_it_out_by_name() -> None:
    arm = kt.robots.arm()
    sensors = [kt.Sensor("power", "joint_power", joint=arm.joint_names[1])]
    sensors += [kt.Sensor("tilt", "inclinometer", "tool"), kt.Sensor("rates", "gyro", "tool")]
    with pytest.warns(UserWarning, match=r"leaves out, sensors \('power', 'tilt'\)"):
        text = kt.to_mjcf(arm.replace(sensors=sensors))
    assert [x.name for x in kt.load(text).sensors] == ["rates"] and "tilt" not in text


def test_policies_and_tasks_read_it() -> None:
    tilt = kt.Sensor("tilt", "inclinometer", "tool")
    arm = kt.robots.arm().replace(sensors=[tilt], actuators=kt.Motors(kp=20.0, kd=1.0))

    def policy(q: Any, v: Any, t: Any, parameters: Any) -> Any:
        return kt.sensor_values(arm, q, v, 0 * v)[:1] * kt.math.array([1.0] * 7)

    q, rest = np.full(7, 0.3), np.zeros(7)
    motion = kt.simulation.rollout(arm, q, rest, None, 1e-3, steps=2, policy=policy)
    tau = kt.sensor_values(arm, q, rest, rest)[0] * np.ones(7)
    assert_agree(motion.q[1], kt.simulation.step(arm, q, rest, tau, 1e-3)[0], 1e-14)

    @kt.environment(arm, dt=1e-3, substeps=1, episode=10)
    class Level:
        def reset(self, random: Any) -> Any:
            return kt.math.array(q), kt.math.zeros(7)

        def control(self, state: Any) -> Any:
            return state.action

        def observe(self, state: Any) -> Any:
            return kt.sensor_values(arm, state.q, state.v, 0 * state.v)

        def reward(self, state: Any) -> Any:
            return -abs(self.observe(state)[0])

    seen, _ = Level(2).reset(seed=0)
    assert_agree(seen, np.tile(kt.sensor_values(arm, q, rest, rest), (2, 1)), 1e-6)


def test_kernels_with_it_are_not_on_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    assert canonical_text(kt.sensor_values) is None
    for name in list(USER_KINDS):
        monkeypatch.delitem(USER_KINDS, name)
    assert canonical_text(kt.sensor_values) is not None


@pytest.mark.parametrize(
    ("on", "length"), [("link", 1), ("frame", 0), ("frame", "nq"), ("joint", "nu"), ("joint", 1.5)]
)
def test_what_no_sensor_can_be_on_or_read_is_refused(on: Any, length: Any) -> None:
    with pytest.raises(kt.ModelError, match=f"sensor: on='{on}' with length={length!r}; expected"):
        kt.sensor(on, length)


def test_a_process_keeps_the_first_of_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    kt.sensor("joint", length=1)(joint_power)  # a cell that runs again
    with pytest.raises(kt.ModelError, match="another kind 'test_user_sensors:joint_power'; rename"):
        kt.sensor("frame", length=1)(joint_power)

    def gyro(x: Any) -> Any:
        return x.velocity.linear

    with pytest.raises(kt.ModelError, match="another kind 'gyro'; rename"):
        kt.sensor("frame", length=3)(gyro)
    with pytest.raises(kt.ModelError, match="is a test_user_sensors:joint_power with frame='tool'"):
        kt.Sensor("p", "joint_power", frame="tool")
    monkeypatch.setitem(USER_KINDS, "other:short", USER_KINDS[f"{__name__}:short"])
    with pytest.raises(kt.ModelError, match=f"mean '{__name__}:short' or 'other:short'"):
        kt.Sensor("p", "short", joint="joint1")
    with pytest.raises(
        kt.ShapeError, match=r"kt\.Sensor: no argument 'fram'; did you mean 'frame'"
    ):
        kt.Sensor("p", "gyro", fram="tool")  # type: ignore[call-arg]
