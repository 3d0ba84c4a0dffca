"""`Immutable`: a robot as a value that is compared, copied and pickled, and does not change."""

from abc import ABC, abstractmethod
from functools import cached_property
from typing import TYPE_CHECKING, Final, NoReturn, Self

from ..errors import ModelError, unknown_attribute
from ..parameters import PARAMETERS, ParameterArray
from .description import Description
from .fields import check_plain
from .records.robot import digest, joint_classes

_INTERNAL: Final = {
    "closures",
    "compilations",
    "content",
    "coupled",
    "dispatch",
    "free_joints",
    "gravity_motion",
    "numeric",
    "parameters",
    "structural",
    "structure",
}
"""Attributes that this package uses, and that tab completion does not show."""


class Immutable(ABC):
    """A robot made from a description, equal to all that are made from an equal one."""

    name: str

    @abstractmethod
    def __init__(self, description: Description) -> None: ...

    @cached_property
    @abstractmethod
    def description(self) -> Description:
        """The robot as plain data, in the order of this model, to be edited and written."""

    @property
    @abstractmethod
    def parameters(self) -> dict[str, ParameterArray]:
        """The parameters by name."""

    @cached_property
    def digest(self) -> str:
        """A hash of the whole model, including its name: of what `kt.save` would write.

        Equal models have equal digests, in other processes too. Raises ModelError as `kt.save`.
        """
        check_plain(self.name, self.parameters)
        return digest(self.description)

    @cached_property
    def _identity(self) -> object:
        """The digest of the model and the classes of its joints.

        A model that cannot be saved equals only itself.
        """
        try:
            return self.digest, joint_classes(self.description)
        except ModelError:
            return object()

    def __eq__(self, other: object) -> bool:
        """Whether both have the same content; a model with symbols equals only itself."""
        if not isinstance(other, Immutable):
            return NotImplemented
        return self is other or self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    def __reduce__(self) -> tuple[type[Self], tuple[Description]]:
        return type(self), (self.description,)

    def _set(self, **attributes: object) -> None:
        vars(self).update(attributes)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        """Raise ModelError: a model is immutable."""
        other = f"; model.replace({name}=...) gives another one" if name in PARAMETERS else ""
        raise ModelError(f"{self.name}: a kt.Model is immutable; {name} cannot be set{other}.")

    def __delattr__(self, name: str) -> NoReturn:
        raise ModelError(f"{self.name}: a kt.Model is immutable; {name} cannot be deleted.")

    def __dir__(self) -> list[str]:
        """The attributes for users; those that algorithms of this package use are not listed."""
        return [name for name in super().__dir__() if name not in _INTERNAL]

    if not TYPE_CHECKING:  # a type checker would take every attribute for one that exists

        def __getattr__(self, name: str) -> NoReturn:
            """Raise AttributeError, with kinetree's name if `name` is a peer's."""
            owner = f"{vars(self).get('name', 'a kt.Model')}"
            raise AttributeError(unknown_attribute(owner, name, "models", dir(self)))
