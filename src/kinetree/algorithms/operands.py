"""Types of the arguments of algorithms that may be left out."""

from typing import Any, TypeAlias

OptionalArray: TypeAlias = Any
"""An operand whose default is None: an Array, structural zeros or None where it is left out."""

ContactsArgument: TypeAlias = Any
"""Contacts and loops as a caller names them; an algorithm sees them resolved, as `Closures`."""
