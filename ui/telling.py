"""What a page is told of a turn, event by event, in the shape that it reads."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import anyio

from assistant.events import Alarmed, Did, Event, Felt, Heard, Planned, Said, Spoke
from assistant.question import Answer
from assistant.report import citations
from assistant.safety.numbers import EmergencyNumbers
from assistant.types import Alarm, Exchange, Sentence, StepResult
from audio.decode import wav_bytes
from i18n.catalog import Catalogue
from i18n.languages import reply_language
from ui.trace import trace_lines

__all__ = ["Telling"]

Send = Callable[[dict[str, Any], bytes | None], Awaitable[None]]


class Telling:
    """Events of one turn, as the page reads them.

    send: takes an event and the sound that belongs to it. numbers: whom to call in an alarm.
    """

    def __init__(self, send: Send, turn: str, numbers: EmergencyNumbers) -> None:
        self._send = send
        self._turn = turn
        self._numbers = numbers
        self._said: list[Sentence] = []
        self._planned: Planned | None = None
        self._results: list[StepResult] = []
        self._speaking = 0
        self._spoke = False

    @property
    def _mute(self) -> bool:
        """The voice fell silent before the last sentence."""
        return bool(self._said) and (not self._spoke or self._speaking < len(self._said) - 1)

    @property
    def interrupted(self) -> Exchange | None:
        """What the person knows of a turn that ended before its voice did, so that "yes" or "no, I meant steps" may cut it short; None while nothing
        was said. An effect waits for a yes only when it was read to them."""
        if self._planned is None or not self._said:
            return None
        turn, plan = self._planned.turn, self._planned.plan
        waiting = [result for result in self._results if result.outcome == "waiting"]
        asked = sum(sentence.kind == "question" for sentence in self._said)
        known = tuple(result for result in self._results if result not in waiting or asked >= len(waiting))
        heard = " ".join(sentence.shown for sentence in self._said)
        return Exchange(turn.text, heard, reply_language(turn.language), plan, known)

    async def tell(self, event: Event) -> None:
        match event:
            case Heard():
                await self._tell("conversation.item.input_audio_transcription.completed", transcript=event.text, language=event.language)
            case Felt() if event.emotion.status == "heard" and event.emotion.label not in (None, "neutral"):
                await self._tell("feeling", label=event.emotion.label)
            case Alarmed():
                await self._tell("alarm", urgency=event.alarm.urgency, numbers=self._to_call(event.alarm))
            case Planned():
                self._planned = event
            case Did():
                self._results.append(event.result)
            case Said():
                self._said.append(event.sentence)
                await self._tell("response.output_text.delta", sentence=len(self._said) - 1, text=event.sentence.shown)
            case Spoke():
                chunk = event.chunk
                self._spoke = True
                sound = await anyio.to_thread.run_sync(wav_bytes, chunk.clip)
                seconds = round(chunk.clip.seconds, 3)
                await self._tell("response.output_audio.delta", sound, sentence=self._sentence(chunk.text), seconds=seconds)

    def done(self, answer: Answer, catalogue: Catalogue) -> dict[str, Any]:
        """The last event: what the answer was, where it comes from and how it came about."""
        return {
            "type": "response.done",
            "turn": self._turn,
            "status": "completed",
            "language": answer.reply.language,
            "urgency": answer.reply.urgency,
            "mute": self._mute,
            "seconds": answer.trace.timings.get("total"),
            "trace": trace_lines(answer, catalogue, reply_language(answer.reply.language)),
            "sources": citations(answer.reply.facts),
        }

    def _to_call(self, alarm: Alarm) -> list[str]:
        """A crisis is answered by its own line where the country has one, and an ambulance may be needed all the same."""
        known = (self._numbers.crisis, self._numbers.emergency) if alarm.urgency == "crisis" else (self._numbers.emergency,)
        return [number for number in known if number is not None]

    def _sentence(self, text: str) -> int:
        """Which sentence a chunk belongs to: a voice may cut a long one in several."""
        for index in range(self._speaking, len(self._said)):
            if text.strip() in self._said[index].spoken:
                self._speaking = index
                break
        return self._speaking

    async def _tell(self, kind: str, sound: bytes | None = None, **rest: Any) -> None:
        await self._send({"type": kind, "turn": self._turn, **rest}, sound)
