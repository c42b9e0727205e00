"""Which language a typed text is in, among the configured ones, or whether it is in none of them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from pathlib import Path

from pydantic import TypeAdapter

from assistant.content import content
from assistant.errors import UsageError
from i18n.folding import fold

__all__ = ["LanguageDetector"]

# Below three words the letter statistics of py3langid are weak: "hola" alone reads as English at .65.
CERTAIN, SHORT, SURE_WHEN_SHORT = 0.6, 3, 0.8
# Who else is likely to write. At this probability none of 1344 English, Spanish and German sentences (exemplars and held-out) was taken for foreign.
OTHERS = ("fr", "it", "pt", "nl", "pl", "ru", "uk", "cs", "sv", "ro", "el", "tr", "ar", "fa", "he", "hi", "zh", "ja", "ko", "vi", "th", "fi", "et")
FOREIGN = 0.9


class LanguageDetector:
    """Tells the language of a text among `languages`. In doubt it keeps to the language of the conversation.

    words: a TOML file of words, by language, that settle a short text ("danke").
    """

    def __init__(self, languages: Sequence[str], words: Path) -> None:
        from py3langid.langid import MODEL_FILE, LanguageIdentifier  # 0.5 s, so not at module level

        self._languages = tuple(languages)
        with content(words) as tables:
            listed = TypeAdapter(dict[str, list[str]]).validate_python(tables)
        self._words = {language: frozenset(listed.get(language, ())) for language in languages}
        self._identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
        try:
            self._identifier.set_languages([*self._languages, *(other for other in OTHERS if other not in self._languages)])
        except ValueError as error:
            raise UsageError(f"One of the languages {', '.join(languages)} is unknown; name them by their codes, such as en, es or de.") from error

    def detect(self, text: str, preferred: str | None = None) -> str:
        """ISO 639-1 code. `preferred` (the conversation's language, else the first configured) wins when the text is short or unclear."""
        fallback = preferred or self._languages[0]
        words = re.findall(r"[^\W\d_]+", fold(text).text)
        if not words:
            return fallback
        found = self._probabilities(text)
        ours = {language: found[language] for language in self._languages}
        language = max(ours, key=lambda known: ours[known])
        p = ours[language] / (sum(ours.values()) or 1.0)
        if len(words) >= SHORT:
            return language if p >= CERTAIN else fallback
        telling = [known for known in self._languages if self._words[known] & set(words)]
        if len(telling) == 1:
            return telling[0]
        return language if p >= SURE_WHEN_SHORT and not telling else fallback

    def foreign(self, text: str) -> bool:
        """Whether the text is surely in a language that is not configured. A few words of the Latin alphabet never are: names look like anything."""
        letters = [letter for letter in text if letter.isalpha()]
        latin = sum(unicodedata.name(letter, "").startswith("LATIN") for letter in letters)
        if not letters or (2 * latin >= len(letters) and len(re.findall(r"[^\W\d_]+", text)) <= SHORT):
            return False
        found = self._probabilities(text)
        return sum(p for language, p in found.items() if language not in self._languages) >= FOREIGN

    def _probabilities(self, text: str) -> dict[str, float]:
        return {str(language): float(p) for language, p in self._identifier.rank(text)}
