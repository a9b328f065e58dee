"""What players are given: sign-in, relief, tasks, the happy-points plan, gifts for a new level.

Every amount is a row of the admin. Every gift is one transfer of the ledger with a kind and a key of its own, so that
asking twice gives once.
"""
