"""Auricle's mind: it plans with health tools over a person's own data and answers from facts."""
