"""The task `explain`: what the last answer rests on and why its tasks were chosen, read from the trace of the conversation. Nothing is made up after
the fact: it says what was recorded when the answer was given."""

from __future__ import annotations

from assistant.facts import Fact, Source, Used
from assistant.period import Period
from assistant.tasks.spec import Context, task
from assistant.types import Exchange, StepResult

__all__ = ["explain"]

_TRACE = Source("trace", "trace", "Auricle")


@task(chat_name="Explanation", family="everyday", return_direct=True)
async def explain(context: Context) -> tuple[Fact, ...]:
    """Which tasks and data the last answer rests on, and why they were chosen ("why?", "how do you know?", "where is that from?")."""
    told = next((exchange for exchange in reversed(context.history) if not _explains(exchange)), None)
    if told is None or not told.results:
        return (Used("", "other", None, (), _TRACE),)
    grounds = told.plan.grounds if told.plan is not None else "other"
    return tuple(_used(result, grounds) for result in told.results if result.outcome != "waiting")


def _explains(exchange: Exchange) -> bool:
    """Whether it was an explanation itself: "why?", said twice, asks about the same answer."""
    return exchange.plan is not None and any(step.task == "explain" for step in exchange.plan.steps)


def _used(result: StepResult, grounds: str) -> Used:
    from assistant.report import sources_of

    titles = tuple(dict.fromkeys(source.title for source in sources_of(result.facts)))
    return Used(result.step.task, grounds, Period.of(result.step.args.get("period")), titles, _TRACE)
