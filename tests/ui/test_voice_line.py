"""The voice line and the door, spoken to by a program."""

from __future__ import annotations

import json
from typing import Any

import anyio
import anyio.lowlevel
import httpx
import numpy as np
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus

from assistant.events import Emit
from assistant.question import Answer, Question
from assistant.testing import FakeEar, fake_assistant
from audio.clip import AudioClip
from audio.decode import read_audio
from audio.utterance import Utterance
from ui.sessions import Sessions


class Ear(FakeEar):
    def __init__(self) -> None:
        super().__init__("hello")
        self.clips: list[AudioClip] = []

    async def transcribe(self, clip: AudioClip, language: str | None = None) -> Utterance:
        self.clips.append(clip)
        return await super().transcribe(clip, language)


class Stuck:
    """Never answers."""

    def __init__(self) -> None:
        self.started = 0

    async def answer(self, question: Question, emit: Emit) -> Answer:
        self.started += 1
        await anyio.sleep_forever()
        raise AssertionError


async def until(line: ClientConnection, kind: str) -> dict[str, Any]:
    """The next event of a kind; sound that belongs to it comes as `sound`."""
    with anyio.fail_after(20):
        while True:
            frame = await line.recv()
            if isinstance(frame, bytes):
                continue
            event: dict[str, Any] = json.loads(frame)
            if event["type"] == "response.output_audio.delta":
                event["sound"] = await line.recv()
            if event["type"] == kind:
                return event


async def ask(line: ClientConnection, turn: str, text: str = "hello") -> None:
    await line.send(json.dumps({"type": "conversation.item.create", "turn": turn, "text": text}))


def pcm(seconds: float) -> bytes:
    return (np.sin(np.arange(round(seconds * 16_000)) / 20) * 8000).astype("<i2").tobytes()


async def test_sound_in_events_and_speech_out(serving: Any) -> None:
    ear = Ear()
    async with serving(fake_assistant(ear=ear)) as served, connect(served.line) as line:
        sound = pcm(0.5)
        for start in range(0, len(sound), 2560):
            await line.send(sound[start : start + 2560])
        await line.send(json.dumps({"type": "input_audio_buffer.commit", "turn": "t1", "language": "es"}))
        assert (await until(line, "input_audio_buffer.committed"))["seconds"] == 0.5
        heard = await until(line, "conversation.item.input_audio_transcription.completed")
        assert (heard["transcript"], heard["language"]) == ("hello", "es")
        spoken = await until(line, "response.output_audio.delta")
        assert read_audio(spoken["sound"]).seconds == pytest.approx(spoken["seconds"], abs=0.01)
        done = await until(line, "response.done")
        assert (done["turn"], done["status"], done["mute"]) == ("t1", "completed", False)
    assert np.array_equal(np.round(ear.clips[0].samples * 32768), np.frombuffer(sound, "<i2"))


@pytest.mark.parametrize("origin", ["http://evil.example", "http://127.0.0.1:1", "null", "https://127.0.0.1"])
async def test_a_foreign_origin_is_refused(serving: Any, origin: str) -> None:
    async with serving(fake_assistant()) as served:
        with pytest.raises(InvalidStatus) as refused:
            async with connect(served.line, additional_headers={"Origin": origin}):
                pass
        assert refused.value.response.status_code == 403
        async with httpx.AsyncClient() as client:
            assert (await client.get(served.address, headers={"Origin": origin})).status_code == 403


async def test_a_foreign_host_is_refused_and_our_own_page_is_not(serving: Any) -> None:
    """DNS rebinding: another name that resolves to this machine."""
    async with serving(fake_assistant()) as served:
        async with httpx.AsyncClient() as client:
            assert (await client.get(served.address, headers={"Host": f"evil.example:{served.port}"})).status_code == 403
            page = await client.get(served.address)
            assert page.status_code == 200
            assert "default-src 'self'" in page.headers["content-security-policy"]
        async with connect(served.line, additional_headers={"Origin": f"http://localhost:{served.port}"}, host="127.0.0.1") as line:
            await until(line, "session.created")
        with pytest.raises(InvalidStatus):
            async with connect(f"ws://evil.example:{served.port}/v1/voice", host="127.0.0.1", port=served.port):
                pass


async def test_gradio_offers_no_function_and_no_file(serving: Any) -> None:
    async with serving(fake_assistant()) as served, httpx.AsyncClient(base_url=served.address) as client:
        info = (await client.get("/gradio_api/info")).json()
        assert info["named_endpoints"] == {}
        assert info["unnamed_endpoints"] == {}
        for path in ("/gradio_api/file=/etc/passwd", "/gradio_api/file=pyproject.toml", "/gradio_api/runs", "/monitoring"):
            assert (await client.get(path)).status_code in (403, 404)
        upload = await client.post("/gradio_api/upload", files={"files": ("note.txt", b"more than one byte")})
        assert upload.status_code == 413
        config = (await client.get("/config")).json()
        assert config["analytics_enabled"] is False


async def test_a_press_by_mistake_is_empty_and_a_minute_is_the_longest(serving: Any) -> None:
    ear = Ear()
    async with serving(fake_assistant(ear=ear)) as served, connect(served.line) as line:
        await line.send(pcm(0.05))
        await line.send(json.dumps({"type": "input_audio_buffer.commit", "turn": "t1"}))
        assert (await until(line, "error"))["code"] == "empty"
        for _ in range(7):
            await line.send(pcm(10))
        await line.send(json.dumps({"type": "input_audio_buffer.commit", "turn": "t2"}))
        assert (await until(line, "error"))["code"] == "long"
        assert (await until(line, "response.done"))["turn"] == "t2"
        await line.send(pcm(1))
        await line.send(json.dumps({"type": "input_audio_buffer.clear"}))
        await line.send(json.dumps({"type": "input_audio_buffer.commit", "turn": "t3"}))
        assert (await until(line, "error"))["code"] == "empty"
    assert [clip.seconds for clip in ear.clips] == [60.0]


@pytest.mark.parametrize(
    "frame",
    [
        "not json",
        "{}",
        '{"type": "no.such.thing"}',
        '{"type": "conversation.item.create", "turn": "t"}',
        json.dumps({"type": "conversation.item.create", "turn": "t", "text": "x" * 2001}),
        json.dumps({"type": "conversation.item.create", "turn": "../../x", "text": "x"}),
    ],
)
async def test_an_unreadable_frame_is_one_sentence_and_the_line_lives_on(serving: Any, frame: str) -> None:
    async with serving(fake_assistant()) as served, connect(served.line) as line:
        await line.send(frame)
        error = await until(line, "error")
        assert error["code"] == "usage"
        assert error["message"].count("\n") == 0
        await ask(line, "t1")
        assert (await until(line, "response.done"))["status"] == "completed"


async def test_what_the_caller_can_mend_is_told_in_its_own_sentence(serving: Any) -> None:
    async with serving(fake_assistant()) as served, connect(served.line) as line:
        await line.send(json.dumps({"type": "conversation.item.create", "turn": "t", "text": "hello", "language": "xx"}))
        done = await until(line, "response.done")
        assert (done["status"], done["code"]) == ("failed", "refused")
        assert "'xx' is not set up" in done["message"]


async def test_a_new_question_takes_the_place_of_the_old_one(serving: Any) -> None:
    stuck = Stuck()
    async with serving(stuck) as served, connect(served.line) as line:
        await ask(line, "t1")
        await until(line, "response.created")
        await ask(line, "t2")
        assert await until(line, "response.done") == {"type": "response.done", "turn": "t1", "status": "cancelled"}
        await line.send(json.dumps({"type": "response.cancel"}))
        assert (await until(line, "response.done"))["turn"] == "t2"


async def test_too_many_questions_at_once_are_told_to_come_back(serving: Any) -> None:
    stuck = Stuck()
    refused = anyio.Event()
    async with serving(stuck) as served, anyio.create_task_group() as group:

        async def page(number: int) -> None:
            async with connect(served.line) as line:
                await ask(line, f"t{number}")
                assert (await until(line, "response.done"))["code"] == "busy"
                refused.set()

        for number in range(6):
            group.start_soon(page, number)
        with anyio.fail_after(20):
            await refused.wait()
        group.cancel_scope.cancel()
    assert stuck.started == 1


async def test_a_broken_connection_keeps_the_conversation_and_a_closed_page_drops_it(serving: Any) -> None:
    sessions = Sessions()
    async with serving(fake_assistant(), sessions=sessions) as served:
        async with connect(served.line) as line:
            token = (await until(line, "session.created"))["session"]
            await ask(line, "t1")
            await until(line, "response.done")
            line.transport.abort()
        await gone(sessions)
        assert len(sessions) == 1
        async with connect(f"{served.line}?session={token}") as line:
            back = await until(line, "session.created")
            assert (back["session"], back["remembered"]) == (token, 1)
            await line.close(1001)
        await gone(sessions)
        assert len(sessions) == 0
        async with connect(f"{served.line}?session={token}") as line:
            assert (await until(line, "session.created"))["session"] != token


async def gone(sessions: Sessions) -> None:
    """Wait until the server has seen that nobody is connected."""
    with anyio.fail_after(10):
        while any(session.connected for session in sessions._open.values()):
            await anyio.lowlevel.checkpoint()
