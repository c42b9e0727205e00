"""What every speech engine does, and how the ones without a warm process of their own are run."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from typing import Protocol

import anyio
import numpy as np

from assistant.errors import SpeechError
from audio.clip import AudioClip
from audio.speech import Prosody, Voice

__all__ = ["Engine", "clip_of_pcm", "run_voice"]

_PATIENCE = 60.0  # seconds for one sentence; a hung voice must not hold the reply


class Engine(Protocol):
    """Speaks one plain sentence. Raises `SpeechError` when it cannot; the caller may try another engine."""

    async def say(self, text: str, voice: Voice, prosody: Prosody) -> AudioClip: ...

    async def aclose(self) -> None: ...


async def run_voice(command: Sequence[str], text: str, environment: Mapping[str, str] | None = None) -> bytes:
    """Run a program that reads a text on stdin and writes sound to stdout. It dies with us: cancelled means killed. Raises `SpeechError`."""
    name = os.path.basename(command[0])
    try:
        with anyio.fail_after(_PATIENCE):
            done = await anyio.run_process(
                command, input=text.encode(), stderr=subprocess.PIPE, check=False, env={**os.environ, **environment} if environment else None
            )
    except OSError as error:
        raise SpeechError(f"The voice program {name} cannot be started; install it, or choose another voice.") from error
    except TimeoutError as error:
        raise SpeechError(f"The voice program {name} did not finish a sentence in {_PATIENCE:.0f} seconds; choose another voice.") from error
    if done.returncode != 0:
        cause = RuntimeError(done.stderr.decode(errors="replace").strip())
        raise SpeechError(f"The voice program {name} could not speak (code {done.returncode}); choose another voice.") from cause
    return done.stdout


def clip_of_pcm(data: bytes, rate: int) -> AudioClip:
    """16-bit little-endian mono samples as a clip; an odd last byte is dropped."""
    return AudioClip(np.frombuffer(data[: len(data) // 2 * 2], "<i2").astype(np.float32) / np.float32(32768.0), rate)
