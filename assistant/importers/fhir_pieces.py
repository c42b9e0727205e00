"""A JSON file piece by piece: a bundle may be larger than the memory, none of its entries is."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator
from typing import Any, BinaryIO

__all__ = ["Broken", "parsed", "pieces"]

_BLOCK = 1 << 20
_LARGEST = 64 << 20  # letters of one entry
_SPACE = re.compile(r"[ \t\r\n]*")
_NUMBER = re.compile(r"[-+.0-9eE]*")


class Broken(ValueError):
    """What is wrong with a text, for people: "it is cut off in line 12"."""


def _no_number(written: str) -> None:
    """NaN and Infinity, which JSON does not know: no value."""


_DECODER = json.JSONDecoder(parse_constant=_no_number)


def parsed(raw: bytes) -> Any:
    """One JSON value. Raises `Broken`."""
    text = _Text(None, raw)
    value = text.value()
    if text.sign():
        raise Broken("more follows after its end")
    return value


def pieces(stream: BinaryIO, within: str) -> Iterator[Any]:
    """The elements of a list; of an object {within: [element], …rest} for each element of that list, and at last the rest alone.

    Raises `Broken` where the text is none, which may be after much was given.
    """
    text = _Text(stream)
    if text.sign() == "[":
        yield from _elements(text)
    elif text.sign() == "{":
        yield from _members(text, within)
    else:
        yield text.value()
    if text.sign():
        raise Broken(f"more follows after its end in line {text.line}")


def _members(text: _Text, within: str) -> Iterator[Any]:
    rest: dict[str, Any] = {}
    text.skip()
    while text.sign() != "}":
        if text.sign() != '"':
            raise text.broken()
        name = text.value()
        text.expect(":")
        if name == within and text.sign() == "[":
            for element in _elements(text):
                yield {**rest, within: [element]}
        else:
            rest[name] = text.value()
        if text.sign() != "}":
            text.expect(",")
    text.skip()
    yield rest


def _elements(text: _Text) -> Iterator[Any]:
    text.skip()
    while text.sign() != "]":
        yield text.value()
        if text.sign() != "]":
            text.expect(",")
    text.skip()


class _Text:
    """What has been read of a stream and not yet been used. line: where the unused begins."""

    def __init__(self, stream: BinaryIO | None, start: bytes = b"") -> None:
        self._stream = stream
        self._held, self._place, self.line = "", 0, 1
        self._decoder: codecs.IncrementalDecoder | None = None
        self._ended = False
        self._feed(start) if stream is None else self._more()

    def sign(self) -> str:
        """The next sign that is no space, which stays; "" at the end."""
        while True:
            match = _SPACE.match(self._held, self._place)
            self._place = match.end() if match else self._place
            if self._place < len(self._held) or self._ended:
                return self._held[self._place : self._place + 1]
            self._more()

    def skip(self) -> None:
        self._place += 1

    def expect(self, wanted: str) -> None:
        if self.sign() != wanted:
            raise self.broken()
        self.skip()

    def value(self) -> Any:
        self.sign()
        block = _BLOCK
        while True:
            try:
                found, end = _DECODER.raw_decode(self._held, self._place)
            except RecursionError:
                raise Broken("it is nested too deeply") from None
            except json.JSONDecodeError as error:
                if self._ended:
                    raise self.broken(error) from None
            except ValueError:  # a whole number of more than 4,300 digits
                raise Broken("it has a number that is none") from None
            else:
                if self._ended or not self._goes_on(end):
                    self._place = end
                    return found
            if len(self._held) - self._place > _LARGEST:
                raise Broken(f"one of its entries is larger than {_LARGEST >> 20} MB")
            self._more(block)
            block *= 2

    def _goes_on(self, end: int) -> bool:
        """Whether a value that seems to end may be a number that is written on in the next block: "0" of "0.5", of which "0." is here."""
        match = _NUMBER.match(self._held, end)
        return match is not None and match.end() == len(self._held)

    def broken(self, error: json.JSONDecodeError | None = None) -> Broken:
        place = self._place if error is None else error.pos
        line = self.line + self._held.count("\n", 0, place)
        # Nothing is wrong before the end, or a text or a word has no end.
        if place >= len(self._held.rstrip()) - 1 or (error is not None and error.msg.startswith("Unterminated")):
            return Broken(f"it is cut off in line {line}")
        return Broken(f"it is no JSON (line {line}, column {place - self._held.rfind(chr(10), 0, place)})")

    def _more(self, size: int = _BLOCK) -> None:
        if self._stream is not None:
            self._feed(self._stream.read(size))

    def _feed(self, block: bytes) -> None:
        if self._decoder is None:
            wide = block[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
            self._decoder = codecs.getincrementaldecoder("utf-16" if wide else "utf-8-sig")("replace")
        self._ended = not block or self._stream is None
        self.line += self._held.count("\n", 0, self._place)
        self._held = self._held[self._place :] + self._decoder.decode(block, self._ended)
        self._place = 0
