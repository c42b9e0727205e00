"""The real ear and the real mouth. Their models are part of the installation that is tested: without them these tests fail, they do not skip."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from assistant.models.store import ModelStore
from assistant.settings import Settings
from audio.clip import AudioClip
from audio.decode import read_audio
from audio.speak import Speaker
from audio.transcribe import FasterWhisper

LANGUAGES = ("en", "es", "de", "fr", "it")


@pytest.fixture(scope="session")
def models() -> Path:
    """The model store's folder, with the speech model and the English voice in it."""
    store = ModelStore(Settings.read().models)
    for name in ("whisper-base", "joe"):
        store.path(name)  # raises, naming the command to run
    return store.cache


@pytest.fixture(scope="session")
def ear(models: Path) -> FasterWhisper:
    return FasterWhisper(models / "whisper-base", LANGUAGES)


@pytest.fixture
async def mouth() -> AsyncIterator[Speaker]:
    async with Speaker() as speaker:
        yield speaker


@pytest.fixture(scope="session")
def recording(shared_file: Callable[[str], Path]) -> Callable[[str], AudioClip]:
    """A real recording of the research data, decoded."""

    def read(name: str) -> AudioClip:
        return read_audio(shared_file(f"data/speech/{name}"))

    return read


@pytest.fixture
def tone() -> npt.NDArray[np.float32]:
    """Two seconds of 440 Hz at 16 kHz."""
    return (0.5 * np.sin(2 * np.pi * 440 * np.arange(32_000) / 16_000)).astype(np.float32)
