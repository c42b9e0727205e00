"""Which model a role gets, when it is opened, and who shares it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from assistant.errors import ModelError
from assistant.models.slots import Prefix
from assistant.models.source import LazyModel, ModelSource
from assistant.settings import Settings
from assistant.trace import Trace, tracing

ASKED = [{"role": "user", "content": "How did I sleep?"}]


@pytest.fixture
async def stack() -> AsyncIterator[AsyncExitStack]:
    async with AsyncExitStack() as opened:
        yield opened


def played(source: ModelSource, role: Any) -> LazyModel:
    model = source.role(role)
    assert model is not None
    return model


def probes(endpoint: Any) -> int:
    return sum("Name a colour." in str(request) for request in endpoint.requests)


def test_light_leaves_a_role_without_anybody() -> None:
    source = ModelSource(Settings(light=True), AsyncExitStack())
    assert source.role("planner") is None


async def test_nothing_is_opened_before_it_is_asked(stack: AsyncExitStack) -> None:
    model = played(ModelSource(Settings(llm_base_url="http://127.0.0.1:9/v1"), stack), "planner")
    assert model.name == "embedded at 127.0.0.1:9"
    with pytest.raises(ModelError, match="cannot be reached"):
        await model()
    with pytest.raises(ModelError, match="cannot be reached"):
        await model.complete(ASKED)


async def test_two_roles_at_one_endpoint_share_it_and_its_probe(endpoint: Any, stack: AsyncExitStack) -> None:
    endpoint.by(lambda _: "Hello.")
    source = ModelSource(Settings(llm_base_url=endpoint.base_url, roles={"judge": {"timeout": 5}}), stack)
    planner, responder, judge = (played(source, role) for role in ("planner", "responder", "judge"))
    with tracing(Trace()) as trace:
        await planner()
        trace.usage.clear()
        assert await planner.complete(ASKED) == "Hello."
        assert [piece async for piece in responder.stream(ASKED)] == ["Hello."]
        assert await judge.complete(ASKED) == "Hello."
    assert [call.role for call in trace.usage] == ["planner", "responder", "judge"]
    assert probes(endpoint) == 1
    opened: Any = await judge()
    assert opened.endpoint.timeout == 5
    assert opened.dialect.without == {"response_format"}, "what one role learned the others know"


async def test_two_roles_at_two_endpoints(endpoints: tuple[Any, Any], stack: AsyncExitStack) -> None:
    first, second = endpoints
    first.by(lambda _: "Planned.")
    second.by(lambda _: "Said.")
    source = ModelSource(Settings(llm_base_url=second.base_url, roles={"planner": {"base_url": first.base_url}}), stack)
    planner, responder = played(source, "planner"), played(source, "responder")
    assert (await planner.complete(ASKED), await responder.complete(ASKED)) == ("Planned.", "Said.")


async def test_an_endpoint_that_is_down_is_probed_again_when_it_is_back(endpoint: Any, stack: AsyncExitStack) -> None:
    endpoint.refuses(401, "bad key").by(lambda _: "Hello.")
    model = played(ModelSource(Settings(llm_base_url=endpoint.base_url), stack), "planner")
    with pytest.raises(ModelError, match="refuses the key"):
        await model.complete(ASKED)
    assert await model.complete(ASKED) == "Hello."
    assert probes(endpoint) == 2


async def test_the_fallback_answers_while_the_first_cannot_be_opened(endpoints: tuple[Any, Any], stack: AsyncExitStack) -> None:
    first, second = endpoints
    first.key = "another"
    second.by(lambda _: "From the second.")
    settings = Settings(llm_base_url=first.base_url, llm_model="large", llm_fallback={"base_url": second.base_url, "model": "small"})
    model = played(ModelSource(settings, stack), "responder")
    with tracing(Trace()) as trace:
        assert await model.complete(ASKED) == "From the second."
        assert "".join([piece async for piece in model.stream(ASKED)]) == "From the second."
    host = first.address.removeprefix("http://")
    assert trace.notes[0].startswith(f"large at {host} did not answer: The language model at {host} refuses the key")
    assert len(trace.notes) == 2
    assert first.requests == []


async def test_the_embedded_model_stands_in_and_serves_two_roles(endpoint: Any, stack: AsyncExitStack, real_model: Any, tmp_path: Path) -> None:
    """A real llama.cpp server behind an endpoint that is down."""
    gguf, _ = real_model("smollm2")
    endpoint.key = "another"
    planner_prefix = Prefix("planner", [{"role": "system", "content": "You plan. Name one task: sleep, steps or heart."}])
    settings = Settings(gguf=gguf, cache=tmp_path, roles={"planner": {"base_url": endpoint.base_url, "fallback": "embedded"}}, threads=1)
    source = ModelSource(settings, stack, lambda: [planner_prefix])
    planner, responder = played(source, "planner"), played(source, "responder")
    with tracing(Trace()) as trace:
        assert await planner.complete([*planner_prefix.messages, *ASKED], max_tokens=4)
        assert "".join([piece async for piece in responder.stream(ASKED, max_tokens=4)])
    assert [(call.role, call.model) for call in trace.usage[-2:]] == [("planner", gguf.stem), ("responder", gguf.stem)]
    assert "refuses the key" in trace.notes[0]
    assert len(list((tmp_path / "slots").glob("*.bin"))) == 1, "the planner's prefix is kept for the next process"
    assert await planner.count("sleep") >= 1
