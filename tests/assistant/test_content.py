"""A broken file of content is one sentence that names the file and the place, whoever reads it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from assistant.assets import asset
from assistant.content import Strict, content
from assistant.errors import UsageError
from assistant.planning.exemplars import read_exemplars
from i18n.calendar import calendar
from i18n.detect import LanguageDetector


class Shelf(Strict):
    books: tuple[int, ...]


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ("books = [1, 'two']\n", "books.1: Input should be a valid integer"),
        ("books = []\nvases = 1\n", "vases: Extra inputs are not permitted"),
        ("books = [\n", "Invalid value"),
    ],
)
def test_what_is_wrong_is_one_sentence(tmp_path: Path, written: str, says: str) -> None:
    path = tmp_path / "shelf.toml"
    path.write_text(written, encoding="utf-8")
    with pytest.raises(UsageError) as refused, content(path) as tables:
        Shelf.model_validate(tables)
    assert says in str(refused.value)
    assert str(path) in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("folder", ["dates", "exemplars"])
@pytest.mark.parametrize("broken", [b"not toml", b"\xff\xfe", b"openers = 3\n"])
def test_every_reader_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, folder: str, broken: bytes) -> None:
    """Dates gave pydantic's report over many lines."""
    path = tmp_path / "xx.toml"
    path.write_bytes(broken)
    monkeypatch.setattr("i18n.calendar.asset", lambda *_: path)
    readers: dict[str, Callable[[], object]] = {"dates": lambda: calendar("xx"), "exemplars": lambda: read_exemplars(folder=tmp_path)}
    with pytest.raises(UsageError) as refused:
        readers[folder]()
    assert str(path) in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_list_of_words_that_is_none_is_refused(tmp_path: Path) -> None:
    """It was taken letter by letter."""
    path = tmp_path / "languages.toml"
    path.write_text("en = 'hello'\n", encoding="utf-8")
    with pytest.raises(UsageError, match="en: Input should be a valid list"):
        LanguageDetector(("en",), path)
    assert LanguageDetector(("en", "de"), asset("languages.toml")).detect("danke") == "de"
