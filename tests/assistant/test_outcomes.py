from __future__ import annotations

import math
from datetime import date
from typing import Any

import pytest

from assistant.errors import TaskError
from assistant.facts import Compared, Excerpt, Extreme, Fact, Found, Measured, Source
from assistant.measures import Quantity
from assistant.outcomes import DEEPEST, checked_outcome
from assistant.period import Period
from assistant.tasks.spec import Context, Outcome, task

DAYS = Period.parse("2026-11-28/2026-11-29")
SOURCE = Source("service", "k", "Somebody")


@task(
    chat_name="Stranger",
    outputs={"rows": {"type": "array", "description": "rows"}, "word": {"type": "string", "description": "a word"}},
)
async def stranger(context: Context) -> tuple[Fact, ...]:
    """Somebody's plug-in."""
    return ()


def measured(value: float, measure: str = "steps") -> Measured:
    return Measured(measure, "mean", Quantity(value, "count"), DAYS, 2, SOURCE)


def nested(levels: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(levels):
        value = [value]
    return value


def itself() -> list[Any]:
    value: list[Any] = []
    value.append(value)
    return value


@pytest.mark.parametrize(
    "facts",
    [
        "abc",
        (1, 2),
        (None,),
        ({"fact": "measured"},),
        (Found("A page", None),),  # type: ignore[arg-type]  # what a plug-in without types may give
        (Compared("steps", None, None, "more", Quantity(1.0, "count")),),  # type: ignore[arg-type]  # the same
        (Excerpt("A page", "en", "one sentence", SOURCE),),  # type: ignore[arg-type]  # the same
        (measured(1.0, measure="mood"),),
    ],
)
def test_what_are_no_facts_is_refused_before_a_reply_stumbles_over_it(facts: Any) -> None:
    with pytest.raises(TaskError, match="Stranger gave"):
        checked_outcome(stranger, facts)


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_a_number_that_is_none_is_found_in_every_kind_of_fact(number: float) -> None:
    extreme = Extreme("steps", "highest", Quantity(number, "count"), date(2026, 11, 29), DAYS, 2, SOURCE)
    compared = Compared("steps", measured(number), measured(1.0), "more", Quantity(1.0, "count"))
    for fact in (measured(number), extreme, compared):
        for given in ((fact,), Outcome((fact,), {"word": "an output beside it"})):
            with pytest.raises(TaskError, match="a number that is none"):
                checked_outcome(stranger, given)


def test_more_than_a_pipe_keeps_is_refused_in_facts_too() -> None:
    fact = Excerpt("A page", "en", ("a" * 50_000_000,), SOURCE)
    with pytest.raises(TaskError, match="more than can be kept"):
        checked_outcome(stranger, Outcome((fact,), {"word": "small"}))


@pytest.mark.parametrize("value", [nested(DEEPEST), nested(100_000), itself()])
def test_lists_within_lists_without_end_are_refused(value: Any) -> None:
    with pytest.raises(TaskError, match="lists within lists"):
        checked_outcome(stranger, Outcome((), {"rows": value}))


def test_what_a_task_declares_is_taken() -> None:
    given = Outcome((measured(4000.0), Found("A page", SOURCE)), {"rows": nested(3), "word": "x"})
    assert checked_outcome(stranger, given) == given
    assert checked_outcome(stranger, [measured(1.0)]).facts == (measured(1.0),)
    with pytest.raises(TaskError, match="does not declare"):
        checked_outcome(stranger, Outcome((), {"other": 1}))
    with pytest.raises(TaskError, match="word that is not what it declares"):
        checked_outcome(stranger, Outcome((), {"word": 1}))
