"""Every measure answers in every view, from the command line as from a plan, and says how many days that rests on."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any, get_args

import pytest
from typer.testing import CliRunner

from assistant.cli.tasks import app
from assistant.facts import Absent, Compared, Cycle
from assistant.measures import MEASURES, Measure
from assistant.period import Period
from assistant.tasks.registry import builtin_tasks
from assistant.tasks.series import View

TODAY = date(2026, 11, 30)
WEEK = Period(date(2026, 11, 23), date(2026, 11, 29))
TASKS = {spec.name: spec for spec in builtin_tasks() if "view" in spec.schema["properties"]}
ASKED = [measure for measure in MEASURES.values() if measure.task in TASKS]


def likely(measure: Measure) -> list[float]:
    """A hundred days that differ, within what can be measured."""
    low, high = measure.low, min(measure.high, measure.low + 400 * measure.same_within)
    return [round(low + (high - low) * (0.4 + 0.02 * (n * 7 % 10)), measure.digits) for n in range(100)]


def arguments(measure: Measure, view: str) -> dict[str, Any]:
    other = "steps" if measure.name != "steps" else "sleep_duration"
    return {"measure": measure.name, "period": str(WEEK), "view": view, "limit": likely(measure)[0], "other": other}


@pytest.mark.parametrize("view", get_args(View))
async def test_a_record_of_every_day(ask: Any, until: Callable[..., Any], view: str) -> None:
    days = {each.name: until(TODAY, likely(each)) for each in MEASURES.values()}
    for measure in ASKED:
        facts = await ask(TASKS[measure.task], days, **arguments(measure, view))
        assert facts, measure.name
        for fact in facts:
            assert not isinstance(fact, Absent), measure.name
            counted = fact.now if isinstance(fact, Compared) else getattr(fact, "measured", fact)
            if not isinstance(counted, Cycle):
                assert counted.days_with_data == counted.period.days == 7, measure.name
                assert counted.source.title == "fake watch"


@pytest.mark.parametrize("view", get_args(View))
async def test_no_record_at_all(ask: Any, view: str) -> None:
    for measure in ASKED:
        facts = await ask(TASKS[measure.task], {}, **arguments(measure, view))
        assert facts, measure.name
        assert all(isinstance(fact, Absent) for fact in facts), measure.name


@pytest.mark.parametrize("view", [view for view in get_args(View) if view != "compare"])
async def test_one_single_day(ask: Any, until: Callable[..., Any], view: str) -> None:
    """A trend, an unusual day or a relation cannot come of it, and nothing breaks."""
    days = {each.name: until(WEEK.end, likely(each)[:1]) for each in MEASURES.values()}
    for measure in ASKED:
        for fact in await ask(TASKS[measure.task], days, **arguments(measure, view)):
            assert isinstance(fact, Cycle) or getattr(fact, "measured", fact).days_with_data == 1, measure.name


@pytest.mark.parametrize("name", sorted(TASKS))
def test_the_command_line_types_its_arguments(name: str) -> None:
    from assistant.cli.tasks import _arguments

    spec = TASKS[name]
    measure = spec.schema["properties"]["measure"]["enum"][0]
    for view in get_args(View):
        pairs = [
            f"measure={measure}",
            f"period={WEEK}",
            f"view={view}",
            f"against={WEEK.before()}",
            "limit=80",
            "bound=above",
            "other=steps",
            "which=lowest",
        ]
        bound = spec.bind(_arguments(spec, pairs))
        assert (bound["view"], bound["limit"], bound["bound"], bound["other"], bound["against"]) == (view, 80.0, "above", "steps", WEEK.before())


def test_a_task_is_tried_from_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AURICLE_DATA", str(tmp_path))
    monkeypatch.setenv("AURICLE_PASSPHRASE", "demo")
    run = CliRunner().invoke(
        app, ["run", "activity", "measure=steps", f"period={WEEK}", "view=trend", "--person", "demo", "--json"], catch_exceptions=False
    )
    assert run.exit_code == 0
    report = json.loads(run.stdout)
    assert report["outcome"] == "done"
    assert {fact["fact"] for fact in report["facts"]} <= {"trended", "measured"}
