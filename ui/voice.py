"""`/v1/voice`: one page's line to the assistant. 16 kHz PCM, text and pictures in; events and speech out.

Text frames are JSON with a `type`, after the names of the OpenAI Realtime API where those fit. Binary frames in are sound (mono s16le, 16 kHz),
except the one that follows `picture.add`. Binary frames out are a WAV file each and follow their `response.output_audio.delta`.
Nothing that comes in is written to disk.
"""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from typing import Annotated, Any, Literal, Protocol

import anyio
import numpy as np
from anyio.abc import TaskGroup
from pydantic import Field, TypeAdapter, ValidationError
from starlette.websockets import WebSocket

from assistant.charts.shown import Figures
from assistant.content import Strict, fault
from assistant.errors import AuricleError, UsageError
from assistant.events import Emit
from assistant.image import MAX_BYTES, read_image
from assistant.question import Answer, Question
from assistant.safety.numbers import EmergencyNumbers
from assistant.types import Image
from audio.clip import AudioClip
from audio.decode import RATE
from i18n.catalog import Catalogue
from ui.sessions import Session, Sessions
from ui.telling import Telling

__all__ = ["LARGEST_FRAME", "Answers", "VoiceLine"]

LONGEST = 60.0  # seconds of one spoken question
SHORTEST = 0.2  # a press by mistake
LARGEST_FRAME = MAX_BYTES + 1024
_WAITING = 4  # questions that may queue for the one assistant; more are told to come back
_TURN = Field(min_length=1, max_length=64, pattern=r"^[\w-]+$")
_LANGUAGE = Field(default=None, max_length=8)


class Answers(Protocol):
    """What the line needs of an `Assistant`."""

    async def answer(self, question: Question, emit: Emit) -> Answer: ...


class _Ask(Strict):
    type: Literal["conversation.item.create"]
    turn: str = _TURN
    text: str = Field(max_length=2000)
    language: str | None = _LANGUAGE


class _Commit(Strict):
    type: Literal["input_audio_buffer.commit"]
    turn: str = _TURN
    language: str | None = _LANGUAGE


class _Clear(Strict):
    type: Literal["input_audio_buffer.clear"]


class _Cancel(Strict):
    type: Literal["response.cancel"]


class _AddPicture(Strict):
    type: Literal["picture.add"]
    name: str = Field(max_length=200)


class _RemovePicture(Strict):
    type: Literal["picture.remove"]
    key: str = Field(max_length=20)


_FRAME: TypeAdapter[_Ask | _Commit | _Clear | _Cancel | _AddPicture | _RemovePicture] = TypeAdapter(
    Annotated[_Ask | _Commit | _Clear | _Cancel | _AddPicture | _RemovePicture, Field(discriminator="type")]
)


class VoiceLine:
    """Serves pages. One turn at a time is worked on, whichever page it comes from: the models are loaded once and share two cores."""

    def __init__(
        self,
        assistant: Answers,
        sessions: Sessions,
        catalogue: Catalogue,
        person: str,
        numbers: EmergencyNumbers,
        figures: Figures | None = None,
    ) -> None:
        self.assistant = assistant
        self.sessions = sessions
        self.catalogue = catalogue
        self.person = person
        self.numbers = numbers
        self.figures = figures
        self.turn = anyio.Lock()
        self.asked = 0  # questions that are being worked on or wait

    async def serve(self, socket: WebSocket) -> None:
        """Talk with one page until it leaves."""
        await socket.accept()
        try:
            session = self.sessions.join(socket.query_params.get("session"))
        except UsageError as error:
            await socket.send_text(json.dumps({"type": "error", "code": "busy", "message": str(error)}))
            await socket.close(1013)
            return
        code = 1006
        try:
            code = await _Page(self, session, socket).run()
        finally:
            self.sessions.leave(session, unloaded=code == 1001)


class _Page:
    def __init__(self, line: VoiceLine, session: Session, socket: WebSocket) -> None:
        self._line = line
        self._session = session
        self._socket = socket
        self._sound = bytearray()
        self._cut = False
        self._picture: str | None = None
        self._turn: anyio.CancelScope | None = None
        self._answered: dict[str, Answer] = {}  # by turn, until its chart was sent
        self._sending = anyio.Lock()

    async def run(self) -> int:
        """Returns the close code: 1001 is the browser leaving the page."""
        async with anyio.create_task_group() as group:
            await self._send({"type": "session.created", "session": self._session.token, "remembered": len(self._session.history)})
            while True:
                message = await self._socket.receive()
                if message["type"] == "websocket.disconnect":
                    group.cancel_scope.cancel()
                    return int(message.get("code") or 1006)
                try:
                    await self._receive(message, group)
                except UsageError as error:
                    await self._send({"type": "error", "code": "usage", "message": str(error)})
        return 1006

    async def _receive(self, message: Any, group: TaskGroup) -> None:
        if (content := message.get("bytes")) is not None:
            if self._picture is not None:
                await self._add_picture(content)
            else:
                self._hear(content)
            return
        try:
            frame = _FRAME.validate_json(message.get("text") or "")
        except ValidationError as error:
            raise UsageError(f"The page sent something unreadable ({fault(error)}); load it again.") from error
        match frame:
            case _Ask():
                self._start(group, Question(person=self._line.person, text=frame.text, language=frame.language, id=frame.turn))
            case _Commit():
                await self._commit(group, frame)
            case _Clear():
                self._empty()
            case _Cancel():
                self._cancel()
            case _AddPicture():
                self._picture = frame.name
            case _RemovePicture():
                self._session.pictures = [picture for picture in self._session.pictures if picture.key != frame.key]

    # — what comes in —

    def _hear(self, content: bytes) -> None:
        room = int(LONGEST * RATE) * 2 - len(self._sound)
        self._sound += content[: max(0, room)]
        self._cut = self._cut or len(content) > room

    def _empty(self) -> tuple[bytes, bool]:
        sound, cut = bytes(self._sound), self._cut
        self._sound.clear()
        self._cut = False
        return sound, cut

    async def _commit(self, group: TaskGroup, frame: _Commit) -> None:
        sound, cut = self._empty()
        samples = np.frombuffer(sound[: len(sound) // 2 * 2], dtype="<i2")
        clip = AudioClip(np.multiply(samples, 1 / 32768, dtype=np.float32), RATE)
        if clip.seconds < SHORTEST:
            await self._send({"type": "error", "code": "empty", "turn": frame.turn})
            return
        if cut:
            await self._send({"type": "error", "code": "long", "turn": None})
        await self._send({"type": "input_audio_buffer.committed", "turn": frame.turn, "seconds": round(clip.seconds, 2)})
        self._start(group, Question(person=self._line.person, clip=clip, language=frame.language, id=frame.turn))

    async def _add_picture(self, content: bytes) -> None:
        name, self._picture = self._picture or "picture", None
        key = self._session.picture_key()
        try:
            picture = await anyio.to_thread.run_sync(read_image, content, name, key)
        except UsageError:
            await self._send({"type": "error", "code": "picture", "name": name})
            return
        self._session.pictures.append(picture)
        await self._send({"type": "picture.added", "key": key, "name": name, "width": picture.width, "height": picture.height})

    # — the turn —

    def _start(self, group: TaskGroup, question: Question) -> None:
        self._cancel()  # a new question takes the place of one that is still being worked on
        scope = self._turn = anyio.CancelScope()
        group.start_soon(self._run, question, scope)

    def _cancel(self) -> None:
        if self._turn is not None:
            self._turn.cancel()
            self._turn = None

    async def _run(self, question: Question, scope: anyio.CancelScope) -> None:
        pictures = tuple(self._session.pictures)
        done: dict[str, Any] = {"type": "response.done", "turn": question.id, "status": "cancelled"}
        with scope:
            done = await self._answer(question, pictures)
        if scope is self._turn:
            self._turn = None
        await self._send(done)
        answer = self._answered.pop(question.id, None)
        if answer is not None and self._line.figures is not None:
            shown = await self._line.figures(answer)
            if shown is not None:
                await self._send({"type": "response.figure", "turn": question.id, **shown})

    async def _answer(self, question: Question, pictures: tuple[Image, ...]) -> dict[str, Any]:
        line = self._line
        if line.asked > _WAITING:
            return {"type": "response.done", "turn": question.id, "status": "failed", "code": "busy"}
        line.asked += 1
        try:
            return await self._take_turn(question, pictures)
        finally:
            line.asked -= 1

    async def _take_turn(self, question: Question, pictures: tuple[Image, ...]) -> dict[str, Any]:
        line = self._line
        telling = Telling(self._send, question.id, line.numbers)
        await self._send({"type": "response.created", "turn": question.id})
        try:
            async with line.turn:
                # Read only now: the turn that this one cut short has left what it said by the time it gives its place up.
                asked = replace(question, images=pictures, history=self._session.history)
                try:
                    answer = await line.assistant.answer(asked, telling.tell)
                except anyio.get_cancelled_exc_class():
                    if telling.interrupted is not None:
                        self._session.remember(telling.interrupted)
                    raise
                self._session.remember(answer.exchange)
        except AuricleError as error:
            return {"type": "response.done", "turn": question.id, "status": "failed", "code": "refused", "message": str(error)}
        except Exception as error:  # whatever a model or a plug-in raises, the page and its conversation live on
            # The kind of error only: its text may hold what the person said.
            print(f"auricle: a question could not be answered ({type(error).__name__}).", file=sys.stderr, flush=True)
            return {"type": "response.done", "turn": question.id, "status": "failed", "code": "failed"}
        self._session.pictures = [picture for picture in self._session.pictures if picture not in pictures]
        self._answered[question.id] = answer
        return telling.done(answer, line.catalogue)

    async def _send(self, event: dict[str, Any], sound: bytes | None = None) -> None:
        """One event, and the sound that belongs to it right behind it. A page that has just gone is no error."""
        async with self._sending:
            if self._socket.application_state.name != "CONNECTED" or self._socket.client_state.name != "CONNECTED":
                return
            await self._socket.send_text(json.dumps(event, ensure_ascii=False))
            if sound is not None:
                await self._socket.send_bytes(sound)
