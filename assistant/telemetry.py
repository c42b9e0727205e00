"""A turn as OpenTelemetry spans: which stage took how long, which tasks ran, how many tokens. Never a word, a number or a name of the person."""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from anyio import to_thread

from assistant.errors import UsageError
from assistant.question import Answer

if TYPE_CHECKING:
    from opentelemetry.sdk.trace.export import SpanExporter

__all__ = ["Telemetry"]


class Telemetry:
    """Sends the spans of each answer in the background to an OTLP endpoint over HTTP; an endpoint that is away costs nothing but the spans.

    exporter: where spans go instead of `endpoint`, for tests and for other exporters.
    """

    def __init__(self, endpoint: str, exporter: SpanExporter | None = None) -> None:
        try:
            from opentelemetry.sdk.resources import Resource
            from opentelemetry.sdk.trace import TracerProvider
            from opentelemetry.sdk.trace.export import BatchSpanProcessor

            if exporter is None:
                from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter

                exporter = OTLPSpanExporter(endpoint=endpoint, timeout=5)
        except ImportError as error:
            raise UsageError("Telemetry needs OpenTelemetry, which is not installed; run `pip install 'auricle[otel]'` or unset otel.") from error
        self._provider = TracerProvider(resource=Resource({"service.name": "auricle"}), shutdown_on_exit=False)
        self._provider.add_span_processor(BatchSpanProcessor(exporter))
        self._tracer = self._provider.get_tracer("auricle")

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await to_thread.run_sync(self._provider.shutdown)

    async def __call__(self, answer: Answer) -> None:
        from opentelemetry.trace import set_span_in_context

        trace = answer.trace
        total = next((span for span in trace.spans if span.name == "total"), None)
        if total is None:
            return
        root = self._tracer.start_span("turn", start_time=total.start, attributes=_about(answer))
        inside = set_span_in_context(root)
        for span in trace.spans:
            if span is not total:
                stage = self._tracer.start_span(span.name, inside, start_time=span.start, attributes=_stage(answer, span.name))
                stage.end(span.end)
        root.end(total.end)


def _about(answer: Answer) -> dict[str, Any]:
    plan = answer.plan
    about: dict[str, Any] = {"auricle.language": answer.turn.language, "auricle.turn": answer.turn.id, "auricle.rounds": answer.trace.rounds}
    about["auricle.tokens.prompt"] = sum(call.prompt_tokens for call in answer.trace.usage)
    about["auricle.tokens.completion"] = sum(call.completion_tokens for call in answer.trace.usage)
    if plan is not None:
        about |= {"auricle.plan.strategy": plan.strategy, "auricle.plan.kind": plan.kind, "auricle.alarm": answer.alarm is not None}
    return about


def _stage(answer: Answer, name: str) -> dict[str, Any]:
    about: dict[str, Any] = {}
    if name in answer.trace.models:
        about["auricle.model"] = answer.trace.models[name]
    if name == "execute":
        about["auricle.tasks"] = [result.step.task for result in answer.results]
        about["auricle.outcomes"] = [result.outcome for result in answer.results]
    return about
