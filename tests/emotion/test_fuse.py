"""Words and voice together: who decides what, and what happens when one of them is missing or broken."""

from __future__ import annotations

import numpy as np
import pytest

from assistant.protocols import EmotionDetector
from audio.clip import AudioClip
from emotion.emotion import Emotion, VoiceCue
from emotion.fuse import FusedEmotion
from emotion.voice import VoiceArousal
from emotion.words import WordAffect

SILENCE = AudioClip(np.zeros(16_000, dtype=np.float32), 16_000)


class BrokenVoice(VoiceArousal):
    def arousal(self, clip: AudioClip) -> float | None:
        raise RuntimeError("the head is gone")


class BrokenWords(WordAffect):
    def read(self, text: str | None, language: str) -> Emotion:
        raise RuntimeError("the lexicon is gone")


@pytest.fixture(scope="module")
def fused() -> FusedEmotion:
    return FusedEmotion()


def test_keeps_the_seam(fused: FusedEmotion) -> None:
    seam: EmotionDetector = fused
    assert seam.name == "words+voice"


@pytest.mark.parametrize("arousal", [0.0, 0.05, 0.95, 1.0, None])
def test_no_voice_cancels_grief(fused: FusedEmotion, arousal: float | None) -> None:
    """A sad person was called happy for the sound of the voice."""
    emotion = fused.combine(VoiceCue("heard" if arousal is not None else "unknown", arousal), "My father died", "en")
    assert emotion.label == "sad"
    assert emotion.arousal == arousal
    assert emotion.valence is not None
    assert emotion.valence < 0


def test_a_voice_alone_names_no_feeling(fused: FusedEmotion) -> None:
    emotion = fused.combine(VoiceCue("heard", 0.97), None, "en")
    assert (emotion.label, emotion.status, emotion.arousal, emotion.source) == (None, "unknown", 0.97, "voice")
    asked = fused.combine(VoiceCue("heard", 0.97), "How did I sleep last week?", "en")
    assert (asked.label, asked.status, asked.arousal, asked.source) == (None, "unknown", 0.97, "voice")


def test_an_activated_voice_raises_care(fused: FusedEmotion) -> None:
    weak = "I'm a bit worried"
    assert fused.combine(VoiceCue("absent"), weak, "en").label is None
    assert fused.combine(VoiceCue("heard", 0.1), weak, "en").label is None
    assert fused.combine(VoiceCue("heard", 0.9), weak, "en").label == "anxious"


def test_neutral_needs_words_and_voice(fused: FusedEmotion) -> None:
    said = "I feel fine, nothing special"
    assert fused.combine(VoiceCue("heard", 0.1), said, "en").label == "neutral"
    for voice in (VoiceCue("heard", 0.9), VoiceCue("unknown"), VoiceCue("absent")):
        emotion = fused.combine(voice, said, "en")
        assert (emotion.label, emotion.status) == (None, "unknown")
    assert fused.combine(VoiceCue("heard", 0.1), "How many steps?", "en").label is None


async def test_failure_is_unavailable_not_neutral(caplog: pytest.LogCaptureFixture) -> None:
    broken = FusedEmotion(voice=BrokenVoice())
    assert (await broken.hear(SILENCE)).status == "failed"
    assert (await broken.detect(SILENCE, "How did I sleep?", "en")).status == "unavailable"
    assert (await broken.detect(SILENCE, None, "en")).status == "unavailable"
    assert (await broken.detect(SILENCE, "I feel so sad", "en")).label == "sad"
    assert (await FusedEmotion(words=BrokenWords()).detect(SILENCE, "I feel so sad", "en")).status == "unavailable"
    assert "in the voice could not be read" in caplog.text
    assert "in the words could not be read" in caplog.text
    assert "sad" not in caplog.text


async def test_nothing_given_is_unavailable_and_silence_is_unknown(fused: FusedEmotion) -> None:
    assert (await fused.detect(None, None, "en")).status == "unavailable"
    for text in (None, "", "  "):
        emotion = await fused.detect(SILENCE, text, "en")
        assert (emotion.label, emotion.status, emotion.arousal) == (None, "unknown", None)


async def test_written_words_need_no_voice(fused: FusedEmotion) -> None:
    emotion = await fused.detect(None, "Ich bin so traurig", "de")
    assert (emotion.label, emotion.source, emotion.arousal) == ("sad", "words", None)
