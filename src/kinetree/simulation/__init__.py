"""`kt.simulation`: steps in time on the configuration space, and rollouts."""

from .contact_forces import net_contact_forces
from .contact_step import contact_step
from .results import ContactStep
from .rollout import rollout
from .step import step

__all__ = ["ContactStep", "contact_step", "net_contact_forces", "rollout", "step"]
