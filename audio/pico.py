"""SVOX Pico: small, quick voices for German, Spanish, French, Italian and English (package py-nanotts, Apache-2.0)."""

from __future__ import annotations

import json
import sys
from importlib.util import find_spec
from pathlib import Path

from assistant.errors import SpeechError
from audio.clip import AudioClip
from audio.engine import clip_of_pcm, run_voice
from audio.speech import Prosody, Voice

__all__ = ["Pico"]

_RATE = 16_000
_WORKER = Path(__file__).with_name("pico_worker.py")
# Blocks above 1 MB come fresh, zeroed, from the system: Pico's working memory (2.5 MB) is used without being set. See pico_worker.
_ZEROED = {"MALLOC_MMAP_THRESHOLD_": "1000000"}


class Pico:
    """`Engine` for the voices "de-DE", "es-ES", "fr-FR", "it-IT", "en-US" and "en-GB"; about 0.05 s a sentence, the same bytes every time."""

    async def say(self, text: str, voice: Voice, prosody: Prosody) -> AudioClip:
        if find_spec("py_nanotts") is None:
            raise SpeechError("The Pico voices are not installed; run `pip install 'auricle[embedded]'`.")
        asked = {"text": text, "voice": voice.name, "speed": prosody.pace, "pitch": prosody.pitch}
        return clip_of_pcm(await run_voice([sys.executable, "-I", str(_WORKER)], json.dumps(asked), _ZEROED), _RATE)

    async def aclose(self) -> None:
        """Nothing stays open between sentences."""
