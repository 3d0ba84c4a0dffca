"""The methods that [Singh2022, Table II] compares with: slower, with the same results."""

from .aba_chain_rule import aba_chain_rule
from .ancestor_loop import ancestor_loop
from .fd_chain_rule import fd_chain_rule
from .rnea_chain_rule import rnea_chain_rule

__all__ = ["aba_chain_rule", "ancestor_loop", "fd_chain_rule", "rnea_chain_rule"]
