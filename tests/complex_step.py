"""Derivatives of algorithms by complex steps on the configuration space [Cossette2020].

A step of 1e-30 cancels nothing, the rest is rounding.
"""

from typing import Any

import numpy as np

import kinetree as kt

H = 1e-30


def along(model: kt.Model, q: Any, v: Any) -> Any:
    """q moved by an imaginary step along v, in every sample."""
    return kt.integrate.evaluate(model, q, 1j * H * v)


def along_each(model: kt.Model, q: Any) -> Any:
    """q (nq) moved by an imaginary step along each velocity, one after the other."""
    return along(model, q, np.eye(model.nv))


def each(x: Any) -> Any:
    """x with an imaginary step in each of its entries, one after the other."""
    return x + 1j * H * np.eye(x.size).reshape(x.size, *x.shape)


def slopes(algorithm: Any, model: kt.Model, operands: Any, directions: Any, **more: Any) -> Any:
    """The slopes of results along a direction of each operand: q, and those that follow it."""
    steps = [along(model, operands[0], directions[0])]
    steps += [x + 1j * H * d for x, d in zip(operands[1:], directions[1:], strict=False)]
    moved = [[x] * len(directions) for x in operands]
    for k, x in enumerate(steps):
        moved[k][k] = x
    return rate(np.asarray(algorithm.evaluate(model, *map(np.array, moved), **more)))


def rate(results: Any) -> Any:
    """The derivative along a motion, of results at `along` it."""
    return results.imag / H


def columns(results: Any) -> Any:
    """The derivative along each direction, the axis of directions last."""
    return np.moveaxis(rate(results), 0, -1)


def by_each_operand(algorithm: Any, model: kt.Model, operands: Any) -> list[Any]:
    """The derivatives of a result of one sample by q and by each operand that follows it."""
    derivatives: list[Any] = []
    for i, x in enumerate(operands):
        moved = [np.broadcast_to(y, (model.nv, y.size)) for y in operands]
        moved[i] = each(x) if i else along_each(model, x)
        derivatives.append(columns(np.asarray(algorithm.evaluate(model, *moved))))
    return derivatives
