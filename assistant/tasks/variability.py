"""Heart rate variability is two figures, RMSSD (`hrv`) and SDNN (`hrv_sdnn`), that are never mixed. A person mostly has one of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from assistant.measures import MEASURES
from assistant.period import Period
from assistant.tasks.spec import Context
from assistant.tasks.stretch import lived

__all__ = ["recorded"]

_OTHER: Mapping[str, str] = MappingProxyType({"hrv": "hrv_sdnn", "hrv_sdnn": "hrv"})


async def recorded(context: Context, name: str, periods: Sequence[Period], beside: str | None = None) -> str:
    """The measure itself; of HRV the other figure, where only that one has data in all of the periods that a question is about.

    beside: what it is related to; where that is the other figure, both are meant as they are named.
    """
    other = _OTHER.get(name)
    if other is None or other == beside or await _has(context, name, periods) or not await _has(context, other, periods):
        return name
    return other


async def _has(context: Context, name: str, periods: Sequence[Period]) -> bool:
    measure = MEASURES[name]
    return all([await context.records.days(context.person.id, name, lived(context, measure, period)) for period in periods])
