"""The Celery worker: it closes windows, gives orders, writes reminders and sends letters; it keeps no state itself."""
