"""The main job with everything real: weights, voices, records. What `make demo` does, and what a person would do at the command line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import anyio
import pytest

from assistant.compose import open_ear
from assistant.evals.wording import error_rate
from assistant.settings import Settings
from audio.decode import read_audio

AURICLE = [sys.executable, "-m", "assistant"]
ASSETS = Path(__file__).parents[1] / "assets" / "demo" / "questions"
Auricle = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def auricle(tmp_path_factory: pytest.TempPathFactory) -> Auricle:
    """Runs `auricle …` in a process of its own, with records of its own and the machine's models."""
    folder = tmp_path_factory.mktemp("home")

    def run(*arguments: str, stdin: str | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
        env: Mapping[str, str] = {**os.environ, "AURICLE_DATA": str(folder / "records"), **environment}
        return subprocess.run([*AURICLE, *arguments], input=stdin, capture_output=True, text=True, cwd=folder, env=env, timeout=300, check=False)

    run("data", "demo")
    return run


def heard_back(wav: Path, language: str) -> str:
    return anyio.run(open_ear(Settings.read()).transcribe, read_audio(wav), language).text


def test_the_demo_answers_three_spoken_questions_aloud(auricle: Auricle, tmp_path: Path, shared_file: Callable[[str], Path]) -> None:
    recording = shared_file("data/speech/wyoming-faster-whisper__turn_on_the_living_room_lamp.wav")
    done = auricle("demo", "--out", str(tmp_path), "--recording", str(recording))
    assert done.returncode == 0, done.stdout + done.stderr
    for word in ("heard    [en]", "heard    [es]", "heard    [de]", "felt ", "plan ", "why ", "found ", "source ", "timing ", "picture  watch.png"):
        assert word in done.stdout
    assert len(list(tmp_path.glob("*.wav"))) == 4


@pytest.mark.parametrize(
    ("name", "language", "task"), [("english-sleep", "en", "sleep"), ("spanish-steps", "es", "activity"), ("german-pulse", "de", "heart_rate")]
)
def test_a_spoken_question_gets_a_spoken_answer_that_is_understood(auricle: Auricle, tmp_path: Path, name: str, language: str, task: str) -> None:
    out = tmp_path / "reply.wav"
    done = auricle("ask", "--audio", str(ASSETS / f"{name}.wav"), "--out", str(out), "--json")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["language"] == language
    assert report["plan"]["steps"][0]["task"] == task
    assert report["results"][0]["value"] is not None
    assert report["results"][0]["source"]
    assert report["reply"]["audio"] == str(out)
    rate = error_rate(report["reply"]["spoken"], heard_back(out, language), language)
    assert rate <= 0.25, f"{rate:.2f}: said {report['reply']['spoken']!r}, heard {heard_back(out, language)!r}"


def test_the_questions_of_the_first_release_are_answered(auricle: Auricle) -> None:
    asked = {
        "How did I sleep last week compared with the week before?": ("en", "sleep", "compared"),
        "¿Cuántos pasos di ayer?": ("es", "activity", "measured"),
        "Wie war mein Ruhepuls im letzten Monat?": ("de", "heart_rate", "measured"),
        "What helps against trouble falling asleep?": ("en", "knowledge", "passage"),
    }
    for text, (language, task, fact) in asked.items():
        done = auricle("ask", "--text", text, "--json", AURICLE_LIGHT="1")
        assert done.returncode == 0, done.stderr
        report = json.loads(done.stdout)
        assert (report["language"], report["plan"]["steps"][0]["task"], report["results"][0]["fact"]) == (language, task, fact), text
        assert report["reply"]["citations"], text


def test_a_week_without_data_is_said_and_is_not_a_zero(auricle: Auricle) -> None:
    done = auricle("ask", "--text", "How did I sleep in January 2026?", "--json", AURICLE_LIGHT="1")
    report = json.loads(done.stdout)
    assert report["results"][0]["fact"] == "absent"
    assert "no sleep data" in report["reply"]["shown"]


def test_an_emergency_is_answered_without_a_model_or_a_plan(auricle: Auricle) -> None:
    for text, language in (("my chest hurts and my left arm is numb", "en"), ("me duele mucho el pecho", "es"), ("ich will nicht mehr leben", "de")):
        report = json.loads(auricle("ask", "--text", text, "--language", language, "--json").stdout)
        assert report["plan"] is None
        assert report["reply"]["urgency"] in ("emergency", "crisis")
        assert "112" in report["reply"]["shown"]
        assert "plan" not in report["timings"]


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (["ask"], 2, "Ask with one of"),
        (["ask", "--text", " "], 2, "empty"),
        (["ask", "--text", "hi", "--language", "xx"], 2, "'xx' is not set up"),
        (["ask", "--text", "hi", "--person", "nobody"], 2, "nobody"),
        (["ask", "--text", "hi", "--voice", "bass", "--out", "x.wav"], 2, "bass"),
        (["ask", "--text", "hi", "--image", "none.png"], 2, "none.png"),
        (["ask", "--text", "hi", "--meta", "novalue"], 2, "KEY=VALUE"),
        (["ask", "--text", "hi", "--batch", "x.jsonl"], 2, "one of"),
        (["ask", "--audio", "none.wav"], 2, "none.wav"),
        (["hear", "none.wav"], 2, "none.wav"),
        (["say", "hello", "--language", "xx"], 1, "xx"),
        (["frobnicate"], 2, "frobnicate"),
    ],
)
def test_bad_input_gets_one_sentence(auricle: Auricle, arguments: list[str], code: int, sentence: str) -> None:
    done = auricle(*arguments, AURICLE_LIGHT="1")
    assert done.returncode == code, done.stdout + done.stderr
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


def test_a_batch_gives_one_result_a_line_and_goes_on_after_a_bad_one(auricle: Auricle, tmp_path: Path) -> None:
    batch = tmp_path / "batch.jsonl"
    lines = [
        {"id": "a", "text": "How many steps did I take yesterday?"},
        {"id": "b", "text": ""},
        {"id": "c", "text": "¿Qué hora es?", "language": "es"},
    ]
    batch.write_text("\n".join(json.dumps(line) for line in lines) + "\n{broken\n", encoding="utf-8")
    done = auricle("ask", "--batch", str(batch), "--json", AURICLE_LIGHT="1")
    assert done.returncode == 0, done.stderr
    results = [json.loads(line) for line in done.stdout.splitlines()]
    assert [result["id"] for result in results] == ["a", "b", "c", 4]
    assert results[0]["plan"]["steps"][0]["task"] == "activity"
    assert "empty" in results[1]["error"]
    assert results[2]["plan"]["steps"][0]["task"] == "clock"
    assert "Line 4" in results[3]["error"]


def test_an_answer_is_not_lost_when_its_sound_cannot_be_written(auricle: Auricle) -> None:
    done = auricle("ask", "--text", "How many steps did I take yesterday?", "--out", "/proc/reply.wav", AURICLE_LIGHT="1")
    assert done.returncode != 0
    assert "steps" in done.stdout
    assert "reply.wav" in done.stderr
    assert "Traceback" not in done.stderr


def test_questions_may_come_through_a_pipe(auricle: Auricle) -> None:
    done = auricle("ask", "-", "--json", stdin="How many steps did I take yesterday?", AURICLE_LIGHT="1")
    assert json.loads(done.stdout)["plan"]["steps"][0]["task"] == "activity"


def test_a_chat_remembers_what_was_said(auricle: Auricle) -> None:
    done = auricle("chat", "--explain", stdin="How many steps did I take last week?\nAnd the week before?\n", AURICLE_LIGHT="1")
    assert done.returncode == 0, done.stderr
    assert "period=2026-11-23/2026-11-29" in done.stdout
    assert "period=2026-11-16/2026-11-22" in done.stdout
