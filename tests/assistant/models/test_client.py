"""Any endpoint that speaks the protocol, whatever it makes of `response_format`. The endpoint is scripted, on loopback."""

from __future__ import annotations

import json
from typing import Any

import pytest

from assistant.errors import ModelError, ModelTimeout, UsageError
from assistant.models.client import Endpoint, OpenAIModel
from assistant.settings import Settings

SCHEMA = {
    "type": "object",
    "additionalProperties": False,
    "required": ["task"],
    "properties": {"task": {"type": "string", "enum": ["sleep", "activity"]}},
}
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


def test_the_endpoint_of_the_settings_and_a_key_that_is_not_shown() -> None:
    assert Endpoint.of(Settings()) is None
    found = Endpoint.of(Settings(llm_base_url="https://example.org/v1", llm_api_key="secret", llm_model="large"))
    assert found is not None
    assert (found.base_url, found.model, found.api_key) == ("https://example.org/v1", "large", "secret")
    assert "secret" not in repr(found)
