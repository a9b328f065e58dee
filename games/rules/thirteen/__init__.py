"""Thirteen Water (十三水): every seat arranges thirteen cards into three rows, all are compared at once.

Rules with their numbers: docs/rules/thirteen.md.
"""
