"""Streamed answers: how long they may keep us waiting, what they may not be, what they cost."""

from __future__ import annotations

from contextlib import aclosing
from typing import Any

import anyio
import pytest

from assistant.errors import ModelError, ModelRefused, ModelTimeout
from assistant.trace import Trace, tracing

ASKED = [{"role": "user", "content": "How did I sleep?"}]
SOON = 0.15


async def heard(model: Any, **options: Any) -> list[str]:
    return [piece async for piece in model.stream(ASKED, **options)]


async def test_the_answer_comes_in_pieces_and_is_accounted_for(endpoint: Any) -> None:
    endpoint.says("You slept seven hours.")
    with tracing(Trace()) as trace:
        async with endpoint.model(model="large") as model:
            assert await heard(model.playing("responder"), max_tokens=30) == ["You ", "slept ", "seven ", "hours."]
    (call,) = trace.usage
    assert (call.role, call.prompt_tokens, call.completion_tokens) == ("responder", 4, 4)
    assert call.model == f"large at {endpoint.address.removeprefix('http://')}"
    assert call.seconds > 0
    assert endpoint.requests[0]["stream_options"] == {"include_usage": True}
    assert endpoint.requests[0]["max_tokens"] == 30


async def test_the_first_words_come_before_the_last_are_written(endpoint: Any) -> None:
    drip = endpoint.drips("One. ", "Two.")
    async with endpoint.model() as model, aclosing(model.stream(ASKED)) as pieces:
        drip.let()
        assert await anext(pieces) == "One. "
        drip.let()
        assert await anext(pieces) == "Two."
        drip.let()
        assert await anext(pieces, None) is None


async def test_blanks_are_no_words(endpoint: Any) -> None:
    drip = endpoint.drips("\n", " ", "One.")
    drip.let(4)
    async with endpoint.model() as model:
        assert await heard(model) == ["\n One."]


async def test_no_words_in_time(endpoint: Any) -> None:
    endpoint.hangs()
    with tracing(Trace()) as trace:
        async with endpoint.model(first=SOON) as model:
            with pytest.raises(ModelTimeout, match=r"did not begin to answer within 0\.15 seconds"):
                await heard(model)
            await endpoint.sees(endpoint.left)
    assert trace.usage[0].seconds >= SOON


async def test_signs_of_life_do_not_count_as_words(endpoint: Any) -> None:
    drip = endpoint.drips(" ", "One.")
    drip.let()
    async with endpoint.model(first=SOON, pause=60) as model:
        with pytest.raises(ModelTimeout, match="did not begin to answer"):
            await heard(model)


async def test_silence_in_the_middle(endpoint: Any) -> None:
    drip = endpoint.drips("One. ", "Two.")
    drip.let()
    async with endpoint.model(pause=SOON) as model, aclosing(model.stream(ASKED)) as pieces:
        assert await anext(pieces) == "One. "
        with pytest.raises(ModelTimeout, match=r"said nothing more for 0\.15 seconds"):
            await anext(pieces)


async def test_all_waiting_together_is_bounded(endpoint: Any) -> None:
    drip = endpoint.drips("One. ", "Two.")
    drip.let()
    async with endpoint.model(timeout=2 * SOON) as model, aclosing(model.stream(ASKED)) as pieces:
        assert await anext(pieces) == "One. "
        with pytest.raises(ModelTimeout, match=r"did not finish within 0\.3 seconds"):
            await anext(pieces)


async def test_a_cancelled_answer_frees_the_endpoint(endpoint: Any) -> None:
    endpoint.hangs()
    async with endpoint.model() as model:
        async with anyio.create_task_group() as turn:
            turn.start_soon(heard, model)
            await endpoint.sees(endpoint.hanging)
            turn.cancel_scope.cancel()
        await endpoint.sees(endpoint.left)


@pytest.mark.parametrize("way", ["breaks", "ends"])
async def test_an_answer_that_breaks_off_is_not_taken_for_a_whole_one(endpoint: Any, way: str) -> None:
    if way == "breaks":
        endpoint.breaks("Take no more than ")
    else:
        endpoint.ends("Take no more than ", None)
    async with endpoint.model() as model, aclosing(model.stream(ASKED)) as pieces:
        assert [await anext(pieces) for _ in range(4)] == ["Take ", "no ", "more ", "than "]
        with pytest.raises(ModelError, match="broke off in the middle of its answer"):
            await anext(pieces)


async def test_an_answer_without_room_ends_and_the_trace_says_so(endpoint: Any) -> None:
    endpoint.cut("One two three")
    with tracing(Trace()) as trace:
        async with endpoint.model() as model:
            assert "".join(await heard(model, max_tokens=3)) == "One two three"
    assert trace.notes == [f"The answer of {model.name} was cut off after 3 tokens."]


async def test_an_endpoint_that_does_not_know_streams_answers_whole_from_then_on(endpoint: Any) -> None:
    endpoint.without("stream").says("One two.", "Three.")
    async with endpoint.model() as model:
        assert await heard(model) == ["One two."]
        assert await heard(model) == ["Three."]
    assert ["stream" in request for request in endpoint.requests] == [True, False, False]


async def test_an_endpoint_that_ignores_streams_is_asked_again(endpoint: Any) -> None:
    endpoint.ignoring("stream").says("One two.", "One two.", "Three.")
    async with endpoint.model() as model:
        assert await heard(model) == ["One two."]
        assert await heard(model) == ["Three."]


async def test_options_that_are_unknown_are_left_out(endpoint: Any) -> None:
    endpoint.without("stream_options").says("One.")
    async with endpoint.model() as model:
        assert await heard(model) == ["One."]
    assert "stream_options" not in endpoint.requests[-1]


@pytest.mark.parametrize(
    ("said", "error", "says"),
    [
        ((429, "slow down"), ModelError, "is busy"),
        ((500, "out of memory"), ModelError, "out of memory"),
        ((400, "maximum context length exceeded"), ModelRefused, "too long"),
        (b"<html><title>Welcome</title></html>", ModelError, "is not a language model"),
        (b"data: {not json}\n\n", ModelError, "is not a language model"),
        (b'data: {"error": {"message": "GPU lost"}}\n\n', ModelError, "GPU lost"),
        (b'data: {"choices": [{"index": 0, "delta": null}]}\n\n', ModelError, "broke off"),
        (b'data: {"choices": [7]}\n\n', ModelError, "failed|broke off"),
    ],
)
async def test_every_failure_is_one_sentence(endpoint: Any, said: Any, error: type[ModelError], says: str) -> None:
    kind = "text/html" if isinstance(said, bytes) and said.startswith(b"<") else "text/event-stream"
    for _ in range(2):  # the second for those that are asked again in one piece
        endpoint.refuses(*said) if isinstance(said, tuple) else endpoint.raw(said, kind)
    async with endpoint.model() as model:
        with pytest.raises(error, match=says) as caught:
            await heard(model)
    assert "\n" not in str(caught.value)


async def test_an_empty_answer(endpoint: Any) -> None:
    endpoint.says("", "")
    async with endpoint.model() as model:
        with pytest.raises(ModelRefused, match="empty answer"):
            await heard(model)
        with pytest.raises(ModelRefused, match="empty answer"):
            await model.complete(ASKED)


async def test_an_answer_without_end_is_stopped(endpoint: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("assistant.models.transport.LARGEST", 20_000)
    endpoint.says("word " * 5_000, "word " * 5_000)
    async with endpoint.model() as model:
        with pytest.raises(ModelError, match="sent more than"):
            await heard(model)
        with pytest.raises(ModelError, match="sent more than"):
            await model.complete(ASKED)


async def test_a_key_of_its_own_is_not_in_a_sentence(endpoint: Any) -> None:
    endpoint.key = "right"
    async with endpoint.model(api_key="wrong-secret", setting="roles.judge.") as model:
        with pytest.raises(ModelError, match=r"check the setting roles\.judge\.api_key") as caught:
            await heard(model)
    assert "wrong-secret" not in str(caught.value)
