"""What whoever hosts the server needs: configurations of the programs around it, what to watch, when to be woken.

`printed` has what the command prints, and `healthy` is the health check of the container image; no other layer needs
either.
"""
