"""Models as MJCF."""
