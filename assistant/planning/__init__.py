"""Planners: one strategy a file."""
