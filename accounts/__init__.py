"""Who somebody is: players, guests, their standing and level in each mode."""
