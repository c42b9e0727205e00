"""Emergencies and crises, by rules, before any model."""
