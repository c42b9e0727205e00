"""Which source speaks where several know the same day: what the person prefers, then its kind, then how many days it knows, then its name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache

from assistant.assets import asset
from assistant.content import content

__all__ = ["Priority", "kind_of"]

_WORD = re.compile(r"[^\W\d_]+|\d+")  # "Watch4" is two words
KINDS = ("watch", "ring", "band", "phone", "scale", "app", "other")


@cache
def _words() -> Mapping[str, tuple[str, ...]]:
    path = asset("records", "sources.toml")
    with content(path) as table:
        if unknown := sorted(set(table) - set(KINDS)):
            raise ValueError(f"{unknown[0]!r} is no kind of source")
        return {kind: tuple(f" {word.lower()} " for word in table.get(kind, ())) for kind in KINDS}


def kind_of(source: str) -> str:
    """What a source is, from its name: "Ana's Apple Watch" is a watch."""
    name = f" {' '.join(_WORD.findall(source.lower()))} "
    return next((kind for kind, words in _words().items() if any(word in name for word in words)), "other")


class Priority:
    """The order of a person's sources. preferred: the names that they put first, the best one first; capitals do not matter."""

    def __init__(self, preferred: Iterable[str] = ()) -> None:
        self.preferred = tuple(preferred)
        self._rank = {name.casefold(): place for place, name in enumerate(self.preferred)}

    def order(self, days: Mapping[str, int]) -> tuple[str, ...]:
        """Sources, the best first. days: of each, how many days it knows of the measure."""
        return tuple(sorted(days, key=lambda source: (self.wish(source), KINDS.index(kind_of(source)), -days[source], source)))

    def wish(self, source: str) -> int:
        """Its place among those that the person prefers; behind them all when it is none of them."""
        return self._rank.get(source.casefold(), len(self._rank))
