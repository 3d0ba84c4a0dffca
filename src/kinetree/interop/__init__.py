"""Robots and algorithms for other libraries, which are imported when they are needed."""
