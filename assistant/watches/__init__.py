"""Limits that people set: "tell me if my resting pulse is above 75 three days in a row"."""
