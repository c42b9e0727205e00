"""The task `read_picture`: the words in a picture, quoted and never obeyed.

The angle classifier of the reader turns short crops such as "mg/dL" upside down, so it is the last resort. When the rows are not all read surely,
or stand on end, the picture is turned by 180, 90 and 270 degrees, until an attempt is sure; else the surest counts. Turning the picture, and not each
row, keeps the rows in their order. The model knows Latin script and Chinese; of other scripts it may drop letters without a low score.
"""

from __future__ import annotations

import io
import threading
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from statistics import fmean, median
from typing import NamedTuple

import anyio.to_thread
import numpy as np
from numpy.typing import NDArray

from assistant.errors import ModelMissing, TaskError
from assistant.facts import Fact, Reading, Source
from assistant.tasks.spec import Context, task
from assistant.types import Image

__all__ = ["Attempt", "Pixels", "Row", "read_picture", "read_rows"]

Pixels = NDArray[np.uint8]


class Row(NamedTuple):
    """A line of text, its score (0–1) and how many times wider than high it is."""

    text: str
    score: float
    aspect: float


# Pixels (BGR) and whether to use the angle classifier → rows.
Reader = Callable[[Pixels, bool], list[Row]]

# The mean alone is not enough: an upside-down label had a mean of .93 and one garbled row.
SURE_MEAN, SURE_ROW = 0.85, 0.80
# With the classifier?, and turned counter-clockwise by how many quarters; the likeliest first.
ATTEMPTS = ((False, 0), (False, 2), (False, 1), (False, 3), (True, 0))
MAX_ROWS = 100


@dataclass(frozen=True, slots=True)
class Attempt:
    """Rows that were read in one way, the mean of their scores and the lowest, and whether the lines lie flat."""

    rows: tuple[str, ...] = ()
    mean: float = 0.0
    lowest: float = 0.0
    flat: bool = False

    @property
    def sure(self) -> bool:
        return self.flat and self.mean >= SURE_MEAN and self.lowest >= SURE_ROW

    @property
    def rank(self) -> tuple[bool, float]:
        return self.flat, self.mean


def read_rows(pixels: Pixels, reader: Reader) -> Attempt:
    """The first sure attempt, or the best of all; no rows when there is nothing legible. `pixels`: BGR, shape (height, width, 3)."""
    best = Attempt()
    for classify, quarters in ATTEMPTS:
        found = [row._replace(text=_clean(row.text)) for row in reader(np.ascontiguousarray(np.rot90(pixels, quarters)), classify)]
        found = [row for row in found if row.text][:MAX_ROWS]
        if found:
            scores = [row.score for row in found]
            # A letter or two may be taller than wide; a line is not.
            lines = [row.aspect for row in found if len(row.text) > 2]
            flat = not lines or median(lines) > 1
            best = max(best, Attempt(tuple(row.text for row in found), fmean(scores), min(scores), flat), key=lambda attempt: attempt.rank)
        if best.sure:
            break
    return best


def _clean(text: str) -> str:
    """One micro sign only (the reader writes the Greek letter), and no control characters. Nothing is added: no unit, no decimal point."""
    composed = unicodedata.normalize("NFC", text).replace("\u03bc", "\u00b5")
    return "".join(letter for letter in composed if unicodedata.category(letter)[0] != "C").strip()


def _aspect(box: NDArray[np.float32]) -> float:
    """Width over height of a box, given as its four corners: shape (4, 2)."""
    width, height = np.ptp(box, axis=0)
    return float(width / max(height, 1))


def _pixels(image: Image) -> Pixels:
    from PIL import Image as Pillow

    with Pillow.open(io.BytesIO(image.png)) as picture:
        return np.asarray(picture.convert("RGB"), dtype=np.uint8)[:, :, ::-1]


@cache
def _rapidocr() -> Reader:
    """The reader, loaded at the first picture and kept: it takes seconds to load. One picture at a time."""
    try:
        from rapidocr import RapidOCR
        from rapidocr.utils.output import RapidOCROutput
    except ImportError as error:
        raise ModelMissing("The picture reader is not installed; install auricle[embedded].") from error
    # It logs every step on stderr otherwise.
    engine = RapidOCR(params={"Global.log_level": "critical"})
    lock = threading.Lock()

    def read(pixels: Pixels, classify: bool) -> list[Row]:
        with lock:
            result = engine(pixels, use_cls=classify)
        if not isinstance(result, RapidOCROutput) or result.boxes is None:  # a blank picture gives None, not ()
            return []
        return [Row(text, float(score), _aspect(box)) for text, score, box in zip(result.txts or (), result.scores or (), result.boxes, strict=True)]

    return read


@task(chat_name="Picture", seconds=90, untrusted=True, family="pictures")
async def read_picture(context: Context, image: str) -> tuple[Fact, ...]:
    """The text in a picture that came with the question, such as a label, a table or a report.

    `image` is the picture's key. A picture in which nothing is legible gives a reading without rows.
    """
    picture = next((known for known in context.images if known.key == image), None)
    if picture is None:
        raise TaskError(f"There is no picture {image!r} with this question; send it again.")

    def read() -> Attempt:
        return read_rows(_pixels(picture), _rapidocr())

    attempt = await anyio.to_thread.run_sync(read, abandon_on_cancel=True)
    return (Reading(attempt.rows, round(attempt.lowest, 2), Source("picture", picture.key, "Picture")),)
