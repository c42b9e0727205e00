"""One form of address in everything a person hears: Sie in German, tú in Spanish. A reply is made of catalogue and knowledge side by side."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
OTHER = {"de": re.compile(r"\b(du|dich|dir|dein\w*|euch|euer)\b", re.I), "es": re.compile(r"\b(usted|ustedes|vosotros|vuestr\w+|os)\b", re.I)}


def texts(language: str) -> Iterator[tuple[str, str]]:
    for path in sorted((ROOT / "i18n" / "catalog" / language).glob("*.ftl")):
        lines = path.read_text(encoding="utf-8").splitlines()
        yield from ((path.name, line) for line in lines if not line.lstrip().startswith("#"))
    for path in sorted((ROOT / "assets" / "knowledge").glob("*.toml")):
        passage = tomllib.loads(path.read_text(encoding="utf-8"))[language]
        yield from ((path.name, text) for text in (passage["title"], *passage["sentences"]))


@pytest.mark.parametrize("language", sorted(OTHER))
def test_nobody_is_addressed_in_two_ways(language: str) -> None:
    found = list(texts(language))
    assert len(found) > 200
    assert [(name, text) for name, text in found if OTHER[language].search(text)] == []
