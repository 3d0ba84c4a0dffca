"""Arrays and numbers in tuples, lists and dicts, as the carry of a loop."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import cast

from .array import Array, ArrayLike, as_array
from .types import Scalar, Tree


def leaves(tree: Tree) -> Iterator[ArrayLike]:
    """The arrays and numbers in tuples, lists and dicts."""
    if isinstance(tree, Mapping):
        tree = list(cast(Mapping[str, Tree], tree).values())
    if isinstance(tree, (tuple, list)):
        for part in cast(Sequence[Tree], tree):
            yield from leaves(part)
    elif tree is not None:
        yield tree


def with_leaves(like: Tree, values: Sequence[Array | Scalar]) -> Tree:
    """`values` in the tuples, lists and dicts of `like`; numbers where it has numbers."""
    remaining = iter(values)

    def filled(x: Tree) -> Tree:
        if isinstance(x, Mapping):
            return {key: filled(part) for key, part in cast(Mapping[str, Tree], x).items()}
        if isinstance(x, (tuple, list)):
            parts = [filled(part) for part in cast(Sequence[Tree], x)]
            kind = cast(Callable[..., Tree], type(cast(Tree, x)))
            return kind(*parts) if hasattr(kind, "_fields") else kind(parts)
        if x is None:
            return None
        leaf = next(remaining)
        if isinstance(leaf, Array) and not leaf.shape and not isinstance(x, Array):
            return leaf.flat[0]
        return leaf

    return filled(like)


def split(scalars: Sequence[Scalar], like: Sequence[Array]) -> list[Array]:
    """A sequence of scalars as arrays of the shapes of others."""
    remaining = iter(scalars)
    return [Array.of([next(remaining) for _ in x.flat], x.shape) for x in like]


def structure(tree: Tree) -> str:
    """The structure of a carry as text: shapes in tuples, lists and dicts."""
    if isinstance(tree, Mapping):
        items = cast(Mapping[str, Tree], tree).items()
        return "{" + ", ".join(f"{key!r}: {structure(x)}" for key, x in items) + "}"
    if isinstance(tree, (tuple, list)):
        return f"[{', '.join(map(structure, cast(Sequence[Tree], tree)))}]"
    return "None" if tree is None else f"of shape {as_array(tree).shape}"
