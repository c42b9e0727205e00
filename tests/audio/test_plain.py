"""Only words reach a voice."""

from __future__ import annotations

import pytest

from audio.plain import plain


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("You slept **six** hours, _really_.", "You slept six hours, really."),
        ("See [the guide](https://example.org/a_(b)?c=d) or https://example.org/x.", "See the guide or."),
        ("![a chart](chart.png) done", "a chart done"),
        ("# Sleep\n- six hours\n* two naps\n> well done", "Sleep six hours two naps well done"),
        ("<speak>Hello <break time='3s'/> there</speak>", "Hello there"),
        ("<pitch level='200'>loud</pitch>", "loud"),
        ("&lt;speak&gt;Hello", "Hello"),
        ("Read [[h@'loU]] this", "Read this"),
        ("Great 👍🏽 job 👩‍👩‍👧 ❤️!", "Great job!"),
        ("`code` and ```\nblock\n```", "code and block"),
        ("Wow!!! What??? Hmm...", "Wow! What? Hmm."),
        ("Well… yes", "Well, yes"),
        ("5 < 6 | 7 > 3", "5 6 7 3"),
        ("\u2068Anna\u2069 schläft 7\u00a0Stunden bei 18 °C", "Anna schläft 7 Stunden bei 18 °C"),
        ("snake_case name", "snake case name"),
        ("¿Dormiste bien? Sí, 98,6 %.", "¿Dormiste bien? Sí, 98,6 %."),
        ("よく眠れましたか。", "よく眠れましたか。"),
        ("bell\x07 and null\x00", "bell and null"),
    ],
)
def test_plain(text: str, words: str) -> None:
    assert plain(text) == words


@pytest.mark.parametrize("text", ["", "   ", "...", "😀", "**", "https://example.org", "<br/>", "[[x]]", "—"])
def test_nothing_to_say(text: str) -> None:
    assert plain(text) == ""


@pytest.mark.parametrize("text", ["**a** <b>c</b>", "You slept 6.5 hours.", "a & b &amp; c", "[x](y) !!! …"])
def test_plain_is_stable(text: str) -> None:
    assert plain(plain(text)) == plain(text)
