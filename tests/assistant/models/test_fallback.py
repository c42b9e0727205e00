"""Who answers when the first one cannot, for how long, and what the trace says about it."""

from __future__ import annotations

from contextlib import aclosing
from typing import Any

import pytest

from assistant.errors import ModelError, ModelRefused, ModelTimeout
from assistant.models.fallback import Fallback
from assistant.testing import FakeModel
from assistant.trace import Trace, tracing

ASKED = [{"role": "user", "content": "How did I sleep?"}]
DOWN = ModelError("The language model at home cannot be reached; check the setting llm_base_url.")


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def pair(first: FakeModel, second: FakeModel) -> tuple[Fallback, Clock]:
    first.name, second.name = "first", "second"
    clock = Clock()
    return Fallback([first, second], rest=60, clock=clock), clock


async def test_the_first_is_enough() -> None:
    model, _ = pair(FakeModel("Hello."), second := FakeModel())
    with tracing(Trace()) as trace:
        assert await model.complete(ASKED) == "Hello."
    assert (model.name, second.asked, trace.notes) == ("first", [], [])


@pytest.mark.parametrize("error", [DOWN, ModelTimeout("The language model at home did not answer within 1 seconds; try again.")])
async def test_the_next_answers_rests_are_kept_and_the_first_comes_back(error: ModelError) -> None:
    model, clock = pair(first := FakeModel(error, "First."), second := FakeModel("Second.", "Second."))
    with tracing(Trace()) as trace:
        assert await model.complete(ASKED) == "Second."
    assert trace.notes == [f"first did not answer: {error}"]
    clock.now += 59
    with tracing(Trace()) as trace:
        assert await model.complete(ASKED) == "Second."
    assert trace.notes == ["first failed a moment ago, so second was asked first."]
    assert len(first.asked) == 1
    clock.now += 2
    with tracing(Trace()) as trace:
        assert await model.complete(ASKED) == "First."
    assert trace.notes == []
    assert len(second.asked) == 2


async def test_one_that_refused_a_question_is_asked_the_next_one() -> None:
    model, _ = pair(FakeModel(ModelRefused("The text is too long for it."), "First."), FakeModel("Second."))
    assert await model.complete(ASKED) == "Second."
    assert await model.complete(ASKED) == "First."


async def test_when_nobody_answers_the_first_reason_counts() -> None:
    model, _ = pair(FakeModel(DOWN, DOWN), FakeModel(ModelError("Second is down."), "Second."))
    with tracing(Trace()) as trace, pytest.raises(ModelError, match="at home cannot be reached"):
        await model.complete(ASKED)
    assert trace.notes[1] == "second did not answer: Second is down."
    assert await model.complete(ASKED) == "Second.", "both rest, and one of them is better than nobody"


async def test_a_stream_changes_over_before_its_first_words_only(endpoints: tuple[Any, Any]) -> None:
    first, second = endpoints
    first.refuses(500, "GPU lost").breaks("Half a")
    second.says("From the second.")
    async with first.model() as one, second.model() as two:
        clock = Clock()
        model = Fallback([one, two], clock=clock)
        with tracing(Trace()) as trace:
            assert "".join([piece async for piece in model.stream(ASKED)]) == "From the second."
        assert [call.model for call in trace.usage] == [one.name, two.name]
        assert len(trace.notes) == 1
        assert trace.notes[0].startswith(f"{one.name} did not answer: The language model at {one.endpoint.host} failed: ")
        assert "GPU lost" in trace.notes[0]
        clock.now += 61
        async with aclosing(model.stream(ASKED)) as pieces:
            assert await anext(pieces) == "Half "
            with pytest.raises(ModelError, match="broke off"):
                [piece async for piece in pieces]
    assert len(second.requests) == 1


async def test_a_stream_that_nobody_begins(endpoints: tuple[Any, Any]) -> None:
    first, second = endpoints
    first.hangs()
    second.raw(b"<html></html>", "text/html").raw(b"<html></html>", "text/html")
    async with first.model(first=0.1) as one, second.model() as two:
        with pytest.raises(ModelTimeout, match="did not begin to answer"):
            [piece async for piece in Fallback([one, two]).stream(ASKED)]


async def test_leaving_a_stream_early_frees_the_endpoint(endpoint: Any) -> None:
    drip = endpoint.drips("One. ", *["more "] * 20_000)
    drip.let(20_000)
    async with endpoint.model() as one:
        async with aclosing(Fallback([one]).stream(ASKED)) as pieces:
            assert await anext(pieces) == "One. "
        await endpoint.sees(endpoint.left)


async def test_tokens_are_counted_by_the_one_that_is_asked_next() -> None:
    class Wordy(FakeModel):
        async def count(self, text: str) -> int:
            return 99

    model, _ = pair(FakeModel(DOWN), Wordy("Second."))
    assert await model.count("word") == 2
    await model.complete(ASKED)
    assert await model.count("word") == 99
