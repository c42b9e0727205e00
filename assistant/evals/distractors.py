"""Made-up tasks that fill a menu up to 50 or 200, so that planning can be measured in a crowd. They do nothing but be mistaken for others."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import Field

from assistant.assets import asset
from assistant.content import Strict, content
from assistant.errors import NoData, UsageError
from assistant.facts import Fact
from assistant.tasks.spec import Context, TaskSpec

__all__ = ["distractors", "filled"]


class _Task(Strict):
    """One made-up task: its name, what it does in one sentence, its family and questions it would answer, in English."""

    name: str = Field(pattern=r"^[a-z][a-z0-9_]*$")
    description: str = Field(min_length=10)
    family: str = Field(pattern=r"^[a-z_]+$")
    questions: tuple[str, ...] = Field(min_length=4)


class _Tasks(Strict):
    task: tuple[_Task, ...]


def distractors() -> tuple[TaskSpec, ...]:
    """All of them, in the file's order. Raises `UsageError` when the file is broken."""
    with content(asset("evals", "planning", "distractors.toml")) as tables:
        return tuple(_spec(made) for made in _Tasks.model_validate(tables).task)


def filled(tasks: Sequence[TaskSpec], size: int) -> tuple[TaskSpec, ...]:
    """The tasks and as many made-up ones as make `size`; fewer than there are leaves them as they are."""
    extra = [spec for spec in distractors() if spec.name not in {own.name for own in tasks}]
    if size - len(tasks) > len(extra):
        raise UsageError(f"The menu can be filled up to {len(tasks) + len(extra)} tasks; ask for fewer.")
    return (*tasks, *extra[: max(0, size - len(tasks))])


async def _nothing(context: Context, query: str) -> tuple[Fact, ...]:
    raise NoData("This task is made up.")


def _spec(made: _Task) -> TaskSpec:
    schema = {"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"], "additionalProperties": False}
    return TaskSpec(
        name=made.name,
        chat_name=made.name.replace("_", " ").capitalize(),
        description=made.description,
        schema=schema,
        run=_nothing,
        exemplars={"en": made.questions},
        family=made.family,
    )
