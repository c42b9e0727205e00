"""Every strategy by name: what a turn or the settings may choose."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any

from assistant.errors import ModelError, PlanError
from assistant.planning.auto import AutoPlanner
from assistant.planning.constrained import prefixes as plan_prefixes
from assistant.planning.families import Families, families
from assistant.planning.react import React, react_prefix
from assistant.planning.router import Router
from assistant.planning.shapes import ENDS, choice, terse_strategies
from assistant.planning.tree_of_thought import TreeOfThought, small_prefix
from assistant.protocols import Model, Planner
from assistant.tasks.spec import TaskSpec
from assistant.trace import traced
from assistant.types import Plan, StepResult, Turn

__all__ = ["Otherwise", "planners", "prefixes"]

_LOG = logging.getLogger(__name__)


def planners(router: Router, model: Callable[[], Awaitable[Model]] | None, *, large: bool = False) -> dict[str, Planner]:
    """The planners by name. model: gives the language model when it is first needed; None leaves those that need none. large: it is an endpoint that
    may think in its own words, not the embedded model."""
    if model is None:
        return {"auto": AutoPlanner(router), "router": router}
    chosen = Families(router.hear)
    tree = Otherwise(TreeOfThought(model, chosen, large=large), router)
    return {
        "auto": AutoPlanner(router, model, reasoner=tree if large else None),
        "router": router,
        "tree_of_thought": tree,
        "react": Otherwise(React(model, chosen, large=large), router),
    }


def prefixes(tasks: Sequence[TaskSpec], names: Sequence[str] = ("auto",)) -> list[tuple[str, list[dict[str, str]], dict[str, Any]]]:
    """What these strategies say to a small model before every question, by family of tasks: name, messages, schema of the answer. A server reads
    each once and keeps it."""
    found = [(f"planner {name}", messages, schema) for name, messages, schema in plan_prefixes(tasks)] if "auto" in names else []
    for family in families(tasks):
        own = [spec.name for spec in family.tasks]
        if "tree_of_thought" in names:
            found.append((f"tree of thought {family.name}", small_prefix(family.tasks), terse_strategies(family.tasks, ("1", "2", "3", *ENDS))))
        if "react" in names:
            found.append((f"react {family.name}", react_prefix(family.tasks), choice("next", [*own, *ENDS])))
    return found


class Otherwise:
    """`Planner` that asks a second one where the first cannot plan at all: a model that is missing, silent, or writes nothing that can run.

    Only at the beginning of a turn: later, what has been found is the answer.
    """

    def __init__(self, first: Planner, second: Planner) -> None:
        self.name = first.name
        self._first = first
        self._second = second

    async def plan(self, turn: Turn, tasks: Sequence[TaskSpec], so_far: Sequence[StepResult] = ()) -> Plan:
        try:
            return await self._first.plan(turn, tasks, so_far)
        except (ModelError, PlanError) as error:
            if so_far:
                raise PlanError(f"The planner could not go on: {error}") from error
            traced().notes.append(f"{self.name} could not plan, so {self._second.name} did: {error}")
            _LOG.debug("%s could not plan", self.name, exc_info=error)
            plan = await self._second.plan(turn, tasks, so_far)
            return replace(plan, why=f"{plan.why} ({self.name} could not plan: {error})")
