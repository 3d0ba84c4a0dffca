"""Robots on a moving base: the velocity of the base, and coordinates that decouple it."""
