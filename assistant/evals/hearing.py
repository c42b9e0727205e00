"""The one-encode path against the stock call, on the same model, in one run: CPU seconds and error rates.

Run as `python -m assistant.evals.hearing`. The clips are those of a folder with a `transcripts.tsv` (file, language, transcript), up to six
seconds long, the length of a question. Each clip is heard on both paths, in alternating order; time is the process's CPU time over all
threads, because wall time on a busy machine says little.
"""

from __future__ import annotations

import argparse
import csv
import json
import platform
import re
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path

from assistant.errors import AuricleError, UsageError
from assistant.evals.wording import edits, units
from audio.clip import AudioClip

__all__ = ["Clip", "Hearing", "Outcome", "Totals", "clips", "compare", "main", "table", "write_section"]

LONGEST = 6.0
COST = 0.5  # the share of the stock call's CPU that the one-encode path may use
WORSE = 0.03  # how much its error rate may be above
_UNKNOWN = {"yue"}  # whisper-base has no Cantonese; both paths may answer in Chinese
_MARKS = ("<!-- one-encode: begin -->", "<!-- one-encode: end -->")


@dataclass(frozen=True, slots=True)
class Clip:
    """A recording whose words are known."""

    name: str
    language: str
    transcript: str
    sound: AudioClip


@dataclass(frozen=True, slots=True)
class Outcome:
    """One clip on one path. `errors` of `length` words (characters in ja, ko, zh, yue); `cpu` in seconds."""

    text: str
    language: str | None
    errors: int
    length: int
    cpu: float
    path: str


@dataclass(frozen=True, slots=True)
class Hearing:
    """One clip on both paths."""

    name: str
    language: str
    seconds: float
    said: str
    one_encode: Outcome
    stock: Outcome


def clips(folder: Path, longest: float = LONGEST) -> Iterator[Clip]:
    """The clips with a transcript, no longer than `longest` seconds."""
    from audio.decode import read_audio

    index = folder / "transcripts.tsv"
    if not index.is_file():
        raise UsageError(f"There is no {index}; name a folder of recordings with their transcripts by --data.")
    with index.open(encoding="utf-8", newline="") as file:
        rows = [row[:3] for row in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)][1:]
    for name, language, transcript in rows:
        if not transcript.strip():
            continue
        sound = read_audio(folder / name)
        if sound.seconds <= longest:
            yield Clip(name, language, transcript, sound)


def compare(recordings: Sequence[Clip], model: Path, threads: int = 2) -> list[Hearing]:
    """Hear every clip on both paths, with one model in memory. The first clip is heard once on each before, so that loading counts for neither."""
    from audio.transcribe import FasterWhisper

    languages = tuple(dict.fromkeys(clip.language for clip in recordings if clip.language not in _UNKNOWN))
    ear = FasterWhisper(model, languages, threads=threads)
    whisper = ear.load()

    def one_encode(clip: Clip) -> tuple[str, str | None, str]:
        heard = ear.hear(clip.sound)
        return heard.text, heard.language, heard.path

    def stock(clip: Clip) -> tuple[str, str | None, str]:
        segments, info = whisper.transcribe(clip.sound.samples, beam_size=5)
        return " ".join(segment.text.strip() for segment in segments), info.language, "stock"

    for warm in (one_encode, stock):
        warm(recordings[0])
    found = []
    for number, clip in enumerate(recordings):
        ways = (one_encode, stock) if number % 2 == 0 else (stock, one_encode)
        outcomes = {way: _timed(way, clip) for way in ways}
        found.append(Hearing(clip.name, clip.language, clip.sound.seconds, clip.transcript, outcomes[one_encode], outcomes[stock]))
    return found


def _timed(way: Callable[[Clip], tuple[str, str | None, str]], clip: Clip) -> Outcome:
    start = time.process_time()
    text, language, path = way(clip)
    cpu = time.process_time() - start
    said = units(clip.transcript, clip.language)
    return Outcome(text, language, edits(said, units(text, clip.language)), len(said), cpu, path)


@dataclass(frozen=True, slots=True)
class Totals:
    """Sums over clips. `rate` is errors for each unit said, `cpu` in seconds."""

    clips: int
    one_encode_rate: float
    stock_rate: float
    one_encode_cpu: float
    stock_cpu: float

    @classmethod
    def of(cls, hearings: Sequence[Hearing]) -> Totals:
        length = sum(hearing.stock.length for hearing in hearings)
        return cls(
            len(hearings),
            sum(hearing.one_encode.errors for hearing in hearings) / length,
            sum(hearing.stock.errors for hearing in hearings) / length,
            sum(hearing.one_encode.cpu for hearing in hearings),
            sum(hearing.stock.cpu for hearing in hearings),
        )

    @property
    def share(self) -> float:
        return self.one_encode_cpu / self.stock_cpu

    @property
    def kept(self) -> bool:
        """Whether the promise holds: at most half the CPU, an error rate at most 0.03 above."""
        return self.share <= COST and self.one_encode_rate <= self.stock_rate + WORSE


def table(hearings: Sequence[Hearing]) -> str:
    """Markdown: totals by language, then every clip's text on both paths."""
    lines = [
        "| language | clips | error rate, one encode | error rate, stock | CPU s, one encode | CPU s, stock | share of CPU |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    groups = [(code, [hearing for hearing in hearings if hearing.language == code]) for code in dict.fromkeys(h.language for h in hearings)]
    for code, group in [*sorted(groups), ("**all**", list(hearings))]:
        sums = Totals.of(group)
        lines.append(
            f"| {code} | {sums.clips} | {sums.one_encode_rate:.3f} | {sums.stock_rate:.3f} | {sums.one_encode_cpu:.2f} "
            f"| {sums.stock_cpu:.2f} | {sums.share:.2f} |"
        )
    lines += ["", "| clip | said | one encode | stock |", "|---|---|---|---|"]
    for hearing in hearings:
        first, second = hearing.one_encode, hearing.stock
        lines.append(
            f"| {hearing.name} ({hearing.seconds:.1f} s) | {hearing.said} | {first.text or '—'} ({first.language}, {first.errors}/{first.length}, "
            f"{first.cpu:.2f} s) | {second.text or '—'} ({second.language}, {second.errors}/{second.length}, {second.cpu:.2f} s) |"
        )
    return "\n".join(lines)


def machine() -> str:
    """What was measured on, in a few words."""
    info = Path("/proc/cpuinfo")
    names = re.findall(r"model name\s*:\s*(.+)", info.read_text("utf-8")) if info.is_file() else []
    return f"{names[0] if names else platform.processor() or platform.machine()}, {len(names) or '?'} CPUs, Python {platform.python_version()}"


def write_section(page: Path, body: str) -> None:
    """Replace the measured part of a page, which stands between two marks; raises `UsageError` when they are not there."""
    text = page.read_text("utf-8") if page.is_file() else ""
    begin, end = _MARKS
    if begin not in text or end not in text:
        raise UsageError(f"{page} has no lines {begin!r} and {end!r} to write between; add them.")
    page.write_text(text[: text.index(begin) + len(begin)] + "\n" + body + "\n" + text[text.index(end) :], "utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    from assistant.settings import Settings

    parser = argparse.ArgumentParser(prog="python -m assistant.evals.hearing", description="One encode against the stock call: CPU and error rates.")
    parser.add_argument("--data", type=Path, default=Path("../shared/data/speech"), help="folder with recordings and transcripts.tsv")
    parser.add_argument("--model", type=Path, help="folder of a faster-whisper model (default: the embedded one)")
    parser.add_argument("--json", type=Path, help="write every outcome here")
    parser.add_argument("--page", type=Path, help="write the tables between the marks of this page, e.g. docs/performance.md")
    asked = parser.parse_args(arguments)
    try:
        settings = Settings.read()
        recordings = list(clips(asked.data))
        if not recordings:
            raise UsageError(f"No recording in {asked.data} is short enough and has a transcript.")
        hearings = compare(recordings, asked.model or settings.whisper or settings.models / "whisper-base", settings.threads)
        sums = Totals.of(hearings)
        body = f"Measured on {date.today():%Y-%m-%d}: {machine()}.\n\n{table(hearings)}"
        print(body)
        if asked.json is not None:
            asked.json.parent.mkdir(parents=True, exist_ok=True)
            record = {"machine": machine(), "totals": asdict(sums), "share": sums.share, "clips": [asdict(hearing) for hearing in hearings]}
            asked.json.write_text(json.dumps(record, ensure_ascii=False, indent=1), "utf-8")
        if asked.page is not None:
            write_section(asked.page, body)
    except AuricleError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    verdict = "holds" if sums.kept else "is broken"
    worse = sums.one_encode_rate - sums.stock_rate
    print(f"\nThe promise (at most {COST:.0%} of the CPU, error rate at most {WORSE} above) {verdict}: {sums.share:.0%}, {worse:+.3f}.")
    return 0 if sums.kept else 1


if __name__ == "__main__":
    sys.exit(main())
