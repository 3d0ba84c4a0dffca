"""`Immutable`: a model as a value that is compared, copied and pickled, and does not change."""

from abc import ABC
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NoReturn

import numpy as np

from ..errors import ModelError
from ..parameters import PARAMETERS
from ..peer_names import unknown_attribute
from . import fields
from .record import digest, joint_classes
from .structure import Structure

_CACHED: Final = (
    "numeric",
    "joints",
    "free_joints",
    "structural",
    "description",
    "digest",
    "_identity",
)

_INTERNAL: Final = {
    "body",
    "closures",
    "compilations",
    "content",
    "coupled",
    "dispatch",
    "free_joints",
    "gravity_motion",
    "numeric",
    "parameter_of",
    "structural",
    "tangent_map",
    "tangent_map_inverse",
}
"""Attributes that this package uses, and that tab completion does not show."""


class Immutable(Structure, ABC):
    """A structure that does not change, equal to one of the same description."""

    def _set(self, **attributes: Any) -> None:
        vars(self).update(attributes)

    def __setattr__(self, name: str, value: Any) -> NoReturn:
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

    @cached_property
    def digest(self) -> str:
        """A hash of the whole model, including its name: of what `kt.save` would write.

        Equal models have equal digests, in other processes too. Raises ModelError as `kt.save`.
        """
        fields.check_plain(self)
        return digest(self.description)

    @cached_property
    def _identity(self) -> Any:
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

    def __getstate__(self) -> dict[str, Any]:
        dropped = (*_CACHED, "dispatch", "compilations")
        kept = {k: v for k, v in vars(self).items() if k not in dropped}
        for name in ("reference_configurations", "groups"):
            kept[name] = dict(kept[name])
        return kept

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore a copied or unpickled model, which is immutable, too."""
        for value in [*state.values(), *state["reference_configurations"].values()]:
            if isinstance(value, np.ndarray):
                value.setflags(write=False)
        named = {k: MappingProxyType(state[k]) for k in ("reference_configurations", "groups")}
        self._set(**state | named | {"dispatch": {}, "compilations": {}})
