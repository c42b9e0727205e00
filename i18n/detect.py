"""Which language a typed text is in, among the configured ones only."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["LanguageDetector"]

# Below three words the n-gram evidence of py3langid is weak: "hola" alone reads as English at .65.
CERTAIN, SHORT, SURE_WHEN_SHORT = 0.6, 3, 0.8


class LanguageDetector:
    """Tells the language of a text among `languages`. In doubt it keeps to the language of the conversation."""

    def __init__(self, languages: Sequence[str]) -> None:
        from py3langid.langid import MODEL_FILE, LanguageIdentifier  # 0.5 s, so not at module level

        self._languages = tuple(languages)
        self._identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
        self._identifier.set_languages(list(languages))

    def detect(self, text: str, preferred: str | None = None) -> str:
        """ISO 639-1 code. `preferred` (the conversation's language, else the first configured) wins when the text is short or unclear."""
        fallback = preferred or self._languages[0]
        words = [word for word in text.split() if any(char.isalpha() for char in word)]
        if not words:
            return fallback
        language, p = self._identifier.classify(text)
        return str(language) if p >= (SURE_WHEN_SHORT if len(words) < SHORT else CERTAIN) else fallback
