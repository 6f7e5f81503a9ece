"""One file a game; each has a ``GAME``."""
