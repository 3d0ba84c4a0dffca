"""Configurations by name, orders and states of other libraries, changes of coordinates."""
