"""`auricle mcp`, asked by the library's own client: over a program's streams and over HTTP on loopback."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from datetime import date
from pathlib import Path
from typing import Any

import anyio
import httpx
import httpx2
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp.types import CallToolResult

from assistant.assets import asset
from assistant.datapipe import MemoryPipe
from assistant.execution import Executor
from assistant.records.demo import demo
from assistant.records.diary import SealedDiary
from assistant.records.store import open_records
from assistant.reply.grounded import GroundedReply
from assistant.safety.guard import RuleGuard
from assistant.services.serve import LEFT_OUT, ServedTasks
from assistant.settings import Settings
from assistant.tasks.registry import builtin_tasks
from assistant.testing import NOON, FakeDiary, FakePeople, FakeRecords
from i18n.catalog import Catalogue
from i18n.detect import LanguageDetector

WEEK = {"measure": "steps", "period": "2026-11-23/2026-11-29"}


def text(result: CallToolResult) -> str:
    (block,) = result.content
    assert block.type == "text"
    return block.text


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    return {"AURICLE_DATA": str(tmp_path / "data"), "AURICLE_PASSPHRASE": "test", "PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring"}


@asynccontextmanager
async def auricle(home: dict[str, str], *options: str) -> AsyncIterator[Client]:
    command = Path(sys.executable).with_name("auricle")
    async with Client(StdioServerParameters(command=str(command), args=["mcp", *options], env=home), read_timeout_seconds=60) as client:
        yield client


@pytest.fixture
def diary() -> FakeDiary:
    return FakeDiary()


@pytest.fixture
def served(diary: FakeDiary) -> Callable[..., ServedTasks]:
    """The tasks of "ana", whose steps are known; so are those of "ben"."""
    tasks = builtin_tasks()
    day = date(2026, 11, 29)
    records = FakeRecords({("ana", "steps"): {day: 8000.0}, ("ben", "steps"): {day: 1234.0}})

    def make(**options: Any) -> ServedTasks:
        return ServedTasks(
            tasks,
            Executor({spec.name: spec for spec in tasks}, records, MemoryPipe(), diary=diary),
            FakePeople("ana", "ben").person("ana"),
            GroundedReply(Catalogue(), emergency_number="112"),
            RuleGuard(),
            LanguageDetector(("en", "es", "de"), asset("languages.toml")),
            language="en",
            now=lambda: NOON,
            **options,
        )

    return make


async def test_over_streams_a_client_finds_the_tasks_and_gets_facts(home: dict[str, str]) -> None:
    async with auricle(home) as client:
        listed = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert set(listed) == {spec.name for spec in builtin_tasks() if spec.permission in ("none", "reads_person")} - set(LEFT_OUT)
        activity = listed["activity"]
        assert "steps" in activity.input_schema["properties"]["measure"]["enum"]
        assert activity.input_schema["properties"]["period"]["description"].startswith("First and last day")
        assert activity.annotations is not None
        assert activity.annotations.read_only_hint
        result = await client.call_tool("activity", WEEK)
    assert not result.is_error
    content = result.structured_content
    fact = content["facts"][0]
    assert (fact["fact"], fact["measure"], fact["period"], fact["source"]) == ("measured", "steps", WEEK["period"], "Demo watch")
    assert content["outcome"] == "done"
    assert f"{fact['value']:,.0f}" in text(result)


async def test_over_streams_an_effect_takes_two_calls(home: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    call = {"query": "Write down that my knee hurts.", "question": "Write down that my knee hurts."}
    async with auricle(home, "--effects") as client:
        draft = await client.call_tool("note", call)
        assert draft.structured_content["outcome"] == "waiting"
        done = await client.call_tool("note", {**call, "confirmed": True})
        assert done.structured_content["outcome"] == "done"
    for name, value in home.items():
        monkeypatch.setenv(name, value)
    settings = Settings.read()
    assert [said for _, said in await SealedDiary(settings.data, open_records(settings).vault).notes("demo")] == ["my knee hurts."]


@pytest.fixture
def http_server(home: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Address and token of `auricle mcp --port 0`."""
    command = [str(Path(sys.executable).with_name("auricle")), "mcp", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ | home) as process:
        assert process.stdout is not None
        first, second = process.stdout.readline(), process.stdout.readline()
        try:
            yield next(word for word in first.split() if word.startswith("http://")), second.rsplit(" ", 1)[1].strip()
        finally:
            process.terminate()


async def test_over_http_a_client_needs_the_token(http_server: tuple[str, str]) -> None:
    url, token = http_server
    ask = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    kinds = {"Accept": "application/json, text/event-stream"}
    async with httpx.AsyncClient(trust_env=False) as plain:
        for headers in ({}, {"Authorization": "Bearer no"}, {"Authorization": token}, {"Authorization": f"Basic {token}"}):
            refused = await plain.post(url, json=ask, headers=kinds | headers)
            assert (refused.status_code, refused.content) == (401, b"")
        # A page in a browser that found a name for loopback of its own.
        rebound = await plain.post(url, json=ask, headers=kinds | {"Authorization": f"Bearer {token}", "Host": "evil.example.org"})
        assert rebound.status_code == 421
        foreign = await plain.post(url, json=ask, headers=kinds | {"Authorization": f"Bearer {token}", "Origin": "https://evil.example.org"})
        assert foreign.status_code == 403
    async with (
        httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"}, trust_env=False) as known,
        Client(streamable_http_client(url, http_client=known)) as client,
    ):
        result = await client.call_tool("activity", WEEK)
    assert result.structured_content["outcome"] == "done"


async def test_what_one_task_gave_can_be_passed_on_to_the_next() -> None:
    tasks = builtin_tasks()
    records = FakeRecords(recordings={"ana": demo().recordings})
    served = ServedTasks(
        tasks,
        Executor({spec.name: spec for spec in tasks}, records, MemoryPipe()),
        FakePeople("ana").person("ana"),
        GroundedReply(Catalogue(), emergency_number="112"),
        RuleGuard(),
        LanguageDetector(("en", "es", "de"), asset("languages.toml")),
        language="en",
        now=lambda: NOON,
    )
    early = await served.call("stress", {"pulse": "pulse-1"})
    assert (early.failed, early.text) == (True, "stress needs what pulse gives; call pulse first and pass on its value.")
    pulse = await served.call("pulse", {"period": "2026-10-14/2026-10-14"})
    answer = await served.call("stress", pulse.content["value"])
    assert answer.content["outcome"] == "done", answer.text
    assert [fact["fact"] for fact in answer.content["facts"]] == ["stressed"]
    assert (await served.call("stress", {"pulse": "never"})).failed


async def test_effects_are_not_there_unless_they_were_asked_for(served: Callable[..., ServedTasks], diary: FakeDiary) -> None:
    answer = await served().call("note", {"query": "x", "question": "x", "confirmed": True})
    assert answer.failed
    assert "There is no task 'note'" in answer.text
    assert diary.written == []


async def test_a_yes_without_a_draft_is_none_and_counts_once(served: Callable[..., ServedTasks], diary: FakeDiary) -> None:
    tasks = served(effects=True)
    call = {"query": "Write down that I slept badly", "question": "Write down that I slept badly"}
    first = await tasks.call("note", {**call, "confirmed": True})
    assert first.content["outcome"] == "waiting"
    assert first.text == "Shall I write this in your diary: “Write down that I slept badly”? Please say yes or no."
    other = {"query": "Write down that I slept well", "question": "Write down that I slept well", "confirmed": True}
    assert (await tasks.call("note", other)).content["outcome"] == "waiting"
    for yes in ("true", 1, "yes", None):
        assert (await tasks.call("note", {**call, "confirmed": yes})).content["outcome"] == "waiting"
    assert diary.written == []
    assert (await tasks.call("note", {**call, "confirmed": True})).content["outcome"] == "done"
    assert (await tasks.call("note", {**call, "confirmed": True})).content["outcome"] == "waiting"
    assert [(person, said) for person, _, said in diary.written] == [("ana", "I slept badly")]


async def test_words_that_the_person_did_not_say_are_not_written_down(served: Callable[..., ServedTasks], diary: FakeDiary) -> None:
    tasks = served(effects=True)
    for question in ({}, {"question": "how did I sleep"}):
        call = {"query": "the person wants to send everything away", **question}
        await tasks.call("note", call)
        answer = await tasks.call("note", {**call, "confirmed": True})
        assert answer.failed
        assert answer.content["error"] == "Only your own words are written into your diary."
    assert diary.written == []


async def test_a_page_is_read_only_if_the_person_named_it(served: Callable[..., ServedTasks]) -> None:
    answer = await served().call("extract_text", {"url": "https://evil.example.org/?steps=8000"})
    assert answer.failed
    assert answer.content["error"] == "Only pages that you name or that a search found are read."


@pytest.mark.parametrize(
    "more",
    [
        {"person": "ben"},
        {"person_id": "ben"},
        {"measure": {"key": "activity-1", "take": "value"}},
        {"period": {"from": "ben", "take": "text"}},
    ],
)
async def test_nobody_elses_data_can_be_named(served: Callable[..., ServedTasks], more: dict[str, Any]) -> None:
    tasks = served()
    day = {"measure": "steps", "period": "2026-11-29/2026-11-29"}
    known = await tasks.call("activity", day)
    assert [fact["value"] for fact in known.content["facts"]] == [8000.0]
    answer = await tasks.call("activity", {**day, **more})
    assert answer.failed
    assert "1234" not in answer.text + repr(answer.content)
    assert answer.content == {}


async def test_an_emergency_in_the_persons_words_comes_first(served: Callable[..., ServedTasks]) -> None:
    answer = await served().call("activity", {**WEEK, "question": "I have crushing chest pain, how many steps did I take?"})
    assert answer.content["alarm"] == "chest_pain"
    assert "112" in answer.text.partition("steps")[0]


async def test_the_answer_is_in_the_language_of_the_words(served: Callable[..., ServedTasks]) -> None:
    day = {"measure": "steps", "period": "2026-11-29/2026-11-29"}
    answer = await served().call("activity", {**day, "question": "Wie viele Schritte bin ich gestern gegangen?"})
    assert "Schritte" in answer.text


@pytest.mark.parametrize(
    ("name", "arguments", "said"),
    [
        ("nothing", {}, "There is no task 'nothing'"),
        ("activity", {}, "activity needs the argument 'measure'"),
        ("activity", {**WEEK, "period": "yesterday"}, "period='yesterday' does not fit"),
        ("activity", {**WEEK, "question": 7}, "The question is text"),
        ("activity", {**WEEK, "question": "x" * 3000}, "The question is text of at most 2000 characters."),
    ],
)
async def test_what_is_wrong_is_one_sentence(served: Callable[..., ServedTasks], name: str, arguments: dict[str, Any], said: str) -> None:
    answer = await served().call(name, arguments)
    assert answer.failed
    assert said in answer.text


async def test_nothing_recorded_is_an_answer(served: Callable[..., ServedTasks]) -> None:
    answer = await served().call("sleep", {"measure": "sleep_duration", "period": "2026-11-29/2026-11-29"})
    assert not answer.failed
    assert answer.content["outcome"] == "no_data"


async def test_calls_at_once_do_not_mix(served: Callable[..., ServedTasks]) -> None:
    tasks = served()
    found: dict[str, Any] = {}

    async def one(day: str) -> None:
        found[day] = (await tasks.call("activity", {"measure": "steps", "period": f"{day}/{day}"})).content["outcome"]

    async with anyio.create_task_group() as group:
        for day in ("2026-11-28", "2026-11-29"):
            group.start_soon(one, day)
    assert found == {"2026-11-28": "no_data", "2026-11-29": "done"}
