"""A stretch of raw samples from a sensor."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

import numpy as np
from numpy.typing import NDArray

__all__ = ["Recording"]


@dataclass(frozen=True, slots=True, eq=False)
class Recording:
    """Samples at a steady rate.

    kind: "ppg", the light that a pulse lets through; "ecg"; "ibi", the intervals between beats in ms, one sample a beat (`rate` is then 0).
    start: local time with its offset.
    rate: samples per second (Hz).
    samples: int32, shape (n,), the sensor's own counts.
    source: the device or file it came from.
    """

    kind: Literal["ppg", "ecg", "ibi"]
    start: datetime
    rate: float
    samples: NDArray[np.int32]
    source: str

    @property
    def seconds(self) -> float:
        return len(self.samples) / self.rate if self.rate else float(self.samples.sum()) / 1000
