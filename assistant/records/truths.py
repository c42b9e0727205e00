"""What is true of the demo person, computed from what was drawn; `python -m assistant.records.truths` writes assets/demo/truths.json.

Tests compute the same from a loaded store, value by value, and compare: two paths to each number.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from assistant.assets import asset
from assistant.records.demo import Demo, demo

__all__ = ["truths"]


def truths(drawn: Demo) -> dict[str, Any]:
    """Per measure: days with and without data, mean and sum per calendar month, highest and lowest day; and what the pulse recordings hold."""
    return {
        "person": drawn.person.id,
        "first": str(drawn.period.start),
        "last": str(drawn.period.end),
        "measures": {name: _measure(drawn, name) for name in drawn.days},
        "recordings": [
            {"start": recording.start.isoformat(), "seconds": recording.seconds, "rate": recording.rate, "checksum": int(recording.samples.sum())}
            for recording in drawn.recordings
        ],
    }


def _measure(drawn: Demo, name: str) -> dict[str, Any]:
    days = np.array([day.day for day in drawn.days[name]])
    values = np.array([day.value for day in drawn.days[name]])
    months = {}
    for month in range(drawn.period.start.month, drawn.period.end.month + 1):
        own = values[[day.month == month for day in days]]
        if not len(own):
            continue
        months[f"{drawn.period.start.year}-{month:02}"] = {"days": len(own), "mean": round(float(own.mean()), 3), "sum": round(float(own.sum()), 2)}
    return {
        "days": len(days),
        "missing": [str(day) for day in drawn.period if day not in set(days)],
        "months": months,
        "highest": {"day": str(days[values.argmax()]), "value": float(values.max())},
        "lowest": {"day": str(days[values.argmin()]), "value": float(values.min())},
    }


if __name__ == "__main__":
    (asset("demo") / "truths.json").write_text(json.dumps(truths(demo()), indent=1) + "\n", encoding="utf-8")
