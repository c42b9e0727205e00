"""Whom to call."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.errors import UsageError
from assistant.safety.numbers import ANYWHERE, Numbers, numbers_for


@pytest.mark.parametrize(
    ("country", "emergency", "crisis"),
    [
        ("DE", "112", "0800 1110111"),
        ("es", "112", "024"),
        ("US", "911", "988"),
        ("GB", "999", "116 123"),
        ("AT", "112", "142"),
        ("MX", "911", "800 911 2000"),
    ],
)
def test_known_countries(country: str, emergency: str, crisis: str) -> None:
    numbers = numbers_for(country)
    assert (numbers.emergency, numbers.crisis, numbers.country) == (emergency, crisis, country.upper())
    assert numbers.source is not None


@pytest.mark.parametrize("country", [None, "", "XX", "Atlantis"])
def test_elsewhere_names_no_crisis_line(country: str | None) -> None:
    numbers = numbers_for(country)
    assert numbers == ANYWHERE
    assert numbers.emergency == "112"
    assert numbers.crisis is None
    assert numbers.country is None


def test_every_entry_has_a_source_and_a_name_for_its_crisis_line() -> None:
    table = Numbers()
    assert len(table.countries) >= 15
    for country in table.countries:
        numbers = table.of(country)
        assert numbers.source is not None
        assert numbers.source.startswith("https://")
        assert (numbers.crisis is None) == (numbers.crisis_name is None)


def test_a_damaged_table_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "numbers.toml"
    path.write_text('[DE]\nemergency = "call mum"\nsource = "https://example.org"\n', encoding="utf-8")
    with pytest.raises(UsageError, match=r"numbers\.toml"):
        Numbers(path)
