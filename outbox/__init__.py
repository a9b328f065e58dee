"""Events that travel upward: written with the change they tell of, delivered after it, never lost.

A floor emits with `outbox.services.emit(event)` inside its transaction. A floor above it has a module
`subscribers.py` (found at start) whose functions carry `@subscribe(EventType)` from `outbox.registry`.
"""
