"""Arguments that code finds by itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from assistant.errors import PlanError
from assistant.planning.arguments import corrected, drafts, numbered, runnable
from assistant.planning.slots import slots_of
from assistant.tasks.extract_text import extract_text
from assistant.tasks.registry import builtin_tasks
from assistant.tasks.search import search
from assistant.tasks.spec import TaskSpec
from assistant.types import Attachment, Provenance, Step, StepResult, Turn

Ask = Callable[..., Turn]
TASKS = builtin_tasks()


def test_an_output_of_the_same_name_is_taken(ask: Ask) -> None:
    turn = ask()
    first, second = (draft.step for draft in drafts(["search", "extract_text"], turn, slots_of(turn), TASKS))
    assert first.args == {"query": "How to improve my sleep?"}
    assert second.args == {"url": {"from": "search-1", "take": "url"}}


def test_an_output_of_an_earlier_round_is_taken(ask: Ask) -> None:
    turn = ask()
    before = StepResult("search:1", Step("search-1", "search", {"query": "x"}), (), Provenance("search", {}, ""), "done", 0.0, value={"url": "u"})
    (draft,) = drafts(["extract_text"], turn, slots_of(turn), TASKS, [before])
    assert (draft.step.key, draft.step.args) == ("extract_text-2", {"url": {"from": "search-1", "take": "url"}})
    failed = replace(before, outcome="failed", value={})
    (draft,) = drafts(["extract_text"], turn, slots_of(turn), TASKS, [failed])
    assert draft.missing == ("url",)


def test_what_came_along_is_named_by_its_key(ask: Ask, made_up: dict[str, TaskSpec]) -> None:
    spec = made_up["write_note"]  # write_note(text)
    turn = ask("Keep this", attachments=(Attachment("text", "letter.txt", "text:1", "a text"),))
    (draft,) = drafts(["write_note"], turn, slots_of(turn), (spec,))
    assert draft.step.args == {"text": "text:1"}
    (draft,) = drafts(["write_note"], ask("Keep this"), slots_of(turn), (spec,))
    assert draft.step.args == {"text": "Keep this"}


def test_a_question_about_two_measures_is_two_steps_however_it_is_put(ask: Ask) -> None:
    turn = ask("How did I sleep last night and how many steps did I take yesterday?")
    for sequence in (["sleep"], ["sleep", "activity"]):
        found = drafts(sequence, turn, slots_of(turn), TASKS)
        assert [(draft.step.key, draft.step.args["period"]) for draft in found] == [
            ("sleep-1", "2026-11-30/2026-11-30"),
            ("activity-2", "2026-11-29/2026-11-29"),
        ]


def test_keys_never_meet() -> None:
    assert numbered("search", 1, ["search-1", "search-2"]) == "search-3"


def test_what_is_lacking_is_filled_in_and_what_is_no_period_is_replaced(ask: Ask) -> None:
    turn = ask("How did I sleep?")
    steps, notes = corrected([Step("a", "sleep", {"period": "last week"})], turn, slots_of(turn), TASKS)
    assert steps[0].args == {"period": "2026-11-24/2026-11-30", "measure": "sleep_duration"}
    assert len(notes) == 1


def test_a_model_may_choose_days_that_the_question_does_not_name(ask: Ask) -> None:
    turn = ask("How did I sleep before my holiday?")
    chosen = {"measure": "sleep_duration", "view": "summary", "period": "2026-10-01/2026-10-07"}
    steps, notes = corrected([Step("a", "sleep", chosen)], turn, slots_of(turn), TASKS)
    assert (steps[0].args, notes) == (chosen, ())


def test_a_step_that_has_run_is_not_run_again(ask: Ask) -> None:
    turn = ask()
    step = Step("search-1", "search", {"query": "x"})
    ran = StepResult("search:1", step, (), Provenance("search", {}, ""), "done", 0.0)
    with pytest.raises(PlanError, match="already"):
        runnable([replace(step, key="search-2")], turn, (search, extract_text), [ran])


def test_figures_leave_only_if_the_person_said_them(ask: Ask, made_up: dict[str, TaskSpec]) -> None:
    spec = made_up["web_search"]
    runnable([Step("a", "web_search", {"query": "why 8 hours"})], ask("Why 8 hours of sleep?"), (spec,))
    with pytest.raises(PlanError, match="figures"):
        runnable([Step("a", "web_search", {"query": "pulse 52 at night"})], ask("Is my pulse fine?"), (spec,))
