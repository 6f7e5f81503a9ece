"""What is stored and how: the models, the transaction in which every write is made, and the migrations.

Everybody reads models; only `server.matches` writes matches and chairs. Nothing here knows a rule of the matches.
"""
