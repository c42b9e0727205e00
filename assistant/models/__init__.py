"""Weights: what they are, where they come from, and the servers that run them."""
