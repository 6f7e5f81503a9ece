"""The database: models, sessions and transactions, migrations, and the nudge that wakes the worker after a commit.

Every layer may read models; only `server.matches` writes matches and chairs. This layer touches the database and the
message broker, and contains no rules about matches.
"""
