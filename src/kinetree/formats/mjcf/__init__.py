"""Robots from MJCF, by MuJoCo."""
