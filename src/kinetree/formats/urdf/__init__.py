"""Robots from URDF, and models as URDF."""
