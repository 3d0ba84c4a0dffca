"""Robots from another root: the same bodies and motions, seen from there."""

from typing import Any

import numpy as np
import pytest
from agreement import assert_agree, run
from floating import floating
from trees import TREES

import kinetree as kt

SLIDING = (
    "revolute_skew",
    "prismatic_skew",
    "helical_skew",
    "continuous_skew",
    "mimic_of_continuous",
)


def states(model: kt.Model, other: kt.Model) -> Any:
    """q, v and a of a robot, and those of the same one with another root."""
    rng = np.random.default_rng(0)
    q, (v, a) = kt.random_configuration(model, rng=rng), rng.normal(size=(2, model.nv))
    places, moved = other.index_map(model), [np.empty(n) for n in (model.nq, model.nv, model.nv)]
    for x, own, where in zip(moved, (q, v, a), (places.q, places.v, places.v), strict=True):
        x[where] = own
    return (q, v, a), moved


@pytest.mark.parametrize("name", SLIDING)
def test_frames_are_where_they_were_relative_to_the_root(name: str) -> None:
    model = TREES[name].model
    last = max(model.joints, key=lambda j: len(model.path(j.index)))
    body = next(f.name for f in model.frames if f.kind == "body" and f.joint == last.index)
    other = model.rerooted(body)
    (q, v, a), (p, w, b) = states(model, other)
    for frame in model.body_names:
        T = kt.frame_placement.evaluate(model, q, frame=frame, relative_to=body)
        assert_agree(kt.frame_placement.evaluate(other, p, frame=frame), T, 1e-13)
        view = {"frame": frame, "reference": "world"}
        A = kt.frame_acceleration.evaluate(model, q, v, a, relative_to=body, **view)
        assert_agree(kt.frame_acceleration.evaluate(other, p, w, b, **view), A, 1e-12)
    assert other.inertias[:, 0].sum() == pytest.approx(model.inertias[:, 0].sum(), rel=1e-14)


@pytest.mark.parametrize("name", SLIDING)
def test_floating_robots_move_as_before(name: str) -> None:
    model = floating(name).model
    model = model.replace(armature=np.zeros(model.nv))
    last = max(model.joints, key=lambda j: len(model.path(j.index)))
    body = next(f.name for f in model.frames if f.kind == "body" and f.joint == last.index)
    other = model.rerooted(body)
    assert other.joint(1).type.nv == 6
    (q, v, _), (p, w, _) = states(model, other)
    place = kt.frame_placement(model, q, frame=body)
    p[:7] = kt.se3.to_xyz_quaternion(np.linalg.inv(other.placements[1]) @ place)
    w[:6] = kt.frame_velocity.evaluate(model, q, v, frame=body, reference="local")
    for quantity in (kt.mechanical_energy, kt.centroidal_momentum):
        assert_agree(quantity.evaluate(other, p, w), quantity.evaluate(model, q, v), 1e-11)
    tau, there = np.zeros((2, model.nv))
    tau[6:] = np.random.default_rng(1).normal(size=model.nv - 6)
    there[other.index_map(model).v] = tau
    a, b = run(kt.aba, model, q, v, tau), run(kt.aba, other, p, w, there)
    assert_agree(b[other.index_map(model).v][6:], a[6:], 1e-9)


def test_what_is_on_the_bodies_stays_there(tmp_path: Any) -> None:
    panda = kt.load("panda")
    hand = panda.rerooted("panda_hand")
    assert panda.rerooted("universe") == panda == panda.rerooted("panda_link0")
    again = hand.rerooted("panda_link0")
    (q, *_), (p, *_) = states(panda, hand)
    shapes = kt.geometry_placements(panda, q, kind="collision")
    expected = np.linalg.inv(kt.frame_placement(panda, q, frame="panda_hand")) @ shapes
    assert_agree(kt.geometry_placements(hand, p, kind="collision"), expected, 1e-12)
    (tmp_path / "hand.urdf").write_text(kt.to_urdf(hand))
    loaded = kt.load(tmp_path / "hand.urdf")
    (p, v, _), (r, w, _) = states(hand, loaded)
    energy = kt.mechanical_energy.evaluate(hand, p, v)
    assert_agree(kt.mechanical_energy.evaluate(loaded, r, w), energy, 1e-10)
    tool = {"frame": "panda_hand"}
    assert_agree(
        kt.frame_placement(again, states(panda, again)[1][0], **tool),
        kt.frame_placement(panda, q, **tool),
        1e-12,
    )


def test_links_keep_what_they_carry() -> None:
    """All that is not between the two roots, where the one that is carried now carries."""
    arm = kt.robots.arm()
    for link in ("link7", "link3", "base"):
        arm = arm.with_frame(f"on {link}", parent=link)
    other = arm.rerooted("link7")
    for old, new in zip(arm.frames[1:], other.frames[1:], strict=True):
        assert old.name == new.name and (new.parent_frame is None) == (new.kind != "op")
        if new.parent_frame is not None:
            carrier = other.frames[new.parent_frame]
            assert carrier.joint == new.joint and new.name in ("tool", f"on {carrier.name}")


def test_joints_without_an_inverse_in_their_coordinates_are_refused() -> None:
    model = TREES["spherical"].model
    with pytest.raises(kt.ModelError, match="has no inverse in the same coordinates"):
        model.rerooted(model.body_names[-1])
