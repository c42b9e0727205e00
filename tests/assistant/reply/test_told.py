"""Every kind of fact for programs, for a terminal and for the page's trace: whole, in order, in every language."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from typing import get_args

import pytest

from assistant.cli.render import explanation, result_lines
from assistant.facts import Fact
from assistant.question import Answer, Question
from assistant.report import answer_json, citations, fact_json
from assistant.tasks.spec import Context, task
from assistant.testing import fake_assistant
from assistant.types import Plan, Provenance, Step, StepResult
from i18n.catalog import Catalogue
from ui.trace import trace_lines

Table = Callable[[str], dict[str, tuple[Fact, ...]]]


def numbers(value: object) -> set[float]:
    """Every number that is a quantity's, or a plain field's, of a fact and what it holds."""
    if isinstance(value, bool) or value is None:
        return set()
    if isinstance(value, int | float):
        return {float(value)}
    if isinstance(value, tuple):
        return {number for item in value for number in numbers(item)}
    return {number for field in fields(value) for number in numbers(getattr(value, field.name))} if is_dataclass(value) else set()


def written(value: object) -> set[float]:
    if isinstance(value, bool) or value is None:
        return set()
    if isinstance(value, int | float):
        return {float(value)}
    if isinstance(value, dict):
        return {number for item in value.values() for number in written(item)}
    return {number for item in value for number in written(item)} if isinstance(value, list) else set()


def kinds(table: dict[str, tuple[Fact, ...]]) -> dict[type, Fact]:
    return {type(fact): fact for facts in table.values() for fact in facts}


def test_the_table_has_every_measured_kind(table: Table) -> None:
    elsewhere = {"Found", "Excerpt", "Noted", "Used"}  # the golden replies have these by themselves
    assert {kind.__name__ for kind in get_args(Fact)} - {kind.__name__ for kind in kinds(table("en"))} == elsewhere


def test_programs_get_every_number_of_a_fact(table: Table) -> None:
    for name, facts in table("en").items():
        for fact in facts:
            told = fact_json(fact)
            assert list(told)[:5] == ["value", "unit", "period", "source", "fact"], name
            json.dumps(told, allow_nan=False)
            assert numbers(fact) <= written(told) | {0.0}, name


def test_a_terminal_gets_a_line_for_each_fact(table: Table) -> None:
    for name, facts in table("en").items():
        result = StepResult("a", Step("a", "sleep"), facts, Provenance("sleep", {}, ""), "done", 0.0)
        lines = result_lines(result)
        assert len(lines) == len(facts), name
        assert all(line.startswith("sleep: ") and "object at" not in line and "None" not in line for line in lines), (name, lines)


@pytest.fixture
async def answer(table: Table) -> Answer:
    told = tuple(dict.fromkeys(fact for facts in table("en").values() for fact in facts))

    @task(chat_name="Teller")
    async def teller(context: Context) -> tuple[Fact, ...]:
        """Tells everything that there is to tell."""
        return told

    plan = Plan("router", "answer", (Step("teller-1", "teller"),), "because")
    return await fake_assistant(plans={"hello": plan}, tasks=(teller,)).answer(Question("ana", "hello", speak=False))


@pytest.mark.parametrize("language", ["en", "es", "de"])
async def test_a_whole_turn_is_told_in_every_way(language: str, answer: Answer) -> None:
    (result,) = answer.results
    assert result.outcome == "done", result.error
    lines = [line for line in trace_lines(answer, Catalogue(), language) if line["stage"] == "result"]
    assert len(lines) == len(result.facts)
    assert all("None" not in line["detail"] for line in lines)
    json.dumps(answer_json(answer), allow_nan=False)
    assert sum(line.startswith("found") for line in explanation(answer)) == len(result.facts)
    assert {source["title"] for source in citations(result.facts)} >= {"Riverside clinic", "NHS: Sleep and tiredness", "Auricle demo watch"}


async def test_floors_are_no_steps_and_times_no_minutes_in_the_trace(answer: Answer) -> None:
    said = {line["detail"].partition(" · ")[0] for line in trace_lines(answer, Catalogue(), "en") if line["stage"] == "result"}
    assert {"12 floors", "23:12", "3 out of 10", "128 mmHg", "36.6°C", "24.1", "14.2 breaths/min"} <= said
