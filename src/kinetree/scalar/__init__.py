"""The arithmetic: generic scalars, their graph, their vocabulary and their derivatives."""
