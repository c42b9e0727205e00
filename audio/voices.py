"""Which voice speaks a language."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from assistant.errors import UsageError
from audio.speech import Voice

__all__ = ["choose_voice", "espeak_voice", "known_voices", "stand_in"]

_PICO = {"de-DE": "de", "es-ES": "es", "fr-FR": "fr", "it-IT": "it", "en-US": "en", "en-GB": "en"}
_DEFAULTS = {"en": "joe", "de": "de-DE", "es": "es-ES", "fr": "fr-FR", "it": "it-IT"}


def known_voices(models: Path) -> tuple[Voice, ...]:
    """Every voice that has a name: Piper voices found in the model store (file `X.onnx` beside `X.onnx.json`) and Pico's."""
    piper = (_piper_voice(path) for path in sorted(models.glob("*/*.onnx")))
    return (*(voice for voice in piper if voice is not None), *(Voice(name, language, "pico") for name, language in _PICO.items()))


def _piper_voice(path: Path) -> Voice | None:
    """The voice in a file, or None when it is not Piper's. "en_US-joe-medium.onnx" is called "joe"."""
    try:
        config = json.loads(path.with_name(path.name + ".json").read_text("utf-8"))
        language = config.get("language", {}).get("family") or config["espeak"]["voice"].split("-")[0]
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
    parts = path.stem.split("-")
    return Voice(parts[1] if len(parts) > 1 else path.stem, str(language), "piper", path)


def espeak_voice(language: str) -> Voice:
    """The basic voice of a language; whether eSpeak speaks it shows when it is used."""
    return Voice(f"espeak:{language}", language, "espeak", basic=True)


def choose_voice(language: str, models: Path, chosen: Mapping[str, str] | None = None, name: str | None = None) -> Voice:
    """The voice for a reply in `language` (ISO 639-1).

    name: a voice asked for by name ("joe", "de-DE", "espeak:fi") or by the path of a Piper voice's .onnx file; it goes before everything.
    chosen: voice by language, as in the settings. Raises `UsageError` for a voice that is unknown or speaks another language.
    """
    language = language.lower().partition("-")[0]
    wanted = name or (chosen or {}).get(language)
    if wanted is None:
        default = _DEFAULTS.get(language)
        if default is None:
            return espeak_voice(language)
        # Without its file the voice is chosen all the same: the speaker then says that another one stands in.
        return _named(default, models) or Voice(default, language, "piper")
    voice = _named(wanted, models)
    fitting = [known.name for known in known_voices(models) if known.language == language] + [f"espeak:{language}"]
    if voice is None:
        raise UsageError(f"There is no voice {wanted!r}; choose one of {', '.join(fitting)}.")
    if voice.language != language:
        raise UsageError(f"The voice {wanted!r} speaks {voice.language!r}, the reply is in {language!r}; choose one of {', '.join(fitting)}.")
    return voice


def _named(name: str, models: Path) -> Voice | None:
    if name.startswith("espeak:"):
        language = name.removeprefix("espeak:").lower()
        return Voice(name, language.partition("-")[0], "espeak", basic=True) if language else None
    if name.endswith(".onnx"):
        return _piper_voice(Path(name).expanduser())
    return next((voice for voice in known_voices(models) if voice.name == name), None)


def stand_in(voice: Voice) -> Voice | None:
    """The next voice of the same language when one cannot speak: Pico's, then eSpeak's; None after that."""
    if voice.engine == "piper":
        name = next((name for name, language in _PICO.items() if language == voice.language), None)
        if name is not None:
            return Voice(name, voice.language, "pico")
    return espeak_voice(voice.language) if voice.engine != "espeak" else None
