"""`einsum` against NumPy's, and the subscripts that it refuses."""

import numpy as np
import pytest

import kinetree as kt
from kinetree.scalar.array import Array
from kinetree.scalar.expr import Expr
from kinetree.scalar.graph import Graph

RNG = np.random.default_rng(0)
I, IJ, JK, KI = (RNG.normal(size=n) for n in (2, (2, 3), (3, 4), (4, 2)))
II, III, BIJ = (RNG.normal(size=n) for n in ((3, 3), (3, 3, 3), (5, 2, 3)))

CASES = [
    ("ij,jk->ik", IJ, JK),
    ("ij,jk", IJ, JK),
    ("ba", IJ),
    ("ij->ji", IJ),
    ("ij->", IJ),
    ("ij->j", IJ),
    ("i->", I),
    ("ii", II),
    ("ii->i", II),
    ("iij->j", III),
    ("iii->i", III),
    ("iij", III),
    ("i,j", I, JK[0]),
    ("i,i", I, I),
    ("i,i->i", I, I),
    ("ij,ij", IJ, IJ),
    ("ij,jk,ki->", IJ, JK, KI),
    ("ij,jk,ki", IJ, JK, KI),
    ("ij,jk,kl,lm->im", IJ, JK, KI, IJ),
    ("i,ij,jk,k", I, IJ, JK, KI[:, 0]),
    (" i j , j k -> k i ", IJ, JK),
    ("bij,jk->bik", BIJ, JK),
    ("...ij,jk->...ik", BIJ, JK),
    ("...j,j", BIJ, JK[:, 0]),
    ("...,...", BIJ, IJ),
    ("...i,...i->...", BIJ, IJ),
    ("i...->...i", BIJ),
    ("b...,b...->...", BIJ, BIJ[:, :1]),
    ("i...j->ij...", BIJ),
    ("ij,jk->ik", IJ[:, :1], JK),
    ("i,i->i", I[:1], JK[:, 0]),
    (",ij->ij", 2.5, IJ),
    (",", 2.5, 0.5),
    ("Ba,aB->Ba", IJ, IJ.T),
    ("Ba", IJ),
    ("ij,jk->ik", IJ[:, :0], JK[:0]),
]


@pytest.mark.parametrize("subscripts, operands", [(x[0], x[1:]) for x in CASES])
def test_equals_numpys(subscripts, operands):
    expected = np.einsum(subscripts, *operands)
    for found in (
        kt.math.einsum(subscripts, *operands),
        np.einsum(subscripts, *map(Array, operands)),
    ):
        found = np.array(found, float)
        assert found.shape == np.shape(expected)
        np.testing.assert_allclose(found, expected, rtol=1e-13, atol=1e-15)


def test_a_chain_of_products_takes_the_operations_of_products_from_the_left():
    graph = Graph()
    a, b, c = (
        Array([[Expr(graph, graph.variable()) for _ in range(4)] for _ in range(4)])
        for _ in range(3)
    )
    product = a @ b @ c
    count = len(graph)
    found = kt.math.einsum("ij,jk,kl->il", a, b, c)
    assert len(graph) == count  # the same nodes
    assert [x.index for x in found.flat] == [x.index for x in product.flat]


def test_structural_zeros_stay_structural():
    x = Array([[2.0, 0], [0, 3.0]])
    assert kt.math.einsum("ij,jk->ik", x, x).flat == (4.0, 0, 0, 9.0)


@pytest.mark.parametrize(
    "subscripts, operands, message",
    [
        (
            "ij,jk->ik",
            (IJ,),
            "(2, 3): Number of einsum subscripts must be equal to the number of op",
        ),
        (
            "ij",
            (I,),
            "(2,): Einstein sum subscript i does not contain the correct number of indices",
        ),
        (
            "i",
            (IJ,),
            "(2, 3): Einstein sum subscript i does not contain the correct number of indices",
        ),
        ("ij->k", (IJ,), "Output character k did not appear in the input"),
        ("ij->ii", (IJ,), "Output character i appeared more than once in the output"),
        ("...j->j", (IJ,), "the axes of '...' are missing in its result"),
        ("i1", (IJ,), "Character 1 is not a valid symbol"),
        ("i->j->k", (I,), "can only contain one '->'"),
        ("i..j", (BIJ,), "Invalid Ellipses"),
        (IJ, ([0, 1],), "the first argument is a text of subscripts"),
    ],
)
def test_subscripts_that_are_refused(subscripts, operands, message):
    with pytest.raises(kt.TraceError, match=r"test_einsum\.py:\d+: einsum\(") as error:
        kt.math.einsum(subscripts, *operands)
    assert message in str(error.value)


def test_sizes_that_do_not_fit():
    with pytest.raises(kt.ShapeError, match=r"'ij,jk' of arrays .*an axis has 3 and 2 elements"):
        kt.math.einsum("ij,jk", IJ, IJ)


def test_keywords_are_refused():
    with pytest.raises(kt.TraceError, match=r"takes \(subscripts, \*operands\), and nothing else"):
        np.einsum("ij->", Array(IJ), optimize=True)
