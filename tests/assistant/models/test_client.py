"""Any endpoint that speaks the protocol, whatever it makes of `response_format`. The endpoint is scripted, on loopback."""

from __future__ import annotations

import http.server
import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar

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


@dataclass
class Script:
    """What the endpoint answers, one entry a request: a text, a status with a message, or None to keep the caller waiting."""

    address: str = ""
    answers: list[str | tuple[int, str] | dict[str, Any] | None] = field(default_factory=list)
    requests: list[dict[str, Any]] = field(default_factory=list)
    over: threading.Event = field(default_factory=threading.Event)

    def model(self, **options: Any) -> OpenAIModel:
        return OpenAIModel(Endpoint(f"{self.address}/v1", **options))


@pytest.fixture
def endpoint() -> Iterator[Script]:
    script = Script()

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version: ClassVar[str] = "HTTP/1.1"

        def do_POST(self) -> None:
            script.requests.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            answer = script.answers.pop(0)
            if answer is None:
                script.over.wait(30)
                self.close_connection = True
                return
            status, body = 200, {"id": "1", "object": "chat.completion", "created": 0, "model": "m", "choices": []}
            if isinstance(answer, tuple):
                status, body = answer[0], {"error": {"message": answer[1], "code": answer[0]}}
            elif isinstance(answer, dict):
                body = answer
            else:
                cut = answer.endswith("…")
                message = {"role": "assistant", "content": answer.removesuffix("…")}
                body["choices"] = [{"index": 0, "finish_reason": "length" if cut else "stop", "message": message}]
            content = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    script.address = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield script
    script.over.set()
    server.shutdown()
    server.server_close()
    thread.join()


async def test_plain_text(endpoint: Script) -> None:
    endpoint.answers = ["Good morning."]
    async with endpoint.model(model="large") as model:
        assert await model.complete(ASKED, max_tokens=12) == "Good morning."
    sent = endpoint.requests[0]
    assert (sent["model"], sent["temperature"], sent["max_tokens"], sent["messages"]) == ("large", 0, 12, ASKED)
    assert "response_format" not in sent


async def test_the_schema_is_sent_and_the_answer_comes_compact(endpoint: Script) -> None:
    endpoint.answers = ['{ "task" : "sleep" }']
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
async def test_json_in_fences_and_in_prose_is_found(endpoint: Script, answer: str) -> None:
    endpoint.answers = [answer]
    async with endpoint.model() as model:
        assert json.loads(await model.complete(ASKED, schema=SCHEMA)) == {"task": "sleep"}
    assert len(endpoint.requests) == 1


async def test_an_answer_that_does_not_fit_is_asked_for_once_more(endpoint: Script) -> None:
    endpoint.answers = ['{"task": "fly"}', '{"task": "activity"}']
    async with endpoint.model() as model:
        assert await model.complete(ASKED, schema=SCHEMA) == '{"task":"activity"}'
    second = endpoint.requests[1]["messages"]
    assert second[:3] == [*ASKED, {"role": "assistant", "content": '{"task": "fly"}'}]
    assert "does not fit the schema at task (enum)" in second[3]["content"]


async def test_two_answers_that_do_not_fit_are_an_error(endpoint: Script) -> None:
    endpoint.answers = ["I would rather not.", "Really."]
    async with endpoint.model() as model:
        with pytest.raises(ModelError, match="gave no usable answer twice: it is not JSON"):
            await model.complete(ASKED, schema=SCHEMA)
    assert len(endpoint.requests) == 2


async def test_an_answer_that_was_cut_off_gets_more_room(endpoint: Script) -> None:
    endpoint.answers = ['{"task": "sl…', '{"task": "sleep"}']
    async with endpoint.model() as model:
        assert await model.complete(ASKED, schema=SCHEMA, max_tokens=4) == '{"task":"sleep"}'
    assert [request["max_tokens"] for request in endpoint.requests] == [4, 8]


async def test_an_endpoint_that_does_not_know_the_schema_is_asked_in_words_from_then_on(endpoint: Script) -> None:
    endpoint.answers = [(400, "response_format is not supported"), '{"task": "sleep"}', '{"task": "activity"}']
    async with endpoint.model() as model:
        assert await model.complete(ASKED, schema=SCHEMA) == '{"task":"sleep"}'
        assert await model.complete(ASKED[1:], schema=SCHEMA) == '{"task":"activity"}'
    assert ["response_format" in request for request in endpoint.requests] == [True, False, False]
    assert all('"enum": ["sleep", "activity"]' in request["messages"][0]["content"] for request in endpoint.requests[1:])


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ((401, "bad key"), "refuses the key; check the setting llm_api_key"),
        ((403, "no"), "refuses the key"),
        ((404, "no such model"), "no language model 'embedded'"),
        ((429, "slow down"), "is busy"),
        ((500, "out of memory\nat line 7"), r"failed: .*out of memory"),
        ((400, "the request exceeds the available context size"), "the text is too long"),
        ({"hello": "world"}, "is not a language model"),
    ],
)
async def test_every_failure_is_one_sentence(endpoint: Script, answer: Any, says: str) -> None:
    endpoint.answers = [answer]
    async with endpoint.model() as model:
        with pytest.raises(ModelError, match=says) as caught:
            await model.complete(ASKED)
    assert "\n" not in str(caught.value)


async def test_a_schema_does_not_hide_that_the_text_is_too_long(endpoint: Script) -> None:
    endpoint.answers = [(400, "the request exceeds the available context size")]
    async with endpoint.model() as model:
        with pytest.raises(ModelError, match="too long"):
            await model.complete(ASKED, schema=SCHEMA)


async def test_no_answer_in_time(endpoint: Script) -> None:
    endpoint.answers = [None]
    async with endpoint.model(timeout=0.2) as model:
        with pytest.raises(ModelTimeout, match=r"did not answer within 0\.2 seconds"):
            await model.complete(ASKED)


async def test_nobody_there() -> None:
    async with OpenAIModel(Endpoint("http://127.0.0.1:9/v1")) as model:
        with pytest.raises(ModelError, match=r"127\.0\.0\.1:9 cannot be reached; check the setting llm_base_url"):
            await model.complete(ASKED)


async def test_a_proxy_is_not_asked_for_our_own_loopback(endpoint: Script, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    endpoint.answers = ["Hello."]
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
