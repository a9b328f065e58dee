"""Money from outside: orders for coins, beans and membership, paid through a provider. Never level points."""
