"""On how many days a measure kept to a limit: "n of m days"."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from types import MappingProxyType

from assistant.facts import Bound, Counted
from assistant.measures import Quantity
from assistant.tasks.stretch import Stretch, quantity

__all__ = ["counted", "keeps"]

_KEEPS: Mapping[Bound, Callable[[float, float], bool]] = MappingProxyType(
    {"at_least": operator.ge, "above": operator.gt, "at_most": operator.le, "below": operator.lt}
)


def counted(stretch: Stretch, bound: Bound, limit: float) -> Counted:
    """Days with data whose value, as it is shown, keeps to the limit; the limit stays as the person said it."""
    met = sum(keeps(quantity(stretch.measure, day.value).value, bound, limit) for day in stretch.days)
    return Counted(stretch.measure.name, bound, Quantity(limit, stretch.measure.unit), met, stretch.period, len(stretch.days), stretch.source)


def keeps(value: float, bound: Bound, limit: float) -> bool:
    return _KEEPS[bound](value, limit)
