"""Tasks that live on another's output: what gives it goes first, found by outputs and not by names."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from assistant.planning.slots import slots_of
from assistant.planning.steps import steps_for
from assistant.tasks.registry import builtin_tasks
from assistant.tasks.spec import Context, Outcome, TaskSpec, task
from assistant.types import Step, Turn

Ask = Callable[..., Turn]


@task(chat_name="Melody", permission="reads_person", outputs={"melody": {"type": "string"}})
async def hum(context: Context) -> Outcome:
    """Hum a melody."""
    return Outcome((), {"melody": "la"})


@task(chat_name="Other melody", permission="reads_person", outputs={"melody": {"type": "string"}})
async def whistle(context: Context) -> Outcome:
    """Whistle a melody."""
    return Outcome((), {"melody": "lo"})


@task(chat_name="Dance")
async def dance(context: Context, melody: str) -> Outcome:
    """Dance to a melody."""
    return Outcome(())


def told(steps: tuple[Step, ...]) -> list[tuple[str, dict[str, object]]]:
    return [(step.task, dict(step.args)) for step in steps]


def of(label: str, turn: Turn, tasks: tuple[TaskSpec, ...]) -> tuple[Step, ...]:
    return steps_for(label, turn, slots_of(turn), tasks)


def test_stress_is_told_from_the_pulse_of_a_recording(ask: Ask) -> None:
    turn = ask("Estimate my stress from yesterday's PPG")
    assert told(of("stress", turn, builtin_tasks())) == [
        ("recording", {"period": "2026-11-29/2026-11-29"}),
        ("pulse", {"recording": {"from": "recording-1", "take": "recording"}}),
        ("stress", {"pulse": {"from": "pulse-1", "take": "pulse"}}),
    ]


def test_the_only_giver_goes_first(ask: Ask) -> None:
    steps = of("dance", ask("Dance"), (hum, dance))
    assert told(steps) == [("hum", {}), ("dance", {"melody": {"from": "hum-1", "take": "melody"}})]
    assert len({step.key for step in steps}) == 2


def test_a_choice_of_givers_is_not_made(ask: Ask) -> None:
    from assistant.errors import PlanError

    with pytest.raises(PlanError, match="melody"):
        of("dance", ask("Dance"), (hum, whistle, dance))


def test_two_measures_that_go_together_are_one_step(ask: Ask) -> None:
    (step,) = of("sleep", ask("Does my sleep affect my resting heart rate?"), builtin_tasks())
    assert (step.task, step.args["view"], step.args["measure"], step.args["other"]) == ("sleep", "relate", "sleep_duration", "resting_heart_rate")


def test_a_half_that_asks_for_advice_reads_nothing(ask: Ask) -> None:
    steps = of("sleep", ask("How did I sleep last night and what helps me fall asleep?"), builtin_tasks())
    assert [step.args["measure"] for step in steps] == ["sleep_duration"]


def test_the_measure_that_is_named_finds_its_task(ask: Ask) -> None:
    (step,) = of("heart_rate", ask("What was my blood pressure yesterday?"), builtin_tasks())
    assert (step.task, step.args["measure"]) == ("blood_pressure", "systolic")


def test_a_count_keeps_its_limit(ask: Ask) -> None:
    (step,) = of("activity", ask("On how many days last week did I walk more than 8000 steps?"), builtin_tasks())
    assert step.args == {"measure": "steps", "view": "count", "period": "2026-11-23/2026-11-29", "limit": 8000.0, "bound": "above"}


def test_what_a_health_record_is_asked_for(ask: Ask) -> None:
    assert told(of("health_record", ask("Which medicines am I on?"), builtin_tasks())) == [("health_record", {"kind": "medication"})]
    assert told(of("health_record", ask("Is my cholesterol too high?"), builtin_tasks())) == [
        ("health_record", {"kind": "lab", "about": "cholesterol"})
    ]
