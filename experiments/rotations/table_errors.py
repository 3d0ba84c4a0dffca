"""Worst errors of conversions and rate maps in ulps, at 10^5 random rotations and hard places.

A conversion's error is the angle between the rotation that came and the one that went, in 2^-52
rad; near 0 relative to the angle of the rotation, from 1e-300 to 1e-2. The reference is the
textbook in 80 bits. In brackets: SciPy's, where it has the conversion. Near pi are rotations down
to 1e-16 rad beside it, near gimbal lock Euler angles at it and down to 1e-17 rad beside.
A rate map's error is that of the angular velocity of a rate against a complex step of the
textbook, and against the angular velocity that the rate was made of; both in ulps of |E| |F| |w|,
where the angular velocity is E times the rate, and the rate is F times w.
"""

import warnings

import experiment
import numpy as np
from experiment import KINDS, ULP
from scipy.spatial.transform import Rotation

from kinetree import rotations as rot

FRAMES = ("inertial", "body")
FROM_SCIPY = {
    "matrix": lambda x: Rotation.from_matrix(x),
    "quaternion": lambda x: Rotation.from_quat(x),
    "quaternion_wxyz": lambda x: Rotation.from_quat(x, scalar_first=True),
    "rotation_vector": lambda x: Rotation.from_rotvec(x),
    "euler_zyx": lambda x: Rotation.from_euler("ZYX", x),
    "euler_xyz": lambda x: Rotation.from_euler("XYZ", x),
}
TO_SCIPY = {
    "matrix": lambda R: R.as_matrix(),
    "quaternion": lambda R: R.as_quat(),
    "quaternion_wxyz": lambda R: R.as_quat(scalar_first=True),
    "rotation_vector": lambda R: R.as_rotvec(),
    "euler_zyx": lambda R: R.as_euler("ZYX"),
    "euler_xyz": lambda R: R.as_euler("XYZ"),
}


def regions(n):
    """The samples of each region in each parameterisation."""
    rng = np.random.default_rng(0)
    found = {
        name: {kind: rot.exp(v, kind=kind) for kind in KINDS}
        for name, v in experiment.samples(n, rng).items()
    }
    angles = experiment.locked(n // 10, rng)
    found["gimbal lock"] = {
        kind: np.concatenate(
            [rot.convert(angles, from_=e, to=kind) for e in ("euler_zyx", "euler_xyz")]
        )
        for kind in KINDS
    }
    return found


def worst(kind, x, other, y, relative):
    p, q = experiment.quaternion(kind, x), experiment.quaternion(other, y)
    return experiment.apart(p, q, relative).max()


def conversions(samples, relative):
    """A row for each parameterisation: the worst error to each other, and SciPy's."""
    for from_, x in samples.items():
        row = [from_]
        for to in KINDS:
            cell = f"{worst(from_, x, to, rot.convert(x, from_=from_, to=to), relative):.1f}"
            if from_ in FROM_SCIPY and to in TO_SCIPY:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")  # of gimbal lock
                    y = TO_SCIPY[to](FROM_SCIPY[from_](x))
                cell += f" ({worst(from_, x, to, y, relative):.2g})"
            row.append(cell)
        yield row


def round_trips(found):
    """A row for each parameterisation: the worst error to each other and back, of all regions."""
    for kind in KINDS:
        row = [kind]
        for via in KINDS:
            errors = []
            for name, samples in found.items():
                x = samples[kind]
                there = rot.convert(x, from_=kind, to=via)
                back = rot.convert(there, from_=via, to=kind)
                errors.append(worst(kind, x, kind, back, name == "near 0"))
            row.append(f"{max(errors):.1f}")
        yield row


def rate_errors(kind, frame, x):
    """Against the complex step and of the way there and back, in ulps."""
    rng = np.random.default_rng(1)
    w = rng.normal(size=(len(x), 3))
    good = np.ones(len(x), bool)
    if "euler" in kind:
        good = abs(np.cos(x[:, 1])) > 1e-14  # beyond there are no rates
    x, w = x[good], w[good]
    dx = rot.rate(x, w, kind=kind, frame=frame)
    got = rot.angular_velocity(x, dx, kind=kind, frame=frame)
    E = abs(rot.angular_velocity_matrix(x, kind=kind, frame=frame)).reshape(len(x), 3, -1)
    F = abs(rot.rate_matrix(x, kind=kind, frame=frame)).reshape(len(x), -1, 3)
    largest = (E @ F @ abs(w)[..., None]).max((1, 2))
    expected = experiment.spin(kind, x, dx, frame)
    step, back = (abs(y - got).max(1) / largest / ULP for y in (expected, w))
    return float(step.max()), float(back.max())


def rates(found):
    for kind in KINDS:
        for frame in FRAMES:
            row = [f"{kind}, {frame}"]
            for samples in found.values():
                row += [f"{e:.1f}" for e in rate_errors(kind, frame, samples[kind])]
            yield row


def plot():
    """The error of quaternion to Euler angles ZYX near no rotation and near gimbal lock."""
    rng = np.random.default_rng(2)
    figure, row = experiment.axes(2, share=False)
    distances = np.logspace(-16, 0, 65)
    for at, near_0 in zip(row, (True, False), strict=True):
        ours, theirs = [], []
        for distance in distances:
            if near_0:
                q = rot.exp(distance * experiment.random_axes(200, rng), kind="quaternion")
            else:
                angles = experiment.locked(200, rng)
                angles[:, 1] = np.pi / 2 - distance
                q = rot.convert(angles, from_="euler_zyx", to="quaternion")
            ours.append(rot.convert(q, from_="quaternion", to="euler_zyx"))
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                theirs.append(Rotation.from_quat(q).as_euler("ZYX"))
            for found in (ours, theirs):
                found[-1] = worst("quaternion", q, "euler_zyx", found[-1], near_0)
        at.loglog(distances, theirs, color="tab:gray", label="SciPy")
        at.loglog(distances, ours, color="tab:blue", label="kinetree")
        at.set(xlabel="angle of rotation, rad" if near_0 else "pi/2 - second angle, rad")
    row[0].set_ylabel("worst error of quaternion to Euler ZYX, ulp")
    row[0].legend(frameon=False)
    experiment.save(figure, __file__)


def main():
    options = experiment.options(__doc__)
    found = regions(2_000 if options.quick else 100_000)
    for name, samples in found.items():
        print(f"Conversions, {name}: from (rows) to (columns)\n")
        experiment.table(("", *KINDS), conversions(samples, name == "near 0"))
        print()
    print("Round trips, all regions: of (rows) through (columns)\n")
    experiment.table(("", *KINDS), round_trips(found))
    print("\nRate maps: against the complex step, there and back\n")
    heads = [f"{name}{which}" for name in found for which in ("", ", back")]
    experiment.table(("", *heads), rates(found))
    if options.plot:
        plot()


if __name__ == "__main__":
    main()
