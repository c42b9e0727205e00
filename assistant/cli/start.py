"""Where `auricle` begins: Ctrl-C is answered before anything is imported that takes long, and without a traceback."""

from __future__ import annotations

import atexit
import os
import signal
import sys
from types import FrameType

__all__ = ["INTERRUPTED", "main"]

INTERRUPTED = 130  # as shells report a program that Ctrl-C ended: 128 + SIGINT


def main() -> None:
    """Entry point of the command: `assistant.cli.main` with Ctrl-C answered from the first moment on."""
    heeded = signal.getsignal(signal.SIGINT) is signal.default_int_handler  # else somebody, such as `nohup`, wants it ignored
    if heeded:
        # While modules are imported an exception may be caught, wrapped or reported by any of them; there is nothing to tidy up yet.
        signal.signal(signal.SIGINT, _leave)
    from assistant.cli.main import main as run

    try:
        if heeded:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        run()
    except KeyboardInterrupt:
        _end()
    except SystemExit as ended:
        if ended.code == INTERRUPTED:
            _end()
        raise


def _leave(number: int, frame: FrameType | None) -> None:
    os._exit(INTERRUPTED)


def _end() -> None:
    """Tidy up and leave at once: Python would wait for every thread, and one that reads a line waits until somebody presses Enter."""
    import contextlib

    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
    atexit._run_exitfuncs()
    os._exit(INTERRUPTED)
