"""The Celery worker: it sends letters, closes bid windows, and keeps no state of its own."""
