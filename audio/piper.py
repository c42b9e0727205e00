"""Piper: a natural English voice, and any Piper voice of the user's own. GPL, so it lives in a process of its own (`piper_worker`)."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from typing import Any

import anyio
import numpy as np
from anyio.abc import Process
from anyio.streams.buffered import BufferedByteReceiveStream

from assistant.errors import SpeechError
from audio.clip import AudioClip
from audio.engine import clip_of_pcm
from audio.speech import Prosody, Voice

__all__ = ["Piper", "length_scale"]

_WORKER = Path(__file__).with_name("piper_worker.py")
_START, _SENTENCE = 60.0, 60.0  # seconds of patience; a start takes 1 s, more on a loaded machine
_LOST = (anyio.EndOfStream, anyio.IncompleteRead, anyio.BrokenResourceError, anyio.ClosedResourceError, ConnectionError)
# Duration follows `length_scale` less than in proportion. Measured on voice joe, three sentences, no noise: duration relative to 1.0.
_LENGTH = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.2, 1.35, 1.5, 1.75, 2.0, 2.5)
_DURATION = (0.511, 0.554, 0.627, 0.668, 0.750, 0.871, 0.949, 1.0, 1.028, 1.087, 1.204, 1.360, 1.543, 1.734, 2.110)


class Piper:
    """`Engine` with one warm worker per voice file, started on first use and again when it dies. `pitch` has no effect: Piper cannot change it.

    Use it within one event loop, and close it; should that be forgotten, the worker ends with this process.
    """

    def __init__(self) -> None:
        self._workers: dict[Path, _Worker] = {}

    async def say(self, text: str, voice: Voice, prosody: Prosody) -> AudioClip:
        if voice.path is None or not voice.path.is_file():
            raise SpeechError(f"The file of the voice {voice.name!r} is missing; run `auricle models verify`.")
        if find_spec("piper") is None:
            raise SpeechError("Piper is not installed; run `pip install 'auricle[embedded]'`.")
        worker = self._workers.setdefault(voice.path, _Worker(voice.path))
        return await worker.say(text, length_scale(prosody.pace))

    async def warm(self, voice: Voice) -> None:
        """Start the worker of a voice before it is needed, e.g. while the person still speaks."""
        if voice.path is not None:
            await self._workers.setdefault(voice.path, _Worker(voice.path)).start()

    @property
    def pids(self) -> tuple[int, ...]:
        """Process ids of the workers that run."""
        return tuple(worker.pid for worker in self._workers.values() if worker.pid is not None)

    async def aclose(self) -> None:
        for worker in self._workers.values():
            await worker.aclose()
        self._workers.clear()

    async def __aenter__(self) -> Piper:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self.aclose()


def length_scale(pace: float) -> float:
    """The `length_scale` that gives this tempo (1.0 the voice's own, 0.5–2.0)."""
    return float(np.interp(1.0 / pace, _DURATION, _LENGTH))


class _Worker:
    """One process and the conversation with it. One sentence at a time."""

    def __init__(self, model: Path) -> None:
        self._model = model
        self._lock = anyio.Lock()
        self._process: Process | None = None
        self._sound: BufferedByteReceiveStream | None = None
        self._head: dict[str, Any] | None = None  # read, but its samples not yet: a cancelled sentence may stop between the two
        self._id = 0

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process is not None and self._process.returncode is None else None

    async def start(self) -> None:
        async with self._lock:
            await self._ensure()

    async def say(self, text: str, scale: float) -> AudioClip:
        async with self._lock:
            for attempt in (1, 2):  # a worker that died is started again, once: a text that kills it twice is not spoken
                try:
                    await self._ensure()
                    self._id += 1
                    with anyio.fail_after(_SENTENCE):
                        return await self._sentence(self._id, text, scale)
                except _LOST as error:
                    await self._end()
                    if attempt == 2:
                        raise SpeechError("The Piper voice stopped twice at the same sentence; choose another voice.") from error
                except TimeoutError as error:
                    await self._end()
                    raise SpeechError(f"The Piper voice did not finish a sentence in {_SENTENCE:.0f} seconds; choose another voice.") from error
            raise AssertionError("unreachable")

    async def _ensure(self) -> None:
        if self.pid is not None:
            return
        await self._end()
        command = [sys.executable, "-I", str(_WORKER), str(self._model)]
        self._process = await anyio.open_process(command, stderr=subprocess.DEVNULL)
        assert self._process.stdout is not None
        self._sound, self._head = BufferedByteReceiveStream(self._process.stdout), None
        try:
            with anyio.fail_after(_START):
                await self._collect(0)
        except (*_LOST, TimeoutError) as error:
            await self._end()
            raise SpeechError("The Piper voice did not start; run `auricle doctor`.") from error
        except BaseException:
            await self._end()  # cancelled while it loads: a half-started worker would answer the next request with its greeting
            raise

    async def _sentence(self, number: int, text: str, scale: float) -> AudioClip:
        assert self._process is not None
        assert self._process.stdin is not None
        asked = {"id": number, "text": text, "length_scale": scale}
        await self._process.stdin.send(json.dumps(asked).encode() + b"\n")
        return await self._collect(number)

    async def _collect(self, number: int) -> AudioClip:
        """Frames until this sentence's end; what is left of a sentence that was cancelled is dropped."""
        pieces: list[bytes] = []
        rate = 0
        while True:
            head, sound = await self._frame()
            if head["id"] != number:
                continue
            if "error" in head:
                raise SpeechError("The Piper voice could not speak this sentence; choose another voice.") from RuntimeError(head["error"])
            if head.get("end"):
                return clip_of_pcm(b"".join(pieces), rate or 16_000)
            rate = int(head["rate"])
            pieces.append(sound)

    async def _frame(self) -> tuple[dict[str, Any], bytes]:
        assert self._sound is not None
        if self._head is None:
            self._head = json.loads(await self._sound.receive_until(b"\n", 65_536))
        head, size = self._head, int(self._head.get("bytes", 0))
        sound = await self._sound.receive_exactly(size) if size else b""
        self._head = None
        return head, sound

    async def _end(self) -> None:
        process, self._process, self._sound, self._head = self._process, None, None, None
        if process is None:
            return
        with anyio.CancelScope(shield=True):
            with suppress(ProcessLookupError):
                process.kill()  # it holds nothing that could be lost
            await process.aclose()

    async def aclose(self) -> None:
        await self._end()
