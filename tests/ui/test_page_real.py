"""The page end to end: a recording as the microphone, real models behind it, the demo person's records."""

from __future__ import annotations

from pathlib import Path
from statistics import mean
from typing import Any

import numpy as np
import pytest

from assistant.assets import asset
from assistant.compose import load_demo_person, open_assistant
from assistant.period import Period
from assistant.settings import Settings
from audio.clip import AudioClip
from audio.decode import read_audio, write_wav


@pytest.mark.slow
async def test_a_spoken_question_is_answered_aloud_on_the_page(serving: Any, hearing: Any, visiting_in: Any, tmp_path: Path) -> None:
    settings = Settings.read(data=tmp_path, person="demo", light=True)
    records = load_demo_person(settings)
    weeks = (Period.parse("2026-11-23/2026-11-29"), Period.parse("2026-11-16/2026-11-22"))
    last, before = [_hours(mean(night.value for night in await records.days("demo", "sleep_duration", week))) for week in weeks]
    question = read_audio(asset("demo", "questions", "english-sleep.wav"))
    # A person does not speak in the moment of pressing, either: a busy machine opens its microphone late.
    quiet = np.zeros(question.rate, np.float32)
    microphone = AudioClip(np.concatenate([quiet, question.samples, quiet]), question.rate)
    recording = tmp_path / "microphone.wav"
    write_wav(recording, microphone)
    async with (
        open_assistant(settings) as assistant,
        serving(assistant, person="demo") as served,
        hearing(recording) as browser,
        visiting_in(browser, served) as seen,
    ):
        page = seen.page
        await page.keyboard.press("Space")
        await seen.state("listening")
        await page.wait_for_timeout(1000 * microphone.seconds)  # the recording plays in real time
        await page.keyboard.press("Space")
        await page.wait_for_selector("#steps li[data-stage=total]", timeout=240_000)
        await page.wait_for_selector(".app[data-state=ready]", timeout=120_000)

        asked = (await page.inner_text(".turn.me .bubble")).lower()
        assert "how did i sleep last week" in asked
        reply = await page.inner_text(".turn.it .text")
        assert last in reply
        assert before in reply
        trace = await page.inner_text("#steps")
        assert f"{last} / {before}" in trace
        stages = await page.eval_on_selector_all("#steps li", "items => items.map((item) => item.dataset.stage)")
        assert [stage for stage in stages if stage != "result"] == ["hear", "feel", "guard", "plan", "execute", "answer", "speak", "total"]
        assert await page.evaluate("document.querySelector('#voice').played.length > 0 && document.querySelector('#voice').duration > 0.5")
        assert [url for url in seen.requests if not url.startswith((served.address, served.line, "blob:", "data:"))] == []
        assert seen.complaints == []


def _hours(minutes: float) -> str:
    """Minutes as the page writes them, each number on the line of its unit."""
    return f"{round(minutes) // 60}\u00a0h {round(minutes) % 60}\u00a0min"
