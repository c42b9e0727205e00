"""Sound as it flows through Auricle: mono float32 samples at a rate."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

__all__ = ["AudioClip", "Samples"]

Samples = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class AudioClip:
    """Mono audio.

    samples: float32 in [-1, 1], shape (n,).
    rate: samples per second (Hz).
    """

    samples: Samples
    rate: int

    @property
    def seconds(self) -> float:
        return len(self.samples) / self.rate
