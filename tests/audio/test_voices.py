"""Every language has a voice; a wrong one is refused with the right ones named."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.errors import UsageError
from audio.speech import Voice
from audio.voices import choose_voice, espeak_voice, known_voices, stand_in


@pytest.mark.parametrize(
    ("language", "name", "engine", "basic"),
    [
        ("en", "joe", "piper", False),
        ("de", "de-DE", "pico", False),
        ("es-MX", "es-ES", "pico", False),
        ("fr", "fr-FR", "pico", False),
        ("it", "it-IT", "pico", False),
        ("fi", "espeak:fi", "espeak", True),
    ],
)
def test_defaults(models: Path, language: str, name: str, engine: str, basic: bool) -> None:
    voice = choose_voice(language, models)
    assert (voice.name, voice.engine, voice.basic, voice.language) == (name, engine, basic, language[:2])
    assert voice.path is None or voice.path.is_file()


def test_settings_and_flags_choose(models: Path) -> None:
    assert choose_voice("en", models, {"en": "en-GB"}).name == "en-GB"
    assert choose_voice("en", models, {"en": "en-GB"}, name="espeak:en").engine == "espeak"
    assert choose_voice("de", models, {"en": "en-GB"}).name == "de-DE"


def test_an_unknown_voice_names_the_known_ones(models: Path) -> None:
    with pytest.raises(UsageError, match=r"no voice 'anna'; choose one of de-DE, espeak:de"):
        choose_voice("de", models, name="anna")


def test_a_voice_of_another_language_is_refused(models: Path) -> None:
    with pytest.raises(UsageError, match=r"speaks 'de', the reply is in 'es'; choose one of es-ES, espeak:es"):
        choose_voice("es", models, {"es": "de-DE"})


def test_a_voice_file_of_ones_own(models: Path, tmp_path: Path) -> None:
    source = choose_voice("en", models).path
    assert source is not None
    mine = tmp_path / "en_US-mine-low.onnx"
    mine.symlink_to(source)
    (tmp_path / "en_US-mine-low.onnx.json").symlink_to(f"{source}.json")
    assert choose_voice("en", models, name=str(mine)) == Voice("mine", "en", "piper", mine)
    with pytest.raises(UsageError, match="no voice"):
        choose_voice("en", models, name=str(tmp_path / "none.onnx"))


def test_without_the_models_the_default_is_still_named(tmp_path: Path) -> None:
    voice = choose_voice("en", tmp_path)
    assert (voice.name, voice.path) == ("joe", None)
    assert all(known.engine == "pico" for known in known_voices(tmp_path))


def test_who_stands_in() -> None:
    assert stand_in(Voice("joe", "en", "piper")) == Voice("en-US", "en", "pico")
    assert stand_in(Voice("en-US", "en", "pico")) == espeak_voice("en")
    assert stand_in(Voice("mine", "fi", "piper")) == espeak_voice("fi")
    assert stand_in(espeak_voice("fi")) is None
