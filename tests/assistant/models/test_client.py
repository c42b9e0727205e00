"""Any endpoint that speaks the protocol, whatever it makes of `response_format`. The endpoint is scripted, on loopback."""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest
from anyio import fail_after

from assistant.errors import ModelError, ModelRefused, ModelTimeout, UsageError
from assistant.models.client import Endpoint, OpenAIModel
from assistant.models.tokens import upper_estimate
from assistant.trace import Trace, tracing

SCHEMA = {
    "type": "object",
    "additionalProperties": False,
    "required": ["task"],
    "properties": {"task": {"type": "string", "enum": ["sleep", "activity"]}},
}
PAGE = b"<html><body>Welcome to your router</body></html>"
ASKED = [{"role": "system", "content": "Plan."}, {"role": "user", "content": "How did I sleep?"}]


async def test_plain_text(endpoint: Any) -> None:
    endpoint.says("Good morning.")
    async with endpoint.model(model="large") as model:
        assert await model.complete(ASKED, max_tokens=12) == "Good morning."
    sent = endpoint.requests[0]
    assert (sent["model"], sent["temperature"], sent["max_tokens"], sent["messages"]) == ("large", 0, 12, ASKED)
    assert "response_format" not in sent


async def test_the_schema_is_sent_and_the_answer_comes_compact(endpoint: Any) -> None:
    endpoint.says('{ "task" : "sleep" }')
    async with endpoint.model() as model:
        assert await model.complete(ASKED, schema=SCHEMA) == '{"task":"sleep"}'
    assert endpoint.requests[0]["response_format"]["json_schema"]["schema"] == SCHEMA


@pytest.mark.parametrize(
    "answer",
    [
        '```json\n{"task": "sleep"}\n```',
        'Here is the plan:\n\n```\n{"task": "sleep"}\n```\nGood luck!',
        'The plan is {"task": "sleep"} because you asked about sleep.',
        'First I thought {"thought": 1}, then: {"task": "sleep"}',
        '{not json} {"task": "sleep"}',
    ],
)
async def test_json_in_fences_and_in_prose_is_found(endpoint: Any, answer: str) -> None:
    endpoint.says(answer)
    async with endpoint.model() as model:
        assert json.loads(await model.complete(ASKED, schema=SCHEMA)) == {"task": "sleep"}
    assert len(endpoint.requests) == 1


async def test_an_answer_that_does_not_fit_is_asked_for_once_more(endpoint: Any) -> None:
    endpoint.says('{"task": "fly"}', '{"task": "activity"}')
    async with endpoint.model() as model:
        assert await model.complete(ASKED, schema=SCHEMA) == '{"task":"activity"}'
    second = endpoint.requests[1]["messages"]
    assert second[:3] == [*ASKED, {"role": "assistant", "content": '{"task": "fly"}'}]
    assert "does not fit the schema at task (enum)" in second[3]["content"]


async def test_two_answers_that_do_not_fit_are_an_error(endpoint: Any) -> None:
    endpoint.says("I would rather not.", "Really.")
    async with endpoint.model() as model:
        with pytest.raises(ModelError, match="gave no usable answer twice: it is not JSON"):
            await model.complete(ASKED, schema=SCHEMA)
    assert len(endpoint.requests) == 2


async def test_an_answer_that_was_cut_off_gets_more_room(endpoint: Any) -> None:
    endpoint.cut('{"task": "sl').says('{"task": "sleep"}')
    async with endpoint.model() as model:
        assert await model.complete(ASKED, schema=SCHEMA, max_tokens=4) == '{"task":"sleep"}'
    assert [request["max_tokens"] for request in endpoint.requests] == [4, 8]


async def test_an_endpoint_that_does_not_know_the_schema_is_asked_in_words_from_then_on(endpoint: Any) -> None:
    endpoint.without("response_format").says('{"task": "sleep"}', '{"task": "activity"}')
    async with endpoint.model() as model:
        assert await model.complete(ASKED, schema=SCHEMA) == '{"task":"sleep"}'
        assert await model.complete(ASKED[1:], schema=SCHEMA) == '{"task":"activity"}'
    assert ["response_format" in request for request in endpoint.requests] == [True, False, False]
    assert all('"enum": ["sleep", "activity"]' in request["messages"][0]["content"] for request in endpoint.requests[1:])


@pytest.mark.parametrize(
    ("refusal", "says"),
    [
        ((401, "bad key"), "refuses the key; check the setting llm_api_key"),
        ((403, "no"), "refuses the key"),
        ((404, "no such model"), "no language model 'embedded'"),
        ((429, "slow down"), "is busy"),
        ((500, "out of memory\nat line 7"), r"failed: .*out of memory"),
        ((400, "the request exceeds the available context size"), "the text is too long"),
    ],
)
async def test_every_failure_is_one_sentence(endpoint: Any, refusal: tuple[int, str], says: str) -> None:
    endpoint.refuses(*refusal)
    async with endpoint.model() as model:
        with pytest.raises(ModelError, match=says) as caught:
            await model.complete(ASKED)
    assert "\n" not in str(caught.value)


def choice(**more: Any) -> dict[str, Any]:
    return {"choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "Hello."}} | more]}


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({"hello": "world"}, "is not a language model"),
        ({"choices": []}, "is not a language model"),
        ({"choices": None}, "is not a language model"),
        ({"choices": [{}]}, "is not a language model"),
        ({"choices": "many"}, "is not a language model"),
        ([1, 2], "is not a language model"),
        (PAGE, "is not a language model"),
        (b'{"choices": [', "is not a language model"),
        (b"", "is not a language model"),
        (choice(message={"role": "assistant", "content": None}), "empty answer"),
        (choice(message={"role": "assistant", "content": ["a"]}), "empty answer"),
        (choice(message={"role": "assistant", "content": None, "refusal": "No."}), "declined to answer"),
        (choice(finish_reason="content_filter"), "stopped by its own filter"),
        (choice(finish_reason="cosmic_ray"), r"unknown reason \('cosmic_ray'\)"),
        (choice(finish_reason=["x"]), "unknown reason"),
    ],
)
async def test_what_is_no_answer_is_one_sentence(endpoint: Any, body: Any, says: str) -> None:
    endpoint.raw(body if isinstance(body, bytes) else json.dumps(body).encode(), "text/html" if body == PAGE else "application/json")
    async with endpoint.model() as model:
        with pytest.raises(ModelError, match=says) as caught:
            await model.complete(ASKED)
    assert "\n" not in str(caught.value)


async def test_an_answer_that_is_packed_is_not_unpacked(endpoint: Any) -> None:
    endpoint.raw(gzip.compress(bytes(10_000_000)), Content_Encoding="gzip")
    async with endpoint.model() as model:
        with pytest.raises(ModelError, match="packs its answers"):
            await model.complete(ASKED)
    assert endpoint.headers[0]["accept-encoding"] == "identity"


async def test_a_question_is_not_sent_on_to_another_address(endpoints: tuple[Any, Any]) -> None:
    first, second = endpoints
    first.refuses(307, "moved", Location=f"{second.address}/v1/chat/completions")
    second.says("Hello.")
    async with first.model() as model:
        with pytest.raises(ModelError, match="to another address; name that one in the setting llm_base_url"):
            await model.complete(ASKED)
    assert second.requests == []


async def test_the_whole_wait_is_bounded_however_often_it_is_tried_again(endpoint: Any) -> None:
    endpoint.refuses(503, "loading", Retry_After="30")
    async with endpoint.model(timeout=0.3, retries=3) as model:
        with pytest.raises(ModelTimeout, match=r"did not answer within 0\.3 seconds"):
            await model.complete(ASKED)


@pytest.mark.parametrize("text", ["{" * 100_000, "[" * 100_000, '{"task":' * 30_000, '{"task": NaN}', '{"a": 1} ' * 20_000, "```json\n" * 10_000])
async def test_a_flood_of_braces_is_no_answer(endpoint: Any, text: str) -> None:
    endpoint.says(text, text)
    with fail_after(10):
        async with endpoint.model() as model:
            with pytest.raises(ModelRefused, match="no usable answer twice"):
                await model.complete(ASKED, schema=SCHEMA)


async def test_every_call_is_accounted_for_in_its_role(endpoint: Any) -> None:
    endpoint.says("I would rather not.", '{"task": "sleep"}').refuses(500, "down")
    with tracing(Trace()) as trace:
        async with endpoint.model(model="large") as model:
            await model.playing("judge").complete(ASKED, schema=SCHEMA)
            with pytest.raises(ModelError):
                await model.complete(ASKED)
    first, second, failed = trace.usage
    assert (first.role, first.prompt_tokens, first.completion_tokens) == ("judge", 5, 4)
    assert second.prompt_tokens > first.prompt_tokens
    assert (failed.role, failed.prompt_tokens, failed.completion_tokens) == ("planner", 0, 0)
    assert failed.seconds > 0


async def test_usage_that_is_none_is_nought(endpoint: Any) -> None:
    for usage in (None, {"prompt_tokens": "many"}, {"prompt_tokens": -5, "completion_tokens": 1.5}, [3]):
        endpoint.raw({**choice(), "usage": usage})
        with tracing(Trace()) as trace:
            async with endpoint.model() as model:
                assert await model.complete(ASKED) == "Hello."
        assert (trace.usage[0].prompt_tokens, trace.usage[0].completion_tokens) == (0, 0)


async def test_newer_words_for_the_same_options(endpoint: Any) -> None:
    endpoint.refuses(400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.").refuses(400, "'temperature' must be 1.")
    endpoint.says("Hello.", "Again.")
    async with endpoint.model() as model:
        assert await model.complete(ASKED, max_tokens=9) == "Hello."
        assert await model.complete(ASKED, max_tokens=9) == "Again."
    for request in endpoint.requests[2:]:
        assert request["max_completion_tokens"] == 9
        assert not {"max_tokens", "temperature"} & set(request)


async def test_a_refusal_of_something_else_does_not_unlearn_the_schema(endpoint: Any) -> None:
    endpoint.refuses(400, "bad weather").refuses(400, "bad weather").says('{"task": "sleep"}')
    async with endpoint.model() as model:
        with pytest.raises(ModelRefused, match="bad weather"):
            await model.complete(ASKED, schema=SCHEMA)
        await model.complete(ASKED, schema=SCHEMA)
    assert "response_format" in endpoint.requests[-1]


async def test_an_endpoint_counts_by_an_upper_estimate(endpoint: Any) -> None:
    async with endpoint.model() as model:
        assert await model.count("You slept 7.2 hours.") == upper_estimate("You slept 7.2 hours.") == 12
    assert endpoint.requests == []


async def test_a_schema_does_not_hide_that_the_text_is_too_long(endpoint: Any) -> None:
    endpoint.refuses(400, "the request exceeds the available context size")
    async with endpoint.model() as model:
        with pytest.raises(ModelError, match="too long"):
            await model.complete(ASKED, schema=SCHEMA)


async def test_no_answer_in_time(endpoint: Any) -> None:
    endpoint.hangs()
    async with endpoint.model(timeout=0.2) as model:
        with pytest.raises(ModelTimeout, match=r"did not answer within 0\.2 seconds"):
            await model.complete(ASKED)


async def test_nobody_there() -> None:
    async with OpenAIModel(Endpoint("http://127.0.0.1:9/v1")) as model:
        with pytest.raises(ModelError, match=r"127\.0\.0\.1:9 cannot be reached; check the setting llm_base_url"):
            await model.complete(ASKED)


async def test_a_proxy_is_not_asked_for_our_own_loopback(endpoint: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    endpoint.says("Hello.")
    async with endpoint.model() as model:
        assert await model.complete(ASKED) == "Hello."


@pytest.mark.parametrize("address", ["localhost:8080/v1", "file:///tmp/model", "", "http://"])
def test_an_address_that_is_none(address: str) -> None:
    with pytest.raises(UsageError, match="llm_base_url"):
        OpenAIModel(Endpoint(address))


def test_a_key_is_not_shown() -> None:
    assert "secret" not in repr(Endpoint("https://example.org/v1", api_key="secret"))


def test_a_password_in_the_address_is_not_shown() -> None:
    endpoint = Endpoint("https://me:secret@example.org:8443/v1", "large")
    assert (endpoint.host, endpoint.name) == ("example.org:8443", "large at example.org:8443")
