"""The text of export.xml between its root's tags, in stretches that are whole elements where it is written as Apple writes it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO

import numpy as np

from assistant.errors import UsageError

__all__ = ["END", "LONGEST", "Text"]

END = b"</HealthData>"
LONGEST = 8 << 20  # bytes without a line that begins an element; a longer stretch is not whole elements
_CHUNK = 1 << 17  # larger ones are new pages from the system each time, which costs more than they save
_PROLOG = 4 << 20
_CONTROL = bytes(code for code in range(32) if code not in (9, 10, 13))
_ROOT = re.compile(rb"<HealthData(?:\s[^>]*)?>")


class Text:
    """control: bytes that no XML may hold, left out. junk: bytes after the end, left out. whole: whether the end was there."""

    def __init__(self, stream: BinaryIO, name: str) -> None:
        self._stream, self._name = stream, name
        self._held = b""  # what was read and not yet handed out
        self.control = self.junk = 0
        self.whole = False

    def begin(self) -> int:
        """Go past the root's tag, and give the lines up to it. Everything before it (a document type that is broken since iOS 16) is left out."""
        text = b""
        while (match := _ROOT.search(text)) is None:
            chunk = self._read()
            text += chunk
            if not chunk or len(text) > _PROLOG:
                raise UsageError(f"{self._name} holds no health data; export it again from the Health app.")
        self._held = text[match.end() :]
        return text.count(b"\n", 0, match.end())

    def stretch(self) -> bytes:
        """The next whole elements; empty at the end.

        Elements at the top begin on a line of their own, one space in; a stretch ends before such a line. Where that cuts an element which is written
        otherwise, the stretch is no list of whole elements, which shows. The end tag may be in it, see `ended`.
        """
        while not self.whole:
            chunk = self._read()
            searched = len(self._held)
            self._held += chunk
            if not chunk:
                break
            last = self._held.rfind(b"\n <", max(0, searched - 3))
            while last > 0 and self._held[last + 3 : last + 4] in (b"/", b""):
                last = self._held.rfind(b"\n <", 0, last)
            if last > 0 or len(self._held) > LONGEST:
                last = last if last > 0 else len(self._held)
                stretch, self._held = self._held[:last], self._held[last:]
                return stretch
        stretch, self._held = self._held, b""
        return stretch if stretch.strip() else b""

    def back(self, stretch: bytes) -> None:
        """Take back the last stretch."""
        self._held = stretch + self._held

    def ended(self, stretch: bytes) -> bool:
        """Whether the end tag is in the last stretch, for the first time. What is before it then comes again, what follows it is left out."""
        end = stretch.find(END)
        if end < 0 or self.whole:
            return False
        self.whole = True
        self.junk += len((stretch[end + len(END) :] + self._held).strip())
        self._held = stretch[:end]
        while chunk := self._read():
            self.junk += len(chunk.strip())
        return True

    def pieces(self) -> Iterator[bytes]:
        """All the rest, in pieces that end with a tag."""
        text, self._held = self._held, b""
        if not self.ended(text):
            self._held = text
        while not self.whole:
            last = self._held.rfind(b">") + 1 or (len(self._held) if len(self._held) > LONGEST else 0)
            piece, self._held = self._held[:last], self._held[last:]
            if piece:
                yield piece
            chunk = self._read()
            if not chunk:
                break
            text, self._held = self._held + chunk, b""
            if not self.ended(text):
                self._held = text
        yield self._held
        self._held = b""

    def _read(self) -> bytes:
        """The next bytes, without those that no XML may hold; empty at the end of the file."""
        while chunk := self._stream.read(_CHUNK):
            letters = np.frombuffer(chunk, dtype=np.uint8)
            low = np.count_nonzero(letters < 32) - np.count_nonzero(letters == 10)
            if not low or low == chunk.count(b"\r") + chunk.count(b"\t"):
                return chunk
            clean = chunk.translate(None, _CONTROL)
            self.control += len(chunk) - len(clean)
            if clean:
                return clean
        return b""
