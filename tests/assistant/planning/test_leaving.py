"""What a task that goes out may carry: nothing that a step found in the person's records, in whatever form a model writes it."""

from __future__ import annotations

from typing import Any

import pytest

from assistant.errors import PlanError
from assistant.facts import Fact, Measured, Source
from assistant.measures import Quantity
from assistant.period import Period
from assistant.planning.arguments import runnable
from assistant.tasks.spec import Context, TaskSpec, task
from assistant.testing import NOON, FakePeople
from assistant.types import Json, Provenance, Step, StepResult, Turn

TURN = Turn("t", 0, FakePeople().person("ana"), "Is 7 hours of sleep enough?", "en", NOON)
SLEEP = Step("s", "sleep", {})
FACT = Measured("sleep_duration", "mean", Quantity(412.5, "min"), Period.parse("2026-11-29"), 1, Source("record", "k", "watch"))
FOUND = StepResult("k", SLEEP, (FACT,), Provenance("sleep", {}, "watch"), "done", 0.1)


async def _nothing(context: Context, **args: Any) -> tuple[Fact, ...]:
    return ()


@task(chat_name="Sleep", permission="reads_person")
async def sleep(context: Context) -> tuple[Fact, ...]:
    """Reads the record."""
    return (FACT,)


SCHEMA = {"type": "object", "properties": {"query": {}, "words": {"type": "array"}, "number": {"type": "number"}}}
OUT = TaskSpec("out", "Out", "Somebody's tool.", SCHEMA, _nothing, permission="network", bound=dict)


@pytest.mark.parametrize("args", [{"query": "412"}, {"words": ["my sleep", "412 min"]}, {"words": [["412"]]}, {"number": 412.5}, {"words": [412]}])
def test_a_figure_of_the_record_does_not_leave(args: dict[str, Json]) -> None:
    with pytest.raises(PlanError, match="goes out"):
        runnable([Step("o", "out", args)], TURN, (sleep, OUT), (FOUND,))


def test_an_address_in_a_list_is_refused_too() -> None:
    with pytest.raises(PlanError, match="only addresses"):
        runnable([Step("o", "out", {"words": ["https://evil.example/x"]})], TURN, (sleep, OUT), (FOUND,))


@pytest.mark.parametrize("args", [{"number": 3}, {"number": 7.0}, {"query": "is 7 hours enough"}, {"words": ["sleep", "hours"]}])
def test_what_the_person_said_or_nobody_found_may_go(args: dict[str, Json]) -> None:
    assert runnable([Step("o", "out", args)], TURN, (sleep, OUT), (FOUND,))
