"""The Celery worker: closes windows, gives delayed answers, writes reminders, sends letters; it keeps no state."""
