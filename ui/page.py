"""The Talk page: a Gradio page whose surface is one component of our own.

Sound, text and pictures go over one WebSocket (`ui.voice`), so nothing that a person gives is written to Gradio's upload cache, the talk
button answers at once, and text and speech share one conversation. Gradio brings the page, its theme and its frame.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from i18n.languages import LANGUAGES

__all__ = ["STATIC", "PageWords", "build_page", "page_head", "theme"]

STATIC = Path(__file__).parent / "static"
_FONTS = ("Inter", "Noto Sans", "system-ui", "sans-serif")


@dataclass(frozen=True, slots=True)
class PageWords:
    """What the page shows before anything was asked.

    words: by language and name (`ui.words`). languages: to choose from, the first being the fallback. local: False when questions leave the machine.
    """

    words: Mapping[str, Mapping[str, str]]
    languages: Sequence[str]
    local: bool


def build_page() -> Any:
    """A `gradio.Blocks`. Importing Gradio takes seconds, so it happens here."""
    os.environ["GRADIO_ANALYTICS_ENABLED"] = "False"  # read when gradio is imported
    import gradio as gr

    with gr.Blocks(title="Auricle", analytics_enabled=False, fill_width=True, fill_height=True) as page:
        gr.HTML(
            (STATIC / "talk.html").read_text(encoding="utf-8"),
            elem_id="auricle-surface",
            js_on_load="import('/page/talk.js').then((talk) => talk.start(element));",
            apply_default_css=False,
        )
    return page


def theme() -> Any:
    """Gradio's theme with our type and colours; fonts are those of the system, so none is fetched."""
    import gradio as gr

    return gr.themes.Base(font=_FONTS, font_mono=("ui-monospace", "monospace")).set(
        body_background_fill="var(--paper)",
        body_background_fill_dark="var(--paper)",
        body_text_color="var(--ink)",
        body_text_color_dark="var(--ink)",
    )


def page_head(words: PageWords) -> str:
    """For the document's head: style, words, and the language set before anything is painted."""
    table = {
        "words": words.words,
        "languages": [{"code": code, "name": LANGUAGES[code].endonym, "dir": LANGUAGES[code].direction} for code in words.languages],
        "local": words.local,
    }
    data = json.dumps(table, ensure_ascii=False).replace("<", "\\u003c")
    return (
        f'<link rel="icon" type="image/svg+xml" href="/page/icon.svg"><link rel="stylesheet" href="/page/page.css">'
        f"<script>window.AURICLE = {data};</script><script>{(STATIC / 'language.js').read_text(encoding='utf-8')}</script>"
    )
