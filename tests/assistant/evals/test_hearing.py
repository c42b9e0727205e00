"""The bench: what it reads, what it sums, what it promises; and the promise itself, on a few real clips."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from assistant.errors import UsageError
from assistant.evals.hearing import Hearing, Outcome, Totals, clips, compare, main, table, write_section
from assistant.settings import Settings


def hearing(errors: int, stock_errors: int, cpu: float, stock_cpu: float) -> Hearing:
    return Hearing(
        "a.wav", "en", 2.0, "ten words", Outcome("x", "en", errors, 10, cpu, "one-encode"), Outcome("y", "en", stock_errors, 10, stock_cpu, "stock")
    )


@pytest.mark.parametrize(
    ("outcome", "kept"),
    [((1, 1, 1.0, 4.0), True), ((1, 1, 2.1, 4.0), False), ((2, 1, 1.0, 4.0), False), ((0, 5, 1.0, 4.0), True)],
)
def test_the_promise(outcome: tuple[int, int, float, float], kept: bool) -> None:
    assert Totals.of([hearing(*outcome)]).kept is kept


def test_the_table_shows_every_text() -> None:
    text = table([hearing(1, 2, 0.5, 4.0)])
    assert "| **all** | 1 | 0.100 | 0.200 | 0.50 | 4.00 | 0.12 |" in text
    assert "| a.wav (2.0 s) | ten words | x (en, 1/10, 0.50 s) | y (en, 2/10, 4.00 s) |" in text


def test_a_page_is_changed_between_its_marks_only(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("before\n<!-- one-encode: begin -->\nold\n<!-- one-encode: end -->\nafter\n")
    write_section(page, "new")
    assert page.read_text() == "before\n<!-- one-encode: begin -->\nnew\n<!-- one-encode: end -->\nafter\n"
    page.write_text("no marks")
    with pytest.raises(UsageError, match="between"):
        write_section(page, "new")


def test_a_folder_without_transcripts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--data", str(tmp_path)]) == 2
    assert "transcripts.tsv" in capsys.readouterr().err


def test_the_promise_on_real_clips(shared_file: Callable[[str], Path]) -> None:
    found = [clip for clip in clips(shared_file("data/speech"), longest=3.2) if clip.language in {"en", "de", "es"}]
    assert len(found) >= 6
    sums = Totals.of(compare(found[:6], Settings.read().models / "whisper-base"))
    assert sums.kept, sums
