"""An effect and the yes to it in the page: the real diary task and the real words, with fakes for models."""

from __future__ import annotations

import json
from typing import Any

import anyio
import pytest
from websockets.asyncio.client import ClientConnection, connect

from assistant.datapipe import MemoryPipe
from assistant.execution import Executor
from assistant.orchestrator import Orchestrator
from assistant.pipeline import Assistant
from assistant.reply.grounded import GroundedReply
from assistant.tasks.note import note
from assistant.testing import FakeDiary, FakeEar, FakeGuard, FakeHeart, FakeLanguages, FakeMouth, FakePeople, FakePlanner, FakeRecords, fake_voice
from assistant.types import Plan, Step
from i18n.catalog import Catalogue

NOTE = "my knee hurts"
ASKED = f"Write down that {NOTE}"
PLANS = {ASKED: Plan("router", "answer", (Step("note-1", "note", {"query": NOTE}),), "it wants it noted")}


def house(diary: FakeDiary) -> Assistant:
    pipe = MemoryPipe()
    return Assistant(
        people=FakePeople(),
        detector=FakeLanguages(),
        ear=FakeEar("yes"),
        heart=FakeHeart(),
        guard=FakeGuard(),
        orchestrator=Orchestrator({"fake": FakePlanner(PLANS)}, (note,), Executor({"note": note}, FakeRecords(), pipe, diary=diary), default="fake"),
        responder=GroundedReply(Catalogue(), emergency_number="112"),
        mouth=FakeMouth(),
        voices=fake_voice,
        languages=("en", "es", "de"),
        pipe=pipe,
    )


def written(diary: FakeDiary) -> list[str]:
    return [text for _, _, text in diary.written]


async def said(line: ClientConnection, turn: str, text: str) -> dict[str, Any]:
    """The end of the turn: what the page's trace panel shows."""
    await line.send(json.dumps({"type": "conversation.item.create", "turn": turn, "text": text}))
    with anyio.fail_after(20):
        while True:
            frame = await line.recv()
            event: dict[str, Any] = json.loads(frame) if isinstance(frame, str) else {}
            if event.get("type") == "response.done" and event["turn"] == turn:
                return event


async def test_the_page_asks_shows_that_it_waits_and_a_yes_writes(serving: Any, visiting: Any) -> None:
    diary = FakeDiary()
    async with serving(house(diary)) as served, visiting(served) as seen:
        await seen.ask(ASKED)
        await seen.answered()
        assert f"Shall I write this in your diary: “{NOTE}”?" in await seen.page.inner_text(".turn.it .bubble")
        (waits,) = await seen.page.eval_on_selector_all("#steps li[data-stage=result]", "items => items.map((item) => item.innerText)")
        assert "waits for your yes" in waits
        assert written(diary) == []
        await seen.ask("yes")
        await seen.answered(2)
        assert NOTE in await seen.page.locator(".turn.it .bubble").nth(1).inner_text()
        assert written(diary) == [NOTE]
        await seen.ask("yes")
        await seen.answered(3)
        assert written(diary) == [NOTE]
        assert seen.complaints == []


@pytest.mark.parametrize("between", ["no", "hello"])
async def test_nothing_but_a_yes_to_what_was_asked_last_writes(serving: Any, between: str) -> None:
    diary = FakeDiary()
    async with serving(house(diary)) as served, connect(served.line) as line:
        await said(line, "t1", ASKED)
        await said(line, "t2", between)
        await said(line, "t3", "yes")
    assert written(diary) == []


async def test_a_yes_after_the_connection_broke_still_counts_and_one_from_another_page_does_not(serving: Any) -> None:
    diary = FakeDiary()
    async with serving(house(diary)) as served:
        line = await connect(served.line)
        token = json.loads(await line.recv())["session"]
        done = await said(line, "t1", ASKED)
        assert [step["detail"] for step in done["trace"] if step["stage"] == "result"] == ["waits for your yes"]
        async with connect(served.line) as other:
            await said(other, "o1", "yes")
        assert written(diary) == []
        line.transport.abort()  # as when the network goes
        with anyio.fail_after(20):
            while any(session.connected for session in served.sessions._open.values()):
                await anyio.lowlevel.checkpoint()
        async with connect(f"{served.line}?session={token}") as back:
            await said(back, "t2", "yes")
    assert written(diary) == [NOTE]
