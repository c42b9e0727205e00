"""An effect and the yes to it in the page: the real diary task and the real words, with fakes for models."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any, Literal

import anyio
import pytest
from websockets.asyncio.client import ClientConnection, connect

from assistant.datapipe import MemoryPipe
from assistant.events import Did, Planned, Said
from assistant.execution import Executor
from assistant.orchestrator import Orchestrator
from assistant.pipeline import Assistant
from assistant.reply.grounded import GroundedReply
from assistant.safety.numbers import EmergencyNumbers
from assistant.tasks.note import note
from assistant.testing import (
    NOON,
    FakeDiary,
    FakeEar,
    FakeGuard,
    FakeHeart,
    FakeLanguages,
    FakeMouth,
    FakePeople,
    FakePlanner,
    FakeRecords,
    fake_voice,
    tone,
)
from assistant.types import Plan, Provenance, Sentence, Step, StepResult, Turn
from audio.speech import Prosody, SpeechChunk, Voice
from i18n.catalog import Catalogue
from ui.telling import Telling

NOTE = "my knee hurts"
ASKED = f"Write down that {NOTE}"
PLANS = {ASKED: Plan("router", "answer", (Step("note-1", "note", {"query": NOTE}),), "it wants it noted")}


class SlowMouth(FakeMouth):
    """Says nothing and is not done before its time: the words of the reply stand on the page already."""

    async def speak(self, sentences: AsyncIterator[str], voice: Voice, prosody: Prosody = Prosody()) -> AsyncIterator[SpeechChunk]:
        async for sentence in sentences:
            self.said.append(sentence)
            await anyio.sleep_forever()
            yield SpeechChunk(tone(), sentence)


def house(diary: FakeDiary, mouth: FakeMouth | None = None) -> Assistant:
    pipe = MemoryPipe()
    return Assistant(
        people=FakePeople(),
        detector=FakeLanguages(),
        ear=FakeEar("yes"),
        heart=FakeHeart(),
        guard=FakeGuard(),
        orchestrator=Orchestrator({"fake": FakePlanner(PLANS)}, (note,), Executor({"note": note}, FakeRecords(), pipe, diary=diary), default="fake"),
        responder=GroundedReply(Catalogue(), emergency_number="112"),
        mouth=mouth or FakeMouth(),
        voices=fake_voice,
        languages=("en", "es", "de"),
        pipe=pipe,
    )


def written(diary: FakeDiary) -> list[str]:
    return [text for _, _, text in diary.written]


async def event(line: ClientConnection, kind: str) -> dict[str, Any]:
    """The next event of a kind."""
    with anyio.fail_after(20):
        while True:
            frame = await line.recv()
            found: dict[str, Any] = json.loads(frame) if isinstance(frame, str) else {}
            if found.get("type") == kind:
                return found


async def said(line: ClientConnection, turn: str, text: str) -> dict[str, Any]:
    """The end of the turn, with what the page's trace panel shows."""
    await line.send(json.dumps({"type": "conversation.item.create", "turn": turn, "text": text}))
    return await event(line, "response.done")


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


async def test_a_yes_may_cut_the_question_short_once_it_can_be_read(serving: Any) -> None:
    diary = FakeDiary()
    async with serving(house(diary, SlowMouth())) as served, connect(served.line) as line:
        await line.send(json.dumps({"type": "conversation.item.create", "turn": "t1", "text": ASKED}))
        await event(line, "response.output_text.delta")
        await line.send(json.dumps({"type": "conversation.item.create", "turn": "t2", "text": "yes"}))
        assert (await event(line, "response.done"))["status"] == "cancelled"
        assert NOTE in (await event(line, "response.output_text.delta"))["text"]
    assert written(diary) == [NOTE]


def done(key: str, outcome: Literal["done", "waiting"]) -> Did:
    step = Step(key, "note", {"query": key})
    return Did(StepResult(key, step, (), Provenance("note", step.args, ""), outcome, 0.0))


async def test_what_was_not_yet_read_to_them_does_not_wait_for_a_yes() -> None:
    async def nowhere(event: dict[str, Any], sound: bytes | None) -> None:
        """Nobody looks."""

    telling = Telling(nowhere, "t1", EmergencyNumbers("112", None, None))
    turn = Turn("t1", 0, FakePeople().person("ana"), ASKED, "en", NOON)
    for event in (Planned(turn, PLANS[ASKED]), done("a", "done"), done("b", "waiting"), done("c", "waiting")):
        await telling.tell(event)
    assert telling.interrupted is None
    await telling.tell(Said(Sentence("Shall I write b?", "Shall I write b?", "question")))
    first = telling.interrupted
    assert first is not None
    assert [result.key for result in first.results] == ["a"]
    await telling.tell(Said(Sentence("Shall I write c?", "Shall I write c?", "question")))
    both = telling.interrupted
    assert both is not None
    assert [step.key for step in both.waiting] == ["b", "c"]
    assert (both.asked, both.heard, both.plan) == (ASKED, "Shall I write b? Shall I write c?", PLANS[ASKED])
