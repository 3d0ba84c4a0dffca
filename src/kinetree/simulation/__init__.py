"""`kt.simulation`: steps in time on the configuration space, and rollouts."""

from .rollout import rollout
from .step import step

__all__ = ["rollout", "step"]
