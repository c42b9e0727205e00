"""Whom to call: emergency and crisis numbers by country, each with its source."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import Field, TypeAdapter

from assistant.assets import asset
from assistant.content import Strict, content

__all__ = ["ANYWHERE", "EmergencyNumbers", "Numbers", "numbers_for"]

_Dialled = Annotated[str, Field(pattern=r"^\*?\d[\d ]{1,16}\d$")]


@dataclass(frozen=True, slots=True)
class EmergencyNumbers:
    """emergency: what to dial for an ambulance. crisis: a crisis line that answers day and night, or None where none is known for certain.

    country: ISO 3166-1 alpha-2; None when the country is unknown or not in the table. Then 112, which most mobile networks pass on, stands
    beside the words "your local emergency number". crisis_name, source: who answers, and where the number was taken from.
    """

    emergency: str
    crisis: str | None
    country: str | None
    crisis_name: str | None = None
    source: str | None = None


ANYWHERE = EmergencyNumbers(emergency="112", crisis=None, country=None)


class _Entry(Strict):
    emergency: _Dialled
    crisis: _Dialled | None = None
    crisis_name: str | None = None
    source: str = Field(pattern=r"^https://")


_TABLE = TypeAdapter(dict[Annotated[str, Field(pattern=r"^[A-Z]{2}$")], _Entry])


class Numbers:
    """The table, read once. Raises `UsageError` that names a damaged file."""

    def __init__(self, path: Path | None = None) -> None:
        with content(path or asset("safety", "numbers.toml")) as tables:
            entries = _TABLE.validate_python(tables)
        self._by_country = {
            country: EmergencyNumbers(entry.emergency, entry.crisis, country, entry.crisis_name, entry.source) for country, entry in entries.items()
        }

    @property
    def countries(self) -> frozenset[str]:
        return frozenset(self._by_country)

    def of(self, country: str | None) -> EmergencyNumbers:
        return self._by_country.get((country or "").strip().upper(), ANYWHERE)


def numbers_for(country: str | None) -> EmergencyNumbers:
    """Numbers of a country (alpha-2, either case); unknown or None gives `ANYWHERE`. Reads the table; keep a `Numbers` where it is hot."""
    return Numbers().of(country)
