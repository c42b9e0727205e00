"""The mouth on real voices: it says what it is given, survives its engines, and leaves nothing behind."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import anyio
import numpy as np
import pytest

from assistant.errors import SpeechError, UsageError
from assistant.evals.wording import error_rate
from audio.clip import AudioClip
from audio.engine import run_voice
from audio.piper import Piper, length_scale
from audio.speak import Speaker, join
from audio.speech import Prosody, SpeechChunk, Voice
from audio.transcribe import FasterWhisper
from audio.voices import choose_voice, espeak_voice

SENTENCES = {
    "en": (
        "Last week you slept six hours a night.",
        "Your resting heart rate was sixty two beats per minute.",
        "Try to go to bed at the same time every evening.",
    ),
    "de": (
        "Letzte Woche haben Sie sechs Stunden pro Nacht geschlafen.",
        "Gestern sind Sie achttausend Schritte gegangen.",
        "Gehen Sie jeden Abend zur gleichen Zeit ins Bett.",
    ),
    "es": (
        "La semana pasada dormiste seis horas por noche.",
        "Ayer caminaste ocho mil pasos.",
        "Intenta acostarte a la misma hora todas las noches.",
    ),
    "fr": (
        "La semaine dernière vous avez dormi six heures par nuit.",
        "Hier vous avez fait huit mille pas.",
        "Essayez de vous coucher à la même heure tous les soirs.",
    ),
    "it": (
        "La settimana scorsa hai dormito sei ore a notte.",
        "Ieri hai fatto ottomila passi.",
        "Prova ad andare a letto alla stessa ora ogni sera.",
    ),
}


async def given(*sentences: str) -> AsyncIterator[str]:
    for sentence in sentences:
        yield sentence


async def said(mouth: Speaker, voice: Voice, *sentences: str, prosody: Prosody = Prosody()) -> list[SpeechChunk]:
    return [chunk async for chunk in mouth.speak(given(*sentences), voice, prosody)]


def gone(pid_file: int, seconds: float) -> bool:
    """Whether the process behind a pidfd ends in time."""
    return bool(select.select([pid_file], [], [], seconds)[0])


@pytest.mark.parametrize("language", SENTENCES)
async def test_what_is_said_is_heard(mouth: Speaker, ear: FasterWhisper, models: Path, language: str) -> None:
    chunks = await said(mouth, choose_voice(language, models), *SENTENCES[language])
    assert [chunk.text for chunk in chunks] == list(SENTENCES[language])
    clip = join(chunks)
    heard = await ear.transcribe(clip)
    assert heard.language == language
    assert error_rate(" ".join(SENTENCES[language]), heard.text, language) <= 0.25
    assert np.abs(clip.samples).max() <= 1.0
    for chunk in chunks:
        assert abs(chunk.clip.samples[0]) < 1e-3
        assert abs(chunk.clip.samples[-1]) < 1e-3


@pytest.mark.parametrize("name", ["joe", "de-DE", "espeak:en"])
async def test_the_same_text_gives_the_same_bytes(mouth: Speaker, models: Path, name: str) -> None:
    """Pico within one process did not: it reads memory that it never set."""
    voice = choose_voice("de" if name == "de-DE" else "en", models, name=name)
    first, second, third = await said(mouth, voice, *["One sentence, ein Satz."] * 3)
    assert first.clip.samples.tobytes() == second.clip.samples.tobytes() == third.clip.samples.tobytes()


@pytest.mark.parametrize("name", ["joe", "de-DE", "espeak:fi"])
async def test_nothing_to_say_is_silence(mouth: Speaker, models: Path, name: str) -> None:
    voice = choose_voice({"joe": "en", "de-DE": "de"}.get(name, "fi"), models, name=name)
    assert await said(mouth, voice, "", " ", "...", "😀", "**", "<break/>") == []


@pytest.mark.parametrize("name", ["joe", "de-DE", "espeak:en"])
async def test_pace_and_volume(mouth: Speaker, models: Path, name: str) -> None:
    voice = choose_voice("de" if name == "de-DE" else "en", models, name=name)
    text = "Last week in November we were all in Berlin, and it was warm."
    [normal] = await said(mouth, voice, text)
    [slow] = await said(mouth, voice, text, prosody=Prosody(pace=0.8))
    [quick] = await said(mouth, voice, text, prosody=Prosody(pace=1.25, volume=0.5))
    assert slow.clip.seconds / normal.clip.seconds == pytest.approx(1.25, abs=0.1)
    assert quick.clip.seconds / normal.clip.seconds == pytest.approx(0.8, abs=0.1)
    assert np.abs(quick.clip.samples).max() <= 0.51


async def test_prosody_out_of_range(mouth: Speaker) -> None:
    with pytest.raises(UsageError, match="between"):
        await said(mouth, espeak_voice("en"), "Hello.", prosody=Prosody(pace=5))


def test_length_scale_is_monotonous() -> None:
    assert length_scale(1.0) == pytest.approx(1.0)
    scales = [length_scale(pace) for pace in (0.5, 0.7, 0.9, 1.0, 1.2, 1.6, 2.0)]
    assert scales == sorted(scales, reverse=True)


async def test_the_first_sentence_comes_before_the_second_is_asked_for(mouth: Speaker) -> None:
    asked: list[str] = []

    async def writer() -> AsyncIterator[str]:
        for sentence in ("One.", "Two."):
            asked.append(sentence)
            yield sentence

    async for _ in mouth.speak(writer(), espeak_voice("en")):
        assert asked == ["One."]
        break


async def test_an_engine_that_is_missing_is_announced_once(models: Path) -> None:
    notices: list[str] = []
    async with Speaker(notice=notices.append) as mouth:
        chunks = await said(mouth, Voice("joe", "en", "piper", models / "nowhere.onnx"), "One.", "Two.")
    assert len(chunks) == 2
    assert len(notices) == 1
    assert "joe" in notices[0]
    assert "en-US" in notices[0]


async def test_without_any_engine_it_is_an_error() -> None:
    mouth = Speaker({})
    with pytest.raises(SpeechError):
        await said(mouth, Voice("de-DE", "de", "pico"), "Hallo.")


async def test_a_language_that_nobody_speaks(mouth: Speaker) -> None:
    with pytest.raises(SpeechError, match="espeak-ng"):
        await said(mouth, espeak_voice("xx"), "Hello.")


async def test_an_option_is_no_language(mouth: Speaker) -> None:
    with pytest.raises(SpeechError, match="not a language code"):
        await said(mouth, Voice("espeak:-w/tmp/x", "en", "espeak", basic=True), "Hello.")


async def test_a_program_that_is_not_there() -> None:
    with pytest.raises(SpeechError, match="cannot be started"):
        await run_voice(["no-such-voice-program"], "Hello.")


async def test_a_worker_that_is_killed_is_started_again(models: Path) -> None:
    voice = choose_voice("en", models)
    text = "This sentence is long enough to be interrupted in the middle, and it is said again from its beginning."
    async with Piper() as piper:
        wanted = await piper.say(text, voice, Prosody())
        [pid] = piper.pids
        os.kill(pid, signal.SIGSTOP)  # it will have taken nothing of the next sentence when it dies
        clips: list[AudioClip] = []

        async def speak() -> None:
            clips.append(await piper.say(text, voice, Prosody()))

        async with anyio.create_task_group() as group:
            group.start_soon(speak)
            await anyio.wait_all_tasks_blocked()
            os.kill(pid, signal.SIGKILL)
        assert clips[0].samples.tobytes() == wanted.samples.tobytes()
        assert piper.pids != (pid,)


async def test_a_sentence_that_is_cancelled_does_not_disturb_the_next(models: Path) -> None:
    voice = choose_voice("en", models)
    async with Piper() as piper:
        wanted = await piper.say("The second sentence.", voice, Prosody())
        [pid] = piper.pids
        async with anyio.create_task_group() as group:
            group.start_soon(piper.say, "The first sentence, which goes on and on. It is long. It does not end.", voice, Prosody())
            await anyio.wait_all_tasks_blocked()
            group.cancel_scope.cancel()
        heard = await piper.say("The second sentence.", voice, Prosody())
        assert heard.samples.tobytes() == wanted.samples.tobytes()
        assert piper.pids == (pid,)


async def test_closing_ends_the_worker(models: Path) -> None:
    async with Piper() as piper:
        await piper.warm(choose_voice("en", models))
        watch = os.pidfd_open(piper.pids[0])
    assert gone(watch, 5)
    os.close(watch)


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_no_worker_outlives_its_program(models: Path, how: signal.Signals) -> None:
    program = (
        "import anyio, sys\nfrom pathlib import Path\nfrom audio.piper import Piper\nfrom audio.voices import choose_voice\n"
        "async def main():\n    piper = Piper()\n    await piper.warm(choose_voice('en', Path(sys.argv[1])))\n"
        "    print(piper.pids[0], flush=True)\n    await anyio.sleep_forever()\nanyio.run(main)\n"
    )
    with subprocess.Popen([sys.executable, "-c", program, str(models)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as parent:
        assert parent.stdout is not None
        watch = os.pidfd_open(int(parent.stdout.readline()))
        parent.send_signal(how)
        parent.wait(30)
    assert gone(watch, 30)
    os.close(watch)


def test_joining_resamples_and_pauses() -> None:
    low = SpeechChunk(AudioClip(np.full(16_000, 0.5, np.float32), 16_000), "a")
    high = SpeechChunk(AudioClip(np.full(22_050, 0.5, np.float32), 22_050), "b")
    clip = join([low, high], pause=0.2)
    assert clip.rate == 22_050
    assert clip.seconds == pytest.approx(2.2, abs=0.001)
    middle = clip.samples[int(1.05 * clip.rate) : int(1.15 * clip.rate)]
    assert not middle.any()
    assert not len(join([]).samples)
