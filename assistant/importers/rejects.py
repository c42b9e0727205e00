"""What was not taken over: all of it, in little memory, however much it is."""

from __future__ import annotations

import json
import re
import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from assistant.importers.importer import Reject

__all__ = ["RejectGroup", "Rejects"]

_SHOWN = 3  # places of each group
_KINDS = 1000  # groups, so that reasons that are all different do not fill the memory
# What differs between two rejects for one and the same reason.
_PARTICULAR = re.compile(r"""'[^']*'|"[^"]*"|[-+]?\d+(?:[.,:]\d+)*""")


@dataclass(frozen=True, slots=True)
class RejectGroup:
    """Rejects for one reason. example: the first one's own words. places: of the first few."""

    reason: str
    count: int
    example: str
    places: tuple[str, ...]


class Rejects:
    """Iterates over every reject in the order in which they came. They are kept packed: millions take a few megabytes."""

    def __init__(self) -> None:
        self._packer = zlib.compressobj(1)
        self._packed: list[bytes] = []
        self._counts: Counter[str] = Counter()
        self._first: dict[str, tuple[str, list[str]]] = {}

    def __len__(self) -> int:
        return self._counts.total()

    def add(self, reject: Reject) -> None:
        line = json.dumps([reject.place, reject.reason], ensure_ascii=False).encode(errors="surrogatepass")
        if packed := self._packer.compress(line + b"\n"):
            self._packed.append(packed)
        group = _PARTICULAR.sub("…", reject.reason)
        if group not in self._counts and len(self._counts) >= _KINDS:
            group = "other reasons"
        self._counts[group] += 1
        _, places = self._first.setdefault(group, (reject.reason, []))
        if len(places) < _SHOWN:
            places.append(reject.place)

    def groups(self) -> tuple[RejectGroup, ...]:
        """The most frequent first."""
        return tuple(
            RejectGroup(reason, count, self._first[reason][0], tuple(self._first[reason][1])) for reason, count in self._counts.most_common()
        )

    def __iter__(self) -> Iterator[Reject]:
        unpacker, rest = zlib.decompressobj(), b""
        for piece in (*self._packed, self._packer.copy().flush()):
            *lines, rest = (rest + unpacker.decompress(piece)).split(b"\n")
            for line in lines:
                yield Reject(*json.loads(line.decode(errors="surrogatepass")))
