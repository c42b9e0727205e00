"""Piper in a process of its own, because it is GPL and this program is not. Run as `python -I piper_worker.py VOICE.onnx`.

stdin: a JSON line {"id", "text", "length_scale"} for each sentence.
stdout: a JSON line {"id", "bytes", "rate"} followed by that many bytes of s16le, perhaps several; then {"id", "end": true}. {"id", "error"}
instead of the end when it failed. Before all that {"id": 0, "end": true} when the voice is loaded and warm, or {"id": 0, "error"}.
Ends when stdin does, so it cannot outlive the program that started it.
"""

import json
import os
import sys
from typing import Any, BinaryIO


def send(out: BinaryIO, head: dict[str, Any], sound: bytes = b"") -> None:
    out.write(json.dumps(head).encode() + b"\n" + sound)
    out.flush()


def serve(out: BinaryIO, model: str) -> None:
    try:
        from piper import PiperVoice, SynthesisConfig

        voice = PiperVoice.load(model)
        for _ in voice.synthesize("Ready."):
            pass  # the first run is slow, so it happens before anybody waits for it
    except Exception as error:
        send(out, {"id": 0, "error": repr(error)})
        return
    send(out, {"id": 0, "end": True})
    for line in sys.stdin:
        asked = json.loads(line)
        # Without noise the same text gives the same bytes.
        config = SynthesisConfig(length_scale=asked["length_scale"], noise_scale=0.0, noise_w_scale=0.0)
        try:
            for chunk in voice.synthesize(asked["text"], config):
                sound = chunk.audio_int16_bytes
                send(out, {"id": asked["id"], "bytes": len(sound), "rate": chunk.sample_rate}, sound)
            send(out, {"id": asked["id"], "end": True})
        except BrokenPipeError:
            return
        except Exception as error:
            send(out, {"id": asked["id"], "error": repr(error)})


if __name__ == "__main__":
    pipe = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints must not break the protocol
    try:
        serve(pipe, sys.argv[1])
        code = 0
    except (BrokenPipeError, KeyboardInterrupt):
        code = 0  # nobody listens any more
    os._exit(code)  # no flush of a closed pipe, no slow shutdown of the inference library
