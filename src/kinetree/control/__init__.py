"""Inverse kinematics and discretisation: what controllers call around the algorithms."""
