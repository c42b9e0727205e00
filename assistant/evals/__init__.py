"""Measure what the house claims: each suite prints its figures, and anyone can run it again."""
