"""Every strategy by name: what a turn or the settings may choose."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from assistant.errors import ModelError, PlanError
from assistant.planning.auto import AutoPlanner
from assistant.planning.families import Families
from assistant.planning.react import React
from assistant.planning.router import Router
from assistant.planning.tree_of_thought import TreeOfThought
from assistant.protocols import Model, Planner
from assistant.tasks.spec import TaskSpec
from assistant.trace import traced
from assistant.types import Plan, StepResult, Turn

__all__ = ["Otherwise", "planners"]

_LOG = logging.getLogger(__name__)


def planners(router: Router, model: Callable[[], Awaitable[Model]] | None, *, large: bool = False) -> dict[str, Planner]:
    """The planners by name. model: gives the language model when it is first needed; None leaves those that need none. large: it is an endpoint that
    may think in its own words, not the embedded model."""
    if model is None:
        return {"auto": AutoPlanner(router), "router": router}
    families = Families(router.hear)
    tree = Otherwise(TreeOfThought(model, families, large=large), router)
    return {
        "auto": AutoPlanner(router, model, reasoner=tree if large else None),
        "router": router,
        "tree_of_thought": tree,
        "react": Otherwise(React(model, families, large=large), router),
    }


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
