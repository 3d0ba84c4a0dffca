"""`kt.view`: robots in the browser, by viser; needs `pip install 'kinetree[view]'`."""

from .view import View, view

__all__ = ["View", "view"]
