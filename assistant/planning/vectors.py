"""Vectors of the exemplars, kept: a router that is trained again because a word list changed or a task came along embeds only what is new."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from assistant.atomic import written
from assistant.planning.head import Floats

__all__ = ["EmbedAll", "Vectors"]

EmbedAll = Callable[[Sequence[str]], NDArray[np.floating]]
"""Sentences → their vectors, shape (n, d)."""

_BATCH = 64
_DIGEST = 8  # bytes of a sentence's name; two of a million sentences share one with a chance of 3e-8


class Vectors:
    """Sentences as vectors in 8 bits: a quarter of the size, and 1 % of noise, which the fit does not notice. A fresh vector is rounded like a kept
    one, so that both train the very same router.

    files: where vectors are kept, e.g. the shipped ones and a cache; what is absent or damaged is embedded again.
    """

    def __init__(self, embed: EmbedAll, files: Sequence[Path] = ()) -> None:
        self._embed = embed
        self._kept: dict[bytes, tuple[NDArray[np.int8], np.float32]] = {}
        for file in files:
            self._kept |= _read(file)

    def of(self, texts: Sequence[str]) -> Floats:
        """Shape (n, d), some 15 ms for each sentence that is not kept. Raises `ModelMissing` if there is one and no model."""
        new = list(dict.fromkeys(text for text in texts if _name(text) not in self._kept))
        for start in range(0, len(new), _BATCH):
            batch = new[start : start + _BATCH]
            for text, vector in zip(batch, np.asarray(self._embed(batch), dtype=np.float32), strict=True):
                scale = np.float32(max(float(np.abs(vector).max()), 1e-9) / 127)
                self._kept[_name(text)] = (np.round(vector / scale).astype(np.int8), scale)
        rows = [self._kept[_name(text)] for text in texts]
        return np.array([vector * float(scale) for vector, scale in rows], dtype=np.float64)

    def save(self, path: Path, texts: Sequence[str]) -> None:
        """Keep the vectors of these sentences, atomically. Raises `OSError`."""
        names = sorted({_name(text) for text in texts})
        path.parent.mkdir(parents=True, exist_ok=True)
        with written(path, 0o644) as file:
            np.savez_compressed(
                file,
                names=np.frombuffer(b"".join(names), dtype=np.uint8).reshape(-1, _DIGEST),
                vectors=np.array([self._kept[name][0] for name in names]),
                scales=np.array([self._kept[name][1] for name in names]),
            )


def _name(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()[:_DIGEST]


def _read(path: Path) -> dict[bytes, tuple[NDArray[np.int8], np.float32]]:
    try:
        with np.load(path, allow_pickle=False) as saved:
            names, vectors, scales = saved["names"], saved["vectors"], saved["scales"]
            if vectors.dtype != np.int8 or names.shape[1:] != (_DIGEST,):
                return {}
            return {name.tobytes(): (vector, scale) for name, vector, scale in zip(names, vectors, scales, strict=True)}
    except (OSError, ValueError, KeyError, EOFError, BadZipFile):
        return {}
