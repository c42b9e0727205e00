"""Where `auricle` begins: Ctrl-C is answered before anything is imported that takes long, and without a traceback."""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType

__all__ = ["INTERRUPTED", "main"]

INTERRUPTED = 130  # as shells report a program that Ctrl-C ended: 128 + SIGINT


def main() -> None:
    """Entry point of the command: `assistant.cli.main` with Ctrl-C answered from the first moment on."""
    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:  # else somebody, such as `nohup`, wants it ignored
        # While modules are imported an exception may be caught, wrapped or reported by any of them; there is nothing to tidy up yet.
        signal.signal(signal.SIGINT, _leave)
    from assistant.cli.main import main as run

    try:
        signal.signal(signal.SIGINT, before)
        run()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


def _leave(number: int, frame: FrameType | None) -> None:
    os._exit(INTERRUPTED)
