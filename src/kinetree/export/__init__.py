"""Algorithms of a robot for other languages: C, object files, and equations in symbols."""
