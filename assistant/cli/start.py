"""Where `auricle` begins: Ctrl-C is answered before anything is imported that takes long, and without a traceback."""

from __future__ import annotations

import atexit
import os
import signal
import sys
from types import FrameType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import socket

__all__ = ["INTERRUPTED", "main"]

INTERRUPTED = 130  # as shells report a program that Ctrl-C ended: 128 + SIGINT

PATIENCE = 1.5  # seconds that an orderly end may take; what is written is written in transactions, so nothing is lost after it


def main() -> None:
    """Entry point of the command: `assistant.cli.main` with Ctrl-C answered from the first moment on."""
    heeded = signal.getsignal(signal.SIGINT) is signal.default_int_handler  # else somebody, such as `nohup`, wants it ignored
    if heeded:
        # While modules are imported an exception may be caught, wrapped or reported by any of them; there is nothing to tidy up yet.
        signal.signal(signal.SIGINT, _leave)
    from assistant.cli.main import main as run

    try:
        if heeded:
            _watch()
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


def _watch() -> None:
    """Leave when an orderly end takes longer than `PATIENCE`, and at once at a second Ctrl-C.

    Python notes each signal in a socket whoever handles it, so the handlers of event loops and servers stay what they are.
    """
    import contextlib
    import socket
    import threading

    seen, noted = socket.socketpair()
    noted.setblocking(False)
    signal.set_wakeup_fd(noted.fileno(), warn_on_full_buffer=False)

    def wait() -> None:
        with seen, noted:
            _await_interrupt(seen)
            seen.settimeout(PATIENCE)
            with contextlib.suppress(TimeoutError):
                _await_interrupt(seen)
            flushing = threading.Thread(target=_flush, daemon=True)  # whoever reads the output may have stopped reading
            flushing.start()
            flushing.join(0.2)
            os._exit(INTERRUPTED)

    threading.Thread(target=wait, name="ctrl-c", daemon=True).start()


def _await_interrupt(seen: socket.socket) -> None:
    """Until a Ctrl-C is noted; other signals are passed over. Raises `TimeoutError` when the socket has a time limit."""
    while seen.recv(1) != bytes([signal.SIGINT]):
        pass


def _flush() -> None:
    import contextlib

    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()


def _end() -> None:
    """Tidy up and leave at once: Python would wait for every thread, and one that reads a line waits until somebody presses Enter."""
    _flush()
    atexit._run_exitfuncs()
    os._exit(INTERRUPTED)
