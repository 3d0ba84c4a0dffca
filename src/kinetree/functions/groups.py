"""Operands that are a value of several arrays: NamedTuples, as the obstacles about a robot."""

import typing
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

from ..compiler.vectorcall import GROUP
from ..errors import ShapeError, kind_of
from .signature import Operand


@dataclass(frozen=True)
class Group:
    """A NamedTuple of arrays, and of groups, which functions take as one parameter.

    Kernels take its arrays, operands of the names of its fields; those that are None are left out.
    """

    kind: Any
    """The class of the NamedTuple."""
    fields: tuple[tuple[str, "Group | None"], ...]

    @classmethod
    def of(cls, annotation: object) -> "Group | None":
        """That of an annotation, as Terrain | None; None for one of another kind."""
        kinds: tuple[Any, ...] = annotation, *typing.get_args(annotation)
        for kind in kinds:
            if isinstance(kind, type) and hasattr(cast(Any, kind), "_fields"):
                hints = typing.get_type_hints(kind)
                return cls(kind, tuple((name, cls.of(x)) for name, x in hints.items()))
        return None

    @property
    def parts(self) -> tuple[str, ...]:
        """The names of all arrays."""
        return tuple(n for name, x in self.fields for n in (x.parts if x else (name,)))

    def flat(self, owner: str, name: str, value: object) -> Iterator[tuple[str, Operand]]:
        """The arrays of a value by name; raise ShapeError for a value of another class."""
        if value is None:
            return
        if not isinstance(value, self.kind):
            fields = ", ".join(f"{field}=" for field, _ in self.fields)
            raise ShapeError(
                f"{owner}: {name} is {kind_of(value)}; expected a "
                f"kt.{self.kind.__name__}({fields})."
            )
        for (field, group), x in zip(self.fields, cast("tuple[Any, ...]", value), strict=True):
            if group is not None:
                yield from group.flat(owner, f"{name}.{field}", x)
            elif x is not None:
                yield field, x
            elif field not in self.kind._field_defaults:
                raise ShapeError(f"{owner}: {name} is a kt.{self.kind.__name__} without {field}.")

    def code(self, codes: Mapping[str, int], groups: dict[int, list[int]]) -> int:
        """Its code in compiled calls; add its class, and the codes of its fields, to `groups`."""
        row = [x.code(codes, groups) if x else codes[name] for name, x in self.fields]
        groups[id(self.kind)] = row
        return GROUP + len(groups) - 1

    def made(self, arrays: Mapping[str, Any]) -> Any:
        """The value of arrays by name; None where there are none."""
        if all(arrays.get(part) is None for part in self.parts):
            return None
        return self.kind(*(x.made(arrays) if x else arrays.get(n) for n, x in self.fields))
