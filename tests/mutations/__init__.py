"""Small faults put into the server on purpose, to see which tests find them: ``python -m tests.mutations``.

``faults.toml`` is the table: half of the faults were chosen, half were drawn by chance (``drawing``). ``recording``
runs all tests once and writes down which of them come to the place of each fault; ``running`` then makes one fault at a
time in a copy of the tree and runs those tests until one fails.
"""
