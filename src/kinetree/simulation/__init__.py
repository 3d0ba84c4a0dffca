"""`kt.simulation`: steps in time on the configuration space, and rollouts."""

from .contact_step import ContactStep, contact_step
from .rollout import rollout
from .step import step

__all__ = ["ContactStep", "contact_step", "rollout", "step"]
