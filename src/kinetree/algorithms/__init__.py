"""The algorithms: one file for each of the papers' methods, pure functions of generic scalars."""
