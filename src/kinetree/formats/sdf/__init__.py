"""Robots from SDF."""
