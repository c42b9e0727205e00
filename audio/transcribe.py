"""Hear words: Whisper on CTranslate2, with one encode for the language and the text.

The stock call encodes 30 seconds twice for a question of three. Here the sound is padded to ten seconds with silence, encoded once, and both
the language and the text are read from that encoding. Figures: docs/performance.md, "One encode".
"""

from __future__ import annotations

import math
import os
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

import anyio
import numpy as np

from assistant.errors import ModelCorrupt, ModelMissing, UsageError
from audio.clip import AudioClip, Samples
from audio.decode import RATE, clip_of
from audio.utterance import Segment, Utterance
from audio.vad import Activity, GateOptions, voice_activity

if TYPE_CHECKING:
    import ctranslate2
    from faster_whisper import WhisperModel

__all__ = ["FasterWhisper", "WhisperOptions", "doubled"]

_UNSPACED = frozenset({"ja", "zh", "yue", "th", "lo", "my", "km"})
_FRAMES_PER_SECOND = 100  # of Whisper's spectrogram


@dataclass(frozen=True, slots=True)
class WhisperOptions:
    """How to hear.

    beam: hypotheses kept while decoding; 5 is what the published error rates use, 1 saves a tenth of the time.
    window: least seconds of sound that are encoded. Below ten the text is sometimes written twice.
    tail: seconds of silence after the speech, so that the last word is finished.
    longest: seconds of speech in one encode; Whisper's window of 30 less the tail. Longer speech is cut at a pause.
    tokens_per_second: cap on the text for a second of sound; fast speech needs five. It stops "Aaaaahhh" from going on for 448 tokens.
    no_speech: Whisper's own probability of "no speech" from which a weak text is dropped.
    language_p: probability of the language below which a weak text is dropped, and the preferred language is considered.
    weak: mean log probability of the tokens below which a text is weak. Measured: speech -0.01 to -0.4, noise -1.3 to -2.3.
    hopeless: the same, below which a text is dropped whatever else speaks for it; Whisper's own mark of a failed decode.
    repetitive: compression ratio above which a text is a loop, not speech.
    short: seconds of speech below which a language other than the preferred one needs strong evidence.
    sure: probability that counts as strong evidence for a language.
    contender: probability from which the preferred language wins over a better one in short speech.
    foreign: probability of the best configured language below which, with another one sure, the speech is in none of them.
    quiet: peak below which speech is made louder for the gate, which otherwise drops half of a whisper; noise stays noise.
    trim: seconds of silence around the speech from which cutting it off is worth it.
    gate: the voice gate in front.
    """

    beam: int = 5
    window: float = 10.0
    tail: float = 4.0
    longest: float = 26.0
    tokens_per_second: float = 10.0
    no_speech: float = 0.6
    language_p: float = 0.5
    weak: float = -0.8
    hopeless: float = -1.0
    repetitive: float = 2.4
    short: float = 2.0
    sure: float = 0.8
    contender: float = 0.1
    foreign: float = 0.05
    quiet: float = 0.1
    trim: float = 1.0
    gate: GateOptions = field(default_factory=GateOptions)


@dataclass(frozen=True, slots=True)
class _Heard:
    """What one decode gave, and the evidence for it."""

    text: str
    avg_logprob: float
    no_speech: float
    finished: bool


class FasterWhisper:
    """`Transcriber` on faster-whisper.

    model: folder with model.bin, config.json, tokenizer.json and the vocabulary; nothing is ever fetched.
    languages: ISO 639-1 codes that may be heard; the language is chosen among these.
    preferred: the person's language, taken for short or doubtful speech; None leaves it to the evidence.
    threads: CPU threads.
    """

    def __init__(
        self, model: Path, languages: Sequence[str], *, preferred: str | None = None, threads: int = 2, options: WhisperOptions = WhisperOptions()
    ) -> None:  # options: frozen, so one default serves all
        from faster_whisper.tokenizer import _LANGUAGE_CODES

        for name in ("model.bin", "config.json", "tokenizer.json"):  # without tokenizer.json the library would ask a hub
            if not (model / name).is_file():
                raise ModelMissing(f"The speech model in {model} lacks {name}; run `auricle models verify` to bring it.")
        for language in (*languages, *([preferred] if preferred else [])):
            if language not in _LANGUAGE_CODES:
                raise UsageError(f"The speech model does not know the language {language!r}; use codes such as en, es or de.")
        if not languages:
            raise UsageError("Name at least one language that may be heard, for example en.")
        self.name = f"{model.name} int8 one-encode"
        self._folder, self._threads, self._options = model, threads, options
        self._languages = tuple(dict.fromkeys(languages))
        self._preferred = preferred if preferred in self._languages else None
        self._model: WhisperModel | None = None
        self._loading = Lock()
        self._limiter = anyio.CapacityLimiter(1)

    async def transcribe(self, clip: AudioClip, language: str | None = None) -> Utterance:
        """Words, language and times. `language` fixes the language. Nobody spoke: a silent `Utterance` of path "gate"."""
        return await anyio.to_thread.run_sync(self.hear, clip, language, abandon_on_cancel=True, limiter=self._limiter)

    def load(self) -> WhisperModel:
        """The model, loaded on first use (about 0.4 s); safe to call early, in a thread."""
        with self._loading:
            if self._model is None:
                os.environ["HF_HUB_OFFLINE"] = "1"  # belt and braces: the folder is complete, and nothing may be asked for
                from faster_whisper import WhisperModel

                try:
                    self._model = WhisperModel(str(self._folder), device="cpu", compute_type="int8", cpu_threads=self._threads, local_files_only=True)
                except Exception as error:  # tokenizers raises plain Exception, CTranslate2 RuntimeError
                    raise ModelCorrupt(f"The speech model in {self._folder} cannot be loaded; run `auricle models verify`.") from error
            return self._model

    def hear(self, clip: AudioClip, language: str | None = None) -> Utterance:
        """`transcribe`, in the calling thread. Clear speech in a language that is not configured is silent too; its path names the language."""
        clip = clip_of(clip.samples, clip.rate)  # NaN, loud and other rates end here
        clip = self._audible(clip)
        activity = voice_activity(clip, self._options.gate)
        if not activity.spans:
            return _silent(activity)
        model = self.load()
        pieces = _pieces(activity.spans, self._options.longest)
        if len(pieces) == 1 and clip.seconds - (pieces[0][1] - pieces[0][0]) < self._options.trim:
            encoded = self._encode(model, clip.samples)
        else:
            encoded = self._encode(model, _cut(clip, pieces[0]))
        chosen, p, foreign = self._language(model, encoded, language, activity)
        if foreign is not None:
            return _silent(activity, foreign=foreign)
        segments: list[Segment] = []
        path = "one-encode"
        for number, piece in enumerate(pieces):
            if number:
                encoded = self._encode(model, _cut(clip, piece))
            heard = self._decode(model, encoded, chosen, piece[1] - piece[0])
            twice = doubled(heard.text, chosen)
            if self._nobody(heard, p) or (_compression(heard.text) > self._options.repetitive and not twice):
                continue
            if twice or not heard.finished:
                segments += self._stock(model, clip, piece, chosen, p)
                path = "stock"
            else:
                segments.append(Segment(heard.text, *piece, math.exp(min(0.0, heard.avg_logprob))))
        return Utterance(tuple(segments), chosen, p, activity.ratio, path) if segments else _silent(activity)

    def _audible(self, clip: AudioClip) -> AudioClip:
        peak = float(np.abs(clip.samples).max(initial=0.0))
        if not 0.0 < peak < self._options.quiet:
            return clip
        return AudioClip(clip.samples * np.float32(min(100.0, 0.5 / peak)), clip.rate)  # 100: the 16-bit steps themselves would become noise

    def _encode(self, model: WhisperModel, speech: Samples) -> ctranslate2.StorageView:
        """One pass of the encoder. Silence is added to the sound, not zeros to its spectrogram, which would sound like another language."""
        seconds = min(30.0, max(self._options.window, len(speech) / RATE + self._options.tail))
        padded = np.zeros(int(seconds * RATE), np.float32)
        padded[: len(speech)] = speech
        frames = int(seconds * _FRAMES_PER_SECOND) // 2 * 2
        return model.encode(np.ascontiguousarray(model.feature_extractor(padded)[:, :frames].astype(np.float32)))

    def _language(
        self, model: WhisperModel, encoded: ctranslate2.StorageView, fixed: str | None, activity: Activity
    ) -> tuple[str, float, str | None]:
        """The language, its probability among all that Whisper knows, and the language it really is when that is none of ours.

        Decoded as one of ours, such speech would become a fluent sentence that nobody said.
        """
        if not model.model.is_multilingual:
            return "en", 1.0, None
        ranked = {token[2:-2]: float(p) for token, p in model.model.detect_language(encoded)[0]}
        if fixed is not None:
            if fixed not in ranked:
                raise UsageError(f"The speech model does not know the language {fixed!r}; use one of {', '.join(self._languages)}.")
            return fixed, ranked[fixed], None
        best = max(self._languages, key=lambda language: ranked.get(language, 0.0))
        p = ranked.get(best, 0.0)
        short = activity.seconds < self._options.short  # "bonjour" sounds Russian to this model with p 0.91
        other = max(ranked, key=lambda language: ranked[language])
        if not short and p < self._options.foreign and ranked[other] >= self._options.sure:
            return best, p, other
        preference = ranked.get(self._preferred, 0.0) if self._preferred is not None else 0.0
        close = short and p < self._options.sure and preference >= self._options.contender
        if self._preferred is not None and (p < self._options.language_p or close):
            return self._preferred, preference, None
        return best, p, None

    def _decode(self, model: WhisperModel, encoded: ctranslate2.StorageView, language: str, seconds: float) -> _Heard:
        from faster_whisper.tokenizer import Tokenizer

        tokenizer = Tokenizer(model.hf_tokenizer, model.model.is_multilingual, task="transcribe", language=language)
        prompt = model.get_prompt(tokenizer, [], without_timestamps=True)
        room = min(model.max_length, len(prompt) + 20 + int(self._options.tokens_per_second * seconds))
        result = model.model.generate(
            encoded, [prompt], beam_size=self._options.beam, max_length=room, return_scores=True, return_no_speech_prob=True
        )[0]
        tokens = result.sequences_ids[0]
        score = float(result.scores[0]) * len(tokens) / (len(tokens) + 1)  # the end mark was scored too
        return _Heard(tokenizer.decode(tokens).strip(), score, float(result.no_speech_prob), len(prompt) + len(tokens) < room)

    def _nobody(self, heard: _Heard, language_p: float) -> bool:
        """The second gate: laughter, horns and hiss that sounded like a voice (faster-whisper#843)."""
        options = self._options
        doubtful = heard.no_speech > options.no_speech or language_p < options.language_p
        return _wordless(heard.text) or heard.avg_logprob < (options.weak if doubtful else options.hopeless)

    def _stock(self, model: WhisperModel, clip: AudioClip, piece: tuple[float, float], language: str, p: float) -> Iterator[Segment]:
        """The library's own way, with time marks, which seldom writes a text twice.

        Each window on its own: text before it makes loops (faster-whisper#506).
        """
        found, _ = model.transcribe(
            _cut(clip, piece),
            language=language,
            beam_size=self._options.beam,
            condition_on_previous_text=False,
            temperature=0.0,  # its further tries at higher temperatures took minutes, and wrote what nobody said
        )
        for segment in found:
            heard = _Heard(segment.text.strip(), segment.avg_logprob, segment.no_speech_prob, True)
            # A person may say the same thing three times in half a minute; "Aaaahhh" compresses better than that.
            if not self._nobody(heard, p) and _compression(heard.text) <= 2 * self._options.repetitive:
                end = min(piece[0] + segment.end, piece[1])
                yield Segment(heard.text, min(piece[0] + segment.start, end), end, math.exp(min(0.0, heard.avg_logprob)))


def _pieces(spans: Sequence[tuple[float, float]], longest: float) -> list[tuple[float, float]]:
    """Spans of speech joined, with their pauses, into as few stretches as fit the window."""
    pieces: list[tuple[float, float]] = []
    for start, end in spans:
        if pieces and end - pieces[-1][0] <= longest:
            pieces[-1] = (pieces[-1][0], end)
        else:
            pieces.append((start, end))
    return pieces


def _cut(clip: AudioClip, piece: tuple[float, float]) -> Samples:
    return clip.samples[int(piece[0] * RATE) : int(piece[1] * RATE)]


def _silent(activity: Activity, foreign: str | None = None) -> Utterance:
    return Utterance((), None, 0.0, activity.ratio, "gate", foreign)


def _wordless(text: str) -> bool:
    return not any(character.isalnum() for character in text)


def _compression(text: str) -> float:
    raw = text.encode()
    return len(raw) / len(zlib.compress(raw)) if len(raw) > 40 else 0.0


def doubled(text: str, language: str) -> bool:
    """True when the second half of a text repeats the first: what short windows do now and then."""
    words: Sequence[str]
    if language in _UNSPACED:
        words, least = [character for character in text if character.isalnum()], 6
    else:
        words, least = "".join(c if c.isalnum() else " " for c in text.casefold()).split(), 3
    half = len(words) // 2
    return half >= least and words[:half] == words[half : 2 * half]
