"""`kt.view`: robots in the browser, by viser; needs `pip install 'kinetree[view]'`."""

from .view import Trajectory, View, view

__all__ = ["Trajectory", "View", "view"]
