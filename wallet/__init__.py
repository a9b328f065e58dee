"""Money: a double-entry ledger of coins and beans, and what is on hold for a hand."""
