"""Measurements of the running parts; see bench/README.md."""
