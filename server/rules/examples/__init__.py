"""Two games that no server offers: ``poste scaffold game`` copies one, and server/docs/GAMES.md explains them."""
