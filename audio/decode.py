"""Bring sound in: any container, any array, to one form (mono, 16 kHz); and write it out as WAV."""

from __future__ import annotations

import io
import math
import os
import wave
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np
import numpy.typing as npt

from assistant.atomic import written
from assistant.errors import AudioError, NotAudio, UsageError
from audio.clip import AudioClip, Samples

if TYPE_CHECKING:
    from av.container import InputContainer

__all__ = ["LONGEST", "RATE", "clip_of", "read_audio", "resampled", "wav_bytes", "write_wav"]

RATE = 16_000
LONGEST = 600.0  # seconds for one question; more is a recording to be cut first, and would cost minutes of work

# Only containers of sound: FFmpeg also opens playlists and scripts, which name other files, and text as subtitles or art.
_CONTAINERS = "wav,w64,ogg,matroska,webm,mov,mp4,m4a,3gp,3g2,mj2,mp3,flac,aac,aiff,au,amr,caf,asf,mpegts,avi"
_SMALLEST_BYTES_PER_SECOND = 300  # no speech codec goes below 2.4 kbit/s, so a longer claim comes from a header that lies
_MOST_BYTES = 256 * 2**20  # ten minutes of 48 kHz stereo in floats, with room
_CANCELLED = 0.25  # one silent channel halves a stereo mix; well below that the channels cancel each other
_MOST_CHANNELS = 8
_INTEGER_IN_FLOAT = 256.0  # a float array that peaks above this was never in [-1, 1]: it holds 16-bit values


def read_audio(source: Path | bytes | BinaryIO, longest: float = LONGEST) -> AudioClip:
    """Decode a file, or its bytes, to mono float32 at 16 kHz.

    Raises `UsageError` for a path that cannot be read, `NotAudio` for bytes that are not sound, `AudioError` for sound longer than
    `longest` seconds. A truncated file gives the part that can be decoded.
    """
    name = str(source.name) if isinstance(source, Path) else "The recording"
    if isinstance(source, Path):
        try:
            file: BinaryIO = source.open("rb")
        except FileNotFoundError as error:
            raise UsageError(f"There is no file {source}; check the path.") from error
        except OSError as error:
            raise UsageError(f"{source} cannot be read ({error.strerror}); name a file with sound that you may read.") from error
        with file:
            return _read(_seekable(file, name), name, longest)
    if isinstance(source, bytes):
        return _read(io.BytesIO(source), name, longest)
    return _read(_seekable(source, name), name, longest)


def _seekable(file: BinaryIO, name: str) -> BinaryIO:
    """The file, or the bytes of a pipe, since a decoder must look back and forth; not more of them than a question can need."""
    if file.seekable():
        return file
    data = file.read(_MOST_BYTES + 1)
    if len(data) > _MOST_BYTES:
        raise AudioError(f"{name} has more than {_MOST_BYTES // 2**20} MB; cut out the part that matters, or send it in a compressed form.")
    return io.BytesIO(data)


def _read(file: BinaryIO, name: str, longest: float) -> AudioClip:
    import av

    start = file.tell()
    size = file.seek(0, os.SEEK_END) - start
    file.seek(start)
    if size == 0:
        raise NotAudio(f"{name} is empty; record it again.")
    try:
        with av.open(file, mode="r", options={"format_whitelist": _CONTAINERS}, metadata_errors="ignore") as container:
            declared = _declared_seconds(container, name)
            if declared is not None and declared > longest and size / declared >= _SMALLEST_BYTES_PER_SECOND:
                raise _too_long(name, declared, longest)
            blocks = list(_bounded(_blocks(container), name, longest))
    except av.FFmpegError as error:
        raise NotAudio(
            f"{name} is not sound that can be read; send a whole recording from its first byte, for example WAV, MP3, Ogg or WebM."
        ) from error
    if not blocks:
        raise NotAudio(f"{name} holds no sound that can be decoded; record it again.")
    return AudioClip(_mono(np.concatenate(blocks, axis=1)), RATE)


def _declared_seconds(container: InputContainer, name: str) -> float | None:
    """What the container says about its length, which costs nothing to ask."""
    if not container.streams.audio:
        raise NotAudio(f"{name} holds no sound; send a recording of speech.")
    stream = container.streams.audio[0]
    if stream.duration is not None and stream.time_base is not None:
        return float(stream.duration * stream.time_base)
    return container.duration / 1_000_000 if container.duration is not None else None


def _blocks(container: InputContainer) -> Iterator[npt.NDArray[np.float32]]:
    """Decoded blocks of shape (channels, n), one or two channels at 16 kHz."""
    import av

    stream = container.streams.audio[0]
    layout = "mono" if stream.codec_context.channels == 1 else "stereo"
    resampler = av.AudioResampler(format="fltp", layout=layout, rate=RATE)
    frames = iter(container.decode(stream))
    while True:
        try:
            frame = next(frames)
        except StopIteration:
            break
        except av.InvalidDataError:
            continue  # a damaged packet; the next one may be whole
        except (av.EOFError, av.FFmpegError):
            break  # the file ends too early: what came before it is still good
        frame.pts = None  # broken time stamps must not stretch the sound
        for piece in resampler.resample(frame):
            yield piece.to_ndarray().astype(np.float32, copy=False)
    for piece in resampler.resample(None):
        yield piece.to_ndarray().astype(np.float32, copy=False)


def _bounded(blocks: Iterator[npt.NDArray[np.float32]], name: str, longest: float) -> Iterator[npt.NDArray[np.float32]]:
    """The blocks, until there are too many of them: where the container did not tell, the sound itself does."""
    count = 0
    for block in blocks:
        count += block.shape[1]
        if count > longest * RATE:
            raise _too_long(name, None, longest)
        if block.shape[1]:
            yield block


def _too_long(name: str, seconds: float | None, longest: float) -> AudioError:
    length = "too long" if seconds is None else f"{_spell(seconds)} long"
    return AudioError(f"{name} is {length}: one question may last {_spell(longest)} at most, so cut out the part that matters.")


def _spell(seconds: float) -> str:
    return f"{seconds:.0f} seconds" if seconds < 120 else f"{seconds / 60:.0f} minutes"


def clip_of(samples: npt.NDArray[Any], rate: int, longest: float = LONGEST) -> AudioClip:
    """An array, as microphones and web pages give it, to mono float32 at 16 kHz.

    samples: int16, int32, uint8 or float; shape (n,), (n, channels) or (channels, n). Values that are not numbers become silence.
    rate: samples per second (Hz).
    """
    array = np.asarray(samples)
    if not 1_000 <= rate <= 384_000:
        raise AudioError(f"A rate of {rate} samples per second cannot be right for speech; give the rate of the recording, for example 16000.")
    channels = _scaled(_channels(array))
    if channels.shape[1] / rate > longest:
        raise _too_long("The recording", channels.shape[1] / rate, longest)
    return resampled(AudioClip(_mono(channels), rate), RATE)


def _channels(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Shape (channels, n). The shorter side is the channels: nobody speaks for eight samples in thousands of channels."""
    if array.ndim == 1:
        return array[None, :]
    if array.ndim == 2 and 0 < min(array.shape) <= _MOST_CHANNELS:
        return array if array.shape[0] <= array.shape[1] else array.T
    if array.ndim == 2 and array.size == 0:
        return np.zeros((1, 0), np.float32)
    raise AudioError(f"An array of shape {array.shape} is not sound; give (samples,) or (samples, channels).")


def _scaled(array: npt.NDArray[Any]) -> Samples:
    """Float32 in about [-1, 1], whatever the type of the samples."""
    if array.dtype == np.uint8:  # 8-bit PCM has its zero in the middle
        return np.asarray((array.astype(np.float32) - 128.0) / 128.0, np.float32)
    if np.issubdtype(array.dtype, np.signedinteger):
        bits = 16 if array.dtype == np.int64 else array.dtype.itemsize * 8  # int64 is what Python lists of 16-bit samples become
        return (array.astype(np.float64) / 2.0 ** (bits - 1)).astype(np.float32)
    if np.issubdtype(array.dtype, np.floating):
        finite = np.nan_to_num(array.astype(np.float32), nan=0.0, posinf=1.0, neginf=-1.0)
        peak = float(np.abs(finite).max(initial=0.0))
        return np.asarray(finite / 32768.0 if peak > _INTEGER_IN_FLOAT else finite, np.float32)
    raise AudioError(f"Samples of type {array.dtype} are not sound; give 16-bit integers or floats between -1 and 1.")


def _mono(channels: npt.NDArray[np.float32]) -> Samples:
    """The mean of the channels, or the loudest one where they cancel each other (whisperX#750); clipped to [-1, 1], never NaN."""
    finite = np.nan_to_num(channels, nan=0.0, posinf=1.0, neginf=-1.0)
    if finite.shape[0] == 1:
        return np.asarray(np.clip(finite[0], -1.0, 1.0), np.float32)
    mix = finite.mean(axis=0, dtype=np.float32)
    power = np.square(finite, dtype=np.float64).mean(axis=1) if finite.shape[1] else np.zeros(finite.shape[0])
    loudest = int(np.argmax(power))
    if finite.shape[1] and math.sqrt(float(np.square(mix, dtype=np.float64).mean())) < _CANCELLED * math.sqrt(float(power[loudest])):
        mix = finite[loudest]
    return np.asarray(np.clip(mix, -1.0, 1.0), np.float32)


def resampled(clip: AudioClip, rate: int) -> AudioClip:
    """The same sound at another rate."""
    if clip.rate == rate or not len(clip.samples):
        return AudioClip(clip.samples, rate)
    import soxr

    return AudioClip(np.clip(soxr.resample(clip.samples, clip.rate, rate).astype(np.float32), -1.0, 1.0), rate)


def wav_bytes(clip: AudioClip) -> bytes:
    """A WAV file (PCM, 16 bit, mono). Samples beyond [-1, 1] are clipped, never wrapped; NaN becomes silence."""
    safe = np.clip(np.nan_to_num(clip.samples, nan=0.0, posinf=1.0, neginf=-1.0), -1.0, 1.0)
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(clip.rate)
        file.writeframes(np.round(safe * 32767.0).astype("<i2").tobytes())
    return out.getvalue()


def write_wav(path: Path, clip: AudioClip) -> None:
    """Write a WAV file, whole or not at all: another program never meets half of it. Raises `AudioError` when it cannot be written."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with written(path) as file:
            file.write(wav_bytes(clip))
    except OSError as error:
        raise AudioError(f"{path} cannot be written ({error.strerror}); choose another place or make room on the disk.") from error
