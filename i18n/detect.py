"""Which language a typed text is in, among the configured ones only."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from pydantic import TypeAdapter

from assistant.content import content
from i18n.folding import fold

__all__ = ["LanguageDetector"]

# Below three words the letter statistics of py3langid are weak: "hola" alone reads as English at .65.
CERTAIN, SHORT, SURE_WHEN_SHORT = 0.6, 3, 0.8


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
        self._identifier.set_languages(list(languages))

    def detect(self, text: str, preferred: str | None = None) -> str:
        """ISO 639-1 code. `preferred` (the conversation's language, else the first configured) wins when the text is short or unclear."""
        fallback = preferred or self._languages[0]
        words = re.findall(r"[^\W\d_]+", fold(text).text)
        if not words:
            return fallback
        language, p = self._identifier.classify(text)
        if len(words) >= SHORT:
            return str(language) if p >= CERTAIN else fallback
        telling = [known for known in self._languages if self._words[known] & set(words)]
        if len(telling) == 1:
            return telling[0]
        return str(language) if p >= SURE_WHEN_SHORT and not telling else fallback
