"""The default planner: the router alone when it is sure; otherwise the language model must agree, or one question is asked."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from assistant.errors import ModelError, ModelMissing, PlanError
from assistant.planning.arguments import drafts
from assistant.planning.constrained import ModelPlanner
from assistant.planning.conversation import follow_up
from assistant.planning.decision import VAGUE, act, ask, undecided
from assistant.planning.families import Families
from assistant.planning.filling import filled
from assistant.planning.router import Heard, Router
from assistant.planning.several import several
from assistant.planning.slots import Slots, slots_of
from assistant.planning.steps import checked
from assistant.protocols import Model, Planner
from assistant.tasks.spec import TaskSpec
from assistant.types import Plan, StepResult, Turn

__all__ = ["AutoPlanner"]


class AutoPlanner:
    """`Planner` that spends a model only on doubt.

    model: gives the model when it is first needed, as loading costs seconds; None plans with the router alone.
    reasoner: plans what the router is not sure of, where a large endpoint is set; the small model is then not asked.
    """

    name = "auto"

    def __init__(self, router: Router, model: Callable[[], Awaitable[Model]] | None = None, *, reasoner: Planner | None = None) -> None:
        self._router = router
        self._model = model
        self._reasoner = reasoner
        self._families = Families(router.hear)

    async def plan(self, turn: Turn, tasks: Sequence[TaskSpec], so_far: Sequence[StepResult] = ()) -> Plan:
        if so_far and self._reasoner is not None:  # only it asks to see results
            return await self._reasoner.plan(turn, tasks, so_far)
        slots = slots_of(turn)
        continued = follow_up(turn, slots, tasks, "router")
        if continued:
            return continued
        try:
            joined = await several(turn, tasks, self._router.hear, "router")
            if joined:
                return joined
            heard = await self._router.hear(turn, tasks)
        except ModelMissing as error:  # no embeddings for this machine: the language model plans alone, where there is one
            if self._model is None:
                raise
            plan = await ModelPlanner(await self._model()).plan(turn, tasks)
            return replace(plan, why=f"{plan.why} The router could not be asked: {error}")
        best = heard.best
        if heard.sure:
            why = f"The question sounds like {best.task} (probability {best.p:.2f}), which is sure enough to act."
            return await self._act(best.task, turn, slots, tasks, "router", why, heard)
        # A picture without a sure question is a question about the picture, and a question that names no records stays one:
        # a model that sees only the words cannot better that.
        if self._model is None or turn.images or best.task == VAGUE:
            return undecided(turn, slots, tasks, "router", heard.alternatives)
        if self._reasoner is not None:
            return await self._reasoner.plan(turn, tasks)
        try:
            label = await ModelPlanner(await self._model(), self._families).choose(turn, tasks, heard.alternatives)
        except (ModelError, PlanError) as error:  # a second opinion is not vital, but its absence is told
            plan = undecided(turn, slots, tasks, "router", heard.alternatives)
            return replace(plan, why=f"{plan.why} The language model gave no second opinion: {error}")
        strategy = "router+model"
        if label == best.task:
            why = f"The router thought of {label} (probability {best.p:.2f}), and the language model agreed."
            return await self._act(label, turn, slots, tasks, strategy, why, heard)
        names = {spec.name for spec in tasks}
        thought = f"The router thought of {best.task} (probability {best.p:.2f}), the language model of {label}"
        if not {best.task, label} & names:
            why = f"{thought}, and no task answers either."
            return act("out_of_scope", turn, slots, tasks, strategy, why, heard.alternatives)
        why = f"{thought}, so one question decides."
        ranked = (best.task, label, *(alternative.task for alternative in heard.alternatives))
        return ask(tuple(dict.fromkeys(name for name in ranked if name in names))[:2], strategy, why, heard.alternatives)

    async def _act(self, label: str, turn: Turn, slots: Slots, tasks: Sequence[TaskSpec], strategy: str, why: str, heard: Heard) -> Plan:
        """The plan of a reading. What only the words hold and no rule knows (a plug-in's town) the model reads out of them."""
        try:
            return act(label, turn, slots, tasks, strategy, why, heard.alternatives)
        except PlanError:
            lacking = drafts([label], turn, slots, tasks)
            if self._model is None or not any(draft.missing for draft in lacking):
                raise
            steps = await filled(await self._model(), lacking, turn, slots, tasks)
            return Plan(
                strategy, "answer", checked(steps, tasks), f"{why} The language model read its arguments.", heard.alternatives, grounds="model"
            )
