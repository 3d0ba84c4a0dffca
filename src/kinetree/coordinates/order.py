"""`JointOrder`: the coordinates of joints in an order given by the user."""

from collections.abc import Iterable
from typing import final

import numpy as np
from numpy.typing import ArrayLike

from ..errors import ModelError
from ..model import Model, expect_model
from ..model.joints import Continuous, Joint, Mimic
from ..model.joints.base import Numbers
from ..model.joints.mimic import moved_as
from ..model.values import angle_of, batch_axes, coordinates_last, cos_sin, joint_coordinates


@final
class JointOrder:
    """The joints of a robot in the order in which a controller, or a message, lists them.

    `names` are all joints or some. Their coordinates in q and v are concatenated: `nq` positions,
    `nv` velocities; a Continuous joint, or a mimic of one, has one angle, returned within
    [-pi, pi]; Planar and Composite joints keep their (cos, sin). `to_q`, `to_v` and `to_tau`
    convert from this order to that of the model, `from_q`, `from_v` and `from_tau` back;
    accelerations are like velocities. Arrays are (..., size), and batch axes broadcast. Mimics may
    be listed: their positions and velocities can be read, not set.

    >>> import kinetree as kt
    >>> order = JointOrder(kt.robots.arm(), ["joint3", "joint1"])
    >>> order.from_q([1, 2, 3, 4, 5, 6, 7]).tolist()
    [3.0, 1.0]
    >>> order.to_q([0.3, 0.1], default=[1, 2, 3, 4, 5, 6, 7]).tolist()
    [0.1, 2.0, 0.3, 4.0, 5.0, 6.0, 7.0]
    """

    __slots__ = ("_hint", "_joints", "_left_out", "model", "names", "nq", "nv")

    def __init__(self, model: Model, names: Iterable[str]) -> None:
        expect_model("JointOrder", model)
        self.model = model
        if not isinstance(names, Iterable):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise ModelError(
                f"{model.name}: JointOrder: names is {names!r}; expected names of joints, as "
                "['shoulder', 'elbow']."
            )
        listed = [names] if isinstance(names, str) else names
        self._joints = [model.joint(name) for name in listed]
        self.names = tuple(j.name for j in self._joints)
        self._hint = f": {', '.join(self.names)}"
        self._left_out = [j.name for j in model.free_joints if j.name not in self.names]
        self.nq = sum(_size(moved_as(j.type)) for j in self._joints)
        self.nv = sum(moved_as(j.type).nv for j in self._joints)
        for name in self.names:
            if self.names.count(name) > 1:
                raise ModelError(f"{model.name}: {name!r} is in the order twice; name it once.")

    def from_q(self, q: ArrayLike) -> Numbers:
        """The positions (..., order.nq) of the joints at q (..., model.nq).

        >>> import kinetree as kt
        >>> JointOrder(kt.robots.arm(), ["joint7", "joint2"]).from_q([1, 2, 3, 4, 5, 6, 7]).tolist()
        [7.0, 2.0]
        """
        q = coordinates_last("q", q, self.model.nq)
        parts = [
            angle_of(x) if isinstance(moved_as(j.type), Continuous) else x
            for j, x in ((j, joint_coordinates(j, q)) for j in self._joints)
        ]
        return _concatenated(q, parts)

    def from_v(self, v: ArrayLike) -> Numbers:
        """The velocities, or accelerations, (..., order.nv) of the joints at v (..., model.nv).

        >>> import kinetree as kt
        >>> JointOrder(kt.robots.arm(), ["joint7", "joint2"]).from_v([1, 2, 3, 4, 5, 6, 7]).tolist()
        [7.0, 2.0]
        """
        v = coordinates_last("v", v, self.model.nv)
        rates = [j.type.multiplier if isinstance(j.type, Mimic) else 1 for j in self._joints]
        parts = [rate * v[..., j.v_slice] for rate, j in zip(rates, self._joints, strict=True)]
        return _concatenated(v, parts)

    def from_tau(self, tau: ArrayLike) -> Numbers:
        """The torques or forces (..., order.nv) of the joints at tau (..., model.nv).

        >>> import kinetree as kt
        >>> order = JointOrder(kt.robots.arm(), ["joint7", "joint2"])
        >>> order.from_tau([1, 2, 3, 4, 5, 6, 7]).tolist()
        [7.0, 2.0]
        """
        self._refuse_mimics("has no torque")
        tau = coordinates_last("tau", tau, self.model.nv)
        return _concatenated(tau, [tau[..., j.v_slice] for j in self._joints])

    def to_q(self, positions: ArrayLike, default: ArrayLike | None = None) -> Numbers:
        """q (..., model.nq) from positions (..., order.nq).

        Joints that the order leaves out are as in `default`, a q, which is then required.

        >>> import kinetree as kt
        >>> quadruped = kt.robots.quadruped()
        >>> order = JointOrder(quadruped, quadruped.joint_names[:1:-1])
        >>> order.to_q([0.1] * order.nq, default=kt.neutral(quadruped))[6:9].tolist()
        [1.0, 0.1, 0.1]
        """
        values = coordinates_last("positions", positions, self.nq, self._hint)
        q, start = self._initial("to_q", values, default, self.model.nq, "kt.neutral(model)"), 0
        for joint in self._joints:
            part = values[..., start : start + _size(joint.type)]
            start += _size(joint.type)
            q[..., joint.q_slice] = cos_sin(part) if isinstance(joint.type, Continuous) else part
        return q

    def to_v(self, velocities: ArrayLike, default: ArrayLike | None = None) -> Numbers:
        """v, or a, (..., model.nv) from velocities, or accelerations, (..., order.nv).

        Joints that the order leaves out are as in `default`, a v, which is then required.

        >>> import kinetree as kt
        >>> order = JointOrder(kt.robots.arm(), ["joint3", "joint1"])
        >>> order.to_v([0.3, 0.1], default=[0] * 7).tolist()
        [0.1, 0.0, 0.3, 0.0, 0.0, 0.0, 0.0]
        """
        return self._to_velocity_like("to_v", "velocities", velocities, default)

    def to_tau(self, torques: ArrayLike, default: ArrayLike | None = None) -> Numbers:
        """tau (..., model.nv) from torques or forces (..., order.nv).

        Joints that the order leaves out are as in `default`, a tau, which is then required.

        >>> import kinetree as kt
        >>> order = JointOrder(kt.robots.arm(), ["joint3", "joint1"])
        >>> order.to_tau([30, 10], default=[0] * 7).tolist()
        [10.0, 0.0, 30.0, 0.0, 0.0, 0.0, 0.0]
        """
        return self._to_velocity_like("to_tau", "torques", torques, default)

    def _to_velocity_like(
        self, method: str, what: str, rates: ArrayLike, default: ArrayLike | None
    ) -> Numbers:
        values = coordinates_last(what, rates, self.nv, self._hint)
        x = self._initial(method, values, default, self.model.nv, "[0] * model.nv")
        x[..., [k for j in self._joints for k in range(j.v_slice.start, j.v_slice.stop)]] = values
        return x

    def _initial(
        self, method: str, values: Numbers, default: ArrayLike | None, n: int, example: str
    ) -> Numbers:
        """A copy of the default for all samples, into which the joints are then written."""
        self._refuse_mimics("cannot be set")
        if default is None and self._left_out:
            missing = ", ".join(map(repr, self._left_out))
            raise ModelError(
                f"{self.model.name}: {method}: the order leaves out {missing}; give default=, "
                f"{n} numbers that hold their values, such as {example}."
            )
        start = coordinates_last("default", np.empty(n) if default is None else default, n)
        return np.broadcast_to(start, (*batch_axes({"values": values, "default": start}), n)).copy()

    def _refuse_mimics(self, why: str) -> None:
        for joint in self._joints:
            if isinstance(joint.type, Mimic):
                raise ModelError(
                    f"{self.model.name}: {joint.name!r} follows {joint.type.source!r} and {why}; "
                    "make an order without it."
                )

    def __repr__(self) -> str:
        return f"JointOrder({self.model!r}, {list(self.names)})"


def _size(kind: Joint) -> int:
    """The number of a joint's positions in an order."""
    return 1 if isinstance(kind, Continuous) else kind.nq


def _concatenated(x: Numbers, parts: list[Numbers]) -> Numbers:
    """Parts of x, (..., k) each, as one array; (..., 0) if there are none."""
    return np.concatenate([np.empty((*x.shape[:-1], 0)), *parts], -1)
