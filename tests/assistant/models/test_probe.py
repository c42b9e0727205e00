"""What an endpoint can do is found out, not assumed."""

from __future__ import annotations

import json
from typing import Any

import pytest

from assistant.errors import ModelError
from assistant.models.probe import Abilities, probe
from assistant.trace import Trace, tracing

SCHEMA = {"type": "object", "required": ["task"], "properties": {"task": {"enum": ["sleep"]}}}
ASKED = [{"role": "user", "content": "How did I sleep?"}]


def able(request: dict[str, Any]) -> str:
    """A large model: bound to the schema, and it sees."""
    if "response_format" in request:
        return '{"colour": "green"}'
    return "Red." if isinstance(request["messages"][0]["content"], list) else "Hello there."


def prose(request: dict[str, Any]) -> str:
    return "I like blue."


async def test_an_able_endpoint(endpoint: Any) -> None:
    endpoint.context = 8192
    endpoint.calling = "temperature"
    endpoint.by(able)
    async with endpoint.model() as model:
        with tracing(Trace()) as trace:
            found = await probe(model, vision=True)
        assert found == Abilities(schema=True, tools=True, streams=True, vision=True, context=8192)
        assert model.dialect.without == set()
    assert str(found) == "bound to a JSON schema, calls tools, answers in pieces, sees pictures, 8192 tokens of context"
    assert len(trace.usage) == 4, "questions that cost something are accounted for"


async def test_a_plain_endpoint_is_asked_in_words_from_then_on(endpoint: Any) -> None:
    endpoint.without("response_format", "tools").ignoring("stream").by(prose)
    async with endpoint.model() as model:
        found = await probe(model)
        assert found == Abilities(schema=False, tools=False, streams=False, vision=None, context=None)
        assert str(found) == "asked for JSON in words, calls no tools, answers in one piece"
        assert not any("image" in json.dumps(request) for request in endpoint.requests)
        endpoint.requests.clear()
        endpoint.by(lambda _: '{"task": "sleep"}')
        assert await model.complete(ASKED, schema=SCHEMA) == '{"task":"sleep"}'
        assert [piece async for piece in model.stream(ASKED)] == ['{"task": "sleep"}']
    assert all("response_format" not in request and "stream" not in request for request in endpoint.requests)
    assert '"enum": ["sleep"]' in endpoint.requests[0]["messages"][0]["content"]


async def test_one_that_takes_the_schema_but_does_not_look_at_it(endpoint: Any) -> None:
    endpoint.by(prose)
    async with endpoint.model() as model:
        assert not (await probe(model)).schema
    assert "response_format" in endpoint.requests[0]


async def test_one_that_is_not_there_says_so_at_once(endpoint: Any) -> None:
    endpoint.refuses(401, "bad key")
    async with endpoint.model() as model:
        with pytest.raises(ModelError, match="refuses the key"):
            await probe(model)
    assert len(endpoint.requests) == 1


async def test_what_is_not_answered_in_time_is_not_there(endpoint: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("assistant.models.probe.SECONDS", 0.2)
    endpoint.says('{"colour": "blue"}').hangs().hangs()
    async with endpoint.model() as model:
        assert await probe(model) == Abilities(schema=True, tools=False, streams=False)


@pytest.mark.parametrize("context", ["many", -1, True, None, {"a": 1}])
async def test_a_context_that_is_no_number_is_not_told(endpoint: Any, context: Any) -> None:
    endpoint.context = context
    endpoint.by(able)
    async with endpoint.model() as model:
        assert (await probe(model)).context is None
