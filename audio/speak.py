"""The mouth: sentences in, one piece of sound each out, by whichever engine has the voice."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from types import TracebackType

import anyio
import numpy as np

from assistant.errors import SpeechError, UsageError
from audio.clip import AudioClip, Samples
from audio.decode import resampled
from audio.engine import Engine
from audio.espeak import Espeak
from audio.pico import Pico
from audio.piper import Piper
from audio.plain import plain
from audio.speech import Prosody, SpeechChunk, Voice
from audio.voices import stand_in

__all__ = ["Speaker", "join"]

_FADE = 0.005  # seconds; long enough for no click, too short to hear
_PAUSE = 0.2  # seconds between sentences
_LOG = logging.getLogger("auricle.speech")


class Speaker:
    """`Synthesizer` over all engines. Use it with `async with`, in one event loop, so that Piper's process ends with it.

    engines: by the name that `Voice.engine` uses; Pico, Piper and eSpeak unless told.
    notice: gets one sentence when a voice cannot speak and another stands in for it; by default it is logged. Said once for each voice.
    """

    name = "speaker"

    def __init__(self, engines: Mapping[str, Engine] | None = None, notice: Callable[[str], None] = _LOG.warning) -> None:
        self._engines: Mapping[str, Engine] = engines if engines is not None else {"pico": Pico(), "piper": Piper(), "espeak": Espeak()}
        self._notice = notice
        self._silent: dict[Voice, SpeechError] = {}
        self._limiter = anyio.CapacityLimiter(1)  # one voice at a time: the first sentence must not wait for the second

    async def speak(self, sentences: AsyncIterator[str], voice: Voice, prosody: Prosody = Prosody()) -> AsyncIterator[SpeechChunk]:
        """A chunk for each sentence that has words, as soon as it is made. Raises `SpeechError` when no voice of the language can speak."""
        _check(prosody)
        async for sentence in sentences:
            text = plain(sentence)
            if not text:
                continue
            clip = await self._say(text, voice, prosody)
            if len(clip.samples):
                yield SpeechChunk(_finished(clip, prosody.volume), sentence)

    async def _say(self, text: str, voice: Voice, prosody: Prosody) -> AudioClip:
        cause: SpeechError | None = self._silent.get(voice)
        if cause is None:
            try:
                engine = self._engines.get(voice.engine)
                if engine is None:
                    raise SpeechError(f"There is no speech engine {voice.engine!r}; choose another voice.")
                async with self._limiter:
                    return await engine.say(text, voice, prosody)
            except SpeechError as error:
                cause = error
        other = stand_in(voice)
        if other is None:
            raise cause
        clip = await self._say(text, other, prosody)
        if voice not in self._silent:
            self._silent[voice] = cause
            kind = "a basic voice" if other.basic else "the voice"
            self._notice(f"{cause} Until then {kind} {other.name} speaks instead of {voice.name}.")
        return clip

    async def aclose(self) -> None:
        for engine in self._engines.values():
            await engine.aclose()

    async def __aenter__(self) -> Speaker:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self.aclose()


def _check(prosody: Prosody) -> None:
    if not 0.5 <= prosody.pace <= 2.0 or not 0.5 <= prosody.pitch <= 2.0 or not 0.0 <= prosody.volume <= 1.0:
        raise UsageError("A voice's pace and pitch must be between 0.5 and 2, its volume between 0 and 1.")


def _finished(clip: AudioClip, volume: float) -> AudioClip:
    """Within [-1, 1], at the volume asked for, rising from and falling to silence so that joined sentences do not click."""
    samples: Samples = np.clip(clip.samples * np.float32(volume), -1.0, 1.0).astype(np.float32)
    length = min(int(_FADE * clip.rate), len(samples) // 2)
    if length:
        ramp = np.linspace(0.0, 1.0, length, dtype=np.float32)
        samples[:length] *= ramp
        samples[-length:] *= ramp[::-1]
    return AudioClip(samples, clip.rate)


def join(chunks: Iterable[SpeechChunk], pause: float = _PAUSE) -> AudioClip:
    """The chunks as one clip at the highest of their rates, `pause` seconds apart. No chunk: a clip without samples."""
    clips = [chunk.clip for chunk in chunks]
    if not clips:
        return AudioClip(np.zeros(0, np.float32), 16_000)
    rate = max(clip.rate for clip in clips)
    silence = np.zeros(int(pause * rate), np.float32)
    pieces: list[Samples] = []
    for clip in clips:
        pieces += [silence, resampled(clip, rate).samples] if pieces else [resampled(clip, rate).samples]
    return AudioClip(np.concatenate(pieces), rate)
