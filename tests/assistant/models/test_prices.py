"""What a turn cost."""

from __future__ import annotations

import pytest

from assistant.models.prices import Costs, Price, costs, prices
from assistant.settings import Settings
from assistant.trace import Usage

LARGE = Usage("planner", "large at models.example", 1_000_000, 500_000, 1.25)
SMALL = Usage("responder", "small at models.example", 1_000, 100, 0.5)
OWN = Usage("planner", "qwen", 700, 12, 3.0)
PRICES = {LARGE.model: Price(2.0, 6.0), SMALL.model: Price(0.5, None)}


def test_what_has_a_price_is_added_up_and_our_own_model_is_free() -> None:
    assert costs([LARGE, OWN, LARGE], PRICES) == Costs(3, 2_000_700, 1_000_012, 5.5, 10.0)


def test_a_model_without_a_price_is_named_and_no_sum_is_claimed() -> None:
    assert costs([LARGE, SMALL, SMALL], PRICES) == Costs(3, 1_002_000, 500_200, 2.25, None, ("small at models.example",))


def test_a_turn_without_models_costs_nothing() -> None:
    assert costs([], {}) == Costs()


def test_the_prices_of_the_settings() -> None:
    settings = Settings(
        llm_base_url="https://models.example/v1",
        llm_model="large",
        llm_price_in=2,
        llm_price_out=6,
        roles={
            "planner": {"base_url": "https://planners.example/v1", "model": "p", "fallback": {"base_url": "https://spare.example/v1", "price_in": 1}}
        },
    )
    assert prices(settings) == {
        "p at planners.example": Price(None, None),
        "default at spare.example": Price(1.0, None),
        "large at models.example": Price(2.0, 6.0),
    }
    assert prices(Settings()) == {}
    assert costs([LARGE], prices(settings)).price == pytest.approx(5.0)
