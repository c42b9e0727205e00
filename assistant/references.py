"""References: an argument of a step that is an output of another one, or of a value in the person's data pipe. Data, no expression."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.errors import PlanError
from assistant.types import Json

__all__ = ["Reference", "reference"]


@dataclass(frozen=True, slots=True)
class Reference:
    """step: key of an earlier step of the same turn, or None. key: of a value in the data pipe, or None; one of the two. take: the output's name."""

    step: str | None
    key: str | None
    take: str


def reference(value: Json) -> Reference | None:
    """The reference that an argument is, or None for a plain value. Raises `PlanError` for one that is malformed."""
    if not isinstance(value, dict) or "take" not in value or not value.keys() & {"from", "key"}:
        return None
    step, key, take = value.get("from"), value.get("key"), value.get("take")
    named = [name for name in (step, key) if isinstance(name, str) and name]
    if len(named) != 1 or not isinstance(take, str) or not set(value) <= {"from", "key", "take"}:
        raise PlanError('A reference in a plan is {"from": step, "take": output} or {"key": data-pipe key, "take": output}.')
    return Reference(step if isinstance(step, str) else None, key if isinstance(key, str) else None, take)
