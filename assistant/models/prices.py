"""What the calls of a turn cost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from assistant.trace import Usage

if TYPE_CHECKING:
    from assistant.settings import Settings

__all__ = ["Costs", "Price", "costs", "prices"]

MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Price:
    """For a million tokens, in the currency that the endpoint's owner bills; None where the settings do not say."""

    read: float | None = None
    written: float | None = None


@dataclass(frozen=True, slots=True)
class Costs:
    """Totals over calls. price: None when one of the models that were paid for has no price in the settings; `unpriced` names them."""

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    seconds: float = 0.0
    price: float | None = 0.0
    unpriced: tuple[str, ...] = ()


def prices(settings: Settings) -> dict[str, Price]:
    """Of every endpoint that the settings name, by the name that its calls have in the trace."""
    from assistant.models.roles import ROLES, services

    found: dict[str, Price] = {}
    for role in ROLES:
        for each in services(settings, role):
            if each is not None:
                found.setdefault(each[1].name, Price(each[0].price_in, each[0].price_out))
    return found


def costs(usage: Iterable[Usage], prices: Mapping[str, Price]) -> Costs:
    """Totals of these calls. A model that is in no list of prices is our own and costs nothing."""
    calls = tuple(usage)
    unpriced, sum_ = [], 0.0
    for call in calls:
        price = prices.get(call.model, Price(0.0, 0.0))
        if price.read is None or price.written is None:
            unpriced.append(call.model)
        else:
            sum_ += (call.prompt_tokens * price.read + call.completion_tokens * price.written) / MILLION
    return Costs(
        len(calls),
        sum(call.prompt_tokens for call in calls),
        sum(call.completion_tokens for call in calls),
        round(sum(call.seconds for call in calls), 3),
        None if unpriced else sum_,
        tuple(dict.fromkeys(unpriced)),
    )
