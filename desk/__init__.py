"""What the admin pages of every floor are made of. It knows no floor: each floor's `admin.py` builds on it."""
