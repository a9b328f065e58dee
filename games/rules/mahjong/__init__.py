"""Guangdong mahjong (广东麻将): 136 tiles, four sets and a pair, the pass lock, liabilities, rooms by minimum fan.

Rules with their numbers: docs/rules/mahjong.md.
"""
