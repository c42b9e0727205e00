"""What people write into settings, and the one sentence that they get when it is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.errors import UsageError
from assistant.safety.numbers import Numbers, numbers_for
from assistant.settings import Settings


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No settings file of the developer's."""
    monkeypatch.chdir(tmp_path)
    for name in ("AURICLE_CONFIG", "AURICLE_COUNTRY", "AURICLE_LANGUAGES", "AURICLE_NOW", "AURICLE_PLUGINS", "AURICLE_VOICES"):
        monkeypatch.delenv(name, raising=False)


def test_a_settings_file_that_is_named_must_be_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("AURICLE_CONFIG", str(tmp_path / "nothing.toml"))
    with pytest.raises(UsageError, match=r"There is no file .*nothing\.toml"):
        Settings.read()


def test_languages_are_written_in_any_case_and_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AURICLE_LANGUAGES", '["EN", "de", "en"]')
    assert Settings.read().languages == ("en", "de")


@pytest.mark.parametrize(
    ("now", "said"), [("2026-11-30T09:30", "with its offset"), ("0001-01-01T00:00+00:00", "the year"), ("9999-12-31T00:00+00:00", "the year")]
)
def test_a_time_that_nobody_can_be_asked_at(monkeypatch: pytest.MonkeyPatch, now: str, said: str) -> None:
    monkeypatch.setenv("AURICLE_NOW", now)
    with pytest.raises(UsageError, match=f"now: .*{said}"):
        Settings.read()


def test_an_empty_variable_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """`AURICLE_DATA=` would put records into whatever folder one stands in."""
    monkeypatch.setenv("AURICLE_DATA", "")
    monkeypatch.setenv("XDG_DATA_HOME", "/somewhere")
    assert Settings.read().data == Path("/somewhere/auricle")


@pytest.mark.parametrize("written", ["USA", "Germany", "ZZ", "UK", "EU", "XA", "U", "1A", "840"])
def test_a_country_that_no_list_has_is_refused(monkeypatch: pytest.MonkeyPatch, written: str) -> None:
    monkeypatch.setenv("AURICLE_COUNTRY", written)
    with pytest.raises(UsageError, match="country: write the country's two letters in ISO 3166, such as US"):
        Settings.read()


def test_a_country_is_written_in_any_case(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AURICLE_COUNTRY", " us ")
    settings = Settings.read()
    assert settings.country == "US"
    assert numbers_for(settings.country).emergency == "911"


def test_every_country_whose_numbers_are_known_can_be_set() -> None:
    known = Numbers().countries
    assert {Settings.read(country=code).country for code in known} == known


@pytest.mark.parametrize(
    ("variable", "written", "said"),
    [
        ("AURICLE_LANGUAGES", "en,es", """AURICLE_LANGUAGES='["en", "es"]'"""),
        ("AURICLE_LANGUAGES", "[en, 'es']", """AURICLE_LANGUAGES='["en", "es"]'"""),
        ("AURICLE_PLUGINS", "auricle-stones", """AURICLE_PLUGINS='["auricle-stones"]'"""),
        ("AURICLE_VOICES", "en=joe", """AURICLE_VOICES='{"en": "joe"}'"""),
    ],
)
def test_a_list_that_is_no_json_is_shown_as_it_should_be(monkeypatch: pytest.MonkeyPatch, variable: str, written: str, said: str) -> None:
    monkeypatch.setenv("AURICLE_COUNTRY", "DE")  # fits, is no JSON and need not be
    monkeypatch.setenv(variable, written)
    with pytest.raises(UsageError) as refused:
        Settings.read()
    assert said in str(refused.value)
    assert "EnvSettingsSource" not in str(refused.value)


def test_a_table_that_is_no_json_is_not_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AURICLE_SERVICES", "foods key=sesame")
    with pytest.raises(UsageError, match="AURICLE_SERVICES is a table") as refused:
        Settings.read()
    assert "sesame" not in str(refused.value)


@pytest.mark.parametrize(
    ("line", "said"),
    [('langages = ["en"]', r"no setting langages \(did you mean languages\?\)\. Correct"), ("xyzzy = 1", r"no setting xyzzy\. Correct")],
)
def test_a_misspelt_key_gets_the_nearest_setting(tmp_path: Path, line: str, said: str) -> None:
    (tmp_path / "auricle.toml").write_text(line)
    with pytest.raises(UsageError, match=said):
        Settings.read()
