"""Values that are not a rotation raise errors, by sample; all others are computed."""

import inspect
from typing import Any

import numpy as np
import pytest
from rotation_samples import KINDS, shape

import kinetree as kt

ONE = {kind: kt.rotations.exp([0.1, 0.2, 0.3], kind=kind) for kind in KINDS}


def convert(x: Any, from_: str, to: str = "matrix", **keywords: Any) -> Any:
    return kt.rotations.convert(x, from_=from_, to=to, **keywords)


INVALID = {
    "zero quaternion": ("quaternion", [0, 0, 0, 0], "x is [0.0, 0.0, 0.0, 0.0]; expected a length"),
    "long quaternion": ("quaternion_wxyz", [1e16, 0, 0, 0], "expected a length between 1e-15"),
    "zero axis": ("angle_axis", [1, 0, 0, 0], "expected an angle below 2^30 rad and an axis of"),
    "large angle": ("angle_axis", [2e9, 1, 0, 0], "expected an angle below 2^30 rad"),
    "long vector": ("rotation_vector", [0, 2e9, 0], "expected a length below 2^30 rad"),
    "large Euler angle": ("euler_zyx", [0, 0, -2e9], "expected angles below 2^30 rad"),
    "mirror": ("matrix", np.diag([1, 1, -1]), "determinant 1"),
    "scaled matrix": ("matrix", 1.001 * np.eye(3), "expected orthonormal columns"),
    "skewed matrix": ("matrix", np.eye(3) + 1e-3 * np.eye(3, k=1), "expected orthonormal"),
    "last row": ("homogeneous", np.eye(4) + np.eye(4, k=-3), "the last row 0 0 0 1"),
    "nan": ("euler_xyz", [0, np.nan, 0], "expected finite numbers"),
    "infinite": ("rotation_vector", [0, np.inf, 0], "expected finite numbers"),
    "infinite position": ("xyz_quaternion", [np.inf, 0, 0, 0, 0, 0, 1], "expected finite numbers"),
    "pose without rotation": ("xyz_quaternion", [1, 0, 0, 0, 0, 0, 0], "after the position a len"),
}


@pytest.mark.parametrize(("kind", "x", "message"), INVALID.values(), ids=INVALID)
def test_no_rotation_is_refused(kind: str, x: Any, message: str):
    for to in KINDS if kind in KINDS else ("homogeneous", "xyz_angle_axis"):
        with pytest.raises(kt.ModelError) as error:
            convert(x, kind, to)
        assert message in str(error.value)
        assert f"rotations.convert from {kind} to {to}: x is [" in str(error.value)


@pytest.mark.parametrize("kind", KINDS)
def test_the_sample_is_named(kind: str):
    batch = np.tile(ONE[kind], (4, 5, *(1,) * len(shape(kind))))
    convert(batch, kind)
    batch[2, 3] = batch[3, 0] = np.nan
    with pytest.raises(kt.ModelError) as error:
        convert(batch, kind)
    assert "sample (2, 3) of x is [" in str(error.value)
    assert "(2 of 20 samples)" in str(error.value)
    many = np.tile(ONE[kind], (100_000, *(1,) * len(shape(kind))))
    many[77_777] = np.nan
    with pytest.raises(kt.ModelError, match=r"sample \(77777,\) of x"):
        convert(many, kind)


def arguments_of(function: Any) -> dict[str, Any]:
    """Good words for all keywords of a function, and no numbers."""
    good = {"kind": "quaternion", "from_": "quaternion", "to": "matrix", "frame": "body"}
    parameters = inspect.signature(function).parameters.values()
    return {p.name: good.get(p.name, np.zeros(4)) for p in parameters if p.default is p.empty}


@pytest.mark.parametrize("name", kt.rotations.__all__)
def test_unknown_strings_are_refused(name: str):
    """Whatever they are: lists and arrays have no hash."""
    function = getattr(kt.rotations, name)
    given = arguments_of(function)
    for word in given.keys() & {"kind", "from_", "to", "frame"}:
        for wrong in (["quaternion"], {"matrix": 1}, np.zeros(2), {"body"}, None, 3):
            if name == "from_scipy":
                given["scipy_rotation"] = kt.rotations.to_scipy([0, 0, 0, 1], kind="quaternion")
            with pytest.raises(kt.ShapeError) as error:
                function(**given | {word: wrong})
            what = "frame" if word == "frame" else "parameterisation"
            assert f"rotations.{name}: no {what} {wrong!r}" in str(error.value)
            assert "There are: '" in str(error.value)


def test_out_and_batches():
    x = np.tile(ONE["quaternion"], (3, 4, 1))
    out = np.empty((3, 4, 3, 3))
    assert convert(x, "quaternion", out=out) is out
    np.testing.assert_array_equal(out, convert(x, "quaternion"))
    one = np.empty((3, 3))
    convert(x[0, 0], "quaternion", out=one)
    np.testing.assert_array_equal(one, out[1, 1])
    assert convert(np.zeros((0, 4)), "quaternion").shape == (0, 3, 3)
    assert convert(np.float32(x), "quaternion").dtype == np.float32
    assert abs(convert(np.float32(x), "quaternion") - out).max() < 1e-6
    assert convert([0, 0, 0, 1], "quaternion").tolist() == np.eye(3).tolist()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: convert(ONE["matrix"], "matrices"), "did you mean 'matrix'?"),
        (lambda: convert(ONE["matrix"], "matrix", 3), "no parameterisation 3"),
        (lambda: convert(ONE["matrix"], "matrix", "homogeneous"), "kt.SE3 and kt.se3 make poses"),
        (lambda: convert([0, 0, 1], "quaternion"), "x has shape (3,); expected (..., 4)"),
        (lambda: convert(np.eye(4), "matrix"), "x has shape (4, 4); expected (..., 3, 3)"),
        (lambda: kt.rotations.exp([0, 0, 1], kind="homogeneous"), "rotations.exp: no param"),
        (lambda: kt.rotations.from_scipy([0, 0, 0, 1], kind="matrix"), "kt.rotations.convert"),
    ],
)
def test_other_mistakes_are_explained(call: Any, message: str):
    with pytest.raises(kt.ShapeError) as error:
        call()
    assert message in str(error.value)
