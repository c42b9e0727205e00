"""What comes with a question beside words and pictures: looked at by code, kept in the person's data pipe, described to the planner in one line.

The content is untrusted. A planner sees only the description, and a task that wants more takes the value by its key.
"""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from statistics import median

from anyio import to_thread

from assistant.datapipe import LARGEST
from assistant.errors import AuricleError, UsageError
from assistant.protocols import DataPipe
from assistant.types import Attachment, Json, Provenance, Turn

__all__ = ["Look", "attach", "look"]

HOURS = 24 * 3600.0  # attachments live for a day: long enough for follow-ups, short enough not to pile up
_ROWS = 5000
_COLUMNS = 60
_HEAD = 200  # letters of a text that its description quotes
_PLACES = ("place", "location", "position", "gps", "geo")
_COORDINATE = re.compile(r"(?<![\w.])([-+−]?)(\d{1,3}(?:[.,]\d+)?)\s*°?\s*([NSEW]?)(?![\w.])", re.IGNORECASE)
_AXES = re.compile(r"geo|lat(?:itude)?|lon(?:g|gitude)?|lng|[nsew]|[\W\d_]", re.IGNORECASE)  # what may stand beside coordinates
_PRECISE = re.compile(r"\S*\d\S*")
_NAMED = 40  # letters of a column's name
_IMAGES = frozenset({".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp", ".tif", ".tiff"})
_SOUNDS = frozenset({".wav", ".mp3", ".ogg", ".flac", ".m4a", ".opus", ".aac"})
_FILMS = frozenset({".mp4", ".mov", ".mkv", ".webm", ".avi", ".3gp"})
_TABLES = frozenset({".csv", ".tsv"})
_CONTAINERS = "matroska,webm,mov,mp4,3gp,mj2,avi,mpegts"  # no playlists and scripts, which name other files


@dataclass(frozen=True, slots=True)
class Look:
    """What a file turned out to be: kind and description as in `Attachment`, and the value to keep."""

    kind: str
    description: str
    value: Json | bytes


async def attach(turn: Turn, pipe: DataPipe) -> Turn:
    """The turn with its files and metadata looked at and kept for a day. What cannot be read is a "file" that says so; nothing is lost by it."""
    # A name that is no UTF-8 could not be sent to a model.
    looks = [(path.name.encode(errors="replace").decode(), await to_thread.run_sync(look, path)) for path in turn.files]
    looks += [(name, found) for name, value in turn.metadata.items() if (found := _told(name, value)) is not None]
    looks += [(image.name, Look("image", f"picture, {image.width} × {image.height}", image.png)) for image in turn.images]
    kept = []
    for name, found in looks:
        origin = Provenance("attachment", {"name": name}, name, trusted=False)
        value, description = found.value, found.description
        try:
            key = await pipe.put(turn.person.id, value, origin, description=description, ttl=HOURS)
        except UsageError:
            description += "; too large to be kept"
            key = await pipe.put(turn.person.id, None, origin, description=description, ttl=HOURS)
        kept.append(Attachment(found.kind, name, key, description))
    # What has become an attachment, such as a place made coarse, is no longer told as it was given.
    rest = {name: value for name, value in turn.metadata.items() if _told(name, value) is None}
    return replace(turn, attachments=tuple(kept), metadata=rest) if kept else turn


def look(path: Path) -> Look:
    """What a file is, by its name's ending and its content. Never raises for what is in it."""
    try:
        if not path.is_file() and path.exists() and not path.is_dir():
            return Look("file", "cannot be read: it is no file but a pipe or a device", None)
        size = path.stat().st_size
        ending = path.suffix.lower()
        if ending in _FILMS:
            return _film(path)
        if ending in _SOUNDS:
            return _sound(path)
        content = path.read_bytes() if size <= LARGEST else b""
    except AuricleError as error:
        return Look("file", f"cannot be read: {error}", None)
    except OSError as error:
        return Look("file", f"cannot be read: {error.strerror}", None)
    if not content:
        return Look("file", "empty" if size == 0 else f"{size} bytes, too large to be looked at", None)
    if ending in _IMAGES:
        return _picture(path)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return Look("file", f"{size} bytes that are no text", content)
    if ending in _TABLES:
        return _table(text, "\t" if ending == ".tsv" else None)
    quoted = " ".join(text[:_HEAD].split())
    return Look("text", f"text of {len(text)} characters, beginning “{quoted}”", text)


def _told(name: str, value: str) -> Look | None:
    """Metadata that is of a kind of its own: a place, made coarse (0.1° is some 10 km), or a gesture's label."""
    if name.lower() in _PLACES:
        coarse = _coarse(value)
        return Look("place", f"near {coarse}", coarse)
    return Look("gesture", f"gesture {value[:40]!r}", value[:40]) if name.lower() == "gesture" else None


def _coarse(place: str) -> str:
    """Two coordinates to a tenth of a degree, however they are written; of anything else the words without digits: no house, no postcode."""
    found, words = _COORDINATE.findall(place[:_HEAD]), _PRECISE.sub(" ", place)
    if len(found) == 2 and not _AXES.sub("", place):
        below = [sign in "-−" if sign else letter.upper() in ("S", "W") for sign, _, letter in found]
        degrees = [float(number.replace(",", ".")) * (-1 if minus else 1) for (_, number, _), minus in zip(found, below, strict=True)]
        return f"{degrees[0]:.1f}, {degrees[1]:.1f}"
    return " ".join(words.split())[:_HEAD].strip(" ,;.") or "an unnamed place"


def _picture(path: Path) -> Look:
    from assistant.image import open_image

    try:
        image = open_image(path, "image")
    except UsageError as error:
        return Look("file", f"cannot be read: {error}", None)
    return Look("image", f"picture, {image.width} × {image.height}", image.png)


def _sound(path: Path) -> Look:
    from audio.decode import read_audio, wav_bytes

    clip = read_audio(path)
    return Look("audio", f"sound of {clip.seconds:.1f} s", wav_bytes(clip))


def _film(path: Path) -> Look:
    """Duration, size, sound track, and the first frame as a picture."""
    import av
    from av.error import FFmpegError
    from PIL import Image as Pillow

    try:
        with av.open(str(path), options={"format_whitelist": _CONTAINERS}) as film:
            if not film.streams.video:
                return Look("audio", "sound without a picture", None)
            picture = film.streams.video[0]
            seconds = float(film.duration / av.time_base) if film.duration else 0.0
            frames = picture.frames or round(seconds * float(picture.average_rate or 0))
            track = "a sound track" if film.streams.audio else "no sound track"
            frame = next(film.decode(picture), None)
            png = io.BytesIO()
            if frame is not None:
                Pillow.fromarray(frame.to_ndarray(format="rgb24")).save(png, "PNG")
            return Look("video", f"video of {seconds:.1f} s, {picture.width} × {picture.height}, {frames} frames, {track}", png.getvalue() or None)
    except (FFmpegError, ValueError, OverflowError) as error:
        return Look("file", f"cannot be read as a video ({type(error).__name__})", None)


def _table(text: str, mark: str | None) -> Look:
    """Columns with their range; a first column of times makes it a series, whose usual step is told."""
    try:
        dialect: type[csv.Dialect] | csv.Dialect = csv.Sniffer().sniff(text[:4096], mark or ",;\t|")
    except csv.Error:
        dialect = csv.excel_tab if mark else csv.excel
    try:
        rows = [row for row in csv.reader(io.StringIO(text, newline=None), dialect) if any(cell.strip() for cell in row)]
    except csv.Error:  # a cell that never ends
        return Look("text", f"text of {len(text)} characters that is no table", text)
    if len(rows) < 2:
        return Look("text", f"table without rows, {len(text)} characters", text)
    head, body = [name.strip() or f"column {n}" for n, name in enumerate(rows[0][:_COLUMNS], 1)], rows[1:]
    columns = {name: [row[n].strip() if n < len(row) else "" for row in body] for n, name in enumerate(head)}
    times = [_time(cell) for cell in columns[head[0]]]
    known = [time for time in times if time is not None]
    series = len(known) == len(body) > 1
    described = ", ".join(_column(name[:_NAMED], cells) for name, cells in columns.items())
    about = f"{len(body)} rows" + (f", one every {_step(known)}" if series else "")
    value: Json = {"columns": list(head), "rows": [list(row[:_COLUMNS]) for row in body[:_ROWS]]}
    return Look("series" if series else "table", f"{'time series' if series else 'table'} of {about}: {described}", value)


def _column(name: str, cells: Sequence[str]) -> str:
    numbers = [number for number in map(_number, cells) if number is not None]
    if numbers and len(numbers) >= len([cell for cell in cells if cell]) // 2:
        return f"{name} ({min(numbers):g}–{max(numbers):g})"
    times = [time for time in map(_time, cells) if time is not None]
    return f"{name} ({min(times):%Y-%m-%d} to {max(times):%Y-%m-%d})" if times and _comparable(times) else name


def _number(cell: str) -> float | None:
    try:
        number = float(cell.replace(",", ".")) if cell.count(",") == 1 and "." not in cell else float(cell)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _time(cell: str) -> datetime | None:
    try:
        return datetime.fromisoformat(cell) if len(cell) >= 8 else None
    except ValueError:
        return None


def _comparable(times: Sequence[datetime]) -> bool:
    return len({time.tzinfo is None for time in times}) == 1


def _step(times: Sequence[datetime]) -> str:
    if not _comparable(times):
        return "row"
    seconds = median(abs((later - earlier).total_seconds()) for earlier, later in pairwise(times))
    units: Mapping[str, float] = {"day": 86400, "hour": 3600, "minute": 60, "second": 1}
    name, size = next(((name, size) for name, size in units.items() if seconds >= size), ("second", 1))
    return name if seconds == size else f"{seconds / size:g} {name}s"
