"""The page's own words, in every language that it can show."""

from __future__ import annotations

from collections.abc import Sequence

from i18n.catalog import Catalogue
from i18n.languages import LANGUAGES

__all__ = ["page_languages", "page_words"]

_PREFIX = "ui-"


def page_languages(configured: Sequence[str]) -> tuple[str, ...]:
    """The configured languages that have a catalogue, in their order; English when none has."""
    return tuple(code for code in configured if code in LANGUAGES and LANGUAGES[code].replies) or ("en",)


def page_words(catalogue: Catalogue, languages: Sequence[str], *, emergency: str, host: str = "") -> dict[str, dict[str, str]]:
    """Every message of the page by language and name. `{name}` and `{number}` are left for the page to fill.

    emergency: the number that the notice names. host: the language model's, where it is not this machine.
    """
    return {
        language: {
            message.removeprefix(_PREFIX): catalogue.say(language, message, name="{name}", number="{number}", emergency=emergency, host=host)
            for message in sorted(catalogue.messages(language))
            if message.startswith(_PREFIX)
        }
        for language in languages
    }
