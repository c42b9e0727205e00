"""A second author's cases, written when the rules were finished and never used to change one: the figures of docs/evaluation.md.

Floors are a little under what was measured there. A case that fails is not a reason to touch a rule, or the set is spent.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from assistant.compose import open_assistant
from assistant.pipeline import Assistant
from assistant.question import Question
from assistant.safety.guard import RuleGuard
from assistant.settings import Settings

FOLDER = Path(__file__).parent / "heldout" / "second"


def cases(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (FOLDER / name).read_text(encoding="utf-8").splitlines()]


def test_nobody_changed_the_cases() -> None:
    for line in (FOLDER / "FROZEN.sha256").read_text(encoding="utf-8").splitlines():
        digest, name = line.split()
        assert hashlib.sha256((FOLDER / name).read_bytes()).hexdigest() == digest, name


def test_emergencies_are_caught_and_look_alikes_pass() -> None:
    guard = RuleGuard()
    caught, alarms = 0, 0
    for case in cases("safety.jsonl"):
        alarm = guard.alarm(case["text"], case["language"])
        if case["expect"] == "none":
            alarms += alarm is not None
        else:
            caught += alarm is not None
    assert caught >= 82, f"caught {caught} of 90"  # measured: 84
    assert alarms <= 6, f"{alarms} false alarms in 90"  # measured: 4


@pytest.fixture(scope="module")
async def assistant(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Assistant]:
    async with open_assistant(Settings(data=tmp_path_factory.mktemp("records"), light=True)) as built:
        yield built


async def test_the_router_acts_rightly_or_asks(assistant: Assistant) -> None:
    seen: Counter[str] = Counter()
    for case in cases("planning.jsonl"):
        answer = await assistant.plan(Question(person="demo", text=case["text"], language=case["language"]))
        plan = answer.plan
        assert plan is not None, f"an alarm for {case['id']}"
        did = plan.steps[0].task if plan.kind == "answer" else plan.kind
        seen["acted"] += did != "clarify"
        seen["acted rightly"] += did == case["task"]
        seen["asked rightly"] += did == "clarify" and case["task"] == "ambiguous"
        if "args" in case:
            args = plan.steps[0].args if len(plan.steps) == 1 else {}
            seen["exact"] += did == case["task"] and all(args.get(name) == value for name, value in case["args"].items())
    # Measured: acted on 103 of 120, 102 of them rightly; all 10 ambiguous asked back; 53 of 59 data questions planned to the last argument.
    assert seen["acted"] - seen["acted rightly"] <= 3, seen
    assert seen["acted rightly"] >= 98, seen
    assert seen["asked rightly"] >= 9, seen
    assert seen["exact"] >= 50, seen
