"""Speak one sentence with SVOX Pico: JSON {text, voice, speed, pitch} on stdin, 16 kHz s16le on stdout. Run as `python -I pico_worker.py`.

Its own process, because Pico reads memory that it never set (the same sentence came out 2.7 or 3.0 s long within one process) and because
it holds the interpreter's lock while it works. `audio.pico` starts it so that large blocks always come zeroed from the system.
"""

import json
import os
import sys

_VOLUME = 0.6  # at its own volume every voice clips; at this none does, and it is as loud as Piper (-21 to -24 dB)


def main() -> None:
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints must not become sound
    from py_nanotts import NanoTTS

    asked = json.load(sys.stdin)
    out.write(NanoTTS().speak(asked["text"], voice=asked["voice"], speed=asked["speed"], pitch=asked["pitch"], volume=_VOLUME))
    out.close()


if __name__ == "__main__":
    main()
