"""Worked examples that a small model reads before a question: without them it guesses. Only those whose tasks are on the menu are shown."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Literal, Self

from pydantic import model_validator

from assistant.assets import asset
from assistant.content import Strict, content
from assistant.planning.shapes import CONS, PROS
from assistant.prompting import SO_FAR
from assistant.tasks.spec import TaskSpec

__all__ = ["react_shots", "tree_shots"]

_ENDS = ("answer", "small_talk", "out_of_scope")


class _Strategies(Strict):
    asked: str
    strategies: tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]
    pros: tuple[str, str, str]
    cons: tuple[str, str, str]
    decision: Literal["1", "2", "3", "small_talk", "out_of_scope"]

    @model_validator(mode="after")
    def _words(self) -> Self:
        if not set(self.pros) <= set(PROS) or not set(self.cons) <= set(CONS):
            raise ValueError(f"{self.asked!r} has a word that is none of {', '.join((*PROS, *CONS))}")
        return self


class _Step(Strict):
    asked: str
    ran: tuple[str, ...] = ()
    next: str


class _Trees(Strict):
    examples: tuple[_Strategies, ...]


class _Steps(Strict):
    examples: tuple[_Step, ...]


def tree_shots(tasks: Sequence[TaskSpec]) -> list[dict[str, str]]:
    """Questions and the strategies for them, as messages."""
    with content(asset("prompts", "tree-examples.toml")) as tables:
        examples = _Trees.model_validate(tables).examples
    named = {spec.name for spec in tasks}
    shown: list[dict[str, str]] = []
    for example in examples:
        known = [n for n, sequence in enumerate(example.strategies) if set(sequence) <= named]
        if len(known) < 3:
            continue
        told = [{"tasks": list(example.strategies[n]), "pro": example.pros[n], "con": example.cons[n]} for n in known]
        shown += _pair(f"Question: {example.asked}", {"strategies": told, "decision": example.decision})
    return shown


def react_shots(tasks: Sequence[TaskSpec]) -> list[dict[str, str]]:
    """Questions, what has been run for them, and the next task, as messages."""
    with content(asset("prompts", "react-examples.toml")) as tables:
        examples = _Steps.model_validate(tables).examples
    named = {*(spec.name for spec in tasks), *_ENDS}
    shown: list[dict[str, str]] = []
    for example in examples:
        ran = {line.partition(" = ")[2].partition("(")[0] for line in example.ran}
        if {example.next, *ran} <= named:
            asked = "\n".join([f"Question: {example.asked}", *([SO_FAR] if example.ran else []), *(f"- {line}" for line in example.ran)])
            shown += _pair(asked, {"next": example.next})
    return shown


def _pair(asked: str, answer: object) -> list[dict[str, str]]:
    return [{"role": "user", "content": asked}, {"role": "assistant", "content": json.dumps(answer, separators=(",", ":"))}]
