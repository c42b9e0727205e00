"""The minutes of a recording as the data pipe keeps them: features with their quality, no raw samples. `pulse` writes them, `stress` reads them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

import numpy as np

from assistant.content import Strict
from assistant.errors import TaskError
from assistant.physiology.analysis import Window
from assistant.physiology.features import FEATURES, Features
from assistant.physiology.quality import Quality, Reason
from assistant.types import Json

__all__ = ["Minutes"]


class _Minute(Strict):
    at: float
    seconds: float
    shape: float | None
    kept: float
    beats: int
    refused: Reason | None
    values: tuple[float, ...] | None


class _Form(Strict):
    start: datetime
    kind: str
    source: str
    refused: Reason | None
    features: tuple[str, ...]
    minutes: tuple[_Minute, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Minutes:
    """start: of the recording, local time with its offset. kind: "ppg", "ecg" or "ibi". refused: why the recording as a whole gives no figure."""

    start: datetime
    kind: str
    source: str
    refused: Reason | None
    windows: tuple[Window, ...]

    def json(self) -> Json:
        minutes: list[Json] = [
            {
                "at": window.at,
                "seconds": window.seconds,
                "shape": window.quality.shape,
                "kept": window.quality.kept,
                "beats": window.quality.beats,
                "refused": window.quality.refused,
                "values": window.features.values.tolist() if window.features else None,
            }
            for window in self.windows
        ]
        return {
            "start": self.start.isoformat(),
            "kind": self.kind,
            "source": self.source,
            "refused": self.refused,
            "features": list(FEATURES),
            "minutes": minutes,
        }

    @classmethod
    def read(cls, held: object) -> Minutes:
        """From what a data pipe held. Raises `TaskError` when it is something else, or made by a version with other features."""
        try:
            form = _Form.model_validate(held)
        except ValueError as error:
            raise TaskError("That key holds no heart-rate variability; run pulse first.") from error
        if form.features != FEATURES or any(minute.values is not None and len(minute.values) != len(FEATURES) for minute in form.minutes):
            raise TaskError("That heart-rate variability was worked out by another version; run pulse again.")
        windows = tuple(
            Window(
                minute.at,
                minute.seconds,
                Quality(minute.shape, minute.kept, minute.beats, minute.refused),
                Features(np.array(minute.values, dtype=np.float64)) if minute.values is not None else None,
            )
            for minute in form.minutes
        )
        return cls(form.start, form.kind, form.source, form.refused, windows)
