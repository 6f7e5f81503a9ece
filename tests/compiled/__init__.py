"""Templates are compiled once in a run of the tests, for all its processes."""
