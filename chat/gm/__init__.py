"""The game masters' desk, `/gm/`: what it reads, what it does to tables and balances, and its pages."""
