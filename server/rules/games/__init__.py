"""One module or package for each game, which defines ``GAME``."""
