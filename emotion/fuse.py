"""Both kinds of evidence together: the words say which feeling, the voice says how activated."""

from __future__ import annotations

import logging
from dataclasses import replace

from anyio import to_thread

from audio.clip import AudioClip
from emotion.emotion import Emotion, Feeling, VoiceCue
from emotion.voice import VoiceArousal
from emotion.words import SURE, WordAffect

__all__ = ["FusedEmotion"]

_LOG = logging.getLogger("auricle.feeling")

_ACTIVATED, _CALM = 0.8, 0.2
_RAISED = 0.45  # with an activated voice, words of need that would be too weak alone are taken seriously from here on
_NEEDS: frozenset[Feeling] = frozenset({"sad", "anxious", "angry", "pain"})


class FusedEmotion:
    """`EmotionDetector` of words and voice.

    The label and the valence come from the words alone. The voice sets `arousal`; it may raise care (weak words of need count when the voice
    is activated) and never lowers it: a cheerful voice does not cancel sad words. A voice alone gives no label. "neutral" needs both:
    words that say so and a calm voice. A part that failed gives `unavailable` unless the words stand on their own.

    `hear` can run beside transcription; `combine` adds the words when they are known; `detect` is both.
    """

    name = "words+voice"

    def __init__(self, words: WordAffect | None = None, voice: VoiceArousal | None = None) -> None:
        self._words = words or WordAffect()
        self._voice = voice or VoiceArousal()

    async def hear(self, clip: AudioClip | None) -> VoiceCue:
        """The voice's part, in a thread. Never raises for a sound, however broken: status "failed" says so."""
        if clip is None:
            return VoiceCue("absent")
        return await to_thread.run_sync(self._hear, clip)

    def _hear(self, clip: AudioClip) -> VoiceCue:
        try:
            arousal = self._voice.arousal(clip)
        except Exception as error:  # whatever broke inside, the turn goes on without it; "failed" keeps it apart from a calm voice
            _LOG.warning("The feeling in the voice could not be read (%s).", type(error).__name__)  # no more: what was said is private
            return VoiceCue("failed")
        return VoiceCue("unknown") if arousal is None else VoiceCue("heard", arousal)

    def combine(self, voice: VoiceCue, text: str | None, language: str) -> Emotion:
        """Words and voice together; quick enough for the event loop. `text` None or empty: the voice alone, so no label."""
        try:
            words = self._words.read(text, language) if text and text.strip() else None
        except Exception as error:  # as above: a failure is told apart from "nothing was felt"
            _LOG.warning("The feeling in the words could not be read (%s).", type(error).__name__)
            return Emotion.unavailable()
        if words is None:
            if voice.status in {"absent", "failed"}:
                return Emotion.unavailable()
            return Emotion.unknown(arousal=voice.arousal, source="voice" if voice.status == "heard" else "none")
        if voice.status == "failed" and words.label is None:
            return Emotion.unavailable()
        return _fused(words, voice)

    async def detect(self, clip: AudioClip | None, text: str | None, language: str) -> Emotion:
        return self.combine(await self.hear(clip), text, language)


def _fused(words: Emotion, voice: VoiceCue) -> Emotion:
    spoken = voice.arousal is not None
    source = {(True, True): "voice+words", (True, False): "words", (False, True): "voice", (False, False): "none"}[bool(words.probs), spoken]
    together = replace(words, arousal=voice.arousal, source=source)
    if words.label == "neutral":
        both = voice.arousal is not None and voice.arousal <= _CALM
        return together if both else replace(together, label=None, status="unknown")
    if words.label is None and voice.arousal is not None and voice.arousal >= _ACTIVATED:
        need = max((feeling for feeling in _NEEDS if feeling in words.probs), key=lambda feeling: (words.probs[feeling], feeling), default=None)
        if need is not None and words.probs[need] >= _RAISED:
            return replace(together, label=need, status="heard", confidence=max(words.probs[need], SURE))
    return together
