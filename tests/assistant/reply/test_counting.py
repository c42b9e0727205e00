"""Number words in running text as digits."""

from __future__ import annotations

import pytest

from assistant.reply.page import Page


@pytest.mark.parametrize(
    ("language", "text", "digits"),
    [
        ("pt", "10 mil passos", "10000 passos"),
        ("pt", "trezentas e dez quilocalorias", "310 quilocalorias"),
        ("pt", "mil e duzentos passos", "1200 passos"),
        ("fr", "10 mille pas", "10000 pas"),
        ("fi", "10 tuhatta askelta", "10000 askelta"),
        ("fi", "kuuteen ja puoleen tuntiin", "6 ja puoleen tuntiin"),
        ("fi", "viidestätoista, neljältä", "15, 4"),
        ("fi", "ota ne yhdessä", "ota ne yhdessa"),
        ("hi", "10 हज़ार कदम", "10000 कदम"),
        ("zh", "走了1.2万步，1万步", "走了12000步,10000步"),
        ("zh", "一万零五百步，两万步", "10500步,20000步"),
        ("zh", "万一不舒服", "万一不舒服"),
        ("ar", "هدف العشرة آلاف خطوة", "هدف 10000 خطوه"),
        ("ar", "خمسًا وأربعين دقيقة", "45 دقيقه"),
        ("ar", "يوم الأربعاء", "يوم الاربعاء"),
    ],
)
def test_number_words_are_read(language: str, text: str, digits: str) -> None:
    assert Page(text, language).text == digits
