"""eSpeak NG: a basic voice for about a hundred languages. GPL, so it is only ever run as a program."""

from __future__ import annotations

import re
import shutil

from assistant.errors import SpeechError
from audio.clip import AudioClip
from audio.engine import clip_of_pcm, run_voice
from audio.speech import Prosody, Voice

__all__ = ["Espeak"]

_WORDS_PER_MINUTE = 165  # its own default is 175, which is hard to follow
_PITCH = 50  # its default; the scale is 0–99
_HEADER = 44


class Espeak:
    """`Engine` for voices named "espeak:xx"; the program `espeak-ng` must be installed."""

    async def say(self, text: str, voice: Voice, prosody: Prosody) -> AudioClip:
        program = shutil.which("espeak-ng")
        if program is None:
            raise SpeechError("The program espeak-ng is not installed; run `apt-get install espeak-ng`.")
        language = voice.name.partition(":")[2] or voice.language
        if re.fullmatch(r"[A-Za-z]{2,3}(-[A-Za-z0-9]+)*", language) is None:
            raise SpeechError(f"{language!r} is not a language code; name an eSpeak voice such as espeak:fi.")
        speed = round(_WORDS_PER_MINUTE * prosody.pace)
        pitch = min(99, max(0, round(_PITCH * prosody.pitch)))
        unknown = SpeechError(f"eSpeak has no voice for {voice.language!r}; choose a language that it speaks (`espeak-ng --voices`).")
        try:
            sound = await run_voice([program, "-v", language, "-s", str(speed), "-p", str(pitch), "-b", "1", "--stdin", "--stdout"], text)
        except SpeechError as error:
            raise (unknown if "voice does not exist" in str(error.__cause__) else error) from error.__cause__
        if len(sound) <= _HEADER or sound[:4] != b"RIFF":
            raise unknown
        # The header's sizes are placeholders, since the sound is streamed; only its rate is true.
        return clip_of_pcm(sound[_HEADER:], int.from_bytes(sound[24:28], "little"))

    async def aclose(self) -> None:
        """Nothing stays open between sentences."""
