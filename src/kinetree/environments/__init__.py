"""Environments for learning: a robot's steps with observation, reward and reset in one kernel."""

from .environment import Environment, environment

__all__ = ["Environment", "environment"]
