from typing import Any, Literal

import pytest

from assistant.errors import PlanError, UsageError
from assistant.facts import Fact
from assistant.period import Period
from assistant.tasks.spec import Context, task


@task(chat_name="Sums", permission="reads_person")
async def sums(context: Context, which: Literal["a", "b"], period: Period, times: int = 1, against: Period | None = None) -> tuple[Fact, ...]:
    """Adds things up.

    More words that the planner does not see.
    """
    return ()


def test_the_spec_is_read_off_the_function() -> None:
    assert sums.name == "sums"
    assert sums.description == "Adds things up."
    assert sums.schema["properties"]["which"] == {"type": "string", "enum": ["a", "b"]}
    assert sums.schema["required"] == ["which", "period"]


def test_arguments_become_typed() -> None:
    bound = sums.bind({"which": "a", "period": "2026-11-23/2026-11-29"})
    assert bound == {"which": "a", "period": Period.parse("2026-11-23/2026-11-29"), "times": 1, "against": None}


@pytest.mark.parametrize(
    ("args", "names"),
    [
        ({"which": "c", "period": "2026-11-23"}, "which"),
        ({"which": "a"}, "period"),
        ({"which": "a", "period": "last week"}, "period"),
        ({"which": "a", "period": "2026-11-23", "times": True}, "times"),
        ({"which": "a", "period": "2026-11-23", "times": 1.5}, "times"),
        ({"which": "a", "period": "2026-11-23", "colour": "red"}, "colour"),
        ({"which": ["a"], "period": "2026-11-23"}, "which"),
    ],
)
def test_what_does_not_fit_is_refused_by_name(args: dict[str, Any], names: str) -> None:
    with pytest.raises(PlanError, match=names):
        sums.bind(args)


def test_a_task_without_a_docstring_is_refused() -> None:
    async def mute(context: Context) -> tuple[Fact, ...]:
        return ()

    with pytest.raises(UsageError, match="docstring"):
        task(chat_name="Mute")(mute)
