"""What one turn wrote down about itself: how long each stage took, which models and prompts, how many tokens, what went wrong on the way."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from time import perf_counter, time_ns

__all__ = ["Span", "Trace", "Usage", "traced", "tracing"]


@dataclass(frozen=True, slots=True)
class Usage:
    """One call of a language model. Tokens as the endpoint counted them, 0 where it does not tell; seconds of waiting, also for calls that failed.

    role: "planner", "responder" or "judge".
    """

    role: str
    model: str
    prompt_tokens: int
    completion_tokens: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Span:
    """One stage as it happened: nanoseconds since 1970, for those who draw it beside other clocks."""

    name: str
    start: int
    end: int


@dataclass(slots=True)
class Trace:
    """Filled by one turn. timings: seconds by stage. models: by stage. prompts: version by prompt. usage: calls of language models, in order.

    notes: what went wrong on the way, a sentence each. rounds: how often the planner was asked.
    """

    timings: dict[str, float] = field(default_factory=dict)
    models: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    prompts: dict[str, str] = field(default_factory=dict)
    usage: list[Usage] = field(default_factory=list)
    rounds: int = 0
    spans: list[Span] = field(default_factory=list)

    @contextmanager
    def stage(self, name: str, model: str | None = None) -> Iterator[None]:
        """Time a stage; one that is entered again adds to its time."""
        start, at = perf_counter(), time_ns()
        try:
            yield
        finally:
            self.spans.append(Span(name, at, time_ns()))
            self.timings[name] = round(self.timings.get(name, 0.0) + perf_counter() - start, 4)
            if model is not None:
                self.models[name] = model


# A turn's own: tasks and threads that the turn starts inherit it, other turns never see it.
_CURRENT: ContextVar[Trace | None] = ContextVar("trace", default=None)


@contextmanager
def tracing(trace: Trace) -> Iterator[Trace]:
    """What happens inside, in whatever module, is written into this trace."""
    token = _CURRENT.set(trace)
    try:
        yield trace
    finally:
        _CURRENT.reset(token)


def traced() -> Trace:
    """The trace of the turn that is running; outside of a turn one that nobody reads."""
    return _CURRENT.get() or Trace()
