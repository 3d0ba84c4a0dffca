"""States in the conventions of other libraries, and changes of coordinates."""
