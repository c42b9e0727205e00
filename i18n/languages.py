"""The one table of languages: what Auricle hears, what it answers in, and how it addresses people there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from assistant.errors import UsageError

__all__ = ["LANGUAGES", "Language", "reply_language", "resolve"]


@dataclass(frozen=True, slots=True)
class Language:
    """One language.

    code: ISO 639-1.
    english, endonym: its name in English and in itself.
    script: ISO 15924.
    direction: "ltr" or "rtl".
    locale: CLDR locale that writes its numbers, dates and units.
    replies: True when it has a complete reply catalogue; others are heard only, and answered in English.
    address: how the catalogue speaks to a person: Spanish "tú", German "Sie", "you" elsewhere; None without a catalogue.
    """

    code: str
    english: str
    endonym: str
    script: str
    direction: Literal["ltr", "rtl"]
    locale: str
    replies: bool
    address: str | None


def _table(*languages: Language) -> Mapping[str, Language]:
    return MappingProxyType({language.code: language for language in languages})


# en_GB: dates as "23 November" and a 24-hour clock read the same everywhere; CLDR's "en" puts the month first and abbreviates weekdays.
LANGUAGES = _table(
    Language("en", "English", "English", "Latn", "ltr", "en_GB", True, "you"),
    Language("es", "Spanish", "español", "Latn", "ltr", "es", True, "tú"),
    Language("de", "German", "Deutsch", "Latn", "ltr", "de", True, "Sie"),
    Language("fr", "French", "français", "Latn", "ltr", "fr", False, None),
    Language("it", "Italian", "italiano", "Latn", "ltr", "it", False, None),
    Language("pt", "Portuguese", "português", "Latn", "ltr", "pt_BR", False, None),
    Language("fi", "Finnish", "suomi", "Latn", "ltr", "fi", False, None),
    Language("hi", "Hindi", "हिन्दी", "Deva", "ltr", "hi", False, None),
    Language("zh", "Chinese", "中文", "Hans", "ltr", "zh", False, None),
    Language("ar", "Arabic", "العربية", "Arab", "rtl", "ar", False, None),
)


def resolve(code: str) -> Language:
    """The language of an ISO 639-1 code, also written "de-DE" or "ES"; raises `UsageError` naming the known ones."""
    language = LANGUAGES.get(code.strip().replace("_", "-").partition("-")[0].lower())
    if language is None:
        known = ", ".join(f"{known.code} ({known.english})" for known in LANGUAGES.values())
        raise UsageError(f"The language {code!r} is not known; use one of {known}.")
    return language


def reply_language(code: str) -> str:
    """The code that a reply to a person speaking `code` is written in: the same where there is a catalogue, else English."""
    language = LANGUAGES.get(code)
    return code if language is not None and language.replies else "en"
