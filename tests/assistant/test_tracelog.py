"""Traces on disk for those who consented, and spans without a word of what was said."""

from __future__ import annotations

import json
import os
import stat
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from assistant.facts import Fact, Noted, Source
from assistant.question import Answer, Question
from assistant.tasks.spec import Context, task
from assistant.telemetry import Telemetry
from assistant.testing import FakePeople, fake_assistant
from assistant.tracelog import TraceLog
from assistant.types import Plan, Step

SECRET = "my knee hurts"


@task(chat_name="Echo")
async def echo(context: Context, query: str) -> tuple[Fact, ...]:
    """Says it again."""
    return (Noted(query, context.now, Source("diary", "d", "diary")),)


PLANS = {SECRET: Plan("router", "answer", (Step("echo-1", "echo", {"query": SECRET}),), "because")}


async def ask(person: str, *observers: object) -> Answer:
    assistant = fake_assistant(plans=PLANS, tasks=(echo,), people=FakePeople("ana", "ben"), observers=observers)  # type: ignore[arg-type]
    return await assistant.answer(Question(person, SECRET, speak=False))


async def test_only_who_consented_is_written_down(tmp_path: Path) -> None:
    log = TraceLog(tmp_path / "traces", ("ana",))
    await ask("ana", log)
    await ask("ana", log)
    await ask("ben", log)
    (path,) = (tmp_path / "traces").iterdir()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert [line["transcript"] for line in lines] == [SECRET, SECRET]
    assert lines[0]["plan"]["steps"][0]["task"] == "echo"
    assert log.read("ana") == tuple(lines)
    assert log.read("ben") == ()
    log.erase("ana")
    assert list((tmp_path / "traces").iterdir()) == []


async def test_an_answer_is_given_even_when_it_cannot_be_written_down(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "traces").write_text("a file stands where the folder should be")
    answer = await ask("ana", TraceLog(tmp_path / "traces", ("ana",)))
    assert answer.results[0].outcome == "done"
    assert "could not be recorded" in caplog.text


async def test_spans_name_stages_and_tasks_and_no_words() -> None:
    kept = InMemorySpanExporter()
    async with Telemetry("http://127.0.0.1:9/v1/traces", kept) as telemetry:
        await ask("ana", telemetry)
    spans = {span.name: span for span in kept.get_finished_spans()}
    assert {"turn", "guard", "plan", "execute", "answer", "feel"} <= spans.keys()
    assert spans["execute"].parent is not None
    assert spans["execute"].parent.span_id == spans["turn"].context.span_id
    assert spans["execute"].attributes is not None
    assert spans["execute"].attributes["auricle.tasks"] == ("echo",)
    assert all(SECRET not in span.to_json() and "ana" not in (span.attributes or {}).values() for span in spans.values())


async def test_an_endpoint_gets_them_over_http() -> None:
    bodies: list[bytes] = []

    class Collector(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            bodies.append(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *arguments: object) -> None:
            """Quiet."""

    server = HTTPServer(("127.0.0.1", 0), Collector)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        async with Telemetry(f"http://127.0.0.1:{server.server_port}/v1/traces") as telemetry:
            await ask("ana", telemetry)
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
    assert b"execute" in b"".join(bodies)
    assert SECRET.encode() not in b"".join(bodies)


@pytest.mark.parametrize("mark", ["\u2028", "\u2029", "\x85", "\x0b", "\x1c"])
async def test_a_mark_that_python_takes_for_the_end_of_a_line_ends_no_trace(tmp_path: Path, mark: str) -> None:
    log = TraceLog(tmp_path, ("ana",))
    for text in (f"my{mark}knee", "my elbow"):
        await log(await fake_assistant().answer(Question("ana", text, speak=False)))
    assert [entry["transcript"] for entry in log.read("ana")] == [f"my{mark}knee", "my elbow"]


def _tear(folder: Path) -> None:
    (path,) = folder.iterdir()
    path.write_text(path.read_text(encoding="utf-8") + '{"at": "2026', encoding="utf-8")


async def test_a_line_that_broke_off_takes_no_other_with_it(tmp_path: Path) -> None:
    log = TraceLog(tmp_path, ("ana",))
    await log(await fake_assistant().answer(Question("ana", "my knee", speak=False)))
    _tear(tmp_path)
    first, second = log.read("ana")
    assert (first["transcript"], second) == ("my knee", {"unreadable": '{"at": "2026'})


@pytest.fixture
def nameless(tmp_path: Path) -> Path:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.txt"))
    path.write_text("hello", encoding="utf-8")
    return path


async def test_a_file_whose_name_is_no_utf8_is_traced(tmp_path: Path, nameless: Path) -> None:
    log = TraceLog(tmp_path / "traces", ("ana",))
    await log(await fake_assistant().answer(Question("ana", "my knee", files=(nameless,), speak=False)))
    assert len(log.read("ana")) == 1
