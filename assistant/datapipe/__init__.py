"""The data pipe: what the steps of a plan leave behind, by key, strictly per person."""

from __future__ import annotations

from assistant.datapipe.limits import LARGEST, Limits
from assistant.datapipe.memory import MemoryPipe
from assistant.datapipe.open import open_pipe

__all__ = ["LARGEST", "Limits", "MemoryPipe", "open_pipe"]
